import type { Change, Table } from '../../state/store';
import type { World } from '../../world';
import type { HealthChange, HealthWatcher, Prepared, Pool } from '../pools/health';
import { healthAlert } from './model';
import { legacyPolicyId, type HealthNotification, type Notification } from './notification';
import type { Outbox } from './outbox';
import type { Recipients } from './recipients';

/** Creates the notifications of health changes: one per change, policy and recipient, and the legacy ones. */
export class Notifier implements HealthWatcher {
  /** The id that the start and the end of an incident share. */
  private readonly incidents: Table<string>;

  constructor(
    private readonly world: World,
    private readonly recipients: Recipients,
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
      made.push(...this.notificationsOf(change, draft));
    }
    const notifications = made.map((one) => ({ ...one, id: this.world.newId() }));
    const kept = this.outbox.added(notifications);
    return {
      writes: [...writes, ...kept.writes],
      notifications: kept.notifications,
      send: () => this.outbox.send(kept.notifications),
    };
  }

  private notificationsOf(change: HealthChange, draft: HealthNotification): readonly Notification[] {
    return this.recipients
      .notifiedOf(draft, change.accountId, change.pool)
      .map(({ policy, mechanism, recipient, recipient_name }) => ({
        ...draft,
        policy_id: policy?.id ?? legacyPolicyId,
        policy_name: policy?.name ?? null,
        mechanism,
        recipient,
        recipient_name,
      }));
  }

  private incidentOf({ accountId, pool, origin, healthy }: HealthChange): { id: string; write: Change } {
    const key = JSON.stringify(origin === undefined ? [pool.id] : [pool.id, origin]);
    const id = (healthy ? this.incidents.get(accountId, key) : undefined) ?? this.world.newId();
    const { incidents } = this;
    return { id, write: healthy ? incidents.delete(accountId, key) : incidents.put(accountId, key, id) };
  }

  /** The notification without its recipient. */
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

function detailOf(pool: Pool, origin: string | undefined): string {
  if (origin !== undefined)
    return `Its address is ${pool.origins.find(({ name }) => name === origin)?.address ?? 'unknown'}.`;
  const enabled = pool.origins.filter((one) => one.enabled);
  const passing = enabled.filter(({ name }) => !pool.unhealthy.includes(name));
  return `Of its ${enabled.length} enabled origins ${passing.length} are healthy; it needs ${pool.minimum_origins}.`;
}
