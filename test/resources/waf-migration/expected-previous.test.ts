import { wafMigrationHandler as handler } from '../../../lib/resources/waf-migration/handler';
import { describeAll, failureOf, worlds, zoneId, type World } from '../../support/handler-harness';
import { context, create, desired, irreversible, plan, stateOf, update } from './support';

const start = worlds();

const waf = `/zones/${zoneId}/firewall/waf/packages`;

interface Listed {
  readonly id: string;
  readonly detection_mode: string;
}

/** The core rule set of a zone and one of its groups, both not at their defaults. */
async function tune(world: World) {
  const packages = (await world.api('GET', waf)) as readonly Listed[];
  const core = packages.find(({ detection_mode: mode }) => mode === 'anomaly')?.id ?? '';
  const [group] = (await world.api('GET', `${waf}/${core}/groups`)) as readonly Listed[];
  const path = { package: `${waf}/${core}`, group: `${waf}/${core}/groups/${group?.id ?? ''}` };
  await world.api('PATCH', path.package, { sensitivity: 'low', action_mode: 'simulate' });
  await world.api('PATCH', path.group, { mode: 'off' });
  return {
    expected: {
      package_sensitivities: { [core]: 'low' },
      package_action_modes: { [core]: 'simulate' },
      groups: { [group?.id ?? '']: 'off' },
      rules: null,
    },
    /** What provider 3.35 does when it destroys the resources of the previous WAF. */
    reset: async () => {
      await world.api('PATCH', path.package, { sensitivity: 'high', action_mode: 'challenge' });
      await world.api('PATCH', path.group, { mode: 'on' });
    },
    change: () => world.api('PATCH', path.package, { sensitivity: 'medium' }),
  };
}

describe('a migration that knows what the previous WAF is set to', () => {
  it('migrates a zone that is set so', async () => {
    const world = await start();
    const { expected } = await tune(world);
    const { reported } = await plan(world, null, { expected_previous: expected });
    expect(reported).toEqual([irreversible]);
    const state = await create(world, { expected_previous: expected });
    expect(state).toMatchObject({ migration_state: 'complete', expected_previous: expected });
  });

  it('fails in plan and apply for a zone whose settings were reset, with each setting and the fix', async () => {
    const world = await start();
    const { expected, reset } = await tune(world);
    await reset();
    const error = expect.stringMatching(
      /^error at expected_previous: Zone one\.example \(1+\): 3 settings of the previous WAF at their defaults.*3 of 3 settings differ.*\n- sensitivity of package .*: high, expected low\n.*\n- group .*: on, expected off\nTerraform resets .*edge-platform waf check --state <file>/s,
    ) as unknown;
    expect((await plan(world, null, { expected_previous: expected })).reported).toEqual([error]);
    expect(describeAll(await failureOf(create(world, { expected_previous: expected })))).toEqual([error]);
    expect(await stateOf(world)).toBe('start');
  });

  it('fails for a zone whose settings were changed otherwise, unless that is accepted', async () => {
    const world = await start();
    const { expected, change } = await tune(world);
    await change();
    const given = { expected_previous: expected };
    expect((await plan(world, null, given)).reported).toEqual([
      expect.stringMatching(
        /: 1 setting of the previous WAF changed.*medium, expected low.*"waf\.previous_changed"/s,
      ),
    ]);
    const accepting = { ...given, accept_differences: ['waf.previous_changed'] };
    const { reported, changes } = await plan(world, null, accepting);
    expect(reported).toEqual([irreversible]);
    expect(changes).toContain('| waf.previous_changed: 1 setting of the previous WAF changed: ');
    expect((await create(world, accepting)).migration_state).toBe('complete');
  });

  it('ignores the expectation once the zone is migrated', async () => {
    const world = await start();
    const by = context(world);
    const done = await create(world, {}, by);
    const given = { expected_previous: { groups: { ['c'.repeat(32)]: 'off' } } as never };
    await world.calls();
    expect(await plan(world, done, given, by)).toMatchObject({ reported: [], predicted: {} });
    expect((await world.calls()).filter((call) => call.includes('waf/packages'))).toEqual([]);
    expect(await update(world, done, given, by)).toMatchObject({ migration_state: 'complete', ...given });
  });
});

it('a migration of a zone with a group that is on, and off by default, needs no accepted difference', async () => {
  const world = await start();
  const [first] = (await world.api('GET', waf)) as readonly Listed[];
  const path = `${waf}/${first?.id ?? ''}/groups`;
  const groups = (await world.api('GET', path)) as readonly (Listed & { readonly mode: string })[];
  for (const { id, mode } of groups)
    if (mode === 'off') await world.api('PATCH', `${path}/${id}`, { mode: 'on' });
  expect((await plan(world, null)).reported).toEqual([irreversible]);
});

describe('a zone in validation mode', () => {
  const given = { target: 'validation' } as const;

  it('gets a warning if all that its backup has was reset since', async () => {
    const world = await start();
    const { reset } = await tune(world);
    const by = context(world);
    const state = await handler.create(desired(given), by);
    await reset();
    expect((await plan(world, state, { target: 'complete' }, by)).reported).toEqual([
      expect.stringMatching(
        /^warning at status: Zone .*: 3 settings of the previous WAF at their defaults.*`status\.backup`/s,
      ),
      irreversible,
    ]);
  });

  it('gets none if some of it was changed, which a review may do', async () => {
    const world = await start();
    const { change } = await tune(world);
    const by = context(world);
    const state = await handler.create(desired(given), by);
    await change();
    expect((await plan(world, state, { target: 'complete' }, by)).reported).toEqual([irreversible]);
  });
});
