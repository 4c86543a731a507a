import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installHere } from '../../../lib/cli/provider/install';
import { packageVersion } from '../../../lib/client/package-version';
import { readMessages } from '../../../lib/terraform/messages';
import { accountId, pick, start, type Running } from '../../emulator/support';
import { history, job, policyId, z } from '../../cli/import/world';
import { filesWith, listOf } from '../../support/edge-stack';
import { runPlugin } from '../../support/terraform-client';
import { isExhaustive, seed } from '../../support/exhaustive';
import { generateAccount } from '../../support/generated-account';
import { describeWithTerraformFrom, TerraformDir } from '../../support/terraform';
import type { Fixture, FixtureZone } from '../../../lib/emulator';
import { makeFolder } from '../../support/folder';

const settings = `
terraform {
  required_providers {
    edge = {
      source  = "terraform.local/edge-platform/edge"
      version = "${packageVersion()}"
    }
  }
}

provider "edge" {
  custom_field_limits = "current"
}
`;

const types = [
  'edge_custom_fields_ruleset',
  'edge_logpush_job',
  'edge_pool_notification_policy',
  'edge_waf_migration',
] as const;

/** One `list` block for each type, of all that an account has. */
const listAll = (account: string) =>
  types
    .map(
      (type) => `
list "${type}" "all" {
  provider = edge
  limit    = 1000
  config {
    account_id = "${account}"
  }
}
`,
    )
    .join('');

/** A folder with the provider, and an account. No call may write. */
async function withAccount(
  fixture: Fixture,
  story: (dir: TerraformDir, emulator: Running) => Promise<void>,
): Promise<void> {
  const emulator = await start({ fixture: { ...fixture, tokens: ['a-token'] } });
  const folder = makeFolder();
  const dir = await initialize(folder, emulator);
  await story(dir, emulator);
  expect(await emulator.writes()).toEqual([]);
  expect(filesWith(dir.path, 'SECRET')).toEqual([]);
}

async function initialize(path: string, emulator: Running): Promise<TerraformDir> {
  const dir = new TerraformDir(path, { EDGE_BASE_URL: emulator.url, EDGE_API_TOKEN: 'a-token' });
  dir.write('main.tf', settings);
  installHere(path);
  await dir.init();
  return dir;
}

describe('the built plugin', () => {
  it('streams a list, and stops reading where Terraform wants no more', async () => {
    const zones = Array.from({ length: 60 }, (_, at): FixtureZone => {
      const id = z(at + 1);
      const jobs = [job(at + 1, 'x')];
      return { id, account_id: accountId, name: `zone-${at + 1}.example`, plan: 'enterprise', jobs };
    });
    const emulator = await start({ fixture: { accounts: [{ id: accountId, name: 'Example' }], zones } });
    const { provider } = await runPlugin({ EDGE_BASE_URL: emulator.url, EDGE_API_TOKEN: emulator.token });
    const { attributes } = (await provider.schemas()).provider;
    await provider.configure(Object.fromEntries(Object.keys(attributes).map((name) => [name, null])));
    const config = { account_id: accountId };
    const names = async (limit: number) =>
      (await provider.list('edge_logpush_job', config, { limit })).map(({ displayName }) => displayName);
    expect(await names(2)).toEqual(['zone-1.example: job 1 "x"', 'zone-2.example: job 2 "x"']);
    expect(await names(100)).toHaveLength(60);
  });
});

describeWithTerraformFrom({ Terraform: [1, 12], OpenTofu: [1, 12] }, 'an import by identity', () => {
  it('takes in an object, and leaves its identity in the state', async () => {
    await withAccount(history, async (dir) => {
      dir.write(
        'import.tf',
        `import {
          to       = edge_logpush_job.audit
          identity = { account_id = "${accountId}", id = "30" }
        }`,
      );
      await dir.plan(['-generate-config-out=generated.tf']);
      expect((await dir.applyJson()).changes).toEqual(['import edge_logpush_job.audit']);
      const { stdout } = await dir.run(['show', '-json']);
      const [resource] = listOf(pick(JSON.parse(stdout), 'values', 'root_module', 'resources'));
      expect(pick(resource, 'identity')).toEqual({ zone_id: null, account_id: accountId, id: '30' });
      expect(pick(resource, 'identity_schema_version')).toBe(0);
      expect((await dir.plan()).code).toBe(0);
    });
  });

  it('leaves a plan that Terraform can show, whose new objects have no identity yet', async () => {
    await withAccount(history, async (dir) => {
      dir.write(
        'new.tf',
        `resource "edge_logpush_job" "new" {
          zone_id          = "${z(2)}"
          name             = "new"
          destination_conf = "https://logs.example.com/new"
        }`,
      );
      await dir.plan(['-out=plan.bin']);
      const { stdout } = await dir.run(['show', '-json', 'plan.bin']);
      const [change] = listOf(pick(JSON.parse(stdout), 'resource_changes'));
      expect(pick(change, 'change', 'actions')).toEqual(['create']);
      expect(pick(change, 'change', 'after_identity')).toBeUndefined();
    });
  });
});

describeWithTerraformFrom({ Terraform: [1, 14] }, 'terraform apply -invoke', () => {
  it('has the service write an ownership challenge, and names its file', async () => {
    const challenged: Fixture = {
      accounts: [{ id: accountId, name: 'Example account' }],
      zones: [{ id: z(1), account_id: accountId, name: 'zone-1.example', plan: 'enterprise' }],
    };
    const emulator = await start({ fixture: { ...challenged, tokens: ['a-token'] } });
    const folder = makeFolder();
    const dir = await initialize(folder, emulator);
    dir.write(
      'action.tf',
      `variable "sas" {
        type      = string
        ephemeral = true
      }
      action "edge_logpush_ownership_challenge" "logs" {
        config {
          zone_id                 = "${z(1)}"
          destination_conf        = "azure://container/logs"
          destination_credentials = { sig = var.sas }
        }
      }`,
    );
    const action = '-invoke=action.edge_logpush_ownership_challenge.logs';
    const { stdout } = await dir.apply(['-var=sas=SECRET', action]);
    expect(stdout).toMatch(/The service wrote the challenge to logs\/ownership-challenge-\w+\.txt/);
    await dir.run(['plan', '-out=plan.bin', '-input=false', '-var=sas=SECRET', action]);
    expect(filesWith(dir.path, 'SECRET')).toEqual([]);
  });
});

describeWithTerraformFrom({ Terraform: [1, 14] }, 'terraform query', () => {
  it('lists all objects of an account by identity, with names for people', async () => {
    await withAccount(history, async (dir) => {
      dir.write('all.tfquery.hcl', listAll(accountId));
      const found = readMessages(await dir.run(['query', '-json'])).flatMap((message) => {
        const result = pick(message, 'list_resource_found');
        return result === undefined ? [] : [result];
      });
      expect(found.map((each) => [pick(each, 'resource_type'), pick(each, 'display_name')]).sort()).toEqual([
        ['edge_custom_fields_ruleset', expect.stringMatching(/^zone-1\.example: "Custom log fields" \(/)],
        ['edge_logpush_job', 'Example account: job 30 "audit"'],
        ['edge_logpush_job', 'zone-1.example: job 11 "errors"'],
        ['edge_logpush_job', expect.stringMatching(/^zone-1\.example: job 12/)],
        ['edge_logpush_job', 'zone-1.example: job 13'],
        ['edge_logpush_job', expect.stringMatching(/^zone-2\.example: job 21/)],
        ['edge_pool_notification_policy', `Example account: policy "Health of pools" (${policyId(1)})`],
        ['edge_waf_migration', 'zone-1.example'],
      ]);
      const audit = found.find((each) => String(pick(each, 'display_name')).includes('audit'));
      expect(pick(audit, 'identity')).toEqual({ zone_id: null, account_id: accountId, id: '30' });
    });
  });

  it('writes configuration whose plan only imports, for every object that an import leaves unchanged', async () => {
    const size = isExhaustive ? { zones: 50, jobs: 200, policies: 30 } : { zones: 7, jobs: 36, policies: 15 };
    const { fixture, account } = generateAccount({ ...size, seed });
    await withAccount(fixture, async (dir) => {
      dir.write('all.tfquery.hcl', listAll(account.id));
      const { stdout } = await dir.run(['query', '-no-color', '-generate-config-out=generated.tf']);
      const generated = readFileSync(join(dir.path, 'generated.tf'), 'utf8');
      const count = [...generated.matchAll(/^import \{$/gm)].length;
      expect(count).toBeGreaterThan(size.zones);
      expect(stdout).not.toContain('was not listed');
      const applied = await dir.applyJson();
      expect(applied.changes).toHaveLength(count);
      expect(applied.changes.filter((change) => !change.startsWith('import '))).toEqual([]);
      expect((await dir.plan()).code).toBe(0);
      expect(readdirSync(dir.path)).toContain('terraform.tfstate');
    });
  });
});
