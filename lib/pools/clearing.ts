/** A pool in the service's order, by ascending name, as far as the clearing of legacy e-mails is concerned. */
export interface ClearingCandidate {
  readonly id: string;
  /** Whether it carries a legacy e-mail. */
  readonly isLegacy: boolean;
  /** Whether that may be cleared; of a pool that carries none, whether one that comes meanwhile may. */
  readonly mayClear: boolean;
}

/** One step: a pool by itself, or operation 6 on consecutive pools, none of which has an e-mail that must stay. */
export type ClearingStep =
  | { readonly kind: 'pool'; readonly id: string }
  | {
      readonly kind: 'page';
      readonly offset: number;
      readonly limit: number;
      /** Whether the page has to be looked at just before, since a pool in it could lose an e-mail that must stay. */
      readonly isGuarded: boolean;
      readonly ids: readonly string[];
    };

/**
 * The fewest calls that clear what may be cleared and nothing else. Operation 6 clears any stretch of pools in the
 * order of their names at once (specification 4.2, rule 5). Where somewhere a pool keeps its e-mail, or where one in the
 * stretch must not lose an e-mail that comes meanwhile, the stretch is looked at just before, so that it costs two calls,
 * and pays from three e-mails on.
 *
 * @param pools - in the service's order
 * @param longest - how many pools one call may cover
 */
export function planClearing(pools: readonly ClearingCandidate[], longest: number): ClearingStep[] {
  const marks = pools.flatMap((pool, at) => (pool.isLegacy ? [{ ...pool, at }] : []));
  const keepsSome = marks.some(({ mayClear }) => !mayClear);
  const isGuarded = (from: number, end: number) => {
    const [first, last] = [marks[from]?.at ?? 0, marks[end - 1]?.at ?? 0];
    return keepsSome || pools.slice(first, last + 1).some(({ mayClear }) => !mayClear);
  };
  /** The cheapest way from each mark on: what it costs, and the mark that comes after its first step. */
  const ways: { cost: number; next: number }[] = [];
  ways[marks.length] = { cost: 0, next: marks.length };
  for (let from = marks.length - 1; from >= 0; from -= 1) {
    const alone = { cost: costFrom(from + 1) + (marks[from]?.mayClear === true ? 1 : 0), next: from + 1 };
    // What is behind costs no more from a later mark on, so of each price only the longest stretch counts.
    const ends = [endOfStretch(from, true), endOfStretch(from, false)].filter((end) => end > from + 1);
    const together = ends.map((end) => ({ cost: costFrom(end) + (isGuarded(from, end) ? 2 : 1), next: end }));
    ways[from] = together.reduce((best, way) => (way.cost < best.cost ? way : best), alone);
  }
  const steps: ClearingStep[] = [];
  for (let from = 0; from < marks.length; from = ways[from]?.next ?? marks.length) {
    const end = ways[from]?.next ?? marks.length;
    const stretch = marks.slice(from, end);
    const [first, last] = [stretch[0], stretch.at(-1)];
    if (first === undefined || last === undefined || !first.mayClear) continue;
    if (stretch.length === 1) steps.push({ kind: 'pool', id: first.id });
    else
      steps.push({
        kind: 'page',
        offset: first.at,
        limit: last.at - first.at + 1,
        isGuarded: isGuarded(from, end),
        ids: stretch.map(({ id }) => id),
      });
  }
  return steps;

  function costFrom(mark: number): number {
    return ways[mark]?.cost ?? Infinity;
  }

  /** The first mark behind the longest stretch from here: marks in it may all be cleared, or even all pools. */
  function endOfStretch(from: number, evenAll: boolean): number {
    const start = marks[from]?.at ?? 0;
    let [end, seen] = [from, start];
    for (; end < marks.length && marks[end]?.mayClear === true; end += 1) {
      const at = marks[end]?.at ?? 0;
      if (at >= start + longest) break;
      if (evenAll && pools.slice(seen, at).some(({ mayClear }) => !mayClear)) break;
      seen = at;
    }
    return end;
  }
}

/** How many calls the steps take, looks included. */
export function countCalls(steps: readonly ClearingStep[]): number {
  return steps.reduce((sum, step) => sum + (step.kind === 'page' && step.isGuarded ? 2 : 1), 0);
}

/** By code units, as the service orders names of letters, digits, "-" and "_" (public fact, section 4.1). */
export function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : Number(a.name > b.name);
}
