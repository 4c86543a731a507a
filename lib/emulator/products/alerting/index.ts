import { itemsKey, fixtureRefusals } from '../../fixture/seed';
import { listControls } from '../../controls/control';
import type { Product } from '../../product';
import { texts } from '../../schema/values';
import type { World } from '../../world';
import { History } from './history';
import { mailer } from './mail';
import { payloadOf, testNotification, testPayload } from './notification';
import { notifier } from './notifier';
import { Outbox } from './outbox';
import { Policies } from './policies';
import { Poster } from './post';
import { Recipients } from './recipients';
import { alertingRoutes } from './routes';
import { fixturePolicyBody, parsePolicy, policyBody, serviceBody, webhookBodyOf } from './schema';
import { Webhooks } from './webhooks';

/** State of alerting that the dashboard reads. */
export interface AlertingState {
  readonly policies: Policies;
  readonly webhooks: Webhooks;
  readonly recipients: Recipients;
  readonly outbox: Outbox;
}

export function alerting(world: World) {
  const poster = new Poster(world);
  const { smtp, isReachable } = world.delivery;
  const webhooks = new Webhooks(world, async (accountId, webhook) => {
    if (isReachable(webhook.url)) return poster.post(webhook, testPayload);
    outbox.record(testNotification(world.newId(), world.now(), accountId, webhook));
    return undefined;
  });
  const webhookBody = webhookBodyOf(isReachable);
  const policies = new Policies(world, webhooks);
  const history = new History(world);
  const outbox = new Outbox(world, {
    senders: {
      webhook: async (notification) => {
        const webhook = webhooks.find(notification.account_id, notification.recipient);
        if (webhook === undefined) return 'the webhook destination was deleted';
        return poster.post(webhook, payloadOf(notification));
      },
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
      ...(['delivered', 'recorded'].includes(notification.state)
        ? history.added(notification, policies.find(notification.account_id, notification.policy_id))
        : []),
    ],
  });
  const product: Product = {
    routes: alertingRoutes({ policies, webhooks, webhookBody, history }),
    // All notifications, oldest first.
    controls: listControls('/outbox', {
      list: () => outbox.list(),
      clear: () => outbox.clear(),
    }),
    // Policies come last: they refer to destinations.
    accountKeys: {
      webhooks: itemsKey(webhooks, {
        create: (accountId, body, id) => webhooks.add(accountId, webhookBody.parse(body), id),
        write: (webhook) => webhookBody.write(webhook),
      }),
      pagerduty: itemsKey(policies.services, {
        create: (accountId, body, id = world.newId()) =>
          policies.services.put(accountId, { id, ...serviceBody.parse(body) }),
        write: (service) => serviceBody.write(service),
      }),
      policies: itemsKey(policies, {
        create: (accountId, { deleted_destinations: deleted = [], ...body }, id, path) => {
          const deletedIds = texts.read(deleted, '/deleted_destinations', fixtureRefusals(path));
          return policies.create(accountId, parsePolicy(body, fixturePolicyBody), id, deletedIds);
        },
        write: (policy, accountId) => {
          const deleted = policies.deletedDestinations(accountId, policy);
          return {
            ...policyBody.write(policy),
            ...(deleted.length > 0 && { deleted_destinations: deleted }),
          };
        },
      }),
    },
    begin: () => outbox.resume(),
    close: async () => {
      await outbox.close();
      await poster.close();
    },
  };
  const recipients = new Recipients(policies, webhooks);
  return {
    product,
    prepare: notifier(world, recipients, outbox),
    state: { policies, webhooks, recipients, outbox },
  };
}
