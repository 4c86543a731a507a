import { AuthenticationError, CancelledError, isEdgeError, type EdgeClient } from '../../../client';
import type { ReadContext } from '../../../drivers/engine';
import { listObjects, type ImportableObject } from '../../../drivers/list-objects';
import { codes, type ResourceType } from '../../../resources';
import { accountGroups, type ResourceCode } from '../../../resources/code';
import type { Owner, Remark } from '../../../resources/handler';
import { observe } from '../../../resources/pool-notification-policy/observe';
import { isListValue } from '../../../schema';
import { own } from '../../../ground/record';
import type { AccountObject, ImportedObject } from '../inventory';
import { resourceOf } from '../resource-of';

/** The objects of a zone or an account as read, as JSON for the checkpoint. */
export interface OwnerRow {
  readonly objects: readonly ImportedObject[];
  readonly leftOut: readonly Remark[];
  readonly secrets: readonly Remark[];
  readonly named: readonly Omit<AccountObject, 'accountId'>[];
}

/** The resources that are read of a zone and of an account, in their order. */
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

/** The usual maximum of calls: a zone needs one more each for custom log fields and a migrated WAF, and an account the pages of its pools. */
export const usualMostCalls = 5;

/**
 * Reads all that a zone or an account has of our kinds.
 *
 * @param skipsUnreadable - whether a kind that cannot be read is a remark instead of an error: a plan or a token may not allow it
 */
export async function readOwner(
  owner: Owner,
  reading: ReadContext<EdgeClient>,
  skipsUnreadable = false,
): Promise<OwnerRow> {
  const rows: Partial<OwnerRow>[] = [];
  for (const code of readings[owner.kind])
    rows.push(
      await readObjects(code, owner, reading).catch((error: unknown) => remarkOn(error, code.reading)),
    );
  return joinRows(rows);

  function remarkOn(error: unknown, what: string): Partial<OwnerRow> {
    // With 403, refused credentials and a missing permission look the same.
    const isFinal = error instanceof AuthenticationError && error.status !== 403;
    if (!skipsUnreadable || !isEdgeError(error) || isFinal || error instanceof CancelledError) throw error;
    const reason = 'The credentials or the plan do not allow to read them, or the API failed.';
    return { leftOut: [{ kind: 'not read', reason, object: `${owner.name}: ${what}: ${error.message}` }] };
  }
}

async function readObjects(
  { contract: { typeName }, references }: ResourceCode<ResourceType>,
  owner: Owner,
  reading: ReadContext<EdgeClient>,
): Promise<Partial<OwnerRow>> {
  const { objects, leftOut, obstructed } = await listObjects(resourceOf(typeName), owner, reading);
  const imported = objects.map((object) => toImported(typeName, object, owner));
  return joinRows([
    {
      objects: imported,
      leftOut: [
        ...leftOut,
        ...obstructed.map(({ kind, reason, object }) => ({ kind, reason, object })),
        ...objects.flatMap(({ unmanaged = [] }) => unmanaged),
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

function joinRows(rows: readonly Partial<OwnerRow>[]): OwnerRow {
  return {
    objects: rows.flatMap(({ objects = [] }) => objects),
    leftOut: rows.flatMap(({ leftOut = [] }) => leftOut),
    secrets: rows.flatMap(({ secrets = [] }) => secrets),
    named: rows.flatMap(({ named = [] }) => named),
  };
}

/**
 * The pools and destinations of an account with policies, which refer to them by id: pages of pools, and one call for each kind of
 * destination in use. Plans have read the pools already.
 */
async function readNames(
  policies: readonly ImportedObject[],
  account: Owner,
  { service, signal }: ReadContext<EdgeClient>,
): Promise<Partial<OwnerRow>> {
  if (policies.length === 0) return {};
  const { id } = account;
  const usedAs = (name: string) =>
    policies.flatMap(({ attributes }) => {
      const ids = own(attributes, name) ?? null;
      return isListValue(ids) ? ids.map(String) : [];
    });
  const used = { pool_ids: null, webhook_ids: usedAs('webhook_ids'), pagerduty_ids: usedAs('pagerduty_ids') };
  const { pools } = await observe(id, used, { service, signal }, 'shared');
  const options = { signal, cached: true };
  const webhooks = used.webhook_ids.length === 0 ? [] : await service.alerting.listWebhooks(id, options);
  const services = used.pagerduty_ids.length === 0 ? [] : await service.alerting.listPagerDuty(id, options);
  const lists = { pools, webhooks, pagerdutyServices: services };
  return {
    named: accountGroups.flatMap((group) =>
      lists[group].map((each) => ({ group, id: each.id, name: each.name })),
    ),
  };
}
