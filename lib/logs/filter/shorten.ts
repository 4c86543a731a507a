import { distinctBy } from '../../ground/compare';
import { typeOf, type Dataset } from '../catalogue';
import { atomOf, contradicts, exhausts, implies, type Atom, type AnalyzedLeaf } from './atom';
import { canonicalFilter, canonicalForm } from './canonical';
import { filterLimits } from './check';
import { group, groupOf, isLeaf, leavesOf, type Condition, type Filter, type Leaf } from './filter';
import { mergeField } from './merge';
import { parseFilter } from './parse';
import { oppositeOf } from './negate';

/** The size of a filter, as `filterLimits` counts. */
export interface FilterSize {
  /** Conditions and groups. */
  readonly operators: number;
  /** Length of the canonical text in UTF-8. */
  readonly bytes: number;
}

/** Larger filters are not analyzed: they cannot become small enough. */
const largest = { leaves: 500, values: 5000 } as const;
/** A safety bound: every round makes the filter smaller, or is the last. */
const mostRounds = 50;

export function sizeOfFilter(filter: Filter): FilterSize {
  return measureFilter(filter).size;
}

/** @internal the canonical text, and its size */
export function measureFilter(filter: Filter): { readonly text: string; readonly size: FilterSize } {
  const { text, operators } = canonicalForm(filter);
  return { text, size: { operators, bytes: Buffer.byteLength(text, 'utf8') } };
}

/** @internal whether the limits allow a filter of this size */
export function fitsLimits({ operators, bytes }: FilterSize): boolean {
  return operators <= filterLimits.operators && bytes <= filterLimits.bytes;
}

/**
 * Returns an equivalent filter with at most as many operators and bytes, and fewer where possible. It merges nested
 * groups of one kind, duplicate conditions, chains of `eq` and `!eq`, sets and bounds on one field, removes conditions
 * that another one implies or excludes, and factors out what several branches have in common. Factoring out removes
 * conditions and can add groups, so a filter that is too long may get more operators to become short enough.
 *
 * The result is deterministic, but not always the shortest form. A filter that always or never matches becomes two
 * conditions to that effect. A filter of more than 500 conditions or 5000 values is returned unchanged.
 *
 * @example
 * ```ts
 * const dataset = findDataset('http_requests');
 * const { filter } = parseExpression('ClientCountry == "nl" or ClientCountry == "de" or ClientCountry == "nl"');
 * if (dataset && filter) formatExpression(shortenFilter(filter, dataset)); // 'ClientCountry in {"nl" "de"}'
 * ```
 */
export function shortenFilter(filter: Filter, dataset: Dataset): Filter {
  const before = sizeOfFilter(filter);
  const shortest = before.bytes > filterLimits.bytes ? shortenBy('always', filter, dataset) : filter;
  const size = sizeOfFilter(shortest);
  const found =
    size.bytes < before.bytes && fitsLimits(size)
      ? shortest
      : withFewest(size.bytes < before.bytes ? shortest : filter, dataset);
  const after = sizeOfFilter(found);
  // The canonical text, which `withFewest` compares with, can be longer than the filter.
  const isLarger = after.operators > before.operators || after.bytes > before.bytes;
  return isLarger && (fitsLimits(before) || !fitsLimits(after)) ? filter : found;
}

/** The first form that fits or is no larger. It depends on the canonical text alone: the filter of a job gets the same form as that of its code. */
function withFewest(filter: Filter, dataset: Dataset): Filter {
  const { text, size: before } = measureFilter(filter);
  const ordered = (fitsLimits(before) ? undefined : parseFilter(text).filter) ?? filter;
  let best = filter;
  for (const factoring of factorings) {
    const shorter = shortenBy(factoring, ordered, dataset);
    const after = sizeOfFilter(shorter);
    if (fitsLimits(after) && !fitsLimits(before)) return shorter;
    const isNoLarger = after.operators <= before.operators && after.bytes <= before.bytes;
    if (isNoLarger && best === filter && shorter !== ordered) best = shorter;
  }
  return best;
}

/** When to factor out what branches have in common: whenever there is something, or where it adds no operator. */
const factorings = ['always', 'without more operators'] as const;
type Factoring = (typeof factorings)[number];

/** @internal */
export function shortenBy(factoring: Factoring, filter: Filter, dataset: Dataset): Filter {
  const { leaves, values } = count(filter.where);
  if (leaves > largest.leaves || values > largest.values) return filter;
  const found = new Shortener(dataset, factoring).shorten(filter.where);
  const where = typeof found === 'string' ? constant(found, filter.where, dataset) : found;
  return where === undefined ? filter : { where: isLeaf(where) ? group('and', [where]) : where };
}

/** @internal whether every record matches, or none, as far as `shortenFilter` can determine */
export function constantOf(filter: Filter, dataset: Dataset): 'always' | 'never' | undefined {
  const { leaves, values } = count(filter.where);
  if (leaves > largest.leaves || values > largest.values) return undefined;
  const found = new Shortener(dataset, 'always').shorten(filter.where);
  return typeof found === 'string' ? found : undefined;
}

type Outcome = Condition | 'always' | 'never';

/** Conditions that match at a place of the filter, and conditions that do not. */
export interface Context<Given extends AnalyzedLeaf = AnalyzedLeaf> {
  readonly truths: readonly Given[];
  readonly falses: readonly Given[];
}

class Shortener {
  private readonly atoms = new Map<Leaf, Atom | undefined>();

  constructor(
    private readonly dataset: Dataset,
    private readonly factoring: Factoring,
  ) {}

  shorten(where: Condition): Outcome {
    let current: Outcome = where;
    let before = '';
    for (let round = 0; round < mostRounds && typeof current !== 'string'; round++) {
      current = this.condition(current, { truths: [], falses: [] });
      // Not compared with what was given: its text may be the same although a round has made one group of two.
      const now = typeof current === 'string' ? current : textOf(current);
      if (now === before) break;
      before = now;
    }
    return current;
  }

  private condition(condition: Condition, context: Context): Outcome {
    if (isLeaf(condition)) return this.judge(condition, context) ?? condition;
    const { kind } = groupOf(condition);
    return this.group(kind, flatten(condition, kind), context);
  }

  private group(kind: 'and' | 'or', children: readonly Condition[], context: Context): Outcome {
    // `and` ends at the first "never" and takes "always" for nothing; `or` the other way round.
    const decisive = kind === 'and' ? 'never' : 'always';
    const idle = kind === 'and' ? 'always' : 'never';
    const merged = this.mergeLeaves(kind, children.filter(isLeaf));
    if (merged === undefined) return decisive;

    const leaves = [...merged];
    for (let index = 0; index < leaves.length;) {
      const [leaf] = leaves.splice(index, 1);
      const verdict = leaf === undefined ? idle : this.judge(leaf, this.within(kind, leaves, context));
      if (verdict === decisive) return decisive;
      if (verdict === undefined && leaf !== undefined) leaves.splice(index++, 0, leaf);
    }

    const within = this.within(kind, leaves, context);
    const groups: Condition[] = [];
    for (const child of children) {
      if (isLeaf(child)) continue;
      const outcome = this.condition(child, within);
      if (outcome === decisive) return decisive;
      if (typeof outcome !== 'string') groups.push(...flatten(outcome, kind));
    }
    const distinct = distinctBy([...leaves, ...groups], textOf);
    const [only, ...more] = distinct;
    if (only === undefined) return idle;
    return more.length === 0 ? only : this.factor(kind, distinct);
  }

  private factor(kind: 'and' | 'or', children: readonly Condition[]): Condition {
    const factored = factor(kind, children);
    if (this.factoring === 'always') return factored;
    const plain = group(kind, children);
    return operatorsOf(factored) <= operatorsOf(plain) ? factored : plain;
  }

  private within(kind: 'and' | 'or', leaves: readonly Leaf[], context: Context): Context {
    return join(
      kind,
      context,
      leaves.flatMap((leaf) => this.known(leaf) ?? []),
    );
  }

  /** `undefined` where one field alone decides. */
  private mergeLeaves(kind: 'and' | 'or', leaves: readonly Leaf[]): readonly Leaf[] | undefined {
    const byField = new Map<string, AnalyzedLeaf[]>();
    const merged: Leaf[] = [];
    for (const leaf of leaves) {
      const known = this.known(leaf);
      if (known === undefined) merged.push(leaf);
      else byField.set(leaf.key, [...(byField.get(leaf.key) ?? []), known]);
    }
    for (const [field, known] of byField) {
      const type = typeOf(field, this.dataset) ?? 'string';
      const found = mergeField(kind, type, known);
      if (found === (kind === 'and' ? 'never' : 'always')) return undefined;
      if (typeof found !== 'string') merged.push(...found);
    }
    return merged;
  }

  private judge(leaf: Leaf, context: Context): 'always' | 'never' | undefined {
    const known = this.known(leaf);
    return known && judge(known, context)?.verdict;
  }

  private known(leaf: Leaf): AnalyzedLeaf | undefined {
    if (!this.atoms.has(leaf)) this.atoms.set(leaf, atomOf(leaf, this.dataset));
    const atom = this.atoms.get(leaf);
    return atom && { leaf, atom };
  }
}

/** The context of what is joined with these leaves: at its place, those of an `and` match, and those of an `or` do not. */
export function join<Given extends AnalyzedLeaf>(
  kind: 'and' | 'or',
  { truths, falses }: Context<Given>,
  own: readonly Given[],
): Context<Given> {
  return kind === 'and' ? { truths: [...truths, ...own], falses } : { truths, falses: [...falses, ...own] };
}

/** Whether the context decides a leaf, and which other leaf does so. */
export function judge<Given extends AnalyzedLeaf>(
  { leaf, atom }: AnalyzedLeaf,
  context: Context<Given>,
): { readonly verdict: 'always' | 'never'; readonly because: Given; readonly isTruth: boolean } | undefined {
  for (const because of context.truths) {
    if (because.leaf.key !== leaf.key) continue;
    if (implies(because.atom, atom)) return { verdict: 'always', because, isTruth: true };
    if (contradicts(because.atom, atom)) return { verdict: 'never', because, isTruth: true };
  }
  for (const because of context.falses) {
    if (because.leaf.key !== leaf.key) continue;
    if (implies(atom, because.atom)) return { verdict: 'never', because, isTruth: false };
    if (exhausts(because.atom, atom)) return { verdict: 'always', because, isTruth: false };
  }
  return undefined;
}

/** Factors out the condition that most groups have in common: (A and B) or (A and C) is A and (B or C). */
function factor(kind: 'and' | 'or', children: readonly Condition[]): Condition {
  const other = kind === 'and' ? 'or' : 'and';
  const holders = new Map<string, { readonly factor: Condition; readonly groups: Set<Condition> }>();
  for (const child of children) {
    const inner = groupOf(child);
    for (const each of inner?.kind === other ? inner.children : []) {
      const text = textOf(each);
      const held = holders.get(text) ?? { factor: each, groups: new Set() };
      held.groups.add(child);
      holders.set(text, held);
    }
  }
  const [best] = [...holders.values()].sort((a, b) => b.groups.size - a.groups.size);
  if (best === undefined || best.groups.size < 2) return group(kind, children);

  const drawn = textOf(best.factor);
  const rests = [...best.groups].map((each): Condition => {
    const rest = (groupOf(each)?.children ?? []).filter((child) => textOf(child) !== drawn);
    const [only, ...more] = rest;
    return only !== undefined && more.length === 0 ? only : group(other, rest);
  });
  const joined = group(other, [best.factor, group(kind, rests)]);
  const left = children.filter((child) => !best.groups.has(child));
  return left.length === 0 ? joined : group(kind, [...left, joined]);
}

/** The children of a group of this kind, groups of one in groups; else the condition itself. */
function flatten(condition: Condition, kind: 'and' | 'or'): readonly Condition[] {
  const inner = groupOf(condition);
  if (inner === undefined) return [condition];
  const [only, ...more] = inner.children;
  if (only !== undefined && more.length === 0) return flatten(only, kind);
  return inner.kind === kind ? inner.children.flatMap((child) => flatten(child, kind)) : [condition];
}

/** Two conditions on a field of the filter that always or never match; `undefined` where no field is suitable. */
function constant(outcome: 'always' | 'never', where: Condition, dataset: Dataset): Condition | undefined {
  for (const leaf of leavesOf(where)) {
    const atom = atomOf(leaf, dataset);
    if (atom === undefined) continue;
    // A comparison by size has no exact opposite.
    const one: Leaf = atom.shape === 'range' ? { key: leaf.key, operator: 'eq', value: '0' } : leaf;
    const opposite: Leaf = { ...one, operator: oppositeOf(one.operator) };
    return group(outcome === 'always' ? 'or' : 'and', [one, opposite]);
  }
  return undefined;
}

function count(condition: Condition): { readonly leaves: number; readonly values: number } {
  let [leaves, values] = [0, 0];
  for (const { value } of leavesOf(condition)) {
    leaves++;
    values += typeof value === 'object' ? value.length : 1;
  }
  return { leaves, values };
}

function operatorsOf(condition: Condition): number {
  return canonicalForm({ where: condition }).operators;
}

function textOf(condition: Condition): string {
  return canonicalFilter({ where: condition });
}
