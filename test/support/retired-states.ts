import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fixture } from '../../lib/emulator';
import { serveProvider, type ServedProvider } from './served-provider';

export const versions = ['3.35', '4.52', '5.22'] as const;
export type Version = (typeof versions)[number];

export interface OldObject {
  readonly type: string;
  readonly schema_version: number;
  readonly attributes: Readonly<Record<string, unknown>>;
}

export type OldObjects = Readonly<
  Record<'requests' | 'errors' | 'audit' | 'fields' | 'managed' | 'pools', OldObject>
>;

export const zoneId = 'a1b2c3d4e5f60718293a4b5c6d7e8f90';
export const accountId = '4d5f1c0be0a94d4f8a3b6c2e7d9f0a11';
export const poolId = '390c1b2a3d4e5f60718293a4b5c6d7ee';
export const webhookId = '7c1e0b5d2a9f4c63b8d7e6f5a4b3c2d1';

/** What the states have and no new one may have. */
export const secrets = ['secret-of-the-old-state', 'token-of-the-old-state', 'AKIAMOVED'];

export function readOldObjects(version: Version): OldObjects {
  const file = join(__dirname, '../fixtures/moved', `${version}.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as OldObjects;
}

const job = {
  dataset: 'http_requests',
  destination_conf:
    's3://shop-logs/requests/{DATE}?region=eu-central-1&access-key-id=AKIAMOVED&secret-access-key=secret-of-the-old-state',
  enabled: true,
  filter: '{"where":{"key":"EdgeResponseStatus","operator":"geq","value":"500"}}',
};

/** A world of zones with one job each, whose destination has a credential. The zone `at` is `format("%032x", at)`. */
export function makeZones(count: number): Fixture {
  const zones = Array.from({ length: count }, (_, at) => ({
    id: zoneAt(at),
    account_id: accountId,
    name: `zone-${at}.example`,
    plan: 'enterprise' as const,
    jobs: [jobAt(at)],
  }));
  return { accounts: [{ id: accountId, name: 'Example shop' }], zones };
}

/** The job of a zone of {@link makeZones} in a state of version 4 or 5. */
export function oldJobAt({ requests }: OldObjects, at: number): OldObject {
  const { id, ...settings } = jobAt(at);
  const attributes = { ...requests.attributes, filter: '', max_upload_bytes: 0, ...settings };
  const isText = typeof requests.attributes.id === 'string';
  return { ...requests, attributes: { ...attributes, id: isText ? String(id) : id, zone_id: zoneAt(at) } };
}

/** What becomes of it: in a block with `count`, or of one zone. */
export function newJob(at: number | 'count.index' | 'each.key'): object {
  const [index, zone] =
    typeof at === 'number' ? [at, zoneAt(at)] : [`\${${at}}`, `\${format("%032x", ${at})}`];
  return {
    zone_id: zone,
    name: `job-${index}`,
    destination_conf: `https://logs.example/${index}`,
    fields: ['RayID'],
  };
}

function zoneAt(at: number): string {
  return at.toString(16).padStart(32, '0');
}

function jobAt(at: number) {
  return {
    id: 1000 + at,
    name: `job-${at}`,
    dataset: 'http_requests',
    destination_conf: `https://logs.example/${at}?header_Authorization=secret-of-the-old-state`,
    enabled: true,
    logpull_options: 'fields=RayID',
  };
}

export function makeWorld(version: Version): Fixture {
  return {
    accounts: [
      {
        id: accountId,
        name: 'Example shop',
        webhooks: [{ id: webhookId, name: 'incidents', url: 'https://chat.example/hooks/incidents' }],
        pools: [{ id: poolId, name: 'primary', origins: [{ name: 'one', address: '192.0.2.1' }] }],
        policies: [
          {
            id: '4a0c1b2a3d4e5f60718293a4b5c6d7ed',
            name: 'Pools of the shop',
            description: 'Health of the pools',
            alert_type: 'load_balancing_health_alert',
            enabled: true,
            filters: { pool_id: [poolId], new_health: ['Unhealthy'], event_source: ['pool'] },
            mechanisms: { email: [{ id: 'team@shop.example' }], webhooks: [{ id: webhookId }] },
          },
        ],
        jobs: [
          {
            id: 103,
            name: 'audit',
            dataset: 'audit_logs',
            destination_conf: 'https://logs.example/audit',
            enabled: true,
            logpull_options: 'fields=ActionType,When&timestamps=unixnano',
          },
        ],
      },
    ],
    zones: [
      {
        id: zoneId,
        account_id: accountId,
        name: 'shop.example',
        plan: 'enterprise',
        migration_state: 'complete',
        jobs: [
          {
            ...job,
            id: 101,
            name: 'requests',
            logpull_options: 'fields=ClientIP,EdgeResponseStatus,RayID&timestamps=rfc3339&sample=0.5',
            ...(version !== '3.35' && { max_upload_bytes: 5_000_000 }),
          },
          {
            id: 102,
            name: 'errors',
            dataset: 'http_requests',
            destination_conf:
              'https://logs.example/errors?header_Authorization=Bearer%20secret-of-the-old-state',
            enabled: false,
            output_options: {
              field_names: ['RayID', 'ClientIP'],
              timestamp_format: 'unixnano',
              sample_rate: 1,
              output_type: 'ndjson',
              'CVE-2021-44228': true,
            },
          },
        ],
        rulesets: [
          {
            id: '9f0c1b2a3d4e5f60718293a4b5c6d7e8',
            name: 'Custom fields',
            description: 'Fields of the shop',
            kind: 'zone',
            phase: 'http_log_custom_fields',
            rules: [
              {
                id: '7d0c1b2a3d4e5f60718293a4b5c6d7ea',
                action: 'log_custom_field',
                expression: 'true',
                description: 'Custom log fields',
                enabled: true,
                action_parameters: {
                  request_fields: [{ name: 'content-type' }, { name: 'x-request-id' }],
                  response_fields: [{ name: 'server' }],
                  cookie_fields: [{ name: 'Session' }],
                },
              },
            ],
          },
          {
            id: '8e0c1b2a3d4e5f60718293a4b5c6d7e9',
            name: 'default',
            kind: 'zone',
            phase: 'http_request_firewall_managed',
            rules: [
              {
                id: '6c0c1b2a3d4e5f60718293a4b5c6d7eb',
                action: 'skip',
                expression: '(http.request.uri.path eq "/health")',
                description: 'Health checks',
                enabled: true,
                action_parameters: { ruleset: 'current' },
                logging: { enabled: true },
              },
              {
                id: '5b0c1b2a3d4e5f60718293a4b5c6d7ec',
                action: 'execute',
                expression: 'true',
                description: 'Managed ruleset',
                enabled: true,
                action_parameters: {
                  id: 'efb7b8c949ac4650a09736fc376e9aee',
                  overrides: { categories: [{ category: 'sqli', action: 'block' }] },
                },
              },
            ],
          },
        ],
      },
    ],
  };
}

export const successors = {
  requests: 'edge_logpush_job',
  errors: 'edge_logpush_job',
  audit: 'edge_logpush_job',
  fields: 'edge_custom_fields_ruleset',
  managed: 'edge_waf_migration',
  pools: 'edge_pool_notification_policy',
} satisfies Record<keyof OldObjects, string>;

export function resourcesOf(version: Version): object {
  return {
    edge_logpush_job: {
      requests: {
        zone_id: zoneId,
        name: 'requests',
        destination_conf: 's3://shop-logs/requests/{DATE}?region=eu-central-1',
        fields: ['ClientIP', 'EdgeResponseStatus', 'RayID'],
        timestamp_format: 'rfc3339',
        sample_rate: 0.5,
        filter: job.filter,
        ...(version !== '3.35' && { max_upload_bytes: 5_000_000 }),
      },
      errors: {
        zone_id: zoneId,
        name: 'errors',
        destination_conf: 'https://logs.example/errors',
        fields: ['ClientIP', 'RayID'],
        output_options: { field_names: ['RayID', 'ClientIP'], cve_2021_44228: true },
        enabled: false,
      },
      audit: {
        account_id: accountId,
        dataset: 'audit_logs',
        name: 'audit',
        destination_conf: 'https://logs.example/audit',
        fields: ['ActionType', 'When'],
      },
    },
    edge_custom_fields_ruleset: {
      fields: {
        zone_id: zoneId,
        name: 'Custom fields',
        description: 'Fields of the shop',
        request_headers: ['content-type', 'x-request-id'],
        response_headers: ['server'],
        cookies: ['Session'],
      },
    },
    edge_waf_migration: {
      managed: { zone_id: zoneId, target: 'complete', acknowledge_irreversible: true },
    },
    edge_pool_notification_policy: {
      pools: {
        account_id: accountId,
        name: 'Pools of the shop',
        description: 'Health of the pools',
        pool_ids: [poolId],
        new_health: ['Unhealthy'],
        event_sources: ['pool'],
        email_addresses: ['team@shop.example'],
        webhook_ids: [webhookId],
        clear_legacy_email: 'none',
      },
    },
  };
}

export function movesOf(objects: OldObjects): readonly { readonly from: string; readonly to: string }[] {
  return Object.entries(successors).map(([name, to]) => ({
    from: `${objects[name as keyof OldObjects].type}.${name}`,
    to: `${to}.${name}`,
  }));
}

/** A resource of a state file: an instance, or those of `count` and `for_each` by their keys. */
export interface StoredResource {
  readonly name: string;
  readonly type: string;
  /** `module.logs` */
  readonly module?: string;
  readonly instances: readonly (OldObject & { readonly key?: string | number })[];
}

/** A state file that the service's provider wrote, as far as Terraform reads it. */
export function stateFile(
  resources: readonly StoredResource[],
  provider = 'registry.terraform.io/cloudflare/cloudflare',
): object {
  return {
    version: 4,
    terraform_version: '1.11.4',
    serial: 1,
    lineage: '3f9c2a51-7b6d-4e8f-9a0b-1c2d3e4f5a6b',
    outputs: {},
    resources: resources.map(({ instances, ...resource }) => ({
      mode: 'managed',
      ...resource,
      provider: `provider["${provider}"]`,
      instances: instances.map(({ key, schema_version, attributes }) => ({
        ...(key !== undefined && { index_key: key }),
        schema_version,
        attributes,
        sensitive_attributes: [],
        // Opaque to everybody else.
        private: Buffer.from('of the old provider').toString('base64'),
      })),
    })),
  };
}

/** The service's provider, as far as Terraform needs it for moves: it is installed, and never called for an object. */
export function serveOldProvider(
  sources: readonly string[] = [
    'registry.terraform.io/cloudflare/cloudflare',
    'registry.opentofu.org/cloudflare/cloudflare',
  ],
): Promise<ServedProvider> {
  return serveProvider(
    {
      attributes: {},
      description: 'Stands for the provider of the service.',
      resources: [],
      configure: () => ({ isReady: true, service: null }),
    },
    sources,
  );
}
