import { blockAddresses } from './addresses';
import type { Conversion, ResourceOutcome, OldConfiguration, OldResource } from './model';

/** Whether a block with this outcome is in the new configuration too. */
export function staysInConfiguration({ outcome }: Pick<ResourceOutcome, 'outcome'>): boolean {
  return outcome === 'kept' || outcome === 'changed';
}

/** The blocks of the old configuration that the new one does not have. */
export function droppedBlocks(old: OldConfiguration, conversion: Conversion): ReadonlySet<OldResource> {
  const kept = new Set(conversion.edits.map(({ resource }) => resource));
  const lost = new Set(
    conversion.outcomes.filter((each) => !staysInConfiguration(each)).map(({ address }) => address),
  );
  const isLost = (resource: OldResource) =>
    resource.instances.some(({ address }) => lost.has(address)) ||
    blockAddresses(resource, old.modules).some((address) => lost.has(address));
  return new Set([
    ...conversion.objects.flatMap(({ replaces }) => replaces),
    ...old.resources.filter((resource) => !kept.has(resource) && isLost(resource)),
  ]);
}
