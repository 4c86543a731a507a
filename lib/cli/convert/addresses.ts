import { getOrAdd, onceFor } from '../../ground/remember';
import type { ConvertedObject, ModuleCall, OldInstance, OldModule, OldResource } from './model';

/** The full address of an instance: `module.waf["a"].cloudflare_waf_group.sql[0]`. */
export function joinAddress(moduleAddress: string, address: string, key?: string | number): string {
  const index = key === undefined ? '' : `[${JSON.stringify(key)}]`;
  return `${moduleAddress === '' ? '' : `${moduleAddress}.`}${address}${index}`;
}

/** An address without its keys: `module.waf.cloudflare_waf_group.sql` of `module.waf["a"].cloudflare_waf_group.sql[0]`. */
export function withoutKeys(address: string): string {
  return address.replace(/\[(?:"(?:[^"\\]|\\.)*"|\d+)\]/g, '');
}

/** The address of a block in its module: `cloudflare_waf_group.sql`, or `data.cloudflare_waf_groups.sql`. */
export function localAddress({ mode, type, name }: Pick<OldResource, 'mode' | 'type' | 'name'>): string {
  return `${mode === 'data' ? 'data.' : ''}${type}.${name}`;
}

/** The addresses of a block without keys: one for each path of calls that leads to its module. */
export function blockAddresses(
  resource: Pick<OldResource, 'mode' | 'type' | 'name' | 'module'> & {
    readonly instances: readonly Pick<OldInstance, 'moduleAddress'>[];
  },
  modules: readonly OldModule[],
): string[] {
  const { module, instances } = resource;
  const paths = [
    ...instances.map(({ moduleAddress }) => withoutKeys(moduleAddress)),
    ...pathsTo(module, modules),
  ];
  return [...new Set(paths)].map((path) => joinAddress(path, localAddress(resource)));
}

/** The addresses of a module, `module.a.module.b`, for each path of calls from the root module. */
export function pathsTo(module: string, modules: readonly OldModule[]): readonly string[] {
  return callsTo(module, modules).map(addressOfCalls);
}

/** The calls from the root module to a module, the outermost first: one list for each path. */
export function callsTo(module: string, modules: readonly OldModule[]): readonly (readonly ModuleCall[])[] {
  return allPaths(modules).get(module) ?? [];
}

/** The address of a module by its calls: `module.a.module.b`; '' for no call. */
export function addressOfCalls(calls: readonly ModuleCall[]): string {
  return calls.reduce((address, { name }) => joinAddress(address, `module.${name}`), '');
}

/** Whether a module is called from several places, or by a block that repeats it or one around it. */
export function hasInstances(module: string, modules: readonly OldModule[]): boolean {
  const paths = callsTo(module, modules);
  return paths.length > 1 || paths.some((path) => path.some(({ isRepeated }) => isRepeated));
}

/** The paths of calls by the path of the module, once for each configuration: every block needs them. */
const allPaths = onceFor((modules: readonly OldModule[]) => {
  const callsOf = new Map(modules.map(({ path, calls }) => [path, calls]));
  const found = new Map<string, (readonly ModuleCall[])[]>([['', [[]]]]);
  const visit = (module: string, path: readonly ModuleCall[]) => {
    // Terraform refuses a module that calls itself.
    if (path.some(({ from }) => from === module)) return;
    for (const call of callsOf.get(module) ?? []) {
      const called = [...path, call];
      getOrAdd(found, call.to, () => []).push(called);
      visit(call.to, called);
    }
  };
  visit('', []);
  return found;
});

export function pathOfModule(modules: readonly OldModule[], moduleAddress: string): string {
  let path = '';
  for (const [, name] of withoutKeys(moduleAddress).matchAll(/(?:^|\.)module\.([\w-]+)/g)) {
    const module = modules.find((each) => each.path === path);
    const call = module?.calls.find((each) => each.name === name);
    if (call === undefined) return `(not in the configuration) ${moduleAddress}`;
    path = call.to;
  }
  return path;
}

export function newAddress(
  { typeName, name }: Pick<ConvertedObject, 'typeName' | 'name'>,
  { moduleAddress }: Pick<OldInstance, 'moduleAddress'>,
  key?: string | number,
): string {
  return joinAddress(moduleAddress, `${typeName}.${name}`, key);
}
