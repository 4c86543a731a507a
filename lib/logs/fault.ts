/** Where a fault lies inside the checked value: keys and indexes, e.g. `['where', 'and', 2, 'operator']`. */
export type FaultPath = readonly (string | number)[];

/** A place in a checked text. */
export interface Position {
  /** From 0, in UTF-16 code units: what `text.slice` counts in. */
  readonly offset: number;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 code units. */
  readonly column: number;
}

/** One thing that is wrong with a value. The functions of this room report all of them, not only the first. */
export interface Fault {
  /** Stable name of the rule that is broken, e.g. `filter.unknown_field`. */
  readonly code: string;
  /** What is wrong, the value, what is allowed, the cure. Never a secret. */
  readonly message: string;
  readonly path: FaultPath;
  /** Only where the value was checked as a text. */
  readonly position?: Position;
}
