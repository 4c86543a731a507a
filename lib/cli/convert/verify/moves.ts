import { joinAddress, pathsTo, withoutKeys } from '../addresses';
import { staysInConfiguration } from '../dropped-blocks';
import type { Conversion, OldConfiguration, OldModule } from '../model';
import { blocksIn, declaredIn } from '../blocks';
import { bareText, bodiesOf } from '../../../hcl/template';

export interface Fault {
  /** The subject: the address of a resource, or the name of a step. */
  readonly subject: string;
  readonly text: string;
}

/** The `moved` blocks of a project, once for each address that their module is called by, with addresses from the root module without keys. */
export function movedIn(modules: readonly OldModule[]) {
  return modules.flatMap(({ path, files }) => {
    const moves = blocksIn(files, 'moved');
    return pathsTo(path, modules).flatMap((module) =>
      moves.map(({ body: { from, to } }) => ({
        from: joinAddress(module, withoutKeys(bareText(from))),
        to: joinAddress(module, withoutKeys(bareText(to))),
      })),
    );
  });
}

/** The `removed` blocks of a root module, with addresses without keys, also of modules. */
function removedIn(root: OldModule) {
  return blocksIn(root.files, 'removed').map(({ body: { from, lifecycle } }) => ({
    from: bareText(from),
    // Without a lifecycle block Terraform destroys.
    destroys: bodiesOf(lifecycle).every(({ destroy }) => destroy !== false && destroy !== '${false}'),
  }));
}

/**
 * Checks that exactly one block moves or removes each converted object of the state, and that it destroys none; that the old block is
 * out of the code, and that nothing else of the state leaves it.
 */
export function checkMoves(
  old: OldConfiguration,
  { outcomes }: Conversion,
  modules: readonly OldModule[],
): readonly Fault[] {
  const [root] = modules;
  if (root === undefined) return [{ subject: 'the project', text: 'It has no Terraform configuration.' }];
  const removed = removedIn(root);
  const moved = movedIn(modules);
  const declared = declaredIn(modules);
  const kept = new Set(outcomes.filter(staysInConfiguration).map(({ address }) => withoutKeys(address)));
  const converted = new Set(
    outcomes.map(({ address }) => withoutKeys(address)).filter((address) => !kept.has(address)),
  );
  const before = declaredIn(old.modules);
  const managed = (old.state ?? [])
    .filter(({ mode }) => mode === 'managed')
    .map(({ address }) => withoutKeys(address));
  const faultOf = (address: string): string | undefined => {
    const isConverted = converted.has(address);
    const removals = removed.filter(({ from }) => address === from || address.startsWith(`${from}.`)).length;
    const count = removals + (isConverted ? moved.filter(({ from }) => from === address).length : 0);
    if (isConverted && count === 0) return 'No moved or removed block names it: the apply would destroy it.';
    if (isConverted && count > 1) return `${count} moved or removed blocks name it; Terraform accepts one.`;
    if (isConverted) return undefined;
    if (count > 0) return 'A removed block names it, and it is not converted.';
    const isLost = before.has(address) && !declared.has(address);
    return isLost ? 'Its block is no longer in the code: the apply would destroy it.' : undefined;
  };
  return [
    ...[...new Set(managed)].flatMap((address) => {
      const text = faultOf(address);
      return text === undefined ? [] : [{ subject: address, text }];
    }),
    ...[...converted]
      .filter((address) => declared.has(address))
      .map((address) => ({ subject: address, text: 'Its block is still in the code.' })),
    ...moved
      .filter(({ from, to }) => converted.has(from) && !declared.has(to))
      .map(({ from, to }) => ({
        subject: from,
        text: `Its moved block names ${to}, which is not in the code: the apply would destroy it.`,
      })),
    ...removed
      .filter(({ destroys }) => destroys)
      .map(({ from }) => ({
        subject: from,
        text: 'Its removed block destroys it: `destroy = false` is missing.',
      })),
  ];
}
