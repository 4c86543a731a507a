import { blockAddresses } from './addresses';
import type { Conversion, Fate, OldConfiguration, OldResource } from './model';

/** Whether a block is in the new configuration too. */
export function stays({ outcome }: Pick<Fate, 'outcome'>): boolean {
  return outcome === 'kept' || outcome === 'changed';
}

/** The blocks that leave the configuration. */
export function takenBlocks(old: OldConfiguration, conversion: Conversion): ReadonlySet<OldResource> {
  const kept = new Set(conversion.edits.map(({ resource }) => resource));
  const lost = new Set(conversion.fates.filter((fate) => !stays(fate)).map(({ address }) => address));
  const isLost = (resource: OldResource) =>
    resource.instances.some(({ address }) => lost.has(address)) ||
    blockAddresses(resource, old.modules).some((address) => lost.has(address));
  return new Set([
    ...conversion.objects.flatMap(({ replaces }) => replaces),
    ...old.resources.filter((resource) => !kept.has(resource) && isLost(resource)),
  ]);
}
