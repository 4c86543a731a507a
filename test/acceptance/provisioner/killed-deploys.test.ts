import { Resource } from '@cdktf/provider-null/lib/resource';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { LogpushJob } from '../../../lib';
import { jobsPath, listOf, zoneId } from '../../support/edge-stack';
import { describeWithNullProvider } from '../../support/null-provider/mirror';
import { childrenOf } from '../../support/processes';
import { saidIn, startProvisionerStack, type ProvisionerStack } from '../../support/provisioner-stack';

/** Processes are found in /proc. */
const onLinux = process.platform === 'linux' ? it : it.skip;

const applying = ['apply', '-auto-approve', '-input=false', '-no-color'];

/**
 * Whenever a resource has ended, Terraform saves its state, and in it the new triggers of a resource whose provisioner still runs. After a
 * kill that resource looks done.
 */
describeWithNullProvider('a deploy whose Terraform is killed when another resource has just ended', () => {
  let edge: ProvisionerStack;
  let version = 0;
  const isEnabled = () => version % 2 === 0;
  beforeEach(async () => {
    edge = await startProvisionerStack();
    version = 0;
    declareNext();
    await edge.dir.init();
  });

  /** The next version of the configuration. The other resource ends when there is the file `go`. */
  function declareNext(name = 'logs'): void {
    version += 1;
    edge.declare((stack) => {
      new LogpushJob(stack, 'logs', {
        zoneId,
        name,
        destinationConf: 'https://logs.example.com/in',
        fields: ['RayID'],
        enabled: isEnabled(),
      });
      new Resource(stack, 'other', {
        triggers: { version: String(version) },
        provisioners: [{ type: 'local-exec', command: 'until [ -e go ]; do sleep 0.02; done' }],
      });
    });
  }

  const savedState = () => {
    const path = join(edge.dir.path, 'terraform.tfstate');
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  };
  const isEnded = () =>
    new RegExp(`"edge:type": "edge_logpush_job",\\s+"enabled": "${String(isEnabled())}"`).test(savedState());

  /** Kills Terraform and the runner at a call of the job. Whether there was such a call: without one the apply ends. */
  async function killAt(call: number): Promise<boolean> {
    const go = join(edge.dir.path, 'go');
    rmSync(go, { force: true });
    await edge.order({ kind: 'hang', skip: call, match: { path: '/zones/*/logpush/**' } });
    await edge.calls();
    const { child: terraform, finished } = edge.dir.start(applying);
    const until = async (condition: () => boolean | Promise<boolean>) => {
      while (terraform.exitCode === null && !(await condition())) await wait(20);
    };
    const isReached = async () => listOf((await edge.emulator.control('GET', '/calls')).body).length > call;
    await until(async () => (await isReached()) || isEnded());
    const before = savedState();
    writeFileSync(go, '');
    await until(async () => (await isReached()) && savedState() !== before);
    const isKilled = terraform.exitCode === null;
    const runners = isKilled ? childrenOf(terraform.pid) : [];
    for (const pid of isKilled ? [Number(terraform.pid), ...runners] : []) process.kill(pid, 'SIGKILL');
    const outcome = await finished;
    if (!isKilled && outcome.code !== 0) throw new Error(saidIn(outcome));
    await edge.emulator.control('DELETE', '/faults');
    return isKilled;
  }

  /** Kills an apply at each call, each time with a new configuration, and looks at what the next apply has done. */
  async function killEach(begin: () => string | Promise<string>): Promise<void> {
    for (let call = 0; ; call += 1) {
      const name = await begin();
      const isKilled = await killAt(call);
      if (!isKilled) {
        expect(call).toBeGreaterThan(1);
        return;
      }
      await edge.dir.apply();
      const jobs = await edge.emulator.result('GET', jobsPath);
      expect({ call, jobs }).toMatchObject({ call, jobs: [{ name, enabled: isEnabled() }] });
      expect([(await edge.dir.plan()).code, edge.memories()]).toEqual([0, []]);
    }
  }

  onLinux('updates a job in the next apply, at whatever call it was', async () => {
    writeFileSync(join(edge.dir.path, 'go'), '');
    await edge.dir.apply();
    await killEach(() => {
      const name = `logs-${version}`;
      declareNext(name);
      return name;
    });
  });

  onLinux('makes one job, at whatever call it was', async () => {
    await killEach(async () => {
      await edge.dir.destroy();
      declareNext();
      return 'logs';
    });
  });
});
