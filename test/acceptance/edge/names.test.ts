import { TerraformOutput, type TerraformStack } from 'cdktf';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CustomFieldsRuleset, LogpushJob, WafMigration, WafMigrationTarget } from '../../../lib';
import type { Fixture } from '../../../lib/emulator';
import {
  accountId,
  forgetState,
  makeWorld,
  startEdgeStack,
  zoneId,
  type EdgeStack,
} from '../../support/edge-stack';
import { describeWithTerraform } from '../../support/terraform';

const twinId = '9'.repeat(32);
const poolId = 'c'.repeat(32);
const managed = 'efb7b8c949ac4650a09736fc376e9aee';
const destination = 'r2://logs?account-id=1';
const job = (id: number, name: string, more: object) => ({
  id,
  name,
  destination_conf: destination,
  ...more,
});

/** A zone and an account with an object of every kind, and a zone of the same name in another account. */
function world(): Fixture {
  const zone = {
    migration_state: 'complete',
    rulesets: [
      {
        name: 'Custom log fields',
        kind: 'zone',
        phase: 'http_log_custom_fields',
        rules: [
          {
            action: 'log_custom_field',
            expression: 'true',
            action_parameters: { request_fields: [{ name: 'x-a' }], cookie_fields: [{ name: 'Sid' }] },
          },
        ],
      },
      {
        name: 'root',
        kind: 'zone',
        phase: 'http_request_firewall_managed',
        rules: [{ action: 'execute', expression: 'true', action_parameters: { id: managed } }],
      },
    ],
    jobs: [
      job(7, 'errors', {
        dataset: 'http_requests',
        logpull_options: 'fields=RayID,ClientRequestURI&timestamps=rfc3339',
        filter:
          '{"where":{"and":[{"key":"ClientRequestURI","operator":"contains","value":"${a} %{b} \\"ü"}]}}',
        enabled: true,
      }),
      job(8, 'csv', {
        dataset: 'http_requests',
        output_options: { field_names: ['RayID', 'ClientIP'], output_type: 'csv', sample_rate: 0.5 },
        enabled: false,
      }),
    ],
  };
  const account = {
    jobs: [job(9, 'audit', { dataset: 'audit_logs', logpull_options: 'fields=When', enabled: true })],
    pools: [
      {
        id: poolId,
        name: 'primary',
        origins: [{ name: 'one', address: '192.0.2.1' }],
        notification_email: 'old@example.com',
      },
    ],
    policies: [
      {
        id: 'd'.repeat(32),
        name: 'Health',
        alert_type: 'load_balancing_health_alert',
        enabled: true,
        filters: { pool_id: [poolId], new_health: ['Unhealthy'], event_source: ['pool', 'origin'] },
        mechanisms: { email: [{ id: 'ops@example.com' }] },
      },
    ],
  };
  const { accounts = [], zones = [], ...rest } = makeWorld(zone, account);
  const other = { id: 'b'.repeat(32), name: 'Other' };
  const twin = (id: string, account_id: string) => ({
    id,
    account_id,
    name: 'twin.example',
    plan: 'pro' as const,
  });
  return {
    ...rest,
    accounts: [...accounts, other],
    zones: [...zones, twin(twinId, accountId), twin('8'.repeat(32), other.id)],
  };
}

const addresses = {
  'edge_custom_fields_ruleset.fields': 'zone/Example.COM/http_log_custom_fields',
  'edge_logpush_job.errors': 'example.com/errors',
  'edge_logpush_job.csv': `zones/${zoneId}/8`,
  'edge_logpush_job.audit': 'account/Example/audit',
  'edge_pool_notification_policy.health': 'Example/Health',
  'edge_waf_migration.waf': 'zones/example.com',
};

describeWithTerraform('zones and accounts by name', () => {
  let edge: EdgeStack;
  beforeEach(async () => {
    edge = await startEdgeStack({}, {}, { fixture: world() });
  });
  afterEach(() => edge.close());

  /** What `importFrom` names is imported; without it, the objects would be created. */
  const declare = (zoneName: string, imports: Partial<Record<keyof typeof addresses, string>> = {}) => {
    edge.declare((stack: TerraformStack) => {
      const constructs = {
        'edge_custom_fields_ruleset.fields': new CustomFieldsRuleset(stack, 'fields', {
          zoneName,
          requestHeaders: ['x-a'],
          cookies: ['Sid'],
        }),
        'edge_logpush_job.audit': new LogpushJob(stack, 'audit', {
          accountName: 'Example',
          name: 'audit',
          dataset: 'audit_logs',
          destinationConf: destination,
          fields: ['When'],
        }),
        'edge_waf_migration.waf': new WafMigration(stack, 'waf', {
          zoneName,
          target: WafMigrationTarget.COMPLETE,
          acknowledgeIrreversible: true,
        }),
      };
      for (const [address, id] of Object.entries(imports))
        constructs[address as keyof typeof constructs].importFrom(id);
      const { zoneId: id } = constructs['edge_custom_fields_ruleset.fields'];
      new TerraformOutput(stack, 'zone_id', { value: id });
    });
  };

  it('are found in the plan, and everything that exists is imported by name with an empty plan afterwards', async () => {
    const { dir } = edge;
    declare('exmaple.com');
    await dir.init();
    const { stderr } = await dir.run(['plan', '-input=false', '-no-color'], { expectCode: 1 });
    expect(stderr).toContain('Error: Unknown zone');
    expect(stderr).toContain('with data.edge_zone.exmaple_com');
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain('Did you mean "example.com"?');

    declare('example.com', {
      'edge_custom_fields_ruleset.fields': 'example.com/http_log_custom_fields',
      'edge_logpush_job.audit': 'accounts/Example/audit',
      'edge_waf_migration.waf': 'example.com',
    });
    const { stdout } = await dir.plan();
    expect(stdout).toMatch(/zone_id += "e{32}"/);
    expect(stdout).toMatch(/Plan: 3 to import, 0 to add, 0 to change, 0 to destroy/);
    const { changes, outputs } = await dir.applyJson();
    expect(changes.filter((change) => !change.startsWith('import '))).toEqual([]);
    expect(outputs).toMatchObject({ zone_id: zoneId });
    declare('Example.com');
    expect((await dir.plan()).code).toBe(0);

    declare('twin.example');
    const ambiguous = await dir.run(['plan', '-input=false', '-no-color'], { expectCode: 1 });
    expect(ambiguous.stderr.replaceAll(/\s+/g, ' ')).toContain(
      `2 zones have the name "twin.example": ${twinId} (account "Example", ${accountId}), `,
    );
  });

  it('begin the ids of import blocks, and what Terraform generates from them plans and applies without a change', async () => {
    const { dir } = edge;
    declare('example.com');
    const main = JSON.parse(readFileSync(join(dir.path, 'cdk.tf.json'), 'utf8')) as Record<string, unknown>;
    const { resource, data, output, ...rest } = main;
    expect([resource, data, output]).not.toContain(undefined);
    dir.write('cdk.tf.json', JSON.stringify(rest));
    dir.write(
      'imports.tf',
      Object.entries(addresses)
        .map(([to, id]) => `import {\n  to = ${to}\n  id = "${id}"\n}\n`)
        .join(''),
    );
    await dir.init();
    await dir.run(['plan', '-input=false', '-no-color', '-generate-config-out=generated.tf']);
    expect(existsSync(join(dir.path, 'generated.tf'))).toBe(true);
    const { changes } = await dir.applyJson();
    expect([...changes].sort()).toEqual(
      Object.keys(addresses)
        .map((address) => `import ${address}`)
        .sort(),
    );
    expect((await dir.plan()).code).toBe(0);
    const calls = JSON.parse((await edge.emulator.control('GET', '/calls')).text) as { method: string }[];
    expect([...new Set(calls.map(({ method }) => method))]).toEqual(['GET']);

    forgetState(dir);
    dir.write('imports.tf', '');
    const health = 'edge_pool_notification_policy.health';
    await dir.run(['import', '-input=false', '-no-color', health, `accounts/Example/Health`]);
    const { stdout } = await dir.run(['plan', '-input=false', '-no-color', `-target=${health}`]);
    expect(stdout).toContain('No changes');
  });
});
