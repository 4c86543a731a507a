import { groupOf, isLeaf, type Condition, type Filter, type Leaf, type Scalar } from './filter';
import type { Operator } from './operators';

/**
 * Writes a filter in plain words, for people who do not write filters. Nested groups that are joined differently are in
 * parentheses, so that the words have one reading; a value is in quotes where it would not be seen as one word.
 *
 * @example
 * ```ts
 * const { filter } = parseExpression('EdgeResponseStatus >= 500 and (ClientCountry in {"de" "fr"} or BotScore < 30)');
 * if (filter) describeFilter(filter);
 * // 'EdgeResponseStatus is at least 500 and (ClientCountry is one of de, fr or BotScore is less than 30)'
 * ```
 */
export function describeFilter({ where }: Filter): string {
  return describe(where).text;
}

/** Writes one condition in the words of {@link describeFilter}. */
export function describeCondition({ key, operator, value }: Leaf): string {
  return `${oneWord.test(key) ? key : JSON.stringify(key)} ${verbs[operator]} ${describeValue(value)}`;
}

const verbs: Readonly<Record<Operator, string>> = {
  eq: 'is',
  '!eq': 'is not',
  lt: 'is less than',
  leq: 'is at most',
  gt: 'is greater than',
  geq: 'is at least',
  startsWith: 'starts with',
  endsWith: 'ends with',
  '!startsWith': 'does not start with',
  '!endsWith': 'does not end with',
  contains: 'contains',
  '!contains': 'does not contain',
  in: 'is one of',
  '!in': 'is none of',
};

interface Described {
  readonly text: string;
  /** How its parts are joined; undefined for a single condition. */
  readonly joint: 'and' | 'or' | undefined;
}

function describe(condition: Condition): Described {
  if (isLeaf(condition)) return { text: describeCondition(condition), joint: undefined };
  const { kind, children } = groupOf(condition);
  const [first, ...more] = children.map(describe);
  // As filters are evaluated: every one of no conditions is met, and not a single one.
  if (first === undefined) return { text: kind === 'and' ? 'every line' : 'no line', joint: undefined };
  if (more.length === 0) return first;
  const text = [first, ...more]
    .map((part) => (part.joint === undefined || part.joint === kind ? part.text : `(${part.text})`))
    .join(` ${kind} `);
  return { text, joint: kind };
}

function describeValue(value: Leaf['value']): string {
  return typeof value === 'object' ? value.map(describeScalar).join(', ') : describeScalar(value);
}

function describeScalar(value: Scalar): string {
  const text = String(value);
  return oneWord.test(text) && !joints.has(text.toLowerCase()) ? text : JSON.stringify(text);
}

/** A comma would separate values, and a parenthesis groups. */
const oneWord = /^[\w./:@*+%-]+$/;
const joints = new Set(['and', 'or']);
