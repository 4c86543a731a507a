import { countEach } from '../../ground/remember';
import { typeOf, type Dataset } from '../catalogue';
import type { Fault, FaultPath } from '../fault';
import { atomOf, type Atom, type AnalyzedLeaf } from './atom';
import { findInLeaves, groupOf, isLeaf, leavesOf, type Condition, type Filter, type Leaf } from './filter';
import { largest, mergeField } from './merge';
import { constantOf, join, judge, type Context } from './shorten';
import { formatExpression } from './write-expression';

/** A part of a filter that is valid, but probably a mistake. */
export interface Finding {
  /**
   * - `always`: every record matches; for a comparison by size, every record that has the field
   * - `never`: no record matches
   * - `contradiction`: conditions joined by `and` that no record can meet together
   * - `redundant`: without it, the same records match
   */
  readonly kind: 'always' | 'never' | 'contradiction' | 'redundant';
  /** Says what it is, why, and the fix. */
  readonly message: string;
  /** Path of the condition in the filter, e.g. `['where', 'and', 2]`. */
  readonly path: FaultPath;
  /** The path of the other condition that causes it, where that is a single one. */
  readonly because?: FaultPath;
}

/** With more conditions, nothing is compared; a filter that the service accepts has 30. */
const mostLeaves = 500;

/**
 * Finds what is always true, never true, contradictory or redundant in a filter, each with its path, in the order of
 * the filter. The analysis is sound, not complete: every finding holds for every record, but not everything is found.
 * Bounds and sets of ints, sets of strings, prefixes, suffixes and substrings are compared with each other.
 *
 * Conditions that `checkFilter` rejects are ignored.
 *
 * @example
 * ```ts
 * const dataset = findDataset('http_requests');
 * const { filter } = parseExpression('EdgeResponseStatus >= 500 and EdgeResponseStatus > 400');
 * if (dataset && filter) explainFilter(filter, dataset)[0]?.message;
 * // '`EdgeResponseStatus > 400` is redundant: `EdgeResponseStatus >= 500` implies it. Remove it.'
 * ```
 */
export function explainFilter(filter: Filter, dataset: Dataset): Finding[] {
  const leaves = leavesOf(filter.where);
  if (leaves.length > mostLeaves) return [];
  const counts = countEach(leaves.map(({ key }) => key));
  const compared = new Set([...counts.keys()].filter((key) => counts.get(key) !== 1));
  // Conditions decide each other where they are about one field. In most filters no two are.
  if (compared.size === 0)
    return [
      ...findInLeaves(filter.where, ['where'], (leaf, path) => alone(leaf, atomOf(leaf, dataset), path)),
    ];
  const explainer = new Explainer(dataset, compared);
  explainer.visit(filter.where, ['where'], { truths: [], falses: [] });
  return [...explainer.findings, ...aboutAll(filter, dataset)];
}

function alone(leaf: Leaf, atom: Atom | undefined, path: FaultPath): Finding[] {
  switch (atom?.shape) {
    case 'range':
      if (atom.high !== undefined && atom.high < 0n)
        return [
          found('never', path, leaf, 'never matches: no value is below 0. Remove it, or raise the value.'),
        ];
      if (atom.low !== undefined && atom.low > largest)
        return [found('never', path, leaf, `never matches: no value is above ${largest}. Remove it.`)];
      return (atom.low !== undefined && atom.low <= 0n) || (atom.high !== undefined && atom.high >= largest)
        ? [found('always', path, leaf, 'matches every record that has the field. Remove it.')]
        : [];
    case 'text': {
      if (atom.value !== '') return [];
      const [kind, records] = atom.isNegated
        ? (['never', 'only records without'] as const)
        : (['always', 'every record that has'] as const);
      const message = `matches ${records} the field: every string contains the empty string. Remove it, or compare with a non-empty string.`;
      return [found(kind, path, leaf, message)];
    }
    case 'set': {
      const repeated = typeof leaf.value === 'object' ? leaf.value.length - atom.values.size : 0;
      const values = repeated === 1 ? 'a duplicate value' : `${repeated} duplicate values`;
      return repeated === 0 ? [] : [found('redundant', path, leaf, `has ${values}. List each value once.`)];
    }
    default:
      return [];
  }
}

function found(kind: Finding['kind'], path: FaultPath, leaf: Leaf, message: string): Finding {
  return { kind, message: `${quoted(leaf)} ${message}`, path };
}

interface Placed extends AnalyzedLeaf {
  readonly path: FaultPath;
  /** Path of the outermost group that joins it in one way. */
  readonly group: FaultPath;
}

class Explainer {
  readonly findings: Finding[] = [];

  /** @param compared - the fields of several conditions: only conditions of one field are compared */
  constructor(
    private readonly dataset: Dataset,
    private readonly compared: ReadonlySet<string>,
  ) {}

  visit(condition: Condition, path: FaultPath, context: Context<Placed>): void {
    const kind = kindOf(condition);
    const children = joinedBy(kind, condition, path);
    const before = this.findings.length;
    const own: Placed[] = [];
    for (const child of children) {
      const placed = this.placed(child, path);
      if (placed === undefined) continue;
      const findings = alone(placed.leaf, placed.atom, placed.path);
      this.findings.push(...findings);
      const isConstant = findings.some(({ kind: each }) => each !== 'redundant');
      if (isConstant || !this.compared.has(placed.leaf.key)) continue;
      if (!this.among(kind, placed, join(kind, context, own))) own.push(placed);
    }
    this.backwards(kind, own);
    if (this.findings.length === before) this.together(kind, own, path);

    const within = join(kind, context, own);
    for (const child of children)
      if (!isLeaf(child.condition)) this.visit(child.condition, child.path, within);
  }

  /** A condition together with those before it in its group and in the groups around it. */
  private among(kind: 'and' | 'or', placed: Placed, context: Context<Placed>): boolean {
    const found = judge(placed, context);
    if (found === undefined) return false;
    const { verdict, because, isTruth } = found;
    const [text, other] = [quoted(placed.leaf), quoted(because.leaf)];
    const add = (what: Finding['kind'], message: string, path = placed.path): true =>
      this.add(what, message, path, because.path);
    const around = placed.group;

    if (verdict === 'always' && kind === 'and')
      return isTruth
        ? add('redundant', `${text} is redundant: ${other} implies it. Remove it.`)
        : add('redundant', `${text} is redundant: ${other} matches every record that it rejects. Remove it.`);
    if (verdict === 'always')
      return isTruth || placed.group !== because.group
        ? add('redundant', `${text} always matches here, because of ${other}. Remove the "or" group.`, around)
        : add('always', `${text} or ${other}: every record matches one of the two. Fix one of them.`);
    if (isTruth)
      return add(
        'contradiction',
        `${text} and ${other} contradict each other. Join them with "or", or fix one of them.`,
      );
    return kind === 'or'
      ? add('redundant', `${text} is redundant: ${other} matches all of its records. Remove it.`)
      : add(
          'redundant',
          `${text} is redundant here: ${other} matches all of its records. Remove the "and" group.`,
          around,
        );
  }

  /** Conditions that a later condition of the same group makes redundant. */
  private backwards(kind: 'and' | 'or', own: Placed[]): void {
    for (let index = 0; index < own.length;) {
      const placed = own[index];
      const later = join(kind, { truths: [], falses: [] }, own.slice(index + 1));
      const isRedundant = placed && judge(placed, later)?.verdict === (kind === 'and' ? 'always' : 'never');
      if (placed && isRedundant && this.among(kind, placed, later)) own.splice(index, 1);
      else index++;
    }
  }

  /** Findings about more than two conditions: bounds and sets that together exclude everything, or nothing. */
  private together(kind: 'and' | 'or', own: readonly Placed[], path: FaultPath): void {
    for (const key of new Set(own.map(({ leaf }) => leaf.key))) {
      const known = own.filter(({ leaf }) => leaf.key === key);
      const type = typeOf(key, this.dataset);
      const merged = type === undefined || known.length < 2 ? undefined : mergeField(kind, type, known);
      if (merged === 'never') {
        const message = `The conditions on "${key}" contradict each other. Fix one of them.`;
        this.add('contradiction', message, path);
      } else if (merged === 'always') {
        this.add('always', `Every record matches one of the conditions on "${key}". Fix one of them.`, path);
      }
    }
  }

  private placed({ condition, path }: Child, group: FaultPath): Placed | undefined {
    if (!isLeaf(condition)) return undefined;
    const atom = atomOf(condition, this.dataset);
    return atom && { leaf: condition, atom, path, group };
  }

  private add(kind: Finding['kind'], message: string, path: FaultPath, because?: FaultPath): true {
    this.findings.push({ kind, message, path, ...(because && { because }) });
    return true;
  }
}

interface Child {
  readonly condition: Condition;
  readonly path: FaultPath;
}

/** How a condition joins its children, ignoring groups of one. */
function kindOf(condition: Condition): 'and' | 'or' {
  const inner = groupOf(condition);
  const [only, ...more] = inner?.children ?? [];
  return only !== undefined && more.length === 0 ? kindOf(only) : (inner?.kind ?? 'and');
}

/** The conditions joined in one way, through nested groups of that kind. */
function joinedBy(kind: 'and' | 'or', condition: Condition, path: FaultPath): Child[] {
  const inner = groupOf(condition);
  if (inner === undefined || (inner.kind !== kind && inner.children.length > 1)) return [{ condition, path }];
  return inner.children.flatMap((child, index) => joinedBy(kind, child, [...path, inner.kind, index]));
}

/**
 * Warns of conditions that pass every line or none, of the whole filter too.
 *
 * Codes: `filter.always`, `filter.never`, `filter.contradiction`.
 */
export function constantFaults(filter: Filter, dataset: Dataset): Fault[] {
  return explainFilter(filter, dataset).flatMap(({ kind, message, path }) =>
    kind === 'redundant' ? [] : [{ code: constantCodes[kind], kind: 'constant', message, path }],
  );
}

const constantCodes = {
  always: 'filter.always',
  never: 'filter.never',
  contradiction: 'filter.contradiction',
} as const;

function aboutAll(filter: Filter, dataset: Dataset): Finding[] {
  const kind = constantOf(filter, dataset);
  if (kind === undefined) return [];
  const message =
    kind === 'always'
      ? 'The filter as a whole matches every record. Remove it, or fix it.'
      : 'The filter as a whole matches no record: nothing would be delivered. Fix it.';
  return [{ kind, message, path: ['where'] }];
}

function quoted(leaf: Leaf): string {
  const text = formatExpression({ where: leaf });
  return `\`${text.length <= 80 ? text : `${text.slice(0, 80)}…`}\``;
}
