import fc from 'fast-check';
import { expressionOf, knownValue, literalOf, writtenValue } from '../../../lib/cli/project/template';
import { escapeTemplates } from '../../../lib/cli/project/text';
import { isUnknown } from '../../../lib/schema';
import { seed } from '../../support/exhaustive';

describe('a template', () => {
  it.each([
    ['a', 'a'],
    ['$${a}', '${a}'],
    ['$$${a}', '$${a}'],
    ['%%{ if }', '%{ if }'],
    ['$%%{', '$%{'],
    ['$$', '$$'],
  ])('without an expression stands for a text: %j', (template, text) => {
    expect(literalOf(template)).toBe(text);
    expect(expressionOf(template)).toBeUndefined();
  });

  it.each([
    ['${a}', 'a'],
    ['${{ a = "}" }}', undefined],
    ['${a}${b}', undefined],
    ['x${a}', undefined],
    ['%{ if a }b%{ endif }', undefined],
  ])('with one is unknown: %j', (template, expression) => {
    expect(literalOf(template)).toBeUndefined();
    expect(isUnknown(knownValue(template))).toBe(true);
    if (expression !== undefined) expect(expressionOf(template)).toBe(expression);
  });

  it('of any text stands for that text', () => {
    const text = fc
      .array(fc.constantFrom('$', '%', '{', '}', 'a'), { maxLength: 6 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(text, fc.string()), (given) => {
        expect(literalOf(escapeTemplates(given))).toBe(given);
        expect(knownValue(writtenValue({ a: [given, 1, true, null] }))).toEqual({
          a: [given, 1, true, null],
        });
      }),
      { seed },
    );
  });
});
