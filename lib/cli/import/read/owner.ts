import { AuthenticationError, CancelledError, isEdgeError, type EdgeClient } from '../../../client';
import { listObjects, type ImportableObject, type Reading } from '../../../drivers/list-objects';
import type { Owner } from '../../../resources/handler';
import type { ImportedObject, ImportedType } from '../inventory';
import { resourceOf } from '../resource-of';
import { joinRows, type OwnerRow } from './owner-row';
import { readNames } from './policies';

/** The fewest calls: of a zone its rulesets, jobs and WAF status; of an account its policies and jobs. */
export const leastCalls: Readonly<Record<Owner['kind'], number>> = { zone: 3, account: 2 };

/** About the most calls: a zone has one more each for custom log fields and a migrated WAF, and an account the pages of its pools. */
export const usualMostCalls = 5;

/** What is read of a zone and of an account, in the words of people. */
const readings: Readonly<
  Record<Owner['kind'], readonly (readonly [what: string, typeName: ImportedType])[]>
> = {
  zone: [
    ['rulesets', 'edge_custom_fields_ruleset'],
    ['log jobs', 'edge_logpush_job'],
    ['the WAF', 'edge_waf_migration'],
  ],
  account: [
    ['notification policies', 'edge_pool_notification_policy'],
    ['log jobs', 'edge_logpush_job'],
  ],
};

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
  for (const [what, typeName] of readings[owner.kind])
    rows.push(await readObjects(typeName, owner, reading).catch((error: unknown) => remarkOn(error, what)));
  return joinRows(rows);

  function remarkOn(error: unknown, what: string): Partial<OwnerRow> {
    const isFinal = error instanceof AuthenticationError || error instanceof CancelledError;
    if (!skipsUnreadable || !isEdgeError(error) || isFinal) throw error;
    const reason = 'The credentials or the plan do not allow to read them, or the API failed.';
    return { leftOut: [{ kind: 'not read', reason, object: `${owner.name}: ${what}: ${error.message}` }] };
  }
}

async function readObjects(
  typeName: ImportedType,
  owner: Owner,
  reading: Reading<EdgeClient>,
): Promise<Partial<OwnerRow>> {
  const { objects, leftOut, obstructed } = await listObjects(resourceOf(typeName), owner, reading);
  const imported = objects.map((object) => toImported(typeName, object, owner));
  const isPolicy = typeName === 'edge_pool_notification_policy';
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
    isPolicy ? await readNames(imported, owner, reading) : {},
  ]);
}

function toImported(
  typeName: ImportedType,
  { importId, attributes }: ImportableObject,
  { kind, id, name, account }: Owner,
): ImportedObject {
  return { typeName, importId, ...(kind === 'zone' && { zone: { id, name } }), account, attributes };
}
