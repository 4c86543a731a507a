import type { AlertingState } from '../../products/alerting';
import {
  healthEvents,
  legacyAddresses,
  listsPool,
  type NotifiedRecipient,
} from '../../products/alerting/recipients';
import { type Pool, isHealthy } from '../../products/pools/health';
import type { NotificationChoice } from '../../products/pools/schema';
import type { Account } from '../../world';
import { isHealthPolicy, renderEvent, renderRecipient } from './coverage';

export function readPoolDetail(account: Account, pool: Pool, alerting: AlertingState) {
  const notified = healthEvents.map((event) => ({
    ...renderEvent(event),
    recipients: alerting.recipients.notifiedOf(event, account.id, pool),
  }));
  const policies = alerting.policies
    .list(account.id)
    .filter((policy) => isHealthPolicy(policy) && listsPool(policy, pool.id));
  return {
    accountId: account.id,
    accountName: account.name,
    id: pool.id,
    name: pool.name,
    description: pool.description,
    enabled: pool.enabled,
    minimumOrigins: pool.minimum_origins,
    health: healthOf(pool),
    origins: pool.origins.map(({ name, address, enabled }) => ({
      name,
      address,
      enabled,
      /** Whether health checks pass; of a disabled origin, whether they would. */
      isHealthy: !pool.unhealthy.includes(name),
    })),
    legacy: hasLegacyEmail(pool) ? legacyOf(pool, notified) : undefined,
    /** The policies for health that list the pool, also those that report nothing. */
    policies: policies.map((policy) => ({
      id: policy.id,
      name: policy.name,
      enabled: policy.enabled,
      recipients: alerting.recipients
        .ofPolicy(account.id, policy)
        .map((each) => renderRecipient(each, account.id, alerting)),
    })),
    /** For each of the four events, the ids of the policies and the addresses of the legacy e-mail that report it. */
    events: notified.map(({ source, health, recipients }) => ({
      source,
      health,
      policies: [...new Set(recipients.flatMap(({ policy }) => policy?.id ?? []))],
      legacy: recipients.filter(isLegacy).map(({ recipient }) => recipient),
    })),
  };
}

type HealthEvent = ReturnType<typeof renderEvent>;
type Notified = HealthEvent & { readonly recipients: readonly NotifiedRecipient[] };

function legacyOf(pool: Pool, notified: readonly Notified[]) {
  const addresses = legacyAddresses(pool);
  const filter = pool.notification_filter;
  const losers = addresses.map((address) => ({
    address,
    events: notified.filter(({ recipients }) => loses(address, recipients)).map(bare),
  }));
  return {
    addresses,
    filter: { pool: choiceOf(filter?.pool), origin: choiceOf(filter?.origin) },
    /** Notifications that stop without it: addresses that no policy notifies of the same events, and events without any recipient. */
    loss: {
      recipients: losers.filter(({ events }) => events.length > 0),
      events: notified
        .filter(({ recipients }) => recipients.length > 0 && recipients.every(isLegacy))
        .map(bare),
    },
  };
}

/** Whether the legacy e-mail notifies an address that no policy does. Mail servers do not distinguish case. */
function loses(address: string, recipients: readonly NotifiedRecipient[]): boolean {
  const same = recipients.filter(
    ({ mechanism, recipient }) => mechanism === 'email' && recipient.toLowerCase() === address.toLowerCase(),
  );
  return same.length > 0 && same.every(isLegacy);
}

function isLegacy({ policy }: NotifiedRecipient): boolean {
  return policy === undefined;
}

function bare({ source, health }: HealthEvent): HealthEvent {
  return { source, health };
}

export type LegacyChoice = 'all' | 'healthy' | 'unhealthy' | 'none';

function choiceOf(choice: NotificationChoice | null | undefined): LegacyChoice {
  if (choice?.disable === true) return 'none';
  if (typeof choice?.healthy !== 'boolean') return 'all';
  return choice.healthy ? 'healthy' : 'unhealthy';
}

/** An address that is there, whatever the pool's filter lets it report: the migration ends when it is cleared. */
export function hasLegacyEmail({ notification_email }: Pool): boolean {
  return (notification_email ?? '') !== '';
}

/** Degraded: healthy, with an origin that is not. Disabled pools and origins are not checked. */
export function healthOf(pool: Pool) {
  const checked = pool.origins.filter(({ enabled }) => enabled);
  const healthy = checked.filter(({ name }) => !pool.unhealthy.includes(name));
  const isWhole = healthy.length === checked.length;
  return { status: statusOf(pool, isWhole), healthyOrigins: healthy.length, checkedOrigins: checked.length };
}

function statusOf(pool: Pool, isWhole: boolean): 'healthy' | 'degraded' | 'unhealthy' | 'disabled' {
  if (!pool.enabled) return 'disabled';
  if (!isHealthy(pool)) return 'unhealthy';
  return isWhole ? 'healthy' : 'degraded';
}
