import { wrapText } from '../../layout';
import { dedent } from '../../../ground/dedent';
import type { Note, ObjectCode } from '../../project/objects/object-code';
import type { ConvertedObject, Remark } from '../model';
import { expressionOf } from '../../../hcl/template';

const width = 100;

/** @param comments - those of the blocks that the object replaces */
export function toObjectCode(object: ConvertedObject, comments: readonly Note[]): ObjectCode {
  const remarks = object.remarks.map((remark) => ({ ...remark, lines: remarkLines(remark) }));
  return { ...object, notes: [...comments, ...remarks] };
}

/** The lines of a remark as a comment, without its marks: the text, and the original one indented below it. */
export function remarkLines({ isTodo, text, original }: Remark): readonly string[] {
  return [
    ...wrapText((isTodo ? 'TODO: ' : '') + text, width),
    ...(original === undefined ? [] : linesOf(original)).map((line) => (line === '' ? '' : `  ${line}`)),
  ];
}

function linesOf(original: string): readonly string[] {
  return dedent((expressionOf(original.trimEnd()) ?? original).trimEnd()).split('\n');
}
