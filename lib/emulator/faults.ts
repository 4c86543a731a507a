/** A failure on order: what it hits, how often, and what the caller gets to see. */
export interface FaultOrder {
  readonly match: { readonly method?: string; readonly path?: string };
  /** Matching calls that pass first. */
  readonly skip: number;
  /** Calls that are hit before the order is used up. */
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

/** The failures on order. The first order that matches a call and is not used up decides. */
export class Faults {
  private orders: { order: FaultOrder; seen: number }[] = [];

  add(order: FaultOrder): void {
    this.orders.push({ order, seen: 0 });
  }

  clear(): void {
    this.orders = [];
  }

  list(): readonly object[] {
    return this.orders.map(({ order, seen }) => ({ ...order, hits: Math.max(0, seen - order.skip) }));
  }

  /** Counts the call, and tells what shall happen to it. `path` is the path below /client/v4. */
  next(method: string, path: string): FaultOrder | undefined {
    for (const entry of this.orders) {
      const { order } = entry;
      if (!matches(order, method, path) || entry.seen >= order.skip + order.times) continue;
      entry.seen += 1;
      if (entry.seen > order.skip) return order;
    }
    return undefined;
  }
}

function matches({ match }: FaultOrder, method: string, path: string): boolean {
  if (match.method !== undefined && match.method.toUpperCase() !== method) return false;
  if (match.path === undefined) return true;
  const pattern = match.path.startsWith(root) ? match.path.slice(root.length) : match.path;
  return pattern.includes('*') ? glob(pattern).test(path) : path.startsWith(pattern);
}

const root = '/client/v4';

/** `*` stands for anything within one segment, `**` also for slashes; a glob has to match the whole path. */
function glob(pattern: string): RegExp {
  const source = pattern
    .split(/(\*\*|\*)/)
    .map((part) =>
      part === '**' ? '.*' : part === '*' ? '[^/]*' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'),
    )
    .join('');
  return new RegExp(`^${source}$`);
}
