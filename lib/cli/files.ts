import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, relative, sep } from 'node:path';
import { parseJson, withoutByteOrderMark } from '../ground/json';
import { codeOf, messageOf, whyUnreadable } from '../ground/words';

/** @throws an Error that names the file and says what to do */
export async function readTextFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new Error(`${path} cannot be read: ${whyUnreadable(error)}`, { cause: error });
  }
}

export async function readJsonFile(path: string): Promise<unknown> {
  const text = withoutByteOrderMark(await readTextFile(path));
  try {
    return parseJson(text);
  } catch (error) {
    throw new Error(`${path} ${messageOf(error)}`, { cause: error });
  }
}

/** What a file has; undefined if there is no such file. */
export async function unlessMissing<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes a file in one step, so that an interruption leaves no half of it, and its folder where there is none. */
export async function replaceFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.new`;
  await writeFile(draft, text);
  await rename(draft, path);
}

/** A path for people: from a folder where it is below it, else the whole path. */
export function shownPath(path: string, folder: string = process.cwd()): string {
  const near = relative(folder, path);
  return near === '' || near === '..' || near.startsWith(`..${sep}`) ? path : near;
}
