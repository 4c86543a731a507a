import { isObject } from '../ground/json';
import { own } from '../ground/record';

/** The error for a state that no version of the provider writes, or for code that cannot be translated. Its message is a clause. */
export class UnreadableState extends Error {
  override readonly name = 'UnreadableState';
}

/** An expression of code, which every form accepts as a value. */
export class Expression {
  public constructor(public readonly source: string) {}
}

/** A member of a source that nothing reads. */
export interface Unread<Value = unknown> {
  /** The path of the member: `output_options.batch_prefix`. */
  readonly path: string;
  readonly value: Value;
}

/**
 * An object of a state or of code, and the members that were read: what remains is of no table, or has no equivalent, so that nothing is dropped silently.
 * Terraform takes the text of a number for the number in code, and a block for a list of one; a state has its types exactly.
 */
export class Source<Value = unknown> {
  readonly #object: Readonly<Record<string, Value>>;
  readonly #isCode: boolean;
  readonly #read = new Set<string>();
  readonly #children: Source<Value>[] = [];

  public constructor(
    object: Readonly<Record<string, Value>>,
    { path = '', isCode = false }: { readonly path?: string; readonly isCode?: boolean } = {},
  ) {
    this.#object = object;
    this.path = path;
    this.#isCode = isCode;
  }

  /** The path of the object with a dot: `output_options.`; empty for the outermost one. */
  public readonly path: string;

  public take(name: string): Value | undefined {
    this.#read.add(name);
    return own(this.#object, name);
  }

  /** Takes members that have a value without an effect. */
  public ignore(values: Readonly<Record<string, readonly Value[]>>): void {
    for (const [name, without] of Object.entries(values))
      if (without.some((each) => each === own(this.#object, name))) this.#read.add(name);
  }

  /** Takes the source of a member, if it is an object. */
  public takeObject(
    name: string,
    objectOf: (value: Value | undefined) => Readonly<Record<string, Value>> | undefined,
  ): Source<Value> | undefined {
    const object = objectOf(own(this.#object, name));
    if (object === undefined) return undefined;
    this.#read.add(name);
    return this.inside(object, `${this.path}${name}.`);
  }

  /** Takes the members that nothing has read, without null. */
  public takeUnread(): Readonly<Record<string, Value>> {
    const others = this.#others();
    for (const [name] of others) this.#read.add(name);
    return Object.fromEntries(others);
  }

  /** The source of a part that was taken. */
  public inside(object: Readonly<Record<string, Value>>, path: string): Source<Value> {
    const child = new Source<Value>(object, { path, isCode: this.#isCode });
    this.#children.push(child);
    return child;
  }

  public unread(): Unread<Value>[] {
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

  #others(): [string, Value][] {
    return Object.entries(this.#object).filter(([name, value]) => value !== null && !this.#read.has(name));
  }
}

/** The error for a value of another type, without the value: it may be a secret. */
export function unexpected(at: string, value: unknown, expected: string): UnreadableState {
  const kinds: Readonly<Record<string, string>> = { string: 'a text', number: 'a number', boolean: 'a bool' };
  const found = Array.isArray(value) ? 'a list' : (kinds[typeof value] ?? 'an object');
  return new UnreadableState(`${at} is ${found}, and ${expected} is expected`);
}
