import fc from 'fast-check';
import {
  canonicalFilter,
  checkFilter,
  matchesFilter,
  shortenFilter,
  sizeOfFilter,
  spellFilter,
  type Filter,
} from '../../../lib/logs';
import { fitsLimits } from '../../../lib/logs/filter/shorten';
import { httpRequests } from '../dataset-of';
import { denseFilters, denseRecords } from './dense';
import { runs } from '../../support/exhaustive';
import { read } from './read';
import { factorableFilter, parsed } from './strict-count';

describe('shortening a filter', () => {
  it.each([
    ['RayID == "a" or RayID == "b" or RayID in {"c" "a"}', 'RayID in {"a" "b" "c"}'],
    ['RayID != "a" and RayID != "b"', 'not RayID in {"a" "b"}'],
    ['BotScore == 1 or BotScore == 18446744073709551615', 'BotScore in {1 18446744073709551615}'],
    ['RayID in {"a"} and BotScore > 3', 'RayID == "a" and BotScore > 3'],
    ['RayID in {"a" "b"} and RayID in {"b" "c"}', 'RayID == "b"'],
    ['RayID in {"a" "b" "c"} and RayID != "b"', 'RayID in {"a" "c"}'],
    ['RayID != "a" or RayID in {"b"}', 'RayID != "a"'],
    ['not RayID in {"a" "b"} or not RayID in {"b" "c"}', 'RayID != "b"'],
    ['BotScore < 5 and BotScore < 3', 'BotScore < 3'],
    ['BotScore < 5 or BotScore <= 9', 'BotScore <= 9'],
    ['BotScore > 3 and BotScore != 4', 'BotScore >= 5'],
    ['BotScore < 5 or BotScore == 5 or BotScore == 6', 'BotScore <= 6'],
    ['BotScore >= 3 and BotScore <= 3', 'BotScore == 3'],
    ['BotScore > 5 or BotScore == 5 or BotScore == 4', 'BotScore >= 4'],
    ['BotScore >= 3 and (RayID == "a" or BotScore >= 3)', 'BotScore >= 3'],
    ['RayID == "a" and (starts_with(RayID, "") or BotScore >= 3)', 'RayID == "a"'],
    ['ends_with(RayID, "a") and (starts_with(RayID, "") or BotScore >= 3)', 'ends_with(RayID, "a")'],
    ['BotScore > 3 and BotScore in {1 3 5 7}', 'BotScore in {5 7}'],
    ['BotScore > 3 and BotScore != 2', 'BotScore > 3'],
    ['BotScore < 3 or BotScore in {1 9}', 'BotScore < 3 or BotScore == 9'],
    ['starts_with(RayID, "ab") or starts_with(RayID, "a")', 'starts_with(RayID, "a")'],
    ['starts_with(RayID, "ab") and starts_with(RayID, "a")', 'starts_with(RayID, "ab")'],
    ['RayID contains "b" or RayID == "abc"', 'RayID contains "b"'],
    ['RayID contains "b" and RayID in {"abc" "x"}', 'RayID == "abc"'],
    ['starts_with(RayID, "a") and not RayID in {"b" "ab"}', 'RayID != "ab" and starts_with(RayID, "a")'],
    ['not starts_with(RayID, "a") or not RayID in {"b" "ab"}', 'RayID != "ab"'],
    ['BotTags contains "a" and BotTags contains "a"', 'BotTags contains "a"'],
    ['RayID == "a" or RayID == "a" and BotScore < 3', 'RayID == "a"'],
    ['RayID == "a" and (RayID == "a" or BotScore < 3)', 'RayID == "a"'],
    ['RayID == "a" and (RayID == "b" or BotScore < 3)', 'BotScore < 3 and RayID == "a"'],
    ['BotScore < 3 or RayID == "a" and BotScore >= 3', 'BotScore < 3 or BotScore >= 3 and RayID == "a"'],
    ['BotScore < 3 and RayID == "a" or BotScore < 3 and RayID == "b"', 'BotScore < 3 and RayID in {"a" "b"}'],
    [
      '(BotScore < 3 or RayID == "a") and (BotScore < 3 or CacheReserveUsed == true)',
      'BotScore < 3 or CacheReserveUsed == true and RayID == "a"',
    ],
    [
      'BotScore < 3 and RayID == "a" or BotScore < 3 and CacheReserveUsed == true or BotTags contains "x"',
      'BotTags contains "x" or BotScore < 3 and (CacheReserveUsed == true or RayID == "a")',
    ],
    ['RayID == "a" and RayID == "b" and BotScore > 3', 'RayID == "a" and RayID != "a"'],
    ['BotScore > 3 and BotScore < 4 and BotScore < 5', 'BotScore == 0 and BotScore != 0'],
    ['RayID != "a" or RayID != "b" or BotScore > 3', 'RayID == "a" or RayID != "a"'],
  ])('shortens %s to %s', (long, short) => {
    expect(canonicalFilter(shortenFilter(read(long), httpRequests))).toBe(
      canonicalFilter(spellFilter(read(short), httpRequests)),
    );
  });

  it('never changes a result, and makes no filter larger, except to fit the limits', () => {
    fc.assert(
      fc.property(denseFilters, fc.array(denseRecords, { minLength: 8, maxLength: 8 }), (filter, records) => {
        const shorter = shortenFilter(filter, httpRequests);
        const changed = records.filter(
          (record) =>
            matchesFilter(shorter, record, httpRequests) !== matchesFilter(filter, record, httpRequests),
        );
        expect(changed).toEqual([]);
        const [before, after] = [sizeOfFilter(filter), sizeOfFilter(shorter)];
        const isLarger = after.operators > before.operators || after.bytes > before.bytes;
        expect(isLarger && (fitsLimits(before) || !fitsLimits(after))).toBe(false);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('never turns a valid filter into an invalid one', () => {
    const meaning = (filter: Filter) =>
      checkFilter(filter, httpRequests).filter(({ code }) => code !== 'filter.too_many_operators');
    fc.assert(
      fc.property(denseFilters, (filter) => {
        expect(meaning(filter)).toEqual([]);
        expect(meaning(shortenFilter(filter, httpRequests))).toEqual([]);
      }),
      { numRuns: runs(350) },
    );
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(denseFilters, (filter) => {
        const shorter = shortenFilter(filter, httpRequests);
        expect(sizeOfFilter(shortenFilter(shorter, httpRequests))).toEqual(sizeOfFilter(shorter));
      }),
      { numRuns: runs(350) },
    );
  });

  it('continues when a group of duplicates becomes a condition that another one implies', () => {
    const isTrue = { key: 'CacheReserveUsed', operator: 'eq', value: 'true' } as const;
    const isNotFalse = { key: 'CacheReserveUsed', operator: '!eq', value: 'false' } as const;
    const given = { where: { and: [isNotFalse, { or: [isTrue, isTrue] }] } };
    expect(sizeOfFilter(shortenFilter(given, httpRequests)).operators).toBe(2);
  });

  it('concludes nothing from conditions that the dataset refuses', () => {
    const text =
      'Nope == "a" and Nope == "b" and BotScore == "x" and BotScore == "y" and RequestHeaders == 1';
    expect(shortenFilter(read(text), httpRequests)).toEqual(
      expect.objectContaining({
        where: { and: expect.arrayContaining([{ key: 'Nope', operator: 'eq', value: 'b' }]) as unknown },
      }),
    );
    expect(sizeOfFilter(shortenFilter(read(text), httpRequests)).operators).toBe(6);
  });

  /** Two branches that have `common` and two more conditions each, beside a third one. */
  const threeBranches = (common: string) =>
    read(
      `BotTags contains "x" or ` +
        `RayID contains "${common}" and BotScore > 3 and ClientCountry == "a" or ` +
        `RayID contains "${common}" and BotScore < 2 and CacheReserveUsed == true`,
    );

  it('factors nothing out where groups that are added outnumber conditions that are removed', () => {
    const filter = threeBranches('a');
    expect(sizeOfFilter(filter).operators).toBe(10);
    expect(canonicalFilter(shortenFilter(filter, httpRequests))).toBe(canonicalFilter(filter));
  });

  it('factors it out all the same where it makes a filter fit that is too long', () => {
    const filter = threeBranches('a'.repeat(400));
    const shorter = shortenFilter(filter, httpRequests);
    expect(sizeOfFilter(filter)).toMatchObject({ operators: 10 });
    expect(sizeOfFilter(shorter)).toMatchObject({ operators: 11 });
    expect(fitsLimits(sizeOfFilter(filter))).toBe(false);
    expect(fitsLimits(sizeOfFilter(shorter))).toBe(true);
  });

  it('merges branches with a common condition until the operators fit', () => {
    const [long, short] = factorableFilter();
    expect(sizeOfFilter(parsed(long))).toMatchObject({ operators: 31 });
    expect(canonicalFilter(shortenFilter(parsed(long), httpRequests))).toBe(short);
  });

  it('returns very large filters unchanged', () => {
    const filter = read(Array.from({ length: 501 }, (_, index) => `BotScore == ${index}`).join(' or '));
    expect(shortenFilter(filter, httpRequests)).toBe(filter);
  });
});
