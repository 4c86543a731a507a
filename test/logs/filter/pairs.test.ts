import {
  compileFilter,
  explainFilter,
  shortenFilter,
  sizeOfFilter,
  type Condition,
  type Filter,
  type Leaf,
  type Operator,
} from '../../../lib/logs';
import { httpRequests } from '../dataset-of';

const leaves = (key: string, operators: readonly Operator[], values: readonly Leaf['value'][]): Leaf[] =>
  operators.flatMap((operator) => values.map((value) => ({ key, operator, value })));

const ints = [
  ...leaves('BotScore', ['eq', '!eq', 'lt', 'leq', 'gt', 'geq'], ['0', '1', '2', '3']),
  ...leaves('BotScore', ['in', '!in'], [[0, 1], [1, 2], [2, 3, 4], [1]]),
];
const strings = [
  ...leaves('RayID', ['eq', '!eq'], ['', 'a', 'ab', 'ba']),
  ...leaves(
    'RayID',
    ['startsWith', '!startsWith', 'endsWith', '!endsWith', 'contains', '!contains'],
    ['', 'a', 'b', 'ab'],
  ),
  ...leaves(
    'RayID',
    ['in', '!in'],
    [
      ['a', 'ab'],
      ['b', 'ba', 'aab'],
    ],
  ),
];
const bools = leaves('CacheReserveUsed', ['eq', '!eq'], ['true', 'false']);
const arrays = leaves('BotTags', ['contains', '!contains'], ['a', 'b']);

const found: Readonly<Record<string, readonly unknown[]>> = {
  BotScore: [undefined, -1, 0, 1, 2, 3, 4, 5],
  RayID: [undefined, '', 'a', 'b', 'ab', 'ba', 'aab', 'aba', 'bab', 'c', 'ca', 'cab'],
  CacheReserveUsed: [undefined, true, false],
  BotTags: [undefined, [], ['a'], ['b'], ['a', 'b'], ['c']],
};

const other: Leaf = { key: 'ClientCountry', operator: 'eq', value: 'nl' };

/** Two conditions on one field: side by side, and one around the other. */
const shapes: readonly ((a: Leaf, b: Leaf) => Condition)[] = [
  (a, b) => ({ and: [a, b] }),
  (a, b) => ({ or: [a, b] }),
  (a, b) => ({ and: [a, { or: [b, other] }] }),
  (a, b) => ({ or: [a, { and: [b, other] }] }),
];

describe.each([
  ['ints', ints],
  ['strings', strings],
  ['bools', bools],
  ['arrays', arrays],
])('every two conditions on %s', (_type, conditions) => {
  const [{ key } = other] = conditions;
  const records = (found[key] ?? []).flatMap((value) => {
    const record = value === undefined ? {} : { [key]: value };
    return [record, { ...record, ClientCountry: 'nl' }];
  });
  const passing = (filter: Filter): string => {
    const passes = compileFilter(filter, httpRequests);
    return records.map((record) => (passes(record) ? 1 : 0)).join('');
  };
  const all = conditions.flatMap((a) =>
    conditions.flatMap((b) => shapes.map((shape): Filter => ({ where: shape(a, b) }))),
  );
  const firstOf = (filters: readonly Filter[]) => filters.slice(0, 5).map((filter) => JSON.stringify(filter));

  it('match the same records when shortened, with no more operators and bytes', () => {
    const wrong = all.filter((filter) => {
      const shorter = shortenFilter(filter, httpRequests);
      const [before, after] = [sizeOfFilter(filter), sizeOfFilter(shorter)];
      return (
        passing(shorter) !== passing(filter) ||
        after.operators > before.operators ||
        after.bytes > before.bytes
      );
    });
    expect(firstOf(wrong)).toEqual([]);
  });

  it('are correctly reported as redundant, contradictory, always or never true', () => {
    const wrong = all.filter((filter) =>
      explainFilter(filter, httpRequests).some(({ kind, path, because }) => {
        if (path.length === 1 && (kind === 'always' || kind === 'never')) {
          return passing(filter).includes(kind === 'always' ? '0' : '1');
        }
        if (because === undefined) return false;
        return kind === 'redundant' && path.length > 1 && passing(without(filter, path)) !== passing(filter);
      }),
    );
    expect(firstOf(wrong)).toEqual([]);
  });

  it('are reported when together they always or never match', () => {
    const sideBySide = all.filter(
      ({ where }) => 'operator' in where || !JSON.stringify(where).includes('ClientCountry'),
    );
    const missed = sideBySide.filter((filter) => {
      const isConstant = !passing(filter).includes('0') || !passing(filter).includes('1');
      return isConstant && explainFilter(filter, httpRequests).length === 0;
    });
    expect(firstOf(missed)).toEqual([]);
  });
});

function without(filter: Filter, path: readonly (string | number)[]): Filter {
  const leaveOut = (condition: Condition, steps: readonly (string | number)[]): Condition => {
    if ('operator' in condition) return condition;
    const children = 'and' in condition ? condition.and : condition.or;
    const [, index, ...rest] = steps;
    const left = children.flatMap((child, at) => {
      if (at !== index) return [child];
      return rest.length === 0 ? [] : [leaveOut(child, rest)];
    });
    return 'and' in condition ? { and: left } : { or: left };
  };
  return { where: leaveOut(filter.where, path.slice(1)) };
}
