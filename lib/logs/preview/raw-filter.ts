import type { Dataset } from '../catalogue';
import { matchesFilter } from '../filter/evaluate';
import { groupOf, isLeaf, type Condition, type Filter, type Leaf, type Scalar } from '../filter/filter';
import { filterKind } from '../filter/operators';
import { parseExactly } from './json';
import { found, type Scanner } from './scanner';

/** Whether the last scanned line matches a filter, with the result of `matchesFilter` for its record. */
export type RawTest = () => boolean;

/** The fields that a filter compares, each once. */
export function fieldsOf(filter: Filter): string[] {
  const keys = (condition: Condition): string[] =>
    isLeaf(condition) ? [condition.key] : (groupOf(condition)?.children.flatMap(keys) ?? []);
  return [...new Set(keys(filter.where))];
}

/**
 * Compiles a filter to a test on the bytes of a line, for the usual kinds of values: strings without escapes, integers
 * of at most 15 digits, booleans, empty arrays. Any other value is parsed by itself.
 */
export function compileRaw(
  filter: Filter,
  dataset: Dataset,
  scanner: Scanner,
  fields: readonly string[],
): RawTest {
  const compile = (condition: Condition): RawTest => {
    if (isLeaf(condition)) return compileLeaf(condition, dataset, scanner, fields.indexOf(condition.key));
    const inner = groupOf(condition);
    const tests = inner?.children.map(compile) ?? [];
    if (inner?.kind === 'or') {
      return () => {
        for (const test of tests) if (test()) return true;
        return false;
      };
    }
    return () => {
      for (const test of tests) if (!test()) return false;
      return inner !== undefined;
    };
  };
  return compile(filter.where);
}

function compileLeaf(leaf: Leaf, dataset: Dataset, scanner: Scanner, field: number): RawTest {
  const { kinds, starts, ends } = scanner;
  const type = dataset.fields.get(leaf.key);
  const kind = type === undefined ? undefined : filterKind(type);
  const isNegated = leaf.operator.startsWith('!');
  const exactly = (start: number, end: number): boolean => {
    const value = parseExactly(scanner.bytes.toString('utf8', start, end));
    return matchesFilter({ where: leaf }, { [leaf.key]: value }, dataset);
  };
  switch (kind) {
    case undefined:
      return () => isNegated;
    case 'string': {
      const test = textTest(leaf);
      return () => {
        const start = starts[field] ?? 0;
        const end = ends[field] ?? 0;
        switch (kinds[field]) {
          case found.text:
            return test === undefined
              ? exactly(start - 1, end + 1)
              : test(scanner.bytes, start, end) !== isNegated;
          case found.json:
            return exactly(start, end);
          default:
            return isNegated;
        }
      };
    }
    case 'int': {
      const test = intTest(leaf);
      return () => {
        const start = starts[field] ?? 0;
        const end = ends[field] ?? 0;
        switch (kinds[field]) {
          case found.int:
            return test(readInt(scanner.bytes, start, end)) !== isNegated;
          case found.text:
            return exactly(start - 1, end + 1);
          case found.json:
            return exactly(start, end);
          default:
            return isNegated;
        }
      };
    }
    case 'bool': {
      const ofTrue = matchesFilter({ where: leaf }, { [leaf.key]: true }, dataset);
      const ofFalse = matchesFilter({ where: leaf }, { [leaf.key]: false }, dataset);
      return () => {
        if (kinds[field] === found.true) return ofTrue;
        return kinds[field] === found.false ? ofFalse : isNegated;
      };
    }
    case 'array':
      return () => {
        const start = starts[field] ?? 0;
        const end = ends[field] ?? 0;
        return kinds[field] === found.json && end - start > 2 ? exactly(start, end) : isNegated;
      };
    default:
      return kind satisfies never;
  }
}

type TextTest = (bytes: Buffer, start: number, end: number) => boolean;

/**
 * UTF-8 strings compare as their bytes do. Undefined for a value that UTF-8 cannot represent (half of a surrogate pair),
 * which may still be found inside a character.
 */
function textTest({ operator, value }: Leaf): TextTest | undefined {
  const texts = (Array.isArray(value) ? (value as readonly Scalar[]) : [value]).map(String);
  if (texts.some((text) => Buffer.from(text).toString() !== text)) return undefined;
  const list = texts.map((text) => Buffer.from(text));
  const isSet = typeof value === 'object';
  const [expected = Buffer.alloc(0)] = list;
  const { length } = expected;
  switch (operator) {
    case 'in':
    case '!in':
      if (!isSet) return () => false;
      return (bytes, start, end) => {
        for (const each of list) if (each.length === end - start && isAt(each, bytes, start)) return true;
        return false;
      };
    case 'eq':
    case '!eq':
      if (isSet) return () => false;
      return (bytes, start, end) => end - start === length && isAt(expected, bytes, start);
    case 'startsWith':
    case '!startsWith':
      if (isSet) return () => false;
      return (bytes, start, end) => end - start >= length && isAt(expected, bytes, start);
    case 'endsWith':
    case '!endsWith':
      if (isSet) return () => false;
      return (bytes, start, end) => end - start >= length && isAt(expected, bytes, end - length);
    case 'contains':
    case '!contains':
      if (isSet) return () => false;
      return (bytes, start, end) => {
        for (let at = start; at <= end - length; at += 1) if (isAt(expected, bytes, at)) return true;
        return false;
      };
    default:
      return () => false;
  }
}

function isAt(expected: Buffer, bytes: Buffer, start: number): boolean {
  for (let at = 0; at < expected.length; at += 1) if (expected[at] !== bytes[start + at]) return false;
  return true;
}

/** Numbers of at most 15 digits compare exactly with any other number, also with a rounded one. */
function intTest({ operator, value }: Leaf): (int: number) => boolean {
  if (Array.isArray(value)) {
    const set = new Set((value as readonly Scalar[]).flatMap((item) => toNumber(item) ?? []));
    return operator === 'in' || operator === '!in' ? (int) => set.has(int) : () => false;
  }
  const expected = typeof value === 'object' ? undefined : toNumber(value);
  if (expected === undefined) return () => false;
  switch (operator) {
    case 'eq':
    case '!eq':
      return (int) => int === expected;
    case 'lt':
      return (int) => int < expected;
    case 'leq':
      return (int) => int <= expected;
    case 'gt':
      return (int) => int > expected;
    case 'geq':
      return (int) => int >= expected;
    default:
      return () => false;
  }
}

function toNumber(value: Scalar): number | undefined {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'number') return Number.isInteger(value) ? value : undefined;
  return typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : undefined;
}

function readInt(bytes: Buffer, start: number, end: number): number {
  let int = 0;
  for (let at = start; at < end; at += 1) int = int * 10 + (bytes[at] ?? 0) - 0x30;
  return int;
}
