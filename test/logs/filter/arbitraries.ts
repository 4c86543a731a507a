import fc from 'fast-check';
import type { Condition, Filter } from '../../../lib/logs';

/** Few fields and few values, so that conditions repeat, contradict and match. */
const words = fc.constantFrom('', 'a', 'ab', 'b', 'é"\\');
const ints = fc.constantFrom(0n, 1n, 200n, 9007199254740993n, 18446744073709551615n);

/** The operators that compare a string field with one string. */
export const textOperators = fc.constantFrom(
  'eq',
  '!eq',
  'startsWith',
  'endsWith',
  '!startsWith',
  '!endsWith',
  'contains',
  '!contains',
);

const onString = fc.record({
  key: fc.constantFrom('ClientCountry', 'RayID'),
  operator: textOperators,
  value: words,
});
const onInt = fc.record({
  key: fc.constantFrom('BotScore', 'EdgeResponseStatus'),
  operator: fc.constantFrom('eq', '!eq', 'lt', 'leq', 'gt', 'geq'),
  // As a number too: no service takes it, but a text may say it.
  value: fc.oneof(ints.map(String), fc.constantFrom(0, 1, 200)),
});
const onBool = fc.record({
  key: fc.constant('CacheReserveUsed' as const),
  operator: fc.constantFrom('eq', '!eq'),
  value: fc.constantFrom('true', 'false', true, false),
});
const onArray = fc.record({
  key: fc.constantFrom('BotTags', 'SecurityActions'),
  operator: fc.constantFrom('contains', '!contains'),
  value: words,
});
const inWords = fc.record({
  key: fc.constantFrom('ClientCountry', 'RayID'),
  operator: fc.constantFrom('in', '!in'),
  value: fc.array(words, { minLength: 1, maxLength: 4 }),
});
const inInts = fc.record({
  key: fc.constantFrom('BotScore', 'EdgeResponseStatus'),
  operator: fc.constantFrom('in', '!in'),
  value: fc.array(
    ints.map((int) => (int > 9007199254740991n ? int : Number(int))),
    { minLength: 1, maxLength: 4 },
  ),
});

const leaf: fc.Arbitrary<Condition> = fc.oneof(onString, onInt, onBool, onArray, inWords, inInts);

const { group } = fc.letrec<{ condition: Condition; group: Condition }>((tie) => ({
  condition: fc.oneof({ depthSize: 'small', withCrossShrink: true }, leaf, tie('group')),
  group: fc
    .tuple(fc.boolean(), fc.array(tie('condition'), { minLength: 1, maxLength: 4 }))
    .map(([isAnd, children]) => (isAnd ? { and: children } : { or: children })),
}));

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
