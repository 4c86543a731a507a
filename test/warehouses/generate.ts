import fc from 'fast-check';
import { checkFilter, isAboutOperators, type Condition, type Filter } from '../../lib/logs';
import { httpRequests } from '../logs/dataset-of';
import { groupsOf, leavesOf, setOf, textLists, texts } from '../logs/filter/arbitraries';

/** What an engine can represent: see the limits in docs/guides/warehouse.md. */
export interface Limits {
  /** ClickHouse reads integers beyond 64 bits as strings, and forgets that a number had a fraction or exponent. */
  readonly keepsNumbers: boolean;
}

const words = [
  ...['', 'a', 'ab', 'b', 'A', ' a', 'a ', 'é', 'e\u0301', 'ß', 'SS', '日本', '😀', '\ufeffa', '\u202e'],
  ...['é"\\', "'", "''", "it's", '"', '`', '\\', "\\'", "'; DROP TABLE t; --", '/*', '${x}', '{a:String}'],
  ...['?', '$1', '%', '_', '/', '\\u0061', '\\x61', '\\0'],
  ...['\0', 'a\0b', '\n', 'a\nb', '\t', '\u001b[31m', '\u007f', '\u0085', '\u2028'],
  ...['0', '200', '0200', '-0', '-200', '200.0', '2e2', ' 200', '200\n', '+200', '1_000', '0x10', '٢'],
  ...['null', 'true', 'false', '[]', '{}'],
  ...['18446744073709551615', '18446744073709551616', '-9223372036854775809'],
  ...['9'.repeat(39), `-${'9'.repeat(77)}`, '9'.repeat(400), `-${'9'.repeat(400)}`],
  ...[`${'0'.repeat(400)}200`, `-${'0'.repeat(90)}1`],
];

/** Around the limits of every integer type, and of doubles. */
const limits = [0n, 1n, 200n, ...[7n, 8n, 16n, 31n, 53n, 60n, 63n, 64n].map((bits) => 2n ** bits)];
const filterInts = limits
  .flatMap((limit) => [limit - 1n, limit, limit + 1n])
  .filter((int) => int >= 0n && int < 2n ** 64n);

const smallTokens = [
  ...'0 -0 1 -1 199 200 201 255 256 0.0 -0.0 1.0 200.0 200.5 2e2 2.0E+2 1e-7 0.1 -200'.split(' '),
  ...'9007199254740991 9007199254740992 9007199254740993 1152921504606846976'.split(' '),
  ...'1152921504606847000 9223372036854775807 9223372036854775808 -9223372036854775808'.split(' '),
  ...'18446744073709551614 18446744073709551615'.split(' '),
];
/** Beyond 64 bits, or doubles that are integers beyond 2^53. */
const wideTokens = [
  '18446744073709551616',
  '-9223372036854775809',
  '9'.repeat(38),
  '9'.repeat(39),
  `-${'9'.repeat(77)}`,
  '9'.repeat(400),
];
const doubleTokens = [
  ...'9007199254740992.0 9007199254740993.0 1152921504606846976.0 18446744073709551615.0'.split(' '),
  ...'1.8446744073709551e19 1e20 1e21 -1e21 1.5e300 -1.5e300 1.7e308'.split(' '),
];

const escapes = ['plain', 'all', 'slash'] as const;

/** A JSON string, in one of the ways to write it. */
const strings = fc
  .tuple(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...words) },
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    fc.constantFrom(...escapes),
  )
  .map(([text, way]) => {
    if (way === 'all')
      return `"${[...Array(text.length).keys()].map((at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`;
    const json = JSON.stringify(text);
    return way === 'slash' ? json.replaceAll('/', '\\/') : json;
  });

/** The JSON of a value, of any type. */
function tokens({ keepsNumbers }: Limits, kind: 'string' | 'int' | 'array'): fc.Arbitrary<string> {
  const numbers = [
    ...smallTokens,
    ...(kind === 'int' || keepsNumbers ? wideTokens : []),
    // Comparisons of one int field with large values are exact; elements are compared as text.
    ...(kind === 'int' || keepsNumbers ? doubleTokens : []),
  ];
  const rest = fc.constantFrom(...'null true false [] {} [200] ["a"] {"a":"a"} {"a":200}'.split(' '));
  const scalars = fc.oneof(
    { weight: kind === 'string' ? 8 : 3, arbitrary: strings },
    { weight: kind === 'string' ? 1 : 6, arbitrary: fc.constantFrom(...numbers) },
    { weight: 1, arbitrary: rest },
  );
  const white = fc.constantFrom('', '', ' ');
  const lists = fc
    .tuple(fc.array(scalars, { maxLength: 4 }), white)
    .map(([items, space]) => `[${space}${items.join(`${space},`)}${space}]`);
  return kind === 'array' ? fc.oneof({ weight: 5, arbitrary: lists }, scalars) : scalars;
}

const ints = ['BotScore', 'ClientASN', 'EdgeResponseStatus', 'OriginResponseStatus'] as const;
const bools = ['CacheReserveUsed'] as const;
const intLists = ['BotDetectionIDs'] as const;

export type Members = Readonly<Record<string, string | undefined>>;

export function anyRecords(limitsOfEngine: Limits): fc.Arbitrary<Members> {
  const of = (names: readonly string[], values: fc.Arbitrary<string>) =>
    Object.fromEntries(names.map((name) => [name, values]));
  return fc.record(
    {
      ...of(texts, tokens(limitsOfEngine, 'string')),
      ...of(ints, tokens(limitsOfEngine, 'int')),
      ...of(bools, fc.oneof(fc.constantFrom('true', 'false'), tokens(limitsOfEngine, 'string'))),
      ...of([...textLists, ...intLists], tokens(limitsOfEngine, 'array')),
    },
    { requiredKeys: [] },
  );
}

/** What a table with typed columns can have: the least and the greatest value of each int column. */
export const intColumns = {
  BotScore: [0n, 255n],
  ClientASN: [-(2n ** 63n), 2n ** 63n - 1n],
  EdgeResponseStatus: [-(10n ** 38n), 10n ** 38n],
  OriginResponseStatus: [0n, 2n ** 64n - 1n],
} as const;

/**
 * Records with values of the types of their columns.
 *
 * @param isNullable - whether a field can be missing
 */
export function typedRecords(isNullable: boolean): fc.Arbitrary<Members> {
  const maybe = (values: fc.Arbitrary<string>) =>
    isNullable ? fc.oneof({ weight: 6, arbitrary: values }, fc.constant('null')) : values;
  const text = fc.constantFrom(...words).map((word) => JSON.stringify(word));
  const column = (least: bigint, greatest: bigint) => {
    const near = [...limits, -1n, -(2n ** 63n), 10n ** 38n].filter((int) => int >= least && int <= greatest);
    return fc.oneof(fc.constantFrom(...near), fc.bigInt(least, greatest)).map(String);
  };
  const list = (items: fc.Arbitrary<string>) =>
    fc.array(items, { maxLength: 3 }).map((each) => `[${each.join()}]`);
  const record = {
    ...Object.fromEntries(texts.map((name) => [name, maybe(text)])),
    ...Object.fromEntries(
      Object.entries(intColumns).map(([name, [least, greatest]]) => [name, maybe(column(least, greatest))]),
    ),
    CacheReserveUsed: maybe(fc.constantFrom('true', 'false')),
    ...Object.fromEntries(textLists.map((name) => [name, list(text)])),
    BotDetectionIDs: list(column(0n, 2n ** 64n - 1n)),
  };
  return isNullable ? fc.record(record, { requiredKeys: [] }) : fc.record(record);
}

const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...words) },
  fc.string({ unit: 'binary', maxLength: 3 }),
);
const int = fc.oneof(fc.constantFrom(...filterInts), fc.bigInt(0n, 2n ** 64n - 1n));
const number = (value: bigint) => (value > BigInt(Number.MAX_SAFE_INTEGER) ? value : Number(value));

const leaf = leavesOf([
  ['text', texts, text],
  ['set', texts, setOf(text)],
  ['size', ints, int.map(String)],
  ['set', ints, setOf(int.map(number))],
  ['equality', bools, fc.constantFrom('true', 'false')],
  ['element', textLists, text],
  ['element', intLists, int.map(String)],
]);
const { group } = groupsOf(leaf, 3);

/** Half of them are single conditions, where a wrong one is not hidden by the others. */
export const warehouseFilters: fc.Arbitrary<Filter> = fc
  .oneof(
    leaf.map((each): Condition => ({ and: [each] })),
    group,
  )
  .map((where) => ({ where }))
  .filter((filter) => checkFilter(filter, httpRequests).every(isAboutOperators));
