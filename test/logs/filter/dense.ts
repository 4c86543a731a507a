import fc from 'fast-check';
import type { Condition, Filter, Leaf } from '../../../lib/logs';

/** Values that lie close together, so that conditions overlap, touch, contain and rule out each other. */
const words = fc.constantFrom('', 'a', 'ab', 'abc', 'b', 'ba', 'cab');
const digits = fc.constantFrom(
  '0',
  '1',
  '2',
  '3',
  '4',
  '5',
  '6',
  '18446744073709551614',
  '18446744073709551615',
);
const numbers = fc.constantFrom<(number | bigint)[]>(0, 1, 2, 3, 4, 5, 6, 18446744073709551615n);

const strings = ['ClientCountry', 'RayID'] as const;
const ints = ['BotScore', 'EdgeResponseStatus'] as const;

const leaves: fc.Arbitrary<Leaf> = fc.oneof(
  fc.record({
    key: fc.constantFrom(...strings),
    operator: fc.constantFrom(
      'eq' as const,
      '!eq' as const,
      'startsWith' as const,
      '!startsWith' as const,
      'endsWith' as const,
      '!endsWith' as const,
      'contains' as const,
      '!contains' as const,
    ),
    value: words,
  }),
  fc.record({
    key: fc.constantFrom(...strings),
    operator: fc.constantFrom('in' as const, '!in' as const),
    value: fc.array(words, { minLength: 1, maxLength: 4 }),
  }),
  fc.record({
    key: fc.constantFrom(...ints),
    operator: fc.constantFrom(
      'eq' as const,
      '!eq' as const,
      'lt' as const,
      'leq' as const,
      'gt' as const,
      'geq' as const,
    ),
    value: digits,
  }),
  fc.record({
    key: fc.constantFrom(...ints),
    operator: fc.constantFrom('in' as const, '!in' as const),
    value: fc.array(numbers, { minLength: 1, maxLength: 4 }),
  }),
  fc.record({
    key: fc.constant('CacheReserveUsed'),
    operator: fc.constantFrom('eq' as const, '!eq' as const),
    value: fc.constantFrom('true', 'false'),
  }),
  fc.record({
    key: fc.constantFrom('BotTags', 'SecurityActions'),
    operator: fc.constantFrom('contains' as const, '!contains' as const),
    value: words,
  }),
);

/** A condition as it is built, `not` included. */
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

const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 2, arbitrary: leaves },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.boolean(), fc.array(tie('condition'), { minLength: 1, maxLength: 5 }))
        .map(([isAnd, children]): Condition => (isAnd ? { and: children } : { or: children })),
    },
  ),
}));

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
