import { isObject, type JsonObject } from '../ground/json';
import type { ApiRefusal } from './http/errors';
import { hex32, isArray, isInteger, isString, shown } from './shape';
import { own } from '../ground/record';

/** Readers of single values; `at` is the JSON pointer of the value in the body. */
export type Reader<Value> = (value: unknown, at: string) => Value;

/** The errors of a product for invalid values. */
export interface ValueRefusals {
  readonly invalid: (at: string, reason: string) => ApiRefusal;
  readonly unknownField: (at: string) => ApiRefusal;
  readonly readOnly: (at: string) => ApiRefusal;
}

type Readers = Readonly<Record<string, Reader<unknown>>>;
type ReadBy<Table extends Readers> = { readonly [Key in keyof Table]?: ReturnType<Table[Key]> };

export function orNull<Value>(reader: Reader<Value>): Reader<Value | null> {
  return (value, at) => (value === null ? null : reader(value, at));
}

/** Readers that throw a product's errors. */
export function valueReaders(refusals: ValueRefusals) {
  const readText: Reader<string> = (value, at) => {
    if (!isString(value)) throw refusals.invalid(at, 'must be a string');
    return value;
  };

  const readFilledText: Reader<string> = (value, at) => {
    const text = readText(value, at);
    if (text === '') throw refusals.invalid(at, 'must not be empty');
    return text;
  };

  const readFlag: Reader<boolean> = (value, at) => {
    if (typeof value !== 'boolean') throw refusals.invalid(at, 'must be true or false');
    return value;
  };

  /** An id of another object; null and "" mean none. */
  const readReference: Reader<string | null> = (value, at) => {
    if (value === null || value === '') return null;
    if (isString(value) && hex32.test(value)) return value;
    throw refusals.invalid(at, 'must be an id (32 lower-case hexadecimal digits)');
  };

  const readNumber =
    (least: number, most: number): Reader<number> =>
    (value, at) => {
      if (typeof value !== 'number') throw refusals.invalid(at, 'must be a number');
      if (value < least || value > most) throw refusals.invalid(at, `must be in range [${least}, ${most}]`);
      return value;
    };

  const readInteger =
    (least: number, most: number): Reader<number> =>
    (value, at) => {
      if (!isInteger(value)) throw refusals.invalid(at, 'must be an integer');
      return readNumber(least, most)(value, at);
    };

  const readChoice =
    <Choice extends string>(allowed: readonly Choice[]): Reader<Choice> =>
    (value, at) => {
      const chosen = allowed.find((choice) => choice === value);
      if (chosen !== undefined) return chosen;
      throw refusals.invalid(at, `must be one of ${allowed.join(', ')}, not '${shown(value).slice(0, 80)}'`);
    };

  const readList =
    <Value>(reader: Reader<Value>): Reader<readonly Value[]> =>
    (value, at) => {
      if (!isArray(value)) throw refusals.invalid(at, 'must be an array');
      return value.map((item, index) => reader(item, `${at}/${index}`));
    };

  function readObject<Table extends Readers>(
    value: JsonObject,
    at: string,
    readers: Table,
    readOnly: readonly string[],
  ): ReadBy<Table> {
    const read = Object.entries(value).map(([key, member]) => {
      const here = `${at}/${key}`;
      if (readOnly.includes(key)) throw refusals.readOnly(here);
      const reader = own(readers, key);
      if (reader === undefined) throw refusals.unknownField(here);
      return [key, reader(member, here)] as const;
    });
    // Each value comes from the reader of its key, as the type states.
    return Object.fromEntries(read) as ReadBy<Table>;
  }

  /** An object with some of these members and no unknown ones. */
  const readMembers =
    <Table extends Readers>(readers: Table, readOnly: readonly string[] = []): Reader<ReadBy<Table>> =>
    (value, at) => {
      if (!isObject(value)) throw refusals.invalid(at, 'must be an object');
      return readObject(value, at, readers, readOnly);
    };

  return {
    readText,
    readFilledText,
    readFlag,
    readReference,
    readNumber,
    readInteger,
    readChoice,
    readList,
    readObject,
    readMembers,
  };
}
