import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { App, TerraformLocal, TerraformStack } from 'cdktf';
import fc from 'fast-check';
import { runs, seed } from '../../support/exhaustive';
import { makeFolder } from '../../support/folder';
import { readTemplate } from '../../support/run-generated';
import { Identifiers, identifierOf } from '../../../lib/cli/project/identifiers';
import { SourceFile } from '../../../lib/cli/project/source-file';
import { commentLine, quote, quoteForTerraform } from '../../../lib/cli/project/text';
import {
  array,
  as,
  call,
  declaration,
  method,
  name,
  object,
  plainText,
  statement,
  value,
  type Code,
} from '../../../lib/cli/project/typescript';

const oddTexts = [
  ...['', 'plain', "it's", 'say "so"', `it's "so"`, `'' ""`, '`', '\\', '\\n'],
  ...['${a} %{b} $c $${d} %%{e} $%{f} %${g', 'two\nlines', '\r\n\t\0', '\u2028\u2029', 'a\u00a0b'],
  ...['\u202edcba', '\ud800', '日本語', 'é', 'e\u0301', '😀', '👨‍👩‍👧'],
  ...['*/', '//', '</script>', '__proto__', 'constructor', '${TfToken', 'x'.repeat(120)],
];
const anyText = fc.oneof(fc.constantFrom(...oddTexts), fc.string({ unit: 'binary' }), fc.string());

describe('a text as code', () => {
  it.each([
    ['plain', "'plain'"],
    ['say "so"', `'say "so"'`],
    ["it's", `"it's"`],
    [`it's "so"`, String.raw`'it\'s "so"'`],
    ['back\\slash', String.raw`'back\\slash'`],
    ['two\nlines', String.raw`'two\nlines'`],
    ['a\u2028b\u00a0c\u202ed', String.raw`'a\u2028b\u00a0c\u202ed'`],
    ['\u{e0001}', String.raw`'\u{e0001}'`],
    ['日本 😀', "'日本 😀'"],
  ])('writes %j as a string', (text, code) => {
    expect(quote(text)).toBe(code);
  });

  it('doubles what would begin an expression of Terraform', () => {
    expect(quoteForTerraform('${a} %{b} $c $${d}')).toBe("'$${a} %%{b} $c $$${d}'");
  });

  it('evaluates to the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(runInNewContext(quote(text))).toBe(text);
      }),
    );
  });

  it('reaches Terraform as the text', () => {
    const stack = new TerraformStack(new App(), 'stack');
    const written = oddTexts.map((text, at) => {
      new TerraformLocal(stack, `local${at}`, runInNewContext(quoteForTerraform(text)));
      return text;
    });
    const { locals } = JSON.parse(JSON.stringify(stack.toTerraform())) as { locals: Record<string, string> };
    const read = written.map((_, at) => readTemplate(locals[`local${at}`] ?? ''));
    expect(read).toEqual(written);
  });

  it('stays on its line as a comment', () => {
    expect(commentLine('a\nb\u2028c\rd')).toBe('// a b c d');
  });
});

describe('a name as an identifier', () => {
  it.each([
    ['example.com', 'exampleCom'],
    ['EXAMPLE.com', 'exampleCom'],
    ['my-zone_1', 'myZone1'],
    ['1and1.com', 'zone1and1Com'],
    ['münchen.de', 'münchenDe'],
    ['日本.jp', '日本Jp'],
    ['default', 'defaultZone'],
    ['...', 'zone'],
    ['', 'zone'],
    ['constructor', 'constructor'],
    ['HTTPRequests', 'httpRequests'],
    ['S3', 's3'],
    ['冗 \u019b', '冗\u019b'],
    ['logs-EU-2', 'logsEu2'],
  ])('%j becomes %s', (text, identifier) => {
    expect(identifierOf(text, 'zone')).toBe(identifier);
  });

  it('is a valid name for every text, and no two are the same', () => {
    fc.assert(
      fc.property(fc.array(anyText), (texts) => {
        const names = new Identifiers(['zone']);
        const found = texts.map((text) => names.add(text, 'zone'));
        expect(new Set([...found, 'zone']).size).toBe(texts.length + 1);
        for (const each of found) runInNewContext(`'use strict'; const ${each} = 1;`);
      }),
    );
  });
});

describe('the layout of code', () => {
  it('is what the formatter leaves', () => {
    const sample = fc.sample(anyStatement, { numRuns: runs(600), seed });
    const written = sample.map((text) => `${text}\n`);
    const formatted = format(written.join('\n')).split(/\n\n/);
    written
      .join('\n')
      .split(/\n\n/)
      .forEach((text, at) => {
        expect(formatted[at]?.trimEnd()).toBe(text.trimEnd());
      });
  });

  it('does not make an object the prototype of another', () => {
    const code = statement(object([{ name: '__proto__', code: value('x') }])).slice(0, -1);
    expect(Object.keys(runInNewContext(`(${code})`) as object)).toEqual(['__proto__']);
  });

  it('keeps comments above items and members', () => {
    const items = array([{ code: value(1), comments: ['the first\none'] }, value(2)]);
    expect(declaration('const', 'list', items)).toBe(
      ['const list = [', '  // the first one', '  1,', '  2,', '];'].join('\n'),
    );
  });
});

describe('a file', () => {
  it('keeps a single name on the line of its import, as the formatter does', () => {
    const file = new SourceFile('cdktf');
    file.import(`./${'x'.repeat(100)}`, 'name');
    expect(file.toString()).toBe(`import { name } from './${'x'.repeat(100)}';\n`);
  });

  it('imports each name once, packages first, and types as types', () => {
    const file = new SourceFile('cdktf');
    file.import('./zones/b', 'b');
    file.import('../shared', 'shared');
    file.importType('constructs', 'Construct');
    file.import('cdktf-edge-platform', 'LogpushJob');
    file.import('cdktf-edge-platform', 'LogFilter');
    file.importType('cdktf-edge-platform', 'LogFilter');
    file.importType('cdktf-edge-platform', 'EdgeResource');
    file.import('cdktf', 'App');
    file.add('const a = 1;');
    file.add('const b = 2;');
    expect(file.toString()).toBe(
      [
        "import { App } from 'cdktf';",
        "import { type EdgeResource, LogFilter, LogpushJob } from 'cdktf-edge-platform';",
        "import type { Construct } from 'constructs';",
        "import { shared } from '../shared';",
        "import { b } from './zones/b';",
        '',
        'const a = 1;',
        '',
        'const b = 2;',
        '',
      ].join('\n'),
    );
  });
});

const letters = fc.constantFrom('a', 'b', 'Zone', 'x-', ' ', '日', "'", '"', 'é');
const someText = fc.string({ unit: letters, maxLength: 60 });
const identifier = fc.constantFrom(
  ...['a', 'name', 'where', 'zoneId', 'LogField.RayID', 'sharedFields', 'destinationConfiguration'],
);
const key = fc.constantFrom(
  ...['a', 'name', 'where', 'zoneId', 'destinationConf', 'x-y', 'é', 'fieldDelimiterOfRecords'],
);
const anyCode = fc.letrec<{ code: Code; collection: Code; chain: Code }>((tie) => ({
  code: fc.oneof(
    { weight: 4, arbitrary: someText.map(plainText) },
    { weight: 2, arbitrary: identifier.map(name) },
    { weight: 2, arbitrary: fc.integer({ min: -1000, max: 1_000_000_000 }).map(value) },
    { weight: 1, arbitrary: fc.boolean().map(value) },
    { weight: 1, arbitrary: someText.map((text) => as(plainText(text), 'TimestampFormat')) },
    {
      weight: 1,
      arbitrary: someText.map((text) => as(call('Token.asList', plainText(text)), 'HealthStatus[]')),
    },
    { weight: 3, arbitrary: tie('collection') },
    { weight: 3, arbitrary: tie('chain') },
  ),
  collection: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'code' },
    fc.array(someText.map(plainText), { maxLength: 6 }).map(array),
    fc.array(fc.integer({ min: 0, max: 1_000_000 }).map(value), { maxLength: 25 }).map(array),
    fc.array(tie('code'), { maxLength: 5 }).map(array),
    fc
      .uniqueArray(fc.record({ name: key, code: tie('code') }), { selector: (each) => each.name })
      .map(object),
  ),
  chain: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'code' },
    fc
      .tuple(
        fc.oneof(identifier.map(name), someText.map(plainText)),
        fc.oneof(someText.map(plainText), tie('code')),
      )
      .map(([field, given]) => method(call('LogFilter.field', field), 'equalTo', given)),
    fc
      .array(tie('chain'), { minLength: 1, maxLength: 4 })
      .map((filters) => call('LogFilter.allOf', ...filters)),
    fc
      .tuple(someText.map(plainText), tie('collection'))
      .map(([id, props]) => call('new LogpushJob', name('scope'), id, props)),
    tie('collection').map((options) => call('LogOutput.outputOptions', options)),
  ),
}));
const anyStatement = fc.oneof(
  anyCode.chain.map((code) => statement(code)),
  anyCode.code.map((code) => declaration('export const', 'filterOfErrors', code)),
);

function format(source: string): string {
  const file = join(makeFolder(), 'code.ts');
  const root = join(__dirname, '../../..');
  writeFileSync(file, source);
  execFileSync(join(root, 'node_modules/.bin/oxfmt'), ['-c', join(root, '.oxfmtrc.json'), file], {
    stdio: 'pipe',
  });
  return readFileSync(file, 'utf8');
}
