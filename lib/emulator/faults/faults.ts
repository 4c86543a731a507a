import { matchesPath } from './path-pattern';
import type { Store, Table } from '../state/store';

/** A fault to inject: the calls it affects, how many of them, and the effect. */
export interface FaultOrder {
  readonly match: { readonly method?: string; readonly path?: string };
  /** Matching calls that succeed first. */
  readonly skip: number;
  /** Calls that fail before the fault is used up. */
  readonly times: number;
  readonly kind: FaultKind;
  readonly status?: number;
  readonly code?: number;
  readonly message?: string;
  readonly ms?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export const faultKinds = ['status', 'not_json', 'lost_reply', 'lost_request', 'delay', 'hang'] as const;
export type FaultKind = (typeof faultKinds)[number];

/** The faults to inject. The first one that matches a call and is not used up applies. */
export class Faults {
  private readonly table: Table<readonly Entry[]>;

  constructor(private readonly store: Store) {
    this.table = store.table('faults');
  }

  add(order: FaultOrder): void {
    this.keep([...this.entries, { order, seen: 0 }]);
  }

  clear(): void {
    this.keep([]);
  }

  list(): readonly object[] {
    return this.entries.map(({ order, seen }) => ({ ...order, hits: Math.max(0, seen - order.skip) }));
  }

  /** Counts the call and returns the fault that applies to it. `path` is the path below /client/v4. */
  next(method: string, path: string): FaultOrder | undefined {
    const { entries } = this;
    let hit: FaultOrder | undefined;
    const counted = entries.map((entry) => {
      const { order, seen } = entry;
      if (hit !== undefined || !matches(order, method, path) || seen >= order.skip + order.times)
        return entry;
      if (seen >= order.skip) hit = order;
      return { order, seen: seen + 1 };
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
  readonly order: FaultOrder;
  readonly seen: number;
}

function matches({ match }: FaultOrder, method: string, path: string): boolean {
  if (match.method !== undefined && match.method.toUpperCase() !== method) return false;
  return match.path === undefined || matchesPath(match.path, path);
}
