import type { Change } from '../../state/store';
import type { World } from '../../world';
import type { HealthChange, Pool, PrepareHealthChanges } from '../pools/health';
import { healthAlert } from './model';
import { legacyPolicyId, type Notification } from './notification';
import type { Outbox } from './outbox';
import type { Recipients } from './recipients';

/** Creates the notifications of health changes: one per change, policy and recipient, and the legacy ones. */
export function notifier(world: World, recipients: Recipients, outbox: Outbox): PrepareHealthChanges {
  /** The id that the start and the end of an incident share. */
  const incidents = world.store.table<string>('alert_incidents');
  const incidentOf = ({ accountId, pool, origin, healthy }: HealthChange): { id: string; write: Change } => {
    const key = JSON.stringify(origin === undefined ? [pool.id] : [pool.id, origin]);
    const id = (healthy ? incidents.get(accountId, key) : undefined) ?? world.newId();
    return { id, write: healthy ? incidents.delete(accountId, key) : incidents.put(accountId, key, id) };
  };
  return (changes) => {
    const prepared = changes.map((change) => {
      const incident = incidentOf(change);
      const draft = draftOf(change, incident.id, world.now().toISOString());
      const notified = recipients.notifiedOf(draft, change.accountId, change.pool);
      const made = notified.map(({ policy, mechanism, recipient, recipient_name }) => ({
        ...draft,
        policy_id: policy?.id ?? legacyPolicyId,
        policy_name: policy?.name ?? null,
        mechanism,
        recipient,
        recipient_name,
      }));
      return { write: incident.write, made };
    });
    const notifications = prepared.flatMap(({ made }) => made.map((one) => ({ ...one, id: world.newId() })));
    const kept = outbox.added(notifications);
    return {
      writes: [...prepared.map(({ write }) => write), ...kept.writes],
      notifications: kept.notifications,
      send: () => outbox.send(kept.notifications),
    };
  };
}

/** The notification without its recipient. */
function draftOf({ accountId, pool, origin, healthy }: HealthChange, incident: string, now: string) {
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
  } satisfies Notification;
}

function detailOf(pool: Pool, origin: string | undefined): string {
  if (origin !== undefined)
    return `Its address is ${pool.origins.find(({ name }) => name === origin)?.address ?? 'unknown'}.`;
  const enabled = pool.origins.filter((one) => one.enabled);
  const passing = enabled.filter(({ name }) => !pool.unhealthy.includes(name));
  return `Of its ${enabled.length} enabled origins ${passing.length} are healthy; it needs ${pool.minimum_origins}.`;
}
