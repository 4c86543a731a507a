import { wrapText } from '../../layout';
import type { Remark } from '../model';

const width = 100;

/** The lines of a remark as a comment, without its marks: the text, and the original one indented below it. */
export function remarkLines({ isTodo, text, original }: Remark): readonly string[] {
  return [
    ...wrapText((isTodo ? 'TODO: ' : '') + text, width),
    ...(original === undefined ? [] : withoutEnd(original).split(/\r?\n/)).map((line) =>
      line === '' ? '' : `  ${line.replaceAll('\t', '  ')}`,
    ),
  ];
}

function withoutEnd(text: string): string {
  return text.replace(/\s+$/, '');
}
