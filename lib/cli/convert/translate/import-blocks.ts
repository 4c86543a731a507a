import { onceFor } from '../../../ground/remember';
import { bareText, literalOf } from '../../../hcl/template';
import { withoutKeys } from '../addresses';
import { blocksIn } from '../blocks';
import type { OldConfiguration, OldInstance, OldModule } from '../model';

interface ImportBlock {
  readonly file: string;
  /** The target, such as `module.logs.cloudflare_logpush_job.http["a"]`, or with an expression as its key. */
  readonly to: string;
  /** The id; undefined for an expression. */
  readonly id: string | undefined;
}

/** The import blocks of a configuration, found once: every instance needs its block. Only the root module has them. */
const importBlocksIn = onceFor((modules: readonly OldModule[]): readonly ImportBlock[] => {
  const files = modules.find(({ path }) => path === '')?.files ?? [];
  return blocksIn(files, 'import').flatMap(({ body: { to, id }, file }) =>
    typeof to === 'string'
      ? [{ file, to: bareText(to), id: typeof id === 'string' ? literalOf(id) : undefined }]
      : [],
  );
});

/** The import blocks by their target. Those with an expression as key, which import instances of `for_each`, by the target without keys. */
const importBlocksByAddress = onceFor(
  (modules: readonly OldModule[]) =>
    new Map(
      // The first one of two counts.
      importBlocksIn(modules)
        .toReversed()
        .map((block) => {
          const isRepeated = withoutKeys(block.to) !== withoutIndexes(block.to);
          return [isRepeated ? withoutIndexes(block.to) : block.to, block] as const;
        }),
    ),
);

export function importBlockOf(
  { modules }: OldConfiguration,
  { address }: Pick<OldInstance, 'address'>,
): ImportBlock | undefined {
  const blocks = importBlocksByAddress(modules);
  return blocks.get(address) ?? blocks.get(withoutIndexes(address));
}

/** The instance as a state would have it, as far as an import block says so: the id is the last part of what is imported. */
export function asImported(old: OldConfiguration, instance: OldInstance): OldInstance {
  const id = importBlockOf(old, instance)?.id?.split('/').at(-1);
  return instance.state !== undefined || id === undefined ? instance : { ...instance, state: { id } };
}

/** An address without keys, also those that are expressions. */
export function withoutIndexes(address: string): string {
  return address.replace(/\[(?:"(?:[^"\\]|\\.)*"|[^\]"])*\]/g, '');
}
