import { readFile } from 'node:fs/promises';
import { codeOf, messageOf } from '../../ground/words';
import { openStdin } from '../terminal';
import { isJson, type FilterText } from './filter';

/** Reads the filter argument: the filter itself, the path of a file with it, or `-` for stdin. */
export async function readFilterArgument(argument: string): Promise<FilterText> {
  if (argument === '-') return { text: await readAll(openStdin('the filter')), path: 'stdin' };
  if (isJson(argument)) return { text: argument };
  try {
    return { text: await readFile(argument, 'utf8'), path: argument };
  } catch (error) {
    const code = codeOf(error);
    const isMissing = code === 'ENOENT' || code === 'ENAMETOOLONG' || code === 'ENOTDIR';
    if (isMissing && !isFileName(argument)) return { text: argument };
    throw new Error(
      `cannot read the filter file ${argument}: ${isMissing ? 'no such file' : messageOf(error)}. Pass a file, or the filter itself in quotes.`,
      { cause: error },
    );
  }
}

/** No expression has a file extension, or a folder without quotes around it. */
function isFileName(text: string): boolean {
  return /^[^\s"'={}<>()]+$/.test(text) && /[./\\]/.test(text);
}

async function readAll(source: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
