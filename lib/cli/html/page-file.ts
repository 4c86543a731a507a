import { mkdir, open, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { messageOf } from '../../ground/words';
import { replaceFile } from '../files';

/**
 * Checks the value of `--html` before any call to the API: a page that cannot be written should cost none. Resolves to what
 * writes it.
 *
 * @throws an Error that names the option and the path
 */
export async function preparePageFile(path: string): Promise<(html: string) => Promise<void>> {
  if (path === '-') throw new Error('--html: name a file. The text of the report goes to stdout.');
  await attempt(path, async () => {
    await mkdir(dirname(path), { recursive: true });
    const isFolder = await stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    );
    if (isFolder) throw new Error('it is a directory');
    const draft = `${path}.new`;
    await (await open(draft, 'w')).close();
    await unlink(draft);
  });
  return (html) => attempt(path, () => replaceFile(path, html));
}

async function attempt(path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const reason = messageOf(error);
    throw new Error(`--html: cannot write ${path}: ${reason}`, { cause: error });
  }
}
