import { TerraformOutput, type TerraformStack } from 'cdktf';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  CustomFieldsRuleset,
  LogpushJob,
  TimestampFormat,
  type LogpushJobProps,
  LogField,
  LogDataset,
} from '../../../lib';
import { pick, textAt } from '../../emulator/support';
import {
  forgetState,
  jobsPath,
  rulesetsPath,
  startEdgeStack,
  zoneId,
  type EdgeStack,
} from '../../support/edge-stack';
import { describeWithTerraform } from '../../support/terraform';

const first = 's3://first/logs/{DATE}?region=eu-central-1';
const second = 's3://second/logs?region=eu-central-1';

const exchanges = [200, 503]
  .map((status) =>
    JSON.stringify({
      request: {
        headers: [
          ['X-Request-Id', `id-${status}`],
          ['Cookie', 'sessionId=s1; other=o'],
        ],
      },
      response: { headers: [['Server-Timing', 'cpu;dur=1']] },
      fields: {
        RayID: `ray-${status}`,
        EdgeResponseStatus: status,
        EdgeStartTimestamp: '2026-01-02T03:04:05Z',
      },
    }),
  )
  .join('\n');

describeWithTerraform('log delivery with custom fields', () => {
  let edge: EdgeStack;
  beforeEach(async () => {
    edge = await startEdgeStack();
  });

  const declare = (more: Partial<LogpushJobProps> & { fieldNames?: string[] }, imports = false) => {
    const { fieldNames = ['X-Request-Id'], ...job } = more;
    edge.declare((stack: TerraformStack) => {
      const fields = new CustomFieldsRuleset(stack, 'fields', {
        zoneId,
        requestHeaders: fieldNames,
        responseHeaders: ['Server-Timing'],
        cookies: ['sessionId'],
      });
      const logs = new LogpushJob(stack, 'logs', {
        zoneId,
        name: 'failures',
        destinationConf: first,
        fields: ['RayID', 'EdgeResponseStatus', 'RequestHeaders', 'ResponseHeaders', 'Cookies'],
        timestampFormat: TimestampFormat.RFC3339,
        filter: '{"where":{"or":[{"key":"EdgeResponseStatus","operator":"geq","value":"500"}]}}',
        dependsOn: [fields],
        ...job,
      });
      if (imports) {
        fields.importFrom(`${zoneId}/http_log_custom_fields`);
        logs.importFrom(`${zoneId}/failures`);
      }
      new TerraformOutput(stack, 'job_id', { value: logs.id });
      new TerraformOutput(stack, 'ruleset_version', { value: fields.version });
    });
  };
  const jobs = () => edge.emulator.result('GET', jobsPath);
  const rulesetAndJob = ['edge_custom_fields_ruleset.fields', 'edge_logpush_job.logs'];

  it('is created, delivers, is imported, updated in place, repaired, replaced and destroyed', async () => {
    const { dir, emulator } = edge;
    declare({ ownershipChallenge: await edge.proveOwnership(first) });
    const lock = readFileSync(join(dir.path, '.terraform.lock.hcl'), 'utf8');
    await dir.init();
    expect(readFileSync(join(dir.path, '.terraform.lock.hcl'), 'utf8')).toBe(lock);

    const { outputs: made } = await dir.applyJson();
    const jobId = textAt(made, 'job_id');
    expect(await jobs()).toMatchObject([{ id: Number(jobId), name: 'failures', enabled: true }]);
    expect(pick(made, 'ruleset_version')).toEqual(expect.stringMatching(/^\d+$/));
    await emulator.control('POST', `/zones/${zoneId}/requests`, exchanges);
    expect(edge.deliveredTo('first')).toEqual([
      {
        RayID: 'ray-503',
        EdgeResponseStatus: 503,
        RequestHeaders: { 'x-request-id': 'id-503' },
        ResponseHeaders: { 'server-timing': 'cpu;dur=1' },
        Cookies: { sessionId: 's1' },
      },
    ]);

    // By intent, in a state that knows nothing; the challenge is not needed again.
    forgetState(dir);
    declare({}, true);
    expect((await dir.applyJson()).changes).toEqual(rulesetAndJob.map((address) => `import ${address}`));
    expect((await dir.plan()).code).toBe(0);

    const moved = {
      fieldNames: ['X-Request-Id', 'X-Trace'],
      filter: undefined,
      fields: [LogField.RayID, LogField.RequestHeaders],
      destinationConf: second,
    };
    declare({ ...moved, ownershipChallenge: await edge.proveOwnership(second) });
    expect((await dir.applyJson()).changes).toEqual(rulesetAndJob.map((address) => `update ${address}`));
    expect(await jobs()).toMatchObject([{ id: Number(jobId), destination_conf: second, filter: null }]);
    await emulator.control('POST', `/zones/${zoneId}/requests`, exchanges);
    expect(edge.deliveredTo('second')).toEqual([
      { RayID: 'ray-200', RequestHeaders: { 'x-request-id': 'id-200' } },
      { RayID: 'ray-503', RequestHeaders: { 'x-request-id': 'id-503' } },
    ]);

    declare(moved);
    await emulator.result('PUT', `${jobsPath}/${jobId}`, { enabled: false });
    const [ruleset] = await edge.entryPoints();
    await emulator.result('DELETE', `${rulesetsPath}/${textAt(ruleset, 'id')}`);
    expect(await dir.applyJson()).toMatchObject({
      drifted: ['delete edge_custom_fields_ruleset.fields', 'update edge_logpush_job.logs'],
      changes: ['create edge_custom_fields_ruleset.fields', 'update edge_logpush_job.logs'],
    });
    expect(await jobs()).toMatchObject([{ id: Number(jobId), enabled: true }]);
    expect(await edge.entryPoints()).toHaveLength(1);

    const firewall = { ...moved, dataset: LogDataset.FIREWALL_EVENTS, fields: [LogField.Action] };
    declare({ ...firewall, ownershipChallenge: await edge.proveOwnership(second) });
    expect((await dir.applyJson()).changes).toEqual(['replace edge_logpush_job.logs']);
    expect(await jobs()).toMatchObject([{ dataset: 'firewall_events' }]);

    await dir.destroy();
    expect(await jobs()).toEqual([]);
    expect(await edge.entryPoints()).toEqual([]);
  });

  it('is removed from the state, as the errors say, when its zone was deleted', async () => {
    const { dir, emulator } = edge;
    const destinationConf = 's3://first/logs?endpoint=storage.example';
    declare({ destinationConf });
    await dir.init();
    await dir.apply();
    const gone = { kind: 'status', status: 404, code: 7003, message: `Could not route to /zones/${zoneId}` };
    await emulator.control('POST', '/faults', { ...gone, times: 1000, match: { path: `/zones/${zoneId}` } });

    const plan = await dir.run(['plan', '-input=false', '-no-color'], { expectCode: 1 });
    expect(plan.stderr).toMatch(/Unknown zone, or wrong API[^]*with edge_custom_fields_ruleset.fields/);
    edge.declare(() => undefined);
    for (const args of [[], ['-refresh=false']]) {
      const { stderr } = await dir.apply(args, { expectCode: 1 });
      expect(stderr).toMatch(/If the zone was deleted[^]*`terraform\s+state\s+rm\s+<address>`/);
    }
    const [, filter = ''] = /\n +terraform show -json \| jq -r '(.+)'\n/.exec(plan.stderr) ?? [];
    const { stdout } = await dir.run(['show', '-json']);
    const addresses = execFileSync('jq', ['-r', filter], { encoding: 'utf8', input: stdout })
      .trim()
      .split('\n');
    expect(addresses.sort()).toEqual(rulesetAndJob);
    await dir.run(['state', 'rm', ...addresses]);
    await dir.apply();
  });
});
