import type { FieldType } from '../catalogue';
import { holdsFor, implies, type Atom, type Known, type Member, type RangeAtom, type SetAtom } from './atom';
import type { Leaf } from './filter';

/** What several conditions on one field say together. */
export type Merged = 'always' | 'never' | readonly Leaf[];

/** The service decodes the values of int fields as unsigned 64-bit integers. */
const largest = 2n ** 64n - 1n;

/**
 * Says in as few leaves as it finds what leaves on one field, joined by `and` or by `or`, say together: chains of
 * `eq` and `!eq` become sets, sets are joined or cut, bounds become the narrowest or widest, and what another leaf
 * says already is left out. Exact for every record, also one without the field.
 */
export function mergeField(kind: 'and' | 'or', type: FieldType, known: readonly Known[]): Merged {
  const [first, ...others] = known;
  if (first === undefined) return kind === 'and' ? 'always' : 'never';
  if (others.length === 0) return [shortest(first, type)];
  const parts: Parts = { key: first.leaf.key, type, known, atoms: known.map(({ atom }) => atom) };
  return kind === 'and' ? mergeAnd(parts) : mergeOr(parts);
}

interface Parts {
  readonly key: string;
  readonly type: FieldType;
  readonly known: readonly Known[];
  readonly atoms: readonly Atom[];
}

function mergeAnd(parts: Parts): Merged {
  const { atoms } = parts;
  const wanted = atoms.filter((atom) => atom.shape === 'set' && !atom.isNegated);
  const [smallest] = [...wanted].sort((a, b) => sizeOf(a) - sizeOf(b));
  if (smallest !== undefined) {
    const passing = [...valuesOf(smallest)].filter((value) =>
      atoms.every((atom) => holdsFor(atom, value) !== atom.isNegated),
    );
    return passing.length === 0 ? 'never' : setLeaves(parts, passing, false);
  }

  const refused = new Set(atoms.filter(isNegatedSet).flatMap((atom) => [...atom.values]));
  const bounds = narrowed(
    atoms.filter((atom) => atom.shape === 'range'),
    refused,
  );
  if (isEmpty(bounds)) return 'never';
  if (bounds.low !== undefined && bounds.low === bounds.high) return setLeaves(parts, [bounds.low], false);
  const others = parts.known.filter(({ atom }) => atom.shape === 'text' || atom.shape === 'element');
  // What another condition refuses need not be refused again.
  const hasRange = atoms.some((atom) => atom.shape === 'range');
  const left = [...refused].filter(
    (value) =>
      (!hasRange || holdsFor(bounds, value)) &&
      others.every(({ atom }) => holdsFor(atom, value) !== atom.isNegated),
  );
  return [
    ...(hasRange ? boundLeaves(parts, bounds) : []),
    ...(left.length === 0 ? [] : setLeaves(parts, left, true)),
    ...others.map(({ leaf }) => leaf),
  ];
}

function mergeOr(parts: Parts): Merged {
  const { atoms } = parts;
  const refusing = [...atoms.filter(isNegatedSet)].sort((a, b) => sizeOf(a) - sizeOf(b));
  const [smallest] = refusing;
  if (smallest !== undefined) {
    // Everything passes but what all of them refuse.
    const left = [...smallest.values].filter((value) =>
      atoms.every((atom) => holdsFor(atom, value) === atom.isNegated),
    );
    return left.length === 0 ? 'always' : setLeaves(parts, left, true);
  }

  const wanted = new Set(
    atoms.flatMap((atom) => (atom.shape === 'set' && !atom.isNegated ? [...atom.values] : [])),
  );
  const ranges = atoms.filter((atom) => atom.shape === 'range');
  const lower = widened(
    ranges.filter(({ low }) => low === undefined),
    wanted,
  );
  const upper = widened(
    ranges.filter(({ low }) => low !== undefined),
    wanted,
  );
  const others = parts.known.filter(({ atom }) => atom.shape === 'text' || atom.shape === 'element');
  const left = [...wanted].filter(
    (value) =>
      ![...lower, ...upper].some((range) => holdsFor(range, value)) &&
      others.every(({ atom }) => holdsFor(atom, value) === atom.isNegated),
  );
  return [
    ...[...lower, ...upper].flatMap((range) => boundLeaves(parts, range)),
    ...(left.length === 0 ? [] : setLeaves(parts, left, false)),
    ...others.map(({ leaf }) => leaf),
  ];
}

function isNegatedSet(atom: Atom): atom is SetAtom {
  return atom.shape === 'set' && atom.isNegated;
}

function sizeOf(atom: Atom): number {
  return atom.shape === 'set' ? atom.values.size : 0;
}

function valuesOf(atom: Atom): ReadonlySet<Member> {
  return atom.shape === 'set' ? atom.values : new Set();
}

/** All ranges at once, pulled in while the value at the edge is refused. */
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

/** The widest of ranges that are open to one side, pushed out while the value beyond the edge is wanted. */
function widened(ranges: readonly RangeAtom[], wanted: ReadonlySet<Member>): RangeAtom[] {
  const [first, ...others] = ranges;
  if (first === undefined) return [];
  const widest = others.reduce((one, other) => (implies(one, other) ? other : one), first);
  let { low, high } = widest;
  while (low !== undefined && wanted.has(low - 1n)) low--;
  while (high !== undefined && wanted.has(high + 1n)) high++;
  return [{ ...widest, low, high }];
}

function isEmpty({ low, high }: RangeAtom): boolean {
  return low !== undefined && high !== undefined && low > high;
}

/** The leaf as it was given where the bound is the same, else the shorter of two spellings. */
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
  const [only, ...others] = values;
  // No set is allowed for a bool.
  if (type === 'bool' || (only !== undefined && others.length === 0)) {
    return values.map((value) => ({ key, operator: one, value: String(value) }));
  }
  return [{ key, operator: isNegated ? '!in' : 'in', value: values.map(memberValue) }];
}

function memberValue(value: Member): string | number | bigint {
  return typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

/** A set of one is an equality. */
function shortest({ leaf, atom }: Known, type: FieldType): Leaf {
  if (atom.shape !== 'set' || atom.values.size !== 1 || typeof leaf.value !== 'object') return leaf;
  const parts: Parts = { key: leaf.key, type, known: [], atoms: [] };
  return setLeaves(parts, [...atom.values], atom.isNegated)[0] ?? leaf;
}
