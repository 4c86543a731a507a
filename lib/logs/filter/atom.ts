import { typeOf, type Dataset } from '../catalogue';
import type { Leaf, Scalar } from './filter';
import { filterKind } from './operators';

/** A member of a set: a string (also for bools) or an integer. */
export type Member = string | bigint;

/** The meaning of a leaf for analysis. A negated atom matches exactly the records that the atom does not, also those without the field. */
export type Atom =
  | { readonly shape: 'set'; readonly isNegated: boolean; readonly values: ReadonlySet<Member> }
  | {
      readonly shape: 'text';
      readonly isNegated: boolean;
      readonly operator: 'startsWith' | 'endsWith' | 'contains';
      readonly value: string;
    }
  /** An array with an equal element. */
  | { readonly shape: 'element'; readonly isNegated: boolean; readonly value: string }
  /** Bounds are inclusive; undefined is unbounded. */
  | {
      readonly shape: 'range';
      readonly isNegated: false;
      readonly low: bigint | undefined;
      readonly high: bigint | undefined;
    };

export type SetAtom = Extract<Atom, { readonly shape: 'set' }>;
export type RangeAtom = Extract<Atom, { readonly shape: 'range' }>;

export interface AnalyzedLeaf {
  readonly leaf: Leaf;
  readonly atom: Atom;
}

/** `undefined` for a leaf that the dataset does not allow: the analysis ignores it. */
export function atomOf({ key, operator, value }: Leaf, dataset: Dataset): Atom | undefined {
  const type = typeOf(key, dataset);
  // Without a type, nobody knows what the operator compares.
  if (type === undefined) return undefined;
  const kind = filterKind(type);
  const isNegated = operator.startsWith('!');
  switch (operator) {
    case 'eq':
    case '!eq': {
      if (typeof value === 'object' || kind === 'array') return undefined;
      return setOf(kind, [value], isNegated);
    }
    case 'in':
    case '!in':
      return typeof value === 'object' && kind !== 'bool' ? setOf(kind, value, isNegated) : undefined;
    case 'lt':
    case 'leq':
    case 'gt':
    case 'geq': {
      const bound = kind === 'int' && typeof value !== 'object' ? readInt(value) : undefined;
      if (bound === undefined) return undefined;
      return {
        shape: 'range',
        isNegated: false,
        low: operator === 'gt' ? bound + 1n : operator === 'geq' ? bound : undefined,
        high: operator === 'lt' ? bound - 1n : operator === 'leq' ? bound : undefined,
      };
    }
    case 'contains':
    case '!contains':
      if (typeof value === 'object') return undefined;
      if (kind === 'array') return { shape: 'element', isNegated, value: String(value) };
      return kind === 'string'
        ? { shape: 'text', isNegated, operator: 'contains', value: String(value) }
        : undefined;
    case 'startsWith':
    case '!startsWith':
    case 'endsWith':
    case '!endsWith': {
      if (typeof value === 'object' || kind !== 'string') return undefined;
      const positive = operator.endsWith('tartsWith') ? 'startsWith' : 'endsWith';
      return { shape: 'text', isNegated, operator: positive, value: String(value) };
    }
    default:
      return operator satisfies never;
  }
}

/** Whether a record whose field has this value matches, ignoring negation. */
export function holdsFor(atom: Atom, value: Member): boolean {
  switch (atom.shape) {
    case 'set':
      return atom.values.has(value);
    case 'text':
      if (typeof value !== 'string') return false;
      if (atom.operator === 'startsWith') return value.startsWith(atom.value);
      return atom.operator === 'endsWith' ? value.endsWith(atom.value) : value.includes(atom.value);
    case 'range':
      return (
        typeof value === 'bigint' &&
        (atom.low === undefined || value >= atom.low) &&
        (atom.high === undefined || value <= atom.high)
      );
    case 'element':
      return false;
    default:
      return atom satisfies never;
  }
}

/** Whether every record that matches `a` matches `b`; both are about one field. `false` where that is unknown. */
export function implies(a: Atom, b: Atom): boolean {
  if (a.isNegated) return b.isNegated && impliesPositive(b, a);
  return b.isNegated ? isDisjoint(a, b) : impliesPositive(a, b);
}

/** Whether no record matches both of two atoms about one field. `false` where that is unknown. */
export function contradicts(a: Atom, b: Atom): boolean {
  if (a.isNegated && b.isNegated) return false;
  if (a.isNegated) return impliesPositive(b, a);
  return b.isNegated ? impliesPositive(a, b) : isDisjoint(a, b);
}

/** Whether every record matches at least one of two atoms about one field. `false` where that is unknown. */
export function exhausts(a: Atom, b: Atom): boolean {
  if (a.isNegated) return b.isNegated ? isDisjoint(a, b) : impliesPositive(a, b);
  return b.isNegated && impliesPositive(b, a);
}

function impliesPositive(a: Atom, b: Atom): boolean {
  if (a.shape === 'set') return [...a.values].every((value) => holdsFor(b, value));
  if (a.shape === 'element') return b.shape === 'element' && a.value === b.value;
  if (a.shape === 'range')
    return (
      b.shape === 'range' &&
      (b.low === undefined || (a.low !== undefined && a.low >= b.low)) &&
      (b.high === undefined || (a.high !== undefined && a.high <= b.high))
    );
  if (b.shape !== 'text') return false;
  if (b.operator === 'contains') return a.value.includes(b.value);
  if (b.value === '') return true;
  if (a.operator !== b.operator) return false;
  return a.operator === 'startsWith' ? a.value.startsWith(b.value) : a.value.endsWith(b.value);
}

function isDisjoint(a: Atom, b: Atom): boolean {
  if (a.shape === 'set') return b.shape !== 'element' && ![...a.values].some((value) => holdsFor(b, value));
  if (b.shape === 'set') return isDisjoint(b, a);
  if (a.shape === 'range' && b.shape === 'range') return isBelow(a.high, b.low) || isBelow(b.high, a.low);
  if (a.shape !== 'text' || b.shape !== 'text' || a.operator !== b.operator) return false;
  if (a.operator === 'startsWith') return !a.value.startsWith(b.value) && !b.value.startsWith(a.value);
  return a.operator === 'endsWith' && !a.value.endsWith(b.value) && !b.value.endsWith(a.value);
}

function isBelow(high: bigint | undefined, low: bigint | undefined): boolean {
  return high !== undefined && low !== undefined && high < low;
}

function setOf(kind: string | undefined, values: readonly Scalar[], isNegated: boolean): SetAtom | undefined {
  if (kind === undefined) return undefined;
  const members = new Set<Member>();
  for (const value of values) {
    const member = kind === 'int' ? readInt(value) : String(value);
    if (member === undefined) return undefined;
    members.add(member);
  }
  return { shape: 'set', isNegated, values: members };
}

/** An integer, or its digits in a length that the service accepts. */
function readInt(value: Scalar): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  return typeof value === 'string' && /^\d{1,20}$/.test(value) ? BigInt(value) : undefined;
}
