import { TerraformOutput, type TerraformStack } from 'cdktf';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CustomFieldsRuleset, LogpushJob, TimestampFormat, type LogpushJobProps } from '../../../lib';
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
  afterEach(() => edge.close());

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
  const outputs = async () => JSON.parse((await edge.dir.run(['output', '-json'])).stdout) as unknown;
  const jobs = () => edge.emulator.result('GET', jobsPath);
  const planned = async () => (await edge.dir.plan()).stdout;

  it('is created, delivers, is imported, changed in place, repaired, made anew, replaced and destroyed', async () => {
    const { dir, emulator } = edge;
    declare({ ownershipChallenge: await edge.proveOwnership(first) });
    const lock = readFileSync(join(dir.path, '.terraform.lock.hcl'), 'utf8');
    await dir.init();
    expect(readFileSync(join(dir.path, '.terraform.lock.hcl'), 'utf8')).toBe(lock);

    await dir.apply();
    expect((await dir.plan()).code).toBe(0);
    const made = await outputs();
    const jobId = textAt(made, 'job_id', 'value');
    expect(await jobs()).toMatchObject([{ id: Number(jobId), name: 'failures', enabled: true }]);
    expect(pick(made, 'ruleset_version', 'value')).toEqual(expect.stringMatching(/^\d+$/));

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

    // By intent, then by id, in a state that knows nothing; the challenge is not needed again.
    forgetState(dir);
    declare({}, true);
    const importing = await planned();
    expect(importing).toContain('Plan: 2 to import, 0 to add, 0 to change, 0 to destroy.');
    await dir.apply();
    expect((await dir.plan()).code).toBe(0);
    await dir.run(['state', 'rm', 'edge_logpush_job.logs']);
    declare({});
    await dir.run(['import', '-input=false', 'edge_logpush_job.logs', `${zoneId}/${jobId}`]);
    expect((await dir.plan()).code).toBe(0);

    const moved = {
      fieldNames: ['X-Request-Id', 'X-Trace'],
      filter: undefined,
      fields: ['RayID', 'RequestHeaders'],
      destinationConf: second,
    };
    declare({ ...moved, ownershipChallenge: await edge.proveOwnership(second) });
    expect(await planned()).toContain('Plan: 0 to add, 2 to change, 0 to destroy.');
    await dir.apply();
    expect((await dir.plan()).code).toBe(0);
    expect(await jobs()).toMatchObject([{ id: Number(jobId), destination_conf: second, filter: null }]);
    await emulator.control('POST', `/zones/${zoneId}/requests`, exchanges);
    expect(edge.deliveredTo('second')).toEqual([
      { RayID: 'ray-200', RequestHeaders: { 'x-request-id': 'id-200' } },
      { RayID: 'ray-503', RequestHeaders: { 'x-request-id': 'id-503' } },
    ]);

    declare(moved);
    await emulator.result('PUT', `${jobsPath}/${jobId}`, { enabled: false });
    const drifted = await planned();
    expect(drifted).toMatch(/enabled\s+= false -> true/);
    await dir.apply();
    expect(await jobs()).toMatchObject([{ id: Number(jobId), enabled: true }]);

    const [ruleset] = await edge.entryPoints();
    await emulator.result('DELETE', `${rulesetsPath}/${textAt(ruleset, 'id')}`);
    expect(await planned()).toMatch(/edge_custom_fields_ruleset\.fields will be created/);
    await dir.apply();
    expect((await dir.plan()).code).toBe(0);

    const firewall = { ...moved, dataset: 'firewall_events', fields: ['Action'] };
    declare({ ...firewall, ownershipChallenge: await edge.proveOwnership(second) });
    expect(await planned()).toMatch(
      /edge_logpush_job\.logs must be replaced[^]*dataset\s+= "http_requests" -> "firewall_events" # forces/,
    );
    await dir.apply();
    expect(await jobs()).toMatchObject([{ dataset: 'firewall_events' }]);

    await dir.destroy();
    expect(await jobs()).toEqual([]);
    expect(await edge.entryPoints()).toEqual([]);
  });
});
