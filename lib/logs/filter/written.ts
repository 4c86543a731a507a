import { isObject, jsonOf } from '../../ground/json';
import type { Condition, Filter } from './filter';
import { findOperator } from './operators';

/**
 * Reads a filter as `JSON.stringify` writes it, many times faster than `readFilter`. Returns `undefined` for every other
 * text, and for one that `readFilter` would refuse.
 */
export function readWritten(text: string): Filter | undefined {
  const value = jsonOf(text);
  if (!isObject(value) || !hasKeys(value, ['where']) || !(isLeaf(value.where) || isGroup(value.where)))
    return undefined;
  // Otherwise the text may have a key twice, or a number that JSON.parse has rounded.
  return JSON.stringify(value) === text ? { where: value.where } : undefined;
}

function isGroup(value: unknown): value is Condition {
  if (!isObject(value)) return false;
  const children = hasKeys(value, ['and']) ? value.and : hasKeys(value, ['or']) ? value.or : undefined;
  return (
    Array.isArray(children) && children.length > 0 && children.every((each) => isLeaf(each) || isGroup(each))
  );
}

function isLeaf(value: unknown): value is Condition {
  return (
    isObject(value) &&
    hasKeys(value, ['key', 'operator', 'value']) &&
    typeof value.key === 'string' &&
    typeof value.operator === 'string' &&
    findOperator(value.operator) !== undefined &&
    (Array.isArray(value.value) ? value.value.every(isScalar) : isScalar(value.value))
  );
}

function isScalar(value: unknown): boolean {
  return (
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    (typeof value === 'number' && (Number.isSafeInteger(value) || !Number.isInteger(value)))
  );
}

function hasKeys(value: object, keys: readonly string[]): boolean {
  return Object.keys(value).length === keys.length && keys.every((key) => Object.hasOwn(value, key));
}
