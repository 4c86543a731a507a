/** Narrows replies of the API. Fields with a zero value may be missing and unknown fields are allowed; a wrong type is not. */
import { distinctBy } from '../ground/compare';
import { isObject } from '../ground/json';
import { own } from '../ground/record';
import type { KnownMembers, MemberType, ReadingNotes } from './reading-notes';

/** Makes the error for a reply that is, for instance, `a ruleset without an id`. */
export interface Unreadable {
  (what: string): Error;
  /**
   * Notes what is read. A reader with notes reads on where another one would refuse the reply.
   *
   * @default - none
   */
  readonly notes?: ReadingNotes;
}

/** Reads a value of a reply, or refuses the reply. */
export type Read<T> = (value: unknown, unreadable: Unreadable) => T;

/** Fields of an object and what is expected of them; nothing if undefined. */
export type Expected = Readonly<Record<string, string | number | undefined>>;

/** A field of a reply that contradicts what was expected. */
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

/** Refuses a reply, unless what is read is noted: then the fault is noted, and the caller reads on. */
export function refuse(unreadable: Unreadable, what: string): void {
  if (unreadable.notes === undefined) throw unreadable(what);
  unreadable.notes.refuse(what);
}

/** A list of texts. @param what - a reply with another item */
export function readTexts(list: readonly unknown[], unreadable: Unreadable, what: string): string[] {
  return list.map((item) => {
    if (typeof item === 'string') return item;
    refuse(unreadable, what);
    return '';
  });
}

/** One object of a reply. Absent and null are the same here: the service is free to leave out or to send null. */
export class ObjectReader {
  /** Every field as received, including unknown ones. */
  readonly all: Readonly<Record<string, unknown>>;
  readonly #what: string;
  readonly #unreadable: Unreadable;

  /**
   * @param what - the object with its article, `a ruleset` for instance
   * @param known - what an answer is expected to have besides the members that are read
   */
  constructor(value: unknown, what: string, unreadable: Unreadable, known: KnownMembers = {}) {
    if (!isObject(value)) refuse(unreadable, `an envelope without ${what}`);
    this.all = isObject(value) ? value : {};
    this.#what = what;
    this.#unreadable = unreadable;
    unreadable.notes?.begin(this.all, known);
  }

  text<Absent extends string | null>(name: string, absent: Absent): string | Absent {
    const value = this.any(name, absent === null ? ['text', 'null'] : ['text']) ?? absent;
    if (value !== absent && typeof value !== 'string') return this.#refuse(name, 'a string', absent);
    return typeof value === 'string' ? value : absent;
  }

  /** Several texts. Absent ones become empty. */
  texts<Name extends string>(...names: readonly Name[]): Readonly<Record<Name, string>> {
    return Object.fromEntries(names.map((name) => [name, this.text(name, '')])) as Record<Name, string>;
  }

  number(name: string, absent: number): number {
    const value = this.any(name, ['number']) ?? absent;
    // JSON has no infinity, but 1e999 is read as one.
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    return this.#refuse(name, 'a number', absent);
  }

  boolean(name: string, absent: boolean): boolean {
    const value = this.any(name, ['boolean']) ?? absent;
    return typeof value === 'boolean' ? value : this.#refuse(name, 'a boolean', absent);
  }

  /** Absent becomes empty. */
  list(name: string): unknown[] {
    const value = this.any(name, ['list']) ?? [];
    return Array.isArray(value) ? value : this.#refuse(name, 'an array', []);
  }

  /** The list, each item as its reader reads it. */
  items<T>(name: string, read: Read<T>): T[] {
    return this.list(name).map((item) => read(item, this.#unreadable));
  }

  object(name: string): Record<string, unknown> | undefined {
    const value = this.any(name, ['object', 'null']) ?? undefined;
    if (isObject(value)) return value;
    if (value !== undefined) this.#refuse(name, 'an object', null);
    return undefined;
  }

  /** The object as its reader reads it. Absent becomes empty. */
  part<T>(name: string, read: Read<T>): T {
    return read(this.object(name) ?? {}, this.#unreadable);
  }

  /** A string that has no zero value. */
  identifier(name: string): string {
    const value = this.text(name, '');
    if (value === '' && this.#unreadable.notes === undefined)
      throw this.#unreadable(`${this.#what} without ${name === 'id' ? 'an id' : `a ${name}`}`);
    return value;
  }

  /** A member as it came, whose type the caller checks. */
  any(name: string, types: readonly MemberType[]): unknown {
    this.#unreadable.notes?.read(this.all, name, types);
    return own(this.all, name);
  }

  #refuse<Absent>(name: string, expected: string, absent: Absent): Absent {
    if (this.#unreadable.notes !== undefined) return absent;
    throw this.#unreadable(`${this.#what} whose ${name} is not ${expected}`);
  }
}

/**
 * The reader of an object that keeps all members: as `members` reads them, the others as they come.
 *
 * @param what - the object with its article, `a ruleset` for instance
 * @param known - what an answer is expected to have besides the members that are read
 */
export function readerOf<T extends object>(
  what: string,
  known: KnownMembers | undefined,
  members: (object: ObjectReader, unreadable: Unreadable) => T,
): Read<Readonly<Record<string, unknown>> & T> {
  return (value, unreadable) => {
    const object = new ObjectReader(value, what, unreadable, known);
    return { ...object.all, ...members(object, unreadable) };
  };
}

/**
 * The list of a reply, each object once: of objects with the same id the last one counts. An empty list may come as null. A
 * reply without a list is refused: it would mean that nothing exists.
 */
export function readList<T extends { readonly id: unknown }>(
  value: unknown,
  what: string,
  unreadable: Unreadable,
  read: Read<T>,
): T[] {
  const list: unknown = value === null ? [] : value;
  if (!Array.isArray(list)) throw unreadable(`an envelope without ${what}`);
  return distinctBy(
    list.map((item: unknown) => read(item, unreadable)),
    ({ id }) => id,
  );
}
