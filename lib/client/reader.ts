/** Checks that a reply is about the object of the request, and reads lists. Tables of `object.ts` read each object. */
import { distinctBy } from '../ground/compare';
import { isObject } from '../ground/json';
import { own } from '../ground/record';

/** Makes the error for a reply that is, for instance, `a ruleset without an id`. */
export type Unreadable = (what: string) => Error;

export type Reader<T> = (value: unknown, unreadable: Unreadable) => T;

/** Fields of an object and what is expected of them; nothing if undefined. */
export type Expected = Readonly<Record<string, string | number | undefined>>;

export interface Contradiction {
  readonly field: string;
  readonly expected: string;
  readonly received: string;
}

/**
 * The first field of a result, or of an object in its list, that differs from what was expected. Fields that are missing
 * or of a wrong type contradict nothing: whether they may be missing is for the reader of the object.
 */
export function findContradiction(result: unknown, expected: Expected): Contradiction | undefined {
  const objects: unknown[] = Array.isArray(result) ? result : [result];
  for (const [field, value] of Object.entries(expected)) {
    const received = objects
      .filter(isObject)
      .map((object) => own(object, field))
      .filter((each) => typeof each === 'string' || typeof each === 'number')
      .find((each) => contradicts(each, value));
    if (received !== undefined) return { field, expected: String(value), received: String(received) };
  }
  return undefined;
}

function contradicts(received: string | number, expected: string | number | undefined): boolean {
  if (typeof expected === 'number') {
    const isId = /^0*[1-9]\d*$/.test(String(received)) && Number.isSafeInteger(Number(received));
    return isId && Number(received) !== expected;
  }
  if (expected === undefined || typeof received !== 'string' || received === '') return false;
  return received !== expected && undashed(received) !== undashed(expected);
}

/** The service takes and returns UUIDs with and without dashes (public fact). */
function undashed(id: string): string {
  return /^[\da-f-]{32,36}$/i.test(id) ? id.replaceAll('-', '').toLowerCase() : id;
}

/**
 * The list of a reply, each object once: of objects with the same id the last one counts. An empty list may come as null. A
 * reply without a list is refused: it would mean that nothing exists.
 */
export function readList<T extends { readonly id: unknown }>(
  value: unknown,
  what: string,
  unreadable: Unreadable,
  read: Reader<T>,
): T[] {
  const list: unknown = value === null ? [] : value;
  if (!Array.isArray(list)) throw unreadable(`an envelope without ${what}`);
  return distinctBy(
    list.map((item: unknown) => read(item, unreadable)),
    ({ id }) => id,
  );
}
