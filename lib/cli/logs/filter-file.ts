import { codeOf, whyUnreadable } from '../../ground/words';
import { readText, readTextFile } from '../files';
import { openStdin } from '../terminal';
import { isJson, type FilterText } from './filter';

export async function readFilterArgument(argument: string): Promise<FilterText> {
  if (argument === '-') return { text: await readText(openStdin('the filter')), path: 'stdin' };
  if (isJson(argument)) return { text: argument };
  try {
    return { text: await readTextFile(argument), path: argument };
  } catch (error) {
    const code = codeOf(error);
    const isMissing = code === 'ENOENT' || code === 'ENAMETOOLONG' || code === 'ENOTDIR';
    if (isMissing && !isFileName(argument)) return { text: argument };
    throw new Error(
      `cannot read the filter file ${argument}: ${whyUnreadable(error)} Or pass the filter itself in quotes.`,
      { cause: error },
    );
  }
}

/** No expression has a file extension, or a folder without quotes around it. */
function isFileName(text: string): boolean {
  return /^[^\s"'={}<>()]+$/.test(text) && /[./\\]/.test(text);
}
