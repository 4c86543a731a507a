import { SourceFile } from '../../../project/source-file';
import { array, declaration, object, plainText } from '../../../project/typescript';
import type { StateMoves } from '../../model';

/**
 * The moves of the state, as a function of the stack.
 *
 * @param own - the types of such blocks that the configuration has otherwise
 */
export function movesFile({ removed, imports }: StateMoves, own: readonly string[]): string {
  const file = new SourceFile();
  const stack = file.importType('cdktf', 'TerraformStack');
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
  const blocks = [
    ...(removed.length > 0
      ? [['removed', 'forgotten.map((from) => ({ from, lifecycle: { destroy: false } }))']]
      : []),
    ...(imports.length > 0 ? [['import', 'Object.entries(existing).map(([to, id]) => ({ to, id }))']] : []),
  ];
  const hasOwn = blocks.some(([type = '']) => own.includes(type));
  if (hasOwn) file.import('./kept', 'kept');
  file.add(
    '/** Moves the state to the new resources at the next deploy. */',
    `export function moveState(stack: ${stack}): void {`,
    ...blocks.map(([type = '', code = '']) => overrideLines(type, code, own.includes(type))),
    '}',
  );
  return file.toString();
}

function overrideLines(type: string, code: string, hasOwn: boolean): string {
  if (!hasOwn) return `  stack.addOverride('${type}', ${code});`;
  return [
    `  stack.addOverride('${type}', [`,
    `    ...(kept.${type} as object[]),`,
    `    ...${code},`,
    '  ]);',
  ].join('\n');
}
