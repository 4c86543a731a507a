import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fieldsOf, textOf, type JsonObject } from '../../ground/json';
import { messageOf } from '../../ground/words';
import { own } from '../../ground/record';
import { codeOf } from '../../resources/code-of';
import { readState } from '../../terraform/state';
import { warn } from '../terminal';
import { describeObject } from './describe-object';
import type { ImportedObject, Inventory } from './inventory';
import { groupRemarks } from './read/inventory';

interface ManagedResource {
  readonly type: string;
  /** The address in its project, such as `module.logs.cloudflare_logpush_job.audit`. */
  readonly address: string;
  readonly file: string;
  readonly values: JsonObject;
}

/** The resources in the states of a project with a local backend: an object that an apply has replaced has another id than when it was imported. */
export async function readOwnState(folder: string): Promise<readonly ManagedResource[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.tfstate'));
  const read = (name: string) =>
    readManaged(join(folder, name), '--out').catch((error: unknown) => {
      warn(`${messageOf(error)} Give it with --managed-by: objects that an apply has replaced count as new.`);
      return [];
    });
  return (await Promise.all(files.map(read))).flat();
}

export async function readManagedResources(paths: readonly string[]): Promise<readonly ManagedResource[]> {
  return (await Promise.all(paths.map((path) => readManaged(path, '--managed-by')))).flat();
}

async function readManaged(file: string, option: string): Promise<ManagedResource[]> {
  const objects = await readState(file, option);
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
  const [, path] =
    Object.entries(codeOf(typeName).foreignTypes).find(([ending]) => type.endsWith(ending)) ?? [];
  if (path === undefined) return false;
  const owners = [values.zone_id ?? zone?.id, values.account_id ?? account.id];
  const isOwner = zone === undefined ? owners[1] === account.id : owners[0] === zone.id;
  if (!isOwner || path === null) return isOwner;
  const id = textOf(path.split('.').reduce<unknown>((value, name) => own(fieldsOf(value), name), attributes));
  return id !== undefined && lastPart(values.id) === id;
}

/** The last part of an id: some providers put the id of the zone in front. */
function lastPart(id: unknown): string | undefined {
  return typeof id === 'string' || typeof id === 'number' ? String(id).split('/').at(-1) : undefined;
}
