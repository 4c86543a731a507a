import type { Conversion, OldConfiguration, OldResource } from '../model';

/** The blocks that leave the configuration. */
export function takenBlocks(old: OldConfiguration, conversion: Conversion): ReadonlySet<OldResource> {
  const kept = new Set(conversion.edits.map(({ resource }) => resource));
  const lost = new Set(
    conversion.fates.filter(({ outcome }) => outcome !== 'kept').map(({ address }) => address),
  );
  const isLost = (resource: OldResource) =>
    resource.instances.some(({ address }) => lost.has(address)) ||
    blockAddresses(resource, old).some((address) => lost.has(address));
  return new Set([
    ...conversion.objects.flatMap(({ replaces }) => replaces),
    ...old.resources.filter((resource) => !kept.has(resource) && isLost(resource)),
  ]);
}

/** `cloudflare_waf_group.sql`, or `data.cloudflare_waf_groups.sql`. */
export function localAddress({ mode, type, name }: Pick<OldResource, 'mode' | 'type' | 'name'>): string {
  return `${mode === 'data' ? 'data.' : ''}${type}.${name}`;
}

/** The address of a block without keys, for each path of calls that leads to its module. */
export function blockAddresses(resource: OldResource, { modules }: OldConfiguration): readonly string[] {
  const pathsTo = (module: string, depth: number): string[] => {
    if (module === '') return [''];
    // A module that calls itself is refused by Terraform.
    if (depth > modules.length) return [];
    return modules
      .flatMap(({ calls }) => calls)
      .filter(({ to }) => to === module)
      .flatMap(({ from, name }) => pathsTo(from, depth + 1).map((path) => `${path}module.${name}.`));
  };
  return pathsTo(resource.module, 0).map((path) => path + localAddress(resource));
}
