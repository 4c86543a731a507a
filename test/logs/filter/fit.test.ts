import { fitFilter, parseExpression, parseFilter, spellFilter, type Filter } from '../../../lib/logs';
import { httpRequests } from '../dataset-of';

const read = (text: string): Filter => {
  const { filter, faults } = parseExpression(text);
  if (filter === undefined) throw new Error(faults.map(({ message }) => message).join());
  return filter;
};
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

  it('allows 30 operators, and repeated ones count once', () => {
    const paths = (count: number) =>
      chain(count, (index) => `ClientASN > ${index} and RayID contains "${index}"`);
    expect(
      fitFilter(
        chain(100, () => 'BotScore < 3'),
        httpRequests,
      ).faults,
    ).toEqual([]);
    expect(fitFilter(paths(8), httpRequests).faults).toEqual([]);
  });

  it.each([31, 100, 150])('merges a chain of %i equalities into a set', (count) => {
    const { text, faults } = fitFilter(
      chain(count, (index) => `EdgeResponseStatus == ${100 + index}`),
      httpRequests,
    );
    expect(faults).toEqual([]);
    expect(parseFilter(text).filter?.where).toMatchObject({ and: [{ operator: 'in' }] });
  });

  it('factors out the common conditions of branches', () => {
    const filter = chain(
      16,
      (index) => `(ClientRequestHost == "example.com" and ClientRequestPath contains "/${index}")`,
    );
    const { text, faults } = fitFilter(filter, httpRequests);
    expect(faults).toEqual([]);
    expect(text.split('example.com')).toHaveLength(2);
  });

  it('fails with too many operators, and shows the sizes before and after', () => {
    const filter = chain(40, (index) => `(RayID == "a" and BotTags contains "${index}")`);
    expect(fitFilter(filter, httpRequests).faults).toMatchObject([
      {
        code: 'filter.too_many_operators',
        path: ['where'],
        message: expect.stringMatching(/80 operators.*41 operators/) as unknown,
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
