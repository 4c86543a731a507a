import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { runProgram } from '../../lib/ground/program';
import { makeFolderInPackage } from '../support/after-test';
import { makeFolder } from '../support/folder';

const root = join(__dirname, '../..');
// TypeScript's own compiler says the same in ten times the time.
const tsc = join(root, 'node_modules/.bin/tsgo');

describe('the types of the package', () => {
  let folder: string;
  beforeEach(() => {
    folder = makeFolderInPackage();
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(root, join(folder, 'node_modules', 'cdktf-edge-platform'));
  });

  it('need no types of Node.js, and none of a later ECMAScript than 2018', async () => {
    const entries = ['', '/cdktn', '/client', '/emulator', '/logs', '/waves'];
    const source = entries.map((entry, at) => `import * as m${at} from 'cdktf-edge-platform${entry}';`);
    const uses = `export const all: unknown = [${entries.map((_, at) => `m${at}`).join(', ')}];`;
    writeFileSync(join(folder, 'main.ts'), [...source, uses].join('\n'));
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: 'es2018',
      module: 'nodenext',
      types: [],
      preserveSymlinks: true,
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.ts'] }));
    const { code, output } = await runProgram(tsc, [], { cwd: folder });
    expect(output).toBe('');
    expect(code).toBe(0);
  });
});

describe('the types of the client', () => {
  const declarations = join(root, 'dist/client');
  const main = join(root, '.types-of-the-client.ts');
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    types: ['node'],
    paths: { 'cdktf-edge-platform/client': [join(declarations, 'index.d.ts')] },
  };
  // The declarations are parsed once.
  const registry = ts.createDocumentRegistry();
  const serviceOf = (source: string) => ts.createLanguageService(hostOf(source), registry);
  const hostOf = (source: string): ts.LanguageServiceHost => ({
    getScriptFileNames: () => [main],
    getScriptVersion: (file) => (file === main ? source : '1'),
    getScriptSnapshot: (file) =>
      file === main ? ts.ScriptSnapshot.fromString(source) : snapshotOf(ts.sys.readFile(file)),
    getCurrentDirectory: () => root,
    getCompilationSettings: () => options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (file) => file === main || ts.sys.fileExists(file),
    readFile: (file) => ts.sys.readFile(file),
  });

  it.each([
    ['LogpushJob', 'enabled', 'boolean', '`false` when the service leaves it out, its documented default.'],
    ['JobChanges', 'max_upload_bytes', 'number | null | undefined', '0 for the default of the API.'],
    ['JobInput', 'dataset', 'string', 'cannot change later.'],
    [
      'Policy',
      'alert_interval',
      'string | undefined',
      'How long to wait before the same alert is sent again',
    ],
    ['Rule', 'ref', 'string', 'A name that survives the replacement of a rule.'],
    ['Pool', 'notification_email', 'string', 'The legacy recipient'],
  ])('show in an editor what %s.%s is', (type, member, shown, documentation) => {
    const source = `import type { ${type} } from 'cdktf-edge-platform/client';\nexport const f = (it: ${type}) => it.${member};\n`;
    const hover = serviceOf(source).getQuickInfoAtPosition(main, source.lastIndexOf(member));
    expect(ts.displayPartsToString(hover?.displayParts)).toMatch(
      new RegExp(`^\\(property\\) ${member}\\??: ${shown.replaceAll('|', '\\|')}$`),
    );
    expect(ts.displayPartsToString(hover?.documentation)).toContain(documentation);
  });

  const examples = readdirSync(declarations)
    .filter((name) => name.endsWith('.d.ts'))
    .flatMap((name) => {
      const text = readFileSync(join(declarations, name), 'utf8');
      const blocks = [...text.matchAll(/^ \* @example\n((?: \*.*\n)+?) \*\//gm)];
      return blocks.map(([, block = '']) => [name, block.replace(/^ \* ?/gm, '')] as const);
    });

  it('have examples', () => {
    expect(examples.length).toBeGreaterThan(5);
  });

  it.each(examples)('compile the example of %s', (_, source) => {
    const service = serviceOf(source);
    const diagnostics = [...service.getSyntacticDiagnostics(main), ...service.getSemanticDiagnostics(main)];
    expect(diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual(
      [],
    );
  });
});

function snapshotOf(text: string | undefined): ts.IScriptSnapshot | undefined {
  return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
}

describe('the constructs without their host', () => {
  it.each([
    ['cdktf', 'cdktf-edge-platform', 'CDK Terrain (cdktn)', 'cdktf-edge-platform/cdktn'],
    ['cdktn', 'cdktf-edge-platform/cdktn', 'CDKTF (cdktf)', 'cdktf-edge-platform'],
  ])('name %s, which is missing, and the entry for the other host', async (missing, from, other, entry) => {
    // Outside of the package, where neither is.
    const folder = makeFolder();
    const installed = join(folder, 'node_modules', 'cdktf-edge-platform');
    for (const name of ['dist', 'package.json'])
      cpSync(join(root, name), join(installed, name), {
        recursive: true,
        filter: (path) => !path.includes(join('dist', 'emulator')) && !path.includes(join('dist', 'plugin')),
      });
    const { code, output } = await runProgram(process.execPath, ['--eval', `require('${from}')`], {
      cwd: folder,
    });
    expect(code).toBe(1);
    expect(output).toContain(
      `The constructs need the package ${missing}, which is not installed here. In a project of ${other}, import them from '${entry}' instead. Otherwise run: npm install ${missing} constructs`,
    );
  });
});
