import { isObject, isTexts, memberOf, type JsonObject } from '../../ground/json';
import { hex32, isArray, isInteger, isString, shown } from '../shape';
import { Field, type BodyRefusals } from './field';

export const isNull = (value: unknown): boolean => value === null;
export const isNullOrEmpty = (value: unknown): boolean => value === null || value === '';

export const anything = Field.of<unknown>((value) => value);

export const anyObject = Field.of<JsonObject>((value, at, refusals) => {
  if (!isObject(value)) throw refusals.wrongType(at, 'an object');
  return value;
});

export const text = Field.of<string>((value, at, refusals) => {
  if (!isString(value)) throw refusals.wrongType(at, 'a string');
  return value;
});

export const filledText = text.that((value) => value !== '', 'must not be empty');

export function textUpTo(most: number): Field<string> {
  return text.that((value) => value.length <= most, `must have at most ${most} characters`);
}

export const flag = Field.of<boolean>((value, at, refusals) => {
  if (typeof value !== 'boolean') throw refusals.wrongType(at, 'a boolean');
  return value;
});

/** A value that is valid if this holds; one reason refuses all others, whatever their type. */
export function valueWhere<Value>(
  isValid: (value: unknown) => value is Value,
  reason: string | ((shownValue: string) => string),
): Field<Value> {
  return Field.of<Value>((value, at, refusals) => {
    if (isValid(value)) return value;
    throw refusals.invalid(at, isString(reason) ? reason : reason(shown(value)));
  });
}

/** A text that is valid if this holds; one reason refuses all else. */
export function textWhere(
  isValid: (value: string) => boolean,
  reason: string | ((shownValue: string) => string),
): Field<string> {
  return valueWhere((value): value is string => isString(value) && isValid(value), reason);
}

export const hexId = textWhere((id) => hex32.test(id), 'must be an id (32 lower-case hexadecimal digits)');

export const texts = valueWhere(isTexts, 'must be an array of strings');

export function wholeNumber(least: number, most: number): Field<number> {
  const isInRange = (value: unknown): value is number => isInteger(value) && value >= least && value <= most;
  return valueWhere(isInRange, `must be an integer from ${least} to ${most}`);
}

/** One of several words, where the reason names the value first. */
export function oneOf<const Choice extends string>(allowed: readonly Choice[]): Field<Choice> {
  const isAllowed = (value: unknown): value is Choice => allowed.some((one) => one === value);
  return valueWhere(isAllowed, (sent) => `${sent.slice(0, 80)} is not one of ${allowed.join(', ')}`);
}

/** An object whose keys are data, or some of `keys`. Its members keep their order. */
export function record<Value>(
  field: Field<Value, boolean>,
  keys?: readonly string[],
): Field<Readonly<Record<string, Value>>> {
  return Field.of((value, at, refusals) => {
    const members = Object.entries(anyObject.read(value, at, refusals)).map(([key, member]) => {
      if (keys?.includes(key) === false) throw refusals.unknownField(`${at}/${key}`, key, keys);
      return [key, field.read(member, `${at}/${key}`, refusals)] as const;
    });
    return Object.fromEntries(members);
  });
}

export function number(least: number, most: number): Field<number> {
  return Field.of<number>((value, at, refusals) => {
    if (typeof value !== 'number') throw refusals.wrongType(at, 'a number');
    return value;
  }).that((value) => value >= least && value <= most, `must be in range [${least}, ${most}]`);
}

export function integer(least: number, most: number): Field<number> {
  const inRange = number(least, most);
  return Field.of((value, at, refusals) => {
    if (!isInteger(value)) throw refusals.wrongType(at, 'an integer');
    return inRange.read(value, at, refusals);
  });
}

export function choice<Choice extends string>(...allowed: readonly Choice[]): Field<Choice> {
  return Field.of((value, at, refusals) => {
    const chosen = allowed.find((one) => one === value);
    if (chosen !== undefined) return chosen;
    throw refusals.invalid(at, `must be one of ${allowed.join(', ')}, not '${shown(value).slice(0, 80)}'`);
  });
}

/** @param unique - the members of the items that no two of them share */
export function list<Item>(
  item: Field<Item, boolean>,
  ...unique: readonly (keyof Item & string)[]
): Field<readonly Item[]> {
  return Field.of<readonly Item[]>(
    (value, at, refusals) => {
      if (!isArray(value)) throw refusals.wrongType(at, 'an array');
      const items = value.map((one, index) => item.read(one, `${at}/${index}`, refusals));
      for (const key of unique) refuseDuplicates(items, key, at, refusals);
      return items;
    },
    (items) => items.map((one) => item.write(one)),
  );
}

/** @param seen - the values of other lists, which these are compared with too */
export function refuseDuplicates<Item>(
  items: readonly Item[],
  key: keyof Item & string,
  at: string,
  refusals: BodyRefusals,
  seen = new Set<unknown>(),
): void {
  for (const [index, item] of items.entries()) {
    const value = memberOf(item, key);
    if (seen.has(value)) throw refusals.invalid(`${at}/${index}/${key}`, `is used twice: ${shown(value)}`);
    seen.add(value);
  }
}
