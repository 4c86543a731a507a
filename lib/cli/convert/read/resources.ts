import { fieldsOf, textOf } from '../../../ground/json';
import { oldDataKinds, oldKinds, type MetaArguments, type OldFile, type OldModule } from '../model';
import { blocksIn, isOverrideFile, keyOf, sourcesIn } from '../blocks';
import { bareText, bodiesOf, isWrittenList, type WrittenObject } from '../../../hcl/template';
import { argumentsOf } from '../reduce/reduce';
import type { OldBlock } from './evaluate';

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

export function kindOf<Kind extends string>(
  type: string,
  kinds: readonly Kind[],
  prefixes: readonly string[],
): Kind | undefined {
  return kinds.find((kind) => prefixes.some((prefix) => type === `${prefix}_${kind}`));
}

function blocksOfFile({ path: module }: OldModule, file: OldFile, prefixes: readonly string[]): OldBlock[] {
  const sources = sourcesIn(file);
  const found = blocksIn([file], 'resource', 'data').flatMap((block) => {
    const isData = block.type === 'data';
    const [type = '', name = ''] = block.labels;
    const kind = kindOf(type, isData ? oldDataKinds : oldKinds, prefixes);
    if (kind === undefined) return [];
    if (isOverrideFile(file.path))
      throw new Error(
        `${file.path}: changes ${type}.${name}. Terraform merges an override file into the other files, which cannot be converted. ` +
          'Move the arguments into the block, and remove them from the override file.',
      );
    const { start = 0, end = 0 } = sources.get(keyOf(block)) ?? {};
    const { body } = block;
    // CDKTF writes the path of the construct into a comment.
    const construct = textOf(fieldsOf(fieldsOf(body['//']).metadata).path);
    const old: OldBlock = {
      mode: isData ? 'data' : 'managed',
      type,
      kind,
      name,
      module,
      file: file.path,
      text: end === 0 ? JSON.stringify(body, undefined, 2) : file.text.slice(start, end),
      body: argumentsOf(body),
      meta: metaOf(body),
      ...(construct === undefined ? {} : { construct }),
    };
    return [{ old, start }];
  });
  // HashiCorp's parser orders blocks by their labels.
  return found.sort((a, b) => a.start - b.start).map(({ old }) => old);
}

function metaOf({
  for_each: forEach,
  count,
  depends_on: dependsOn,
  provider,
  lifecycle,
}: WrittenObject): MetaArguments {
  const [block] = bodiesOf(lifecycle);
  return {
    ...(forEach !== undefined && { forEach }),
    ...(count !== undefined && { count }),
    ...(isWrittenList(dependsOn) && { dependsOn: dependsOn.map(bareText).filter((each) => each !== '') }),
    ...(typeof provider === 'string' && { provider: bareText(provider) }),
    ...(block !== undefined && { lifecycle: block }),
  };
}
