import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { describeWithTerraform } from '../../support/terraform';
import { setTheStage, type Stage } from './support';

const isLinux = process.platform === 'linux';

async function until(what: string, holds: () => boolean, timeoutMs = 20_000): Promise<void> {
  const start = Date.now();
  while (!holds()) {
    if (Date.now() - start > timeoutMs) throw new Error(`${what}: not within ${timeoutMs} ms`);
    await wait(50);
  }
}

/** The processes that run a file, from /proc. */
function processesOf(file: string): string[] {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'utf8')
        .split('\0')
        .some((part) => part.endsWith(file));
    } catch {
      return false;
    }
  });
}

describeWithTerraform('an apply that is interrupted', () => {
  let stage: Stage;
  beforeEach(async () => {
    stage = await setTheStage();
  });
  afterEach(() => {
    stage.remove();
  });

  it('cancels what is under way, and saves what exists', async () => {
    stage.declare({ a: { name: 'slow' } });
    const { child, finished } = stage.dir.start(['apply', '-auto-approve', '-no-color', '-input=false']);
    await until('the slow create begins', () => stage.events().includes('slow began'));
    child.kill('SIGINT');
    const { code } = await finished;
    expect(code).toBe(1);
    expect(stage.events()).toContain('slow was cancelled');
    expect(await stage.attributes('a')).toMatchObject({ id: 'thing-1', name: 'slow' });

    await stage.dir.destroy();
    expect(stage.ids()).toEqual([]);
  });

  // Only Linux shows in /proc which processes run a file.
  (isLinux ? it : it.skip)('leaves no plugin behind when Terraform is killed', async () => {
    stage.declare({ a: { name: 'slow' } });
    const { child, finished } = stage.dir.start(['apply', '-auto-approve', '-no-color', '-input=false']);
    const isThere = () =>
      processesOf(stage.plugin).length > 0 || processesOf('terraform-provider-fake_v0.1.0').length > 0;
    await until('the slow create begins', () => stage.events().includes('slow began'));
    expect(isThere()).toBe(true);
    child.kill('SIGKILL');
    await finished;
    await until('the plugin ends', () => !isThere(), 2_000);
  });
});
