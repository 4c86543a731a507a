import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { runProgram } from '../../lib/ground/program';
import { makeFolder } from '../support/folder';

const command = join(__dirname, '../../dist/cli/main.js');

describe('the command with a Node.js that is too old', () => {
  let folder: string;
  beforeEach(() => (folder = makeFolder()));

  it.each(['10.24.1', '16.20.2', '18.20.8', '20.18.3'])(
    'says of Node.js %s that it is, before it loads anything',
    async (version) => {
      const preload = join(folder, 'old.js');
      const versions = `Object.defineProperty(process, "versions", { value: { node: "${version}" } });`;
      writeFileSync(preload, `${versions} delete URL.canParse;`);
      const { code, output } = await runProgram(process.execPath, ['--require', preload, command, 'help'], {
        cwd: folder,
        env: process.env,
      });
      expect([code, output.trim()]).toEqual([
        2,
        `edge-platform needs Node.js 20.19 or later, and ${process.execPath} is version ${version}. ` +
          'Install a later one, or select it, such as with: nvm use 22',
      ]);
    },
  );

  it('is parsed by Node.js 12', () => {
    const head = readFileSync(command, 'latin1').split('\n/*program ')[0] ?? '';
    const { code } = transformSync(head, { target: 'node12' });
    const { code: same } = transformSync(head, { target: 'esnext' });
    expect(code).toBe(same);
  });
});
