/** The facts about a pool that decide how its legacy e-mail is cleared. Pools are ordered as in the API: by name, ascending. */
export interface ClearingCandidate {
  readonly id: string;
  /** Whether the pool has a legacy e-mail. */
  readonly isLegacy: boolean;
  /** Whether it may be cleared. For a pool without one: whether an e-mail that is added in the meantime may be cleared. */
  readonly mayClear: boolean;
}

/** One step: a single pool, or operation 6 on a page of pools, none of which has an e-mail that must stay. */
export type ClearingStep =
  | { readonly kind: 'pool'; readonly id: string }
  | {
      readonly kind: 'page';
      readonly offset: number;
      readonly limit: number;
      /** Whether the page must be read just before, because a pool in it could lose an e-mail that must stay. */
      readonly isGuarded: boolean;
      readonly ids: readonly string[];
    };

/**
 * Plans the fewest calls that clear the e-mails that may be cleared, and no others. Operation 6 clears a page of pools in
 * the order of their names with one call (specification 4.2, rule 5).
 *
 * A page is guarded, that is read just before, if any pool of the account keeps its e-mail, or if a pool in the page must
 * not lose an e-mail that is added in the meantime. A guarded page costs two calls, so it pays off from three e-mails on.
 *
 * @param pools - in the order of the API
 * @param longest - maximum number of pools per call
 */
export function planClearing(pools: readonly ClearingCandidate[], longest: number): ClearingStep[] {
  const marks = pools.flatMap((pool, at) => (pool.isLegacy ? [{ ...pool, at }] : []));
  const keepsSome = marks.some(({ mayClear }) => !mayClear);
  const isGuarded = (from: number, end: number) => {
    const [first, last] = [marks[from]?.at ?? 0, marks[end - 1]?.at ?? 0];
    return keepsSome || pools.slice(first, last + 1).some(({ mayClear }) => !mayClear);
  };
  /** The cheapest path from each legacy pool on: its cost, and the legacy pool after its first step. */
  const ways: { cost: number; next: number }[] = [];
  ways[marks.length] = { cost: 0, next: marks.length };
  for (let from = marks.length - 1; from >= 0; from -= 1) {
    const alone = { cost: costFrom(from + 1) + (marks[from]?.mayClear === true ? 1 : 0), next: from + 1 };
    // The rest costs no more from a later pool on, so only the longest page of each cost is a candidate.
    const ends = [endOfPage(from, true), endOfPage(from, false)].filter((end) => end > from + 1);
    const together = ends.map((end) => ({ cost: costFrom(end) + (isGuarded(from, end) ? 2 : 1), next: end }));
    ways[from] = together.reduce((best, way) => (way.cost < best.cost ? way : best), alone);
  }
  const steps: ClearingStep[] = [];
  for (let from = 0; from < marks.length; from = ways[from]?.next ?? marks.length) {
    const end = ways[from]?.next ?? marks.length;
    const page = marks.slice(from, end);
    const [first, last] = [page[0], page.at(-1)];
    if (first === undefined || last === undefined || !first.mayClear) continue;
    if (page.length === 1) steps.push({ kind: 'pool', id: first.id });
    else
      steps.push({
        kind: 'page',
        offset: first.at,
        limit: last.at - first.at + 1,
        isGuarded: isGuarded(from, end),
        ids: page.map(({ id }) => id),
      });
  }
  return steps;

  function costFrom(mark: number): number {
    return ways[mark]?.cost ?? Infinity;
  }

  /** The first legacy pool after the longest page whose legacy pools, or with `everyPool` all pools, may be cleared. */
  function endOfPage(from: number, everyPool: boolean): number {
    const start = marks[from]?.at ?? 0;
    let [end, seen] = [from, start];
    for (; end < marks.length && marks[end]?.mayClear === true; end += 1) {
      const at = marks[end]?.at ?? 0;
      if (at >= start + longest) break;
      if (everyPool && pools.slice(seen, at).some(({ mayClear }) => !mayClear)) break;
      seen = at;
    }
    return end;
  }
}

/** Number of calls of the steps, including the reads of guarded pages. */
export function countCalls(steps: readonly ClearingStep[]): number {
  return steps.reduce((sum, step) => sum + (step.kind === 'page' && step.isGuarded ? 2 : 1), 0);
}

/** Compares code units, as the API orders names of letters, digits, "-" and "_" (public fact, section 4.1). */
export function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : Number(a.name > b.name);
}
