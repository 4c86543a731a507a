import { joinAddress } from '../addresses';
import type { ConvertedObject, OldConfiguration, OldInstance, OldResource } from '../model';

/** `module.waf.cloudflare_waf_group.sql` of `module.waf["a"].cloudflare_waf_group.sql[0]`. */
export function withoutKeys(address: string): string {
  return address.replace(/\[(?:"(?:[^"\\]|\\.)*"|\d+)\]/g, '');
}

/** The addresses of a block without keys: one for each path of calls that leads to its module. */
export function blockAddresses(
  { module, type, name, mode, instances }: OldResource,
  old: OldConfiguration,
): string[] {
  const block = `${mode === 'data' ? 'data.' : ''}${type}.${name}`;
  const paths = [
    ...new Set([
      ...instances.map(({ moduleAddress }) => withoutKeys(moduleAddress)),
      ...pathsTo(module, old),
    ]),
  ];
  return paths.map((path) => joinAddress(path, block));
}

/** `module.a.module.b` for each path of calls from the root module. A module that calls itself has no end: it is refused by Terraform. */
export function pathsTo(module: string, { modules }: OldConfiguration, depth = 0): string[] {
  if (module === '') return [''];
  if (depth > 20) return [];
  return modules
    .flatMap(({ calls }) => calls)
    .filter(({ to }) => to === module)
    .flatMap((call) =>
      pathsTo(call.from, { modules } as OldConfiguration, depth + 1).map((path) =>
        joinAddress(path, `module.${call.name}`),
      ),
    );
}

/** The address of an instance of ours. */
export function newAddress(
  { typeName, name }: Pick<ConvertedObject, 'typeName' | 'name'>,
  { moduleAddress }: Pick<OldInstance, 'moduleAddress'>,
  key?: string | number,
): string {
  return joinAddress(moduleAddress, `${typeName}.${name}`, key);
}
