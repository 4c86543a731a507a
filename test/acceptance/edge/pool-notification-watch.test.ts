import { pick, start, textAt, type Running as Emulator } from '../../emulator/support';
import { killAt } from '../../support/call-watch';
import { accountId, forgetState, listOf } from '../../support/edge-stack';
import { sample } from '../../support/exhaustive';
import {
  origins,
  policiesPath,
  poolId,
  poolIds,
  poolName,
  policyAddress,
  poolsPath,
  startPoolStack,
  type PoolStack,
} from '../../support/pool-stack';
import { startPoolWatch } from '../../support/pool-watch';
import { describeWithTerraform } from '../../support/terraform';

/** Covered pools lie in runs and alone, between pools whose e-mails have to stay. */
const stays = new Set([10, 12, 14, 15, 16, 17, 23, 26, 27, 29]);
const isCovered = (index: number) => !stays.has(index);
const count = 30;
const covered = poolIds(count, isCovered);

/** Settings of some pools. The rest have one address, and notifications about every event. */
const emails: Readonly<Record<number, string | null>> = {
  1: 'first@legacy.example, second@legacy.example',
  3: null,
  5: '',
  11: 'SECOND@legacy.example,third@legacy.example',
};
const filters: Readonly<Record<number, object>> = {
  2: { pool: { disable: true } },
  4: { origin: { healthy: false }, pool: null },
  13: { origin: { disable: true }, pool: { healthy: true } },
};
const pools = Array.from({ length: count }, (_, index) => ({
  id: poolId(index),
  name: poolName(index),
  origins,
  notification_email: emails[index] === undefined ? `${poolName(index)}@legacy.example` : emails[index],
  notification_filter: filters[index] ?? null,
}));
const legacyRecipients = pools
  .filter((_, index) => isCovered(index))
  .flatMap(({ notification_email: text }) => (text ?? '').split(','))
  .map((address) => address.trim().toLowerCase())
  .filter((address) => address !== '');

const existing = {
  id: 'f'.repeat(32),
  name: 'Health of pools',
  enabled: true,
  alert_type: 'load_balancing_health_alert',
  filters: { pool_id: covered.slice(0, 5), new_health: ['Unhealthy'], event_source: ['pool', 'origin'] },
  mechanisms: { email: [{ id: 'ops@example.com' }] },
};
/** What is wrong in the end. */
async function faultsOfEnd(emulator: Emulator): Promise<string[]> {
  const stored = listOf(await emulator.result('GET', `${poolsPath}?per_page=1000`));
  const policies = listOf(await emulator.result('GET', policiesPath));
  const notified = policies.flatMap((policy) =>
    listOf(pick(policy, 'mechanisms', 'email')).map((each) => textAt(each, 'id').toLowerCase()),
  );
  return [
    ...(policies.length === 1 ? [] : [`there are ${policies.length} policies`]),
    ...legacyRecipients
      .filter((address) => !notified.includes(address))
      .map((address) => `${address} is no recipient`),
    ...pools.flatMap(({ id, name, notification_email: before }, index) => {
      const now = pick(
        stored.find((each) => pick(each, 'id') === id),
        'notification_email',
      );
      if (isCovered(index)) return (now ?? '') === '' ? [] : [`${name} still has ${String(now)}`];
      return now === before ? [] : [`${name} lost its e-mail`];
    }),
  ];
}

it('the watch reports a pool without notifications, and a missing recipient', async () => {
  const accounts = [{ id: accountId, name: 'Example', pools, policies: [existing] }];
  const emulator = await start({ fixture: { accounts } });
  const watch = await startPoolWatch(emulator);
  const base = `${watch.url}${poolsPath}`;
  const headers = { authorization: `Bearer ${emulator.token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ notification_email: '' });
  for (const index of [2, 29]) await fetch(`${base}/${poolId(index)}`, { method: 'PATCH', headers, body });
  expect(watch.violations).toEqual([
    expect.stringMatching(/^after call 1 \(PATCH pools\/:id\): pool-003 origin Healthy: .* not notified$/),
    expect.stringMatching(/^after call 2 \(PATCH pools\/:id\): pool-030 pool Healthy: .* not notified$/),
  ]);
});

describeWithTerraform('a Terraform that is killed while it clears legacy e-mails', () => {
  let edge: PoolStack;
  beforeAll(async () => {
    edge = await startPoolStack({ pools });
    edge.declarePolicy({ poolIds: covered, carryOverRecipients: true });
    await edge.dir.init();
  });
  afterEach(async () => {
    await edge.emulator.control('POST', '/reset');
    forgetState(edge.dir);
  });

  // Only Linux shows in /proc which processes another one has started.
  const onLinux = process.platform === 'linux' ? it : it.skip;
  const cases: readonly [string, string, number][] = [
    ['the plugin', 'POST policies', 1],
    ['the plugin', 'PATCH pools/:id', 1],
    ['Terraform with the plugin', 'POST policies', 1],
    ['Terraform with the plugin', 'PATCH pools/:id', 5],
  ];
  onLinux.each(sample(cases, 1))(
    'is finished by an import and the next apply: %s, at %s number %d',
    async (whom, fatal, nth) => {
      const watch = await startPoolWatch(edge.emulator);
      const dir = edge.dirAt(watch.url);
      const { child, finished } = dir.start(['apply', '-auto-approve', '-input=false', '-no-color']);
      killAt(watch, child, { call: fatal, nth, onlyPlugins: whom === 'the plugin' });
      expect((await finished).code).not.toBe(0);
      expect(watch.calls.at(-1)).toBe(fatal);
      watch.disturb(undefined);
      const id = `${accountId}/Health of pools`;
      await dir.run(['import', '-input=false', '-no-color', '-lock=false', policyAddress, id]);
      await dir.apply(['-lock=false']);
      expect(watch.violations).toEqual([]);
      expect(await faultsOfEnd(edge.emulator)).toEqual([]);
      expect((await dir.plan(['-lock=false'])).code).toBe(0);
    },
  );
});
