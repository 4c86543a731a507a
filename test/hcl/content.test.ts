import fc from 'fast-check';
import { readContent } from '../../lib/hcl/content';
import { mapTexts, splitTemplate, type Written } from '../../lib/hcl/template';
import { isExhaustive, seed } from '../support/exhaustive';
import { goldenCases } from '../support/golden-conversion';
import { hclFile } from './hcl-arbitraries';
import { parseHcl } from './hcl2json';
import { readFiles } from '../support/folder';

/** HashiCorp's parser writes what a template has in braces without them where it is no expression, and sequences without spaces. */
function flatten(text: string): Written {
  const parts = splitTemplate(text);
  const flat = parts.map(({ kind, text: inner, source }): Written => {
    if (kind === 'text') return source;
    if (kind === 'directive') return `%{${inner.trim()}}`;
    const { a = null } = readContent('a', `a = ${inner}`);
    const isLiteral = a !== source && (parts.length === 1 || a === null || typeof a !== 'object');
    if (!isLiteral) return source;
    return parts.length === 1 ? mapTexts(a, flatten) : a;
  });
  const [only = ''] = flat;
  if (flat.length === 1) return only;
  const joined = flat.map(String).join('');
  return joined === text ? text : flatten(joined);
}

async function expectSame(text: string): Promise<void> {
  const found = readContent('main.tf', text);
  const expected = (await parseHcl(text)) as Written;
  expect(mapTexts(found, flatten)).toEqual(mapTexts(expected, flatten));
}

describe('the content of a text in HCL is that of the parser of HashiCorp', () => {
  it.each(goldenCases)('in $name', async ({ folder }) => {
    for (const [path, text] of readFiles(folder)) if (/\.tf(?:vars)?$/.test(path)) await expectSame(text);
  });

  it.each([
    [
      'strings',
      String.raw`"x$${'$'}{b} %%{c} ${'$'}{ d } $$$${'$'}{g} \u00e9\U0001F600\t\"\\ ${'$'}{"lit"}"`,
    ],
    ['strip marks', '"a  \\n ${~ e ~}  f"'],
    ['directives', '"%{ if a }x%{ else }y%{ endif }%{ for k, v in b ~}  ${ k } %{~ endfor }"'],
    ['numbers', '[1.50, -1, 1e3, 12345678901234567890]'],
    ['words', '[true, false, null, [], {}, ""]'],
    ['names of members', '{\n  (var.x) = 1, "k${z}" = 2, q: 3\n  "a.b" = 4\n  a-b = [5,\n]\n  6 = 7 }'],
    [
      'expressions',
      '[(1), -a, x /* c */ + y, a ? b : c, [for a in b : a], f(a...), a.*.b, a[*].b[0], a["b"]]',
    ],
    ['a comprehension', '{ for k, v in { a = 1 } : k => v... if v != null && !(v > 1) }'],
    [
      'a list by a comprehension on lines of its own',
      '[\n  for a in b : {\n    c = a[0]\n    d = a[1]\n  }\n]',
    ],
    ['an object by a comprehension on lines of its own', '{\n  # why\n  for k, v in b : k => v\n}'],
    ['comments beside items', '[ # one\n  a, # two\n  # three\n  b # four\n]'],
    ['comments beside members', '{\n  # one\n  a = b # two\n  c = d # three\n}'],
    ['a list of a comment', '[\n  # later\n]'],
    ['functions of providers', 'provider::edge::destination("a", [\n  b,\n])'],
    ['heredocs', '[<<A\n  a \\n ${x}\n A\n, <<-B\n    a\n\n      $${b}\n   \n    ${c} ~}\n    B\n]'],
    ['a heredoc with strip marks', '<<-B\n    a ${~ b ~}\n    %{ if c ~}\n    d\n    %{ endif ~}\n  B'],
  ])('for %s', async (_, value) => {
    await expectSame(`a = ${value}\n`);
    await expectSame(`a = ${value}\n`.replaceAll('\n', '\r\n'));
  });

  it.each([
    ['blocks with labels', 'a "b" c { x = 1 }\na "b" c { x = 2 }\na d e {}\n# end'],
    [
      'blocks in blocks',
      'r "a" "b" {\n  dynamic "x" {\n    for_each = y\n    content {\n      z = x.value\n    }\n  }\n  x {}\n}\n',
    ],
    ['names of objects', 'a {\n  constructor = 1\n  toString { b = 2 }\n}\n'],
    ['a byte order mark', '\ufeffa = 1\n'],
    ['no text', ''],
  ])('for %s', async (_, text) => {
    await expectSame(text);
  });

  it('for generated files', async () => {
    await fc.assert(fc.asyncProperty(hclFile, expectSame), { seed, numRuns: isExhaustive ? 3000 : 100 });
  });
});

describe('a text whose blocks cannot be found', () => {
  it.each([
    ['a =\n', 1, 'neither an attribute nor a block'],
    ['a = 1\na = 2\n', 2, 'a is set twice'],
    ['a {\n', 1, '`{` is not closed'],
    ['a {\n  b = [1\n}\nc {}\n', 1, '`{` is not closed'],
    ['a {\n  b = "c\n}\n', 1, '`{` is not closed'],
    ['a {\n  b = <<EOT\n}\n', 1, '`{` is not closed'],
    ['a "b" = 1\n', 1, 'neither an attribute nor a block'],
  ])('is refused with its place: %j', async (text, line, rule) => {
    await expect(parseHcl(text)).rejects.toBeDefined();
    expect(() => readContent('waf.tf', text)).toThrow(`waf.tf:${line}: ${rule}`);
  });
});
