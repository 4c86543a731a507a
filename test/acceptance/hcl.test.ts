import { execFile } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pick } from '../emulator/support';
import { accountId, startEdgeStack, zoneId, type EdgeStack } from '../support/edge-stack';
import { describeWithTerraform } from '../support/terraform';
import { packages } from '../support/waf-stack';

const root = join(__dirname, '../..');
const example = join(root, 'examples/hcl');
const command = join(root, 'dist/cli/main.js');
const destination = 's3://edge-logs/http/{DATE}?region=eu-central-1';
const poolId = 'c'.repeat(32);
const pool = {
  id: poolId,
  name: 'primary',
  origins: [{ name: 'one', address: '192.0.2.1' }],
  notification_email: 'old@example.com',
};

describeWithTerraform('examples/hcl', () => {
  let edge: EdgeStack;
  beforeAll(async () => {
    edge = await startEdgeStack({ plan: 'enterprise', waf: { packages } }, { pools: [pool] });
    for (const name of readdirSync(example).filter((each) => each.endsWith('.tf')))
      copyFileSync(join(example, name), join(edge.dir.path, name));
  });

  const legacyEmail = async () =>
    pick(
      await edge.emulator.result('GET', `/accounts/${accountId}/load_balancers/pools/${poolId}`),
      'notification_email',
    );

  const runCommand = (...parameters: string[]) =>
    promisify(execFile)(process.execPath, [command, ...parameters], {
      cwd: edge.dir.path,
      env: {
        ...process.env,
        TF_CLI_CONFIG_FILE: devNull,
        EDGE_BASE_URL: edge.emulator.url,
        EDGE_API_TOKEN: edge.emulator.token,
      },
    });

  it('is deployed with the installed provider, and destroyed', async () => {
    const { dir, emulator } = edge;
    const { stdout } = await runCommand('provider', 'install');
    const lock = () => readFileSync(join(dir.path, '.terraform.lock.hcl'), 'utf8');
    const installed = lock();
    // The printed block and the guide have the version of the example.
    const [, version = ''] = /version = "(.*)"/.exec(stdout) ?? [];
    for (const file of [join(example, 'main.tf'), join(root, 'docs/hcl.md')])
      expect(readFileSync(file, 'utf8')).toContain(`version = "${version}"`);

    dir.write(
      'terraform.tfvars.json',
      JSON.stringify({
        account_id: accountId,
        zone_id: zoneId,
        destination,
        ownership_challenge: await edge.proveOwnership(destination),
        on_call: ['on-call@example.com'],
        migrate_waf: true,
      }),
    );
    await dir.run(['init', '-input=false', '-no-color', '-lockfile=readonly']);
    expect(lock()).toBe(installed);

    const diagnosis = JSON.parse((await runCommand('provider', 'doctor', '--json')).stdout) as {
      checks: { name: string; status: string }[];
    };
    expect(diagnosis.checks.filter(({ status }) => status !== 'ok')).toEqual([]);
    // Whose calls need the ids of terraform.tfvars.json.
    expect(diagnosis.checks.filter(({ name }) => name === 'permissions')).toHaveLength(4);

    const { changes, outputs, diagnostics } = await dir.applyJson();
    expect(changes).toEqual([
      'create edge_custom_fields_ruleset.fields',
      'create edge_logpush_job.failures',
      'create edge_pool_notification_policy.health',
      'create edge_waf_migration.waf[0]',
    ]);
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(outputs).toMatchObject({ pools_left: 0, waf_state: 'validation' });
    expect(await legacyEmail()).toBe('');
    expect((await dir.plan()).code).toBe(0);

    const exchange = {
      request: { headers: [['X-Request-Id', 'id-1']] },
      response: {},
      fields: { RayID: 'ray-1', EdgeResponseStatus: 503, EdgeStartTimestamp: '2026-01-02T03:04:05Z' },
    };
    await emulator.control('POST', `/zones/${zoneId}/requests`, JSON.stringify(exchange));
    expect(edge.deliveredTo('edge-logs')).toMatchObject([
      { RayID: 'ray-1', RequestHeaders: { 'x-request-id': 'id-1' } },
    ]);

    await dir.destroy();
    expect(await emulator.result('GET', `/zones/${zoneId}/logpush/jobs`)).toEqual([]);
  });
});
