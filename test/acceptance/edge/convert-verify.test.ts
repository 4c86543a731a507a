import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Conversion, ResourceOutcome, OldConfiguration } from '../../../lib/cli/convert/model';
import { verifyConversion } from '../../../lib/cli/convert/verify/verify';
import type { StateObject } from '../../../lib/terraform/state';
import { accountId, start, type Running } from '../../emulator/support';
import { runInProcess } from '../../cli/support';
import { describeWithTerraform } from '../../support/terraform';
import { makeFolder } from '../../support/folder';

const fixtures = join(__dirname, '..', '..', 'convert');
const zone = '11111111111111111111111111111111';
const destination = 's3://shop-logs/requests/{DATE}?region=eu-central-1';

const fixture = {
  accounts: [{ id: accountId, name: 'Example account' }],
  zones: [
    {
      id: zone,
      account_id: accountId,
      name: 'shop.example',
      plan: 'enterprise' as const,
      jobs: ['same', 'other', 'refused'].map((name, at) => ({
        id: at + 1,
        name,
        dataset: 'http_requests',
        destination_conf: destination,
        enabled: true,
        logpull_options: 'fields=RayID&timestamps=rfc3339',
      })),
    },
  ],
};

/** What a conversion may write: a module of ours, a job whose destination another provider has, and one that somebody changed. */
const project = {
  'main.tf': `
    terraform {
      required_providers {
        edge = { source = "terraform.local/edge-platform/edge" }
        aws  = { source = "hashicorp/aws" }
      }
    }
    provider "edge" {}
    variable "zone_id" { type = string }
    variable "acknowledge_waf_migration" {
      type    = bool
      default = false
    }
    resource "aws_s3_bucket" "logs" { bucket = "shop-logs" }
    locals {
      destination = "s3://\${aws_s3_bucket.logs.bucket}/requests/{DATE}?region=eu-central-1"
    }
    resource "edge_logpush_job" "same" {
      zone_id          = var.zone_id
      name             = "same"
      dataset          = "http_requests"
      destination_conf = local.destination
      fields           = ["RayID"]
      timestamp_format = "rfc3339"
      depends_on       = [aws_s3_bucket.logs]
    }
    resource "edge_logpush_job" "other" {
      zone_id          = var.zone_id
      name             = "renamed"
      dataset          = "http_requests"
      destination_conf = local.destination
      fields           = ["RayID"]
      timestamp_format = "rfc3339"
    }
    resource "edge_logpush_job" "refused" {
      zone_id          = var.zone_id
      name             = "refused"
      dataset          = "http_requests"
      destination_conf = local.destination
      fields           = ["NoSuchField"]
    }
    module "waf" {
      source                    = "./modules/waf"
      for_each                  = { shop = var.zone_id }
      zone_id                   = each.value
      acknowledge_waf_migration = var.acknowledge_waf_migration
    }`,
  'modules/waf/main.tf': `
    terraform {
      required_providers { edge = { source = "terraform.local/edge-platform/edge" } }
    }
    variable "zone_id" { type = string }
    variable "acknowledge_waf_migration" { type = bool }
    resource "edge_waf_migration" "zone" {
      count                    = var.acknowledge_waf_migration ? 1 : 0
      zone_id                  = var.zone_id
      target                   = "complete"
      acknowledge_irreversible = var.acknowledge_waf_migration
    }`,
  'moves.tf': `
    moved {
      from = cloudflare_logpush_job.same
      to   = edge_logpush_job.same
    }
    moved {
      from = cloudflare_logpush_job.other
      to   = edge_logpush_job.other
    }
    import {
      to = edge_logpush_job.refused
      id = "${zone}/3"
    }
    removed {
      from = cloudflare_logpush_job.refused
      lifecycle { destroy = false }
    }
    removed {
      from = module.waf.cloudflare_waf_group.php
      lifecycle { destroy = false }
    }`,
};

function object(address: string, attributes: StateObject['attributes'] = {}): StateObject {
  const [, module = '', type = '', name = ''] = /^(?:(module\.\S+?\])\.)?(\w+)\.(\w+)$/.exec(address) ?? [];
  return { mode: 'managed', type, name, address, moduleAddress: module, attributes };
}

const state = [
  object('aws_s3_bucket.logs', { bucket: 'shop-logs' }),
  object('cloudflare_logpush_job.same'),
  object('cloudflare_logpush_job.other'),
  object('cloudflare_logpush_job.refused'),
  object('module.waf["shop"].cloudflare_waf_group.php'),
];

const old: OldConfiguration = {
  folder: __dirname,
  modules: [],
  resources: [],
  dataSources: [],
  orphans: [],
  state,
  zones: new Map(),
};

function outcomeOf(at: number, outcome: ResourceOutcome['outcome'], to: string): ResourceOutcome {
  const { address = '', type = '' } = state[at] ?? {};
  return { address, type, outcome, to: [to], findings: [] };
}

const conversion: Conversion = {
  objects: [],
  edits: [],
  variables: [
    {
      module: '',
      name: 'acknowledge_waf_migration',
      type: 'bool',
      description: '',
      default: false,
      sensitive: false,
    },
  ],
  moves: {
    moved: ['same', 'other'].map((name, at) => ({
      module: '',
      from: `cloudflare_logpush_job.${name}`,
      to: `edge_logpush_job.${name}`,
      ids: { [`cloudflare_logpush_job.${name}`]: `${zone}/${at + 1}` },
    })),
    removed: [],
    imports: [],
  },
  findings: [],
  outcomes: [
    outcomeOf(1, 'converted', 'edge_logpush_job.same'),
    outcomeOf(2, 'converted', 'edge_logpush_job.other'),
    outcomeOf(3, 'converted', 'edge_logpush_job.refused'),
    outcomeOf(4, 'migrated', 'module.waf["shop"].edge_waf_migration.zone[0]'),
  ],
};

describeWithTerraform('the verification of a conversion', () => {
  let emulator: Running;
  let folder: string;
  beforeEach(async () => {
    emulator = await start({ fixture });
    folder = makeFolder();
    for (const [path, text] of Object.entries(project)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  });

  it('plans what is ours with the values of the state, and says what each old resource becomes', async () => {
    const { outcomes, faults } = await verifyConversion(
      folder,
      { old, conversion },
      {
        language: 'hcl',
        against: 'an emulator',
        env: { ...process.env, EDGE_BASE_URL: emulator.url, EDGE_API_TOKEN: emulator.token },
        vars: [`zone_id=${zone}`],
      },
    );
    expect(faults).toEqual([]);
    expect(outcomes).toMatchObject([
      { address: 'cloudflare_logpush_job.same', result: 'adopted', isExpected: true },
      {
        address: 'cloudflare_logpush_job.other',
        result: 'changed',
        isExpected: false,
        attributes: ['name'],
      },
      {
        address: 'cloudflare_logpush_job.refused',
        result: 'lost',
        reason: expect.stringContaining('"NoSuchField"') as string,
      },
      {
        address: 'module.waf["shop"].cloudflare_waf_group.php',
        result: 'changed',
        isExpected: true,
        reason: 'migrated in the second deploy',
      },
    ]);
    const calls = (await emulator.control('GET', '/calls')).body as { method: string }[];
    expect(calls.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('runs on code that an earlier conversion wrote, in an emulator with the world of its state', async () => {
    const configuration = join(fixtures, '5.22', 'input');
    const state = join(fixtures, '5.22', 'state.json');
    const given = [configuration, '--state', state, '--var', 'ownership_token=none'];
    const convert = (...more: readonly string[]) =>
      runInProcess(undefined, 'convert', ...given, '--out', join(folder, 'new'), ...more);
    expect(await convert()).toMatchObject({ status: 0 });
    const { status, stdout } = await convert('--verify', '--emulator', '--json');
    const { verification } = JSON.parse(stdout) as { verification: { resources: { result: string }[] } };
    const results = new Set(verification.resources.map(({ result }) => result));
    expect(verification).toMatchObject({ verified: true, faults: [] });
    expect([status, results]).toEqual([0, new Set(['adopted', 'changed', 'unchanged'])]);
  });
});
