import { plural } from '../../ground/words';
import { fieldFaults, typeOf, type Dataset, type FieldType } from '../catalogue';
import { isWrong, type Fault, type FaultPath } from '../fault';
import { countOperators, groupOf, isLeaf } from './filter';
import type { Condition, Filter, Leaf, Scalar } from './filter';
import { offsetAt, positionsIn } from './json-tree';
import { filterKind, findOperator, operators, type FilterKind, type OperatorRule } from './operators';
import { readFilter } from './parse';
import { readWritten } from './written';

/**
 * The limits of a filter (approximate: specification 7 and 8 say "about"). How the service counts is not public. Here the
 * strict way counts: every condition is one operator, and so is every `and` and `or` group, the outermost one included. The
 * bytes are those of the text in UTF-8, so conditions alone never reach the limit.
 */
export const filterLimits = { operators: 30, bytes: 1000 } as const;

/** Fields that cannot be filtered on although their types could be compared. Source: the public filter limitations. */
const unfilterable: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    'firewall_events',
    new Set([
      'Action',
      'Description',
      'Kind',
      'MatchIndex',
      'Metadata',
      'OriginatorRayID',
      'RuleID',
      'Source',
    ]),
  ],
]);

/** The service decodes the values of int fields as unsigned 64-bit integers. */
const largestInt = 2n ** 64n - 1n;

/**
 * Checks a filter against the fields of a dataset (specification 4.3, 7, 8). Values must be in the form that
 * the service decodes: scalars are strings, also numbers and booleans (`"30"`, `"true"`); `in` and `!in` take an
 * array of the field's own kind (`[200, 204]`, `["de", "at"]`).
 *
 * Codes: `filter.too_many_operators`, `filter.unknown_field`, `filter.retired_field`, `filter.field_not_filterable`,
 * `filter.operator_not_allowed`, `filter.scalar_not_string`, `filter.not_int`, `filter.not_bool`,
 * `filter.not_array`, `filter.not_scalar`, `filter.set_empty`, `filter.set_kind`, `filter.group_empty`.
 *
 * @returns all faults; the filter is valid when none of them `isWrong`
 */
export function checkFilter(filter: Filter, dataset: Dataset): Fault[] {
  const faults = faultsOfMeaning(filter, dataset);
  const { conditions, groups } = countOperators(filter.where);
  if (conditions + groups <= filterLimits.operators) return faults;
  const counted = `${plural(conditions, 'condition')} and ${plural(groups, 'group')}, as "and" and "or" count too`;
  const message = `The filter has ${conditions + groups} operators (${counted}); the limit is about ${filterLimits.operators}. Combine conditions on one field with "in" or "!in", merge nested groups, or split the job.`;
  return [{ code: tooManyOperators, message, path: ['where'] }, ...faults];
}

/** @internal all faults except those about the size */
export function faultsOfMeaning({ where }: Filter, dataset: Dataset): Fault[] {
  return below(['where'], checkCondition(where, dataset));
}

const tooManyOperators = 'filter.too_many_operators';
const tooManyBytes = 'filter.too_long';

/**
 * Whether a fault is only about the number of operators. A text with such a fault alone may be the filter of a job that the
 * service has accepted: how it counts is not public.
 */
export function isAboutOperators({ code }: Fault): boolean {
  return code === tooManyOperators;
}

/** Whether a fault is about the bytes of a text. */
export function isAboutBytes({ code }: Fault): boolean {
  return code === tooManyBytes;
}

/**
 * Checks the text of a filter as it is sent: its size, its shape, and its meaning as `checkFilter` does. Every fault has
 * its position in the text, except `filter.too_long` (more than 1000 bytes of UTF-8), which is about the whole text.
 *
 * @example
 * ```ts
 * const dataset = findDataset('http_requests');
 * const text = '{"where":{"and":[{"key":"EdgeResponseStatus","operator":"geq","value":500}]}}';
 * if (dataset) checkFilterText(text, dataset)[0]?.message;
 * // 'The value of "EdgeResponseStatus" is the number 500; "geq" takes its scalar as a string. Write "500".'
 * ```
 */
export function checkFilterText(text: string, dataset: Dataset): Fault[] {
  const bytes = Buffer.byteLength(text, 'utf8');
  // Finding the position of every fault in megabytes of text would take minutes, and the text is too long anyway.
  if (bytes > 16 * filterLimits.bytes) return [tooLong(bytes)];
  // A quick answer for most filters, which `JSON.stringify` has written.
  const written = bytes <= filterLimits.bytes ? readWritten(text) : undefined;
  if (written !== undefined && checkFilter(written, dataset).length === 0) return [];
  const { parsed, root } = readFilter(text);
  const place = positionsIn(text);
  const faults =
    parsed.filter === undefined || root === undefined
      ? parsed.faults
      : checkFilter(parsed.filter, dataset).map((fault) => ({
          ...fault,
          position: place(offsetAt(root, fault.path)),
        }));
  return [...checkBytes(text), ...faults];
}

/** @internal the fault of a text with too many bytes */
export function checkBytes(text: string): Fault[] {
  const bytes = Buffer.byteLength(text, 'utf8');
  return bytes <= filterLimits.bytes ? [] : [tooLong(bytes)];
}

function tooLong(bytes: number): Fault {
  const message = `The filter is ${bytes} bytes long; the limit is about ${filterLimits.bytes}. Remove white space, combine conditions on one field with "in" or "!in", or split the job.`;
  return { code: tooManyBytes, message, path: [] };
}

/** The faults of a condition, with their paths inside it. */
function checkCondition(condition: Condition, dataset: Dataset): Fault[] {
  if (isLeaf(condition)) return checkLeaf(condition, dataset);
  const { kind, children } = groupOf(condition);
  if (children.length === 0) return [emptyGroup];
  return children.flatMap((child, index) => {
    const faults = checkCondition(child, dataset);
    return faults.length === 0 ? faults : below([kind, index], faults);
  });
}

function below(path: FaultPath, faults: readonly Fault[]): Fault[] {
  return faults.map((fault) => ({ ...fault, path: [...path, ...fault.path] }));
}

const emptyGroup: Fault = {
  code: 'filter.group_empty',
  message: 'A group is empty. Add at least one condition.',
  path: [],
};

const keyCodes = { unknown: 'filter.unknown_field', retired: 'filter.retired_field' } as const;

/** @internal the faults of a comparison, with their paths inside it */
export function checkLeaf(leaf: Leaf, dataset: Dataset): Fault[] {
  const ofKey = fieldFaults(leaf.key, dataset, ['key'], keyCodes);
  const type = typeOf(leaf.key, dataset);
  if (ofKey.some(isWrong)) return ofKey;
  return [...ofKey, ...(type === undefined ? checkUntyped(leaf) : checkTyped(leaf, type, dataset))];
}

function checkTyped(leaf: Leaf, type: FieldType, dataset: Dataset): Fault[] {
  const kind = unfilterable.get(dataset.name)?.has(leaf.key) === true ? undefined : filterKind(type);
  if (kind === undefined) return [notFilterable(leaf.key, type, dataset, ['key'])];

  const rule = findOperator(leaf.operator);
  if (rule?.types.includes(kind) !== true) return [notAllowed(leaf, type, kind, ['operator'])];

  const path = ['value'];
  return rule.value === 'array' ? checkSet(leaf, rule, kind, path) : checkScalar(leaf, rule, type, path);
}

/** Faults of a condition that do not depend on the type of its field. */
function checkUntyped(leaf: Leaf): Fault[] {
  const path = ['value'];
  const shape = shapeFault(leaf, []);
  const rule = findOperator(leaf.operator);
  if (shape !== undefined || rule === undefined) return shape === undefined ? [] : [shape];
  if (!isArray(leaf.value)) return checkScalar(leaf, rule, 'string', path);
  const kind = leaf.value.every((item) => typeof item === 'string') ? 'string' : 'int';
  return checkSet(leaf, rule, kind, path);
}

function notFilterable(key: string, type: FieldType, dataset: Dataset, path: FaultPath): Fault {
  const why =
    filterKind(type) === undefined ? `no operator supports the type ${type}` : 'the service excludes it';
  const message = `The field "${key}" of ${dataset.name} cannot be used in a filter: ${why}. Filter on another field.`;
  return { code: 'filter.field_not_filterable', message, path };
}

function notAllowed(leaf: Leaf, type: FieldType, kind: FilterKind, path: FaultPath): Fault {
  const allowed = operators.filter((rule) => rule.types.includes(kind)).map((rule) => rule.operator);
  const message = `The operator "${leaf.operator}" does not apply to "${leaf.key}", which is of type ${type}. Use one of ${allowed.join(', ')}.`;
  return { code: 'filter.operator_not_allowed', message, path };
}

function checkScalar(leaf: Leaf, rule: OperatorRule, type: FieldType, path: FaultPath): Fault[] {
  const { key, value } = leaf;
  if (isArray(value)) return [notScalar(leaf, path)];
  if (typeof value !== 'string') {
    const message = `The value of "${key}" is the ${typeof value === 'boolean' ? 'boolean' : 'number'} ${value}; "${rule.operator}" takes its scalar as a string. Write "${value}".`;
    return [{ code: 'filter.scalar_not_string', message, path }];
  }
  if ((type === 'int' || type === 'array[int]') && !isUnsigned(value)) {
    const message = `The value of "${key}" is "${value}"; a value of type ${type} is compared with a whole number from 0 to ${largestInt}, in plain digits. Write it like "200".`;
    return [{ code: 'filter.not_int', message, path }];
  }
  if (type === 'bool' && value !== 'true' && value !== 'false') {
    const message = `The value of "${key}" is "${value}"; a bool is "true" or "false". Write one of them.`;
    return [{ code: 'filter.not_bool', message, path }];
  }
  return [];
}

function checkSet(leaf: Leaf, rule: OperatorRule, kind: FilterKind, path: FaultPath): Fault[] {
  const { key, value } = leaf;
  const example = kind === 'int' ? '[200, 204]' : '["a", "b"]';
  if (!isArray(value)) return [notArray(leaf, example, path)];
  if (value.length === 0) {
    const message = `The value of "${key}" is an empty array; "${rule.operator}" needs at least one value. Write it like ${example}.`;
    return [{ code: 'filter.set_empty', message, path }];
  }
  const allowed = kind === 'int' ? isUnsignedNumber : (item: Scalar): boolean => typeof item === 'string';
  const elementType = kind === 'int' ? `whole numbers from 0 to ${largestInt}` : 'strings';
  return value.flatMap((item, index) => {
    if (allowed(item)) return [];
    const shown = typeof item === 'string' ? JSON.stringify(item) : String(item);
    const message = `A value of "${key}" is ${shown}; for this field "${rule.operator}" takes an array of ${elementType}. Write it like ${example}.`;
    return [{ code: 'filter.set_kind', message, path: [...path, index] }];
  });
}

/** The fault of a leaf that is invalid in every dataset: a set in place of a scalar, or the reverse. */
export function shapeFault(leaf: Leaf, path: FaultPath): Fault | undefined {
  const wantsArray = findOperator(leaf.operator)?.value === 'array';
  if (wantsArray === isArray(leaf.value)) return undefined;
  const at = [...path, 'value'];
  return wantsArray ? notArray(leaf, '["a", "b"] or [200, 204]', at) : notScalar(leaf, at);
}

function notScalar({ key, operator }: Leaf, path: FaultPath): Fault {
  const message = `The value of "${key}" is an array; "${operator}" takes one scalar. Write a string, or use "in" or "!in" for a set.`;
  return { code: 'filter.not_scalar', message, path };
}

function notArray({ key, operator, value }: Leaf, example: string, path: FaultPath): Fault {
  const message = `The value of "${key}" is ${JSON.stringify(String(value))}; "${operator}" takes a JSON array. Write it like ${example}.`;
  return { code: 'filter.not_array', message, path };
}

function isArray(value: Leaf['value']): value is readonly Scalar[] {
  return Array.isArray(value);
}

function isUnsigned(text: string): boolean {
  if (!/^(?:0|[1-9]\d{0,19})$/.test(text)) return false;
  return text.length < 20 || BigInt(text) <= largestInt;
}

function isUnsignedNumber(item: Scalar): boolean {
  return (
    (typeof item === 'bigint' || (typeof item === 'number' && Number.isSafeInteger(item))) &&
    item >= 0 &&
    item <= largestInt
  );
}
