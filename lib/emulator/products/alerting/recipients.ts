import { own } from '../../../ground/record';
import { splitAddresses } from '../../mail-address';
import type { Pool } from '../pools/health';
import { healthAlert, healthFilters } from './model';
import type { Policy, Policies } from './policies';
import type { MechanismType } from './notification';
import type { Webhooks } from './webhooks';

/** A kind of health change, as policies and the pool's own filter select them. */
export interface HealthEvent {
  readonly event_source: 'pool' | 'origin';
  readonly new_health: 'Healthy' | 'Unhealthy';
}

export const healthEvents: readonly HealthEvent[] = healthFilters.event_source.flatMap((event_source) =>
  healthFilters.new_health.map((new_health) => ({ event_source, new_health })),
);

export interface NotifiedRecipient {
  /** Undefined for the legacy mechanism. */
  readonly policy: Policy | undefined;
  readonly mechanism: MechanismType;
  /** An address for an e-mail, otherwise the id of a destination. */
  readonly recipient: string;
  /** The name of the destination; null for an e-mail, and for a destination that was deleted. */
  readonly recipient_name: string | null;
}

/** Decides who is notified of a health change. Each recipient of each policy receives one notification. */
export class Recipients {
  constructor(
    private readonly policies: Policies,
    private readonly webhooks: Webhooks,
  ) {}

  notifiedOf(event: HealthEvent, accountId: string, pool: Pool): readonly NotifiedRecipient[] {
    return [
      ...this.policies
        .list(accountId)
        .filter((policy) => listsPool(policy, pool.id) && reportsEvent(policy, event))
        .flatMap((policy) => this.ofPolicy(accountId, policy)),
      ...legacyRecipients(pool, event),
    ];
  }

  ofPolicy(accountId: string, policy: Policy): readonly NotifiedRecipient[] {
    const destinations = { email: undefined, webhook: this.webhooks, pagerduty: this.policies.services };
    return mechanismTypes.flatMap(([kind, mechanism]) => {
      const ids = new Set(own(policy.mechanisms, kind)?.map(({ id }) => id));
      return [...ids].map((recipient) => ({
        policy,
        mechanism,
        recipient,
        recipient_name: destinations[mechanism]?.find(accountId, recipient)?.name ?? null,
      }));
    });
  }
}

/** Whether a policy selects a pool, whatever it reports of it. */
export function listsPool({ filters }: Policy, poolId: string): boolean {
  return filters?.pool_id?.includes(poolId) === true;
}

/** Whether a policy reports an event of the pools that it lists. */
export function reportsEvent({ enabled, alert_type, filters }: Policy, event: HealthEvent): boolean {
  const lists = (key: 'new_health' | 'event_source') => filters?.[key]?.includes(event[key]) === true;
  return enabled && alert_type === healthAlert && lists('new_health') && lists('event_source');
}

/** The legacy mechanism: the pool's own addresses, subject to its own filter. */
export function legacyRecipients(pool: Pool, event: HealthEvent): readonly NotifiedRecipient[] {
  const filter = pool.notification_filter?.[event.event_source];
  if (filter?.disable === true) return [];
  const selected = filter?.healthy;
  if (typeof selected === 'boolean' && selected !== (event.new_health === 'Healthy')) return [];
  return legacyAddresses(pool);
}

/** The addresses of a pool's legacy setting, each once. */
export function legacyAddresses({ notification_email }: Pool): readonly NotifiedRecipient[] {
  return [...new Set(splitAddresses(notification_email ?? ''))]
    .filter((address) => address !== '')
    .map((recipient) => ({ policy: undefined, mechanism: 'email', recipient, recipient_name: null }));
}

/** Keys of a policy's mechanisms, and their names in the history. */
const mechanismTypes: readonly (readonly [string, MechanismType])[] = [
  ['email', 'email'],
  ['webhooks', 'webhook'],
  ['pagerduty', 'pagerduty'],
];
