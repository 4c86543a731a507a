import { isTexts } from '../../../ground/json';
import { FixtureError, itemSeed } from '../../fixture/seed';
import { writeItems } from '../../fixture/write';
import type { Control } from '../../controls/control';
import type { Product } from '../../product';
import type { World } from '../../world';
import { History } from './history';
import { mailer } from './mail';
import { payloadOf, testNotification, testPayload } from './notification';
import type { Notification } from './notification';
import { Notifier } from './notifier';
import { Outbox } from './outbox';
import { parseFixturePolicy, parsePagerDuty, parseWebhook } from './parse';
import { Policies } from './policies';
import { Poster } from './post';
import { Recipients } from './recipients';
import type { HealthWatcher } from '../pools/health';
import { alertingRoutes } from './routes';
import { Webhooks } from './webhooks';
import { writePolicy, writeWebhook } from './write';

/** What the dashboard reads of it. */
export interface AlertingState {
  readonly policies: Policies;
  readonly webhooks: Webhooks;
  readonly recipients: Recipients;
  readonly outbox: Outbox;
}

export function alerting(world: World): {
  readonly product: Product;
  readonly watcher: HealthWatcher;
  readonly state: AlertingState;
} {
  const poster = new Poster(world);
  const { smtp, isReachable } = world.delivery;
  const webhooks = new Webhooks(world, async (accountId, webhook) => {
    if (isReachable(webhook.url)) return poster.post(webhook, testPayload);
    outbox.record(testNotification(world.newId(), world.now(), accountId, webhook));
    return undefined;
  });
  const policies = new Policies(world, webhooks);
  const history = new History(world);
  const outbox = new Outbox(world, {
    senders: {
      webhook: (notification) => sendToWebhook(notification, webhooks, poster),
      ...(smtp === undefined ? {} : { email: mailer(smtp, world) }),
    },
    isBeyond: ({ mechanism, account_id, recipient }) => {
      const url = mechanism === 'webhook' ? webhooks.find(account_id, recipient)?.url : undefined;
      const target = mechanism === 'email' ? smtp : url;
      return target !== undefined && !isReachable(target);
    },
    attempted: (notification) => [
      ...(notification.mechanism === 'webhook'
        ? webhooks.attempted(
            notification.account_id,
            notification.recipient,
            notification.last_error === null,
          )
        : []),
      ...(['delivered', 'recorded'].includes(notification.state) ? history.added(notification) : []),
    ],
  });
  const product: Product = {
    name: 'alerting',
    routes: alertingRoutes({ policies, webhooks, history, isReachable }),
    controls: outboxControls(outbox),
    // Policies come last: they refer to destinations.
    accountKeys: {
      webhooks: {
        seed: itemSeed({
          isTaken: (accountId, id) => webhooks.find(accountId, id) !== undefined,
          create: (accountId, body, id) => webhooks.add(accountId, parseWebhook(body, isReachable), id),
        }),
        write: (accountId) => writeItems(webhooks.list(accountId), writeWebhook),
      },
      pagerduty: {
        seed: itemSeed({
          isTaken: (accountId, id) => policies.getPagerDuty(accountId, id) !== undefined,
          create: (accountId, body, id = world.newId()) => {
            policies.addPagerDuty(accountId, { id, ...parsePagerDuty(body) });
          },
        }),
        write: (accountId) => writeItems(policies.listPagerDuty(accountId), (service) => service),
      },
      policies: {
        seed: itemSeed({
          isTaken: (accountId, id) => policies.has(accountId, id),
          create: (accountId, { deleted_destinations: deleted = [], ...body }, id, path) => {
            const deletedIds = readDeleted(deleted, path);
            return policies.create(accountId, parseFixturePolicy(body), id, deletedIds);
          },
        }),
        write: (accountId) =>
          writeItems(policies.list(accountId), (policy) =>
            writePolicy(policy, policies.deletedDestinations(accountId, policy)),
          ),
      },
    },
    begin: () => {
      outbox.resume();
    },
    close: async () => {
      await outbox.close();
      await poster.close();
    },
  };
  const recipients = new Recipients(policies, webhooks);
  return {
    product,
    watcher: new Notifier(world, recipients, outbox),
    state: { policies, webhooks, recipients, outbox },
  };
}

/** The destinations of a policy that were deleted after it was made. */
function readDeleted(value: unknown, path: string): readonly string[] {
  if (isTexts(value)) return value;
  throw new FixtureError(`${path}.deleted_destinations`, 'must be an array of strings');
}

async function sendToWebhook(
  notification: Notification,
  webhooks: Webhooks,
  poster: Poster,
): Promise<string | undefined> {
  const webhook = webhooks.find(notification.account_id, notification.recipient);
  if (webhook === undefined) return 'the webhook destination was deleted';
  return poster.post(webhook, payloadOf(notification));
}

/** All notifications, oldest first. */
function outboxControls(outbox: Outbox): readonly Control[] {
  return [
    { method: 'GET', path: '/outbox', handle: () => outbox.list() },
    {
      method: 'DELETE',
      path: '/outbox',
      handle: () => {
        outbox.clear();
        return [];
      },
    },
  ];
}
