import { formatFaults } from '../../../lib/cli/logs/faults';
import {
  canonicalFilter,
  checkExpressionText,
  checkFilterText,
  formatExpression,
  parseExpression,
  parseFilter,
} from '../../../lib/logs';
import { runs } from '../../support/exhaustive';
import { httpRequests } from '../dataset-of';
import { fuzz } from './fuzz';

describe('mutated texts', () => {
  // `npm run fuzz:logs` tries 100,000 of them, and says how long the slowest took.
  it('make a reader or check throw only its own error, with a position or a value', () => {
    const { accepted, refused, wrong } = fuzz(runs(1500), () => 0);
    expect(wrong).toEqual([]);
    expect(accepted).toBeGreaterThan(36);
    expect(refused).toBeGreaterThan(720);
  });
});

/** So large that anything that takes the square of the length would not end. */
const length = 200_000;
const times = (text: string, of = length): string => text.repeat(Math.ceil(of / text.length));

describe('a text of hundreds of thousands of characters', () => {
  it.each([
    ['brackets that open', times('[')],
    ['objects that open', times('{"a":')],
    ['parentheses that open', times('(')],
    ['parentheses that open and close', `${times('(')}F == 1${times(')')}`],
    ['white space', times(' \n\t\r')],
    ['lines, then a fault', `${times('\n')}?`],
    ['digits', times('7')],
    ['a minus and digits in a set', `F in {-${times('7')}}`],
    ['a string that never ends', `"${times('a')}`],
    ['a string of escapes', `"${times('\\u0041')}"`],
    ['quotes', times('"')],
    ['backslashes', times('\\')],
    ['a list of faults', `{"where":{"and":[${times('1,')}1]}}`],
    ['a list of faults, a line each', `{"where":{"and":[${times('{},\n')}{}]}}`],
    ['a key over and over', `{${times('"a":1,')}"a":1}`],
    ['many keys', `{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":1`).join()}}`],
    ['not, over and over', `${times('not ')}F == 1`],
    ['exclamation marks', `${times('!')}F == 1`],
    ['a very long word', times('x')],
    ['a very long field', `${times('x')} == 1`],
    ['a very long operator', `F ${times('x')} 1`],
    [
      'a very long operator in JSON',
      `{"where":{"and":[{"key":"a","operator":"${times('x')}","value":"1"}]}}`,
    ],
    ['a set of many values', `BotScore in {${times('1 ')}}`],
    ['a set of many wrong values', `BotScore in {${times('"x" ')}}`],
    ['operators', times('== ')],
  ])('is processed in linear time: %s', (_what, text) => {
    expect(parseFilter(text).faults.length + parseExpression(text).faults.length).toBeGreaterThan(0);
    for (const faults of [checkFilterText(text, httpRequests), checkExpressionText(text, httpRequests)])
      formatFaults(faults, { text }, 80);
  });

  it('is read, written and normalized in linear time if it is a filter', () => {
    const long = parseExpression(`${times('BotScore == 1 and RayID in {"a" "b"} or ')}BotScore < 3`).filter;
    const deep = parseExpression(
      `${'(RayID == "a" or (BotScore < 3 and '.repeat(240)}RayID == "b"${'))'.repeat(240)}`,
    ).filter;
    for (const filter of [long, deep]) {
      expect(filter).toBeDefined();
      if (filter === undefined) continue;
      for (const options of [{}, { width: 80 }]) {
        expect(parseExpression(formatExpression(filter, options)).filter).toBeDefined();
      }
      expect(canonicalFilter(filter)).toContain('where');
    }
  });
});
