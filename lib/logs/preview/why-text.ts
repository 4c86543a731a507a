import type { Dataset } from '../catalogue';
import { formatExpression } from '../filter/write-expression';
import type { Unmet } from './why';

/** Longer values are truncated. */
const mostLetters = 80;

/** Conditions that were not met, with what the line has instead: `BotScore < 30 (it is 40)`. */
export function writeUnmet(unmet: readonly Unmet[], dataset: Dataset): string {
  return unmet.map((each) => `${writeCondition(each, dataset)} (${writeValue(each.value)})`).join(' or ');
}

/** The same without the values of the line, as a key for counting. */
export function writeUnmetKey(unmet: readonly Unmet[], dataset: Dataset): string {
  return unmet.map((each) => writeCondition(each, dataset)).join(' or ');
}

function writeCondition({ condition }: Unmet, dataset: Dataset): string {
  return formatExpression({ where: condition }, { dataset });
}

function writeValue(value: unknown): string {
  if (value === undefined) return 'the line has none';
  const text = JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'bigint' ? member.toString() : member,
  );
  const shown = typeof value === 'bigint' ? value.toString() : text;
  return `it is ${shown.length > mostLetters ? `${shown.slice(0, mostLetters)}…` : shown}`;
}
