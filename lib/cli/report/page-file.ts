import { mkdir, open, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { FileError, withFileErrors } from '../../ground/file-error';
import { draftOf, replaceFile } from '../files';
import type { Page } from './html';

/**
 * A function that writes the page of a command; undefined without `--html`. Its path is checked before any call to the API: a page that cannot
 * be written should cost none.
 *
 * @throws an Error that names the option and the path
 */
export async function preparePage(
  path: string | undefined,
): Promise<((page: Page, baseUrl: string) => Promise<void>) | undefined> {
  if (path === undefined) return undefined;
  if (path === '-') throw new Error('--html: name a file. The text of the report goes to stdout.');
  await withFileErrors(path, async () => {
    await mkdir(dirname(path), { recursive: true });
    const isFolder = await stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    );
    if (isFolder) throw new FileError(path, 'written', { code: 'EISDIR' });
    const draft = draftOf(path);
    await (await open(draft, 'w')).close();
    await unlink(draft);
  });
  return async (page, baseUrl) => {
    // Only this option needs the renderer.
    const { renderHtml } = await import('./html.js');
    const html = renderHtml(page, { baseUrl, readAt: new Date().toISOString() });
    await replaceFile(path, html);
  };
}
