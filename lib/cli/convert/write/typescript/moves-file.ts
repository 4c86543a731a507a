import { SourceFile } from '../../../project/source-file';
import { array, declaration, object, plainText } from '../../../project/typescript';
import type { StateMoves } from '../../model';
import { own } from '../../../../ground/record';

/** The moves of the state, as a function of the stack. */
export function movesFile({ moved, removed, imports }: StateMoves): string {
  const file = new SourceFile();
  const stack = file.importType('cdktf', 'TerraformStack');
  if (moved.length > 0)
    file.add(
      '/** The addresses of new resources, by those of the old ones whose objects they get. Nothing changes at the service. */',
      declaration(
        'const',
        'successors: Record<string, string>',
        object(moved.map(({ from, to }) => ({ name: from, code: plainText(to) }))),
      ),
    );
  if (removed.length > 0)
    file.add(
      '/** The old resources: the state forgets them. Nothing at the service is deleted or reset. */',
      declaration('const', 'forgotten', array(removed.map(plainText))),
    );
  if (imports.length > 0)
    file.add(
      '/** What exists at the service: import ids, by the address of the new resource. */',
      declaration(
        'const',
        'existing: Record<string, string>',
        object(imports.map(({ to, id }) => ({ name: to, code: plainText(id) }))),
      ),
    );
  const moves = [
    ...(moved.length > 0
      ? [{ type: 'moved', code: 'Object.entries(successors).map(([from, to]) => ({ from, to }))' }]
      : []),
    ...(removed.length > 0
      ? [{ type: 'removed', code: 'forgotten.map((from) => ({ from, lifecycle: { destroy: false } }))' }]
      : []),
    ...(imports.length > 0
      ? [{ type: 'import', code: 'Object.entries(existing).map(([to, id]) => ({ to, id }))' }]
      : []),
  ];
  file.add(
    '/** Moves the state to the new resources at the next deploy. */',
    `export function moveState(stack: ${stack}): void {`,
    ...moves.map(({ type, code }) => `  const ${own(constants, type) ?? type} = ${code};`),
    ...moves.map(({ type }) => `  stack.addOverride('${type}', ${own(constants, type) ?? type});`),
    '}',
  );
  return file.toString();
}

/** A word of the language is no name. */
const constants: Readonly<Record<string, string>> = { import: 'imported' };
