import { isObject, type JsonObject } from '../ground/json';
import { mapRecord, setOwn } from '../ground/record';
import { Expression, unexpected, UnreadableState, type Source } from './source';

/**
 * Reads a member of an API object as the provider writes it in a state or in code; undefined where it is not set. An
 * {@link Expression} of code is a value of any form. `at` is its place, for the error, and `around` the object that it is in.
 */
export type Form = (value: unknown, at: string, around: Source) => unknown;

/** The forms of an API object's members, by their names there. The provider has the same names, except for {@link renamed} members. */
export type Members = Readonly<Record<string, Form>>;

/** A text. The provider writes an empty one for a member that is not set. */
export const text: Form = (value, at, around) => (value === '' ? undefined : anyText(value, at, around));

/** A text that may be empty. */
export const anyText: Form = scalar('a text', (value) => (typeof value === 'string' ? value : undefined));

export const flag: Form = scalar('a bool', (value) => (typeof value === 'boolean' ? value : undefined));

/** A number. Versions 3 and 4 write ids that are numbers as texts. */
export const number: Form = scalar('a number', (value) => {
  const read = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof read === 'number' ? read : undefined;
});

export const texts: Form = (value, at, around) => {
  if (value instanceof Expression) return value;
  const items = listIn(value, at, around);
  if (!items.every((item) => typeof item === 'string' || item instanceof Expression))
    throw unexpected(at, items, 'a list of texts');
  return items.length === 0 ? undefined : items;
};

/** An attribute of the provider that is no part of the API object. */
export const ignored: Form = () => undefined;

/** A value of any shape, without what is not set in it. */
export const anyValue: Form = (value) => {
  const kept = withoutUnset(value);
  return isSet(kept) ? kept : undefined;
};

/** The only block of a name, or an object, of any shape. */
export const anyBlock: Form = (value, at, around) => anyValue(blockIn(value, at), at, around);

/** The form without a value that the provider writes for a member that is not set. */
export function except(form: Form, none: unknown): Form {
  return (value, at, around) => {
    const read = form(value, at, around);
    return read === none ? undefined : read;
  };
}

/** The form with a default for a member that is not set. */
export function withDefault(form: Form, absent: unknown): Form {
  return (value, at, around) => form(value, at, around) ?? absent;
}

/** A member that has another name in a version, or several: the first one that has a value counts. */
export function renamed(form: Form, ...names: readonly string[]): Form {
  return (_, at, around) => {
    // `output_options.` of `output_options.batch_prefix`
    const parent = at.slice(0, at.lastIndexOf('.') + 1);
    for (const name of names) {
      const read = form(around.take(name), parent + name, around);
      if (read !== undefined) return read;
    }
    return undefined;
  };
}

/** An object in version 5, and the only block of its name in versions 3 and 4. `keepsOthers` keeps members that the table does not have. */
export function object(members: Members, { keepsOthers = false } = {}): Form {
  return (value, at, around) => {
    const block = blockIn(value, at);
    if (block === undefined || block instanceof Expression) return block;
    const inside = around.inside(block, `${at}.`);
    const read = readMembers(members, inside);
    return keepsOthers ? { ...inside.takeUnread(), ...read } : read;
  };
}

/** The form without an empty object or block, which is not set. */
export function unlessEmpty(form: Form): Form {
  return (value, at, around) => {
    const read = form(value, at, around);
    return isSet(read) ? read : undefined;
  };
}

/** A list of objects, or blocks of one name. */
export function objects(members: Members): Form {
  return (value, at, around) => {
    if (value instanceof Expression) return value;
    const items = listIn(value, at, around).map((item, index) => {
      const place = `${at}[${index}]`;
      if (item instanceof Expression) return item;
      if (!isObject(item)) throw unexpected(place, item, 'an object');
      return readMembers(members, around.inside(item, `${place}.`));
    });
    return items.length === 0 ? undefined : items;
  };
}

export function readMembers(members: Members, source: Source): JsonObject {
  const read: Record<string, unknown> = {};
  for (const [name, form] of Object.entries(members)) {
    const value = form(source.take(name), source.path + name, source);
    if (value !== undefined) setOwn(read, name, value);
  }
  return read;
}

/** The object of an attribute of version 5, or of the only block of versions 3 and 4. */
export function blockIn(value: unknown, at: string): JsonObject | Expression | undefined {
  if (value === null || value === undefined) return undefined;
  const blocks: readonly unknown[] = Array.isArray(value) ? value : [value];
  const [block] = blocks;
  if (blocks.length > 1) throw new UnreadableState(`${at} has ${blocks.length} blocks, and one is expected`);
  if (block === undefined || block === null) return undefined;
  if (!isObject(block)) throw unexpected(at, block, 'an object');
  return block;
}

/** Whether a value is set. Providers write an empty text, null or an empty list for what is not set. */
export function isSet(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return false;
  if (Array.isArray(value)) return value.length > 0;
  return !isObject(value) || value instanceof Expression || Object.keys(value).length > 0;
}

/** The value without members that are not set, at any depth. */
export function withoutUnset(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUnset);
  if (!isObject(value) || value instanceof Expression) return value;
  const members = Object.entries(mapRecord(value, withoutUnset));
  return Object.fromEntries(members.filter(([, member]) => isSet(member)));
}

function scalar(expected: string, read: (value: unknown) => unknown): Form {
  return (value, at, around) => {
    if (value === null || value === undefined) return undefined;
    if (value instanceof Expression) return value;
    return read(value) ?? around.scalar(value, at, expected);
  };
}

function listIn(value: unknown, at: string, around: Source): readonly unknown[] {
  if (value === null || value === undefined) return [];
  return around.list(value, at);
}
