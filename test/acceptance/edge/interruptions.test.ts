import { setTimeout as wait } from 'node:timers/promises';
import { CustomFieldsRuleset, LogpushJob } from '../../../lib';
import { textAt } from '../../emulator/support';
import { jobsPath, listOf, startEdgeStack, zoneId, type EdgeStack } from '../../support/edge-stack';
import { describeWithTerraform } from '../../support/terraform';

describeWithTerraform('an apply that is disturbed', () => {
  let edge: EdgeStack;
  beforeEach(async () => {
    edge = await startEdgeStack();
    edge.declare((stack) => {
      const fields = new CustomFieldsRuleset(stack, 'fields', { zoneId, requestHeaders: ['x-a'] });
      new LogpushJob(stack, 'logs', {
        zoneId,
        name: 'logs',
        destinationConf: 'https://logs.example.com/in',
        fields: ['RayID', 'RequestHeaders'],
        dependsOn: [fields],
      });
    });
    await edge.dir.init();
  });
  afterEach(() => edge.close());

  const order = (fault: object) => edge.emulator.control('POST', '/faults', fault);
  const everythingOnce = async () => {
    expect((await edge.dir.plan()).code).toBe(0);
    expect(await edge.emulator.result('GET', jobsPath)).toHaveLength(1);
    expect(await edge.entryPoints()).toHaveLength(1);
  };

  it('makes one object of each although every reply to a first write is lost', async () => {
    for (const path of ['/zones/*/rulesets', '/zones/*/logpush/jobs'])
      await order({ kind: 'lost_reply', match: { method: 'POST', path } });
    await order({ kind: 'lost_reply', match: { method: 'PUT', path: '/zones/*/rulesets/*' } });
    await edge.dir.apply();
    await everythingOnce();
  });

  it('converges with the next apply when Terraform is killed between the ruleset and its rule', async () => {
    await order({ kind: 'hang', match: { method: 'PUT', path: '/zones/*/rulesets/*' } });
    const { child, finished } = edge.dir.start(['apply', '-auto-approve', '-input=false', '-no-color']);
    await reached('PUT', '/rulesets/');
    child.kill('SIGKILL');
    await finished;
    expect(await edge.entryPoints()).toHaveLength(1);
    await edge.dir.apply(['-lock=false']);
    await everythingOnce();
  });

  it('warns of the job that a killed Terraform left behind, which can be imported then', async () => {
    await order({ kind: 'lost_reply', match: { method: 'POST', path: '/zones/*/logpush/jobs' } });
    // Plan, plan again at apply and the look before the write have their lists; the one that
    // shows the job to have been made never arrives: that is the moment to be killed.
    await order({ kind: 'hang', skip: 3, match: { method: 'GET', path: '/zones/*/logpush/jobs' } });
    const { child, finished } = edge.dir.start(['apply', '-auto-approve', '-input=false', '-no-color']);
    await reached('POST', '/logpush/jobs');
    await wait(300);
    child.kill('SIGKILL');
    await finished;
    await edge.emulator.control('DELETE', '/faults');
    const [job] = listOf(await edge.emulator.result('GET', jobsPath));
    const id = `${zoneId}/${textAt(job, 'id')}`;
    const { stdout } = await edge.dir.plan();
    expect(stdout).toMatch(/Warning: Such a job is there already/);
    expect(stdout.replace(/\s+/g, ' ')).toContain(`Import it with the id ${id}`);
    await edge.dir.run(['import', '-input=false', 'edge_logpush_job.logs', id]);
    await edge.dir.apply();
    await everythingOnce();
  });

  it('saves what it made when it is interrupted politely', async () => {
    await order({ kind: 'hang', match: { method: 'PUT', path: '/zones/*/rulesets/*' } });
    const { child, finished } = edge.dir.start(['apply', '-auto-approve', '-input=false', '-no-color']);
    await reached('PUT', '/rulesets/');
    child.kill('SIGINT');
    expect((await finished).code).toBe(1);
    expect((await edge.dir.run(['state', 'list'])).stdout).toContain('edge_custom_fields_ruleset.fields');
    await edge.dir.apply();
    await everythingOnce();
  });

  async function reached(method: string, path: string): Promise<void> {
    const deadline = Date.now() + 30_000;
    while (Date.now() < deadline) {
      const { body } = await edge.emulator.control('GET', '/calls');
      const calls = Array.isArray(body) ? (body as { method: string; path: string }[]) : [];
      if (calls.some((call) => call.method === method && call.path.includes(path))) return;
      await wait(50);
    }
    throw new Error(`no ${method} ${path} within 30 seconds`);
  }
});
