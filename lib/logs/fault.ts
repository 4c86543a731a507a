import type { FaultCode } from './fault-codes';

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

/**
 * The kind of a fault whose value may be right. `unknown`: the value is not in the lists of this version, and the service may have
 * added it since. `retired`: the service keeps the value for existing objects, and has a successor for new ones. `constant`: the
 * service accepts the value, but it passes everything or nothing. `without_effect`: the service accepts the value and ignores it.
 */
export type FaultKind = 'unknown' | 'retired' | 'constant' | 'without_effect';

/** One fault of a value. Functions report all faults, not only the first. */
export interface Fault {
  /** Stable name of the rule that is broken, e.g. `filter.unknown_field`. */
  readonly code: FaultCode;
  /** Says what is wrong, the value, what is allowed and the fix. Never a secret. */
  readonly message: string;
  readonly path: FaultPath;
  /** Only where the value was checked as a text. */
  readonly position?: Position;
  /** Undefined: the value is known to be wrong. */
  readonly kind?: FaultKind;
  /** Whether the service can say if the value exists: {@link Dataset} of its own answer. */
  readonly isAnswered?: boolean;
}

/** Whether a value is known to be wrong: an error. All other faults are warnings. */
export function isWrong({ kind }: Fault): boolean {
  return kind === undefined;
}

/** The message with the position in the text, if the fault has one that the message does not say. */
export function placedMessage({ message, position }: Fault): string {
  const place = position === undefined ? '' : ` (line ${position.line}, column ${position.column})`;
  return message.includes(place) ? message : `${message}${place}`;
}
