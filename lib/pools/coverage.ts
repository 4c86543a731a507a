import { legacyEvents, type LegacySetting } from './legacy';
import { healthAlertType, healthEvents, type HealthEvent } from './notification';

/** The part of a notification policy that decides whether it covers a pool. Source: specification 2.8, public facts 5.2. */
export interface CoveringPolicy {
  readonly enabled: boolean;
  readonly alert_type: string;
  readonly filters: Readonly<Record<string, unknown>>;
  readonly mechanisms: Readonly<Record<string, unknown>>;
}

/** The working destinations of the account, by id. */
export interface WorkingDestinations {
  readonly webhooks: ReadonlySet<string>;
  readonly pagerduty: ReadonlySet<string>;
}

/** The delivery times that show whether a webhook works: ISO 8601, null if there was none. */
export interface WebhookRecord {
  readonly last_success: string | null;
  readonly last_failure: string | null;
}

/** A webhook counts as working until a delivery fails, and again after the next one succeeds. */
export function isWorkingWebhook({ last_success: success, last_failure: failure }: WebhookRecord): boolean {
  return failure === null || (success !== null && Date.parse(success) >= Date.parse(failure));
}

/**
 * Why a policy covers no pool; undefined if it can cover pools. A filter with an unknown name counts against it, because
 * it may exclude any event. Source: specification 2.8, 6.
 */
export function faultOfPolicy(policy: CoveringPolicy, destinations: WorkingDestinations): string | undefined {
  if (policy.alert_type !== healthAlertType) return `it is of alert type ${policy.alert_type}`;
  if (!policy.enabled) return 'it is disabled';
  const unknownFilters = Object.keys(policy.filters).filter(
    (name) => !filterNames.has(name) && !isEmpty(policy.filters[name]),
  );
  if (unknownFilters.length > 0)
    return `it has unknown filters, which may exclude events (${unknownFilters.join(', ')})`;
  if (!hasWorkingMechanism(policy, destinations))
    return 'it has no working recipient: an e-mail address, a webhook whose last delivery did not fail, or a PagerDuty service';
  return undefined;
}

/** The events of a pool that a policy provably reports to a recipient. */
export function coveredEvents(
  poolId: string,
  policy: CoveringPolicy,
  destinations: WorkingDestinations,
): HealthEvent[] {
  const { filters } = policy;
  if (faultOfPolicy(policy, destinations) !== undefined || !listOf(filters.pool_id).includes(poolId))
    return [];
  const [sources, statuses] = [listOf(filters.event_source), listOf(filters.new_health)];
  return healthEvents.filter(({ source, health }) => sources.includes(source) && statuses.includes(health));
}

/**
 * The events that the legacy e-mail of a pool reports and none of the policies does. If empty, clearing the e-mail loses no
 * notification. `isListed` is whether any policy reports events of the pool.
 */
export function uncoveredEvents(
  pool: LegacySetting & { readonly id: string },
  policies: readonly CoveringPolicy[],
  destinations: WorkingDestinations,
): { readonly events: readonly HealthEvent[]; readonly isListed: boolean } {
  const covered = policies.flatMap((policy) => coveredEvents(pool.id, policy, destinations));
  const isCovered = (event: HealthEvent) =>
    covered.some(({ source, health }) => source === event.source && health === event.health);
  return {
    events: legacyEvents(pool).filter((event) => !isCovered(event)),
    isListed: covered.length > 0,
  };
}

/** Whether the policies report all events that the legacy e-mail of the pool reports. */
export function isCovered(
  pool: LegacySetting & { readonly id: string },
  policies: readonly CoveringPolicy[],
  destinations: WorkingDestinations,
): boolean {
  const { events, isListed } = uncoveredEvents(pool, policies, destinations);
  return isListed && events.length === 0;
}

/** The ids of the mechanisms of one kind. */
export function mechanismIds(policy: Pick<CoveringPolicy, 'mechanisms'>, kind: string): string[] {
  const entries = policy.mechanisms[kind];
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry: unknown) =>
    typeof entry === 'object' && entry !== null && 'id' in entry && typeof entry.id === 'string'
      ? [entry.id]
      : [],
  );
}

const filterNames: ReadonlySet<string> = new Set(['pool_id', 'new_health', 'event_source']);

function hasWorkingMechanism(policy: CoveringPolicy, { webhooks, pagerduty }: WorkingDestinations): boolean {
  return (
    mechanismIds(policy, 'email').length > 0 ||
    mechanismIds(policy, 'webhooks').some((id) => webhooks.has(id)) ||
    mechanismIds(policy, 'pagerduty').some((id) => pagerduty.has(id))
  );
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isEmpty(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}
