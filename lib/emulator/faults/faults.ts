import type { FaultOrder } from './order';
import { matchesPath } from './path-pattern';
import type { Setting, Store } from '../state/store';

export interface FaultState extends FaultOrder {
  readonly id: string;
  readonly hits: number;
}

/** The faults to inject. The first one that matches a call and is not used up applies. */
export class Faults {
  private readonly entries: Setting<readonly Entry[]>;

  constructor(
    store: Store,
    private readonly newId: () => string,
  ) {
    this.entries = store.setting<readonly Entry[]>('faults', []);
  }

  add(order: FaultOrder): void {
    this.entries.set([...this.entries.get(), { id: this.newId(), order, seen: 0, hits: 0 }]);
  }

  remove(id: string): boolean {
    const entries = this.entries.get();
    const others = entries.filter((entry) => entry.id !== id);
    this.entries.set(others);
    return others.length < entries.length;
  }

  clear(): void {
    this.entries.set([]);
  }

  list(): readonly FaultState[] {
    return this.entries.get().map(({ id, order, hits }) => ({ id, ...order, hits }));
  }

  /** Counts the call and returns the fault that applies to it. `path` is the path below /client/v4. */
  next(method: string, path: string): FaultOrder | undefined {
    const entries = this.entries.get();
    let hit: FaultOrder | undefined;
    const counted = entries.map((entry) => {
      const { order, seen, hits } = entry;
      if (hit !== undefined || hits >= order.times || !matches(order, method, path)) return entry;
      const isHit = seen >= order.skip && chance(order.seed ?? 0, seen) < (order.probability ?? 1);
      if (isHit) hit = order;
      return { ...entry, seen: seen + 1, hits: hits + Number(isHit) };
    });
    if (counted.some((entry, index) => entry !== entries[index])) this.entries.set(counted);
    return hit;
  }
}

interface Entry {
  readonly id: string;
  readonly order: FaultOrder;
  /** Matching calls so far, while the fault was not used up. */
  readonly seen: number;
  readonly hits: number;
}

function matches({ match }: FaultOrder, method: string, path: string): boolean {
  const { method: wanted = method } = match;
  if (![wanted].flat().some((each) => each.toUpperCase() === method)) return false;
  return match.path === undefined || matchesPath(match.path, path);
}

/**
 * A number from 0 up to, not including, 1 that depends on nothing but the seed and the index: the same seed gives the
 * same sequence in every run, and no state needs to be kept (mulberry32, whose state is a counter).
 */
export function chance(seed: number, index: number): number {
  let mixed = (seed + Math.imul(index + 1, 0x6d2b79f5)) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}
