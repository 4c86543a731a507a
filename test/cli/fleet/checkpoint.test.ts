import { appendFile, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Checkpoint } from '../../../lib/cli/fleet/checkpoint';
import { makeFolder } from '../../support/folder';

describe('a checkpoint that several commands share', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = makeFolder();
    path = join(folder, 'out', 'survey.json.checkpoint');
  });
  const open = async (fingerprint = 'survey') => {
    const checkpoint = new Checkpoint<number>(path, fingerprint);
    const found = await checkpoint.open();
    return { checkpoint, rows: [...found].map(([id, { row }]) => [id, row]) };
  };

  it('has the rows of all of them, the newest of each subject', async () => {
    const [{ checkpoint: one }, { checkpoint: other }] = await Promise.all([open(), open()]);
    await Promise.all([one.add('a', 1), other.add('b', 2), one.add('c', 3)]);
    await other.add('a', 4);
    expect((await open()).rows.sort()).toEqual([
      ['a', 4],
      ['b', 2],
      ['c', 3],
    ]);
  });

  it('keeps what one reads after another has ended and removed the file', async () => {
    const [{ checkpoint: one }, { checkpoint: other }] = await Promise.all([open(), open()]);
    await Promise.all([one.add('a', 1), other.add('b', 2)]);
    await one.remove();
    await other.add('c', 3);
    expect((await open()).rows).toEqual([['c', 3]]);
    await other.remove();
    expect(await readdir(join(folder, 'out'))).toEqual([]);
  });

  it('keeps the rows of commands that read something else apart', async () => {
    const { checkpoint } = await open('of one endpoint');
    await checkpoint.add('a', 1);
    expect((await open('of another endpoint')).rows).toEqual([]);
    expect((await open('of one endpoint')).rows).toEqual([['a', 1]]);
  });

  it('loses only the line that a kill has cut off', async () => {
    const { checkpoint } = await open();
    await checkpoint.add('a', 1);
    await appendFile(path, (await readFile(path, 'utf8')).slice(0, -3));
    await (await open()).checkpoint.add('b', 2);
    expect((await open()).rows).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
  });
});
