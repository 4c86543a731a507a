import { wafMigrationHandler as handler } from '../../../lib/resources/waf-migration/handler';
import {
  describeAll,
  failureOf,
  otherZoneId,
  worlds,
  zoneId,
  type World,
} from '../../support/handler-harness';
import { applied, approving, context, create, desired, plan, stateOf, writesOf } from './support';

const start = worlds();
const refusalOf = async (attempt: Promise<unknown>) => describeAll(await failureOf(attempt)).join();
/** What the error of a plan names, so that it can be copied. */
const blocks = `  import {\n    to = edge_waf_migration.<name>\n    id = "${zoneId}"\n  }\n`;
const line = `construct.importFrom('${zoneId}');`;

/** Another client begins the migration, with the rules that the API proposes. */
async function migrateElsewhere(world: World, mode: 'validation' | 'pending' = 'pending') {
  const { name, rules } = await world.client.wafMigration.config(zoneId);
  const nameless = rules.map(({ id: _, ref: _ref, version: _version, last_updated: _time, ...each }) => each);
  await world.client.wafMigration.deploy(zoneId, mode, { name, rules: nameless });
}

describe('a new migration of a zone', () => {
  it.each([
    ['that is migrated', { migration_state: 'complete' }, 'already migrated'],
    ['in validation mode', { migration_state: 'validation' }, 'already in validation mode'],
    [
      'that never had the previous rules',
      { plan: 'free', migration_state: 'default' },
      'nothing to migrate: The zone never had the previous managed rules. Remove the resource,',
    ],
  ] as const)('%s is refused, with the import that manages it', async (_what, zone, why) => {
    const world = await start(zone);
    const { reported } = await plan(world, null);
    expect(reported).toHaveLength(1);
    for (const part of [`error at zone_id: Zone one.example (${zoneId}): ${why}`, blocks, line])
      expect(reported.join()).toContain(part);
    expect(await refusalOf(create(world))).toContain(why);
    expect(await writesOf(world)).toEqual([]);
  });

  it('is refused where another new one of the plan has the zone', async () => {
    const world = await start();
    const service = world.connect();
    const planned = () => plan(world, null, {}, context(world, undefined, service));
    expect((await planned()).reported).toHaveLength(1);
    expect((await planned()).reported).toEqual([
      expect.stringMatching(/^error at zone_id: Zone 1+: two migrations/),
    ]);
  });

  it('is begun once, where two applies of one process begin it', async () => {
    const world = await start();
    const { listing } = await plan(world, null);
    const service = world.connect();
    const apply = () => create(world, {}, approving(context(world, undefined, service), listing));
    const applied = await Promise.allSettled([apply(), apply()]);
    expect(applied.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect((await writesOf(world)).filter((call) => call.startsWith('PUT'))).toHaveLength(1);
  });

  it('is refused during a cutover that another client began after the plan', async () => {
    const world = await start();
    await world.control('PUT', '/waf-cutover', { ms: 60_000 });
    const { listing } = await plan(world, null);
    await migrateElsewhere(world);
    await world.calls();
    const by = approving(context(world), listing);
    expect(await refusalOf(create(world, {}, by))).toContain('changed since the plan');
    expect(await writesOf(world)).toEqual([]);
  });

  it('is refused if another client begins it right before its first call', async () => {
    const world = await start();
    await world.control('PUT', '/waf-cutover', { ms: 60_000 });
    const { listing } = await plan(world, null);
    const by = approving(context(world), listing);
    const { rulesets } = by.service;
    const entryPoint = rulesets.entryPoint.bind(rulesets);
    let reads = 0;
    jest.spyOn(rulesets, 'entryPoint').mockImplementation(async (...given) => {
      const seen = await entryPoint(...given);
      // After that of the custom rules and that of the decision.
      if (++reads === 2) await migrateElsewhere(world);
      return seen;
    });
    expect(await refusalOf(create(world, {}, by))).toMatch(/changed since the plan: .*Plan again/);
    expect((await writesOf(world)).filter((call) => call.startsWith('PUT'))).toHaveLength(1);
  });
});

describe('the replacement of a migration', () => {
  it.each(['start', 'complete'])('by one of the same zone is refused in the state %s', async (state) => {
    const world = await start();
    const by = context(world);
    const given = state === 'start' ? { on_ineligible: 'skip' } : {};
    if (state === 'start')
      await world.api('POST', `/zones/${zoneId}/firewall/waf/overrides`, {
        urls: ['a.example/*'],
        rules: {},
      });
    expect((await create(world, given, by)).migration_state).toBe(state);
    const { reported } = await plan(world, null, given, context(world, by.privateState.get()));
    expect(reported).toEqual([
      expect.stringMatching(
        /^error at zone_id: .*cannot be replaced: .*Remove `-replace`.*`terraform untaint <address>`.*terraform state rm/s,
      ),
    ]);
  });

  it('by one of another zone begins that migration, and the plan names what stays', async () => {
    const { world, by, state } = await applied(start);
    const given = { zone_id: otherZoneId };
    const { reported } = await plan(world, state, given, by);
    expect(reported[0]).toContain(`Zone ${zoneId} remains migrated`);
    const { listing } = await plan(world, null, given, context(world, by.privateState.get()));
    const created = await handler.create(desired(given), approving(context(world), listing));
    expect(created.status?.migration_state).toBe('complete');
    expect(await stateOf(world)).toBe('complete');
  });
});
