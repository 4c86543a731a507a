import type { ObjectValue } from '../../../lib/schema';
import { pick, start, textAt, type Running as Emulator } from '../../emulator/support';
import { killAt, withoutRetries, type CallWatch } from '../../support/call-watch';
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
import { describeWithTerraform, TerraformDir } from '../../support/terraform';
import { applyOnce, runPlugin, TerraformClient, type RunningPlugin } from '../../support/terraform-client';

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

const settings = {
  account_id: accountId,
  name: 'Health of pools',
  pool_ids: covered,
  email_addresses: ['ops@example.com'],
  carry_over_recipients: true,
};
const existing = {
  id: 'f'.repeat(32),
  name: settings.name,
  enabled: true,
  alert_type: 'load_balancing_health_alert',
  filters: { pool_id: covered.slice(0, 5), new_health: ['Unhealthy'], event_source: ['pool', 'origin'] },
  mechanisms: { email: [{ id: 'ops@example.com' }] },
};
/** What Terraform knows of the policy that is there already. */
const known: ObjectValue = {
  account_id: accountId,
  id: existing.id,
  email_addresses: settings.email_addresses,
  all_pools: false,
  carry_over_recipients: false,
  clear_legacy_email: 'none',
};

/** A world for one run: an emulator and the watch before it. */
async function makeWorld(policies: readonly object[]): Promise<{
  readonly emulator: Emulator;
  readonly watch: CallWatch;
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}> {
  const emulator = await start({
    fixture: { accounts: [{ id: accountId, name: 'Example', pools, policies }] },
  });
  const watch = await startPoolWatch(emulator);
  return {
    emulator,
    watch,
    env: { EDGE_BASE_URL: watch.url, EDGE_API_TOKEN: emulator.token, ...withoutRetries },
    close: async () => {
      await watch.close();
      await emulator.close();
    },
  };
}

async function storedIn(emulator: Emulator): Promise<number> {
  return listOf(await emulator.result('GET', policiesPath)).length;
}

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

const scenarios = [
  { what: 'makes a policy and carries recipients over', policies: [], state: null, writes: 1 },
  {
    what: 'adds pools to a policy and begins to carry recipients over',
    policies: [existing],
    state: known,
    writes: 1,
  },
] as const;

describe.each(sample(scenarios, 1))('an apply that $what', ({ policies, state, writes }) => {
  /**
   * One apply that is disturbed at a call, and then one to the end. Answers what was wrong, and the calls of the first.
   */
  async function run(how: 'is killed' | 'gets no reply' | 'is left alone', at: number) {
    const world = await makeWorld(policies);
    const started: RunningPlugin[] = [];
    let current: RunningPlugin | undefined;
    const terraform = new TerraformClient({
      provider: async () => (current ??= await startOne()).provider,
      configuration: () => ({ resource: { edge_pool_notification_policy: { health: settings } } }),
    });
    if (state !== null) terraform.seed(policyAddress, state);
    const startOne = async () => {
      const plugin = await runPlugin(world.env);
      started.push(plugin);
      return plugin;
    };
    try {
      const first = (current = await startOne());
      world.watch.disturb(async (_call, number) => {
        if (number !== at || how === 'is left alone') return false;
        if (how === 'is killed') await first.kill();
        return true;
      });
      const outcome = await applyOnce(terraform);
      const calls = [...world.watch.calls];
      world.watch.disturb(undefined);
      if (how === 'is killed') current = undefined;
      const faults: string[] = [];
      if (how === 'is killed' && outcome !== 'the plugin died') faults.push(`the killed apply: ${outcome}`);
      // A create that was killed has left a policy that no state has.
      if (state === null && how === 'is killed' && (await storedIn(world.emulator)) > 0)
        await terraform.import(policyAddress, `${accountId}/${settings.name}`);
      for (const expected of [['applied', 'nothing to do'], ['nothing to do']]) {
        const again = await applyOnce(terraform);
        if (!expected.includes(again)) faults.push(`the next apply: ${again}`);
      }
      if ((await terraform.plan()).drifted.length > 0) faults.push('the state is not what the service has');
      faults.push(...world.watch.violations, ...(await faultsOfEnd(world.emulator)));
      const when = `${how} at call ${at} (${calls[at - 1] ?? 'none'})`;
      return { calls, faults: faults.map((fault) => `${when}: ${fault}`) };
    } finally {
      await Promise.all(started.map((each) => each.kill()));
      await world.close();
    }
  }

  let undisturbed: Awaited<ReturnType<typeof run>>;
  beforeAll(async () => {
    undisturbed = await run('is left alone', 0);
  });

  it.each(['is killed', 'gets no reply'] as const)(
    'leaves no pool without notifications, whichever call it %s at, and the next one completes it',
    async (how) => {
      const { calls, faults } = undisturbed;
      expect(faults).toEqual([]);
      expect(calls).toContain('PATCH pools/:id');
      expect(calls.filter((call) => /^(?:POST|PUT|DELETE)/.test(call))).toHaveLength(writes);

      const numbers = [
        ...sample(
          calls.map((_, index) => index + 1),
          3,
        ),
      ];
      const found: string[] = [];
      const work = async () => {
        for (let at = numbers.shift(); at !== undefined; at = numbers.shift())
          found.push(...(await run(how, at)).faults);
      };
      await Promise.all([work(), work()]);
      expect(found).toEqual([]);
    },
  );
});

it('the watch reports a pool without notifications, and a missing recipient', async () => {
  const world = await makeWorld([existing]);
  try {
    const base = `${world.watch.url}${poolsPath}`;
    const headers = { authorization: `Bearer ${world.emulator.token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ notification_email: '' });
    for (const index of [2, 29]) await fetch(`${base}/${poolId(index)}`, { method: 'PATCH', headers, body });
    expect(world.watch.violations).toEqual([
      expect.stringMatching(/^after call 1 \(PATCH pools\/:id\): pool-003 origin Healthy: .* not notified$/),
      expect.stringMatching(/^after call 2 \(PATCH pools\/:id\): pool-030 pool Healthy: .* not notified$/),
    ]);
  } finally {
    await world.close();
  }
});

describeWithTerraform('a Terraform that is killed while it clears legacy e-mails', () => {
  let edge: PoolStack;
  beforeAll(async () => {
    edge = await startPoolStack({ pools });
    edge.declarePolicy({ poolIds: covered, carryOverRecipients: true });
    await edge.dir.init();
  });
  afterAll(() => edge.close());
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
      const dir = new TerraformDir(edge.dir.path, {
        EDGE_BASE_URL: watch.url,
        EDGE_API_TOKEN: edge.emulator.token,
        ...withoutRetries,
      });
      try {
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
      } finally {
        await watch.close();
      }
    },
  );
});
