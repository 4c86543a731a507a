import type { Paged } from './paged';

/** `GET /requests?search=&page=&show=&until=`: `until` leaves out calls that are newer than the one with this id. */
export interface RequestsView {
  /** The newest call first. */
  readonly calls: Paged<RequestRow>;
  /** The id of the newest call, 0 without one. */
  readonly newestId: number;
  readonly budget: RequestBudget;
  readonly faults: readonly FaultRow[];
}

/** Which calls a list has; everything else means all of them. */
export type RequestFilter = 'all' | 'failed' | 'writes';

export interface RequestRow {
  readonly id: number;
  readonly method: string;
  readonly path: string;
  /** With placeholders instead of secrets. */
  readonly query: string;
  /** On the clock of the emulator. */
  readonly startedAt: string;
  readonly durationMs: number | null;
  readonly status: number | null;
  /** The status with its reason phrase, `No reply` or `In flight`. */
  readonly outcome: string;
  readonly isFailed: boolean;
  /** A kind of fault. */
  readonly fault: string | null;
  readonly isOverLimit: boolean;
}

/** `GET /requests/<id>`. */
export interface RequestDetails extends RequestRow {
  /** What the reply says about its failure. */
  readonly errors: readonly string[];
  readonly body: RequestBody;
}

export type RequestBody =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'text';
      readonly contentType: string | null;
      /** As sent, except for secrets: each is a placeholder like `<secret>`. */
      readonly text: string;
      /** The names of what was replaced. */
      readonly replaced: readonly string[];
    }
  | { readonly kind: 'withheld'; readonly reason: string };

export interface RequestBudget {
  /** Calls in 5 minutes; null without a limit. */
  readonly limit: number | null;
  readonly used: number;
  readonly remaining: number | null;
  readonly isRefusing: boolean;
  readonly resetsInMs: number | null;
}

export interface FaultRow {
  readonly id: string;
  readonly kind: string;
  /** Empty for all methods. */
  readonly methods: readonly string[];
  readonly path: string | null;
  readonly skip: number;
  /** Null for as many as match. */
  readonly times: number | null;
  readonly probability: number | null;
  readonly after: boolean;
  readonly status: number | null;
  readonly ms: number | null;
  readonly hits: number;
}
