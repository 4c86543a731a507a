import { readFile } from 'node:fs/promises';
import { isObjectValue, type ObjectValue } from '../../schema';
import { isObject, type JsonObject } from '../logs/json-file';
import { describeObject } from './describe-object';
import type { ImportedObject, ImportedType, Inventory } from './inventory';
import { groupRemarks } from './read/inventory';

/** A resource in the state of another project. */
interface ManagedResource {
  readonly type: string;
  /** In its project, such as `module.logs.cloudflare_logpush_job.audit`. */
  readonly address: string;
  readonly file: string;
  readonly values: JsonObject;
}

/** The same objects under the names of other providers. */
const typesOf: Readonly<Record<ImportedType, RegExp>> = {
  edge_custom_fields_ruleset: /ruleset$/,
  edge_logpush_job: /_job$/,
  edge_pool_notification_policy: /notification_policy$/,
  edge_waf_migration: /ruleset$|waf_migration$/,
};

/** Reads Terraform states: state files of version 4, and the output of `terraform show -json`. */
export async function readManagedResources(paths: readonly string[]): Promise<readonly ManagedResource[]> {
  return (await Promise.all(paths.map(readState))).flat();
}

/** Moves objects that another project manages to what is left out, with their address there. */
export function withoutManaged(inventory: Inventory, managed: readonly ManagedResource[]): Inventory {
  const found = new Map<ImportedObject, ManagedResource>();
  for (const object of inventory.objects) {
    const resource = managed.find((each) => isSame(each, object));
    if (resource !== undefined) found.set(object, resource);
  }
  const remarks = [...found].map(([object, { address, file }]) => ({
    kind: 'objects that other code manages',
    reason: `They are in the state ${file}.`,
    object: `${describeObject(object)}: ${address}`,
  }));
  return {
    ...inventory,
    objects: inventory.objects.filter((object) => !found.has(object)),
    leftOut: [...groupRemarks(remarks), ...inventory.leftOut],
  };
}

function isSame({ type, values }: ManagedResource, { typeName, attributes, zone, account }: ImportedObject) {
  if (!typesOf[typeName].test(type)) return false;
  const owners = [values.zone_id ?? zone?.id, values.account_id ?? account.id];
  const isOwner = zone === undefined ? owners[1] === account.id : owners[0] === zone.id;
  if (!isOwner) return false;
  if (typeName === 'edge_waf_migration' && type.endsWith('waf_migration')) return true;
  const id = idOf(typeName, attributes);
  return id !== undefined && lastPart(values.id) === id;
}

/** A migration has no id of its own: other tools manage the ruleset that it deploys. */
function idOf(typeName: ImportedType, { id, status }: ObjectValue): string | undefined {
  const own = typeName === 'edge_waf_migration' && isObjectValue(status) ? status.ruleset_id : id;
  return typeof own === 'string' ? own : undefined;
}

/** Some providers put the id of the zone in front. */
function lastPart(id: unknown): string | undefined {
  return typeof id === 'string' || typeof id === 'number' ? String(id).split('/').at(-1) : undefined;
}

async function readState(file: string): Promise<ManagedResource[]> {
  const text = await readFile(file, 'utf8');
  let state: unknown;
  try {
    state = JSON.parse(text);
  } catch (error) {
    throw new Error(`--managed-by: ${file} is no JSON. ${howToGet}`, { cause: error });
  }
  const found = isObject(state) ? (resourcesOfFile(state, file) ?? resourcesOfShow(state, file)) : undefined;
  if (found === undefined) throw new Error(`--managed-by: ${file} is no Terraform state. ${howToGet}`);
  return found.filter(({ type }) => /^(?:cloudflare|vendor|edge)_/.test(type));
}

const howToGet = 'Write one with `terraform state pull > state.json` or `terraform show -json > state.json`.';

/** A state file. */
function resourcesOfFile({ version, resources }: JsonObject, file: string): ManagedResource[] | undefined {
  if (version !== 4 || !Array.isArray(resources)) return undefined;
  return resources.filter(isObject).flatMap((resource) => {
    const { mode, module, type, name, instances } = resource;
    if (mode !== 'managed' || !Array.isArray(instances)) return [];
    const address = [module, type, name].filter((part) => typeof part === 'string').join('.');
    return instances.filter(isObject).flatMap(({ attributes, index_key: key }) => {
      const index = key === undefined ? '' : `[${JSON.stringify(key)}]`;
      return isObject(attributes)
        ? [{ type: String(type), address: `${address}${index}`, file, values: attributes }]
        : [];
    });
  });
}

/** The output of `terraform show -json`; an empty state has no values. */
function resourcesOfShow({ format_version: version, values }: JsonObject, file: string) {
  if (typeof version !== 'string') return undefined;
  return isObject(values) && isObject(values.root_module) ? resourcesOfModule(values.root_module, file) : [];
}

function resourcesOfModule(
  { resources, child_modules: children }: JsonObject,
  file: string,
): ManagedResource[] {
  const own = Array.isArray(resources) ? resources.filter(isObject) : [];
  const modules = Array.isArray(children) ? children.filter(isObject) : [];
  return [
    ...own.flatMap(({ mode, type, address, values }) =>
      mode === 'managed' && isObject(values)
        ? [{ type: String(type), address: String(address), file, values }]
        : [],
    ),
    ...modules.flatMap((each) => resourcesOfModule(each, file)),
  ];
}
