import { readFile } from 'node:fs/promises';
import { withoutByteOrderMark } from '../ground/json';
import { messageOf } from '../ground/words';

export async function readJsonFile(path: string): Promise<unknown> {
  let text: string;
  try {
    text = withoutByteOrderMark(await readFile(path, 'utf8'));
  } catch (error) {
    throw new Error(`${path} cannot be read: ${messageOf(error)}`, { cause: error });
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${path} is not JSON: ${messageOf(error)}`, { cause: error });
  }
}
