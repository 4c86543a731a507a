const mostNamed = 5;

/** How much of a list or an expression a text has. */
export interface TextLimits {
  /**
   * The most items of a list; the rest is counted. `Infinity` for all items, and whole expressions.
   *
   * @default 10
   */
  readonly most?: number;
}

const mostItems = 10;
const longestExpression = 200;

/** `a, b, c`, or the first five and the number of the rest: `a, b, c, d, e and 3 more`. */
export function enumerate(names: readonly string[]): string {
  return enumerateItems(names, mostNamed);
}

/** `a, b, c`, or the first items and the number of the rest: `a, b and 3 more`. */
export function enumerateItems(items: readonly string[], most = mostItems, separator = ', '): string {
  const shown = items.slice(0, most).join(separator);
  return items.length > most ? `${shown} and ${items.length - most} more` : shown;
}

/** The expression on one line, cut if it is long. */
export function cut(expression: string, { most = mostItems }: TextLimits): string {
  const line = expression.replace(/\s+/gu, ' ');
  return most === Infinity || line.length <= longestExpression
    ? line
    : `${line.slice(0, longestExpression)}…`;
}

/** `1 rule`, `2 rules`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** `id ("name")`, or only the id if the name is empty. */
export function named(id: string, name = ''): string {
  return name === '' ? id : `${id} ("${name}")`;
}

/** Sorted, because plan and apply must produce the same text, and the API returns the fields of an object in any order. */
export function byKey<T>(fields: Readonly<Record<string, T>>): [string, T][] {
  return Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
}
