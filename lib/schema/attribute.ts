import type { Diagnostic, Path } from './diagnostic';
import type { AttributeType } from './type';
import type { ObjectValue, Value } from './value';

/**
 * Who sets an attribute. `required`: the user. `optional`: the user or nobody. `computed`: the service.
 * `optional-computed`: the user, otherwise the service.
 */
export type Presence = 'required' | 'optional' | 'computed' | 'optional-computed';

/** Finds what is wrong with a value that is wholly known and not null. `path` is where the value stands. */
export type Check = (value: Value, path: Path) => readonly Diagnostic[];

/** One row of a contract's table. */
export interface Attribute {
  readonly type: AttributeType;
  readonly presence: Presence;
  /** One or two sentences: meaning, unit, allowed values. Shown by `terraform providers schema` and in the docs. */
  readonly description: string;
  /** Used when the user leaves an optional attribute out. */
  readonly default?: Value;
  /** A change makes a new object instead of changing the one that is. */
  readonly replaces?: boolean;
  /** Computed once and kept: an update does not make it unknown again. */
  readonly stable?: boolean;
  readonly sensitive?: boolean;
  /** Goes to the handler and nowhere else: neither plan nor state holds it. */
  readonly writeOnly?: boolean;
  /** Goes with a call that needs it, and the object keeps nothing of it: another value alone changes nothing. */
  readonly transient?: boolean;
  readonly checks?: readonly Check[];
  /** Whether two values mean the same though they are spelled differently: no difference is planned then. */
  readonly sameMeaning?: (a: Value, b: Value) => boolean;
}

export type Attributes = Readonly<Record<string, Attribute>>;

export interface NaturalKey {
  /** The attributes, each required. */
  readonly attributes: readonly string[];
  /** Whether the service has at most one object for a key; names need not be unique. */
  readonly isUnique: boolean;
}

/** What a resource is: the one table that construct, handler and driver share. */
export interface Contract<A extends Attributes = Attributes> {
  readonly typeName: string;
  /** Version of the state's shape. Raised together with an entry in `upgrades`. */
  readonly version: number;
  readonly description: string;
  readonly attributes: A;
  /** What tells an object from others of its kind where no state has its id. */
  readonly naturalKey?: NaturalKey;
  /** Rules over more than one attribute. Values may be null or unknown: what is not known is left alone. */
  readonly check?: (values: ObjectValue) => readonly Diagnostic[];
  /** From a state of version n (the key) to one of n + 1, as plain JSON. */
  readonly upgrades?: Readonly<
    Record<number, (state: Readonly<Record<string, unknown>>) => Record<string, unknown>>
  >;
}

/** States a contract and keeps its exact type, so that a handler's values are typed by it. */
export function defineContract<const A extends Attributes>(contract: Contract<A>): Contract<A> {
  return contract;
}

type Options = Omit<Attribute, 'type' | 'presence' | 'default'>;
type OptionsWithDefault = Options & { readonly default?: Value };

/** A row with its exact options. Conditional, so that the options are inferred from what is written alone. */
type Row<T, P extends Presence, O> = O extends object
  ? O & { readonly type: T; readonly presence: P }
  : never;

export function required<const T extends AttributeType, const O extends Options>(type: T, options: O) {
  return { ...options, type, presence: 'required' } as unknown as Row<T, 'required', O>;
}

export function optional<const T extends AttributeType, const O extends OptionsWithDefault>(
  type: T,
  options: O,
) {
  return { ...options, type, presence: 'optional' } as unknown as Row<T, 'optional', O>;
}

export function computed<const T extends AttributeType, const O extends Options>(type: T, options: O) {
  return { ...options, type, presence: 'computed' } as unknown as Row<T, 'computed', O>;
}

export function optionalComputed<const T extends AttributeType, const O extends Options>(
  type: T,
  options: O,
) {
  return { ...options, type, presence: 'optional-computed' } as unknown as Row<T, 'optional-computed', O>;
}

/** Whether the service (or a default) may fill the attribute in when the user leaves it out. */
export function isFilledIn(attribute: Attribute): boolean {
  return (
    attribute.presence === 'computed' ||
    attribute.presence === 'optional-computed' ||
    attribute.default !== undefined
  );
}

/** Whether a user may set the attribute. */
export function isSettable(attribute: Attribute): boolean {
  return attribute.presence !== 'computed';
}
