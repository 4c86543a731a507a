import { chance } from './chance';
import { matchesPath } from './path-pattern';
import type { Store, Table } from '../state/store';

/** A fault to inject: the calls it affects, how many of them, and the effect. */
export interface FaultOrder {
  readonly match: { readonly method?: string | readonly string[]; readonly path?: string };
  /** Matching calls that the fault leaves alone first. */
  readonly skip: number;
  /** Calls that fail before the fault is used up. */
  readonly times: number;
  /** With a probability below 1 only some of the matching calls fail; which ones depends on the seed alone. */
  readonly probability?: number;
  readonly seed?: number;
  /** The call takes effect first. Only for the kinds of `kindsWithAfter`. */
  readonly after?: boolean;
  readonly kind: FaultKind;
  readonly status?: number;
  readonly code?: number;
  readonly message?: string;
  readonly ms?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** For the kind `result`. */
  readonly result?: unknown;
}

/** A fault, and how many calls it has hit. */
export interface FaultState extends FaultOrder {
  readonly id: string;
  readonly hits: number;
}

export const faultKinds = [
  'status',
  'not_json',
  'lost_reply',
  'lost_request',
  'cut_body',
  'result',
  'delay',
  'hang',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** Kinds that can precede or follow the effect of the call; every other kind determines that itself. */
export const kindsWithAfter: readonly FaultKind[] = ['status', 'not_json', 'delay'];

/** The faults to inject. The first one that matches a call and is not used up applies. */
export class Faults {
  private readonly table: Table<readonly Entry[]>;

  constructor(
    private readonly store: Store,
    private readonly newId: () => string,
  ) {
    this.table = store.table('faults');
  }

  add(order: FaultOrder): void {
    this.keep([...this.entries, { id: this.newId(), order, seen: 0, hits: 0 }]);
  }

  /** Returns whether there was such a fault. */
  remove(id: string): boolean {
    const { entries } = this;
    const others = entries.filter((entry) => entry.id !== id);
    this.keep(others);
    return others.length < entries.length;
  }

  clear(): void {
    this.keep([]);
  }

  list(): readonly FaultState[] {
    return this.entries.map(({ id, order, hits }) => ({ id, ...order, hits }));
  }

  /** Counts the call and returns the fault that applies to it. `path` is the path below /client/v4. */
  next(method: string, path: string): FaultOrder | undefined {
    const { entries } = this;
    let hit: FaultOrder | undefined;
    const counted = entries.map((entry) => {
      const { order, seen, hits } = entry;
      if (hit !== undefined || hits >= order.times || !matches(order, method, path)) return entry;
      const isHit = seen >= order.skip && chance(order.seed ?? 0, seen) < (order.probability ?? 1);
      if (isHit) hit = order;
      return { ...entry, seen: seen + 1, hits: hits + Number(isHit) };
    });
    if (counted.some((entry, index) => entry !== entries[index])) this.keep(counted);
    return hit;
  }

  private get entries(): readonly Entry[] {
    return this.table.get('', 'all') ?? [];
  }

  private keep(entries: readonly Entry[]): void {
    this.store.commit([this.table.put('', 'all', entries)]);
  }
}

interface Entry {
  readonly id: string;
  readonly order: FaultOrder;
  /** Matching calls so far, while the fault was not used up. */
  readonly seen: number;
  /** How many of them failed. */
  readonly hits: number;
}

function matches({ match }: FaultOrder, method: string, path: string): boolean {
  const { method: wanted = method } = match;
  if (![wanted].flat().some((each) => each.toUpperCase() === method)) return false;
  return match.path === undefined || matchesPath(match.path, path);
}
