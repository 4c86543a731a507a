import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { childrenOf } from '../../support/processes';
import { describeWithTerraform } from '../../support/terraform';
import { startTerraformStage, type TerraformStage } from './support';

const isLinux = process.platform === 'linux';
const apply = ['apply', '-auto-approve', '-no-color', '-input=false'];

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await wait(20);
}

/** Whether a process is there; one that only waits to be reaped has no command line. */
function isRunning(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
  } catch {
    return false;
  }
}

describeWithTerraform('an apply that is interrupted', () => {
  let stage: TerraformStage;
  beforeAll(async () => {
    stage = await startTerraformStage();
  });

  it('cancels the calls in progress, and saves what exists', async () => {
    stage.declare({ a: { name: 'slow' } });
    const { child, finished } = stage.dir.start(apply);
    await until(() => stage.things.events().includes('slow began'));
    child.kill('SIGINT');
    expect((await finished).code).toBe(1);
    expect(stage.things.events()).toContain('slow was cancelled');
    const state = readFileSync(join(stage.dir.path, 'terraform.tfstate'), 'utf8');
    expect(JSON.parse(state)).toMatchObject({
      resources: [{ instances: [{ status: 'tainted', attributes: { id: 'thing-1', name: 'slow' } }] }],
    });
  });

  // Only Linux shows in /proc which processes another one has started.
  (isLinux ? it : it.skip)('leaves no plugin behind when Terraform is killed', async () => {
    stage.declare({ b: { name: 'slow' } });
    const { child, finished } = stage.dir.start([...apply, '-state=other.tfstate']);
    const began = () => stage.things.events().split('slow began').length - 1;
    const before = began();
    await until(() => began() > before);
    const plugins = childrenOf(child.pid);
    expect(plugins.filter(isRunning)).not.toEqual([]);
    child.kill('SIGKILL');
    await finished;
    await until(() => !plugins.some(isRunning));
  });
});
