import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../../lib/ground/program';

const root = join(__dirname, '../..');
// TypeScript's own compiler says the same in ten times the time.
const tsc = join(root, 'node_modules/.bin/tsgo');

describe('the types of the package', () => {
  let folder: string;
  beforeEach(() => {
    // Inside the package, where cdktf and constructs are.
    mkdirSync(join(root, '.tmp'), { recursive: true });
    folder = mkdtempSync(join(root, '.tmp', 'types-'));
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(root, join(folder, 'node_modules', 'cdktf-edge-platform'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
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

describe('the constructs without their host', () => {
  it.each([
    ['cdktf', 'cdktf-edge-platform', 'CDK Terrain (cdktn)', 'cdktf-edge-platform/cdktn'],
    ['cdktn', 'cdktf-edge-platform/cdktn', 'CDKTF (cdktf)', 'cdktf-edge-platform'],
  ])('name %s, which is missing, and the entry for the other host', async (missing, from, other, entry) => {
    // Outside of the package, where neither is.
    const folder = mkdtempSync(join(tmpdir(), 'hostless-'));
    try {
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
        `The constructs need the package ${missing}, which is not installed here. In a project of ${other}, import them from '${entry}' instead. Otherwise run: npm install ${missing} constructs`,
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
