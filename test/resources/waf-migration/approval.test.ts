import { unknown } from '../../../lib/schema';
import { at, describeAll, failureOf, worlds, zoneId, type World } from '../../support/handler-harness';
import {
  applied,
  approving,
  bypass,
  context,
  create,
  managed,
  override,
  paths,
  plan,
  read,
  stateOf,
  update,
  uriOverride,
  writesOf,
} from './support';

const start = worlds();
const deleting = { delete_uri_overrides: true };
const withOverride = { waf: { overrides: [uriOverride] } };
const execute = (overrides: object) => ({
  action: 'execute',
  action_parameters: { id: managed, overrides },
  expression: 'true',
  enabled: true,
});

describe('an apply migrates a zone', () => {
  it('as its plan lists', async () => {
    const world = await start(withOverride);
    const { listing } = await plan(world, null, deleting);
    expect(listing?.effects).toEqual([
      {
        kind: 'delete-uri-override',
        object: uriOverride.id,
        basis: expect.stringContaining('/shop/') as unknown,
      },
      { kind: 'migrate-zone', object: zoneId, basis: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown },
    ]);
    const by = approving(context(world), listing);
    expect((await create(world, deleting, by)).migration_state).toBe('complete');
  });
});

describe('an apply stops before anything irreversible', () => {
  it.each([
    ['an unknown zone', { zone_id: unknown }],
    ['an unknown target', { target: unknown }],
    ['an unknown skip rule', { skip_rules: [unknown] }],
    ['unknown overrides', { rule_overrides: unknown }],
    ['unknown accepted differences', { accept_differences: unknown }],
    ['an unknown reaction to obstacles', { on_ineligible: unknown }],
    ['an unknown decision on overrides', { delete_uri_overrides: unknown }],
    ['unknown expected settings', { expected_previous: unknown }],
  ])(
    'after a plan with %s, which lists nothing and fails for nothing that it may prevent',
    async (_what, given) => {
      const world = await start(withOverride);
      const { reported, listing } = await plan(world, null, { ...deleting, ...given } as never);
      expect([reported.filter((each) => each.startsWith('error')), listing]).toEqual([[], undefined]);
      await world.calls();
      const by = approving(context(world), listing);
      expect(describeAll(await failureOf(create(world, deleting, by)))).toEqual([
        expect.stringMatching(/not listed by the plan: .*URI-based overrides d{32}.*Plan again/s),
      ]);
      expect(await writesOf(world)).toEqual([]);
    },
  );

  it('after a plan that lists nothing, because the zone was not eligible then', async () => {
    const world = await start(withOverride);
    const skipping = { on_ineligible: 'skip' } as const;
    const { listing } = await plan(world, null, skipping);
    await world.api('DELETE', `${paths.overrides}/${uriOverride.id}`);
    await world.calls();
    expect(describeAll(await failureOf(create(world, skipping, approving(context(world), listing))))).toEqual(
      [expect.stringContaining('The plan lists nothing irreversible.')],
    );
    expect(await writesOf(world)).toEqual([]);
  });

  it.each(
    Object.entries({
      'another override': (world: World) =>
        world.api('POST', paths.overrides, { urls: ['b.example/*'], rules: uriOverride.rules }),
      'another content of the override': (world: World) =>
        world.api('PUT', `${paths.overrides}/${uriOverride.id}`, {
          urls: ['b.example/*'],
          rules: uriOverride.rules,
        }),
      'a firewall rule': (world: World) =>
        world.api('POST', `/zones/${zoneId}/firewall/rules`, [{ ...bypass, action: 'bypass' }]),
      'a rule in its entry point': (world: World) =>
        world.api('PUT', paths.entryPoint, { rules: [execute({ enabled: true })] }),
      'another setting': (world: World) =>
        world.api('PATCH', `/zones/${zoneId}/settings/waf`, { value: 'off' }),
    }),
  )('if the zone has got %s since the plan', async (_what, change) => {
    const world = await start(withOverride);
    const { listing } = await plan(world, null, deleting);
    await change(world);
    await world.calls();
    const by = approving(context(world), listing);
    expect(describeAll(await failureOf(create(world, deleting, by)))).toEqual([
      expect.stringContaining('changed since the plan'),
    ]);
    expect(await writesOf(world)).toEqual([]);
  });

  it('if the API proposes something else after the overrides are deleted, and keeps their record', async () => {
    const world = await start(withOverride);
    const { listing } = await plan(world, null, deleting);
    const by = approving(context(world), listing);
    const { waf } = by.service;
    const remove = waf.deleteOverride.bind(waf);
    jest.spyOn(waf, 'deleteOverride').mockImplementation(async (...given) => {
      await remove(...given);
      await world.api('POST', `/zones/${zoneId}/firewall/rules`, [{ ...bypass, action: 'bypass' }]);
    });
    const { migration_state: state, backup } = await create(world, deleting, by);
    expect(describeAll(by.warnings)).toContainEqual(
      expect.stringMatching(/migration not finished: .*changed since the plan/),
    );
    expect([state, await stateOf(world)]).toEqual(['start', 'start']);
    expect(backup).toContain(uriOverride.id);
  });
});

describe('a zone with nothing irreversible to do', () => {
  it('is applied although the plan lists nothing', async () => {
    const { world, by, state } = await applied(start);
    const given = { rule_overrides: [override(5)] };
    const adjusted = await update(world, state, given, approving(by, undefined));
    expect(adjusted.rule_overrides).toEqual([override(5)]);
  });

  it('has a known listing although other settings are unknown', async () => {
    const { world, by, state } = await applied(start, { target: 'validation' });
    const { changes } = await plan(world, state, { target: 'validation', rule_overrides: unknown }, by);
    expect(changes).toBeNull();
  });
});

describe('a cutover that does not end', () => {
  const hour = 3_600_000;
  /** Private state with a cutover that began some time ago. */
  const begun = (by: ReturnType<typeof context>, hours: number) => ({
    ...(by.privateState.get() as object),
    cutoverBegan: new Date(Date.now() - hours * hour).toISOString(),
  });
  async function stuck(target: 'complete' | 'validation' = 'complete') {
    const world = await start();
    const by = context(world);
    const before = target === 'validation' ? await create(world, { target }, by) : undefined;
    await world.control('PUT', '/waf-cutover', { ms: 24 * hour });
    const state =
      before === undefined
        ? await create(world, { timeout_seconds: 1 }, by)
        : await update(world, before, { timeout_seconds: 1 }, by);
    expect(state.migration_state).toBe('cutover');
    return { world, by, state };
  }

  it('is waited for within an hour of its beginning', async () => {
    const { world, by, state } = await stuck();
    const later = context(world, begun(by, 0.9));
    const { reported, changes } = await plan(world, state, {}, later);
    expect([reported, changes]).toEqual([[], null]);
  });

  it.each(['complete', 'validation'] as const)(
    'is reported afterwards with its age, and its call is listed and sent again: by way of %s',
    async (way) => {
      const { world, by, state } = await stuck(way);
      const later = context(world, begun(by, 30));
      expect((await read(state, later))?.migration_state).toBe('cutover');
      const { reported, changes, listing } = await plan(world, state, {}, later);
      expect(reported).toContainEqual(
        expect.stringMatching(/^warning .*the cutover does not end: .*30 hours ago.*sends the call again/s),
      );
      expect(changes).toMatch(
        /irreversible: from (start|validation) to complete \| sends the call of 20.* again/,
      );
      await world.calls();
      const unapproved = approving(context(world, later.privateState.get()), { text: null, effects: [] });
      expect(
        describeAll(await failureOf(update(world, state, { timeout_seconds: 1 }, unapproved))),
      ).toHaveLength(1);
      expect(await writesOf(world)).toEqual([]);

      const approved = approving(context(world, later.privateState.get()), listing);
      await update(world, state, { timeout_seconds: 1 }, approved);
      expect(await writesOf(world)).toEqual([expect.stringContaining('PUT rulesets/phases')]);
      const began = Date.parse(String(at(approved.privateState.get(), 'cutoverBegan')));
      expect(Date.now() - began).toBeLessThan(hour);
    },
  );

  it('is reported, and waited for, where the previous version can no longer be read', async () => {
    const { world, by, state } = await stuck();
    await world.fail({
      kind: 'status',
      status: 403,
      code: 1,
      message: 'gone',
      match: { path: '**/waf_migration/check' },
    });
    const { reported, changes } = await plan(world, state, {}, context(world, begun(by, 72)));
    expect(reported).toEqual([expect.stringMatching(/3 days ago.*contact support/s)]);
    expect(changes).toBeNull();
  });
});
