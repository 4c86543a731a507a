import { join } from 'node:path';
import { getOrAdd } from '../../../ground/remember';
import type { Connection } from '../../connection';
import { Checkpoint } from '../../fleet/checkpoint';
import { isFailedRow, readFleet, type FailedRow } from '../../fleet/read-fleet';
import { describeObject } from '../describe-object';
import type { ImportedObject, Inventory, LeftOutObjects } from '../inventory';
import { importFolder } from '../project-folder';
import { findUnwritable } from '../write';
import { leastCalls, readOwner, usualMostCalls, type OwnerRow } from './owner';
import type { Owner, Remark } from '../../../resources/handler';
import { readingWith } from '../resource-of';

export interface ReadInventory {
  readonly inventory: Inventory;
  readonly failed: readonly (FailedRow & { readonly owner: Owner })[];
}

/** The checkpoint with what was read until the project is written. Another endpoint or another version has rows of its own. */
export function checkpointIn(
  out: string,
  { baseUrl }: Pick<Connection, 'baseUrl'>,
  skipsUnreadable = false,
): Checkpoint<OwnerRow> {
  const fingerprint = `import 2 ${baseUrl}${skipsUnreadable ? ' in part' : ''}`;
  return new Checkpoint(join(out, importFolder, 'checkpoint.ndjson'), fingerprint);
}

/**
 * Reads zones and accounts side by side. One that cannot be read does not hide the others.
 *
 * @param skipsUnreadable - whether what cannot be read is left out, with a remark
 */
export async function readInventory(
  connection: Connection,
  owners: readonly Owner[],
  checkpoint: Checkpoint<OwnerRow>,
  skipsUnreadable = false,
): Promise<ReadInventory> {
  const { client } = connection;
  const { rows } = await readFleet<Owner, OwnerRow>(connection, {
    subjects: owners,
    label: labelOf(owners),
    callsEach: ({ kind }) => leastCalls[kind],
    mostCallsEach: usualMostCalls,
    checkpoint,
    read: (owner, signal) => readOwner(owner, readingWith(client, signal), skipsUnreadable),
  });
  const read = owners.flatMap((owner) => {
    const row = rows.get(owner.id);
    return row === undefined ? [] : [{ owner, row }];
  });
  return {
    failed: read.flatMap(({ owner, row }) => (isFailedRow(row) ? [{ ...row, owner }] : [])),
    inventory: toInventory(read.flatMap(({ owner, row }) => (isFailedRow(row) ? [] : [{ owner, row }]))),
  };
}

function labelOf(owners: readonly Owner[]): string {
  const kinds = new Set(owners.map(({ kind }) => kind));
  if (kinds.size === 2) return 'zones and accounts';
  const kind = kinds.has('account') ? 'account' : 'zone';
  return owners.length === 1 ? kind : `${kind}s`;
}

function toInventory(read: readonly { readonly owner: Owner; readonly row: OwnerRow }[]): Inventory {
  const { objects, remarks } = writableObjects(read.flatMap(({ row }) => row.objects));
  return {
    objects,
    leftOut: groupRemarks([...read.flatMap(({ row }) => row.leftOut), ...remarks]),
    secrets: groupRemarks(read.flatMap(({ row }) => row.secrets)),
    referenced: read.flatMap(({ owner, row }) => row.named.map((each) => ({ ...each, accountId: owner.id }))),
  };
}

/** The objects that code can keep as they are, and remarks on the others. */
export function writableObjects(all: readonly ImportedObject[]) {
  const judged = all.map((object) => ({ object, faults: findUnwritable(object) }));
  return {
    objects: judged.flatMap(({ object, faults }) => (faults.length === 0 ? [object] : [])),
    remarks: judged
      .filter(({ faults }) => faults.length > 0)
      .map(({ object, faults }) => ({
        kind: 'objects that no code can keep',
        reason: 'Code for them would change them.',
        object: `${describeObject(object)}: ${faults.join(' ')}`,
      })),
  };
}

/** Remarks of the same kind and reason as one, the most frequent first. */
export function groupRemarks(remarks: readonly Remark[]): LeftOutObjects[] {
  const groups = new Map<string, LeftOutObjects & { readonly objects: string[] }>();
  for (const { kind, reason, object } of remarks) {
    const key = `${kind}\n${reason}`;
    getOrAdd(groups, key, () => ({ kind, reason, objects: [] })).objects.push(object);
  }
  return [...groups.values()].sort((one, other) => other.objects.length - one.objects.length);
}
