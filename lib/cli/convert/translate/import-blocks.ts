import { getOrAdd, onceFor } from '../../../ground/remember';
import { bareText, literalOf } from '../../../hcl/template';
import { withoutKeys } from '../addresses';
import { blocksIn } from '../blocks';
import type { OldConfiguration, OldInstance, OldModule } from '../model';

interface ImportBlock {
  /** The id; undefined for an expression. */
  readonly id: string | undefined;
}

/**
 * The import blocks of a configuration by their target. Those with an expression as key, which import instances of `for_each`, by the
 * target without keys. Only the root module has some.
 */
const importBlocksByAddress = onceFor((modules: readonly OldModule[]) => {
  const files = modules.find(({ path }) => path === '')?.files ?? [];
  const found = new Map<string, ImportBlock>();
  for (const { body } of blocksIn(files, 'import')) {
    const to = bareText(body.to);
    const place = withoutKeys(to) === withoutIndexes(to) ? to : withoutIndexes(to);
    getOrAdd(found, place, () => ({ id: typeof body.id === 'string' ? literalOf(body.id) : undefined }));
  }
  return found;
});

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
