import { isObject } from '../ground/json';
import type { FieldType } from './catalogue';
import { isTimestamp } from './timestamp';

/**
 * What is wrong with the value of a log field, in words that follow "must be"; undefined when it is valid. Null means
 * that the field is missing. An int may be an integer or its digits; for timestamps see `Exchange.fields`.
 */
export function valueFault(value: unknown, type: FieldType): string | undefined {
  if (value === null || isOf(value, type)) return undefined;
  return type === 'timestamp'
    ? 'a point in time: RFC 3339 text such as 2024-05-01T12:00:00.5Z, or whole seconds or nanoseconds since 1970'
    : `of type ${type}`;
}

function isOf(value: unknown, type: FieldType): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string';
    case 'int':
      return isInt(value);
    case 'float':
      return typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value));
    case 'bool':
      return typeof value === 'boolean';
    case 'timestamp':
      return isTimestamp(value);
    case 'object':
      return isObject(value);
    case 'array[string]':
      return Array.isArray(value) && value.every((item) => typeof item === 'string');
    case 'array[int]':
      return Array.isArray(value) && value.every(isInt);
    case 'array[object]':
      return Array.isArray(value) && value.every(isObject);
    default:
      return type satisfies never;
  }
}

function isInt(value: unknown): boolean {
  if (typeof value === 'bigint') return true;
  return typeof value === 'number'
    ? Number.isInteger(value)
    : typeof value === 'string' && /^-?\d+$/.test(value);
}
