/** The attributes that a handler only passes on: the contract names the member of the API (`member`), and its table in `lib/client` the type. */
import { own, setOwn } from '../ground/record';
import {
  equalValues,
  isSettable,
  type Attribute,
  type Attributes,
  type ObjectValue,
  type State,
  type Value,
} from '../schema';

type Json = Readonly<Record<string, unknown>>;

export type PassThroughNames<A extends Attributes> = {
  [N in keyof A]: A[N] extends { readonly member: string } ? N : never;
}[keyof A];

export type PassThroughState<A extends Attributes> = Pick<State<A>, PassThroughNames<A> & keyof State<A>>;

/** The last operation on the object: after a write, what the configuration omits stays null, as planned, until the next read. */
export type LastOperation = 'written' | 'read';

/** Converts the attributes of a contract that are passed on to members of the API and back. */
export class PassThroughMembers<A extends Attributes> {
  readonly #rows: readonly (readonly [name: string, attribute: Attribute, member: string])[];

  constructor(attributes: A) {
    this.#rows = Object.entries<Attribute>(attributes).flatMap(([name, attribute]) =>
      attribute.member === undefined ? [] : [[name, attribute, attribute.member] as const],
    );
  }

  /** The members that a user may set. */
  get settings(): readonly string[] {
    return this.#rows.flatMap(([, attribute, member]) => (isSettable(attribute) ? [member] : []));
  }

  /** The state of an object. @param configured - the plan or the prior state, in whose notation the values are; after an import its defaults are null */
  toState(object: Json, configured: object, when: LastOperation): PassThroughState<A> {
    const given = (name: string) => own(configured as ObjectValue, name) ?? null;
    const isImported = this.#rows.some(
      ([name, { default: set }]) => set !== undefined && given(name) === null,
    );
    const state: Record<string, Value> = {};
    for (const [name, attribute, member] of this.#rows) {
      const value = textIf(attribute, own(object, member) as Value | undefined);
      setOwn(state, name, stateOf(attribute, value ?? null, isImported ? undefined : given(name), when));
    }
    return state as PassThroughState<A>;
  }

  toInput(desired: object): Json {
    return this.toChanges({}, desired);
  }

  /** The members to send, so that an object with the state becomes as desired. */
  toChanges(prior: object, desired: object): Json {
    return this.#write(desired, (attribute, value, name) =>
      differ(attribute, own(prior as ObjectValue, name) ?? null, value),
    );
  }

  matches(actual: object, desired: object): boolean {
    const differing = this.#write(desired, (attribute, value, name) => {
      const [is, wanted] = [own(actual as ObjectValue, name) ?? null, value].map((each) =>
        valueOf(attribute, each),
      );
      const isSame = attribute.sameMeaning?.(is ?? null, wanted ?? null, desired as ObjectValue) ?? false;
      return !isSame && differ(attribute, is ?? null, wanted ?? null);
    });
    return Object.keys(differing).length === 0;
  }

  #write(desired: object, isMeant: (attribute: Attribute, value: Value, name: string) => boolean): Json {
    const written: Record<string, Value> = {};
    for (const [name, attribute, member] of this.#rows) {
      const value = own(desired as ObjectValue, name) ?? null;
      const isOmitted = attribute.presence === 'optional-computed' && value === null;
      if (isSettable(attribute) && !isOmitted && isMeant(attribute, value, name))
        setOwn(written, member, valueOf(attribute, value));
    }
    return written;
  }
}

/** Whether an empty text stands for none, as no text is required. */
function isOptionalText({ type, presence, default: set }: Attribute): boolean {
  return type.kind === 'string' && presence === 'optional' && set === undefined;
}

/** The value that the API has, where null stands for one. */
function valueOf(attribute: Attribute, value: Value): Value {
  return value ?? attribute.serviceDefault ?? (isOptionalText(attribute) ? '' : null);
}

function differ(attribute: Attribute, one: Value, other: Value): boolean {
  return !equalValues(attribute.type, valueOf(attribute, one), valueOf(attribute, other));
}

/** Converts numbers to text where the attribute is one: some ids are numbers in the API. */
function textIf({ type }: Attribute, value: Value | undefined): Value | undefined {
  return type.kind === 'string' && typeof value === 'number' ? String(value) : value;
}

/** The value for the state. @param configured - undefined after an import */
function stateOf(
  attribute: Attribute,
  value: Value,
  configured: Value | undefined,
  when: LastOperation,
): Value {
  const { serviceDefault = null } = attribute;
  if (isOptionalText(attribute) && !differ(attribute, value, null))
    return configured !== undefined && !differ(attribute, configured, null) ? configured : serviceDefault;
  if (attribute.presence !== 'optional-computed' || serviceDefault === null) return value;
  if (when === 'written' && (configured ?? null) === null) return null;
  const given = valueOf(attribute, value);
  return when === 'read' && given === serviceDefault && configured !== given ? null : given;
}

/** A set of an object, as a configuration that may have none writes it: an empty one is null there. */
export function setOrNull<T>(
  read: readonly T[],
  configured: readonly T[] | null | undefined,
): readonly T[] | null {
  return read.length === 0 && (configured ?? null) === null ? null : read;
}
