import { posix } from 'node:path';
import { needsCurrentLimits } from '../../../import/write/config';
import { printBlocks, quoted, quoteText, verbatim, type Block } from '../../../../hcl/print';
import { toExpression } from '../../../../hcl/to-expression';
import { firstFree } from '../../../project/identifiers';
import type { Conversion, ConvertedObject, NewVariable, OldConfiguration, StateMoves } from '../../model';
import { knownValues } from '../../../project/written-values';
import { applyToHcl } from '../apply-hcl';
import { applyToJson } from '../apply-json';
import type { FileChanges } from '../changes';
import { newFilePath, newModulePaths } from '../module-paths';
import { OldComments } from '../old-comments';
import { configuresProvider, planChanges, type ModuleChanges } from '../plan-changes';
import { withTodoFiles, type WrittenCode } from '../todos';
import { providerFile } from '../../../project/hcl-provider';
import { importBlock, resourceBlock } from '../../../project/objects/resource-block';
import { toObjectCode } from '../remark-lines';

/**
 * The Terraform files of a converted configuration, by their new paths: those of the old one with the old blocks replaced, and new files
 * with the provider, the moves of the state and the variables. Whatever else the folder has is to be copied.
 */
export function writeHclProject(old: OldConfiguration, conversion: Conversion): WrittenCode {
  const { modules, findings } = planChanges(old, conversion);
  const files = [...modules.values()].flatMap((module) => [...writeModule(old, conversion, module)]);
  const places = newFilePaths(old);
  return { files: new Map(files), findings: withTodoFiles(findings, ({ file }) => places.get(file) ?? file) };
}

/** The new path of each file of the old configuration. */
export function newFilePaths(old: OldConfiguration): ReadonlyMap<string, string> {
  const places = newModulePaths(old);
  return new Map(
    old.modules.flatMap((module) =>
      module.files.map(({ path }) => [path, newFilePath(module, path, places)] as const),
    ),
  );
}

/** The files of one module, the root module with the moves of the state. */
export function writeModule(
  old: OldConfiguration,
  conversion: Conversion,
  changes: ModuleChanges,
): ReadonlyMap<string, string> {
  const { module } = changes;
  const places = newModulePaths(old);
  const comments = new OldComments(module);
  const files = new Map(
    changes.files.flatMap((each) => {
      const text = applyChanges(each, comments);
      return text.trim() === '' ? [] : [[newFilePath(module, each.file.path, places), text]];
    }),
  );
  for (const [name, text] of newFiles(conversion, changes)) {
    const own = newFilePath(module, posix.join(module.path, name), places);
    files.set(firstFree(own.replace(/\.tf$/, ''), (each) => files.has(`${each}.tf`), '-') + '.tf', text);
  }
  return files;
}

/** The text of a file with its changes. One without any stays to the byte. */
export function applyChanges(changes: FileChanges, comments: OldComments): string {
  const { syntax, text, content } = changes.file;
  if (syntax === 'hcl')
    return applyToHcl(changes, (object) => [
      resourceBlock(toObjectCode(object, comments.of(object, { stayAbove: true })), object.name),
      ...localsBlocks(object),
    ]);
  const after = applyToJson(content, changes);
  if (JSON.stringify(after) === JSON.stringify(content)) return text;
  const [, indent = '  '] = /^([ \t]+)\S/m.exec(text) ?? [];
  const [mark = ''] = /^\ufeff/.exec(text) ?? [];
  const [end = ''] = /\s*$/.exec(text) ?? [];
  const lines = mark + JSON.stringify(after, undefined, indent) + end;
  return text.includes('\r\n') ? lines.replace(/\r?\n/g, '\r\n') : lines;
}

/** The `locals` block of an object, written behind it, so that the comments of its old block are above the object. */
function localsBlocks({ locals }: ConvertedObject): readonly Block[] {
  if (locals === undefined) return [];
  const body = Object.entries(locals).map(([name, value]) => ({ name, value: toExpression(value) }));
  return [{ head: 'locals', body }];
}

function newFiles(
  { objects, variables, moves }: Conversion,
  { module, needsRequirement }: ModuleChanges,
): readonly (readonly [name: string, text: string])[] {
  const isRoot = module.path === '';
  const provider = providerFile({
    isRoot,
    needsRequirement,
    needsConfiguration: isRoot && !configuresProvider(module),
    needsCurrentLimits: objects.some(({ typeName, config }) =>
      needsCurrentLimits(typeName, knownValues(config)),
    ),
  });
  const added = variables.filter((each) => each.module === module.path);
  const files = [
    ['edge-provider.tf', provider],
    ['edge-variables.tf', added.length === 0 ? undefined : printBlocks(added.map(variableBlock))],
    [movesFileName, movesFile(moves, module.path)],
  ] as const;
  return files.flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const]));
}

export const movesFileName = 'edge-moves.tf';

/** The text of the file with a module's moves of the state; undefined without any. Only the root module can remove and import. */
export function movesFile({ moved, removed, imports }: StateMoves, module: string): string | undefined {
  const isRoot = module === '';
  const ofModule = moved.filter((each) => each.module === module);
  const successions = ofModule.map(({ from, to }): Block => ({
    head: 'moved',
    body: [
      { name: 'from', value: verbatim(from) },
      { name: 'to', value: verbatim(to) },
    ],
  }));
  const removals = (isRoot ? removed : []).map((address): Block => ({
    head: 'removed',
    body: [
      { name: 'from', value: verbatim(address) },
      { head: 'lifecycle', body: [{ name: 'destroy', value: verbatim('false') }] },
    ],
  }));
  const parts: readonly (readonly [comment: string, blocks: readonly Block[]])[] = [
    ['What exists at the service moves to the new resources, as it is.', successions],
    ['The state forgets the old resources. Nothing at the service is deleted or reset.', removals],
    ['The objects that exist at the service are imported.', (isRoot ? imports : []).map(importBlock)],
  ];
  const written = parts.flatMap(([comment, blocks]) =>
    blocks.length === 0 ? [] : [`# ${comment}\n\n${printBlocks(blocks)}`],
  );
  return written.length === 0
    ? undefined
    : `# Delete this file after the first apply.\n\n${written.join('\n')}`;
}

function variableBlock({
  name,
  type,
  description,
  default: value,
  sensitive,
  ephemeral,
}: NewVariable): Block {
  return {
    head: `variable ${quoteText(name)}`,
    body: [
      { name: 'type', value: verbatim(type) },
      { name: 'description', value: quoted(description) },
      ...(value === undefined
        ? []
        : [{ name: 'default', value: typeof value === 'string' ? quoted(value) : verbatim(String(value)) }]),
      ...(sensitive ? [{ name: 'sensitive', value: verbatim('true') }] : []),
      ...(ephemeral ? [{ name: 'ephemeral', value: verbatim('true') }] : []),
    ],
  };
}
