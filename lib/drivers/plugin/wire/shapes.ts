import type { tables } from './tables';

type Tables = typeof tables;

export type MessageName = keyof Tables;

/** The messages of `tables.ts` as TypeScript sees them, after decoding or before encoding. */
export type Messages = { readonly [Name in MessageName]: Message<Tables[Name]> };

type Message<Rows> = {
  readonly [Key in keyof Rows as Key extends `${string}?` ? never : Key]: Field<Rows[Key]>;
} & {
  readonly [Key in keyof Rows as Key extends `${infer Name}?` ? Name : never]?: OptionalField<Rows[Key]>;
};

type Field<Row> = Row extends `${infer Declared} = ${string}`
  ? Declared extends `repeated ${infer Type}`
    ? readonly Single<Type>[]
    : Declared extends `map<string, ${infer Type}>`
      ? Readonly<Record<string, Single<Type>>>
      : Declared extends `optional ${infer Type}`
        ? Single<Type>
        : Single<Declared>
  : never;

/** The type of an optional field: a message that is left out is decoded as null. */
type OptionalField<Row> = Row extends `${MessageName} = ${string}` ? Field<Row> | null : Field<Row>;

type Single<Type> = Type extends MessageName
  ? Messages[Type]
  : Type extends keyof Scalars
    ? Scalars[Type]
    : never;

interface Scalars {
  readonly bool: boolean;
  readonly bytes: Uint8Array;
  readonly int32: number;
  readonly int64: number;
  readonly string: string;
}

export type UnaryName = {
  [Name in MessageName]: Name extends `${infer Method}Request`
    ? `${Method}Response` extends MessageName
      ? Method
      : never
    : never;
}[MessageName];
