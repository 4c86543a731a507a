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

/** A file of a user, as an editor has it open. */
const main = join(root, '.types-in-an-editor.ts');
const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  types: ['node'],
  paths: {
    'cdktf-edge-platform/*': [join(root, 'dist/*/index.d.ts')],
  },
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

function faultsOf(source: string): readonly string[] {
  const service = serviceOf(source);
  const diagnostics = [...service.getSyntacticDiagnostics(main), ...service.getSemanticDiagnostics(main)];
  return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

describe('the types of the client', () => {
  const declarations = join(root, 'dist/client');
  it.each([
    ['LogpushJob', 'enabled', 'boolean', '`false` when the service leaves it out, its documented default.'],
    ['JobChanges', 'max_upload_bytes', 'number | null | undefined', '0 for the default of the API.'],
    ['JobInput', 'dataset', 'string', 'cannot change later.'],
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

  it.each(examples)('compile the example of %s', (_, source) => {
    expect(faultsOf(source)).toEqual([]);
  });
});

function snapshotOf(text: string | undefined): ts.IScriptSnapshot | undefined {
  return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
}

describe('the types of the constructs', () => {
  const around = `
    import { TerraformVariable, type TerraformStack } from 'cdktn';
    import { LogDataset, LogField, LogFilter, LogpushJob, type LogOutput, type WafMigration } from 'cdktf-edge-platform/cdktn';
    import type { LogDatasetName, LogFieldName } from 'cdktf-edge-platform/logs';
    declare const stack: TerraformStack;
    declare const variable: TerraformVariable;
    declare const given: { zoneId: string; name: string; destinationConf: string };
    declare const [filter, output, migration]: [LogFilter, LogOutput, WafMigration];
  `;
  const job = (props: string) => `new LogpushJob(stack, 'logs', { ...given, ${props} });`;

  /** A file with code, and the place of the cursor in it. */
  const at = (code: string) => {
    const before = around + code.slice(0, code.indexOf('|'));
    return { service: serviceOf(before + code.slice(code.indexOf('|') + 1)), place: before.length };
  };

  it.each([
    ['the names of fields in fields', job(`fields: ['|']`), ['RayID', 'EdgeResponseStatus']],
    ['the names of fields in a filter', `LogFilter.field('|');`, ['RayID', 'EdgeResponseStatus']],
    ['the names of datasets', job(`dataset: '|'`), ['http_requests', 'dns_logs']],
    ['the constants of fields', 'LogField.|;', ['RayID', 'EdgeResponseStatus']],
    ['what a filter is made by', 'LogFilter.|;', ['field', 'allOf', 'fromExpression']],
    ['what a filter has', 'filter.|;', ['and', 'toJson', 'toSql']],
    ['the props of a job', job('|'), ['fields', 'dataset', 'where', 'forEach', 'lifecycle']],
  ])('let an editor complete %s, and nothing that is ours alone', (_, code, expected) => {
    const { service, place } = at(code);
    const names = service.getCompletionsAtPosition(main, place, {})?.entries.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(expected));
    expect(names?.filter((name) => name.startsWith('_'))).toEqual([]);
  });

  it('have no member of an output that is ours alone', () => {
    const { service, place } = at('output.|;');
    expect(service.getCompletionsAtPosition(main, place, {})?.entries ?? []).toEqual([]);
  });

  it.each([
    [job('|fields: []'), 'LogpushJobProps.fields?: LogFieldName[] | undefined', 'Log fields of each line'],
    [job(`|dataset: 'dns_logs'`), 'LogpushJobProps.dataset?: LogDatasetName | undefined', 'Dataset to'],
    ['LogField.|RayID;', 'LogField.RayID: "RayID"', 'Id of the request.'],
    [`LogFilter.|field('RayID');`, 'LogFilter.field(name: LogFieldName): LogFilterField', 'Starts a comp'],
    ['migration.|id;', 'WafMigrationOutputs.id: string', 'ID of the zone, as `zoneId`: a zone has one'],
  ])('show in an editor what is at %s', (code, shown, documentation) => {
    const { service, place } = at(code);
    const hover = service.getQuickInfoAtPosition(main, place);
    expect(ts.displayPartsToString(hover?.displayParts)).toContain(shown);
    expect(ts.displayPartsToString(hover?.documentation)).toContain(documentation);
  });

  it.each([
    [job(`fields: ['RayId']`), `'"RayId"' is not assignable to type 'LogFieldName'. Did you mean '"RayID"'?`],
    [job(`dataset: 'htp_requests'`), `Did you mean '"http_requests"'?`],
    [`LogFilter.field('EdgeResponsStatus');`, `'"EdgeResponsStatus"' is not assignable`],
    [job('fields: variable.listValue'), 'is not assignable'],
  ])('fail to compile %s', (code, fault) => {
    const faults = faultsOf(around + code);
    expect(faults).toEqual([expect.stringContaining(fault)]);
  });

  it.each([
    `const fields = [LogField.RayID, LogField.Cookies]; ${job('fields, dataset: LogDataset.HTTP_REQUESTS')}`,
    job(`fields: ['RayID', 'NewField' as LogFieldName], dataset: 'new_dataset' as LogDatasetName`),
    job(`fields: ['RayID', variable.stringValue as LogFieldName]`),
    job('fields: variable.listValue as LogFieldName[]'),
    `LogFilter.field(variable.stringValue as LogFieldName);`,
  ])('compile %s', (code) => {
    expect(faultsOf(around + code)).toEqual([]);
  });
});

describe('the constructs without their host', () => {
  it.each([
    ['cdktf', 'cdktf-edge-platform', 'CDK Terrain (cdktn)', 'cdktf-edge-platform/cdktn', 'constructs'],
    ['cdktn', 'cdktf-edge-platform/cdktn', 'CDKTF (cdktf)', 'cdktf-edge-platform', "'constructs@<10.8'"],
  ])(
    'name %s, which is missing, and the entry for the other host',
    async (missing, from, other, entry, with_) => {
      // Outside of the package, where neither is.
      const folder = makeFolder();
      const installed = join(folder, 'node_modules', 'cdktf-edge-platform');
      for (const name of ['dist', 'package.json'])
        cpSync(join(root, name), join(installed, name), {
          recursive: true,
          filter: (path) =>
            !path.includes(join('dist', 'emulator')) && !path.includes(join('dist', 'plugin')),
        });
      const { code, output } = await runProgram(process.execPath, ['--eval', `require('${from}')`], {
        cwd: folder,
      });
      expect(code).toBe(1);
      expect(output).toContain(
        `The constructs need the package ${missing}, which is not installed here. In a project of ${other}, import them from '${entry}' instead. Otherwise run: npm install ${missing} ${with_}`,
      );
    },
  );
});
