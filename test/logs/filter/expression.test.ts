import fc from 'fast-check';
import {
  canonicalFilter,
  checkExpressionText,
  formatExpression,
  parseExpression,
  parseFilter,
} from '../../../lib/logs';
import { httpRequests } from '../dataset-of';
import { filters } from './arbitraries';
import { denseFilters } from './dense';
import { runs } from '../../support/exhaustive';
import { read } from './read';

const rewritten = (text: string): string => formatExpression(read(text));
const faultOf = (text: string) => {
  const { filter, faults } = parseExpression(text);
  expect(filter).toBeUndefined();
  expect(faults).toHaveLength(1);
  return faults[0];
};

describe('reading an expression', () => {
  it('returns the filter that the service accepts', () => {
    expect(read('EdgeResponseStatus >= 500 and ClientCountry in {"nl" "de"}')).toEqual({
      where: {
        and: [
          { key: 'EdgeResponseStatus', operator: 'geq', value: '500' },
          { key: 'ClientCountry', operator: 'in', value: ['nl', 'de'] },
        ],
      },
    });
  });

  it('returns a group for a single comparison', () => {
    expect(read('BotScore < 30')).toEqual({
      where: { and: [{ key: 'BotScore', operator: 'lt', value: '30' }] },
    });
  });

  it('keeps every digit in a set', () => {
    expect(read('BotScore in {1 18446744073709551615 "2" true}').where).toEqual({
      and: [{ key: 'BotScore', operator: 'in', value: [1, 18446744073709551615n, '2', true] }],
    });
  });

  it.each([
    ['F eq 1', 'F == 1'],
    ['F ne "a"', 'F != "a"'],
    ['F lt 1 and F le 1 and F gt 1 and F ge 1', 'F < 1 and F <= 1 and F > 1 and F >= 1'],
    ['F<1&&G>=2||H!=3', 'F < 1 and G >= 2 or H != 3'],
    ['F starts_with "/a"', 'starts_with(F, "/a")'],
    ['ends_with ( F , "/a" )', 'ends_with(F, "/a")'],
    ['F not starts_with "/a"', 'not starts_with(F, "/a")'],
    ['F not in {"a"}', 'not F in {"a"}'],
    ['!(F contains "a")', 'not F contains "a"'],
    ['F not contains "a"', 'not F contains "a"'],
    ['not not F == true', 'F == true'],
    ['not F == false', 'F != false'],
    ['not F == 1 and G == 2', 'F != 1 and G == 2'],
    ['not (F == 1 and (G < 2 or not H in {3}))', 'F != 1 or G >= 2 and H in {3}'],
    ['F == 1 and (G == 2 and H == 3)', 'F == 1 and G == 2 and H == 3'],
    ['(F == 1 or G == 2) and H == 3', '(F == 1 or G == 2) and H == 3'],
    ['((((F == 1))))', 'F == 1'],
    [' \tF\n==\r\n1 ', 'F == 1'],
    ['F == "\\u00e9\\n\\"\\\\"', 'F == "é\\n\\"\\\\"'],
    ['F == "007"', 'F == "007"'],
    ['F == "7"', 'F == 7'],
    ['F == 1.5', 'F == "1.5"'],
    ['F == -1', 'F == "-1"'],
    ['"a b" == 1 or "or" == 2 or "" == 3', '"a b" == 1 or "or" == 2 or "" == 3'],
  ])('reads %j as %j', (text, same) => {
    expect(rewritten(text)).toBe(same);
    expect(rewritten(same)).toBe(same);
  });

  it.each([
    ['', 0, /it is empty; omit the filter/],
    [' \n', 2, /it is empty.*\(line 2, column 1\)/],
    ['F', 1, /expected an operator \(==, .*\), but the text ends/],
    ['F ==', 4, /expected a text in double quotes, a number, true or false, but the text ends/],
    ['F = 1', 2, /equality is written "=="/],
    ['F => 1', 2, /found "=>"; write ">="/],
    ['F =< 1', 2, /found "=<"; write "<="/],
    ['lower(F) == "a"', 5, /found "\("; the only functions are starts_with and ends_with/],
    ['{"where":{}}', 0, /found "{"; read a filter in JSON with LogFilter\.fromJson/],
    ['F == 1 an G == 2', 7, /found "an"; did you mean "and"\?/],
    ['(F == 1 ro G == 2)', 8, /found "ro"/],
    ['F geq 1', 2, /found "geq"; did you mean "ge"\?/],
    ['F startsWith "a"', 2, /did you mean "starts_with"\?/],
    ['F matches "a"', 2, /expected an operator/],
    ['F ~ "a"', 2, /no patterns; use contains/],
    ["F == 'a'", 5, /single quotes are not supported/],
    ['F == nl', 5, /found "nl"; write "nl" \(line/],
    ['F == and', 5, /expected a text in double quotes, a number, true or false, but found "and" \(/],
    ['F == "a', 5, /is not closed/],
    ['F == "a\nb"', 7, /control character.*\(line 1, column 8\)/],
    ['F == "\\x41"', 6, /"\\\\x" is not an escape/],
    ['F == 007', 5, /is not a number/],
    ['F == 1e999', 5, /too large/],
    ['F in {200..299}', 6, /no ranges; write F >= 200 and F <= 299/],
    ['F in {}', 6, /expected a text in double quotes.* but found "}"/],
    ['F in {"a", "b"}', 9, /separate values with spaces/],
    ['F in {"a" "b"', 13, /or "}", but the text ends/],
    ['F in "a"', 5, /expected "{": a set is written/],
    ['F in ["a"]', 5, /write a set in braces/],
    ['F not == 1', 6, /expected "in", "contains", "starts_with" or "ends_with"/],
    ['F == 1 G == 2', 7, /expected "and", "or" or the end, but found "G"/],
    ['F == 1 and', 10, /expected a log field, but the text ends/],
    ['F == 1 & G == 2', 7, /write "and"/],
    ['F == 1 | G == 2', 7, /write "or"/],
    ['F == 1 xor G == 2', 7, /\(a and not b\) or \(not a and b\)/],
    ['(F == 1', 7, /expected "and", "or" or "\)", but the text ends/],
    ['F == 1)', 6, /expected "and", "or" or the end, but found "\)"/],
    ['()', 1, /expected a log field/],
    ['starts_with F', 12, /starts_with\(field, "text"\)/],
    ['starts_with(F "a")', 14, /expected ",": starts_with\(F, "text"\)/],
    ['starts_with(F, "a"', 18, /expected "\)"/],
    ['not', 3, /expected a log field/],
    ['é == 1', 0, /found "é", which is not part of an expression/],
    ['F == 1 😀', 7, /found "😀"/],
    ['('.repeat(501) + 'F', 500, /nested more than 500 levels deep/],
  ])('fails on %j with the position, what was expected, and the fix', (text, offset, message) => {
    const fault = faultOf(text);
    expect(fault?.code).toBe('filter.expression');
    expect(fault?.position?.offset).toBe(offset);
    expect(fault?.message).toMatch(message);
  });

  it('quotes only the beginning of a long text', () => {
    expect(faultOf(`F == 1 ${'x'.repeat(10_000)}`)?.message.length).toBeLessThan(200);
  });
});

describe('writing an expression', () => {
  it('returns an expression that reads as the same filter', () => {
    fc.assert(
      fc.property(
        fc.oneof(filters, denseFilters),
        fc.option(fc.integer({ min: 0, max: 120 })),
        (filter, width) => {
          for (const dataset of [undefined, httpRequests]) {
            const text = formatExpression(filter, {
              ...(dataset && { dataset }),
              ...(width !== null && { width }),
            });
            expect(canonicalFilter(read(text))).toBe(canonicalFilter(filter));
          }
        },
      ),
      { numRuns: runs(350) },
    );
  });

  it('is stable: it reads and writes its own output unchanged', () => {
    fc.assert(
      fc.property(
        fc.oneof(filters, denseFilters),
        fc.option(fc.integer({ min: 0, max: 120 })),
        (filter, width) => {
          const options = width === null ? {} : { width };
          const text = formatExpression(filter, options);
          expect(formatExpression(read(text), options)).toBe(text);
        },
      ),
      { numRuns: runs(350) },
    );
  });

  it('quotes values of string fields of the dataset', () => {
    const filter = read(
      'ClientASN == "7" and RayID == "7" and BotDetectionIDs contains "7" and BotTags contains "7"',
    );
    expect(formatExpression(filter, { dataset: httpRequests })).toBe(
      'ClientASN == 7 and RayID == "7" and BotDetectionIDs contains 7 and BotTags contains "7"',
    );
  });

  it('breaks long lines before "and" and "or", inner groups only if they are too long', () => {
    const text =
      'EdgeResponseStatus >= 500 and (ClientCountry == "nl" or ClientCountry == "de" and BotScore < 30 or RayID == "abc") and (BotScore < 1 or BotScore > 9)';
    expect(formatExpression(read(text), { width: 60 })).toBe(
      [
        'EdgeResponseStatus >= 500',
        'and (',
        '  ClientCountry == "nl"',
        '  or ClientCountry == "de" and BotScore < 30',
        '  or RayID == "abc"',
        ')',
        'and (BotScore < 1 or BotScore > 9)',
      ].join('\n'),
    );
    expect(formatExpression(read(text), { width: 160 })).toBe(text);
  });
});

describe('checking an expression', () => {
  it('accepts values in either notation', () => {
    const text =
      'EdgeResponseStatus in {200 "204"} and BotScore < "30" and ClientCountry in {"nl"} and RayID == 7';
    expect(checkExpressionText(text, httpRequests)).toEqual([]);
  });

  it('fails with the positions in the given text', () => {
    const text =
      'not (ClientCuntry eq "nl" or\n EdgeResponseStatus starts_with "5")\n or BotScore in {1 2 "x"} or RequestHeaders == 1 or BotScore < "many"';
    expect(
      checkExpressionText(text, httpRequests).map(({ code, position }) => [
        code,
        text.slice(position?.offset).split(/[\s}]/)[0],
      ]),
    ).toEqual([
      ['filter.unknown_field', 'ClientCuntry'],
      ['filter.operator_not_allowed', 'starts_with'],
      ['filter.set_kind', '"x"'],
      ['filter.field_not_filterable', 'RequestHeaders'],
      ['filter.not_int', '"many"'],
    ]);
  });

  it('fails with the position of a syntax error', () => {
    expect(checkExpressionText('BotScore <', httpRequests)).toMatchObject([
      { code: 'filter.expression', position: { offset: 10 } },
    ]);
  });
});

it('reads JSON and expression into the same filter', () => {
  const { filter } = parseFilter('{"where":{"and":[{"key":"BotScore","operator":"!in","value":[1,2]}]}}');
  expect(filter).toEqual(read('not BotScore in {1 2}'));
});
