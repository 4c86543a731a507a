import type { Diagnostic, Path } from './diagnostic';
import type { ObjectValue, Value } from './value';
import { own, setOwn } from '../ground/record';
import { onceFor } from '../ground/remember';

/** Who sets it. `required`: the user. `optional`: the user, or it is null. `computed`: the service. `optional-computed`: the user, else the service. */
export type Presence = 'required' | 'optional' | 'computed' | 'optional-computed';

/** Finds the faults of a value that is wholly known and not null. It depends on nothing else: a text without faults is not checked again. */
export interface Check extends AllowedWords {
  /** Whether it takes a list or a map whose items are unknown too. */
  readonly takesUnknown?: true;
  (value: Value, path: Path): readonly Diagnostic[];
}

export interface AllowedWords {
  /** The words that it takes, also as an item or a member. The description of the attribute names them. */
  readonly allowed?: readonly string[];
  /** The month of the words, if the service adds further ones. */
  readonly asOf?: string;
}

export type AttributeType =
  | { readonly kind: 'string' }
  | { readonly kind: 'number' }
  | { readonly kind: 'bool' }
  | { readonly kind: 'list' | 'set' | 'map'; readonly element: AttributeType }
  | {
      readonly kind: 'nested';
      readonly nesting: 'single' | 'list' | 'set' | 'map';
      readonly attributes: Attributes;
    };

export interface Attribute {
  readonly type: AttributeType;
  readonly presence: Presence;
  /**
   * Meaning, unit, allowed values: also the doc comment of the prop or the output of constructs. A sentence "If omitted, …" says what
   * null stands for. `terraform providers schema` shows it, followed by the default and whether a change replaces the object.
   */
  readonly description: string;
  readonly default?: Value;
  /**
   * The value that null stands for in plan and state: a plan shows only what the user sets. A state has the value itself where the
   * user had set it. An omitted optional attribute becomes null, an optional and computed one keeps its value.
   */
  readonly serviceDefault?: Value;
  /** Whether something else should be set in its place. The description begins a sentence with "Deprecated: " and names it. */
  readonly deprecated?: true;
  readonly replaces?: boolean;
  /** Whether an update keeps the computed value instead of making it unknown. */
  readonly useStateForUnknown?: boolean;
  readonly sensitive?: boolean;
  /** Whether only the handler receives the value: neither plan nor state contains it. */
  readonly writeOnly?: boolean;
  /** The member of the object of the API that a handler passes this on to, and back. See `resources/members.ts`. */
  readonly member?: string;
  /** The enumeration of the package that has the values, or those of its items. Constructs and the code that commands write use it. */
  readonly enumeration?: string;
  /** The interface of the package for its objects, of a nested attribute that a user sets. */
  readonly interfaceName?: string;
  /** Whether constructs have it as an output although a user may set it. */
  readonly isOutput?: true;
  /** Whether the value goes with a call that needs it, and the object keeps nothing of it: another value alone changes nothing. */
  readonly transient?: boolean;
  /** Whether Terraform alone keeps the value: the object has nothing of it, and a change of it alone writes nothing. */
  readonly stateOnly?: boolean;
  /**
   * Whether it shows what of a plan cannot be undone, as `Advice.listing` says: the driver sets it, and an apply does nothing
   * irreversible that it does not list. Null if nothing is irreversible.
   */
  readonly listing?: boolean;
  readonly checks?: readonly Check[];
  /** Whether two values are equivalent, and no change. `object` has the values of the other attributes, null where a default applies. */
  readonly sameMeaning?: (a: Value, b: Value, object: ObjectValue) => boolean;
  /** Converts a value to the notation that a handler sends, if it changes; plan and state keep that of the configuration. */
  readonly toSend?: (value: Value) => Value;
}

export type Attributes = Readonly<Record<string, Attribute>>;

export const entriesOf = onceFor((attributes: Attributes) => Object.entries(attributes));

export function mapAttributes<T>(
  attributes: Attributes,
  valueOf: (name: string, attribute: Attribute) => T,
): Record<string, T> {
  const mapped: Record<string, T> = {};
  for (const [name, attribute] of entriesOf(attributes)) setOwn(mapped, name, valueOf(name, attribute));
  return mapped;
}

export interface NaturalKey {
  /** The names of the attributes. One that is optional belongs to the key without a value too, as the zone of what an account has. */
  readonly attributes: readonly string[];
  /** Whether the service has at most one object for a key: names do not need to be unique. */
  readonly isUnique: boolean;
}

/** The definition of a resource that construct, handler and driver share. */
export interface Contract<A extends Attributes = Attributes> {
  readonly typeName: string;
  /** Version of the state schema. Increase it together with a new entry in `upgrades`. */
  readonly version: number;
  readonly description: string;
  readonly attributes: A;
  /** The attributes that identify an object where no state has its id. */
  readonly naturalKey?: NaturalKey;
  /**
   * The forms of an import id: `<zone>/<job name>`. `<zone>` and `<account>` are an ID or a name, and `zone/`, `zones/`, `account/`
   * or `accounts/` may precede them; it must where the form has it. `<ruleset id>` is an ID of 32 hexadecimal digits. A part
   * without angle brackets is written as it is.
   */
  readonly importForms?: readonly string[];
  /**
   * Texts that tell an object from all others as long as it exists: its zone or account, and what more it takes. The first import
   * form of the zone or account has the same parts. An import needs all of them that are not optional.
   */
  readonly identity?: readonly string[];
  /** Rules that concern several attributes. Values may be null or unknown: unknown values are skipped. */
  readonly check?: (values: ObjectValue) => readonly Diagnostic[];
  /** Rules for a driver that keeps no state: what others record there has to be kept elsewhere. */
  readonly checkWithoutState?: (values: ObjectValue) => readonly Diagnostic[];
  /** Upgrades a state of version n (the key) to version n + 1, as plain JSON. */
  readonly upgrades?: Readonly<
    Record<number, (state: Readonly<Record<string, unknown>>) => Record<string, unknown>>
  >;
}

/** Keeps the exact type of a contract, from which the types of a handler's values are derived, and the name of its type. */
export function defineContract<const A extends Attributes, const Name extends string>(
  contract: Contract<A> & { readonly typeName: Name },
): Contract<A> & { readonly typeName: Name } {
  return contract;
}

type Options = Omit<Attribute, 'type' | 'presence' | 'default'>;
type OptionsOf<P extends Presence> = P extends 'optional' ? Options & { readonly default?: Value } : Options;

/** An attribute with its exact options. Conditional, so that TypeScript infers the options from the literal alone. */
type Row<T, P extends Presence, O> = O extends object
  ? O & { readonly type: T; readonly presence: P }
  : never;

const presentAs =
  <P extends Presence>(presence: P) =>
  <const T extends AttributeType, const O extends OptionsOf<P>>(type: T, options: O) =>
    ({ ...options, type, presence }) as unknown as Row<T, P, O>;

export const required = presentAs('required');
export const optional = presentAs('optional');
export const computed = presentAs('computed');
export const optionalComputed = presentAs('optional-computed');

export function isFilledIn(attribute: Attribute): boolean {
  return (
    attribute.presence === 'computed' ||
    attribute.presence === 'optional-computed' ||
    attribute.default !== undefined ||
    attribute.serviceDefault !== undefined
  );
}

export function isSettable(attribute: Attribute): boolean {
  return attribute.presence !== 'computed';
}

export function secretAttributes({ attributes }: Pick<Contract, 'attributes'>): string[] {
  return Object.keys(attributes).filter((name) => isSecret(own(attributes, name)));
}

export function isSecret(attribute: Attribute | undefined): boolean {
  return attribute?.writeOnly === true || attribute?.sensitive === true;
}
