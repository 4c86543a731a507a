import type { Dataset } from '../catalogue';
import type { FaultPath } from '../fault';
import { atomOf, type Known } from './atom';
import { groupOf, isLeaf, type Condition, type Filter, type Leaf } from './filter';
import { mergeField } from './merge';
import { constantOf, judge } from './shorten';
import { formatExpression } from './write-expression';

/** Something in a filter that is not wrong, but hardly meant. */
export interface Finding {
  /**
   * - `always`: it lets every record pass; for what compares by size, every record that has the field
   * - `never`: it lets no record pass
   * - `contradiction`: conditions that are joined by `and`, and that no record can meet together
   * - `redundant`: it can be left out, and the same records pass
   */
  readonly kind: 'always' | 'never' | 'contradiction' | 'redundant';
  /** What it is, why, and the cure. */
  readonly message: string;
  /** Of the condition in the filter, e.g. `['where', 'and', 2]`. */
  readonly path: FaultPath;
  /** Of the other condition that makes it so, where it is a single one. */
  readonly because?: FaultPath;
}

/** More conditions than this are not compared with each other; a filter that the service takes has 30. */
const mostLeaves = 500;
const largest = 2n ** 64n - 1n;

/**
 * What is always true, never true, contradictory or redundant in a filter, each with its place, in the order of the
 * filter. Sound, not complete: what is found is so for every record, but not everything that is so is found. Bounds
 * and sets of ints, sets of strings, prefixes, suffixes and parts of strings are compared with each other.
 *
 * Conditions that `checkFilter` refuses are passed over.
 *
 * @example
 * ```ts
 * const dataset = findDataset('http_requests');
 * const { filter } = parseExpression('EdgeResponseStatus >= 500 and EdgeResponseStatus > 400');
 * if (dataset && filter) explainFilter(filter, dataset)[0]?.message;
 * // '`EdgeResponseStatus > 400` says nothing new: `EdgeResponseStatus >= 500` says it already. Leave it out.'
 * ```
 */
export function explainFilter(filter: Filter, dataset: Dataset): Finding[] {
  const explainer = new Explainer(dataset);
  explainer.visit(filter.where, ['where'], { truths: [], falses: [] });
  if (explainer.leaves > mostLeaves) return [];
  return [...explainer.findings, ...aboutAll(filter, dataset)];
}

interface Placed extends Known {
  readonly path: FaultPath;
  /** Where the outermost group lies that joins it in one way. */
  readonly group: FaultPath;
}

interface Context {
  readonly truths: readonly Placed[];
  readonly falses: readonly Placed[];
}

class Explainer {
  readonly findings: Finding[] = [];
  leaves = 0;

  constructor(private readonly dataset: Dataset) {}

  visit(condition: Condition, path: FaultPath, context: Context): void {
    const kind = kindOf(condition);
    const children = joinedBy(kind, condition, path);
    this.leaves += children.filter(({ condition: child }) => isLeaf(child)).length;
    if (this.leaves > mostLeaves) return;

    const before = this.findings.length;
    const own: Placed[] = [];
    for (const child of children) {
      const placed = this.placed(child, path);
      if (placed === undefined || this.alone(placed)) continue;
      if (!this.among(kind, placed, join(kind, context, own))) own.push(placed);
    }
    this.backwards(kind, own);
    if (this.findings.length === before) this.together(kind, own, path);

    const within = join(kind, context, own);
    for (const child of children) {
      if (!isLeaf(child.condition)) this.visit(child.condition, child.path, within);
    }
  }

  /** A condition that says something by itself that was hardly meant. */
  private alone({ leaf, atom, path }: Placed): boolean {
    const text = quoted(leaf);
    if (atom.shape === 'range') {
      if (atom.high !== undefined && atom.high < 0n)
        return this.add(
          'never',
          `${text} never holds: no value is below 0. Leave it out, or raise the value.`,
          path,
        );
      if (atom.low !== undefined && atom.low > largest)
        return this.add('never', `${text} never holds: no value is above ${largest}. Leave it out.`, path);
      if ((atom.low !== undefined && atom.low <= 0n) || (atom.high !== undefined && atom.high >= largest))
        return this.add('always', `${text} holds for every record that has the field. Leave it out.`, path);
    }
    if (atom.shape === 'text' && atom.value === '') {
      const message = atom.isNegated
        ? `${text} holds only for records without the field: every text has the empty text in it.`
        : `${text} holds for every record that has the field: every text has the empty text in it.`;
      return this.add(
        atom.isNegated ? 'never' : 'always',
        `${message} Leave it out, or give it a text.`,
        path,
      );
    }
    if (typeof leaf.value === 'object' && atom.shape === 'set' && atom.values.size < leaf.value.length) {
      const repeated = leaf.value.length - atom.values.size;
      this.add(
        'redundant',
        `${text} names ${repeated === 1 ? 'a value' : `${repeated} values`} more than once. Name each once.`,
        path,
      );
    }
    return false;
  }

  /** A condition in a group of a kind, beside those before it and around it. */
  private among(kind: 'and' | 'or', placed: Placed, context: Context): boolean {
    const found = judge(placed, context);
    if (found === undefined) return false;
    const { verdict, because, isTruth } = found;
    const [text, other] = [quoted(placed.leaf), quoted(because.leaf)];
    const add = (what: Finding['kind'], message: string, path = placed.path): true =>
      this.add(what, message, path, because.path);
    const around = placed.group;

    if (verdict === 'always' && kind === 'and') {
      return isTruth
        ? add('redundant', `${text} says nothing new: ${other} says it already. Leave it out.`)
        : add('redundant', `${text} says nothing new: what it refuses has passed by ${other}. Leave it out.`);
    }
    if (verdict === 'always') {
      return isTruth || placed.group !== because.group
        ? add(
            'redundant',
            `${text} always holds here, because of ${other}. Leave out all that "or" joins here.`,
            around,
          )
        : add('always', `${text} or ${other}: one of the two holds for every record. Correct one of them.`);
    }
    if (isTruth) {
      return add(
        'contradiction',
        `${text} and ${other} never hold together. Join them by "or", or correct one.`,
      );
    }
    return kind === 'or'
      ? add('redundant', `${text} adds nothing: ${other} lets all of it pass. Leave it out.`)
      : add(
          'redundant',
          `${text} adds nothing here: ${other} lets all of it pass. Leave out all that "and" joins here.`,
          around,
        );
  }

  /** What a later condition of the same group makes needless. */
  private backwards(kind: 'and' | 'or', own: Placed[]): void {
    for (let index = 0; index < own.length;) {
      const placed = own[index];
      const later = own.slice(index + 1);
      const found = placed && judge(placed, join(kind, { truths: [], falses: [] }, later));
      const isNeedless = found?.verdict === (kind === 'and' ? 'always' : 'never');
      if (
        placed === undefined ||
        !isNeedless ||
        !this.among(kind, placed, join(kind, { truths: [], falses: [] }, later))
      )
        index++;
      else own.splice(index, 1);
    }
  }

  /** What only shows of more than two conditions at once: bounds and sets that leave nothing over, or everything. */
  private together(kind: 'and' | 'or', own: readonly Placed[], path: FaultPath): void {
    for (const key of new Set(own.map(({ leaf }) => leaf.key))) {
      const known = own.filter(({ leaf }) => leaf.key === key);
      const type = this.dataset.fields.get(key);
      const merged = type === undefined || known.length < 2 ? undefined : mergeField(kind, type, known);
      if (merged === 'never') {
        const message = `The conditions on "${key}" never hold together. Correct one of them.`;
        this.add('contradiction', message, path);
      } else if (merged === 'always') {
        this.add(
          'always',
          `One of the conditions on "${key}" holds for every record. Correct one of them.`,
          path,
        );
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

/** How a condition joins others, groups of one aside. */
function kindOf(condition: Condition): 'and' | 'or' {
  const inner = groupOf(condition);
  const [only, ...others] = inner?.children ?? [];
  return only !== undefined && others.length === 0 ? kindOf(only) : (inner?.kind ?? 'and');
}

/** What is joined in one way, over groups in groups of that kind. */
function joinedBy(kind: 'and' | 'or', condition: Condition, path: FaultPath): Child[] {
  const inner = groupOf(condition);
  if (inner === undefined || (inner.kind !== kind && inner.children.length > 1)) return [{ condition, path }];
  return inner.children.flatMap((child, index) => joinedBy(kind, child, [...path, inner.kind, index]));
}

function join(kind: 'and' | 'or', { truths, falses }: Context, own: readonly Placed[]): Context {
  return kind === 'and' ? { truths: [...truths, ...own], falses } : { truths, falses: [...falses, ...own] };
}

/** Whether all that was found comes to a filter that delivers everything or nothing. */
function aboutAll(filter: Filter, dataset: Dataset): Finding[] {
  const kind = constantOf(filter, dataset);
  if (kind === undefined) return [];
  const message =
    kind === 'always'
      ? 'The filter as a whole lets every record pass. Leave it out, or correct it.'
      : 'The filter as a whole lets no record pass: nothing would be delivered. Correct it.';
  return [{ kind, message, path: ['where'] }];
}

function quoted(leaf: Leaf): string {
  const text = formatExpression({ where: leaf });
  return `\`${text.length <= 80 ? text : `${text.slice(0, 80)}…`}\``;
}
