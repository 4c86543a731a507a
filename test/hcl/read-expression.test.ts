import { readExpression, type ReadExpression } from '../../lib/hcl/read-expression';

describe('the outermost form of an expression', () => {
  it.each<[string, ReadExpression]>([
    [String.raw`"a\n\"\u0041${'$'}{f("x")}$${'$'}{b"`, { kind: 'text', template: 'a\n"A${f("x")}$${b' }],
    ['(("a"))', { kind: 'text', template: 'a' }],
    [
      'var.a ? f(b ? c : d) : e ? "g:h" : i',
      {
        kind: 'conditional',
        condition: 'var.a',
        ifTrue: 'f(b ? c : d)',
        ifFalse: 'e ? "g:h" : i',
      },
    ],
    ['a ? b ? c : d : e', { kind: 'conditional', condition: 'a', ifTrue: 'b ? c : d', ifFalse: 'e' }],
    [
      'format("%s,%s", [a, b], # why\n  c,\n)',
      { kind: 'call', name: 'format', given: ['"%s,%s"', '[a, b]', 'c'] },
    ],
    ['[a, f(b, c)]', { kind: 'list', items: ['a', 'f(b, c)'] }],
    [
      '{\n  a = f(b, c)\n  "d e" : "f", g = h == i\n}',
      {
        kind: 'object',
        members: [
          ['a', 'f(b, c)'],
          ['d e', '"f"'],
          ['g', 'h == i'],
        ],
      },
    ],
    ['{ (a) = b }', { kind: 'computed-object', members: [['${(a)}', 'b']] }],
    ...['a + b', '-a', '!a', 'a.*.b', 'a[*].b', '[for a in b : a]', '{ for a, b in c : a => b }', 'f(a...)']
      .concat('<<EOT\na\nEOT\n', 'a::b(c)', '1', '', 'var', 'local.a["b"].c', 'f(a)[b.c]')
      .map((code): [string, ReadExpression] => [code, { kind: 'other' }]),
  ])('of %s', (code, expected) => {
    expect(readExpression(code)).toEqual(expected);
  });
});
