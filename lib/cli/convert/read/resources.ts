import { isObject, textOf, type JsonObject } from '../../../ground/json';
import {
  oldDataKinds,
  oldKinds,
  type MetaArguments,
  type OldFile,
  type OldModule,
  type OldResource,
} from '../model';
import { blocksIn, isOverrideFile, type ModuleBlock } from '../reduce/blocks';
import { findBlocks } from '../../../hcl/blocks';
import {
  expressionOf,
  isWrittenList,
  isWrittenObject,
  type Written,
  type WrittenObject,
} from '../../../hcl/template';
import { argumentsOf, type OldBlock } from './evaluate';

/**
 * The resources and data sources of the old kinds, in the order of files and lines.
 *
 * @throws an Error for a block that an override file changes: Terraform merges the two, and no place has all of it
 */
export function findOldBlocks(
  modules: readonly OldModule[],
  prefixes: readonly string[],
): readonly OldBlock[] {
  return modules.flatMap((module) => module.files.flatMap((file) => blocksOfFile(module, file, prefixes)));
}

/** The kind of a type; undefined for one that has no successor. */
export function kindOf<Kind extends string>(
  type: string,
  kinds: readonly Kind[],
  prefixes: readonly string[],
): Kind | undefined {
  return kinds.find((kind) => prefixes.some((prefix) => type === `${prefix}_${kind}`));
}

function blocksOfFile(module: OldModule, file: OldFile, prefixes: readonly string[]): OldBlock[] {
  const texts =
    file.syntax === 'hcl' ? textsOf(file.text) : new Map<string, { text: string; start: number }>();
  const found = blocksIn(file.content, file.path).flatMap((block) => {
    const { section, labels } = block;
    if (section !== 'resource' && section !== 'data') return [];
    const [type = '', name = ''] = labels;
    const kind = kindOf(type, section === 'data' ? oldDataKinds : oldKinds, prefixes);
    if (kind === undefined) return [];
    if (isOverrideFile(file.path))
      throw new Error(
        `${file.path}: changes ${labels.join('.')}. Terraform merges an override file into the other files, which cannot be converted. ` +
          'Move the arguments into the block, and remove them from the override file.',
      );
    const source = texts.get([section, ...labels].join(' '));
    return [{ block: toBlock({ module, block, kind, name, text: source?.text }), start: source?.start ?? 0 }];
  });
  // HashiCorp's parser orders blocks by their labels.
  return found.sort((a, b) => a.start - b.start).map(({ block }) => block);
}

function textsOf(text: string): ReadonlyMap<string, { readonly text: string; readonly start: number }> {
  return new Map(
    findBlocks(text).map(({ type, labels, start, end }) => [
      [type, ...labels].join(' '),
      { text: text.slice(start, end), start },
    ]),
  );
}

function toBlock({
  module,
  block: {
    section,
    labels: [type = ''],
    body,
    file,
  },
  kind,
  name,
  text,
}: {
  readonly module: OldModule;
  readonly block: ModuleBlock;
  readonly kind: OldResource['kind'];
  readonly name: string;
  readonly text: string | undefined;
}): OldBlock {
  const construct = constructOf(body);
  return {
    mode: section === 'data' ? 'data' : 'managed',
    type,
    kind,
    name,
    module: module.path,
    file,
    text: text ?? JSON.stringify(body, undefined, 2),
    body: argumentsOf(body),
    meta: metaOf(body),
    ...(construct === undefined ? {} : { construct }),
  };
}

function metaOf({
  for_each: forEach,
  count,
  depends_on: dependsOn,
  provider,
  lifecycle,
}: WrittenObject): MetaArguments {
  const [block] = (isWrittenList(lifecycle) ? lifecycle : [lifecycle]).filter(isWrittenObject);
  const providerName = typeof provider === 'string' ? bare(provider) : undefined;
  return {
    ...(forEach === undefined ? {} : { forEach }),
    ...(count === undefined ? {} : { count }),
    ...(isWrittenList(dependsOn) ? { dependsOn: textsIn(dependsOn).map(bare) } : {}),
    ...(providerName === undefined ? {} : { provider: providerName }),
    ...(block === undefined ? {} : { lifecycle: block }),
  };
}

/** HCL has an expression where JSON has its text. */
function bare(template: string): string {
  return expressionOf(template) ?? template;
}

function textsIn(list: readonly Written[]): string[] {
  return list.filter((each) => typeof each === 'string');
}

/** CDKTF writes the path of the construct into a comment. */
function constructOf({ '//': comment }: JsonObject): string | undefined {
  const metadata = isObject(comment) ? comment.metadata : undefined;
  const path = isObject(metadata) ? metadata.path : undefined;
  return textOf(path);
}
