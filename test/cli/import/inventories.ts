import type { ImportedObject, Inventory } from '../../../lib/cli/import/inventory';
import { logpushJobContract } from '../../../lib/resources/logpush-job/contract';
import { poolNotificationPolicyContract } from '../../../lib/resources/pool-notification-policy/contract';
import { wafMigrationContract } from '../../../lib/resources/waf-migration/contract';
import { importedState, type ObjectValue, type Value } from '../../../lib/schema';

export const account = { id: 'a'.repeat(32), name: 'Example, Inc.' };
export const zone = { id: '023e105f4ecef8ad9ca31a8372d0c353', name: 'example.com' };

type Owner = Pick<ImportedObject, 'account' | 'zone'>;

export function job(attributes: ObjectValue, owner: Owner = { account, zone }): ImportedObject {
  const { id = '1001' } = attributes;
  const isOfZone = owner.zone !== undefined;
  return imported(
    logpushJobContract,
    owner,
    `${isOfZone ? owner.zone.id : `accounts/${owner.account.id}`}/${textOf(id)}`,
    {
      zone_id: owner.zone?.id ?? null,
      account_id: isOfZone ? null : owner.account.id,
      name: 'logs',
      dataset: 'http_requests',
      destination_conf: 's3://logs-bucket/http/{DATE}?region=eu-central-1',
      fields: ['EdgeStartTimestamp', 'RayID'],
      timestamp_format: 'unixnano',
      sample_rate: 1,
      enabled: true,
      id,
      last_complete: '2026-01-02T03:04:05Z',
      ...attributes,
    },
  );
}

export function migration(
  attributes: ObjectValue,
  owner: Required<Owner> = { account, zone },
): ImportedObject {
  return imported(wafMigrationContract, owner, owner.zone.id, {
    zone_id: owner.zone.id,
    target: 'complete',
    acknowledge_irreversible: true,
    ...attributes,
  });
}

export function policy(attributes: ObjectValue, owner: Owner = { account }): ImportedObject {
  const { id = 'd'.repeat(32) } = attributes;
  return imported(poolNotificationPolicyContract, owner, `${owner.account.id}/${textOf(id)}`, {
    account_id: owner.account.id,
    name: 'Health of the pools',
    description: '',
    enabled: true,
    pool_ids: ['1'.padStart(32, '0')],
    all_pools: false,
    new_health: ['Healthy', 'Unhealthy'],
    event_sources: ['origin', 'pool'],
    email_addresses: ['ops@example.com'],
    carry_over_recipients: false,
    clear_legacy_email: 'covered',
    id,
    carried_over_recipients: [],
    cleared_legacy_emails: {},
    legacy_emails: {},
    legacy_pool_count: 0,
    ...attributes,
  });
}

export function inventoryOf(objects: readonly ImportedObject[], others: Partial<Inventory> = {}): Inventory {
  return { objects, leftOut: [], secrets: [], referenced: [], ...others };
}

function textOf(value: Value): string {
  if (typeof value === 'string') return value;
  throw new Error('An id is a string.');
}

/** What `read` does not return is null. */
function imported(
  contract: typeof logpushJobContract | typeof poolNotificationPolicyContract | typeof wafMigrationContract,
  { account: inAccount, zone: inZone }: Owner,
  importId: string,
  given: ObjectValue,
): ImportedObject {
  const { typeName } = contract;
  const attributes = importedState<typeof contract.attributes>(contract, given);
  return { typeName, importId, account: inAccount, ...(inZone && { zone: inZone }), attributes };
}
