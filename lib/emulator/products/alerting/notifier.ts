import { splitAddresses } from '../../mail-address';
import type { Change, Table } from '../../state/store';
import type { World } from '../../world';
import type { HealthChange, HealthWatcher, Prepared } from '../pools/health';
import type { Pool } from '../pools/model';
import { healthAlert, recipientsOf } from './model';
import type { Policy } from './model';
import { legacyPolicyId } from './notification';
import type { HealthNotification, MechanismType, Notification } from './notification';
import type { Outbox } from './outbox';
import type { Policies } from './policies';
import type { Webhooks } from './webhooks';

/** Creates the notifications of health changes: one per change, policy and recipient, and the legacy ones. */
export class Notifier implements HealthWatcher {
  /** The id that the start and the end of an incident share. */
  private readonly incidents: Table<string>;

  constructor(
    private readonly world: World,
    private readonly policies: Policies,
    private readonly webhooks: Webhooks,
    private readonly outbox: Outbox,
  ) {
    this.incidents = world.store.table<string>('alert_incidents');
  }

  prepare(changes: readonly HealthChange[]): Prepared {
    const writes: Change[] = [];
    const made: Notification[] = [];
    for (const change of changes) {
      const incident = this.incidentOf(change);
      writes.push(incident.write);
      const draft = this.draftOf(change, incident.id);
      made.push(...this.forPolicies(change, draft), ...forPool(change, draft));
    }
    const notifications = made.map((one) => ({ ...one, id: this.world.newId() }));
    const kept = this.outbox.added(notifications);
    return {
      writes: [...writes, ...kept.writes],
      notifications: kept.notifications,
      send: () => {
        this.outbox.send(kept.notifications);
      },
    };
  }

  private forPolicies(change: HealthChange, draft: HealthNotification): readonly Notification[] {
    return this.policies
      .list(change.accountId)
      .filter((policy) => matchesPolicy(policy, draft))
      .flatMap((policy) =>
        mechanismTypes.flatMap(([kind, mechanism]) =>
          recipientsOf(policy.mechanisms, kind).map((recipient) => ({
            ...draft,
            policy_id: policy.id,
            policy_name: policy.name,
            mechanism,
            recipient,
            recipient_name: this.nameOf(change.accountId, mechanism, recipient),
          })),
        ),
      );
  }

  private nameOf(accountId: string, mechanism: MechanismType, id: string): string | null {
    if (mechanism === 'webhook') return this.webhooks.find(accountId, id)?.name ?? null;
    return mechanism === 'pagerduty' ? (this.policies.getPagerDuty(accountId, id)?.name ?? null) : null;
  }

  private incidentOf({ accountId, pool, origin, healthy }: HealthChange): { id: string; write: Change } {
    const key = JSON.stringify(origin === undefined ? [pool.id] : [pool.id, origin]);
    const id = (healthy ? this.incidents.get(accountId, key) : undefined) ?? this.world.newId();
    const { incidents } = this;
    return { id, write: healthy ? incidents.delete(accountId, key) : incidents.put(accountId, key, id) };
  }

  /** What is the same for all recipients. */
  private draftOf({ accountId, pool, origin, healthy }: HealthChange, incident: string): HealthNotification {
    const now = this.world.now().toISOString();
    const health = healthy ? 'Healthy' : 'Unhealthy';
    const subject = origin === undefined ? `pool ${pool.name}` : `origin ${origin} of pool ${pool.name}`;
    return {
      id: '',
      account_id: accountId,
      policy_id: legacyPolicyId,
      policy_name: null,
      alert_type: healthAlert,
      mechanism: 'email',
      recipient: '',
      recipient_name: null,
      pool_id: pool.id,
      pool_name: pool.name,
      event_source: origin === undefined ? 'pool' : 'origin',
      origin_name: origin ?? null,
      new_health: health,
      subject: `[${health}] ${subject}`,
      text: `At ${now} the ${subject} became ${health}. ${detailOf(pool, origin)}`,
      alert_correlation_id: incident,
      alert_event: healthy ? 'ALERT_STATE_EVENT_END' : 'ALERT_STATE_EVENT_START',
      created_at: now,
      state: 'pending',
      attempts: 0,
      last_error: null,
    };
  }
}

/** Keys of a policy's mechanisms, and their names in the history. */
const mechanismTypes: readonly (readonly [string, MechanismType])[] = [
  ['email', 'email'],
  ['webhooks', 'webhook'],
  ['pagerduty', 'pagerduty'],
];

function matchesPolicy({ enabled, alert_type, filters }: Policy, draft: HealthNotification): boolean {
  const lists = (key: 'pool_id' | 'new_health' | 'event_source') =>
    filters?.[key]?.includes(draft[key]) === true;
  return (
    enabled && alert_type === healthAlert && lists('pool_id') && lists('new_health') && lists('event_source')
  );
}

/** The legacy mechanism: the pool's own addresses, subject to its own filter. */
function forPool({ pool, healthy }: HealthChange, draft: HealthNotification): readonly Notification[] {
  const filter = pool.notification_filter?.[draft.event_source];
  if (filter?.disable === true) return [];
  if (typeof filter?.healthy === 'boolean' && filter.healthy !== healthy) return [];
  return [...new Set(splitAddresses(pool.notification_email ?? ''))]
    .filter((address) => address !== '')
    .map((recipient) => ({ ...draft, recipient }));
}

function detailOf(pool: Pool, origin: string | undefined): string {
  if (origin !== undefined)
    return `Its address is ${pool.origins.find(({ name }) => name === origin)?.address ?? 'unknown'}.`;
  const enabled = pool.origins.filter((one) => one.enabled);
  const passing = enabled.filter(({ name }) => !pool.unhealthy.includes(name));
  return `Of its ${enabled.length} enabled origins ${passing.length} are healthy; it needs ${pool.minimum_origins}.`;
}
