import fc from 'fast-check';
import { constantFaults, explainFilter, isWrong, matchesFilter, type Filter } from '../../../lib/logs';
import { httpRequests } from '../dataset-of';
import { denseFilters, denseRecords } from './dense';
import { runs } from '../../support/exhaustive';
import { read } from './read';

describe('the faults of a filter with conditions that decide nothing', () => {
  it.each<[string, string[]]>([
    ['BotScore >= 30 and RayID != "a"', []],
    ['BotScore > 3 and BotScore > 5', []],
    ['BotScore >= 0 and RayID == "a"', ['filter.always']],
    ['RayID == "a" or RayID != "a"', ['filter.always', 'filter.always']],
    ['BotScore < 0', ['filter.never']],
    ['BotScore > 5 and BotScore < 6', ['filter.contradiction', 'filter.never']],
  ])('are those of %s', (text, codes) => {
    const faults = constantFaults(read(text), httpRequests);
    expect(faults.map(({ code }) => code)).toEqual(codes);
    expect(faults.some(isWrong)).toBe(false);
  });
});

const findings = (text: string) => explainFilter(read(text), httpRequests);

describe('explaining a filter', () => {
  it.each([
    'BotScore < 30',
    'EdgeResponseStatus >= 500 and EdgeResponseStatus <= 599 or ClientCountry in {"nl" "de"}',
    'BotScore > 3 and BotScore != 5 and (RayID == "a" or BotScore < 9)',
    'RayID contains "a" and RayID contains "b" and not BotTags contains "x"',
    'Nope == "a" and Nope == "b"',
  ])('finds nothing in %s', (text) => {
    expect(findings(text)).toEqual([]);
  });

  it.each(
    Object.entries<[kind: string, path: (string | number)[], because?: (string | number)[]][]>({
      'BotScore < 0': [['never', ['where', 'and', 0]]],
      'BotScore > 18446744073709551615 or RayID == "a"': [['never', ['where', 'or', 0]]],
      'BotScore >= 0': [['always', ['where', 'and', 0]]],
      'starts_with(RayID, "")': [['always', ['where', 'and', 0]]],
      'not RayID contains ""': [['never', ['where', 'and', 0]]],
      'RayID in {"a" "b" "a"}': [['redundant', ['where', 'and', 0]]],
      'BotScore > 3 and BotScore > 5': [['redundant', ['where', 'and', 0], ['where', 'and', 1]]],
      'BotScore > 5 and BotScore > 3': [['redundant', ['where', 'and', 1], ['where', 'and', 0]]],
      'RayID == "a" and RayID == "a"': [['redundant', ['where', 'and', 1], ['where', 'and', 0]]],
      'starts_with(RayID, "a") or RayID in {"ab" "ac"}': [
        ['redundant', ['where', 'or', 1], ['where', 'or', 0]],
      ],
      'RayID == "ab" or starts_with(RayID, "a")': [['redundant', ['where', 'or', 0], ['where', 'or', 1]]],
      'BotScore > 5 and BotScore < 6': [
        ['contradiction', ['where', 'and', 1], ['where', 'and', 0]],
        ['never', ['where']],
      ],
      'starts_with(RayID, "a") and (starts_with(RayID, "b") or BotScore < 3)': [
        ['contradiction', ['where', 'and', 1, 'or', 0], ['where', 'and', 0]],
      ],
      'RayID == "a" and (RayID != "b" or BotScore < 3)': [
        ['redundant', ['where', 'and', 1], ['where', 'and', 0]],
      ],
      'RayID == "a" or RayID == "a" and BotScore < 3': [
        ['redundant', ['where', 'or', 1], ['where', 'or', 0]],
      ],
      'RayID == "a" or BotScore < 3 and (RayID != "a" or BotTags contains "x")': [
        ['redundant', ['where', 'or', 1, 'and', 1], ['where', 'or', 0]],
      ],
      'RayID == "a" or RayID != "a" and BotScore < 3': [
        ['redundant', ['where', 'or', 1, 'and', 0], ['where', 'or', 0]],
      ],
      'RayID != "a" or RayID != "b"': [
        ['always', ['where', 'or', 1], ['where', 'or', 0]],
        ['always', ['where']],
      ],
      'BotScore >= 5 and BotScore <= 6 and not BotScore in {5 6}': [
        ['contradiction', ['where']],
        ['never', ['where']],
      ],
    }),
  )('reports a probable mistake in %s', (text, expected) => {
    expect(
      findings(text).map(({ kind, path, because }) => [kind, path, ...(because ? [because] : [])]),
    ).toEqual(expected);
  });

  it('reports what it is, why, and the fix', () => {
    expect(findings('EdgeResponseStatus >= 500 and EdgeResponseStatus > 400')[0]?.message).toBe(
      '`EdgeResponseStatus > 400` is redundant: `EdgeResponseStatus >= 500` implies it. Remove it.',
    );
    expect(findings('BotScore < 3 and BotScore > 5')[0]?.message).toBe(
      '`BotScore > 5` and `BotScore < 3` contradict each other. Join them with "or", or fix one of them.',
    );
  });

  it('is correct about a filter that always or never matches', () => {
    fc.assert(
      fc.property(denseFilters, denseRecords, (filter, record) => {
        const whole = explainFilter(filter, httpRequests).filter(
          ({ path, message }) => path.length === 1 && message.startsWith('The filter as a whole'),
        );
        for (const { kind } of whole) {
          expect(matchesFilter(filter, record, httpRequests)).toBe(kind === 'always');
        }
      }),
      { numRuns: runs(650) },
    );
  });

  it('is correct about redundant conditions: without them, the same records match', () => {
    fc.assert(
      fc.property(denseFilters, fc.array(denseRecords, { minLength: 6, maxLength: 6 }), (filter, records) => {
        const redundant = explainFilter(filter, httpRequests).filter(
          ({ kind, because }) => kind === 'redundant' && because !== undefined,
        );
        for (const { path } of redundant) {
          const without = leaveOut(filter, path);
          const changed = records.filter(
            (record) =>
              without !== undefined &&
              matchesFilter(without, record, httpRequests) !== matchesFilter(filter, record, httpRequests),
          );
          expect(changed).toEqual([]);
        }
      }),
      { numRuns: runs(650) },
    );
  });

  it('does not analyze very large filters', () => {
    const text = Array.from({ length: 600 }, (_, index) => `BotScore == ${index} or BotScore == 1`).join(
      ' or ',
    );
    expect(findings(text)).toEqual([]);
  });
});

/** The filter without one of its conditions; a group that is left empty stays. */
function leaveOut(filter: Filter, path: readonly (string | number)[]): Filter | undefined {
  const copy = structuredClone(filter) as unknown as Record<string, unknown>;
  let part: unknown = copy;
  for (const step of path.slice(0, -1)) part = (part as Record<string | number, unknown>)[step];
  if (!Array.isArray(part) || part.length === 1) return undefined;
  part.splice(Number(path.at(-1)), 1);
  return copy as unknown as Filter;
}
