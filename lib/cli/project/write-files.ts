import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listSome } from '../../ground/words';
import { createFile, readTextFile, textIfThere } from '../files';

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
      before: await textIfThere(join(folder, path)),
    })),
  );
  const changed = found.filter(({ text, before }) => before !== undefined && before !== text);
  if (changed.length > 0)
    throw refusal(
      folder,
      changed.map(({ path }) => path),
    );
  const missing = found.filter(({ before }) => before === undefined);
  for (const { path, text } of missing) {
    const file = join(folder, path);
    const isMade = await createFile(file, (draft) => writeFile(draft, text));
    // Somebody made the file just now.
    if (!isMade && (await readTextFile(file)) !== text) throw refusal(folder, [path]);
  }
  return missing.map(({ path }) => path);
}

function refusal(folder: string, paths: readonly string[]): Error {
  return new Error(
    `--out: ${folder} has ${listSome(paths, mostNames)} with another text, which is not overwritten. ` +
      'Name another folder and compare the two, or move these files away.',
  );
}

const mostNames = 5;
