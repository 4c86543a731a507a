import fc from 'fast-check';
import type { Condition, Filter, Leaf, Operator, Scalar } from '../../../lib/logs';

/** The operators of a kind of comparison, written out from specification 4.3. */
const operators = {
  text: ['eq', '!eq', 'startsWith', 'endsWith', '!startsWith', '!endsWith', 'contains', '!contains'],
  size: ['eq', '!eq', 'lt', 'leq', 'gt', 'geq'],
  equality: ['eq', '!eq'],
  element: ['contains', '!contains'],
  set: ['in', '!in'],
} as const satisfies Readonly<Record<string, readonly Operator[]>>;

type Comparison = readonly [
  kind: keyof typeof operators,
  keys: readonly string[],
  values: fc.Arbitrary<Leaf['value']>,
];

export function leavesOf(comparisons: readonly Comparison[]): fc.Arbitrary<Leaf> {
  return fc.oneof(
    ...comparisons.map(([kind, keys, value]) =>
      fc.record({
        key: fc.constantFrom(...keys),
        operator: fc.constantFrom<Operator>(...operators[kind]),
        value,
      }),
    ),
  );
}

export function setOf<Item extends Scalar>(items: fc.Arbitrary<Item>): fc.Arbitrary<Item[]> {
  return fc.array(items, { minLength: 1, maxLength: 4 });
}

export function groupsOf(leaf: fc.Arbitrary<Leaf>, most = 4) {
  return fc.letrec<{ condition: Condition; group: Condition }>((tie) => ({
    condition: fc.oneof({ depthSize: 'small', withCrossShrink: true }, leaf, tie('group')),
    group: fc
      .tuple(fc.boolean(), fc.array(tie('condition'), { minLength: 1, maxLength: most }))
      .map(([isAnd, children]) => (isAnd ? { and: children } : { or: children })),
  }));
}

/** Few fields and few values, so that conditions repeat, contradict and match. */
const words = fc.constantFrom('', 'a', 'ab', 'b', 'é"\\');
const ints = fc.constantFrom(0n, 1n, 200n, 9007199254740993n, 18446744073709551615n);

export const texts = ['ClientCountry', 'RayID'] as const;
export const textLists = ['BotTags', 'SecurityActions'] as const;
const counts = ['BotScore', 'EdgeResponseStatus'] as const;

const { group } = groupsOf(
  leavesOf([
    ['text', texts, words],
    // As a number too: no service takes it, but a text may say it.
    ['size', counts, fc.oneof(ints.map(String), fc.constantFrom(0, 1, 200))],
    ['equality', ['CacheReserveUsed'], fc.constantFrom('true', 'false', true, false)],
    ['element', textLists, words],
    ['set', texts, setOf(words)],
    ['set', counts, setOf(ints.map((int) => (int > 9007199254740991n ? int : Number(int))))],
  ]),
);

export const filters: fc.Arbitrary<Filter> = group.map((where) => ({ where }));

const fieldValues = {
  ClientCountry: fc.option(words),
  RayID: fc.option(words),
  BotScore: fc.option(fc.oneof(ints, fc.constantFrom(0, 1, 200))),
  EdgeResponseStatus: fc.option(ints),
  CacheReserveUsed: fc.option(fc.boolean()),
  BotTags: fc.option(fc.array(words, { maxLength: 2 })),
  SecurityActions: fc.option(fc.array(words, { maxLength: 2 })),
};

export const records = fc.record(fieldValues, { requiredKeys: [] });

/** The same filter said another way: children in another order, some twice, some in a group of their own. */
export function reworded(filter: Filter, choices: () => number): Filter {
  return { where: reword(filter.where, choices) };
}

function reword(condition: Condition, choices: () => number): Condition {
  if ('operator' in condition) {
    const { key, operator, value } = condition;
    if (typeof value === 'object') return { value: [...value, ...value].reverse(), operator, key };
    return { value: String(value), operator, key };
  }
  const isAnd = 'and' in condition;
  const children = (isAnd ? condition.and : condition.or)
    .flatMap((child): Condition[] => {
      const said = reword(child, choices);
      const ways: Condition[][] = [
        [said],
        [said, reword(child, choices)],
        [{ and: [said] }],
        [{ or: [{ and: [said] }] }],
      ];
      return ways[choices() % ways.length] ?? [said];
    })
    .map((child) => ({ child, rank: choices() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ child }) => child);
  return isAnd ? { and: children } : { or: children };
}

export function leafCount(condition: Condition): number {
  if ('operator' in condition) return 1;
  const children = 'and' in condition ? condition.and : condition.or;
  return children.reduce((sum, child) => sum + leafCount(child), 0);
}
