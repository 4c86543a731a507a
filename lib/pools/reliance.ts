import type { CoveredPool, Coverage } from './coverage';
import type { HealthEvent } from './notification';

/** What the clearing of a legacy e-mail relies on other policies for. */
export interface Reliance {
  /** The pool, with the e-mail that is cleared. */
  readonly pool: CoveredPool;
  readonly label: string;
  /** Undefined if the events count, whoever is notified of them. */
  readonly address?: string;
}

/** The reliances that a change of policies takes the ground from. */
export function brokenReliances<R extends Reliance>(
  reliances: readonly R[],
  before: Coverage,
  after: Coverage,
): R[] {
  return reliances.filter(({ pool, address }) => {
    const missing = (coverage: Coverage) => coverage.uncoveredEvents(pool, address);
    const already: readonly HealthEvent[] = missing(before);
    return missing(after).some((event) => !already.includes(event)) || (!isHeard(after) && isHeard(before));
    // An e-mail that reports nothing is cleared where any policy lists the pool.
    function isHeard(coverage: Coverage): boolean {
      return address !== undefined || coverage.eventsOf(pool.id).length > 0;
    }
  });
}
