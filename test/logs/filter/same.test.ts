import fc from 'fast-check';
import { canonicalFilter, fitFilter, sameFilter, type Filter } from '../../../lib/logs';
import { shortenBy } from '../../../lib/logs/filter/shorten';
import { runs } from '../../support/exhaustive';
import { httpRequests } from '../dataset-of';
import { read } from './read';
import { factorableFilter, nestedFilter } from './strict-count';

describe('comparing filters', () => {
  it('finds a condition the same as its group of one, and a number the same as its digits', () => {
    const leaf = (value: string) => `{"key":"EdgeResponseStatus","operator":"geq","value":${value}}`;
    const alone = `{"where":${leaf('"500"')}}`;
    expect(sameFilter(alone, `{"where":{"and":[${leaf('"500"')}]}}`)).toBe(true);
    expect(sameFilter(alone, `{"where":{"or":[${leaf('500')}]}}`)).toBe(true);
    expect(sameFilter(alone, `{"where":${leaf('"501"')}}`)).toBe(false);
    const set = (values: string) => `{"where":{"and":[{"key":"X","operator":"in","value":[${values}]}]}}`;
    expect(sameFilter(set('500,"501"'), set('501,500,"500"'))).toBe(true);
    expect(sameFilter(set('500'), set('500,501'))).toBe(false);
  });

  const [long, short] = factorableFilter();

  it('finds a filter with too many operators and its shorter form the same, for a dataset', () => {
    expect(sameFilter(long, short)).toBe(false);
    expect(sameFilter(long, short, httpRequests)).toBe(true);
    expect(sameFilter(short, long, httpRequests)).toBe(true);
    expect(sameFilter(long, short.replace('"0"', '"x"'), httpRequests)).toBe(false);
    expect(sameFilter(nestedFilter(31), nestedFilter(29), httpRequests)).toBe(false);
  });

  it('finds a filter that fits and its shorter form different: a change of the text is meant', () => {
    const isRay = (value: string) => `{"key":"RayID","operator":"eq","value":"${value}"}`;
    const chain = `{"where":{"or":[${isRay('a')},${isRay('b')}]}}`;
    const set = '{"where":{"and":[{"key":"RayID","operator":"in","value":["a","b"]}]}}';
    expect(sameFilter(chain, set, httpRequests)).toBe(false);
  });

  it.each([
    [long, ''],
    [long, '{'],
    ['[]', nestedFilter(31)],
  ])('finds %s and %s different', (a, b) => {
    expect(sameFilter(a, b, httpRequests)).toBe(false);
  });

  /** What was sent while only conditions counted as operators, if it was short enough. */
  const sentBefore = (filter: Filter): string | undefined =>
    [canonicalFilter(filter), canonicalFilter(shortenBy('always', filter, httpRequests))].find(
      (text) => Buffer.byteLength(text) <= 1000,
    );
  /** Short conditions in many groups: more than 30 operators in 1000 bytes. */
  const leaf = fc.record({
    key: fc.constantFrom('JA4', 'RayID', 'BotScore'),
    operator: fc.constantFrom('eq' as const, '!eq' as const),
    value: fc.constantFrom('1', '2', '3', '4', '5', '6'),
  });
  const pair = <T>(item: fc.Arbitrary<T>) => fc.array(item, { minLength: 2, maxLength: 2 });
  const branch = fc.oneof(
    { weight: 4, arbitrary: pair(leaf).map((and) => ({ and })) },
    { weight: 1, arbitrary: fc.tuple(leaf, pair(leaf)).map(([one, or]) => ({ and: [one, { or }] })) },
  );
  const branches = fc.array(branch, { minLength: 9, maxLength: 12 }).map((or): Filter => ({ where: { or } }));

  /** A filter whose text is another one now: few of those that are generated are. */
  const shortened = read(
    [
      '(RayID == "1" and JA4 != "3") or (JA4 == "2" and JA4 == "1")',
      '(JA4 != "6" and JA4 != "4") or (JA4 == "5" and JA4 != "4")',
      '(JA4 != "5" and BotScore == "2") or (RayID == "5" and RayID != "6")',
      '(RayID != "6" and JA4 != "2") or (RayID == "3" and RayID != "2")',
      '(JA4 != "1" and JA4 == "3") or (BotScore != "4" and RayID == "1")',
    ].join(' or '),
  );

  it('finds the text that a job may have the same as the text that is sent now', () => {
    let changed = 0;
    fc.assert(
      fc.property(branches, (filter) => {
        const before = sentBefore(filter);
        fc.pre(before !== undefined);
        const { text, faults } = fitFilter(filter, httpRequests);
        expect(faults.filter(({ code }) => code !== 'filter.too_many_operators')).toEqual([]);
        if (text !== before) changed += 1;
        expect(sameFilter(before, text, httpRequests)).toBe(true);
      }),
      { numRuns: runs(1000), examples: [[shortened]] },
    );
    expect(changed).toBeGreaterThan(0);
  });
});
