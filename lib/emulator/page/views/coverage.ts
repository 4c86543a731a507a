import type { AlertingState } from '../../products/alerting';
import { healthAlert } from '../../products/alerting/model';
import type { Policy } from '../../products/alerting/policies';
import type { Webhook } from '../../products/alerting/webhooks';
import { healthEvents, reportsEvent } from '../../products/alerting/recipients';
import type { HealthEvent as AlertEvent, NotifiedRecipient } from '../../products/alerting/recipients';

/** Events that a policy reports of its pools, and their recipients. */
export interface Coverage {
  readonly policy: Policy;
  /** None without a recipient. */
  readonly events: readonly AlertEvent[];
  readonly recipients: readonly NotifiedRecipient[];
}

export function coverageOf(policy: Policy, accountId: string, { recipients }: AlertingState): Coverage {
  const listed = recipients.ofPolicy(accountId, policy);
  const events = healthEvents.filter((event) => listed.length > 0 && reportsEvent(policy, event));
  return { policy, events, recipients: listed };
}

/** The policies of an account that report something, by the id of each pool that they list: each filter is read once. */
export function coveragesByPool(
  accountId: string,
  alerting: AlertingState,
): ReadonlyMap<string, readonly Coverage[]> {
  const byPool = new Map<string, Coverage[]>();
  for (const policy of alerting.policies.list(accountId)) {
    const coverage = coverageOf(policy, accountId, alerting);
    if (coverage.events.length === 0) continue;
    for (const poolId of new Set(policy.filters?.pool_id)) {
      const present = byPool.get(poolId);
      if (present === undefined) byPool.set(poolId, [coverage]);
      else present.push(coverage);
    }
  }
  return byPool;
}

export function isHealthPolicy({ alert_type }: Policy): boolean {
  return alert_type === healthAlert;
}

export function renderEvent({ event_source, new_health }: AlertEvent) {
  return { source: event_source, health: new_health };
}

/** Somebody, or something, that receives notifications. */
export interface Recipient extends Pick<NotifiedRecipient, 'mechanism'> {
  /** The address of an e-mail, otherwise the name of the destination, or the id of one that was deleted. */
  readonly name: string;
  /** Why notifications do not arrive, as far as the emulator has seen. */
  readonly fault?: 'deleted' | 'last delivery failed';
}

/** Destinations by name: a URL can contain credentials. */
export function renderRecipient(
  { mechanism, recipient, recipient_name }: NotifiedRecipient,
  accountId: string,
  { webhooks }: AlertingState,
): Recipient {
  if (mechanism === 'email') return { mechanism, name: recipient };
  if (recipient_name === null) return { mechanism, name: recipient, fault: 'deleted' };
  const webhook = mechanism === 'webhook' ? webhooks.find(accountId, recipient) : undefined;
  const fault = hasFailed(webhook) ? { fault: 'last delivery failed' as const } : {};
  return { mechanism, name: recipient_name, ...fault };
}

function hasFailed(webhook: Webhook | undefined): boolean {
  const { last_failure: failure = null, last_success: success = null } = webhook ?? {};
  return failure !== null && (success === null || success < failure);
}
