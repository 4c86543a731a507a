/** Narrows replies of the API. Fields with a zero value may be missing and unknown fields are allowed; a wrong type is not. */

/** Makes the error for a reply that is, for instance, `a ruleset without an id`. */
export type Unreadable = (what: string) => Error;

export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** One object of a reply. Absent and null are the same here: the service is free to leave out or to send null. */
export class ObjectReader {
  /** Every field as received, including unknown ones. */
  readonly all: Readonly<Record<string, unknown>>;
  readonly #what: string;
  readonly #unreadable: Unreadable;

  /** @param what - the object with its article, `a ruleset` for instance. */
  constructor(value: unknown, what: string, unreadable: Unreadable) {
    if (!isJsonObject(value)) {
      throw unreadable(`an envelope without ${what}`);
    }
    this.all = value;
    this.#what = what;
    this.#unreadable = unreadable;
  }

  text<Absent extends string | null>(name: string, absent: Absent): string | Absent {
    const value = this.all[name] ?? absent;
    if (value !== absent && typeof value !== 'string') {
      throw this.#wrong(name, 'a string');
    }
    return typeof value === 'string' ? value : absent;
  }

  number(name: string, absent: number): number {
    const value = this.all[name] ?? absent;
    if (typeof value !== 'number') {
      throw this.#wrong(name, 'a number');
    }
    return value;
  }

  boolean(name: string, absent: boolean): boolean {
    const value = this.all[name] ?? absent;
    if (typeof value !== 'boolean') {
      throw this.#wrong(name, 'a boolean');
    }
    return value;
  }

  /** Absent becomes empty. */
  list(name: string): unknown[] {
    const value = this.all[name] ?? [];
    if (!Array.isArray(value)) {
      throw this.#wrong(name, 'an array');
    }
    return value;
  }

  object(name: string): Record<string, unknown> | undefined {
    const value = this.all[name] ?? undefined;
    if (value !== undefined && !isJsonObject(value)) {
      throw this.#wrong(name, 'an object');
    }
    return value;
  }

  /** A string that has no zero value. */
  identifier(name: string): string {
    const value = this.text(name, '');
    if (value === '') {
      throw this.#unreadable(`${this.#what} without ${name === 'id' ? 'an id' : `a ${name}`}`);
    }
    return value;
  }

  #wrong(name: string, expected: string): Error {
    return this.#unreadable(`${this.#what} whose ${name} is not ${expected}`);
  }
}

/** The list of a reply. An empty list may come as null. */
export function readList<T>(
  value: unknown,
  what: string,
  unreadable: Unreadable,
  read: (item: unknown) => T,
): T[] {
  const list: unknown = value ?? [];
  if (!Array.isArray(list)) {
    throw unreadable(`an envelope without ${what}`);
  }
  return list.map((item: unknown) => read(item));
}
