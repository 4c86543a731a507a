import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import fc from 'fast-check';
import { draftOf, replaceFile, updateFile } from '../../lib/cli/files';
import { makeFolder } from '../support/folder';

type Call = (...parameters: unknown[]) => Promise<unknown>;

interface Writer {
  /** Resolves when its next call may begin; never for one that is killed. */
  readonly turn: (name: string) => Promise<void>;
}

const writers = new AsyncLocalStorage<Writer>();

/** The calls of writers are the real ones, in an order that a test chooses. */
function callInTurn(): void {
  const names = ['mkdir', 'readdir', 'readFile', 'rename', 'rm', 'writeFile'] as const;
  const real = jest.requireActual<Record<(typeof names)[number], Call>>('node:fs/promises');
  for (const name of names) {
    const call = real[name];
    jest.spyOn(real, name).mockImplementation(async (...parameters) => {
      await writers.getStore()?.turn(name);
      return call(...parameters);
    });
  }
}

const linesOf = (text = ''): string[] => text.split('\n').filter((line) => line !== '');
const append =
  (line: string) =>
  (before?: string): string =>
    [...linesOf(before), line, ''].join('\n');

describe('a file that several processes write', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = makeFolder();
    path = join(folder, 'gates.json');
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('has every update, whatever the order of the calls, and wherever other writers are killed', async () => {
    callInTurn();
    let turns = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.integer({ min: 2, max: 3 }),
        fc.array(fc.nat(8), { maxLength: 2 }),
        async (scheduler, count, kills) => {
          const shared = join(await mkdtemp(join(folder, 'run-')), 'gates.json');
          let isOver = false;
          const turn = async (name: string): Promise<void> => {
            turns += 1;
            await scheduler.schedule(Promise.resolve(), name);
          };
          const killedAt = (calls: number) => {
            let left = calls;
            return (name: string): Promise<void> => {
              left -= 1;
              return left < 0 || isOver ? new Promise(() => undefined) : turn(name);
            };
          };
          const lines = Array.from({ length: count }, (_, at) => `line ${at}`);
          for (const [at, calls] of kills.entries())
            // Its last call may come after the folder is gone: of a killed process nobody hears.
            void writers
              .run({ turn: killedAt(calls) }, () => updateFile(shared, append(`killed ${at}`)))
              .catch(() => undefined);
          await scheduler.waitFor(
            Promise.all(lines.map((line) => writers.run({ turn }, () => updateFile(shared, append(line))))),
          );
          isOver = true;
          // Without anybody's help, also after a kill.
          await updateFile(shared, append('last'));
          const found = linesOf(await readFile(shared, 'utf8'));
          expect(found.filter((line) => line.startsWith('line')).sort()).toEqual(lines);
          expect(new Set(found).size).toBe(found.length);
          expect(found.at(-1)).toBe('last');
        },
      ),
      { numRuns: 50 },
    );
    expect(turns).toBeGreaterThan(0);
  });

  it('has every update of other processes, some of which are killed', async () => {
    const program = join(folder, 'writer.mjs');
    const work = `
      import { updateFile } from ${JSON.stringify(join(__dirname, '../../lib/cli/files.ts'))};
      const [, , path, name, count] = process.argv;
      for (let at = 0; at < Number(count); at += 1) {
        await updateFile(path, (before = '') => before + name + ' ' + at + '\\n');
        process.stdout.write('.');
      }`;
    await build({
      stdin: { contents: work, resolveDir: __dirname },
      outfile: program,
      bundle: true,
      platform: 'node',
      format: 'esm',
    });
    const write = (name: string, count: number) =>
      spawn(process.execPath, [program, path, name, String(count)], { stdio: ['ignore', 'pipe', 'inherit'] });
    const killed = [write('a', 1e6), write('b', 1e6)];
    await Promise.all(killed.map((each) => once(each.stdout, 'data')));
    const others = ['c', 'd', 'e'].map((name) => write(name, 20));
    for (const each of killed) each.kill('SIGKILL');
    expect(await Promise.all(others.map(async (each) => (await once(each, 'exit'))[0] as unknown))).toEqual([
      0, 0, 0,
    ]);
    const found = linesOf(await readFile(path, 'utf8'));
    for (const name of ['c', 'd', 'e'])
      expect(found.filter((line) => line.startsWith(name))).toEqual(
        Array.from({ length: 20 }, (_, at) => `${name} ${at}`),
      );
    await updateFile(path, append('last'));
    expect((await readdir(folder)).sort()).toEqual(['gates.json', 'writer.mjs']);
  });

  it('stays as it is where the change is refused, and so do files with similar names', async () => {
    const names = ['gates.json.mine.new', 'gates.json.new', 'my.gates.json.0123456789ab.new'];
    for (const name of names) await writeFile(join(folder, name), 'mine');
    await replaceFile(path, 'before');
    const refused = updateFile(path, () => {
      throw new Error('not this one');
    });
    await expect(refused).rejects.toThrow('not this one');
    expect(await readFile(path, 'utf8')).toBe('before');
    expect((await readdir(folder)).sort()).toEqual(['gates.json', ...names].sort());
  });

  it('loses the draft of a killed process with the next update', async () => {
    await writeFile(draftOf(path), 'half');
    await replaceFile(path, 'whole');
    expect(await readdir(folder)).toEqual(['gates.json']);
  });
});
