import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeProjectFiles } from '../../../lib/cli/project/write-files';
import { makeFolder } from '../../support/folder';

const files = new Map([
  ['main.ts', 'one\n'],
  ['zones/shop.ts', 'two\n'],
]);

describe('the files of a project', () => {
  let folder: string;
  beforeEach(() => {
    folder = makeFolder();
  });

  it('are written into a folder that does not exist yet', async () => {
    const out = join(folder, 'new', 'project');
    expect(await writeProjectFiles(out, files)).toEqual(['main.ts', 'zones/shop.ts']);
    expect(readFileSync(join(out, 'zones/shop.ts'), 'utf8')).toBe('two\n');
  });

  it('are left alone when they are there already, and those that are missing are added', async () => {
    await writeProjectFiles(folder, files);
    expect(await writeProjectFiles(folder, files)).toEqual([]);
    rmSync(join(folder, 'main.ts'));
    expect(await writeProjectFiles(folder, files)).toEqual(['main.ts']);
  });

  it('are not written at all when one of them has another text', async () => {
    writeFileSync(join(folder, 'main.ts'), 'mine\n');
    await expect(writeProjectFiles(folder, files)).rejects.toThrow(
      `--out: ${folder} has main.ts with another text, which is not overwritten. Name another folder and compare the two, or move these files away.`,
    );
    expect(readdirSync(folder)).toEqual(['main.ts']);
    expect(readFileSync(join(folder, 'main.ts'), 'utf8')).toBe('mine\n');
  });

  it('are written by two commands at once, and by one of them where they differ', async () => {
    const out = join(folder, 'new');
    await Promise.all([writeProjectFiles(out, files), writeProjectFiles(out, files)]);
    expect(readdirSync(out).sort()).toEqual(['main.ts', 'zones']);
    const other = join(folder, 'other');
    const results = await Promise.allSettled(
      ['one', 'two'].map((text) => writeProjectFiles(other, new Map([['main.ts', text]]))),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const winner = results.findIndex(({ status }) => status === 'fulfilled');
    expect(readFileSync(join(other, 'main.ts'), 'utf8')).toBe(['one', 'two'][winner]);
    const reason = results.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
    expect(reason[0]).toContain('has main.ts with another text, which is not overwritten');
  });
});
