import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
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
