import type { ImportedObject, Inventory } from '../../../lib/cli/import/inventory';
import type { ResourceType } from '../../../lib/resources';
import type { ObjectValue, Value } from '../../../lib/schema';

export const account = { id: 'a'.repeat(32), name: 'Example, Inc.' };
export const zone = { id: '023e105f4ecef8ad9ca31a8372d0c353', name: 'example.com' };

type Owner = Pick<ImportedObject, 'account' | 'zone'>;

/** A job as `read` returns it after an import. */
export function job(attributes: ObjectValue, owner: Owner = { account, zone }): ImportedObject {
  const { id = '1001' } = attributes;
  const isOfZone = owner.zone !== undefined;
  return imported(
    'edge_logpush_job',
    owner,
    `${isOfZone ? owner.zone.id : `accounts/${owner.account.id}`}/${textOf(id)}`,
    {
      zone_id: owner.zone?.id ?? null,
      account_id: isOfZone ? null : owner.account.id,
      name: 'logs',
      dataset: 'http_requests',
      destination_conf: 's3://logs-bucket/http/{DATE}?region=eu-central-1',
      destination_credentials: null,
      destination_credentials_version: null,
      fields: ['EdgeStartTimestamp', 'RayID'],
      timestamp_format: 'unixnano',
      sample_rate: 1,
      output_options: null,
      filter: null,
      ownership_challenge: null,
      enabled: true,
      id,
      last_complete: '2026-01-02T03:04:05Z',
      last_error: null,
      error_message: null,
      ...attributes,
    },
  );
}

/** The options of a job as `read` returns them. */
export function output(options: ObjectValue): ObjectValue {
  return {
    field_names: null,
    output_type: 'ndjson',
    batch_prefix: '',
    batch_suffix: '',
    record_prefix: null,
    record_suffix: null,
    record_delimiter: '',
    field_delimiter: ',',
    record_template: '',
    cve_2021_44228: false,
    merge_subrequests: false,
    ...options,
  };
}

export function migration(
  attributes: ObjectValue,
  owner: Required<Owner> = { account, zone },
): ImportedObject {
  return imported('edge_waf_migration', owner, owner.zone.id, {
    zone_id: owner.zone.id,
    target: 'complete',
    acknowledge_irreversible: true,
    rule_overrides: null,
    skip_rules: null,
    delete_uri_overrides: null,
    on_ineligible: null,
    accept_differences: null,
    expected_previous: null,
    backup_path: null,
    timeout_seconds: null,
    changes: null,
    status: null,
    ...attributes,
  });
}

export function policy(attributes: ObjectValue, owner: Owner = { account }): ImportedObject {
  const { id = 'd'.repeat(32) } = attributes;
  return imported('edge_pool_notification_policy', owner, `${owner.account.id}/${textOf(id)}`, {
    account_id: owner.account.id,
    name: 'Health of the pools',
    description: '',
    enabled: true,
    pool_ids: [poolId(1)],
    all_pools: false,
    new_health: ['Healthy', 'Unhealthy'],
    event_sources: ['origin', 'pool'],
    email_addresses: ['ops@example.com'],
    webhook_ids: null,
    pagerduty_ids: null,
    carry_over_recipients: false,
    clear_legacy_email: 'covered',
    accept_lost_recipients: null,
    id,
    carried_over_recipients: [],
    cleared_legacy_emails: {},
    legacy_emails: {},
    legacy_pool_count: 0,
    ...attributes,
  });
}

export function poolId(number: number): string {
  return number.toString(16).padStart(32, '0');
}

export function inventoryOf(objects: readonly ImportedObject[], others: Partial<Inventory> = {}): Inventory {
  return { objects, leftOut: [], secrets: [], referenced: [], ...others };
}

function textOf(value: Value): string {
  if (typeof value === 'string') return value;
  throw new Error('An id is a string.');
}

function imported(
  typeName: ResourceType,
  owner: Owner,
  importId: string,
  attributes: ObjectValue,
): ImportedObject {
  return { typeName, importId, account: owner.account, ...(owner.zone && { zone: owner.zone }), attributes };
}
