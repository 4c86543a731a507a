import { mkdir, open, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { messageOf } from '../../ground/words';
import { draftOf, replaceFile } from '../files';

export interface PageSource {
  readonly baseUrl: string;
  /** ISO 8601, UTC. */
  readonly readAt: string;
}

/**
 * What writes the page of a command; undefined without `--html`. Its path is checked before any call to the API: a page that cannot
 * be written should cost none.
 *
 * @param load - the page is loaded only for its option
 * @throws an Error that names the option and the path
 */
export async function preparePage<Content>(
  path: string | undefined,
  load: () => Promise<(page: Content & PageSource) => string>,
): Promise<((content: Content, baseUrl: string) => Promise<void>) | undefined> {
  if (path === undefined) return undefined;
  const render = await load();
  if (path === '-') throw new Error('--html: name a file. The text of the report goes to stdout.');
  await attempt(path, async () => {
    await mkdir(dirname(path), { recursive: true });
    const isFolder = await stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    );
    if (isFolder) throw new Error('it is a directory');
    const draft = draftOf(path);
    await (await open(draft, 'w')).close();
    await unlink(draft);
  });
  return (content, baseUrl) => {
    const html = render({ ...content, baseUrl, readAt: new Date().toISOString() });
    return attempt(path, () => replaceFile(path, html));
  };
}

async function attempt(path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const reason = messageOf(error);
    throw new Error(`--html: cannot write ${path}: ${reason}`, { cause: error });
  }
}
