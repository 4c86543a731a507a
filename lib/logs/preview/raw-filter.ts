import { typeOf, type Dataset } from '../catalogue';
import type { FaultPath } from '../fault';
import { compileFilter } from '../filter/compile';
import { groupOf, isLeaf, type Condition, type Filter, type Leaf, type Scalar } from '../filter/filter';
import { filterKind } from '../filter/operators';
import { found, type Scanner } from './scanner';
import type { Unmet } from './why';

/** A filter that is compiled for the lines of a scanner. */
export interface RawFilter {
  /** Whether the last scanned line matches, with the result of `matchesFilter` for its record. */
  readonly test: () => boolean;
  /** The result of `whyDropped` for a line that does not match. */
  readonly why: () => readonly Unmet[];
}

/**
 * Compiles a filter to tests on the bytes of a line, for the usual kinds of values: strings, integers of at most 15
 * digits, booleans, empty arrays. Any other value is parsed by itself.
 */
export function compileRaw(filter: Filter, dataset: Dataset, scanner: Scanner): RawFilter {
  const compile = (condition: Condition, path: FaultPath): RawFilter => {
    if (isLeaf(condition)) {
      const field = scanner.fields.indexOf(condition.key);
      const test = compileLeaf(condition, dataset, scanner, field);
      return { test, why: () => [{ path, condition, value: scanner.parse(field) }] };
    }
    const { kind, children } = groupOf(condition);
    const parts = children.map((child, index) => compile(child, [...path, kind, index]));
    const tests = parts.map(({ test }) => test);
    if (kind === 'or')
      return {
        test: () => {
          for (const test of tests) if (test()) return true;
          return false;
        },
        why: () => parts.flatMap(({ why }) => why()),
      };
    return {
      test: () => {
        for (const test of tests) if (!test()) return false;
        return true;
      },
      why: () => parts.find(({ test }) => !test())?.why() ?? [],
    };
  };
  return compile(filter.where, ['where']);
}

function compileLeaf(leaf: Leaf, dataset: Dataset, scanner: Scanner, field: number): () => boolean {
  const type = typeOf(leaf.key, dataset);
  const kind = type === undefined ? undefined : filterKind(type);
  const isNegated = leaf.operator.startsWith('!');
  const matches = compileFilter({ where: leaf }, dataset);
  const exactly = (): boolean => matches({ [leaf.key]: scanner.parse(field) });
  const { nothing, null: none } = found;
  const isAbsent = (): boolean => scanner.kinds[field] === nothing || scanner.kinds[field] === none;
  switch (kind) {
    case undefined:
      return () => isNegated;
    case 'string': {
      const test = textTest(leaf);
      if (test === undefined) return () => (isAbsent() ? isNegated : exactly());
      return () => {
        if (isAbsent()) return isNegated;
        if (scanner.kinds[field] === found.text) {
          const start = scanner.starts[field] ?? 0;
          const end = scanner.ends[field] ?? 0;
          return test(scanner.bytes, start + 1, end - 1) !== isNegated;
        }
        const end = scanner.unescape(field, 1);
        return end === 0 ? exactly() : test(scanner.bytes, scanner.text, end) !== isNegated;
      };
    }
    case 'int': {
      const test = intTest(leaf);
      return () => {
        if (isAbsent()) return isNegated;
        if (scanner.kinds[field] !== found.int) return exactly();
        return (
          test(readInt(scanner.bytes, scanner.starts[field] ?? 0, scanner.ends[field] ?? 0)) !== isNegated
        );
      };
    }
    case 'bool': {
      const ofTrue = matches({ [leaf.key]: true });
      const ofFalse = matches({ [leaf.key]: false });
      return () => {
        if (isAbsent()) return isNegated;
        return scanner.kinds[field] === found.true ? ofTrue : ofFalse;
      };
    }
    case 'array':
      return () => (isAbsent() || scanner.kinds[field] === found.emptyArray ? isNegated : exactly());
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
        if (end - start > longText) return bytes.subarray(start, end).includes(expected);
        for (let at = start; at <= end - length; at += 1) if (isAt(expected, bytes, at)) return true;
        return false;
      };
    default:
      return () => false;
  }
}

/** A native search is faster from that length on. */
const longText = 256;

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
