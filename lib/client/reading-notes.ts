export type MemberType = 'text' | 'number' | 'boolean' | 'list' | 'object' | 'null';

/** What a member that no reader reads is expected to be. A name that ends in `?` is that of a member that may be absent. */
export type Expected =
  | MemberType
  | readonly MemberType[]
  /** An object whose members' names are data, such as ids and header names. */
  | 'map'
  | 'texts'
  /** One of these words, or null. */
  | { readonly words: readonly string[] }
  /** A list of objects with these members. */
  | { readonly items: ExpectedMembers }
  /** An object with these members, or null. */
  | { readonly members: ExpectedMembers };

export interface ExpectedMembers {
  // oxlint-disable-next-line typescript/consistent-indexed-object-style -- a type alias may not name itself
  readonly [name: string]: Expected;
}

/** What an object of the API has besides the members that its reader reads, and what the reader does not say of those. */
export interface KnownMembers {
  readonly kept?: ExpectedMembers;
  /** Members that are read, and may be absent. */
  readonly optional?: readonly string[];
  /** The words that members that are read can be. */
  readonly words?: Readonly<Record<string, readonly string[]>>;
  /** Whether further members have names that are data. */
  readonly isMap?: boolean;
}

/** What the readers have noted about one object. */
export interface ObjectNotes {
  readonly known: KnownMembers;
  readonly read: ReadonlyMap<string, readonly MemberType[]>;
}

/** What readers read of an answer, by the objects of its JSON: the description of the answer that this version expects. */
export class ReadingNotes {
  /** Words of members by name, which no reader has. */
  readonly words: Readonly<Record<string, readonly string[]>>;
  readonly #objects = new Map<
    object,
    { known: KnownMembers; readonly read: Map<string, readonly MemberType[]> }
  >();

  readonly #refused: string[] = [];

  constructor(words: Readonly<Record<string, readonly string[]>> = {}) {
    this.words = words;
  }

  /** What another reader would refuse, in its words. */
  get refused(): readonly string[] {
    return this.#refused;
  }

  refuse(what: string): void {
    this.#refused.push(what);
  }

  /** A second reader of the same object adds to the notes of the first. */
  begin(object: object, known: KnownMembers): void {
    const notes = this.#objects.get(object);
    if (notes === undefined) this.#objects.set(object, { known, read: new Map() });
    else notes.known = { ...notes.known, ...known };
  }

  read(object: object, name: string, types: readonly MemberType[]): void {
    this.#objects.get(object)?.read.set(name, types);
  }

  /** Undefined for an object that no reader has read. */
  of(object: object): ObjectNotes | undefined {
    return this.#objects.get(object);
  }
}
