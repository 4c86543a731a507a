import { compareKeys } from '../ground/compare';
import type { Coverage, CoveredPool } from './coverage';
import { recipientKey } from './legacy';
import type { HealthEvent } from './notification';

/** A legacy address that would miss events if the e-mail were cleared. */
export interface UnnotifiedRecipient {
  readonly address: string;
  /** The events that the legacy e-mail reports to it, and no policy does. */
  readonly events: readonly HealthEvent[];
}

/** The legacy addresses of a pool that the policies do not notify of all events that the legacy e-mail reports to them. */
export function unnotifiedRecipients(pool: CoveredPool, coverage: Coverage): UnnotifiedRecipient[] {
  return coverage
    .lostRecipients(pool)
    .map((address) => ({ address, events: coverage.uncoveredEvents(pool, address) }));
}

interface Notified {
  readonly recipients: readonly string[];
}

export type RecipientSet<Pool extends Notified> = ReturnType<typeof groupByRecipients<Pool>>[number];

/** The distinct sets of recipients, in the order of their keys. The set without addresses is one of them. */
export function groupByRecipients<Pool extends Notified>(pools: readonly Pool[]) {
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
  return [...sets].sort(compareKeys).map(([key, set]) => ({
    /** Equal for equal sets, whatever the order and the spelling of their addresses. */
    key,
    /** Sorted, each in one spelling, independent of the order of the pools. */
    addresses: [...set.addresses].sort(compareKeys).map(([, address]) => address),
    pools: set.pools,
  }));
}
