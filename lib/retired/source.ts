import { isObject, type JsonObject } from '../ground/json';
import { own } from '../ground/record';

/** The error for a state that no version of the provider writes, or for code that cannot be translated. Its message is a clause. */
export class UnreadableState extends Error {
  override readonly name = 'UnreadableState';
}

/** An expression of code, which every form accepts as a value. */
export class Expression {
  public constructor(public readonly source: string) {}
}

/** A member of a source that no form reads. */
export interface Unread {
  /** The path of the member: `output_options.batch_prefix`. */
  readonly path: string;
  readonly value: unknown;
}

/**
 * An object of a state or of code, and the members that forms have read: what remains is of no table, so that nothing is dropped silently.
 * Terraform takes the text of a number for the number in code, and a block for a list of one; a state has its types exactly.
 */
export class Source {
  readonly #object: JsonObject;
  readonly #isCode: boolean;
  readonly #read = new Set<string>();
  readonly #children: Source[] = [];

  public constructor(
    object: JsonObject,
    { path = '', isCode = false }: { readonly path?: string; readonly isCode?: boolean } = {},
  ) {
    this.#object = object;
    this.path = path;
    this.#isCode = isCode;
  }

  /** The path of the object with a dot: `output_options.`; empty for the outermost one. */
  public readonly path: string;

  public take(name: string): unknown {
    this.#read.add(name);
    return own(this.#object, name);
  }

  /** Takes the members that nothing has read, without null. */
  public takeUnread(): JsonObject {
    const others = this.#others();
    for (const [name] of others) this.#read.add(name);
    return Object.fromEntries(others);
  }

  /** The source of a part that was taken. */
  public inside(object: JsonObject, path: string): Source {
    const child = new Source(object, { path, isCode: this.#isCode });
    this.#children.push(child);
    return child;
  }

  public unread(): Unread[] {
    return [
      ...this.#others().map(([name, value]) => ({ path: this.path + name, value })),
      ...this.#children.flatMap((child) => child.unread()),
    ];
  }

  /** A scalar of another type than the expected one: code may have it, as Terraform converts its type. A state may not. */
  public scalar(value: unknown, at: string, expected: string): unknown {
    if (this.#isCode && (typeof value !== 'object' || value === null)) return value;
    throw unexpected(at, value, expected);
  }

  public list(value: unknown, at: string): readonly unknown[] {
    if (Array.isArray(value)) return value;
    if (this.#isCode && isObject(value)) return [value];
    throw unexpected(at, value, 'a list');
  }

  #others(): [string, unknown][] {
    return Object.entries(this.#object).filter(([name, value]) => value !== null && !this.#read.has(name));
  }
}

/** The error for a value of another type, without the value: it may be a secret. */
export function unexpected(at: string, value: unknown, expected: string): UnreadableState {
  const kinds: Readonly<Record<string, string>> = { string: 'a text', number: 'a number', boolean: 'a bool' };
  const found = Array.isArray(value) ? 'a list' : (kinds[typeof value] ?? 'an object');
  return new UnreadableState(`${at} is ${found}, and ${expected} is expected`);
}
