import { isObject } from '../ground/json';

export function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

export function isString(value: unknown): value is string {
  return typeof value === 'string';
}

export function isInteger(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value);
}

/** The value, or the error where there is none. */
export function found<Value>(value: Value | undefined, error: () => Error): Value {
  if (value === undefined) throw error();
  return value;
}

/** A value without the members that are null, at any depth. */
export function withoutNulls<Value>(value: Value): Value;
export function withoutNulls(value: unknown): unknown {
  if (isArray(value)) return value.map((item) => withoutNulls(item));
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([key, member]) => [key, withoutNulls(member)]));
}

export const hex32 = /^[0-9a-f]{32}$/;

/** Ids of the previous WAF are numbers, `URI-958000` and more: public facts, section 8.4. Paths have them. */
export const previousId = /^[\w.-]+$/;

/** How a value is shown inside an error message. */
export function shown(value: unknown): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'bigint' ? String(member) : member,
  );
}
