import { coveredEvents, mechanismIds, type CoveringPolicy, type WorkingDestinations } from './coverage';
import { legacyEvents, legacyRecipients, recipientKey, type LegacySetting } from './legacy';
import type { HealthEvent } from './notification';

/** A legacy address that would miss events if the e-mail were cleared. */
export interface UnnotifiedRecipient {
  readonly address: string;
  /** The events that the legacy e-mail reports to it, and no policy does. */
  readonly events: readonly HealthEvent[];
}

/** The legacy addresses of a pool that the policies do not notify of all events that the legacy e-mail reports to them. */
export function unnotifiedRecipients(
  pool: LegacySetting & { readonly id: string },
  policies: readonly CoveringPolicy[],
  destinations: WorkingDestinations,
): UnnotifiedRecipient[] {
  const reports = policies
    .map((policy) => ({
      events: coveredEvents(pool.id, policy, destinations),
      keys: new Set(mechanismIds(policy, 'email').map(recipientKey)),
    }))
    .filter(({ events }) => events.length > 0);
  const isReported = (key: string, event: HealthEvent) =>
    reports.some(
      ({ events, keys }) =>
        keys.has(key) &&
        events.some(({ source, health }) => source === event.source && health === event.health),
    );
  const expected = legacyEvents(pool);
  return legacyRecipients(pool)
    .map((address) => {
      const key = recipientKey(address);
      return { address, events: expected.filter((event) => !isReported(key, event)) };
    })
    .filter(({ events }) => events.length > 0);
}

/** Pools that have the same recipients. */
export interface RecipientSet<Pool> {
  /** Equal for equal sets, whatever the order and the spelling of their addresses. */
  readonly key: string;
  /** In one order and, where pools spell one differently, in one spelling, whatever the order of the pools. */
  readonly addresses: readonly string[];
  readonly pools: readonly Pool[];
}

/** The distinct sets of recipients, in the order of their keys. The set without addresses is one of them. */
export function groupByRecipients<Pool extends { readonly recipients: readonly string[] }>(
  pools: readonly Pool[],
): RecipientSet<Pool>[] {
  const sets = new Map<string, { readonly addresses: Map<string, string>; readonly pools: Pool[] }>();
  for (const pool of pools) {
    const addresses = new Map<string, string>();
    for (const address of [...pool.recipients].sort()) {
      const key = recipientKey(address);
      if (!addresses.has(key)) addresses.set(key, address);
    }
    const key = JSON.stringify([...addresses.keys()].sort());
    const set = sets.get(key) ?? { addresses, pools: [] };
    for (const [each, address] of addresses)
      if (address < (set.addresses.get(each) ?? '')) set.addresses.set(each, address);
    set.pools.push(pool);
    sets.set(key, set);
  }
  return [...sets]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, set]) => ({
      key,
      addresses: [...set.addresses].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, address]) => address),
      pools: set.pools,
    }));
}
