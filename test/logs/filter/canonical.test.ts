import fc from 'fast-check';
import { canonicalFilter, matchesFilter, sameFilter, sizeOfFilter } from '../../../lib/logs';
import { httpRequests } from '../dataset-of';
import { filters, leafCount, records, reworded } from './arbitraries';
import { parsed, strictCount } from './strict-count';

const a = '{"key":"a","operator":"eq","value":"1"}';
const b = '{"key":"b","operator":"eq","value":"1"}';
const c = '{"key":"c","operator":"eq","value":"1"}';

describe('the canonical text of a filter', () => {
  it.each([
    ['orders the keys of a condition', '{"or":[{"value":"1","key":"a","operator":"eq"}]}', `{"and":[${a}]}`],
    ['writes numbers as strings', '{"and":[{"key":"a","operator":"eq","value":1}]}', `{"and":[${a}]}`],
    [
      'writes booleans as strings',
      '{"and":[{"key":"a","operator":"eq","value":true}]}',
      '{"and":[{"key":"a","operator":"eq","value":"true"}]}',
    ],
    ['sorts conditions and drops repeated ones', `{"and":[${b},${a},${b}]}`, `{"and":[${a},${b}]}`],
    [
      'flattens groups of one kind',
      `{"and":[{"and":[${c},{"and":[${a}]}]},${b}]}`,
      `{"and":[${a},${b},${c}]}`,
    ],
    [
      'keeps groups of the other kind',
      `{"and":[{"or":[${c},${b}]},${a}]}`,
      `{"and":[${a},{"or":[${b},${c}]}]}`,
    ],
    ['lifts a group of one', `{"and":[{"or":[${b}]},${a}]}`, `{"and":[${a},${b}]}`],
    [
      'lifts a group that repetition leaves with one',
      `{"and":[{"or":[${b},${b}]},${a}]}`,
      `{"and":[${a},${b}]}`,
    ],
    ['lifts a whole filter out of a group of one', `{"and":[{"or":[${b},${a}]}]}`, `{"or":[${a},${b}]}`],
    [
      'flattens what lifting brings next to its own kind',
      `{"and":[{"or":[{"and":[${b},${c}]}]},${a}]}`,
      `{"and":[${a},${b},${c}]}`,
    ],
    ['keeps "and" around a single condition', `{"or":[${a}]}`, `{"and":[${a}]}`],
    [
      'sorts sets and drops repeated values',
      '{"and":[{"key":"a","operator":"in","value":["b","a","b"]}]}',
      '{"and":[{"key":"a","operator":"in","value":["a","b"]}]}',
    ],
    [
      'keeps numbers in sets exact, and apart from strings',
      '{"and":[{"key":"a","operator":"!in","value":[9007199254740993,"1",1.0,1,9007199254740992]}]}',
      '{"and":[{"key":"a","operator":"!in","value":["1",1,9007199254740992,9007199254740993]}]}',
    ],
  ])('%s', (_what, where, canonical) => {
    expect(canonicalFilter(parsed(`{"where":${where}}`))).toBe(`{"where":${canonical}}`);
  });

  it('is its own canonical text, and never has more operators', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        const text = canonicalFilter(filter);
        const again = parsed(text);
        expect(canonicalFilter(again)).toBe(text);
        expect(leafCount(again.where)).toBeLessThanOrEqual(leafCount(filter.where));
        expect(strictCount(again)).toBeLessThanOrEqual(strictCount(filter));
        expect(sizeOfFilter(filter).operators).toBe(strictCount(again));
      }),
    );
  });

  it('matches the same records as the filter', () => {
    fc.assert(
      fc.property(filters, fc.array(records, { minLength: 1, maxLength: 8 }), (filter, some) => {
        const again = parsed(canonicalFilter(filter));
        for (const record of some) {
          expect(matchesFilter(again, record, httpRequests)).toBe(
            matchesFilter(filter, record, httpRequests),
          );
        }
      }),
      { numRuns: 300 },
    );
  });

  it('does not depend on the notation of the filter', () => {
    fc.assert(
      fc.property(filters, records, fc.infiniteStream(fc.nat(1000)), (filter, record, stream) => {
        const other = reworded(filter, () => Number(stream.next().value));
        expect(canonicalFilter(other)).toBe(canonicalFilter(filter));
        expect(matchesFilter(other, record, httpRequests)).toBe(matchesFilter(filter, record, httpRequests));
      }),
      { numRuns: 300 },
    );
  });

  it('keeps an empty group of a filter object', () => {
    expect(canonicalFilter({ where: { or: [] } })).toBe('{"where":{"or":[]}}');
  });
});

describe('comparing two filters', () => {
  it.each([
    ['another kind of group', `{"where":{"and":[${a},${b}]}}`, `{"where":{"or":[${a},${b}]}}`],
    [
      'integers that are one and the same number only after rounding',
      '{"where":{"and":[{"key":"a","operator":"in","value":[9007199254740993]}]}}',
      '{"where":{"and":[{"key":"a","operator":"in","value":[9007199254740992]}]}}',
    ],
    ['two texts that are no filters', '{}', '{ }'],
  ])('distinguishes %s', (_what, one, other) => {
    expect(sameFilter(one, other)).toBe(false);
    expect(sameFilter(other, one)).toBe(false);
  });

  it('treats a text that is no filter as equal to itself only', () => {
    expect(sameFilter('', '')).toBe(true);
    expect(sameFilter('{"where":', '{"where":')).toBe(true);
  });
});
