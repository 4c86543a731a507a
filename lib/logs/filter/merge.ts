import type { FieldType } from '../catalogue';
import {
  holdsFor,
  implies,
  type Atom,
  type AnalyzedLeaf,
  type Member,
  type RangeAtom,
  type SetAtom,
} from './atom';
import type { Leaf } from './filter';

export type Merged = 'always' | 'never' | readonly Leaf[];

/** The service decodes the values of int fields as unsigned 64-bit integers. */
export const largest = 2n ** 64n - 1n;

/**
 * Combines leaves on one field, joined by `and` or by `or`, into as few leaves as it finds: chains of `eq` and `!eq`
 * become sets, sets are united or intersected, bounds become the narrowest or widest, and redundant leaves are removed.
 * The result is equivalent for every record, also for one without the field.
 */
export function mergeField(kind: 'and' | 'or', type: FieldType, known: readonly AnalyzedLeaf[]): Merged {
  const [first, ...more] = known;
  if (first === undefined) return kind === 'and' ? 'always' : 'never';
  if (more.length === 0) return [shortest(first, type)];
  const parts: Parts = { key: first.leaf.key, type, known, atoms: known.map(({ atom }) => atom) };
  return kind === 'and' ? mergeAnd(parts) : mergeOr(parts);
}

interface Parts {
  readonly key: string;
  readonly type: FieldType;
  readonly known: readonly AnalyzedLeaf[];
  readonly atoms: readonly Atom[];
}

function mergeAnd(parts: Parts): Merged {
  const { atoms } = parts;
  const sets = atoms.filter((atom) => atom.shape === 'set').filter(({ isNegated }) => !isNegated);
  const [smallest] = sets.sort((a, b) => a.values.size - b.values.size);
  if (smallest !== undefined) {
    const passing = [...smallest.values].filter((value) =>
      atoms.every((atom) => holdsFor(atom, value) !== atom.isNegated),
    );
    return passing.length === 0 ? 'never' : setLeaves(parts, passing, false);
  }

  const refused = new Set(atoms.filter(isNegatedSet).flatMap((atom) => [...atom.values]));
  const bounds = narrowed(
    atoms.filter((atom) => atom.shape === 'range'),
    refused,
  );
  const { low, high } = bounds;
  if (low !== undefined && high !== undefined && low > high) return 'never';
  if (low !== undefined && low === high) return setLeaves(parts, [low], false);
  const uncombined = parts.known.filter(({ atom }) => atom.shape === 'text' || atom.shape === 'element');
  // Values that another condition rejects need not be rejected again.
  const hasRange = atoms.some((atom) => atom.shape === 'range');
  const left = [...refused].filter(
    (value) =>
      (!hasRange || holdsFor(bounds, value)) &&
      uncombined.every(({ atom }) => holdsFor(atom, value) !== atom.isNegated),
  );
  return [
    ...(hasRange ? boundLeaves(parts, bounds) : []),
    ...(left.length === 0 ? [] : setLeaves(parts, left, true)),
    ...uncombined.map(({ leaf }) => leaf),
  ];
}

function mergeOr(parts: Parts): Merged {
  const { atoms } = parts;
  const [smallest] = atoms.filter(isNegatedSet).sort((a, b) => a.values.size - b.values.size);
  if (smallest !== undefined) {
    // Everything matches except what all of them reject.
    const left = [...smallest.values].filter((value) =>
      atoms.every((atom) => holdsFor(atom, value) === atom.isNegated),
    );
    return left.length === 0 ? 'always' : setLeaves(parts, left, true);
  }

  const matching = new Set(
    atoms.flatMap((atom) => (atom.shape === 'set' && !atom.isNegated ? [...atom.values] : [])),
  );
  const ranges = atoms.filter((atom) => atom.shape === 'range');
  const lower = widened(
    ranges.filter(({ low }) => low === undefined),
    matching,
  );
  const upper = widened(
    ranges.filter(({ low }) => low !== undefined),
    matching,
  );
  const uncombined = parts.known.filter(({ atom }) => atom.shape === 'text' || atom.shape === 'element');
  const left = [...matching].filter(
    (value) =>
      ![...lower, ...upper].some((range) => holdsFor(range, value)) &&
      uncombined.every(({ atom }) => holdsFor(atom, value) === atom.isNegated),
  );
  return [
    ...[...lower, ...upper].flatMap((range) => boundLeaves(parts, range)),
    ...(left.length === 0 ? [] : setLeaves(parts, left, false)),
    ...uncombined.map(({ leaf }) => leaf),
  ];
}

function isNegatedSet(atom: Atom): atom is SetAtom {
  return atom.shape === 'set' && atom.isNegated;
}

/** The intersection of the ranges, narrowed while the value at its edge is rejected. */
function narrowed(ranges: readonly RangeAtom[], refused: ReadonlySet<Member>): RangeAtom {
  let low: bigint | undefined;
  let high: bigint | undefined;
  for (const range of ranges) {
    if (range.low !== undefined && (low === undefined || range.low > low)) low = range.low;
    if (range.high !== undefined && (high === undefined || range.high < high)) high = range.high;
  }
  while (low !== undefined && low < largest && refused.has(low)) low++;
  while (high !== undefined && high > 0n && refused.has(high)) high--;
  return { shape: 'range', isNegated: false, low, high };
}

/** The widest of ranges that are open on the same side, extended while the value beyond its edge matches. */
function widened(ranges: readonly RangeAtom[], matching: ReadonlySet<Member>): RangeAtom[] {
  const [first, ...more] = ranges;
  if (first === undefined) return [];
  const widest = more.reduce((one, other) => (implies(one, other) ? other : one), first);
  let { low, high } = widest;
  while (low !== undefined && matching.has(low - 1n)) low--;
  while (high !== undefined && matching.has(high + 1n)) high++;
  return [{ ...widest, low, high }];
}

/** The given leaf where the bound is the same, else the shorter of two forms. */
function boundLeaves({ key, known }: Parts, { low, high }: RangeAtom): Leaf[] {
  const given = (isSame: (range: RangeAtom) => boolean): Leaf | undefined =>
    known.find(({ atom }) => atom.shape === 'range' && isSame(atom))?.leaf;
  const leaves: Leaf[] = [];
  if (low !== undefined) {
    const operator = low > largest ? 'gt' : 'geq';
    const value = String(low > largest ? low - 1n : low);
    leaves.push(given((range) => range.low === low) ?? { key, operator, value });
  }
  if (high !== undefined) {
    const operator = high < 0n ? 'lt' : 'leq';
    const value = String(high < 0n ? high + 1n : high);
    leaves.push(given((range) => range.high === high) ?? { key, operator, value });
  }
  return leaves;
}

function setLeaves({ key, type }: Parts, values: readonly Member[], isNegated: boolean): Leaf[] {
  const one = isNegated ? '!eq' : 'eq';
  const [only, ...more] = values;
  // The service does not allow sets for a bool.
  if (type === 'bool' || (only !== undefined && more.length === 0))
    return values.map((value) => ({ key, operator: one, value: String(value) }));
  return [{ key, operator: isNegated ? '!in' : 'in', value: values.map(memberValue) }];
}

function memberValue(value: Member): string | number | bigint {
  return typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

/** A set of one value becomes an equality. */
function shortest({ leaf, atom }: AnalyzedLeaf, type: FieldType): Leaf {
  if (atom.shape !== 'set' || atom.values.size !== 1 || typeof leaf.value !== 'object') return leaf;
  const parts: Parts = { key: leaf.key, type, known: [], atoms: [] };
  return setLeaves(parts, [...atom.values], atom.isNegated)[0] ?? leaf;
}
