import { posix } from 'node:path';
import { withoutByteOrderMark, type JsonObject, parseJson } from '../../../../ground/json';
import { needsCurrentLimits } from '../../../import/write/config';
import type { Block } from '../../../../hcl/print';
import { firstFree } from '../../../project/identifiers';
import type { Conversion, ConvertedObject, OldConfiguration, OldFile, OldResource } from '../../model';
import { findBlocks, type SourceBlock } from '../../../../hcl/blocks';
import { knownValues } from '../../../project/written-values';
import { addObjects, editContent } from '../edit-json';
import { configures, findChanges, movesIn, type ModuleChanges } from '../module-changes';
import { placeFile, placeModules } from '../module-places';
import { rewriteObject } from '../rewrite-object';
import { localAddress } from '../../addresses';
import type { WrittenModule } from '../written-module';
import { commentsAbove, commentsIn, type OldComment } from './comments';
import { editText, type EditedFile } from './edit-text';
import { movesFile, providerFile, variablesFile } from './new-files';
import { objectBlock } from './object-block';

/**
 * The Terraform files of a converted configuration, by their new paths: those of the old one with the old blocks replaced, and new files
 * with the provider, the moves of the state and the variables. Whatever else the folder has is to be copied.
 */
export function writeHclProject(old: OldConfiguration, conversion: Conversion): WrittenModule {
  const modules = old.modules.map(({ path }) => writeModule(old, conversion, path));
  return {
    files: new Map(modules.flatMap(({ files }) => [...files])),
    findings: modules.flatMap(({ findings }) => findings),
  };
}

/** The files of one module, the root module with the moves of the state. */
export function writeModule(old: OldConfiguration, conversion: Conversion, path: string): WrittenModule {
  const changes = findChanges(old, conversion).get(path);
  if (changes === undefined) throw new Error(`There is no module ${path}.`);
  const places = placeModules(old);
  const placeOf = (file: string) => placeFile(changes.module, file, places);
  const writer = new ModuleWriter(changes);
  const edited = changes.module.files.map((file) => ({ path: placeOf(file.path), ...writer.edit(file) }));
  const files = new Map(
    edited.filter(({ text }) => text.trim() !== '').map((file) => [file.path, file.text]),
  );
  for (const [name, text] of newFiles(old, conversion, changes)) {
    const own = placeOf(posix.join(path, name));
    files.set(firstFree(own.replace(/\.tf$/, ''), (each) => files.has(`${each}.tf`), '-') + '.tf', text);
  }
  const findings = [
    ...edited.flatMap((file) => file.findings),
    ...changes.objects.flatMap((object) => rewriteObject(object, changes.successors).findings),
  ];
  return { files, findings };
}

function newFiles(
  { modules }: OldConfiguration,
  { objects, variables, moves }: Conversion,
  { module, needsRequirement, requirementFile }: ModuleChanges,
): Map<string, string> {
  const isRoot = module.path === '';
  const provider = providerFile({
    isRoot,
    needsRequirement: needsRequirement && requirementFile === undefined,
    needsConfiguration: isRoot && !configures(module, 'edge'),
    needsCurrentLimits: objects.some(({ typeName, config }) =>
      needsCurrentLimits(typeName, knownValues(config)),
    ),
  });
  const files = {
    'edge-provider.tf': modules.length > 0 ? provider : undefined,
    'edge-variables.tf': variablesFile(variables.filter((each) => each.module === module.path)),
    'edge-moves.tf': movesFile(movesIn(moves, module.path)),
  };
  return new Map(
    Object.entries(files).flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const])),
  );
}

class ModuleWriter {
  readonly #changes: ModuleChanges;
  readonly #sources: ReadonlyMap<string, { readonly text: string; readonly blocks: readonly SourceBlock[] }>;
  /** Blocks whose comments an object has. Several objects may replace a block. */
  readonly #commented = new Set<string>();

  public constructor(changes: ModuleChanges) {
    this.#changes = changes;
    const files = changes.module.files.filter(({ syntax }) => syntax === 'hcl');
    this.#sources = new Map(files.map(({ path, text }) => [path, { text, blocks: findBlocks(text) }]));
  }

  public edit(file: OldFile): EditedFile {
    if (file.syntax === 'json') return this.#editJson(file);
    const isRoot = this.#changes.module.path === '';
    return editText(file, this.#changes, (object) => this.#blockOf(object), { isRoot });
  }

  #blockOf(object: ConvertedObject): Block {
    return objectBlock(rewriteObject(object, this.#changes.successors).object, this.#commentsFor(object));
  }

  #editJson({ path, text }: OldFile): EditedFile {
    const before = parseJson(withoutByteOrderMark(text)) as JsonObject;
    const { content, findings } = editContent(path, before, this.#changes);
    const objects = this.#changes.objects.filter(({ file }) => file === path);
    const after = addObjects(
      content,
      objects.map((object) => rewriteObject(object, this.#changes.successors).object),
    );
    if (JSON.stringify(after) === JSON.stringify(before)) return { text, findings };
    const [, indent = '  '] = /^([ \t]+)\S/m.exec(text) ?? [];
    const [mark = ''] = /^\ufeff/.exec(text) ?? [];
    const [end = ''] = /\s*$/.exec(text) ?? [];
    const lines = mark + JSON.stringify(after, undefined, indent) + end;
    return { text: text.includes('\r\n') ? lines.replace(/\r?\n/g, '\r\n') : lines, findings };
  }

  /** The comments above the first block of a file stay where they are, above the object. */
  #commentsFor({ replaces, file }: ConvertedObject): readonly OldComment[] {
    const found = replaces.flatMap((resource) => this.#find(resource) ?? []);
    const place = Math.min(...found.filter((each) => each.file === file).map(({ block }) => block.start));
    return found.flatMap(({ address, file: of, text, block }) => {
      if (this.#commented.has(address)) return [];
      this.#commented.add(address);
      const above = of === file && block.start === place ? [] : commentsAbove(text, block);
      return [...(above.length > 0 ? [{ lines: above }] : []), ...commentsIn(text, block)];
    });
  }

  #find(resource: OldResource) {
    const { mode, type, name, file } = resource;
    const { text, blocks } = this.#sources.get(file) ?? { text: '', blocks: [] };
    const path = [mode === 'data' ? 'data' : 'resource', type, name].join(' ');
    const block = blocks.find((each) => [each.type, ...each.labels].join(' ') === path);
    return block && { address: localAddress(resource), file, text, block };
  }
}
