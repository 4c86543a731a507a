/**
 * Objects of the API. A table says of each member what it is, what stands for one that is absent, and what may be sent. From it follow
 * the type, the reader, what a write keeps of the members that this version does not know, what is secret, and what an answer has that this version does not know.
 *
 * Of members that are read, absent and null are the same: the service is free to leave out or to send null. A wrong type is refused. All
 * other members are kept as they come.
 */
import { isObject } from '../ground/json';
import { mapRecord, own, setOwn } from '../ground/record';
import type { Reader, Unreadable } from './reader';

export type JsonType = 'text' | 'number' | 'boolean' | 'list' | 'object' | 'null';

type Json = Readonly<Record<string, unknown>>;

export function typeOf(value: unknown): JsonType {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'string') return 'text';
  return typeof value === 'number' || typeof value === 'boolean' ? (typeof value as JsonType) : 'object';
}

/** The reply that has an object: for messages. */
interface Reply {
  /** The object with its article: `a ruleset`. */
  readonly what: string;
  readonly unreadable: Unreadable;
}

interface Traits<T> {
  readonly types: readonly JsonType[];
  readonly access?: 'read-only' | 'write-only' | 'fixed';
  /** Whether it is described and not read. */
  readonly isAsIs?: boolean;
  readonly words?: readonly string[];
  /** The table of the object, or of the objects of the list. */
  readonly object?: ApiObject<Members>;
  readonly secretsIn?: (value: string) => readonly string[];
  readonly absent: (name: string, reply: Reply, value: unknown) => T;
  readonly present: (value: unknown, name: string, reply: Reply) => T;
}

declare const rule: unique symbol;

/** A member of a request that goes with a new object only (`fixed`), or always with it (`required`). */
export interface SendRule<T, Rule extends 'fixed' | 'required'> {
  readonly [rule]: readonly [T, Rule];
}

/** A member of an object, `T` as it is read. `Sent` is what a request may have; `never` is none, as `T` is of one that is not read. */
export class Member<out T, out Sent = T> {
  /** Exists in the type alone. */
  declare readonly sent: Sent;

  constructor(readonly traits: Traits<T>) {}

  read(value: unknown, name: string, reply: Reply): T {
    const { absent, present } = this.traits;
    return (value ?? null) === null ? absent(name, reply, value) : present(value, name, reply);
  }

  /** Reads an absent member as null, as the service sends it. */
  orNull(): Member<T | null, Sent | null> {
    return this.#with({ absent: () => null, types: [...this.traits.types, 'null'] });
  }

  /**
   * Leaves an absent member out of the object.
   *
   * @param ofNull - the value that null is read as
   */
  orAbsent(ofNull?: T): Member<T | undefined, Sent> {
    return this.#with({
      absent: (_name, _reply, value) => (value === null ? ofNull : undefined),
    });
  }

  /** Lists the words that this version knows for the member. Others are read too. */
  words(...words: readonly string[]): Member<T, Sent> {
    return this.#with({ words });
  }

  /** Allows a change to null, which restores the default. */
  removable(): Member<T, Sent | null> {
    return this.#with({});
  }

  /** Marks a member that the service sets. */
  readOnly(): Member<T, never> {
    return this.#with({ access: 'read-only' });
  }

  /** Marks a member that cannot change after the create. */
  fixed(): Member<T, SendRule<Sent, 'fixed'>> {
    return this.#with({ access: 'fixed' });
  }

  /** Marks a member that every request has which makes or replaces an object. */
  required(): Member<T, SendRule<Sent, 'required'>> {
    return this.#with({});
  }

  /** Marks a member that the service never returns. */
  writeOnly(): Member<never, Sent> {
    return this.#with({ access: 'write-only' });
  }

  /** Marks what `secretsIn` finds in the sent text as secret: no error shows it. */
  secret(secretsIn: (value: string) => readonly string[] = (value) => [value]): Member<T, Sent> {
    return this.#with({ secretsIn });
  }

  /** Lists the members that this version knows of an object whose members are kept as they come. */
  withKnownMembers(object: ApiObject<Members>): Member<T, Sent> {
    return this.#with({ object });
  }

  /** Keeps the member of an answer as it comes. An object or a choice may be null. */
  asIs(): Member<never, never> {
    const { types, words } = this.traits;
    const isScalar = words === undefined && types.every((type) => type !== 'object' && type !== 'list');
    return this.#with({ isAsIs: true, types: isScalar ? types : [...types, 'null'] });
  }

  #with<T2, Sent2>(traits: Partial<Traits<T2>>): Member<T2, Sent2> {
    return new Member({ ...(this.traits as unknown as Traits<T2>), ...traits });
  }
}

export type Members = Readonly<Record<string, Member<unknown, unknown>>>;

type ReadOf<M> = {
  readonly [K in keyof M]: M[K] extends Member<infer T, unknown> ? Exclude<T, undefined> : never;
};
type SentOf<S> = S extends SendRule<infer T, 'fixed' | 'required'> ? SentOf<T> : S;
type WrittenOf<M> = { readonly [K in keyof M]: M[K] extends Member<unknown, infer S> ? SentOf<S> : never };

type ReadNames<M> = {
  [K in keyof M]: M[K] extends Member<infer T, unknown> ? ([T] extends [never] ? never : K) : never;
}[keyof M];
/** The names of read members that an object may lack. */
type AbsentNames<M> = {
  [K in ReadNames<M>]: M[K] extends Member<infer T, unknown> ? (undefined extends T ? K : never) : never;
}[ReadNames<M>];
type SentNames<M> = {
  [K in keyof M]: M[K] extends Member<unknown, infer S> ? ([S] extends [never] ? never : K) : never;
}[keyof M];
type NamesWith<M, Rule extends 'fixed' | 'required'> = {
  [K in SentNames<M>]: M[K] extends Member<unknown, infer S>
    ? HasRule<S, Rule> extends true
      ? K
      : never
    : never;
}[SentNames<M>];
type HasRule<S, Rule> = [S] extends [SendRule<infer T, infer R>]
  ? R extends Rule
    ? true
    : HasRule<T, Rule>
  : false;

type ReadFrom<M> = ReadOf<Pick<M, Exclude<ReadNames<M>, AbsentNames<M>>>> &
  Partial<ReadOf<Pick<M, AbsentNames<M>>>>;
type WrittenTo<M> = WrittenOf<Pick<M, NamesWith<M, 'required'>>> &
  Partial<WrittenOf<Pick<M, Exclude<SentNames<M>, NamesWith<M, 'required'>>>>>;
type MembersOf<O> = O extends ApiObject<infer M> ? M : never;

/** An object as it is read. Unknown members are kept. */
export type ObjectOf<O> = ReadFrom<MembersOf<O>> & Json;

/** The request that makes or replaces an object. */
export type InputOf<O> = WrittenTo<MembersOf<O>> & Json;

/** The request that changes an object: keys that are omitted stay as they are. */
export type ChangesOf<O> = Partial<
  WrittenOf<Pick<MembersOf<O>, Exclude<SentNames<MembersOf<O>>, NamesWith<MembersOf<O>, 'fixed'>>>>
> &
  Json;

/** The other members of an object: their names are data, or (`kept`) they depend on something else. */
type More = Member<unknown, unknown> | 'kept';

export class ApiObject<M extends Members> {
  readonly #read: readonly (readonly [name: string, member: Member<unknown, unknown>])[];

  /** @param what - the object with its article: `a ruleset` */
  constructor(
    readonly what: string,
    readonly members: M,
    readonly more?: More,
  ) {
    this.#read = Object.entries(members).filter(
      ([, { traits }]) => traits.isAsIs !== true && traits.access !== 'write-only',
    );
  }

  readonly read: Reader<ReadFrom<M> & Json> = (value, unreadable) => {
    const { what } = this;
    if (!isObject(value)) throw unreadable(`an envelope without ${what}`);
    const reply = { what, unreadable };
    // To add members to a spread of what `JSON.parse` has made takes ten times as long.
    const object = mapRecord(value, (each) => each);
    for (const [name, each] of this.#membersOf(value)) {
      const received = own(value, name);
      const read = each.read(received, name, reply);
      if (read === received) continue;
      if (read !== undefined) setOwn(object, name, read);
      else Reflect.deleteProperty(object, name);
    }
    return object as ReadFrom<M> & Json;
  };

  #membersOf(value: Json): readonly (readonly [name: string, member: Member<unknown, unknown>])[] {
    const { more, members } = this;
    if (!(more instanceof Member) || more.traits.isAsIs === true) return this.#read;
    const others = Object.keys(value).filter((name) => !Object.hasOwn(members, name));
    return [...this.#read, ...others.map((name) => [name, more] as const)];
  }

  /** The members of an object that a request may have, as it has them. */
  writable(object: object): Json {
    return Object.fromEntries(
      Object.entries(object).filter(([name]) => {
        const { access, isAsIs = false } = own(this.members, name)?.traits ?? { access: 'read-only' };
        return access !== 'read-only' && !isAsIs;
      }),
    );
  }

  secretsOf(body: object): string[] {
    return Object.entries(this.members).flatMap(([name, { traits }]) => {
      const value = own(body as Json, name);
      return traits.secretsIn !== undefined && typeof value === 'string' ? traits.secretsIn(value) : [];
    });
  }
}

export function apiObject<M extends Members>(what: string, members: M, more?: More): ApiObject<M> {
  return new ApiObject(what, members, more);
}

function member<T>(
  type: JsonType,
  expected: string,
  is: (value: unknown) => value is T,
  absent: () => T,
): Member<T> {
  return new Member<T>({
    types: [type],
    absent,
    present: (value, name, { what, unreadable }) => {
      if (is(value)) return value;
      throw unreadable(`${what} whose ${name} is not ${expected}`);
    },
  });
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
// JSON has no infinity, but 1e999 is read as one.
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** A string; absent is an empty one. */
export const text = (): Member<string> => member('text', 'a string', isText, () => '');

export const number = (absent = 0): Member<number> => member('number', 'a number', isNumber, () => absent);

export const boolean = (absent: boolean): Member<boolean> =>
  member('boolean', 'a boolean', isBoolean, () => absent);

/** A list with items of any type; absent is an empty one. */
export const list = (): Member<readonly unknown[]> => member('list', 'an array', isList, () => []);

/** An object whose members have names that are data; absent is an empty one. */
export const map = (): Member<Json> => member('object', 'an object', isObject, () => ({}));

export const identifier = (): Member<string, never> => filledText().readOnly();

/** A string that must not be absent or empty. */
export function filledText(): Member<string> {
  const refuse = (name: string, { what, unreadable }: Reply): never => {
    throw unreadable(`${what} without ${name === 'id' ? 'an id' : `a ${name}`}`);
  };
  const { present } = text().traits;
  return new Member<string>({
    types: ['text'],
    absent: refuse,
    present: (value, name, reply) => present(value, name, reply) || refuse(name, reply),
  });
}

/** A list of strings; absent is an empty one. */
export function texts(): Member<readonly string[]> {
  const { traits } = list();
  return new Member<readonly string[]>({
    ...traits,
    absent: () => [],
    present: (value, name, reply) => {
      const items = traits.present(value, name, reply);
      if (items.every(isText)) return items;
      throw reply.unreadable(`${reply.what} whose ${name} has an item that is not a string`);
    },
  });
}

/** A list of objects; absent is an empty one. */
export function items<M extends Members>(
  object: ApiObject<M>,
): Member<readonly (ReadFrom<M> & Json)[], readonly (WrittenTo<M> & Json)[]> {
  const { traits } = list();
  return new Member({
    ...traits,
    object,
    absent: () => [],
    present: (value, name, reply) =>
      traits.present(value, name, reply).map((item) => object.read(item, reply.unreadable)),
  });
}

/** An object in the object; absent is one without members. */
export function part<M extends Members>(
  object: ApiObject<M>,
): Member<ReadFrom<M> & Json, WrittenTo<M> & Json> {
  const { traits } = map();
  return new Member({
    ...traits,
    object,
    absent: (_name, { unreadable }) => object.read({}, unreadable),
    present: (value, name, reply) => object.read(traits.present(value, name, reply), reply.unreadable),
  });
}

export const anything: Member<unknown> = lenient(
  ['text', 'number', 'boolean', 'list', 'object', 'null'],
  (value) => value,
).asIs();

/** A member that the caller checks: nothing is refused. */
export function lenient<T>(types: readonly JsonType[], read: (value: unknown) => T): Member<T> {
  return new Member<T>({ types, absent: () => read(null), present: read });
}
