import { textOf, type JsonObject } from '../../ground/json';
import { isObjectValue, type ObjectValue } from '../../schema';
import { readState } from '../../terraform/state';
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
  return (await Promise.all(paths.map(readManaged))).flat();
}

async function readManaged(file: string): Promise<ManagedResource[]> {
  const objects = await readState(file, '--managed-by');
  return objects.flatMap(({ mode, type, address, attributes }) =>
    mode === 'managed' && /^(?:cloudflare|vendor|edge)_/.test(type)
      ? [{ type, address, file, values: attributes }]
      : [],
  );
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
  return textOf(own);
}

/** Some providers put the id of the zone in front. */
function lastPart(id: unknown): string | undefined {
  return typeof id === 'string' || typeof id === 'number' ? String(id).split('/').at(-1) : undefined;
}
