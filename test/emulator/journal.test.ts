import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Store } from '../../lib/emulator/store';

describe('the journal', () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'edge-journal-'));
    path = join(folder, 'state');
  });
  afterEach(() => rm(folder, { recursive: true }));

  const open = async () => {
    const { store, fresh } = await Store.open(path);
    return { store, fresh, table: store.table<number>('numbers') };
  };

  it('brings back what was put and not what was deleted', async () => {
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

  it('forgets a last line that was torn', async () => {
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

  it('starts anew when not even the first line was finished', async () => {
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

  it.each([
    ['is of something else', 'hello\n'],
    ['is damaged in the middle', '{"format":"edge-platform-emulator-state","version":1}\nx\n[["clear"]]\n'],
    ['has a change nobody knows', '{"format":"edge-platform-emulator-state","version":1}\n[["jump"]]\n'],
  ])('fails for a file that %s, and leaves it alone', async (_name, text) => {
    await writeFile(path, text);
    await expect(Store.open(path)).rejects.toThrow('state');
    expect(await readFile(path, 'utf8')).toBe(text);
  });
});
