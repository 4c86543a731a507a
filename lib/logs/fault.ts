/** The path of a fault inside the checked value: keys and indexes, e.g. `['where', 'and', 2, 'operator']`. */
export type FaultPath = readonly (string | number)[];

/** A position in a checked text. */
export interface Position {
  /** From 0, in UTF-16 code units: what `text.slice` counts in. */
  readonly offset: number;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 code units. */
  readonly column: number;
}

/** One error in a value. Functions report all faults, not only the first. */
export interface Fault {
  /** Stable name of the rule that is broken, e.g. `filter.unknown_field`. */
  readonly code: string;
  /** What is wrong, the value, what is allowed, the fix. Never a secret. */
  readonly message: string;
  readonly path: FaultPath;
  /** Only where the value was checked as a text. */
  readonly position?: Position;
}
