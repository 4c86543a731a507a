import { contracts } from '../../../lib/cli/import/write/config';
import type { ResourceType } from '../../../lib/resources';
import { isSettable, type Attribute, type Attributes, type AttributeType } from '../../../lib/schema';
import type { Written, WrittenObject } from '../../../lib/hcl/template';
import type { Conversion, ConvertedObject, OldConfiguration } from '../../../lib/cli/convert/model';
import { blockOf, conversionOf } from './old-folder';

const zone = '023e105f4ecef8ad9ca31a8372d0c353';
const account = 'a'.repeat(32);

/** A configuration with retired resources of several kinds, a backend, and a module. */
export const smallFiles = {
  'main.tf': `terraform {
  required_version = ">= 1.7"
  required_providers {
    cloudflare = {
      source  = "cloudflare/cloudflare"
      version = "~> 4.52"
    }
  }
  backend "s3" {
    bucket = "terraform-state"
    key    = "network"
  }
}

provider "cloudflare" {
  api_token = var.api_token
}

variable "api_token" {
  type      = string
  sensitive = true
}

variable "zones" {
  type    = map(string)
  default = {}
}

variable "zone_id" {
  type = string
}

locals {
  policy = templatefile("\${path.module}/files/policy.json", { zone = var.zone_id })
}

module "shop" {
  source  = "./modules/zone"
  zone_id = var.zone_id
}

output "errors" {
  value = cloudflare_logpush_job.errors.id
}
`,
  'logs.tf': `# What went wrong, for the on-call team.
resource "cloudflare_logpush_job" "errors" {
  zone_id          = var.zone_id
  name             = "errors"
  dataset          = "http_requests"
  # Ask the data team before you change it.
  destination_conf = "s3://\${aws_s3_bucket.logs.bucket}/http?region=eu-central-1"
  logpull_options  = "fields=RayID,EdgeResponseStatus&timestamps=rfc3339"
  filter           = "{}"
}

resource "cloudflare_logpush_job" "all" {
  for_each         = var.zones
  zone_id          = each.value
  name             = each.key
  destination_conf = "r2://logs"
}

resource "aws_s3_bucket" "logs" {
  bucket     = "logs"
  depends_on = [cloudflare_logpush_job.all]
}
`,
  'waf.tf': `resource "cloudflare_waf_group" "sql" {
  zone_id  = var.zone_id
  group_id = "de677e5818985db1285d0e80225f06e5"
  mode     = "off"
}
`,
  'pools.tf': `resource "cloudflare_load_balancer_pool" "eu" {
  account_id         = "${account}"
  name               = "eu"
  notification_email = "ops@example.com"

  origins {
    name    = "one"
    address = "192.0.2.1"
  }
}
`,
  'modules/zone/main.tf': `variable "zone_id" {
  type = string
}

resource "cloudflare_logpush_job" "inner" {
  zone_id          = var.zone_id
  destination_conf = "r2://logs"
}
`,
};

/** What it becomes. */
export function smallConversion(old: OldConfiguration): Conversion {
  const replaces = (...addresses: string[]) => addresses.map((address) => blockOf(old, address));
  return conversionOf({
    objects: [
      objectOf('edge_logpush_job', 'errors', 'logs.tf', {
        config: {
          zone_id: '${var.zone_id}',
          name: 'errors',
          destination_conf: 's3://${aws_s3_bucket.logs.bucket}/http?region=eu-central-1',
          fields: ['RayID', 'EdgeResponseStatus'],
          timestamp_format: 'rfc3339',
          filter: '{"where":{"and":[{"key":"EdgeResponseStatus","operator":"geq","value":"500"}]}}',
        },
        replaces: replaces('cloudflare_logpush_job.errors'),
      }),
      objectOf('edge_logpush_job', 'all', 'logs.tf', {
        config: {
          zone_id: '${each.value}',
          name: '${each.key}',
          destination_conf: 'r2://logs',
          fields: '${var.fields}',
          enabled: '${var.enabled}',
          sample_rate: '${var.rate}',
          filter: '${jsonencode({ where = { key = "Bot$${x}" } })}',
          output_options: { output_type: 'csv', cve_2021_44228: '${var.protect}', batch_prefix: 'a$${b}\\n' },
        },
        meta: { forEach: '${var.zones}', dependsOn: ['aws_s3_bucket.logs'] },
        remarks: [
          {
            attribute: 'sample_rate',
            isTodo: true,
            text: 'The service samples after it filters. Check the rate.',
            original: 'frequency = var.often ? "high" : "low"',
          },
        ],
        replaces: replaces('cloudflare_logpush_job.all'),
      }),
      objectOf('edge_waf_migration', 'errors', 'waf.tf', {
        config: {
          zone_id: '${var.zone_id}',
          target: 'complete',
          acknowledge_irreversible: '${var.acknowledge_waf_migration}',
          skip_rules: [
            { expression: '(http.host eq "${var.host}")', rule_ids: ['5de7edfa648c4d6891dc3e7f84534ffa'] },
          ],
        },
        meta: { count: '${var.acknowledge_waf_migration ? 1 : 0}' },
        replaces: replaces('cloudflare_waf_group.sql'),
      }),
      objectOf('edge_pool_notification_policy', 'ops', 'pools.tf', {
        config: {
          account_id: account,
          name: 'Pool health: ops@example.com',
          pool_ids: ['${cloudflare_load_balancer_pool.eu.id}'],
          email_addresses: ['ops@example.com'],
        },
      }),
    ],
    edits: [
      {
        resource: blockOf(old, 'cloudflare_load_balancer_pool.eu'),
        without: ['notification_email'],
        ignoreChanges: ['notification_email'],
      },
    ],
    variables: [
      {
        module: '',
        name: 'acknowledge_waf_migration',
        type: 'bool',
        description: 'Whether to migrate the WAF of the zones, which cannot be undone.',
        default: false,
        sensitive: false,
      },
    ],
    moves: {
      moved: [
        {
          module: '',
          from: 'cloudflare_logpush_job.errors',
          to: 'edge_logpush_job.errors',
          ids: { 'cloudflare_logpush_job.errors': `${zone}/1001` },
        },
      ],
      removed: ['cloudflare_logpush_job.all', 'cloudflare_waf_group.sql'],
      imports: [{ to: 'edge_logpush_job.all["shop"]', id: `${zone}/1002` }],
    },
  });
}

/** An object of the root module that replaces nothing. */
export function objectOf(
  typeName: ConvertedObject['typeName'],
  name: string,
  file: string,
  more: Pick<ConvertedObject, 'config'> & Partial<ConvertedObject>,
): ConvertedObject {
  return { typeName, module: '', file, name, meta: {}, remarks: [], replaces: [], ...more };
}

/** Objects of each type whose attributes are expressions: whole ones, and in their innermost parts. */
export function objectsOfExpressions(): ConvertedObject[] {
  return (Object.keys(contracts) as ResourceType[]).flatMap((typeName) => {
    const { attributes } = contracts[typeName];
    const whole = mapAttributes(attributes, (name) => `\${var.${name}}`);
    const parts = mapAttributes(attributes, (name, { type }) => partsOf(name, type));
    return [
      objectOf(typeName, 'whole', 'whole.tf', { config: whole }),
      objectOf(typeName, 'parts', 'parts.tf', { config: parts }),
    ];
  });
}

/** Those of an object of a zone that a person sets. */
function mapAttributes(
  attributes: Attributes,
  valueOf: (name: string, attribute: Attribute) => Written,
): WrittenObject {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, attribute]) =>
      isSettable(attribute) && (name !== 'account_id' || !('zone_id' in attributes))
        ? [[name, valueOf(name, attribute)]]
        : [],
    ),
  );
}

/** A value whose innermost parts are expressions. */
function partsOf(name: string, type: AttributeType): Written {
  switch (type.kind) {
    case 'list':
    case 'set':
      return [partsOf(name, type.element)];
    case 'map':
      return { 'header_a-key': partsOf(name, type.element) };
    case 'nested': {
      const one = mapAttributes(type.attributes, (member, { type: inner }) => partsOf(member, inner));
      if (type.nesting === 'single') return one;
      return type.nesting === 'map' ? { 'header_a-key': one } : [one];
    }
    default:
      // The order of the fields is a list of the same names.
      return `\${var.${name === 'field_names' ? 'fields' : name}}`;
  }
}
