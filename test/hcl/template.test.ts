import fc from 'fast-check';
import {
  escapeTemplates,
  expressionOf,
  hasTemplateSequence,
  literalOf,
  splitTemplate,
} from '../../lib/hcl/template';
import { seed } from '../support/exhaustive';

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
  ])('with one stands for no text: %j', (template, expression) => {
    expect(literalOf(template)).toBeUndefined();
    if (expression !== undefined) expect(expressionOf(template)).toBe(expression);
  });

  it('of any text stands for that text', () => {
    const text = fc
      .array(fc.constantFrom('$', '%', '{', '}', 'a'), { maxLength: 6 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(text, fc.string()), (given) => {
        expect(literalOf(escapeTemplates(given))).toBe(given);
      }),
      { seed },
    );
  });
});

describe('hasTemplateSequence', () => {
  it.each([['${var.a}'], ['a ${b}'], ['%{ if a }b%{ endif }'], ['$${a} ${b}']])('is true of %s', (text) => {
    expect(hasTemplateSequence(text)).toBe(true);
  });

  it.each([['a'], ['$a {b}'], ['$${a}'], ['%%{a}'], ['100%'], ['']])('is false of "%s"', (text) => {
    expect(hasTemplateSequence(text)).toBe(false);
  });
});

describe('splitting a template', () => {
  it.each([
    ['${a.b}', [['expression', 'a.b']]],
    [
      'x-${a["}"]}-$${no}',
      [
        ['text', 'x-'],
        ['expression', 'a["}"]'],
        ['text', '-$${no}'],
      ],
    ],
    [
      '${"${a}"}${b}',
      [
        ['expression', '"${a}"'],
        ['expression', 'b'],
      ],
    ],
    [
      '%{ if a }x%{ endif }',
      [
        ['directive', ' if a '],
        ['text', 'x'],
        ['directive', ' endif '],
      ],
    ],
    ['${{ a = { b = 1 } }}', [['expression', '{ a = { b = 1 } }']]],
    ['plain "text" $ { }', [['text', 'plain "text" $ { }']]],
    ['', []],
  ])('finds the parts of %j', (template, parts) => {
    expect(splitTemplate(template).map(({ kind, text }) => [kind, text])).toEqual(parts);
  });

  it.each(['a-${b["}"]}$${c}%{ if d }e%{ endif }', '${a', 'a ${~ b ~} c'])(
    'loses nothing of %j',
    (template) => {
      expect(
        splitTemplate(template)
          .map(({ source }) => source)
          .join(''),
      ).toBe(template);
    },
  );
});
