import { appendFile, copyFile, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Store } from '../../lib/emulator/state/store';
import { makeFolder } from '../support/folder';

describe('the journal', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = makeFolder();
    path = join(folder, 'state');
  });

  const open = async () => {
    const { store, fresh } = await Store.open(path);
    return { store, fresh, table: store.table<number>('numbers') };
  };

  it('restores the rows that were put and not deleted', async () => {
    const first = await open();
    first.store.commit([first.table.put('a', '1', 1), first.table.put('a', '2', 2)]);
    first.store.commit([first.table.delete('a', '1')]);
    await first.store.close();
    const second = await open();
    expect([first.fresh, second.fresh, second.table.list('a')]).toEqual([true, false, [2]]);
    await second.store.close();
  });

  it('has a change on the disk when it is settled', async () => {
    const { store, table } = await open();
    store.commit([table.put('a', '1', 42)]);
    await store.settled();
    expect(await readFile(path, 'utf8')).toContain('42');
    await store.close();
  });

  it('settles many changes with few writes, in their order', async () => {
    const { store, table } = await open();
    await Promise.all(
      Array.from({ length: 500 }, (_item, at) => {
        store.commit([table.put('a', '1', at)]);
        return store.settled();
      }),
    );
    await store.close();
    const again = await open();
    expect(again.table.get('a', '1')).toBe(499);
    await again.store.close();
  });

  it('ignores a partial last line', async () => {
    const first = await open();
    first.store.commit([first.table.put('a', '1', 1)]);
    await first.store.close();
    await appendFile(path, '[["put","numbers","a","2",');
    const second = await open();
    expect(second.table.list('a')).toEqual([1]);
    second.store.commit([second.table.put('a', '3', 3)]);
    await second.store.close();
    const third = await open();
    expect(third.table.list('a')).toEqual([1, 3]);
    await third.store.close();
  });

  it('starts empty when even the first line is partial', async () => {
    await writeFile(path, '{"format":"edge-pl');
    const { store, fresh } = await open();
    expect(fresh).toBe(true);
    await store.close();
  });

  it('grows no longer than its content over restarts', async () => {
    const first = await open();
    for (let at = 0; at < 100; at += 1) first.store.commit([first.table.put('a', '1', at)]);
    await first.store.close();
    await (await open()).store.close();
    expect((await readFile(path, 'utf8')).trim().split('\n')).toHaveLength(2);
  });

  it('is compacted while it runs, and loses nothing', async () => {
    const { store } = await Store.open(path, 10_000);
    const table = store.table<string>('texts');
    let largest = 0;
    for (let at = 0; at < 2000; at += 1) {
      store.commit([table.put('a', String(at % 7), `${at} ${'x'.repeat(100)}`)]);
      if (at % 3 === 0) await store.settled();
      if (at % 50 === 0) largest = Math.max(largest, (await stat(path)).size);
    }
    await store.settled();
    // As a process that was killed leaves it: without a close.
    const left = join(folder, 'left');
    await copyFile(path, left);
    const found = await Store.open(left);
    expect(found.store.table<string>('texts').list('a')).toEqual(table.list('a'));
    expect(largest).toBeLessThan(20_000);
    await Promise.all([store.close(), found.store.close()]);
  });

  it('discards the changes of work that throws and of a rehearsal', async () => {
    const { store, table } = await open();
    store.commit([table.put('a', '1', 1)]);
    const work = () => {
      store.commit([['clear']]);
      store.commit([table.put('a', '2', 2)]);
    };
    store.rehearse(work);
    expect(table.list('a')).toEqual([1]);
    const fail = () => {
      work();
      throw new Error('half-way');
    };
    expect(() => {
      store.atomically(fail);
    }).toThrow('half-way');
    expect(() => {
      store.rehearse(fail);
    }).toThrow('half-way');
    expect(table.list('a')).toEqual([1]);
    await store.close();
    const again = await open();
    expect(again.table.list('a')).toEqual([1]);
    await again.store.close();
  });

  it.each<[string, (text: string) => string]>([
    ['is of something else', () => 'hello\n'],
    ['has lost a line break', (text) => text.replace(/\n(?=[^\n]+\n$)/, '')],
    ['has a line that is none', (text) => text.replace(/\n(?=[^\n]+\n$)/, '\nx\n')],
    ['has one digit of a value changed', (text) => text.replace('4711', '4712')],
    ['has a block of zeros', (text) => text.replace('4711', '\0\0\0\0')],
  ])('fails for a file that %s, and does not change it', async (_name, damage) => {
    const first = await open();
    first.store.commit([first.table.put('a', '1', 4711)]);
    first.store.commit([first.table.put('a', '2', 42)]);
    await first.store.close();
    const text = damage(await readFile(path, 'utf8'));
    await writeFile(path, text);
    await expect(Store.open(path)).rejects.toThrow(/state file .*move it away/);
    await expect(Store.open(path)).rejects.toMatchObject({ code: 'EDGE_EMULATOR_STATE' });
    expect(await readFile(path, 'utf8')).toBe(text);
    expect(await readdir(folder)).toEqual(['state']);
  });

  it('fails for a path that is a folder, or lies below a file', async () => {
    await expect(Store.open(folder)).rejects.toThrow(
      `the state file ${folder} cannot be used: it is a folder. Name a file.`,
    );
    await writeFile(path, '');
    await expect(Store.open(join(path, 'state'))).rejects.toThrow('cannot be used');
  });

  it('creates its folder', async () => {
    const { store } = await Store.open(join(folder, 'deep', 'er', 'state'));
    await store.close();
    expect(await readdir(join(folder, 'deep', 'er'))).toEqual(['state']);
  });
});
