import { isDeepStrictEqual } from 'node:util';
import { isObject, type JsonObject } from '../../ground/json';
import { own } from '../../ground/record';
import { Field, type BodyRefusals } from './field';

export type Fields = Readonly<Record<string, Field<unknown, boolean>>>;

export interface BodyRules {
  /** Members of the answers, which no body can have. */
  readonly readOnly?: readonly string[];
  /** Members that a body can have, whatever their values are. */
  readonly ignored?: readonly string[];
}

/** The body of a create or a replacement: what is absent has its default. */
export type Complete<Table extends Fields> = Flat<
  { readonly [Key in GivenKey<Table>]: ValueOf<Table[Key]> } & {
    readonly [Key in Exclude<keyof Table, GivenKey<Table>>]?: ValueOf<Table[Key]>;
  }
>;

/** The body of a change: what was sent. */
export type Patch<Table extends Fields> = { readonly [Key in keyof Table]?: ValueOf<Table[Key]> };

type GivenKey<Table extends Fields> = {
  [Key in keyof Table]: Table[Key] extends Field<unknown, true> ? Key : never;
}[keyof Table];
type ValueOf<Each> = Each extends Field<infer Value, boolean> ? Value : never;
type Flat<Type> = { [Key in keyof Type]: Type[Key] };

export class Body<Table extends Fields> {
  constructor(
    private readonly refusals: BodyRefusals,
    readonly fields: Table,
    readonly rules: BodyRules = {},
  ) {}

  /** The first member of a change that cannot change later, and is not as stored. */
  findFixed(sent: Patch<Table>, stored: { readonly [Key in keyof Table]?: unknown }): string | undefined {
    return Object.entries(this.fields).find(([key, { isFixed }]) => {
      const value: unknown = own(sent, key);
      return isFixed && value !== undefined && value !== own(stored, key);
    })?.[0];
  }

  /** `at` leads to the object in the body. */
  parse(value: unknown, at = ''): Complete<Table> {
    return readObject(this.fields, this.rules, value, at, this.refusals, true) as Complete<Table>;
  }

  patch(value: unknown): Patch<Table> {
    return readObject(this.fields, this.rules, value, '', this.refusals, false);
  }

  complete(sent: Patch<Table>): Complete<Table> {
    const members = Object.entries(this.fields).map(([key, field]) => {
      const member: unknown = own(sent, key);
      return [key, member === undefined ? absent(field, `/${key}`, this.refusals) : member] as const;
    });
    return Object.fromEntries(members) as Complete<Table>;
  }

  /** The object in a fixture: as in a create body, with its id and without defaults. */
  write(item: { readonly [Key in keyof Table]?: unknown } & { readonly id: string | number }): object {
    return { id: item.id, ...writeObject(this.fields, item) };
  }
}

export function body<Table extends Fields>(
  refusals: BodyRefusals,
  fields: Table,
  rules?: BodyRules,
): Body<Table> {
  return new Body(refusals, fields, rules);
}

export function object<Table extends Fields>(fields: Table, rules: BodyRules = {}): Field<Complete<Table>> {
  return Field.of<Complete<Table>>(
    (value, at, refusals) => readObject(fields, rules, value, at, refusals, true) as Complete<Table>,
    (value) => writeObject(fields, value),
  );
}

/** Of several errors, those about unknown members come first, and then those of the fields in their order. */
function readObject(
  fields: Fields,
  rules: BodyRules,
  value: unknown,
  at: string,
  refusals: BodyRefusals,
  isComplete: boolean,
): object {
  if (!isObject(value)) throw refusals.wrongType(at, 'an object');
  for (const key of Object.keys(value)) refuseMember(key, `${at}/${key}`, fields, rules, refusals);
  const members = Object.entries(fields).map(([key, field]) => {
    const here = `${at}/${key}`;
    const member = own(value, key);
    if (member !== undefined && field.absence.isAbsent?.(member) !== true)
      return [key, field.read(member, here, refusals)] as const;
    return [key, isComplete ? absent(field, here, refusals) : undefined] as const;
  });
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}

function refuseMember(
  key: string,
  at: string,
  fields: Fields,
  { readOnly = [], ignored = [] }: BodyRules,
  refusals: BodyRefusals,
): void {
  if (readOnly.includes(key)) throw refusals.readOnly(at);
  if (own(fields, key) === undefined && !ignored.includes(key))
    throw refusals.unknownField(at, key, [...Object.keys(fields), ...ignored]);
}

function absent({ given, read, absence }: Fields[string], at: string, refusals: BodyRefusals): unknown {
  const { byDefault, isRead, missing = refusals.missing } = absence;
  if (isRead === true) return read(undefined, at, refusals);
  if (given && byDefault === undefined) throw missing(at);
  return byDefault;
}

function writeObject(fields: Fields, item: object): object {
  const members: JsonObject = { ...item };
  const written = Object.entries(fields).map(([key, field]) => {
    const member = own(members, key);
    const isDefault = member === undefined || isDeepStrictEqual(member, field.absence.byDefault);
    return [key, isDefault ? undefined : field.write(member)] as const;
  });
  return Object.fromEntries(written.filter(([, member]) => member !== undefined));
}
