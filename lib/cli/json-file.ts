import { readFile } from 'node:fs/promises';
import { parseJson, withoutByteOrderMark } from '../ground/json';
import { messageOf } from '../ground/words';

export async function readJsonFile(path: string): Promise<unknown> {
  let text: string;
  try {
    text = withoutByteOrderMark(await readFile(path, 'utf8'));
  } catch (error) {
    throw new Error(`${path} cannot be read: ${messageOf(error)}`, { cause: error });
  }
  try {
    return parseJson(text);
  } catch (error) {
    throw new Error(`${path} ${messageOf(error)}`, { cause: error });
  }
}
