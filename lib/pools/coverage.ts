import { legacyEvents, type LegacySetting } from './legacy';
import { healthAlertType, healthEvents, type HealthEvent } from './notification';

/** What of a notification policy decides whether it covers a pool. Source: specification 2.8, public facts 5.2. */
export interface CoveringPolicy {
  readonly enabled: boolean;
  readonly alert_type: string;
  readonly filters: Readonly<Record<string, unknown>>;
  readonly mechanisms: Readonly<Record<string, unknown>>;
}

/** The destinations of the account that can be told something, by id. */
export interface WorkingDestinations {
  readonly webhooks: ReadonlySet<string>;
  readonly pagerduty: ReadonlySet<string>;
}

/** A webhook as far as it tells whether it works: times are ISO 8601, null when there was none. */
export interface WebhookRecord {
  readonly last_success: string | null;
  readonly last_failure: string | null;
}

/** A webhook is taken to work until a delivery fails, and again as soon as one succeeds. */
export function isWorkingWebhook({ last_success: success, last_failure: failure }: WebhookRecord): boolean {
  return failure === null || (success !== null && Date.parse(success) >= Date.parse(failure));
}

/**
 * Why a policy proves nothing about any pool; undefined when it does. What we do not know of counts against it: a
 * filter with a name of tomorrow may narrow the alert to nothing. Source: specification 2.8, 6.
 */
export function faultOfPolicy(policy: CoveringPolicy, destinations: WorkingDestinations): string | undefined {
  if (policy.alert_type !== healthAlertType) return `it is of alert type ${policy.alert_type}`;
  if (!policy.enabled) return 'it is disabled';
  const strangers = Object.keys(policy.filters).filter(
    (name) => !filterNames.has(name) && !isEmpty(policy.filters[name]),
  );
  if (strangers.length > 0)
    return `it has filters that may narrow it in ways not known here (${strangers.join(', ')})`;
  if (!hasWorkingMechanism(policy, destinations))
    return 'none of its mechanisms works: a recipient by e-mail, a webhook whose last delivery did not fail, or a PagerDuty service';
  return undefined;
}

/** The events of a pool that a policy provably tells somebody of. */
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
 * What the legacy e-mail of a pool tells of and none of the policies does. Empty when the e-mail can be cleared and
 * nobody misses anything. `isListed` says whether any of them tells of the pool at all.
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

/** Whether clearing the legacy e-mail of the pool leaves it watched as it was. */
export function isCovered(
  pool: LegacySetting & { readonly id: string },
  policies: readonly CoveringPolicy[],
  destinations: WorkingDestinations,
): boolean {
  const { events, isListed } = uncoveredEvents(pool, policies, destinations);
  return isListed && events.length === 0;
}

/** The ids of one kind of mechanism. */
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
