import { failureOf, parseAssertion } from '../../../lib/cli/logs/preview/assertion';
import { progressLine } from '../../../lib/cli/logs/preview/progress';

describe('the progress of a preview', () => {
  const state = { done: 500e6, total: 1000e6, lines: 1_204_512, ms: 2000, columns: 80 };

  it('shows the share of the input that is done, and the rate', () => {
    expect(progressLine(state)).toBe('[###############...............]   50 %  1,204,512 lines  250 MB/s');
  });

  it('shows no share for a pipe', () => {
    expect(progressLine({ ...state, total: undefined })).toBe('500 MB  1,204,512 lines  250 MB/s');
  });

  it('is never wider than the terminal', () => {
    for (let columns = 10; columns < 120; columns += 1)
      expect(progressLine({ ...state, columns }).length).toBeLessThan(columns);
  });
});

describe('an assertion', () => {
  const counts = {
    ...{ lines: 9, empty: 0, bad: 1, delivered: 2, dropped: 6 },
    ...{ newlyDelivered: 0, newlyDropped: 0 },
  };

  it.each([
    'delivers>=2',
    'delivers = 2',
    'drops<7',
    'drops>=75%',
    'drops<=75.0%',
    'bad!=0',
    'bad>=11%',
    'bad<=11.2%',
    'newly-drops==0',
    'lines>8',
  ])('holds: %s', (text) => {
    expect(failureOf(parseAssertion(text), counts)).toBeUndefined();
  });

  it.each(['delivers>2', 'delivers<=24%', 'bad=0', 'newly-delivers>=1'])('fails: %s', (text) => {
    expect(failureOf(parseAssertion(text), counts)).toMatch(/does not hold: .* is \d/);
  });

  it.each(['delivers>=1%', 'drops<=5%', 'newly-drops=0%'])(
    'fails for a percentage of no lines: %s',
    (text) => {
      expect(failureOf(parseAssertion(text), { ...counts, delivered: 0, dropped: 0 })).toMatch(
        /does not hold: there are no lines to take a percentage of\.$/,
      );
    },
  );

  it.each(['drops<=0', 'newly-drops=0', 'delivers=0'])('fails for a number without a line: %s', (text) => {
    for (const bad of [0, 3])
      expect(failureOf(parseAssertion(text), { ...counts, delivered: 0, dropped: 0, bad })).toMatch(
        /does not hold: there are no lines that can be counted\.$/,
      );
  });

  it('fails when all lines are bad and only a share of them may be', () => {
    const allBad = { ...counts, delivered: 0, dropped: 0, bad: 3, lines: 3 };
    expect(failureOf(parseAssertion('bad<=5%'), allBad)).toContain('bad is 3 of 3 lines, 100 %');
  });

  it.each(['', 'delivers', 'delivers>=', 'delivered>=1', 'delivers>=1.5', 'delivers>=-1', 'delivers=>1'])(
    'is invalid: %j',
    (text) => {
      expect(() => parseAssertion(text)).toThrow(
        /Write one of delivers, drops, .*: 'delivers>=1', 'drops<=5%'\.$/,
      );
    },
  );
});
