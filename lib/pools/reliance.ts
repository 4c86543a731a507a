import type { CoveredPool, Coverage } from './coverage';

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
    const already = before.uncoveredEvents(pool, address);
    if (after.uncoveredEvents(pool, address).some((event) => !already.includes(event))) return true;
    // An e-mail that reports nothing is cleared where any policy lists the pool.
    const isHeard = ({ eventsOf }: Coverage) => eventsOf(pool.id).length > 0;
    return address === undefined && isHeard(before) && !isHeard(after);
  });
}
