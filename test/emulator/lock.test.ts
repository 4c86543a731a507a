import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Lock } from '../../lib/emulator/state/lock';
import { Store } from '../../lib/emulator/state/store';
import { makeFolder } from '../support/folder';

describe('the lock of a state file', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = makeFolder();
    path = join(folder, 'state.lock');
  });

  const take = () => Lock.take(path, (pid) => new Error(`in use by ${pid}`));

  it('has one holder at a time, and is removed on release', async () => {
    const lock = await take();
    await expect(take()).rejects.toThrow(`in use by ${process.pid}`);
    await lock.release();
    await (await take()).release();
    expect(await readdir(folder)).toEqual([]);
  });

  it('goes to one of many concurrent callers', async () => {
    const asked = await Promise.allSettled(Array.from({ length: 20 }, take));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await readdir(folder)).toEqual(['state.lock']);
  });

  it('goes to one of many concurrent callers that find it stale', async () => {
    await writeFile(path, JSON.stringify({ pid: await deadPid(), began: '1' }));
    const asked = await Promise.allSettled(Array.from({ length: 20 }, take));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await readdir(folder)).toEqual(['state.lock']);
  });

  it('belongs to a living process', async () => {
    const { child, pid } = sleeper();
    await writeFile(path, JSON.stringify({ pid, began: null }));
    await expect(take()).rejects.toThrow(`in use by ${pid}`);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await (await take()).release();
  });

  it.each<[string, () => Promise<string> | string]>([
    ['a process that is dead', async () => JSON.stringify({ pid: await deadPid(), began: null })],
    ['an earlier process with the same id', () => JSON.stringify({ pid: process.pid, began: 'long ago' })],
    ['no holder', () => ''],
    ['something else', () => '{"pid":"x"}'],
  ])('is taken over from %s', async (_name, content) => {
    await writeFile(path, await content());
    const lock = await take();
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ pid: process.pid });
    await lock.release();
    expect(await readdir(folder)).toEqual([]);
  });

  it('applies to every path of the file', async () => {
    const { store } = await Store.open(join(folder, 'state'));
    await symlink(join(folder, 'state'), join(folder, 'other'));
    const second = Store.open(join(folder, 'other'));
    await expect(second).rejects.toThrow(
      /state is in use by the emulator with the process id \d+; stop it, or use another file/,
    );
    await store.close();
    await (await Store.open(join(folder, 'other'))).store.close();
  });
});

function sleeper() {
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { stdio: 'ignore' });
  if (child.pid === undefined) throw new Error('the process does not start');
  return { child, pid: child.pid };
}

async function deadPid(): Promise<number> {
  const { child, pid } = sleeper();
  child.kill('SIGKILL');
  await once(child, 'exit');
  return pid;
}
