import { DataResource, Fn, TerraformVariable, Token, type TerraformStack } from 'cdktf';
import { join } from 'node:path';
import {
  CustomFieldsRuleset,
  LogOutput,
  LogpushJob,
  OutputType,
  PoolNotificationPolicy,
  WafMigration,
  WafMigrationTarget,
  WafRuleAction,
} from '../../../lib';
import { pick, textAt } from '../../emulator/support';
import { accountId, filesWith, jobsPath, listOf, rulesetsPath, zoneId } from '../../support/edge-stack';
import { describeWithNullProvider } from '../../support/null-provider/mirror';
import { makePools, policiesPath, poolIds } from '../../support/pool-stack';
import { saidIn, startProvisionerStack, type ProvisionerStack } from '../../support/provisioner-stack';
import { managedRule, migrationPath, overridesIn, packages, rulesOf } from '../../support/waf-stack';
import type { LogFieldName } from '../../../lib/logs';

const migrating = 'PUT rulesets/phases/http_request_firewall_managed/entrypoint';

/** Quotes, backslashes, lines, other scripts, and what looks like a template: as HCL has it, and as it is meant. */
const written =
  'a "quote", it\'s \\ and \\n\nnext\tline, $${no.expression}, %%{if no}, $ 5% # äß漢字🦀\u2028.';
const meant = written.replace('$${', '${').replace('%%{', '%{');

interface Version {
  readonly name: string;
  readonly enabled: boolean;
  readonly headers: string[];
  readonly cookies: string[];
  readonly emailAddresses: string[];
  readonly rule: number;
}

const first: Version = {
  name: 'logs',
  enabled: true,
  headers: ['x-b', 'x-a'],
  cookies: ['d', 'c'],
  emailAddresses: ['ops@example.com', 'more@example.com'],
  rule: 1,
};
const reordered: Version = {
  ...first,
  headers: [...first.headers].reverse(),
  cookies: [...first.cookies].reverse(),
  emailAddresses: [...first.emailAddresses].reverse(),
};
const changed: Version = {
  name: 'renamed',
  enabled: false,
  headers: ['x-a', 'x-c'],
  cookies: first.cookies,
  emailAddresses: ['ops@example.com'],
  rule: 2,
};

describeWithNullProvider('the four resources through null_resource and local-exec', () => {
  let edge: ProvisionerStack;
  beforeEach(async () => {
    const pools = makePools(2, (index) => `pool-${index}@legacy.example`);
    edge = await startProvisionerStack({ plan: 'enterprise', waf: { packages } }, { pools });
  });

  const declare = (version: Version) => {
    edge.declare((stack) => {
      build(stack, version);
    });
  };
  const run = async (secret: string, args: readonly string[], expectCode = 0) => {
    const { code, ...output } = await edge.dir.start(args, {
      TF_VAR_key: secret,
      TF_LOG: 'trace',
      TF_LOG_PATH: join(edge.dir.path, 'trace.log'),
    }).finished;
    expect(output.stdout + output.stderr).not.toContain('canary');
    const said = saidIn(output);
    expect({ code, said }).toEqual({ code: expectCode, said });
    return said;
  };
  const apply = (secret: string) => run(secret, ['apply', '-auto-approve', '-input=false', '-no-color']);
  const only = async (path: string) => {
    const [found, ...rest] = listOf(await edge.emulator.result('GET', path));
    expect(rest).toEqual([]);
    return found;
  };
  const keyOf = (job: unknown) =>
    new URL(textAt(job, 'destination_conf')).searchParams.get('secret-access-key');
  const ruleset = async () => {
    const [found] = await edge.entryPoints();
    return edge.emulator.result('GET', `${rulesetsPath}/${textAt(found, 'id')}`);
  };
  const headersOf = (found: unknown) =>
    listOf(pick(found, 'rules', 0, 'action_parameters', 'request_fields')).map((each) =>
      textAt(each, 'name'),
    );
  const emailsOf = (policy: unknown) =>
    listOf(pick(policy, 'mechanisms', 'email')).map((each) => textAt(each, 'id'));

  it('are created, unchanged, changed in place and destroyed in the order of their dependencies', async () => {
    declare(first);
    await edge.dir.init();
    await run('canary-one', ['plan', '-input=false', '-no-color', '-out=plan.bin']);
    const plan = JSON.parse((await edge.dir.run(['show', '-json', 'plan.bin'])).stdout) as object;
    // Terraform itself puts variables into a plan that are not ephemeral.
    expect(JSON.stringify({ ...plan, variables: {} })).not.toContain('canary');
    expect(pick(plan, 'variables', 'key', 'value')).toBe('canary-one');

    const said = await run('canary-one', ['apply', '-input=false', '-no-color', 'plan.bin']);
    expect(said).toContain(': clears 2 legacy e-mails');
    expect(said).toContain('Warning: WAF migration is irreversible');
    // Terraform has no log of a step: with its level in the environment, the step prints the lines.
    expect(said).toMatch(
      /POST \/zones\/\w+\/logpush\/jobs operation=\w+ operation_id=1 resource_type=edge_logpush_job [^ ]+ name=logs-7 status=200 attempt=1 .*? ray_id=\w+-EMU /,
    );
    expect(await edge.writes()).toEqual([
      'POST rulesets',
      'PUT rulesets/:id',
      'POST logpush/jobs',
      'POST alerting/v3/policies',
      'PATCH load_balancers/pools/:id',
      'PATCH load_balancers/pools/:id',
      migrating,
    ]);
    const job = await only(jobsPath);
    expect(job).toMatchObject({
      name: 'logs-7',
      enabled: true,
      output_options: {
        field_names: expect.arrayContaining(['RayID', 'ClientIP', 'EdgeResponseStatus']) as unknown,
        sample_rate: 0.25,
        output_type: 'csv',
        batch_prefix: '"RayID",\'ClientIP\' ${a}\n',
        record_suffix: '|\n',
        'CVE-2021-44228': true,
      },
    });
    expect(keyOf(job)).toBe('canary-one');
    expect(JSON.parse(textAt(job, 'filter'))).toEqual({
      where: { and: [{ key: 'EdgeResponseStatus', operator: 'eq', value: '503' }] },
    });
    const made = await ruleset();
    expect(textAt(made, 'description')).toBe(`${meant}the "end" \${`);
    expect(headersOf(made).sort()).toEqual(['x-a', 'x-b']);
    const policy = await only(policiesPath);
    expect(emailsOf(policy).sort()).toEqual(['more@example.com', 'ops@example.com']);
    expect(await edge.emulator.result('GET', `${migrationPath}/status`)).toMatchObject({
      migration_state: 'complete',
      old_waf_status: 'disabled',
    });
    await edge.calls();

    declare(reordered);
    // Terraform sees an order in a variable alone, and the runner sees that it makes no difference.
    expect(await apply('canary-one')).toMatch(
      /edge_custom_fields_ruleset \S+ "\S+"\) is unchanged\..* 2 added/,
    );
    expect((await edge.calls()).filter((call) => !call.startsWith('GET rulesets'))).toEqual([]);

    declare(changed);
    expect(await apply('canary-two')).toContain('Updated edge_logpush_job');
    expect(await edge.writes()).toEqual([
      'PUT rulesets/:id',
      'PUT logpush/jobs/:id',
      'PUT alerting/v3/policies/:id',
      migrating,
    ]);
    const renamed = await only(jobsPath);
    expect(renamed).toMatchObject({ id: pick(job, 'id'), name: 'renamed-7', enabled: false });
    expect(keyOf(renamed)).toBe('canary-two');
    expect(headersOf(await ruleset()).sort()).toEqual(['x-a', 'x-c']);
    const updated = await only(policiesPath);
    expect([pick(updated, 'id'), emailsOf(updated)]).toEqual([pick(policy, 'id'), ['ops@example.com']]);
    const overrides = overridesIn(await rulesOf(edge.emulator));
    expect(overrides).toContainEqual({ id: managedRule(2), action: 'log' });
    expect(overrides).not.toContainEqual({ id: managedRule(1), action: 'log' });
    await run('canary-two', ['plan', '-detailed-exitcode', '-input=false', '-no-color']);
    expect([edge.memories(), filesWith(edge.dir.path, 'canary-')]).toEqual([[], ['plan.bin']]);
    await edge.calls();

    const ended = await run('canary-two', ['destroy', '-auto-approve', '-input=false', '-no-color']);
    expect(ended).toContain(`Warning: Zone ${zoneId} remains migrated`);
    expect(await edge.writes()).toEqual([
      'DELETE alerting/v3/policies/:id',
      'DELETE logpush/jobs/:id',
      'DELETE rulesets/:id/rules/:id',
      'DELETE rulesets/:id',
    ]);
    expect(await edge.emulator.result('GET', jobsPath)).toEqual([]);
    expect(await edge.emulator.result('GET', policiesPath)).toEqual([]);
    expect([await edge.entryPoints(), edge.memories()]).toEqual([[], []]);
    expect(filesWith(edge.dir.path, 'canary-')).toEqual(['plan.bin']);
  });
});

/** Each depends on the one before. Attributes are literals, variables and values of other resources, of every type. */
function build(stack: TerraformStack, version: Version): void {
  const inputs = new DataResource(stack, 'inputs', {
    input: { zone: zoneId, rate: 0.25, fields: ['EdgeResponseStatus'], enabled: true, status: '503' },
  });
  const input = (name: string) => inputs.interpolationForAttribute(`output.${name}`);
  const variable = (name: string, type: string, value?: unknown) =>
    new TerraformVariable(stack, name, { type, default: value, sensitive: value === undefined });

  const fields = new CustomFieldsRuleset(stack, 'fields', {
    zoneId: Token.asString(input('zone')),
    requestHeaders: variable('names', 'list(string)', version.headers).listValue,
    cookies: version.cookies,
    description: `${written}${variable('suffix', 'string', 'the "end" ${').stringValue}`,
  });
  const job = new LogpushJob(stack, 'logs', {
    zoneId: Token.asString(input('zone')),
    name: `${version.name}-${variable('number', 'number', 7).numberValue}`,
    destinationConf: 'r2://bucket/logs?account-id=1',
    destinationCredentials: {
      'access-key-id': 'an-${join("", ["id"])}',
      'secret-access-key': variable('key', 'string').stringValue,
    },
    fields: ['RayID', 'ClientIP', Token.asString(input('fields[0]')) as LogFieldName],
    sampleRate: Token.asNumber(input('rate')),
    enabled: version.enabled ? input('enabled') : false,
    filter: Fn.jsonencode({
      where: { and: [{ key: 'EdgeResponseStatus', operator: 'eq', value: input('status') }] },
    }),
    output: LogOutput.outputOptions({
      outputType: OutputType.CSV,
      batchPrefix: '"RayID",\'ClientIP\' $${a}\n',
      recordSuffix: Token.asString('${join("", ["|", "\\n"])}'),
      cve202144228: true,
    }),
    dependsOn: [fields],
  });
  const policy = new PoolNotificationPolicy(stack, 'health', {
    accountId,
    name: 'Health of pools',
    emailAddresses: version.emailAddresses,
    poolIds: poolIds(2),
    acceptLostRecipients: true,
    dependsOn: [job],
  });
  new WafMigration(stack, 'waf', {
    zoneId,
    target: WafMigrationTarget.COMPLETE,
    acknowledgeIrreversible: true,
    ruleOverrides: [{ ruleId: managedRule(version.rule), action: WafRuleAction.LOG }],
    expectedPrevious: {
      packageSensitivities: { a25a9a7e9c00afc1fb2e0245519d725b: 'high' },
      rules: { [managedRule(0xcafe)]: 'simulate' },
    },
    dependsOn: [policy],
  });
}
