import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { listSome } from '../../ground/words';
import { unlessMissing } from '../files';

/**
 * Writes the files of a project into a folder, which is made where there is none. A file that is there with another text may
 * have edits: then nothing is written.
 *
 * @param files - text by path in the folder
 * @returns the paths of those that were not there with the same text
 * @throws an Error that names the files that differ
 */
export async function writeProjectFiles(
  folder: string,
  files: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const found = await Promise.all(
    [...files].map(async ([path, text]) => ({
      path,
      text,
      before: await unlessMissing(() => readFile(join(folder, path), 'utf8')),
    })),
  );
  const changed = found.filter(({ text, before }) => before !== undefined && before !== text);
  if (changed.length > 0)
    throw new Error(
      `--out: ${folder} has ${listSome(
        changed.map(({ path }) => path),
        mostNames,
      )} with another text, which is not overwritten. ` +
        'Name another folder and compare the two, or move these files away.',
    );
  const missing = found.filter(({ before }) => before === undefined);
  for (const { path, text } of missing) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    // Fails where somebody made the file just now.
    await writeFile(join(folder, path), text, { flag: 'wx' });
  }
  return missing.map(({ path }) => path);
}

const mostNames = 5;
