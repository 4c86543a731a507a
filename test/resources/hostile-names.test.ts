import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TerraformStack, Testing } from 'cdktf';
import fc from 'fast-check';
import { EdgeProvider, WafMigration, WafMigrationTarget } from '../../lib';
import type { Fixture } from '../../lib/emulator';
import { isObject } from '../../lib/ground/json';
import { runInProcess, setEnvironment } from '../cli/support';
import { accountId, pick, start, zoneId, type Running } from '../emulator/support';
import { startAltering, type Altering } from '../support/altered-replies';
import { runs } from '../support/exhaustive';
import { localTerraform } from './local-terraform';
import { p } from './pool-notification-policy/support';
import { makeFolder, readFiles, writeFiles } from '../support/folder';

/** What objects inherit, and what JavaScript asks objects for. */
const hostile = [
  ...['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', 'prototype', 'length'],
  ...['then', 'toJSON'],
];
/** Headers are in lower case. */
const headers = ['constructor', '__proto__', 'prototype', 'length', 'then'];

const emailOf = (name: string) => `${name.replaceAll('_', 'x')}@example.com`;
const legacyOf = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, emailOf(name)]));

const disabled = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 'disable']));

/** An account whose every name is one of these. */
function worldOf(names: readonly string[]): Fixture {
  return {
    accounts: [
      {
        id: accountId,
        name: names[0] ?? 'Account',
        pools: names.map((name, at) => ({
          id: p(at + 1),
          name,
          origins: [{ name, address: '192.0.2.1' }],
          notification_email: emailOf(name),
        })),
        policies: names.map((name) => ({
          name,
          enabled: true,
          alert_type: 'load_balancing_health_alert',
          mechanisms: { email: [{ id: emailOf(name) }] },
          filters: { pool_id: [p(1)], new_health: ['Unhealthy'], event_source: ['pool'] },
        })),
      },
    ],
    zones: [
      {
        id: zoneId,
        account_id: accountId,
        name: 'one.example',
        plan: 'enterprise',
        jobs: names.slice(0, 3).map((name) => ({
          name: name.replaceAll('_', '-'),
          dataset: 'http_requests',
          destination_conf: `https://logs.example.com/${name}`,
          logpull_options: 'fields=RayID',
        })),
        waf: {
          setting: 'on',
          overrides: [
            {
              urls: ['one.example/*'],
              groups: disabled(names),
              rules: disabled(names),
            },
          ],
        },
      },
    ],
  };
}

const someNames = fc.uniqueArray(fc.constantFrom(...hostile), { minLength: 1, maxLength: hostile.length });

const legacyEmails = async (emulator: Running) => {
  const pools = await emulator.result('GET', `/accounts/${accountId}/load_balancers/pools?per_page=1000`);
  return (pools as readonly unknown[]).map((pool) => pick(pool, 'notification_email'));
};

it('objects of all kinds with the names of inherited properties are created, kept, changed and deleted', async () => {
  await fc.assert(
    fc.asyncProperty(someNames, async (names) => {
      const emulator = await start({ fixture: worldOf(names), wafCutoverMs: 1 });
      const configurationOf = (version: string) => ({
        terraform: { required_providers: { edge: { source: 'terraform.local/edge-platform/edge' } } },
        resource: {
          edge_pool_notification_policy: {
            health: {
              account_id: accountId,
              name: `new ${names[0] ?? ''}`,
              description: version,
              all_pools: true,
              carry_over_recipients: true,
              email_addresses: ['ops@example.com'],
            },
          },
          edge_custom_fields_ruleset: {
            fields: {
              zone_id: zoneId,
              description: version,
              request_headers: headers,
              response_headers: headers,
              cookies: names,
            },
          },
          edge_logpush_job: {
            job: {
              zone_id: zoneId,
              name: 'constructor',
              dataset: 'http_requests',
              destination_conf: `https://logs.example.com/new/${names[0] ?? ''}`,
              fields: ['RayID', 'Cookies'],
              filter: JSON.stringify({
                where: {
                  and: names.map((value) => ({ key: 'ClientRequestPath', operator: '!eq', value })),
                },
              }),
            },
          },
          edge_waf_migration: {
            zone: {
              zone_id: zoneId,
              target: 'complete',
              acknowledge_irreversible: true,
              delete_uri_overrides: true,
            },
          },
        },
      });
      let version = 'one';
      const terraform = localTerraform(emulator, () => configurationOf(version));
      await terraform.apply();
      const policy = terraform.state.get('edge_pool_notification_policy.health')?.attributes;
      expect(policy?.cleared_legacy_emails).toEqual(legacyOf(names));
      expect(Object.keys(policy?.cleared_legacy_emails as object).sort()).toEqual([...names].sort());
      expect((await legacyEmails(emulator)).filter((email) => email !== '')).toEqual([]);
      await terraform.expectNoChanges();
      version = 'two';
      await terraform.apply();
      expect(terraform.state.get('edge_pool_notification_policy.health')?.attributes).toMatchObject({
        description: 'two',
        cleared_legacy_emails: legacyOf(names),
      });
      await terraform.expectNoChanges();
      const backup = pick(terraform.state.get('edge_waf_migration.zone')?.attributes, 'status', 'backup');
      expect(pick(JSON.parse(String(backup)), 'overrides', 0, 'rules')).toEqual(disabled(names));
      await terraform.destroy();
    }),
    { numRuns: runs(2), examples: [[hostile]] },
  );
});

it('maps with such keys are synthesized', () => {
  const stack = new TerraformStack(Testing.app(), 'stack');
  new EdgeProvider(stack, 'edge');
  new WafMigration(stack, 'waf', {
    zoneId,
    target: WafMigrationTarget.COMPLETE,
    acknowledgeIrreversible: true,
    expectedPrevious: { groups: Object.fromEntries(hostile.map((name) => [name, 'off'])) },
  });
  const synthesized: unknown = JSON.parse(Testing.synth(stack));
  const groups = pick(synthesized, 'resource', 'edge_waf_migration', 'waf', 'expected_previous', 'groups');
  expect(Object.keys(groups as object).sort()).toEqual([...hostile].sort());
});

/** The groups and rules of the previous WAF have these ids. */
function renameWaf(api: Altering, names: readonly string[]): void {
  const list = (envelope: unknown) => pick(envelope, 'result') as readonly Record<string, unknown>[];
  const ids = new Map<unknown, string>();
  const renamed = (kind: string, id: unknown, at: number) => {
    const key = `${kind} ${String(id)}`;
    const name = ids.get(key) ?? names[at] ?? String(id);
    ids.set(key, name);
    return name;
  };
  api.alter = (envelope, call) => {
    const [, kind] = /GET .*\/firewall\/waf\/packages\/\w+\/(groups|rules)\?/.exec(call) ?? [];
    if (kind === undefined) return envelope;
    const result = list(envelope).map((object, at) => ({
      ...object,
      id: renamed(kind, object.id, at),
      mode: kind === 'groups' ? 'off' : object.mode,
      ...(isObject(object.group) && {
        group: { ...object.group, id: ids.get(`groups ${String(object.group.id)}`) },
      }),
    }));
    return { ...envelope, result };
  };
}

const textsIn = (folder: string) => [...readFiles(folder).values()].join('\n');

describe('the commands', () => {
  let folder: string;
  beforeEach(() => {
    folder = makeFolder();
  });
  afterEach(() => {
    setEnvironment({});
  });
  const run = (...parameters: string[]) => runInProcess(undefined, ...parameters);

  it('report and write all names', async () => {
    const emulator = await start({ fixture: worldOf(hostile), wafCutoverMs: 1 });
    const api = await startAltering(emulator.url);
    renameWaf(api, hostile);
    setEnvironment({ EDGE_BASE_URL: api.baseUrl, EDGE_API_TOKEN: emulator.token });
    for (const format of [[], ['--all'], ['--json'], ['--csv'], ['--html', join(folder, 'audit.html')]]) {
      const { status, stdout, stderr } = await run('pools', 'audit', '--account', accountId, ...format);
      expect([status, stderr]).toEqual([1, '']);
      const text =
        stdout + (format[0] === '--html' ? await readFile(join(folder, 'audit.html'), 'utf8') : '');
      for (const name of hostile) expect(text).toContain(name);
    }
    for (const command of [
      ['check'],
      ['report'],
      ['survey'],
      ['report', '--json'],
      ['survey', '--json'],
      ['report', '--html', join(folder, 'waf.html')],
    ]) {
      const { status, stdout, stderr } = await run('waf', ...command, '--zone', zoneId);
      expect([command.join(' '), status, stderr]).toEqual([
        command.join(' '),
        expect.any(Number),
        expect.not.stringContaining('is not'),
      ]);
      expect(stdout).not.toMatch(/\[native code\]|\[object Object\]|undefined/);
    }
    const losses = await run('waf', 'report', '--zone', zoneId, '--json');
    for (const name of hostile) expect(losses.stdout).toContain(name);
    const out = join(folder, 'imported');
    const imported = await run('import', '--out', out, '--account', accountId);
    expect(imported.status).toBe(0);
    const text = textsIn(out);
    for (const name of hostile) expect(text).toContain(emailOf(name));
  });

  it('convert code and states', async () => {
    const labels = hostile.filter((name) => /^[A-Za-z_]/.test(name));
    const blocks = labels.map(
      (name) => `resource "cloudflare_logpush_job" "${name}" {
  zone_id          = var.${name}_zone
  dataset          = "http_requests"
  name             = "${name.replaceAll('_', '-')}"
  enabled          = true
  destination_conf = "https://logs.example.com/${name}"
  logpull_options  = "fields=RayID&timestamps=rfc3339"
}

resource "cloudflare_load_balancer_pool" "${name}" {
  account_id         = "${accountId}"
  name               = "${name}"
  notification_email = "${emailOf(name)}"
  origins {
    name    = "${name}"
    address = "192.0.2.1"
  }
}

resource "cloudflare_waf_group" "${name}" {
  zone_id  = "${zoneId}"
  group_id = "${name}"
  mode     = "off"
}

variable "${name}_zone" {
  default = "${zoneId}"
}

locals {
  ${name} = { ${name} = "x" }
}
`,
    );
    const old = join(folder, 'old');
    writeFiles(old, { 'main.tf': blocks.join('\n') });
    for (const language of ['hcl', 'typescript']) {
      const out = join(folder, language);
      const converted = await run('convert', old, '--language', language, '--out', out);
      expect(converted).toMatchObject({ status: 0, stderr: '' });
      const text = textsIn(out);
      for (const name of labels) expect(text).toContain(`https://logs.example.com/${name}`);
      expect(text).not.toMatch(/\[native code\]|\[object Object\]/);
    }
  });

  it('explain, preview and check filters on such fields', async () => {
    const line = Object.fromEntries(hostile.map((name) => [name, 'x']));
    const sample = join(folder, 'sample.ndjson');
    await writeFile(sample, `{"RayID":"a"}\n${JSON.stringify({ RayID: 'b', ...line })}\n`);
    for (const name of hostile) {
      const filter = JSON.stringify({ where: { or: [{ key: name, operator: 'eq', value: 'x' }] } });
      for (const command of ['check', 'explain']) {
        const { stderr } = await run('logs', command, '--filter', filter);
        expect(stderr).not.toContain('is not a function');
      }
      const preview = await run('logs', 'preview', '--fields', `RayID,${name}`, '--filter', filter, sample);
      expect(preview.stdout + preview.stderr).not.toMatch(/native code|is not a function/);
    }
  });
});
