import fc from 'fast-check';
import { splitTemplate } from '../../lib/hcl/template';
import { tokenize } from '../../lib/hcl/tokens';
import { toCode, toExpression } from '../../lib/hcl/to-expression';
import { isWrittenList, isWrittenObject, type Written, type WrittenObject } from '../../lib/hcl/template';
import { printBlocks } from '../../lib/hcl/print';
import { isExhaustive, seed } from '../support/exhaustive';
import { hclExpression, hclHeredoc } from './hcl-arbitraries';
import { parseHcl } from './hcl2json';

const print = (value: Written) =>
  printBlocks([{ head: 'locals', body: [{ name: 'a', value: toExpression(value) }] }]);

const valueIn = (content: Awaited<ReturnType<typeof parseHcl>>): Written => {
  const [{ a } = { a: null }] = content.locals as { a: Written }[];
  return a;
};

describe('a value of a template', () => {
  it.each<[string, Written, string]>([
    ['one expression as it is', '${var.zone_id}', 'var.zone_id'],
    ['a text with an expression as a string', 'a-${var.b["c"]}', '"a-${var.b["c"]}"'],
    ['a literal as a string with escapes', 'a"\\\n$${b}', '"a\\"\\\\\\n$${b}"'],
    [
      'lists and objects',
      { 'a-b': [1, true, null], 'c d': '${var.d}' },
      '{ a-b = [1, true, null], "c d" = var.d }',
    ],
    ['a key that begins another expression in quotes', { for: 1, null: 2 }, '{ "for" = 1, "null" = 2 }'],
    ['a key that is an expression in parentheses', { '${var.key}': 1 }, '{ (var.key) = 1 }'],
    ['two expressions as a string', '${a.b}${c.d}', '"${a.b}${c.d}"'],
    ['lines outside of brackets in parentheses', '${var.a ?\n1 :\n2}', '(var.a ?\n    1 :\n  2)'],
  ])('is written: %s', (_, written, text) => {
    expect(print(written)).toBe(`locals {\n  a = ${text}\n}\n`);
  });

  it.each<[what: string, value: unknown, expression: string]>([
    ['text beyond ASCII', 'Straße 😀', '"Straße 😀"'],
    ['what no reader sees as escapes', 'a\u000c\u2028b', String.raw`"a\u000c\u2028b"`],
    ['a lone $ or %', '100% $5', '"100% $5"'],
    ['an escaped interpolation', '$${a} %%{b}', '"$${a} %%{b}"'],
    ['quotes inside of an interpolation', 'a"${f("b")}"', String.raw`"a\"${'${f("b")}'}\""`],
    ['braces inside of an interpolation', '${{ a = "}" }.a}"', String.raw`"${'${{ a = "}" }.a}'}\""`],
    [
      'an interpolation in a text in an interpolation',
      '"${f("${g("}")}")}"',
      String.raw`"\"${'${f("${g("}")}")}'}\""`,
    ],
    ['a directive', '%{ if var.a }"yes"%{ endif }', String.raw`"%{ if var.a }\"yes\"%{ endif }"`],
    ['what an object leaves out', { a: undefined, b: 1 }, '{ b = 1 }'],
    ['an empty list and an empty object', [[], {}], '[[], {}]'],
    ['a key with quotes', { 'a"b': 1 }, String.raw`{ "a\"b" = 1 }`],
  ])('is written in one line: %s', (_, value, expression) => {
    expect(toCode(value as Written)).toBe(expression);
  });

  it('indents the lines of an expression as terraform fmt does', () => {
    const expression = 'merge({\n        a = [for b in c : {\n      d = b # }\n            }]\n  },\n{})';
    expect(print(`\${${expression}}`)).toBe(
      'locals {\n  a = merge({\n    a = [for b in c : {\n      d = b # }\n    }]\n    },\n  {})\n}\n',
    );
  });

  it('reads as the same value again, whatever expressions it has', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(hclExpression, hclHeredoc), async (code) => {
        const written = valueIn(await parseHcl(`locals {\n  a = ${code}\n}\n`));
        const again = valueIn(await parseHcl(print({ nested: [written, { key: written }] })));
        expect(normalize(again)).toEqual(normalize({ nested: [written, { key: written }] }));
      }),
      { seed, numRuns: isExhaustive ? 1000 : 40 },
    );
  });
});

/** The lines and spaces within expressions are free, and parentheses around them. */
function normalize(value: Written): Written {
  if (typeof value !== 'string')
    return isWrittenList(value)
      ? value.map(normalize)
      : isWrittenObject(value)
        ? normalizeObject(value)
        : value;
  const parts = splitTemplate(value);
  return parts
    .map(({ kind, text }) => (kind === 'text' ? text : tokensOf(text, parts.length === 1).join(' ')))
    .join('|');
}

function normalizeObject(value: WrittenObject): WrittenObject {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [normalize(name) as string, normalize(member)]),
  );
}

function tokensOf(code: string, isAlone: boolean): string[] {
  const texts = tokenize(code)
    .filter(({ kind }) => kind !== 'newline')
    .map(({ text }) => text);
  return isAlone && texts[0] === '(' && texts.at(-1) === ')' ? texts.slice(1, -1) : texts;
}
