import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { emptyManifest, openFolder, writeFolder } from '../../../lib/cli/import/project-folder';
import { makeFolder } from '../../support/folder';
import { job } from './inventories';

describe('the folder of an import', () => {
  let folder: string;
  beforeEach(() => {
    folder = makeFolder();
  });
  const open = async () => {
    const { manifest = emptyManifest('hcl') } = await openFolder(folder);
    return { path: folder, manifest };
  };
  const objects = [job({})];
  const fileOf = (name: string) => new Map([[name, `# ${name}\n`]]);

  it('takes the objects of one of two imports at once, and the other runs again', async () => {
    await writeFolder(await open(), fileOf('main.tf'), []);
    const [one, other] = [await open(), await open()];
    await writeFolder(one, fileOf('one.tf'), objects);
    await expect(writeFolder(other, fileOf('other.tf'), [])).rejects.toThrow(
      `--out: another import has written to ${folder} while this one ran, and the objects of this one were not recorded. Run the same command again.`,
    );
    expect((await open()).manifest.batches).toEqual([[], objects]);
    await writeFolder(await open(), fileOf('other.tf'), []);
    expect((await open()).manifest.batches).toEqual([[], objects, []]);
  });

  it('is written by two equal imports at once', async () => {
    const empty = await open();
    await Promise.all([1, 2, 3].map(() => writeFolder(empty, fileOf('main.tf'), [])));
    expect((await open()).manifest.batches).toEqual([[]]);
    expect((await readdir(folder)).sort()).toEqual(['.edge-import', 'main.tf']);
    expect((await readdir(join(folder, '.edge-import'))).sort()).toEqual(['.gitignore', 'manifest.json']);
    expect(await readFile(join(folder, 'main.tf'), 'utf8')).toBe('# main.tf\n');
  });
});
