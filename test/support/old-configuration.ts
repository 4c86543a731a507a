import {
  oldDataKinds,
  oldKinds,
  type ApiZone,
  type MetaArguments,
  type OldConfiguration,
  type OldInstance,
  type OldModule,
  type OldResource,
} from '../../lib/cli/convert/model';
import { knownValues } from '../../lib/cli/project/written-values';
import type { Written, WrittenObject } from '../../lib/hcl/template';
import type { ObjectValue } from '../../lib/schema';
import type { StateObject } from '../../lib/terraform/state';

/** One instance: values beside those that the code has, and what the state has beside the values. `state: null` has none. */
export interface GivenInstance {
  readonly key?: string | number;
  readonly moduleAddress?: string;
  readonly values?: ObjectValue;
  readonly state?: Readonly<Record<string, unknown>> | null;
}

export interface GivenResource {
  readonly meta?: MetaArguments;
  readonly module?: string;
  /** One without a key if left out. */
  readonly instances?: readonly GivenInstance[];
  /** Of the only instance. */
  readonly state?: Readonly<Record<string, unknown>> | null;
}

/** A block such as `cloudflare_logpush_job.http`, or `data.cloudflare_waf_packages.all`. */
export function oldResource(address: string, body: WrittenObject, given: GivenResource = {}): OldResource {
  const isData = address.startsWith('data.');
  const [type = '', name = ''] = (isData ? address.slice('data.'.length) : address).split('.');
  const kind = [...oldKinds, ...oldDataKinds].find((each) => type.endsWith(`_${each}`));
  if (kind === undefined) throw new Error(`${type} is no old resource`);
  const { meta = {}, module = '', state } = given;
  const instances = given.instances ?? [{ state }];
  const path = module.split('/').at(-1) ?? '';
  return {
    mode: isData ? 'data' : 'managed',
    type,
    kind,
    name,
    module,
    file: module === '' ? 'main.tf' : `${module}/main.tf`,
    text: `resource "${type}" "${name}" {}`,
    body,
    meta,
    instances: instances.map((each): OldInstance => {
      const moduleAddress = each.moduleAddress ?? (module === '' ? '' : `module.${path}`);
      const values = { ...knownValues(body), ...each.values };
      const index = each.key === undefined ? '' : `[${JSON.stringify(each.key)}]`;
      const base = `${isData ? 'data.' : ''}${type}.${name}${index}`;
      return {
        address: moduleAddress === '' ? base : `${moduleAddress}.${base}`,
        type,
        kind,
        moduleAddress,
        ...(each.key !== undefined && { key: each.key }),
        values,
        ...(each.state !== null && { state: { ...values, ...each.state } }),
      };
    }),
  };
}

export function orphan(address: string, state: Readonly<Record<string, unknown>>): OldInstance {
  const type = /(\w+)\.[\w-]+(?:\[[^\]]*\])?$/.exec(address)?.[1] ?? '';
  const kind = oldKinds.find((each) => type.endsWith(`_${each}`));
  if (kind === undefined) throw new Error(`${type} is no old resource`);
  return { address, type, kind, moduleAddress: /^(.*)\.\w+\.[\w-]+/.exec(address)?.[1] ?? '', state };
}

export interface GivenConfiguration {
  readonly orphans?: readonly OldInstance[];
  readonly zones?: readonly GivenZone[];
  /** Whether a state was read: it has what the instances have. */
  readonly hasState?: boolean;
  /** Other blocks of the root module, as hcl2json has them. */
  readonly others?: WrittenObject;
}

/** A configuration of these blocks, with one file for each module. A module `modules/x` is called once, as `x`. */
export function oldConfiguration(
  blocks: readonly OldResource[],
  { orphans = [], zones = [], hasState = true, others = {} }: GivenConfiguration = {},
): OldConfiguration {
  const paths = [...new Set(['', ...blocks.map(({ module }) => module)])];
  const instances = [...blocks.flatMap((each) => each.instances), ...orphans];
  return {
    folder: '/configuration',
    modules: paths.map((path) => toModule(path, blocks, paths, path === '' ? others : {})),
    resources: blocks.filter(({ mode }) => mode === 'managed'),
    dataSources: blocks.filter(({ mode }) => mode === 'data'),
    orphans,
    state: hasState ? instances.flatMap(toStateObject) : undefined,
    zones: new Map(zones.map((zone) => [zone.id, zone])),
  };
}

function toModule(
  path: string,
  blocks: readonly OldResource[],
  paths: readonly string[],
  others: WrittenObject,
): OldModule {
  const content: Record<string, Record<string, Record<string, Written>>> = {};
  for (const { mode, type, name, module, body, meta } of blocks) {
    if (module !== path) continue;
    const section = (content[mode === 'data' ? 'data' : 'resource'] ??= {});
    (section[type] ??= {})[name] = [
      { ...body, ...(meta.forEach !== undefined && { for_each: meta.forEach }) },
    ];
  }
  const file = path === '' ? 'main.tf' : `${path}/main.tf`;
  const called = path === '' ? paths.filter((each) => each !== '') : [];
  return {
    path,
    files: [{ path: file, syntax: 'hcl', text: '', content: { ...content, ...others } }],
    calls: called.map((to) => ({
      from: '',
      file,
      name: to.split('/').at(-1) ?? '',
      to,
      isRepeated: false,
    })),
  };
}

function toStateObject({ address, type, moduleAddress, key, state }: OldInstance): StateObject[] {
  if (state === undefined) return [];
  const local = address.slice(moduleAddress === '' ? 0 : moduleAddress.length + 1);
  const name = /\.([\w-]+)(?:\[.*\])?$/.exec(local)?.[1] ?? '';
  const mode = local.startsWith('data.') ? 'data' : 'managed';
  return [{ mode, type, address, name, moduleAddress, ...(key !== undefined && { key }), attributes: state }];
}

type GivenZone = ApiZone & { readonly id: string };

export function knownZone(id: string, migrationState: string, more: Partial<ApiZone> = {}): GivenZone {
  return { id, name: 'example.com', migrationState, ...more };
}
