import type { Attribute, AttributeType, Attributes } from './attribute';
import type { ObjectValue, Unknown } from './value';

export type TypeValue<T extends AttributeType> = T extends { kind: 'string' }
  ? string
  : T extends { kind: 'number' }
    ? number
    : T extends { kind: 'bool' }
      ? boolean
      : T extends { kind: 'list' | 'set'; element: infer E extends AttributeType }
        ? readonly TypeValue<E>[]
        : T extends { kind: 'map'; element: infer E extends AttributeType }
          ? Readonly<Record<string, TypeValue<E>>>
          : T extends { kind: 'nested'; nesting: infer N; attributes: infer A extends Attributes }
            ? N extends 'single'
              ? State<A>
              : N extends 'map'
                ? Readonly<Record<string, State<A>>>
                : readonly State<A>[]
            : never;

type Filled<A extends Attribute> = A extends { presence: 'required' }
  ? TypeValue<A['type']>
  : A extends { default: infer D }
    ? undefined extends D
      ? TypeValue<A['type']> | null
      : TypeValue<A['type']>
    : TypeValue<A['type']> | null;

/** The exact type for an exact table of attributes, any object otherwise. */
type Exactly<A extends Attributes, T> = string extends keyof A ? ObjectValue : T;

/** An object in the state: all attributes, known. */
export type State<A extends Attributes> = Exactly<A, { readonly [K in keyof A]: Filled<A[K]> }>;

/** The desired object at apply: all settable attributes, known, with defaults and write-only values. */
export type Desired<A extends Attributes> = Exactly<
  A,
  {
    readonly [K in keyof A as A[K] extends { presence: 'computed' } ? never : K]: Filled<A[K]>;
  }
>;

/** An object in a plan: any attribute may be unknown. */
export type Planned<A extends Attributes> = Exactly<
  A,
  {
    readonly [K in keyof A]: TypeValue<A[K]['type']> | null | Unknown;
  }
>;
