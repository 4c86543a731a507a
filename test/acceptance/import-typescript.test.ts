import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { writeProject } from '../../lib/cli/import/write';
import { writeTypescriptProject } from '../../lib/cli/convert/write/typescript';
import { objectsOfExpressions } from '../cli/convert/expressions';
import { conversionOf, readOld } from '../cli/convert/old-folder';
import { seed } from '../support/exhaustive';
import { expectedOf, goldenCases } from '../support/golden-conversion';
import { readGenerated, readGolden } from '../support/golden-import';
import { makeFolder, readFiles, writeFiles } from '../support/folder';

const root = join(__dirname, '../..');

describe('a CDKTF project of an inventory or a converted configuration', () => {
  it('compiles strictly against the package, and the formatter leaves it as it is', async () => {
    const all = [await readGolden('account'), await readGenerated(seed)];
    const folder = makeFolder();
    for (const [at, inventory] of all.entries())
      writeFiles(join(folder, String(at)), writeProject(inventory, options));
    writeFiles(join(folder, 'expressions'), await projectOfExpressions());
    for (const { name, folder: golden } of goldenCases)
      writeFiles(join(folder, name), readFiles(join(golden, expectedOf.typescript)));
    const sources = new Map(
      [...readFiles(folder)].flatMap(([path, text]) =>
        path.endsWith('.ts') ? [[join(folder, path), text] as const] : [],
      ),
    );
    expect(faultsOf([...sources.keys()], join(folder, '0', 'tsconfig.json'))).toEqual([]);

    execFileSync(join(root, 'node_modules/.bin/oxfmt'), ['-c', join(root, '.oxfmtrc.json'), folder], {
      stdio: 'pipe',
    });
    for (const [path, text] of sources)
      if (!hasRareLetters.test(text)) expect(readFileSync(path, 'utf8')).toBe(text);
  });
});

/** Letters and signs of whose width the formatter has an idea of its own, which decides where a long line breaks. */
const hasRareLetters = /[^\n\x20-\x7e\u00a1-\u017f\u3041-\u30fa\u4e00-\u9fa5]/;

const options = {
  language: 'typescript',
  host: 'cdktn',
  title: 'Example, Inc.',
  command: 'edge-platform import',
} as const;

/** Attributes of each type as expressions. */
async function projectOfExpressions(): Promise<ReadonlyMap<string, string>> {
  const conversion = conversionOf({ objects: objectsOfExpressions() });
  const options = { name: 'network', command: 'edge-platform convert', host: 'cdktn' } as const;
  return writeTypescriptProject(await readOld({ 'main.tf': '' }), conversion, options).files;
}

/** With the compiler options of a project, and the package as it is published. */
function faultsOf(paths: readonly string[], config: string): string[] {
  const { config: json } = ts.readConfigFile(config, (path) => ts.sys.readFile(path)) as { config: object };
  const { options: given } = ts.parseJsonConfigFileContent(json, ts.sys, dirname(config));
  const program = ts.createProgram(paths, {
    ...given,
    typeRoots: [join(root, 'node_modules/@types')],
    paths: {
      'cdktf-edge-platform/*': [join(root, 'dist/*/index.d.ts')],
      '*': [join(root, 'node_modules/*')],
    },
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, messageText }) =>
        `${file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    );
}
