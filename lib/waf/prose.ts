import { compareKeys } from '../ground/compare';
import { listSome } from '../ground/words';

/** How much of a list or a text is shown. */
export interface TextLimits {
  /** The most items of a list; the rest is counted. `Infinity` for all items, and whole texts. @default 10 */
  readonly most?: number;
}

const mostItems = 10;
export const mostIds = 5;
const longestText = 200;

/** `a, b, c`, or the first items and the number of the rest: `a, b and 3 more`. */
export function enumerate(items: readonly string[], most = mostItems, separator = ', '): string {
  return listSome(items, most, separator);
}

/** A text from the API on one line, cut if it is long. */
export function cut(text: string, { most = mostItems }: TextLimits): string {
  const line = text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
  return most === Infinity || line.length <= longestText ? line : `${line.slice(0, longestText)}…`;
}

/** `id ("name")`, or only the id if the name is empty. */
export function named(id: string, name = ''): string {
  return name === '' ? id : `${id} ("${name}")`;
}

/** Sorted, because plan and apply must produce the same text, and the API returns the fields of an object in any order. */
export function byKey<T>(fields: Readonly<Record<string, T>>): [string, T][] {
  return Object.entries(fields).sort(compareKeys);
}
