import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { decodeText } from '../ground/decode-text';
import { FileError, withFileErrors } from '../ground/file-error';
import { parseJson } from '../ground/json';
import { codeOf, messageOf } from '../ground/words';

/** @throws a FileError */
export async function readTextFile(path: string): Promise<string> {
  try {
    return decodeText(await readFile(path));
  } catch (error) {
    throw new FileError(path, 'read', error);
  }
}

/**
 * The text of a file; undefined if there is none.
 *
 * @throws a FileError
 */
export function textIfThere(path: string): Promise<string | undefined> {
  return unlessMissing(() => readTextFile(path));
}

export async function readText(source: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return decodeText(Buffer.concat(chunks));
}

export async function readJsonFile(path: string): Promise<unknown> {
  const text = await readTextFile(path);
  try {
    return parseJson(text);
  } catch (error) {
    throw new Error(`${path} ${messageOf(error)}`, { cause: error });
  }
}

/** The result of a read; undefined if there is no such file. */
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
  await withFileErrors(path, () => replace(path, () => Promise.resolve(text)));
}

/**
 * Makes a file in one step, and its folder where there is none. An interruption leaves no half of it.
 *
 * @param write - writes a draft of it
 * @returns false for a file that is there: it stays as it is
 */
export async function createFile(path: string, write: (draft: string) => Promise<void>): Promise<boolean> {
  return withFileErrors(path, () => create(path, write));
}

async function create(path: string, write: (draft: string) => Promise<void>): Promise<boolean> {
  await mkdir(dirname(path), { recursive: true });
  const draft = draftOf(path);
  try {
    await write(draft);
    await link(draft, path).catch((error: unknown) => {
      // Not every file system has links.
      if (codeOf(error) === 'EEXIST') throw error;
      return copyFile(draft, path, constants.COPYFILE_EXCL);
    });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await remove(draft);
  }
}

/**
 * Replaces a file by what becomes of its present text, in one step. Other processes may do the same at the same time: no change is lost,
 * and what a killed process leaves behind is in nobody's way.
 *
 * There is no lock, which a killed process would leave. A writer makes a draft, removes the drafts of all others, and only then reads the file.
 * Its last step, the rename, fails if another writer has removed its draft: then it begins again. Of two writers at least one sees the
 * draft of the other, so both cannot replace the same text.
 *
 * @param change - may be called several times; undefined is a file that does not exist
 */
export async function updateFile(
  path: string,
  change: (before: string | undefined) => string,
): Promise<void> {
  await withFileErrors(path, () => replace(path, async () => change(await textIfThere(path))));
}

async function replace(path: string, textOf: () => Promise<string>): Promise<void> {
  const folder = dirname(path);
  const isDraft = (other: string): boolean =>
    other.startsWith(join(path)) && /^\.[0-9a-f]{12}\.new$/.test(other.slice(join(path).length));
  await mkdir(folder, { recursive: true });
  for (let attempt = 1; ; attempt += 1) {
    const draft = draftOf(path);
    await writeFile(draft, '', { flag: 'wx' });
    try {
      const drafts = (await readdir(folder)).map((name) => join(folder, name)).filter(isDraft);
      await Promise.all(drafts.filter((each) => each !== draft).map(remove));
      await writeFile(draft, await textOf(), { flag: 'r+' });
      await rename(draft, path);
      return;
    } catch (error) {
      await remove(draft);
      if (attempt === mostAttempts || !passingErrors.has(codeOf(error))) throw error;
    }
    // A random time, or two writers could remove each other's draft again and again.
    await setTimeout(Math.random() * 2 ** Math.min(attempt, 8));
  }
}

/** A new name beside a file, for what becomes the file. */
export function draftOf(path: string): string {
  return `${join(path)}.${randomBytes(6).toString('hex')}.new`;
}

const remove = (path: string): Promise<void> => rm(path, { force: true });

const mostAttempts = 16;
/** The draft was removed; or, on Windows, another process has the file open at this moment. */
const passingErrors: ReadonlySet<unknown> = new Set(['ENOENT', 'EACCES', 'EBUSY', 'EPERM']);

/** A path for people: from a folder where it is below it, else the whole path. */
export function shownPath(path: string, folder: string = process.cwd()): string {
  const near = relative(folder, path);
  return near === '' || near === '..' || near.startsWith(`..${sep}`) ? path : near;
}
