import fc from 'fast-check';
import { findBlocks, findBody, type SourceBlock } from '../../lib/hcl/blocks';
import { isObject, type JsonObject } from '../../lib/ground/json';
import { isExhaustive, seed } from '../support/exhaustive';
import { hclFile } from './hcl-arbitraries';
import { parseHcl } from './hcl2json';

const slice = (text: string, { start, end }: { start: number; end: number }) => text.slice(start, end);

const only = (text: string): SourceBlock => {
  const [block, ...more] = findBlocks(text);
  if (block === undefined || more.length > 0) throw new Error('The text has not one block.');
  return block;
};

describe('the blocks of a text in HCL', () => {
  it('have a type, labels, and the comment lines directly above', () => {
    const text = [
      '# About the file.',
      '',
      '# About the zone.',
      '/* On two',
      '   lines. */',
      'resource "cloudflare_zone" example {',
      '  zone = "example.com"',
      '} # not about the next one',
      'locals {}',
    ].join('\n');
    const [zone, locals] = findBlocks(text);
    expect(zone).toMatchObject({ type: 'resource', labels: ['cloudflare_zone', 'example'] });
    expect(text.slice(zone?.commentsStart, zone?.start)).toBe('# About the zone.\n/* On two\n   lines. */\n');
    expect(zone && slice(text, zone)).toBe(text.slice(text.indexOf('resource'), text.indexOf(' # not')));
    expect(locals).toMatchObject({ type: 'locals', labels: [], commentsStart: text.indexOf('locals') });
  });

  it('have attributes and blocks, each with its range', () => {
    const text = 'a b {\n  c = [\n    1, # d = 2\n  ] // e\n  # about f\n  f { g = "}" }\n}\n';
    const { attributes, blocks } = findBody(text, only(text));
    expect(attributes.map(({ name, value }) => [name, slice(text, value)])).toEqual([
      ['c', '[\n    1, # d = 2\n  ]'],
    ]);
    const [nested] = blocks;
    expect(nested && slice(text, nested)).toBe('f { g = "}" }');
    expect(text.slice(nested?.commentsStart, nested?.start)).toBe('# about f\n  ');
    const inner = nested && findBody(text, nested).attributes[0];
    expect(inner && [inner.name, slice(text, inner.value)]).toEqual(['g', '"}"']);
  });

  it.each([
    ['quotes in a template in quotes', String.raw`"${'$'}{"}"}"`],
    ['escaped quotes', String.raw`"a \" } \\"`],
    ['an escaped template', '"$${ }"'],
    ['a dollar sign before an escaped template', '"$$${ }"'],
    ['a template of objects', '"${lookup({ "}" = "{" }, "}")}"'],
    ['a heredoc that has a brace and its marker in a line', '<<EOT\n}\n x EOT\nEOT'],
    ['an indented heredoc with a template over lines', '<<-EOT\n    ${\n    "EOT"\n}\n    EOT'],
    ['a heredoc in a template in a heredoc', '<<A\n${<<B\nA }\nB\n}\nA'],
    ['a comment in the middle', '1 + /* } */ 2'],
    ['a condition', 'var.a == {} ? {for k, v in var.b : k => v...} : null'],
  ])('end behind %s', async (_, value) => {
    const text = `locals {\n  a = ${value}\n  b = 1\n}\nc {}\n`;
    await expect(parseHcl(text)).resolves.toBeDefined();
    const [locals, ...rest] = findBlocks(text);
    expect(rest.map(({ type }) => type)).toEqual(['c']);
    const attributes = locals === undefined ? [] : findBody(text, locals).attributes;
    expect(attributes.map((each) => [each.name, slice(text, each.value)])).toEqual([
      ['a', value],
      ['b', '1'],
    ]);
  });

  it('are found behind a byte order mark and between lines that end with a carriage return', () => {
    const text = '\ufeff# first\r\na {\r\n  b = 1 # c\r\n}\r\n\r\n# second\r\nd {}\r\n';
    const [a, d] = findBlocks(text);
    expect(text.slice(a?.commentsStart, a?.start)).toBe('# first\r\n');
    expect(a && findBody(text, a).attributes.map(({ value }) => slice(text, value))).toEqual(['1']);
    expect(text.slice(d?.commentsStart, d?.end)).toBe('# second\r\nd {}');
  });

  it('fails with the line of what is no block', () => {
    expect(() => findBlocks('a {}\nb = 1\n=\n')).toThrow('line 3: neither an attribute nor a block.');
    expect(() => findBlocks('a {\n  b = "\n}\n')).toThrow('line 1: `{` is not closed.');
  });
});

describe('generated configurations', () => {
  it('have the blocks and the attributes that the parser of HashiCorp finds', async () => {
    await fc.assert(
      fc.asyncProperty(hclFile, async (text) => {
        const whole = await parseHcl(text);
        const blocks = findBlocks(text);
        expect(countBlocks(whole)).toBe(blocks.length);
        for (const block of blocks) await expectSame(text, block, whole);
      }),
      { seed, numRuns: isExhaustive ? 1500 : 25 },
    );
  });
});

/** Labels of generated blocks are unique. */
async function expectSame(text: string, block: SourceBlock, whole: JsonObject): Promise<void> {
  const path = [block.type, ...block.labels];
  const part = bodyAt(whole, path);
  expect(bodyAt(await parseHcl(`${slice(text, block)}\n`), path)).toEqual(part);
  const { attributes, blocks } = findBody(text, block);
  const names = [...attributes.map(({ name }) => name), ...blocks.map(({ type }) => type)];
  expect(new Set(names)).toEqual(new Set(Object.keys(part)));
  const values = attributes.map(({ name, value }) => `${name} = ${slice(text, value)}\n`).join('');
  expect(part).toMatchObject(await parseHcl(values));
}

function bodyAt(content: JsonObject, path: readonly string[]): JsonObject {
  let at: unknown = content;
  for (const name of path) at = isObject(at) ? at[name] : undefined;
  const body: unknown = Array.isArray(at) ? (at as unknown[])[0] : undefined;
  if (!isObject(body)) throw new Error(`${path.join('.')} is not there.`);
  return body;
}

function countBlocks(content: JsonObject): number {
  const count = (value: unknown): number =>
    Array.isArray(value)
      ? value.length
      : isObject(value)
        ? Object.values(value).reduce<number>((sum, each) => sum + count(each), 0)
        : 0;
  return count(content);
}
