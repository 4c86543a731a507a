import fc from 'fast-check';
import { compileFilter, operators, type Filter } from '../../../lib/logs';
import { httpRequests } from '../dataset-of';
import { filters, records } from './arbitraries';
import { interpretFilter } from './interpret';
import { denseFilters, denseRecords } from './dense';
import { runs } from '../../support/exhaustive';

describe('a compiled filter', () => {
  it('passes what the filter means', () => {
    fc.assert(
      fc.property(
        fc.oneof(filters, denseFilters),
        fc.array(fc.oneof(records, denseRecords), { minLength: 4, maxLength: 4 }),
        (filter, several) => {
          const passes = compileFilter(filter, httpRequests);
          for (const record of several) {
            expect(passes(record)).toBe(interpretFilter(filter, record, httpRequests));
          }
        },
      ),
      { numRuns: runs(1650) },
    );
  });

  it('passes what the filter means, also with unusual filters and records', () => {
    const oddities: unknown[] = [
      ...[undefined, null, true, false, 'true', '', 'a', '0', '-0', '00', '1', '-1', '1.0', '1e3', ' 1'],
      ...[0, -0, 1, -1, 1.5, NaN, Infinity, 2 ** 53, 2 ** 53 - 1, 2 ** 64, -(2 ** 60)],
      ...[0n, 1n, 9007199254740993n, 18446744073709551615n, '18446744073709551615', '9007199254740992'],
      ...[[], ['a'], [1], [1n, 'b'], ['1'], [['a']], {}, { a: 1 }],
    ];
    const values = oddities.flatMap((value) =>
      typeof value === 'string' ||
      typeof value === 'number' ||
      typeof value === 'bigint' ||
      typeof value === 'boolean'
        ? [value, [value], [value, 'zz', 7]]
        : [],
    );
    const fields = [
      'RayID',
      'BotScore',
      'CacheReserveUsed',
      'BotTags',
      'BotDetectionIDs',
      'RequestHeaders',
      'toString',
    ];
    const wrong: string[] = [];
    for (const key of fields) {
      for (const { operator } of operators) {
        for (const value of values) {
          const filter: Filter = { where: { and: [{ key, operator, value }] } };
          const passes = compileFilter(filter, httpRequests);
          for (const found of oddities) {
            for (const record of [
              { [key]: found },
              Object.create({ [key]: found }) as Record<string, unknown>,
            ]) {
              if (passes(record) !== interpretFilter(filter, record, httpRequests)) {
                wrong.push(`${key} ${operator} ${String(value)}: ${String(found)}`);
              }
            }
          }
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it.each([1, 2, 3, 4, 5, 7, 30, 200])('joins %i conditions', (count) => {
    const leaves = Array.from({ length: count }, (_, index) => ({
      key: 'BotScore',
      operator: '!eq' as const,
      value: String(index),
    }));
    const all = compileFilter({ where: { and: leaves } }, httpRequests);
    const none = compileFilter(
      { where: { or: leaves.map((leaf) => ({ ...leaf, operator: 'eq' as const })) } },
      httpRequests,
    );
    for (const BotScore of [0, count - 1, count]) {
      expect(all({ BotScore })).toBe(BotScore === count);
      expect(none({ BotScore })).toBe(BotScore !== count);
    }
  });
});
