import type { Dataset } from '../catalogue';
import type { FaultPath } from '../fault';
import { compileFilter } from '../filter/compile';
import { groupOf, isLeaf, type Condition, type Filter, type Leaf } from '../filter/filter';
import { own } from '../../ground/record';
import { formatExpression } from '../filter/write-expression';
import { writeJson } from '../projection';

/** A condition that a record does not meet, so that its line is not delivered. */
export interface Unmet {
  /** Its path in the filter, e.g. `['where', 'and', 1]`. */
  readonly path: FaultPath;
  readonly condition: Leaf;
  /** The value of the record; undefined when the field is missing. */
  readonly value: unknown;
}

/**
 * Why a filter drops a record: for conditions joined by `and` the first that is not met, for those joined by `or` all.
 * Empty when the record is delivered.
 *
 * @example
 * ```ts
 * const dataset = findDataset('http_requests');
 * const { filter } = parseFilter('{"where":{"and":[{"key":"BotScore","operator":"lt","value":"30"}]}}');
 * if (dataset && filter) whyDropped(filter, { BotScore: 40 }, dataset);
 * // [{ path: ['where', 'and', 0], condition: { key: 'BotScore', operator: 'lt', value: '30' }, value: 40 }]
 * ```
 */
export function whyDropped(
  filter: Filter,
  record: Readonly<Record<string, unknown>>,
  dataset: Dataset,
): readonly Unmet[] {
  return compileWhy(filter, dataset)(record);
}

type Why = (record: Readonly<Record<string, unknown>>) => readonly Unmet[];

export function compileWhy(filter: Filter, dataset: Dataset): Why {
  return compile(filter.where, ['where'], dataset);
}

function compile(condition: Condition, path: FaultPath, dataset: Dataset): Why {
  if (isLeaf(condition)) {
    const passes = compileFilter({ where: condition }, dataset);
    return (record) => (passes(record) ? [] : [{ path, condition, value: own(record, condition.key) }]);
  }
  const { kind, children } = groupOf(condition);
  const parts = children.map((child, index) => compile(child, [...path, kind, index], dataset));
  return (record) => {
    const all: Unmet[] = [];
    for (const part of parts) {
      const found = part(record);
      if ((kind === 'or') === (found.length === 0)) return found;
      all.push(...found);
    }
    return all;
  };
}

const mostLetters = 80;

export class UnmetWriter {
  private readonly expressions = new Map<Leaf, string>();

  constructor(private readonly dataset: Dataset) {}

  /** Conditions that were not met, with what the line has instead: `BotScore < 30 (it is 40)`. */
  write(unmet: readonly Unmet[]): string {
    return unmet
      .map(({ condition, value }) => `${this.expressionOf(condition)} (${writeValue(value)})`)
      .join(' or ');
  }

  /** Writes the conditions without the values of the line, as a key for counting. */
  writeKey(unmet: readonly Unmet[]): string {
    return unmet.map(({ condition }) => this.expressionOf(condition)).join(' or ');
  }

  private expressionOf(condition: Leaf): string {
    const known = this.expressions.get(condition);
    if (known !== undefined) return known;
    const expression = formatExpression({ where: condition }, { dataset: this.dataset });
    this.expressions.set(condition, expression);
    return expression;
  }
}

/** Writes the value of a line whose condition is not met. */
export function writeValue(value: unknown): string {
  if (value === undefined) return 'the line has none';
  const shown = writeJson(value);
  return `it is ${shown.length > mostLetters ? `${shown.slice(0, mostLetters)}…` : shown}`;
}
