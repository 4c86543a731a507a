import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serve } from '../../cli/serve';
import { runInProcess, type Result } from '../../cli/support';
import { pick, textAt, type Running } from '../../emulator/support';
import { listOf } from '../../support/edge-stack';
import { GeneratedProject } from '../../support/generated-project';
import { countEach, makePools, poolIds } from '../../support/pool-stack';
import { describeWithTerraform } from '../../support/terraform';
import { makeFolder } from '../../support/folder';

const shop = { id: 'a'.repeat(32), name: 'Shop' };
const blog = { id: 'b'.repeat(32), name: 'Blog ${not} %{a} template' };
const count = 24;

const health = (
  name: string,
  [from, to]: readonly [number, number],
  new_health = ['Unhealthy', 'Healthy'],
  description = '',
) => ({
  ...{ name, description, enabled: true, alert_type: 'load_balancing_health_alert' },
  filters: {
    pool_id: poolIds(count, (index) => index >= from && index < to),
    new_health,
    event_source: ['pool', 'origin'],
  },
  mechanisms: { email: [{ id: 'ops@example.com' }] },
});

/** Six pools without a policy, six that one notifies, six that two notify together, six without one recipient. */
const emailOf = (index: number) =>
  index < 6
    ? `team-${index % 3}@example.com`
    : index < 18
      ? 'Ops@example.com'
      : 'ops@example.com; "night, shift"@example.com';
const accounts = [
  {
    ...shop,
    pools: makePools(count, emailOf),
    policies: [
      health('All of ops ${x}', [6, 12], undefined, '%{y}'),
      health('Down', [12, 18], ['Unhealthy']),
      health('Up', [12, 18], ['Healthy']),
      health('Ops in part', [18, 24]),
    ],
  },
  { ...blog, pools: makePools(1, () => undefined).map((each) => ({ ...each, id: 'c'.repeat(32) })) },
];

/** Who gets which notification when each pool fails, by pool: each only once. */
async function failEachPool(emulator: Running): Promise<string[][]> {
  const received: string[][] = [];
  for (const id of poolIds(count)) {
    const sent: string[] = [];
    for (const healthy of [false, true]) {
      const { body } = await emulator.control('POST', `/accounts/${shop.id}/pools/${id}/health`, { healthy });
      const brief = (one: unknown) =>
        [textAt(one, 'recipient').toLowerCase(), textAt(one, 'event_source'), textAt(one, 'new_health')].join(
          ' ',
        );
      sent.push(...listOf(pick(body, 'notifications')).map(brief));
    }
    received.push([...new Set(sent)].sort());
  }
  return received;
}

describeWithTerraform('the policies that a survey leads to', () => {
  it('cover and clear all pools of several accounts, so that nobody loses a notification', async () => {
    const emulator = await serve({ accounts, tokens: ['a-token'] });
    const project = new GeneratedProject({ EDGE_BASE_URL: emulator.url, EDGE_API_TOKEN: 'a-token' });
    const file = join(makeFolder(), 'survey.json');
    const pools = (...more: string[]): Promise<Result> => runInProcess(undefined, 'pools', ...more);
    const before = await failEachPool(emulator);
    expect((await pools('survey', '--all', '--out', file)).status).toBe(1);
    const write = () =>
      pools('policies', '--from', file, '--out', project.path, '--fallback', 'ops@example.com');
    const written = await write();
    expect(written).toMatchObject({ status: 0, stderr: '' });
    expect(written.stdout).toContain('2 accounts, 6 new policies, 1 imported, for 25 pools.\n');
    expect((await write()).stdout).toContain(`${project.path} has all files already.\n`);

    project.install();
    await project.compile();
    expect(await project.synthesize()).toEqual([]);
    const names = ['pools-shop', 'pools-blog-not-a-template'];
    for (const name of names) {
      const dir = project.stack(name);
      await dir.init();
      const { changes, diagnostics } = await dir.applyJson();
      // What cannot be undone is said in each plan.
      const unwanted = diagnostics.filter(({ summary }) => !/^Policy .* clears /.test(summary));
      expect(unwanted).toEqual([]);
      expect(countEach(changes.map((change) => change.split(' ')[0] ?? ''))).toEqual(
        name === 'pools-shop' ? { create: 5, update: 1 } : { create: 1 },
      );
    }
    expect(await failEachPool(emulator)).toEqual(before);
    for (const name of names) expect((await project.stack(name).plan()).code).toBe(0);
    const after = await pools('survey', '--all', '--out', file);
    expect([after.status, after.stdout.split('\n')[0]]).toEqual([
      0,
      '2 accounts: 2 complete, 0 not complete.',
    ]);
    expect(readFileSync(file, 'utf8')).toContain('"complete":true');
    expect((await write()).stdout).toBe('No pool needs a policy: no project is written.\n');
  });
});
