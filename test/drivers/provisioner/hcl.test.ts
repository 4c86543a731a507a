import { toExpression } from '../../../lib/drivers/provisioner/hcl';
import { isWrittenExpression } from '../../../lib/resources/expressions';

describe('toExpression', () => {
  it.each<[what: string, value: unknown, expression: string]>([
    ['a text', 'logs', '"logs"'],
    ['quotes and backslashes', 'say "a\\b"', String.raw`"say \"a\\b\""`],
    ['line breaks and tabs', 'a\nb\r\tc', String.raw`"a\nb\r\tc"`],
    ['text beyond ASCII', 'Straße 😀', '"Straße 😀"'],
    ['a lone $ or %', '100% $5', '"100% $5"'],
    ['an escaped interpolation', '$${a} %%{b}', '"$${a} %%{b}"'],
    ['an interpolation', 'x-${var.a}-y', '"x-${var.a}-y"'],
    ['quotes inside of an interpolation', 'a"${f("b")}"', String.raw`"a\"${'${f("b")}'}\""`],
    ['braces inside of an interpolation', '${{ a = "}" }.a}"', String.raw`"${'${{ a = "}" }.a}'}\""`],
    [
      'an interpolation in a text in an interpolation',
      '"${f("${g("}")}")}"',
      String.raw`"\"${'${f("${g("}")}")}'}\""`,
    ],
    ['an escape in a text in an interpolation', '${f("$${")}"', String.raw`"${'${f("$${")}'}\""`],
    ['a directive', '%{ if var.a }"yes"%{ endif }', String.raw`"%{ if var.a }\"yes\"%{ endif }"`],
    ['a number', 1.5, '1.5'],
    ['a truth value', false, 'false'],
    ['nothing', null, 'null'],
    ['a list', ['a', 1, [true]], '["a", 1, [true]]'],
    ['an object', { a: 1, 'b c': ['d'] }, '{"a" = 1, "b c" = ["d"]}'],
    ['what an object leaves out', { a: undefined, b: 1 }, '{"b" = 1}'],
    ['an empty list and an empty object', [[], {}], '[[], {}]'],
    ['a key with an expression', { '${var.a}': 1 }, '{("${var.a}") = 1}'],
    ['a key with quotes', { 'a"b': 1 }, String.raw`{"a\"b" = 1}`],
  ])('writes %s', (_, value, expression) => {
    expect(toExpression(value)).toBe(expression);
  });
});

describe('isTemplate', () => {
  it.each([['${var.a}'], ['a ${b}'], ['%{ if a }b%{ endif }'], ['$${a} ${b}']])('is true of %s', (text) => {
    expect(isWrittenExpression(text)).toBe(true);
  });

  it.each([['a'], ['$a {b}'], ['$${a}'], ['%%{a}'], ['100%'], ['']])('is false of "%s"', (text) => {
    expect(isWrittenExpression(text)).toBe(false);
  });
});
