import type { Dataset } from '../catalogue';
import type { Leaf } from '../filter/filter';
import { formatExpression } from '../filter/write-expression';
import { writeJson } from '../projection';
import type { Unmet } from './why';

/** Longer values are truncated. */
const mostLetters = 80;

/** Writes why lines were dropped. */
export class UnmetWriter {
  /** Conditions as expressions. */
  private readonly expressions = new Map<Leaf, string>();

  constructor(private readonly dataset: Dataset) {}

  /** Conditions that were not met, with what the line has instead: `BotScore < 30 (it is 40)`. */
  write(unmet: readonly Unmet[]): string {
    return unmet
      .map(({ condition, value }) => `${this.expressionOf(condition)} (${writeValue(value)})`)
      .join(' or ');
  }

  /** The same without the values of the line, as a key for counting. */
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

/** What a line has in the place of a condition that it does not meet. */
export function writeValue(value: unknown): string {
  if (value === undefined) return 'the line has none';
  const shown = writeJson(value);
  return `it is ${shown.length > mostLetters ? `${shown.slice(0, mostLetters)}…` : shown}`;
}
