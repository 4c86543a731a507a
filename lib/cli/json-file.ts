import { readFile } from 'node:fs/promises';
import { parseJson, withoutByteOrderMark } from '../ground/json';
import { messageOf, whyUnreadable } from '../ground/words';

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
