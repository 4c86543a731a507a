import { TerraformOutput, type TerraformStack } from 'cdktf';
import { CustomFieldsRuleset, LogpushJob, WafMigration, WafMigrationTarget } from '../../../lib';
import type { Fixture } from '../../../lib/emulator';
import { accountId, makeWorld, startEdgeStack, zoneId, type EdgeStack } from '../../support/edge-stack';
import { describeWithTerraform } from '../../support/terraform';

const twinId = '9'.repeat(32);
const managed = 'efb7b8c949ac4650a09736fc376e9aee';
const destination = 'https://logs.example.com/in';
/** A zone and an account with objects to import, and a zone of the same name in another account. */
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
  };
  const account = {
    jobs: [
      {
        ...{ id: 9, name: 'audit', enabled: true, dataset: 'audit_logs' },
        ...{ destination_conf: destination, logpull_options: 'fields=When' },
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

describeWithTerraform('zones and accounts by name', () => {
  let edge: EdgeStack;
  beforeEach(async () => {
    edge = await startEdgeStack({}, {}, { fixture: world() });
  });

  /** What `importFrom` names is imported; without it, the objects would be created. */
  const declare = (zoneName: string, imports: Readonly<Record<string, string>> = {}) => {
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
});
