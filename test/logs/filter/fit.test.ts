import { canonicalFilter, fitFilter, spellFilter, type Filter } from '../../../lib/logs';
import { httpRequests } from '../dataset-of';
import { read } from './read';
import { factorableFilter, nestedFilter, parsed } from './strict-count';

const chain = (count: number, of: (index: number) => string, by = 'or'): Filter =>
  read(Array.from({ length: count }, (_, index) => of(index)).join(` ${by} `));

describe('fitting a filter to a dataset', () => {
  it('returns the canonical text of a filter that fits, not shortened', () => {
    const filter = read('RayID == "b" or RayID == "a" or RayID == "a"');
    expect(fitFilter(filter, httpRequests)).toEqual({
      text: '{"where":{"or":[{"key":"RayID","operator":"eq","value":"a"},{"key":"RayID","operator":"eq","value":"b"}]}}',
      faults: [],
    });
  });

  it('shortens a filter whose conditions and groups are too many together, although it is short enough', () => {
    const [long, short] = factorableFilter();
    expect(Buffer.byteLength(long)).toBeLessThanOrEqual(1000);
    expect(fitFilter(parsed(long), httpRequests)).toEqual({ text: short, faults: [] });
  });

  it('fails for too many conditions and groups without a shorter form, and returns the text', () => {
    const { text, faults } = fitFilter(parsed(nestedFilter(31)), httpRequests);
    expect(text).toBe(canonicalFilter(parsed(nestedFilter(31))));
    expect(faults).toMatchObject([
      {
        code: 'filter.too_many_operators',
        message: expect.stringMatching(
          /^The filter has 31 operators and \d{3} bytes, and no shorter form was found\. The limit is about 30 operators and 1000 bytes, where every condition and every "and" or "or" group is an operator\./,
        ) as unknown,
      },
    ]);
  });

  it('fails with too many operators, and shows the sizes before and after', () => {
    const filter = chain(40, (index) => `(RayID == "a" and BotTags contains "${index}")`);
    expect(fitFilter(filter, httpRequests).faults).toMatchObject([
      {
        code: 'filter.too_many_operators',
        path: ['where'],
        message: expect.stringMatching(/121 operators.*43 operators/) as unknown,
      },
    ]);
  });

  it('has the positions of faults in the expression', () => {
    const filter = read('BotScore < 3 or Bot == 1');
    const [fault] = fitFilter(filter, httpRequests).faults;
    expect(fault).toMatchObject({
      code: 'filter.unknown_field',
      position: { offset: 16, line: 1, column: 17 },
    });
    expect(fault?.message).toContain('In the expression at column 17: Bot == 1');
  });

  it('converts values to the types of the dataset, and keeps those it cannot convert', () => {
    const spelled = spellFilter(
      read('BotScore in {"7" 8 "18446744073709551615" "x" "007"} and RayID in {7 true}'),
      httpRequests,
    );
    expect(spelled.where).toEqual({
      and: [
        { key: 'BotScore', operator: 'in', value: [7, 8, 18446744073709551615n, 'x', '007'] },
        { key: 'RayID', operator: 'in', value: ['7', 'true'] },
      ],
    });
  });
});
