import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { CustomFieldsRuleset, LogpushJob, type LogpushJobProps } from '../../../lib';
import { pick } from '../../emulator/support';
import { jobsPath, listOf, zoneId } from '../../support/edge-stack';
import { describeWithNullProvider } from '../../support/null-provider/mirror';
import { childrenOf } from '../../support/processes';
import { saidIn, startProvisionerStack, type ProvisionerStack } from '../../support/provisioner-stack';

/** Processes are found in /proc. */
const onLinux = process.platform === 'linux' ? it : it.skip;

const posting = { method: 'POST', path: '/zones/*/logpush/jobs' };

describeWithNullProvider('a deploy through the runner that is disturbed', () => {
  let edge: ProvisionerStack;
  beforeEach(async () => {
    edge = await startProvisionerStack();
  });
  afterEach(() => edge.close());

  const declare = (job: Partial<LogpushJobProps> = {}) => {
    edge.declare((stack) => {
      const fields = new CustomFieldsRuleset(stack, 'fields', { zoneId, requestHeaders: ['x-a'] });
      new LogpushJob(stack, 'logs', {
        zoneId,
        name: 'logs',
        destinationConf: 'https://logs.example.com/in',
        fields: ['RayID', 'RequestHeaders'],
        dependsOn: [fields],
        ...job,
      });
    });
  };
  const begin = async () => {
    declare();
    await edge.dir.init();
  };
  const jobs = async () => listOf(await edge.emulator.result('GET', jobsPath));
  const fails = async () => saidIn(await edge.dir.apply([], { expectCode: 1 }));
  const everythingOnce = async () => {
    expect((await edge.dir.plan()).code).toBe(0);
    expect(await jobs()).toHaveLength(1);
    expect(await edge.entryPoints()).toHaveLength(1);
    expect(edge.memories()).toEqual([]);
  };

  it('tells what went wrong at the first step in the words of the service, and is repaired by the next', async () => {
    await begin();
    const message = 'creating a new job is not allowed: exceeded max jobs allowed';
    await edge.order({ kind: 'status', status: 400, code: 1004, message, match: posting });
    expect(await fails()).toMatch(
      /Error: local-exec provisioner error .* Error running command 'create': exit status 1\. Output: Error: Job limit of the zone reached zone_id: The job "logs" was not made: .* Delete one, or let one job deliver to both\. .*exceeded max jobs allowed/,
    );
    expect(await edge.writes()).toEqual(['POST rulesets', 'PUT rulesets/:id', 'POST logpush/jobs']);
    await edge.dir.apply();
    expect(await edge.writes()).toEqual(['POST logpush/jobs']);
    await everythingOnce();
  });

  it('is repaired after a change that failed, and tells the attribute', async () => {
    await begin();
    await edge.dir.apply();
    await edge.writes();
    declare({ filter: '{"where":{"and":[{"key":"EdgeResponseStatus","operator":"eq","value":"500"}]}}' });
    const message = 'bad predicate: EdgeResponseStatus';
    const match = { method: 'PUT', path: '/zones/*/logpush/jobs/*' };
    await edge.order({ kind: 'status', status: 400, code: 1004, message, match });
    expect(await fails()).toMatch(
      /Error running command 'apply': exit status 1\. Output: Error: Filter refused by the API filter: .*bad predicate/,
    );
    expect(await jobs()).toMatchObject([{ filter: null }]);
    await edge.dir.apply();
    expect(await edge.writes()).toEqual(['PUT logpush/jobs/:id', 'PUT logpush/jobs/:id']);
    expect(pick((await jobs())[0], 'filter')).toContain('EdgeResponseStatus');
    await everythingOnce();
  });

  it('says which credentials are missing', async () => {
    await begin();
    const { code, ...said } = await edge.dir.start(['apply', '-auto-approve', '-no-color'], {
      EDGE_API_TOKEN: '',
    }).finished;
    expect(code).toBe(1);
    expect(saidIn(said)).toContain(
      'Error: No credentials api_token: Set EDGE_API_TOKEN, or EDGE_API_EMAIL with EDGE_API_KEY, in the environment.',
    );
  });

  it('makes one object of each although every reply to a first write is lost', async () => {
    await begin();
    for (const path of ['/zones/*/rulesets', '/zones/*/logpush/jobs'])
      await edge.order({ kind: 'lost_reply', match: { method: 'POST', path } });
    await edge.order({ kind: 'lost_reply', match: { method: 'PUT', path: '/zones/*/rulesets/*' } });
    await edge.dir.apply();
    await everythingOnce();
  });

  onLinux('goes on with the ruleset that a killed runner left empty', async () => {
    await begin();
    await edge.order({ kind: 'hang', match: { method: 'PUT', path: '/zones/*/rulesets/*' } });
    await killRunnerAt('PUT', '/rulesets/');
    expect(await edge.entryPoints()).toHaveLength(1);
    await edge.dir.apply();
    await everythingOnce();
  });

  onLinux(
    'knows the job that a killed runner had made already for its own, also with other attributes',
    async () => {
      await begin();
      await edge.order({ kind: 'lost_reply', match: posting });
      // Three looks come before the write; the one after the lost reply never arrives.
      await edge.order({ kind: 'hang', skip: 3, match: { method: 'GET', path: '/zones/*/logpush/jobs' } });
      await killRunnerAt('POST', '/logpush/jobs');
      await edge.emulator.control('DELETE', '/faults');
      expect(await jobs()).toHaveLength(1);
      await edge.writes();
      declare({ enabled: false });
      await edge.dir.apply();
      expect(await edge.writes()).toEqual(['PUT logpush/jobs/:id']);
      await everythingOnce();
    },
  );

  onLinux('makes a change again that a killed runner had not made', async () => {
    await begin();
    await edge.dir.apply();
    declare({ enabled: false });
    await edge.order({ kind: 'hang', match: { method: 'PUT', path: '/zones/*/logpush/jobs/*' } });
    await killRunnerAt('PUT', '/logpush/jobs/');
    expect(await jobs()).toMatchObject([{ enabled: true }]);
    await edge.dir.apply();
    expect(await jobs()).toMatchObject([{ enabled: false }]);
    await everythingOnce();
  });

  onLinux('ends with terraform when it is interrupted, and goes on with the next apply', async () => {
    await begin();
    await edge.order({ kind: 'hang', match: { method: 'PUT', path: '/zones/*/rulesets/*' } });
    const { child, finished } = edge.dir.start(['apply', '-auto-approve', '-input=false', '-no-color']);
    await reached('PUT', '/rulesets/');
    const runners = childrenOf(child.pid);
    child.kill('SIGINT');
    expect((await finished).code).toBe(1);
    expect(runners.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]);
    await edge.dir.apply();
    await everythingOnce();
  });

  it('deletes what it could not delete the first time', async () => {
    await begin();
    await edge.dir.apply();
    await edge.order({ kind: 'status', status: 403, match: { method: 'DELETE' } });
    expect((await edge.dir.destroy({ expectCode: 1 })).code).toBe(1);
    expect(await jobs()).toHaveLength(1);
    await edge.dir.destroy();
    expect([...(await jobs()), ...(await edge.entryPoints()), ...edge.memories()]).toEqual([]);
  });

  /** Kills the runner, and not terraform, at a call that is on its way. */
  async function killRunnerAt(method: string, path: string): Promise<void> {
    await edge.calls();
    const { child, finished } = edge.dir.start(['apply', '-auto-approve', '-input=false', '-no-color']);
    await reached(method, path);
    await wait(300);
    const runners = childrenOf(child.pid);
    for (const pid of runners) process.kill(pid, 'SIGKILL');
    const outcome = await finished;
    expect({ runners: runners.length > 0, code: outcome.code }).toEqual({ runners: true, code: 1 });
    expect(saidIn(outcome)).toContain('signal: killed');
  }

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
