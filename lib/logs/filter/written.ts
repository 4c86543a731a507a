import { isObject, jsonOf } from '../../ground/json';
import type { Condition, Filter } from './filter';
import { findOperator } from './operators';

/** Reads a filter as `JSON.stringify` writes it, many times faster than `readFilter`; `undefined` for other texts, and for what that would refuse. */
export function readWritten(text: string): Filter | undefined {
  const value = jsonOf(text);
  if (!isObject(value) || !isCondition(value.where) || countMembers(value) !== 1) return undefined;
  // Otherwise the text may have a key twice, or a number that JSON.parse has rounded.
  return JSON.stringify(value) === text ? { where: value.where } : undefined;
}

function isCondition(value: unknown): value is Condition {
  if (!isObject(value)) return false;
  const children = value.and ?? value.or;
  if (Array.isArray(children))
    return countMembers(value) === 1 && children.length > 0 && children.every(isCondition);
  const { key, operator, value: compared } = value;
  return (
    countMembers(value) === 3 &&
    typeof key === 'string' &&
    typeof operator === 'string' &&
    findOperator(operator) !== undefined &&
    (Array.isArray(compared) ? compared.every(isScalar) : isScalar(compared))
  );
}

function isScalar(value: unknown): boolean {
  return (
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    (typeof value === 'number' && (Number.isSafeInteger(value) || !Number.isInteger(value)))
  );
}

function countMembers(value: object): number {
  return Object.keys(value).length;
}
