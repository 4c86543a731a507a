import { worlds } from '../../support/handler-harness';
import { applied, context, create, plan, read, readImported, update, uriOverride } from './support';

const start = worlds();

const status = 'GET waf_migration/status';
const entryPoint = 'GET rulesets/phases/http_request_firewall_managed/entrypoint';
const custom = 'GET rulesets/phases/http_request_firewall_custom/entrypoint';
const zone = 'GET /client/v4/zones/:id';
const packages = [
  'GET firewall/waf/packages',
  ...['one', 'two', 'three'].flatMap(() => [
    'GET firewall/waf/packages/:id/groups',
    'GET firewall/waf/packages/:id/rules',
  ]),
];
const check = 'GET waf_migration/check';
const config = 'GET waf_migration/config';
const setting = 'GET settings/waf';
const skips = ['GET firewall/rules', 'GET pagerules'];
const firstStep = [status, check, ...packages, setting, ...skips, config, custom, zone, entryPoint];

/** The table in `docs/resources/waf-migration.md` gives the reason of each call. */
describe('the calls of a WAF migration', () => {
  it.each([
    ['complete', firstStep],
    ['validation', firstStep],
  ] as const)(
    'of the plan of a new migration to %s are those that its report needs',
    async (target, expected) => {
      const world = await start();
      await world.calls();
      await plan(world, null, { target });
      expect(await world.calls()).toEqual(expected);
    },
  );

  it('of a plan add the obstacles only where the zone is not compatible', async () => {
    const world = await start({ waf: { overrides: [uriOverride] } });
    await world.calls();
    await plan(world, null);
    const obstacles = [setting, 'GET firewall/waf/overrides'];
    expect(await world.calls()).toEqual([
      status,
      check,
      ...packages,
      ...obstacles,
      ...skips,
      custom,
      zone,
      entryPoint,
    ]);
  });

  it.each(['complete', 'validation'] as const)(
    'of a refresh and a plan without a change are two together: target %s',
    async (target) => {
      const world = await start();
      const state = await create(world, { target });
      const by = context(world);
      await world.calls();
      const found = await read(state, by);
      expect(await world.calls()).toEqual([status, entryPoint]);
      await plan(world, found ?? null, { target }, by);
      expect(await world.calls()).toEqual([]);
    },
  );

  it('of a refresh and a plan of the last step read status and entry point once', async () => {
    const world = await start();
    const state = await create(world, { target: 'validation' });
    const by = context(world);
    await world.calls();
    await read(state, by);
    await plan(world, state, { target: 'complete' }, by);
    const expected = [status, entryPoint, check, ...packages, setting, ...skips, config, custom, zone];
    expect(await world.calls()).toEqual(expected);
  });

  it('of a refresh stay two where the losses could not be determined', async () => {
    const { world, by, state } = await applied(start, { target: 'validation' });
    await world.calls();
    await read(
      { ...state, status: { ...state.status, loss_report: null } as never },
      context(world, by.privateState.get()),
    );
    expect(await world.calls()).toEqual([status, entryPoint]);
  });

  it('of an import read the previous version once, for the loss report', async () => {
    const world = await start();
    await create(world, { target: 'validation' });
    await world.calls();
    const imported = await readImported(context(world));
    expect(imported.loss_report).not.toBeNull();
    expect(await world.calls()).toEqual([status, check, ...packages, setting, ...skips, config, entryPoint]);
  });

  it('of an apply include a new read of a zone that was migrated since the refresh', async () => {
    const world = await start();
    const state = await create(world, { target: 'validation' });
    const by = context(world);
    await read(state, by);
    await update(world, state, { target: 'complete' });
    await world.calls();
    const updated = await update(world, state, { target: 'complete' }, by);
    expect(updated.migration_state).toBe('complete');
    expect((await world.calls())[0]).toBe(status);
  });
});
