/** Conditions on one record, as SQL: true where the field has the type of the dataset and the value matches; otherwise false or NULL. */
export interface Values {
  /** The text of a string field, for comparisons: NULL where the field is missing or no string. */
  readonly text: (key: string) => string;
  readonly compareInt: (key: string, comparison: IntComparison) => string;
  readonly isBool: (key: string, expected: boolean) => string;
  /** @param element - its text: of a number the digits */
  readonly hasElement: (key: string, element: string, type: ElementType) => string;
}

export type ElementType = 'array[string]' | 'array[int]';

export type IntComparison =
  | { readonly operator: '=' | '<' | '<=' | '>' | '>='; readonly value: bigint }
  | { readonly operator: 'IN'; readonly values: readonly bigint[] };

/** Differences between the engines, beside how they read JSON. */
export interface Dialect {
  /** A string literal, of well-formed text. */
  readonly text: (value: string) => string;
  /** A quoted identifier, without control characters. */
  readonly name: (identifier: string) => string;
  readonly startsWith: (text: string, expected: string) => string;
  readonly endsWith: (text: string, expected: string) => string;
  readonly contains: (text: string, expected: string) => string;
  readonly hasElement: (list: string, element: string) => string;
  /** Records as JSON, in the column that `record` names. */
  readonly recordValues: (record: string) => Values;
  readonly jsonOf: (record: string, key: string) => string;
  /** The end of `FROM`: files of JSON lines, each line whole in the column `json`. */
  readonly files: (pattern: string) => string;
}

/** Doubles represent every integer below exactly, and round no larger one to it. */
const exactBelow = 2n ** 53n;

/** Whether a comparison can be made with doubles: all of its values are below 2^53. */
export function isExactAsDouble(comparison: IntComparison): boolean {
  const values = comparison.operator === 'IN' ? comparison.values : [comparison.value];
  return values.every((value) => value < exactBelow);
}

export function compare(left: string, comparison: IntComparison): string {
  return comparison.operator === 'IN'
    ? `${left} IN (${comparison.values.join(', ')})`
    : `${left} ${comparison.operator} ${comparison.value}`;
}

/** A comparison with values up to 2^64 - 1. `exact` is NULL beyond the integer type, and `double` is the integer rounded, of any size. */
export function compareExactly(exact: string, double: string, comparison: IntComparison): string {
  const { operator } = comparison;
  const isLess = operator === '<' || operator === '<=';
  if (!isLess && operator !== '>' && operator !== '>=') return compare(exact, comparison);
  // Not `>=`: integers just below 2^64 are rounded to it.
  const beyond = isLess ? `${double} < 0` : `${double} > ${2n ** 64n}`;
  return `(${compare(exact, comparison)} OR ${beyond})`;
}

/** The integer of a text of digits, as `contains` reads it. */
export function readDigits(text: string): bigint | undefined {
  return /^-?\d+$/.test(text) ? BigInt(text) : undefined;
}

export function isDouble(value: bigint): boolean {
  const double = Number(value);
  return Number.isFinite(double) && BigInt(double) === value;
}
