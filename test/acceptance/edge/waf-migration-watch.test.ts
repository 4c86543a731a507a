import { WafMigrationTarget, WafRuleAction } from '../../../lib';
import type { FixtureZone } from '../../../lib/emulator';
import { compare, compareKeys } from '../../../lib/ground/compare';
import type { ObjectValue } from '../../../lib/schema';
import { managedRulesets } from '../../../lib/waf';
import { pick, start, type Running as Emulator } from '../../emulator/support';
import { killAt, withoutRetries } from '../../support/call-watch';
import { forgetState, makeWorld, zoneId } from '../../support/edge-stack';
import { isExhaustive, sample } from '../../support/exhaustive';
import { describeWithTerraform, readMessages } from '../../support/terraform';
import { applyOnce, runPlugin, TerraformClient, type RunningPlugin } from '../../support/terraform-client';
import {
  bypassRule,
  entryPointPath,
  managedRule,
  migrationAddress,
  migrationPath,
  packages,
  rulesOf,
  startWafStack,
  uriOverride,
  type WafStack,
} from '../../support/waf-stack';
import { startWafWatch, type Guard, type WafWatch } from '../../support/waf-watch';

const zone = {
  // Few calls read it all; each of them is one more run.
  waf: { packages: packages.slice(0, 1), overrides: [uriOverride()] },
  firewall_rules: [bypassRule()],
} satisfies Partial<FixtureZone>;
const settings: ObjectValue = {
  zone_id: zoneId,
  acknowledge_irreversible: true,
  delete_uri_overrides: true,
  // One is of a rule that the migration brings an override of, too.
  rule_overrides: [
    { rule_id: managedRule(0xcafe), action: 'managed_challenge' },
    { rule_id: managedRule(1), action: 'log' },
  ],
};
const complete: ObjectValue = { ...settings, target: 'complete' };
const validation: ObjectValue = { ...settings, target: 'validation' };
const overrides: ObjectValue = {
  rule_overrides: [
    { rule_id: managedRule(1), enabled: false },
    { rule_id: managedRule(2), action: 'block', score_threshold: 60 },
  ],
  skip_rules: [{ expression: 'http.request.uri.path eq "/hooks"', rule_ids: [managedRule(3)] }],
};

const pending = 'PUT entrypoint?waf_migration=pending&phase_two=1';

interface Scenario {
  readonly what: string;
  readonly plan: 'pro' | 'enterprise';
  /** What was applied before. */
  readonly before: readonly ObjectValue[];
  readonly config: ObjectValue;
  /** Who guards the zone from the beginning to the end. */
  readonly guards: readonly Guard[];
  readonly writes: readonly string[];
}

const migrations = [
  {
    what: 'completes the migration of a Pro zone',
    plan: 'pro',
    before: [],
    config: complete,
    guards: ['the previous', 'both', 'the new'],
    writes: ['DELETE overrides/:id', pending],
  },
  {
    what: 'completes what validation mode began',
    plan: 'enterprise',
    before: [validation],
    config: { ...complete, ...overrides },
    guards: ['the previous', 'both', 'the new'],
    writes: [pending],
  },
] as const satisfies readonly Scenario[];

const scenarios: readonly Scenario[] = [
  ...migrations,
  {
    what: 'brings an Enterprise zone into validation mode',
    plan: 'enterprise',
    before: [],
    config: validation,
    guards: ['the previous', 'both'],
    writes: ['DELETE overrides/:id', 'PUT entrypoint?waf_migration=validation&phase_two=1'],
  },
  {
    what: 'adjusts rules in validation mode',
    plan: 'enterprise',
    before: [validation],
    config: { ...validation, ...overrides },
    guards: ['the previous', 'both'],
    writes: ['PUT entrypoint'],
  },
  {
    what: 'adjusts rules after the migration',
    plan: 'pro',
    before: [complete],
    config: { ...complete, ...overrides },
    guards: ['the previous', 'both', 'the new'],
    writes: ['PUT entrypoint'],
  },
];

/** A zone for many runs, whose clock goes on by a second with every call, and the plugin that is not killed. */
interface World {
  readonly emulator: Emulator;
  readonly watch: WafWatch;
  readonly plugin: RunningPlugin;
  /** One more plugin, to be killed. */
  startPlugin(): Promise<RunningPlugin>;
  /** The zone as it was in the beginning. A cutover takes so many calls. */
  reset(cutoverCalls: number): Promise<void>;
}

async function makeZone(plan: 'pro' | 'enterprise'): Promise<World> {
  let ms = Date.parse('2026-01-02T03:04:05.000Z');
  const emulator = await start({ fixture: makeWorld({ ...zone, plan }, {}), now: () => new Date(ms) });
  const watch = await startWafWatch(emulator, () => {
    ms += 1000;
  });
  const startPlugin = () =>
    runPlugin({ EDGE_BASE_URL: watch.url, EDGE_API_TOKEN: emulator.token, ...withoutRetries });
  const plugin = await startPlugin();
  return {
    emulator,
    watch,
    plugin,
    startPlugin,
    reset: async (cutoverCalls) => {
      await emulator.control('POST', '/reset');
      await emulator.control('PUT', '/waf-cutover', { ms: cutoverCalls * 1000 });
      watch.forget();
    },
  };
}

/** What a run ends with, the same however often it is begun again. */
async function endOf(emulator: Emulator, state: ObjectValue): Promise<unknown> {
  const status = await emulator.result('GET', `${migrationPath}/status`);
  const previous = await emulator.call('GET', `/zones/${zoneId}/firewall/waf/overrides`);
  return sorted({
    // An apply that finds overrides deleted or the zone migrated does not know any more what got lost.
    state: {
      ...without(state, ['changes']),
      status: without(Object(state.status) as object, ['loss_report', 'ruleset_id', 'backup']),
    },
    stage: pick(status, 'migration_state'),
    previous: previous.status,
    rules: (await rulesOf(emulator)).map((rule, place) => ({
      place,
      ...without(rule, ['id', 'ref', 'version', 'last_updated']),
    })),
  });
}

function without(object: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

/** Neither sets of the state nor overrides of an entry point have an order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map(sorted).sort((a, b) => compare(JSON.stringify(a), JSON.stringify(b)));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(compareKeys)
      .map(([key, item]) => [key, sorted(item)]),
  );
}

type How = 'is killed' | 'gets no reply' | 'loses the network' | 'is left alone';

interface Run {
  /** Those of the apply that was disturbed. */
  readonly calls: readonly string[];
  readonly guards: readonly Guard[];
  readonly end: unknown;
  readonly faults: readonly string[];
}

/** One apply that is disturbed at a call, and then one to the end. */
async function run(
  world: World,
  { before, config }: Scenario,
  how: How,
  at: number,
  cutoverCalls = 2,
): Promise<Run> {
  const { emulator, watch } = world;
  await world.reset(cutoverCalls);
  let desired = config;
  let current = world.plugin;
  const terraform = new TerraformClient({
    provider: () => Promise.resolve(current.provider),
    configuration: () => ({ resource: { edge_waf_migration: { waf: desired } } }),
  });
  const faults: string[] = [];
  for (const each of before) {
    desired = each;
    const outcome = await applyOnce(terraform);
    if (outcome !== 'applied') faults.push(`the apply before: ${outcome}`);
  }
  const first = how === 'is killed' ? await world.startPlugin() : world.plugin;
  [desired, current] = [config, first];
  const begin = watch.calls.length;
  watch.disturb(async (_call, number) => {
    if (how === 'loses the network') return number >= begin + at;
    if (how === 'is left alone' || number !== begin + at) return false;
    if (how === 'is killed') await first.kill();
    return true;
  });
  const outcome = await applyOnce(terraform);
  const calls = watch.calls.slice(begin);
  watch.disturb(undefined);
  current = world.plugin;
  if (how === 'is killed' && outcome !== 'the plugin died') faults.push(`the killed apply: ${outcome}`);
  for (const expected of [['applied', 'nothing to do'], ['nothing to do']]) {
    let again = await applyOnce(terraform);
    // A migration that ends between the plan and the apply takes the loss report of the plan with it.
    if (again === 'the plan was outdated') again = await applyOnce(terraform);
    // Its state was lost with the reply of the call that begins it.
    if (again === 'failed' && !terraform.state.has(migrationAddress)) {
      await terraform.import(migrationAddress, zoneId);
      again = await applyOnce(terraform);
    }
    if (!expected.includes(again)) faults.push(`the next apply: ${again}`);
  }
  if ((await terraform.plan()).drifted.length > 0) faults.push('the state is not what the service has');
  faults.push(...watch.violations);
  return {
    calls,
    guards: [...watch.guards],
    end: await endOf(emulator, terraform.attributes(migrationAddress)),
    faults: faults.map((fault) => `${how} at call ${at} (${calls[at - 1] ?? 'none'}): ${fault}`),
  };
}

/** What was wrong with runs that have to end as the undisturbed one does. */
async function faultsOf(
  scenario: Scenario,
  expected: Run,
  worlds: readonly World[],
  runs: readonly ((world: World) => Promise<Run>)[],
): Promise<string[]> {
  const found: string[] = [];
  const open = [...runs];
  const work = async (world: World) => {
    for (let next = open.shift(); next !== undefined; next = open.shift()) {
      const { faults, end, guards, calls } = await next(world);
      found.push(...faults);
      const got = JSON.stringify({ end, guards });
      if (got !== JSON.stringify({ end: expected.end, guards: scenario.guards }))
        found.push(`after ${calls.length} calls it ended otherwise: ${got}`);
    }
  };
  await Promise.all(worlds.map(work));
  return found;
}

describe.each(sample(scenarios, 1))('an apply that $what', (scenario) => {
  let worlds: [World, World];
  let undisturbed: Run;
  beforeAll(async () => {
    worlds = await Promise.all([makeZone(scenario.plan), makeZone(scenario.plan)]);
    undisturbed = await run(worlds[0], scenario, 'is left alone', 0);
  });

  it.each(['is killed', 'gets no reply'] as const)(
    'keeps the zone protected, whichever call it %s at, and the next one completes it with the same result',
    async (how) => {
      expect(undisturbed.faults).toEqual([]);
      expect(undisturbed.guards).toEqual(scenario.guards);
      expect(undisturbed.calls.filter((call) => !call.startsWith('GET'))).toEqual(scenario.writes);
      const runs = undisturbed.calls.map((_, index) => (by: World) => run(by, scenario, how, index + 1));
      expect(await faultsOf(scenario, undisturbed, worlds, sample(runs, 3))).toEqual([]);
    },
  );
});

describe.each(sample(migrations, 1))('an apply that loses the network where it $what', (scenario) => {
  it('is finished by the next one, whichever of its calls the cutover ends at', async () => {
    const worlds = await Promise.all([makeZone(scenario.plan), makeZone(scenario.plan)]);
    const [world] = worlds;
    const undisturbed = await run(world, scenario, 'is left alone', 0);
    const { calls } = undisturbed;
    const fatal = calls.indexOf(pending) + 1;
    // A longer cutover ends while the next apply polls, with pauses of seconds.
    const runs = (isExhaustive ? calls : calls.slice(0, 20)).map(
      // The call is tried again, and the status is asked for, before the apply gives up.
      (_, index) => (by: World) => run(by, scenario, 'loses the network', fatal, index + 4),
    );
    expect(await faultsOf(scenario, undisturbed, worlds, sample(runs, 3))).toEqual([]);
  });
});

it('the watch reports a zone without protection, and a wrong status', async () => {
  const { emulator, watch } = await makeZone('enterprise');
  const send = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${emulator.token}`, 'content-type': 'application/json' };
    await fetch(watch.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  };
  const execute = { action: 'execute', action_parameters: { id: managedRulesets.managed } };
  const rules = [{ ...execute, expression: 'true', enabled: false }];
  await send('GET', `${migrationPath}/status`);
  await send('PATCH', `/zones/${zoneId}/settings/waf`, { value: 'off' });
  await send('PATCH', `/zones/${zoneId}/settings/waf`, { value: 'on' });
  await send('DELETE', `/zones/${zoneId}/firewall/waf/overrides/${'d'.repeat(32)}`);
  await send('PUT', `${entryPointPath}?waf_migration=validation&phase_two=1`, { rules });
  expect(watch.violations).toEqual([
    'after call 2 (PATCH settings/waf): none blocks the attack',
    'after call 2 (PATCH settings/waf): the previous blocked the attack, now none',
    'after call 3 (PATCH settings/waf): none blocked the attack, now the previous',
    expect.stringMatching(
      /^after call 5 \(PUT .*\): the status shows both where the previous blocked the attack$/,
    ),
  ]);
});

describeWithTerraform('a Terraform that is killed while it migrates a zone', () => {
  // The clock goes on with the calls, and a migration takes two of them, however slow the machine is.
  let ms = Date.parse('2026-01-02T03:04:05.000Z');
  let edge: WafStack;
  beforeAll(async () => {
    edge = await startWafStack(
      { ...zone, plan: 'enterprise' },
      { now: () => new Date(ms), wafCutoverMs: 2000 },
    );
    edge.declareMigration();
    await edge.dir.init();
  });
  afterEach(async () => {
    await edge.emulator.control('POST', '/reset');
    forgetState(edge.dir);
  });

  const { COMPLETE, VALIDATION } = WafMigrationTarget;
  const declared = {
    deleteUriOverrides: true,
    ruleOverrides: [{ ruleId: managedRule(1), action: WafRuleAction.LOG }],
  };
  const validating = 'PUT entrypoint?waf_migration=validation&phase_two=1';
  const status = 'GET waf_migration/status';

  // Only Linux shows in /proc which processes another one has started.
  const onLinux = process.platform === 'linux' ? it : it.skip;
  const cases: readonly [string, string, number, readonly WafMigrationTarget[]][] = [
    ['the plugin', 'DELETE overrides/:id', 1, [COMPLETE]],
    ['the plugin', pending, 1, [COMPLETE]],
    ['Terraform with the plugin', pending, 1, [COMPLETE]],
    // Plan and apply have read it once each. Now it is read to detect the end of the cutover.
    ['Terraform with the plugin', status, 3, [COMPLETE]],
    ['Terraform with the plugin', validating, 1, [VALIDATION]],
    ['Terraform with the plugin', pending, 1, [VALIDATION, COMPLETE]],
  ];
  onLinux.each(sample(cases, 1))(
    'keeps it protected, and the next apply completes it: %s, at %s number %d (%j)',
    async (whom, fatal, nth, ways) => {
      const watch = await startWafWatch(edge.emulator, () => {
        ms += 1000;
      });
      const dir = edge.dirAt(watch.url);
      for (const target of ways) {
        edge.declareMigration({ ...declared, target });
        if (target !== ways.at(-1)) await dir.apply();
      }
      const { child, finished } = dir.start(['apply', '-auto-approve', '-input=false', '-no-color']);
      killAt(watch, child, { call: fatal, nth, onlyPlugins: whom === 'the plugin' });
      expect((await finished).code).not.toBe(0);
      expect(watch.calls.at(-1)).toBe(fatal);
      watch.disturb(undefined);
      const apply = ['apply', '-auto-approve', '-input=false', '-json', '-lock=false'];
      let next = await dir.run(apply, { expectCode: [0, 1] });
      if (next.code === 1) {
        // The state was lost with the reply of the call that begins the migration.
        expect(next.stdout).toMatch(/already (migrated|in validation mode)/);
        await dir.run(['import', '-input=false', '-lock=false', migrationAddress, zoneId]);
        next = await dir.run(apply);
      }
      const ended = readMessages(next);
      expect(watch.violations).toEqual([]);
      const isComplete = ways.at(-1) === COMPLETE;
      expect(watch.guards).toEqual(['the previous', 'both', ...(isComplete ? ['the new'] : [])]);
      expect(ended.findLast(({ type }) => type === 'outputs')?.outputs).toMatchObject({
        state: { value: isComplete ? 'complete' : 'validation' },
      });
      expect((await dir.plan(['-lock=false'])).code).toBe(0);
    },
  );
});
