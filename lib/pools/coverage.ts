import { legacyEvents, legacyRecipients, recipientKey, type LegacySetting } from './legacy';
import { healthAlertType, healthEvents, type HealthEvent } from './notification';
import { filterNames, makeParts, mechanismIds, mechanismNames, partsOf, withParts } from './parts';
import { onceFor } from '../ground/remember';

/** The part of a notification policy that decides whether it covers a pool. Source: specification 2.8, public facts 5.2. */
export interface CoveringPolicy {
  readonly enabled: boolean;
  readonly alert_type: string;
  readonly filters: Readonly<Record<string, unknown>>;
  readonly mechanisms: Readonly<Record<string, unknown>>;
}

export interface WorkingDestinations {
  readonly webhooks: ReadonlySet<string>;
  readonly pagerduty: ReadonlySet<string>;
}

/** The delivery times that show whether a webhook works: ISO 8601, null if there was none. */
export interface WebhookRecord {
  readonly last_success: string | null;
  readonly last_failure: string | null;
}

/** The events that a set of policies provably reports, and their recipients. */
export type Coverage = ReturnType<typeof coverageOf>;

/** Equal for equal recipients of any kind: the key of an address, `webhook <id>` or `PagerDuty service <id>`. */
export type RecipientKey = string;

/** Stands for a recipient that the same apply creates. It may be any address; it is none as long as that is not known. */
export const unknownRecipient = '(known after apply)';

export type CoveredPool = LegacySetting & { readonly id: string };

/** A webhook counts as working until a delivery fails, and again after the next one succeeds. */
export function isWorkingWebhook({ last_success: success, last_failure: failure }: WebhookRecord): boolean {
  return failure === null || (success !== null && Date.parse(success) >= Date.parse(failure));
}

/** Judges policies together. Each policy and each pool is read once, however many coverages ask for it. */
export function coverageOf(policies: readonly CoveringPolicy[], destinations: WorkingDestinations) {
  const working = policies
    .filter((policy) => faultOfPolicy(policy, destinations) === undefined)
    .map((policy) => indexOf(policy));
  const reported = (poolId: string, key?: string) => {
    let events = 0;
    for (const each of working) {
      if (events === allEvents) break;
      if (each.pools.has(poolId) && (key === undefined || each.isAnybody || each.recipients.has(key)))
        events |= each.events;
    }
    return events;
  };
  const missing = (pool: CoveredPool, key?: string) => legacyOf(pool).events & ~reported(pool.id, key);
  return {
    eventsOf: (poolId: string) => eventsIn(reported(poolId)),
    /** The events that the legacy e-mail of a pool reports and none of the policies does, or does to an address. */
    uncoveredEvents: (pool: CoveredPool, address?: string) =>
      eventsIn(missing(pool, address === undefined ? undefined : recipientKey(address))),
    /** Whether clearing the legacy e-mail of a pool loses no event. A policy that lists the pool is needed in any case. */
    covers: (pool: CoveredPool) => missing(pool) === 0 && reported(pool.id) !== 0,
    /** The addresses of the legacy e-mail of a pool that the policies do not notify of all events of that e-mail. */
    lostRecipients: (pool: CoveredPool) =>
      legacyOf(pool).recipients.filter((each) => missing(pool, recipientKey(each)) !== 0),
    /** Whether an address is notified of all events of the legacy e-mail of a pool; of any event if it has none. */
    notifies: (address: string, pool: CoveredPool) => {
      const key = recipientKey(address);
      return missing(pool, key) === 0 && reported(pool.id, key) !== 0;
    },
    /** Who is notified of a pool, and of which events: addresses, and destinations that work. */
    recipientsOf: (poolId: string): ReadonlyMap<RecipientKey, readonly HealthEvent[]> => {
      const masks = new Map<RecipientKey, number>();
      for (const each of working)
        if (each.pools.has(poolId))
          for (const key of keysOf(each, destinations)) masks.set(key, (masks.get(key) ?? 0) | each.events);
      return new Map([...masks].map(([key, mask]) => [key, eventsIn(mask)]));
    },
  };
}

export function withoutUnknown<P extends CoveringPolicy>(policy: P): P {
  if (!mechanismNames.some((kind) => mechanismIds(policy, kind).includes(unknownRecipient))) return policy;
  const parts = partsOf(policy);
  const known = makeParts((name) => parts[name].filter((id) => id !== unknownRecipient));
  return { ...policy, ...withParts(policy, known) };
}

export interface UnknownPart {
  readonly name: string;
  readonly value: unknown;
}

/** The filters of a policy that may exclude any event, because their meaning is unknown. */
export function unknownFilters({ filters }: Pick<CoveringPolicy, 'filters'>): UnknownPart[] {
  return unknownParts(filters, filterNames);
}

/** The kinds of recipients of a policy that count as nobody, because they are unknown. */
export function unknownMechanisms({ mechanisms }: Pick<CoveringPolicy, 'mechanisms'>): UnknownPart[] {
  return unknownParts(mechanisms, mechanismNames);
}

function unknownParts(parts: Readonly<Record<string, unknown>>, known: readonly string[]): UnknownPart[] {
  return Object.entries(parts)
    .filter(([name, value]) => !known.includes(name) && !isEmpty(value))
    .map(([name, value]) => ({ name, value }));
}

function* keysOf(
  { recipients, webhooks, pagerduty }: ReturnType<typeof indexOf>,
  working: WorkingDestinations,
): Generator<RecipientKey> {
  yield* recipients;
  for (const id of webhooks) if (working.webhooks.has(id)) yield `webhook ${id}`;
  for (const id of pagerduty) if (working.pagerduty.has(id)) yield `PagerDuty service ${id}`;
}

/** Why a policy covers no pool. A filter with an unknown name may exclude any event, and counts against it. Source: specification 2.8, 6. */
export function faultOfPolicy(policy: CoveringPolicy, destinations: WorkingDestinations): string | undefined {
  const { fault, recipients, webhooks, pagerduty } = indexOf(policy);
  if (fault !== undefined) return fault;
  const isHeard =
    recipients.size > 0 ||
    webhooks.some((id) => id === unknownRecipient || destinations.webhooks.has(id)) ||
    pagerduty.some((id) => id === unknownRecipient || destinations.pagerduty.has(id));
  if (isHeard) return undefined;
  return 'it has no working recipient: an e-mail address, a webhook whose last delivery did not fail, or a PagerDuty service';
}

/** Events and recipients of the legacy e-mail of a pool. Several resources of a plan judge the same pools. */
const legacyOf = onceFor((pool: LegacySetting) => ({
  events: maskOf(legacyEvents(pool)),
  recipients: legacyRecipients(pool),
}));

/** Index of a policy: the sets and bit masks that questions about thousands of pools need. */
const indexOf = onceFor(({ alert_type, enabled, filters, mechanisms }: CoveringPolicy) => {
  const parts = partsOf({ filters, mechanisms });
  const { event_source: sources, new_health: statuses, email, webhooks, pagerduty } = parts;
  return {
    fault: findFault({ alert_type, enabled, filters }),
    pools: new Set(parts.pool_id),
    /** One bit for each of `healthEvents`. */
    events: maskOf(
      healthEvents.filter(({ source, health }) => sources.includes(source) && statuses.includes(health)),
    ),
    recipients: new Set(email.map(recipientKey)),
    /** Whether one of its addresses is not known yet. */
    isAnybody: email.includes(unknownRecipient),
    webhooks,
    pagerduty,
  };
});

function findFault(policy: Omit<CoveringPolicy, 'mechanisms'>): string | undefined {
  const { alert_type: type, enabled, filters } = policy;
  if (type !== healthAlertType) return `it is of alert type ${type}`;
  if (!enabled) return 'it is disabled';
  const unknown = unknownFilters({ filters });
  if (unknown.length === 0) return undefined;
  return `it has unknown filters, which may exclude events (${unknown.map(describePart).join(', ')})`;
}

export function describePart({ name, value }: UnknownPart): string {
  const text = JSON.stringify(value);
  return `${name} ${text.length > 80 ? `${text.slice(0, 80)}…` : text}`;
}

const allEvents = 2 ** healthEvents.length - 1;

function maskOf(events: readonly HealthEvent[]): number {
  return healthEvents.reduce((mask, { source, health }, bit) => {
    const isIn = events.some((each) => each.source === source && each.health === health);
    return isIn ? mask | (1 << bit) : mask;
  }, 0);
}

function eventsIn(mask: number): HealthEvent[] {
  return healthEvents.filter((_, bit) => (mask & (1 << bit)) !== 0);
}

function isEmpty(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}
