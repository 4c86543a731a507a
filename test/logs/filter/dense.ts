import fc from 'fast-check';
import type { Filter, Leaf } from '../../../lib/logs';
import { groupsOf, leavesOf, setOf, textLists, texts } from './arbitraries';

/** Values that lie close together, so that conditions overlap, touch, contain and rule out each other. */
const words = fc.constantFrom('', 'a', 'ab', 'abc', 'b', 'ba', 'cab');
const digits = fc.constantFrom(...'0 1 2 3 4 5 6 18446744073709551614 18446744073709551615'.split(' '));
const numbers = fc.constantFrom<(number | bigint)[]>(0, 1, 2, 3, 4, 5, 6, 18446744073709551615n);

const ints = ['BotScore', 'EdgeResponseStatus'] as const;

const leaves = leavesOf([
  ['text', texts, words],
  ['set', texts, setOf(words)],
  ['size', ints, digits],
  ['set', ints, setOf(numbers)],
  ['equality', ['CacheReserveUsed'], fc.constantFrom('true', 'false')],
  ['element', textLists, words],
]);

export type Built =
  | { readonly leaf: Leaf }
  | { readonly not: Built }
  | { readonly and: readonly Built[] }
  | { readonly or: readonly Built[] };

const { built } = fc.letrec<{ built: Built }>((tie) => ({
  built: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 3, arbitrary: leaves.map((leaf) => ({ leaf })) },
    { weight: 1, arbitrary: tie('built').map((not) => ({ not })) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.boolean(), fc.array(tie('built'), { minLength: 1, maxLength: 4 }))
        .map(([isAnd, children]): Built => (isAnd ? { and: children } : { or: children })),
    },
  ),
}));

export const builtFilters: fc.Arbitrary<Built> = built;

const { condition } = groupsOf(leaves, 5);

export const denseFilters: fc.Arbitrary<Filter> = condition.map((where) =>
  'operator' in where ? { where: { and: [where] } } : { where },
);

const int = fc.oneof(
  fc.constantFrom(-1, 0, 1, 2, 3, 4, 5, 6, 7, 1.5, 2 ** 60),
  fc.constantFrom(18446744073709551614n, 18446744073709551615n, 18446744073709551616n),
  fc.constantFrom('3', '007', '-1', 'x'),
);
const string = fc.oneof(words, fc.constantFrom('abd', 'xab', 'zz'), fc.constantFrom(1, true));
const array = fc.array(fc.oneof(words, fc.constantFrom(1, 2n)), { maxLength: 3 });

/** Fields are missing, null or of another type now and then. */
export const denseRecords = fc.record(
  {
    ClientCountry: fc.option(string),
    RayID: fc.option(string),
    BotScore: fc.option(int),
    EdgeResponseStatus: fc.option(int),
    CacheReserveUsed: fc.option(fc.oneof(fc.boolean(), fc.constant('true'))),
    BotTags: fc.option(array),
    SecurityActions: fc.option(array),
  },
  { requiredKeys: [] },
);
