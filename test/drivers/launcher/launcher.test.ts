import { spawn, type SpawnOptions } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { basename, join } from 'node:path';
import { buildSync } from 'esbuild';
import { packProgram } from '../../../lib/drivers/launcher/packed-program';
import { makeFolder } from '../../support/folder';

const nobody = 65534;
const isRoot = process.getuid?.() === 0;
const program = `
const { basename } = require('node:path');
if (process.argv[2] === 'fail') {
  throw new Error('failed on purpose');
}
console.log(JSON.stringify([basename(__filename), __dirname, "*/", typeof module.exports]));
`;

const waiting = 'console.log(process.pid); setInterval(() => 0, 1000);';

describe('a file with a launcher', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = makeFolder();
    // Entered by another user in the tests that run as root.
    chmodSync(folder, 0o755);
    file = join(folder, 'program_v0.1.0');
    writeFileSync(file, packProgram(`#!/usr/bin/env node\n${launcher}`, program));
  });

  const cached = () => join(folder, 'cdktf-edge-platform');
  const entry = () => join(cached(), readdirSync(cached())[0] ?? 'none');
  const start = (args: readonly string[] = [], options: SpawnOptions = {}) =>
    run([file, ...args], folder, options);
  const startAndExpectOutput = async (options?: SpawnOptions) => {
    expect(await start([], options)).toEqual({
      code: 0,
      stdout: `${JSON.stringify(['program_v0.1.0', folder, '*/', 'object'])}\n`,
      stderr: '',
    });
  };

  it('runs the program, and caches its code once', async () => {
    await startAndExpectOutput();
    expect(readdirSync(cached())).toHaveLength(1);
    const first = statSync(entry());
    await startAndExpectOutput();
    expect(statSync(entry())).toMatchObject({ ino: first.ino, mtimeMs: first.mtimeMs });
  });

  it('shows the lines of the file in a stack trace, also from the cache', async () => {
    await startAndExpectOutput();
    const line =
      readFileSync(file, 'utf8')
        .split('\n')
        .findIndex((text) => text.includes('failed on purpose')) + 1;
    const { code, stderr } = await start(['fail']);
    expect(code).toBe(1);
    expect(stderr).toContain('Error: failed on purpose');
    expect(stderr).toContain(`${basename(file)}:${line}:9`);
  });

  it('names no folder of another copy of the program in a stack trace', async () => {
    const other = join(folder, 'other');
    mkdirSync(other);
    copyFileSync(file, join(other, basename(file)));
    const options = { env: { ...process.env, NODE_OPTIONS: '', XDG_CACHE_HOME: folder } };
    await run([join(other, basename(file))], folder, options);
    expect(readdirSync(cached())).toHaveLength(1);
    const { stderr } = await start(['fail'], options);
    expect(stderr).toContain('Error: failed on purpose');
    expect(stderr).not.toContain(other);
  });

  describe('with options of Node.js', () => {
    const env = (more: Readonly<Record<string, string>>) => ({
      env: { ...process.env, NODE_OPTIONS: '', XDG_CACHE_HOME: folder, ...more },
    });
    const preload = (code: string) => {
      const path = join(folder, 'preload.js');
      writeFileSync(path, code);
      return `--require ${JSON.stringify(path)}`;
    };
    const output = `${JSON.stringify(['program_v0.1.0', 'FOLDER', '*/', 'object'])}\n`;

    it('for other programs starts itself without them', async () => {
      const loaded = preload('process.stdout.write("loaded ");');
      const { code, stdout } = await start([], env({ NODE_OPTIONS: loaded }));
      expect({ code, stdout }).toEqual({ code: 0, stdout: `loaded ${output.replace('FOLDER', folder)}` });
      expect((await start(['fail'], env({ NODE_OPTIONS: loaded }))).code).toBe(1);
    });

    it('that are for it starts itself with them', async () => {
      const loaded = preload('process.stdout.write("loaded ");');
      const { code, stdout } = await start([], env({ EDGE_NODE_OPTIONS: loaded }));
      // The first time to try them, without output.
      expect({ code, stdout }).toEqual({ code: 0, stdout: `loaded ${output.replace('FOLDER', folder)}` });
    });

    it('fails with the reason for which Node.js does not start with them', async () => {
      const { code, stdout, stderr } = await start([], env({ EDGE_NODE_OPTIONS: '--no-such-option' }));
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(
        /^Cannot start: EDGE_NODE_OPTIONS is "--no-such-option", with which Node\.js does not start: .*--no-such-option is not allowed in NODE_OPTIONS\. Correct it, or unset it\.\n$/,
      );
    });

    it('ends by the signal that it gets', async () => {
      writeFileSync(file, packProgram(`#!/usr/bin/env node\n${launcher}`, waiting));
      const child = spawn(process.execPath, [file], {
        stdio: ['ignore', 'pipe', 'inherit'],
        ...env({ NODE_OPTIONS: '--no-warnings' }),
      });
      await once(child.stdout, 'data');
      child.kill('SIGTERM');
      expect(await once(child, 'exit')).toEqual([null, 'SIGTERM']);
    });
  });

  it('runs several times in parallel, and leaves one entry', async () => {
    await Promise.all([1, 2, 3].map(() => startAndExpectOutput()));
    expect(readdirSync(cached())).toHaveLength(1);
    const { ino } = statSync(entry());
    await startAndExpectOutput();
    expect(statSync(entry()).ino).toBe(ino);
  });

  it('runs where the folder cannot be created', async () => {
    writeFileSync(cached(), '');
    await startAndExpectOutput();
  });

  it('runs without a cache where the folder is read-only', async () => {
    mkdirSync(cached(), { mode: 0o500 });
    // Root may write everywhere: the program runs as a user who may not.
    if (isRoot) chownSync(cached(), nobody, nobody);
    await startAndExpectOutput(isRoot ? { uid: nobody, gid: nobody } : {});
    expect(readdirSync(cached())).toEqual([]);
  });
});

const launcher =
  buildSync({
    entryPoints: [join(__dirname, '../../../lib/drivers/launcher/main.ts')],
    bundle: true,
    platform: 'node',
    target: 'node20',
    write: false,
  }).outputFiles[0]?.text ?? '';

function run(args: readonly string[], cacheHome: string, options: SpawnOptions) {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, XDG_CACHE_HOME: cacheHome },
    ...options,
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.on('data', (chunk: Buffer) => (output[name] += chunk.toString()));
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      resolve({ code, ...output });
    });
  });
}
