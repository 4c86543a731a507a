import { AuthenticationError, CancelledError, isEdgeError, type EdgeClient } from '../../../client';
import type { Reading } from '../../../drivers/engine';
import { listObjects, type ImportableObject } from '../../../drivers/list-objects';
import { codes, type ResourceType } from '../../../resources';
import type { ResourceCode } from '../../../resources/code';
import type { Owner } from '../../../resources/handler';
import type { ImportedObject } from '../inventory';
import { resourceOf } from '../resource-of';
import { joinRows, type OwnerRow } from './owner-row';
import { readNames } from './policies';

/** What is read of a zone and of an account: first the objects that nothing else has. */
const readings: Readonly<Record<Owner['kind'], readonly ResourceCode<ResourceType>[]>> = {
  zone: codesOf('zone_id'),
  account: codesOf('account_id'),
};

function codesOf(owner: string): readonly ResourceCode<ResourceType>[] {
  const placeOf = ({ contract: { identity = [] } }: ResourceCode) => identity.indexOf(owner);
  return codes.filter((code) => placeOf(code) >= 0).sort((one, other) => placeOf(one) - placeOf(other));
}

/** The fewest calls: one for each resource. */
export const leastCalls: Readonly<Record<Owner['kind'], number>> = {
  zone: readings.zone.length,
  account: readings.account.length,
};

/** About the most calls: a zone has one more each for custom log fields and a migrated WAF, and an account the pages of its pools. */
export const usualMostCalls = 5;

/**
 * Reads all that a zone or an account has of our kinds.
 *
 * @param skipsUnreadable - whether a kind that cannot be read is a remark instead of an error: a plan or a token may not allow it
 */
export async function readOwner(
  owner: Owner,
  reading: Reading<EdgeClient>,
  skipsUnreadable = false,
): Promise<OwnerRow> {
  const rows: Partial<OwnerRow>[] = [];
  for (const code of readings[owner.kind])
    rows.push(
      await readObjects(code, owner, reading).catch((error: unknown) => remarkOn(error, code.reading)),
    );
  return joinRows(rows);

  function remarkOn(error: unknown, what: string): Partial<OwnerRow> {
    const isFinal = error instanceof AuthenticationError || error instanceof CancelledError;
    if (!skipsUnreadable || !isEdgeError(error) || isFinal) throw error;
    const reason = 'The credentials or the plan do not allow to read them, or the API failed.';
    return { leftOut: [{ kind: 'not read', reason, object: `${owner.name}: ${what}: ${error.message}` }] };
  }
}

async function readObjects(
  { contract: { typeName }, references }: ResourceCode<ResourceType>,
  owner: Owner,
  reading: Reading<EdgeClient>,
): Promise<Partial<OwnerRow>> {
  const { objects, leftOut, obstructed } = await listObjects(resourceOf(typeName), owner, reading);
  const imported = objects.map((object) => toImported(typeName, object, owner));
  return joinRows([
    {
      objects: imported,
      leftOut: [
        ...leftOut,
        ...obstructed.map(({ kind, reason, object }) => ({ kind, reason, object })),
        ...objects.flatMap(({ unseen = [] }) => unseen),
      ],
      secrets: objects.flatMap(({ secrets = [] }) => secrets),
    },
    references === undefined ? {} : await readNames(imported, owner, reading),
  ]);
}

function toImported(
  typeName: ResourceType,
  { importId, attributes }: ImportableObject,
  { kind, id, name, account }: Owner,
): ImportedObject {
  return { typeName, importId, ...(kind === 'zone' && { zone: { id, name } }), account, attributes };
}
