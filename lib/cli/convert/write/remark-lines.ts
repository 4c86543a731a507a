import { wrapText } from '../../layout';
import type { Remark } from '../model';
import { expressionOf } from '../../../hcl/template';

const width = 100;

/** The lines of a remark as a comment, without its marks: the text, and the original one indented below it. */
export function remarkLines({ isTodo, text, original }: Remark): readonly string[] {
  return [
    ...wrapText((isTodo ? 'TODO: ' : '') + text, width),
    ...(original === undefined ? [] : linesOf(expressionOf(original.trimEnd()) ?? original)).map((line) =>
      line === '' ? '' : `  ${line}`,
    ),
  ];
}

/** The text begins without the indent that its other lines have. */
function linesOf(text: string): readonly string[] {
  const [first = '', ...more] = text.trimEnd().replaceAll('\t', '  ').split(/\r?\n/);
  const indents = more.filter((line) => line !== '').map((line) => line.search(/[^ ]|$/));
  const common = Math.min(...indents);
  return [first, ...more.map((line) => line.slice(common))];
}
