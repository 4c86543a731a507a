import { compare } from '../ground/compare';

/** The facts about a pool that decide how its legacy e-mail is cleared. Pools are ordered as in the API: by name, ascending. */
export interface ClearingCandidate {
  readonly id: string;
  /** Whether the pool has a legacy e-mail, and it may be cleared. */
  readonly mayClear: boolean;
}

/** One step: a single pool, or operation 6 on a page of consecutive pools that all have an e-mail to be cleared. */
export type ClearingStep =
  | { readonly kind: 'pool'; readonly ids: readonly [string] }
  | { readonly kind: 'page'; readonly ids: readonly string[]; readonly offset: number };

export type ClearingBatch = readonly ClearingStep[];

/** The most pools that are cleared, and could lose notifications unnoticed, before policies are read again: at most 2 % more calls. */
export const longestBatch = 50;

/**
 * The most e-mails that are cleared pool by pool. No single call can clear the wrong pool. Operation 6 can: it clears whatever
 * is in the page by then, and the address of a pool that was created since the page was read is known to nobody. So it is
 * left to amounts that would use up all of the 1,200 calls that the service allows in 5 minutes: each pool is read just before.
 */
export const mostSingleCalls = 600;

/** Fewer pools are cleared one by one with few more calls. */
const shortestPage = 3;

/** Plans the calls for exactly the e-mails that may be cleared (specification 4.2, rule 5). `already`: the number that the same apply has cleared. */
export function planClearing(pools: readonly ClearingCandidate[], already = 0): ClearingBatch[] {
  const usesPages = already + pools.filter(({ mayClear }) => mayClear).length > mostSingleCalls;
  const runs = runsOf(pools).flatMap(({ offset, ids }) =>
    chunksOf(ids).map((part, index) => ({ offset: offset + index * longestBatch, ids: part })),
  );
  const steps = runs.flatMap(({ offset, ids }): ClearingStep[] =>
    usesPages && ids.length >= shortestPage
      ? [{ kind: 'page', offset, ids }]
      : ids.map((id) => ({ kind: 'pool', ids: [id] })),
  );
  return batchesOf(steps);
}

/** Number of calls of the steps: each pool or page is read just before it is cleared. */
export function countCalls(batches: readonly ClearingBatch[]): number {
  return batches.flat().length * 2;
}

/** Compares code units, as the API orders names of letters, digits, "-" and "_" (public fact, section 4.1). */
export function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return compare(a.name, b.name);
}

function runsOf(pools: readonly ClearingCandidate[]): { offset: number; ids: string[] }[] {
  const runs: { offset: number; ids: string[] }[] = [];
  pools.forEach(({ id, mayClear }, place) => {
    const last = runs.at(-1);
    if (!mayClear) return;
    if (last !== undefined && last.offset + last.ids.length === place) last.ids.push(id);
    else runs.push({ offset: place, ids: [id] });
  });
  return runs;
}

function chunksOf(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / longestBatch);
  return Array.from({ length: count }, (_, index) =>
    ids.slice(index * longestBatch, (index + 1) * longestBatch),
  );
}

function batchesOf(steps: readonly ClearingStep[]): ClearingBatch[] {
  const batches: ClearingStep[][] = [];
  let free = 0;
  for (const step of steps) {
    if (step.ids.length > free) {
      batches.push([]);
      free = longestBatch;
    }
    batches.at(-1)?.push(step);
    free -= step.ids.length;
  }
  return batches;
}
