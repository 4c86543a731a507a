import { listMigrations } from '../../../lib/resources/waf-migration/list';
import { migrationMemory } from '../../../lib/resources/waf-migration/memory';
import { judgeStatus, stageOf, type Evidence } from '../../../lib/resources/waf-migration/stage';
import { accountId, describeAll, failureOf, worlds, zoneId } from '../../support/handler-harness';
import { applied, context, create, plan, read, readImported, stateOf, update, writesOf } from './support';

const { empty } = migrationMemory;
const reported = (migration_state: string, old_waf_status = 'enabled', new_waf_status = 'disabled') => ({
  ...{ migration_state, old_waf_status, new_waf_status },
});
const judge = (evidence: Evidence, memory: Partial<typeof empty> = {}) =>
  judgeStatus(evidence, { ...empty, ...memory })?.code;

describe('a status that says where the zone is', () => {
  it.each([
    ['a zone with the previous version', reported('start'), 'on'],
    ['one whose WAF is off', reported('start', 'disabled'), 'off'],
    ['one whose new rules were deployed without a migration', reported('start', 'enabled', 'enabled'), 'on'],
    ['validation mode', reported('validation', 'enabled', 'enabled'), 'on'],
    ['validation mode of a zone whose WAF is off', reported('validation', 'disabled', 'enabled'), 'off'],
    ['a migrated zone', reported('complete', 'disabled', 'enabled'), undefined],
    ['a migrated zone without managed rules', reported('complete', 'disabled', 'disabled'), undefined],
    ['a zone that never had the previous version', reported('default', 'disabled'), undefined],
  ] as const)('is that of %s', (_what, status, setting) => {
    expect(judge({ status, setting })).toBeUndefined();
  });

  it('is that of a cutover, whatever it says of the two versions', () => {
    for (const state of ['start', 'validation'])
      for (const previous of ['enabled', 'disabled'])
        expect(
          judge(
            { status: reported(state, previous, 'enabled'), setting: 'on', isDeployed: true },
            { isInCutover: true },
          ),
        ).toBeUndefined();
  });
});

const unknown = ['', 'in_progress', 'Complete', 'START', 'pending', 'null'];

describe('a status fails', () => {
  it.each(unknown)('with the unknown state "%s"', (state) => {
    for (const isInCutover of [false, true])
      expect(judge({ status: reported(state) }, { isInCutover })).toBe('waf.status_unknown');
    expect(() => stageOf({ migration_state: state }, {})).toThrow('unknown migration_state');
  });

  it.each(['', 'on', 'Enabled', 'unknown'])('with the unknown word "%s" for a version', (word) => {
    for (const status of [reported('start', word), reported('start', 'enabled', word)])
      expect(judge({ status })).toBe('waf.status_unknown');
  });

  it.each([
    ['start', 'disabled', 'enabled', 'on'],
    ['start', 'disabled', 'disabled', 'on'],
    ['validation', 'disabled', 'enabled', 'on'],
    ['validation', 'enabled', 'disabled', 'on'],
    ['complete', 'enabled', 'enabled', undefined],
    ['default', 'enabled', 'disabled', undefined],
  ] as const)('that contradicts itself: %s, previous %s, new %s', (state, previous, successor, setting) => {
    expect(judge({ status: reported(state, previous, successor), setting })).toBe('waf.status_contradiction');
  });

  it.each([
    ['validation', 'start'],
    ['complete', 'start'],
    ['complete', 'validation'],
  ] as const)('that went back from %s to %s', (reached, state) => {
    const status = reported(state, 'enabled', state === 'start' ? 'disabled' : 'enabled');
    expect(judge({ status }, { reached })).toBe('waf.status_reverted');
  });

  it('that has lost the rules of a cutover', () => {
    const evidence = { status: reported('start'), isDeployed: false };
    expect(judge(evidence, { isInCutover: true })).toBe('waf.status_reverted');
    expect(judge({ ...evidence, isDeployed: true }, { isInCutover: true })).toBeUndefined();
  });
});

const start = worlds();

/** The API reports this status from now on. */
function reporting(by: ReturnType<typeof context>, status: ReturnType<typeof reported>) {
  const api = by.service.wafMigration;
  const real = api.status.bind(api);
  jest
    .spyOn(api, 'status')
    .mockImplementation(async (...given) => ({ ...(await real(...given)), ...status }));
}

describe('a zone whose status is not known', () => {
  it.each([
    [reported('in_progress'), /unknown migration status: The API reports migration_state "in_progress"/],
    [reported(''), /migration_state "" \(or none\)/],
    [reported('start', 'enabled', 'on'), /new_waf_status "on"/],
    [reported('start', 'disabled', 'enabled'), /contradictory migration status: .*"start".*"disabled"/],
  ])('fails the plan and the apply before anything is sent', async (status, text) => {
    const world = await start();
    const by = context(world);
    reporting(by, status);
    const expected: unknown = [expect.stringMatching(text)];
    expect((await plan(world, null, {}, by)).reported).toEqual(expected);
    expect(describeAll(await failureOf(create(world, {}, by)))).toEqual(expected);
    expect(describeAll(await failureOf(create(world, { on_ineligible: 'skip' }, by)))).toEqual(expected);
    expect(await writesOf(world)).toEqual([]);
  });

  it('fails a refresh and an import', async () => {
    const { by, state } = await applied(start);
    reporting(by, reported('archived', 'disabled', 'enabled'));
    const expected: unknown = [expect.stringMatching(/migration_state "archived"/)];
    expect(describeAll(await failureOf(read(state, by)))).toEqual(expected);
    expect(describeAll(await failureOf(readImported(by)))).toEqual(expected);
  });

  it('ends an apply that waits for the cutover with a warning, and keeps what was sent', async () => {
    const world = await start();
    await world.control('PUT', '/waf-cutover', { ms: 60_000 });
    const by = context(world);
    const api = by.service.wafMigration;
    const deploy = api.deploy.bind(api);
    jest.spyOn(api, 'deploy').mockImplementation(async (...given) => {
      const answer = await deploy(...given);
      reporting(by, reported('finalizing', 'enabled', 'enabled'));
      return answer;
    });
    const state = await create(world, {}, by);
    expect(state.migration_state).toBe('cutover');
    expect(describeAll(by.warnings)).toEqual([expect.stringMatching(/^warning .*"finalizing"/s)]);
  });
});

describe('a zone that the state knows as migrated', () => {
  it.each(['complete', 'validation'] as const)(
    'and the API as not: %s fails the plan with what to run, and nothing is sent',
    async (target) => {
      const before = await start();
      const first = context(before);
      const state = await create(before, { target }, first);
      const world = await start();
      const by = context(world, first.privateState.get());
      const refreshed = await read(state, by);
      expect(refreshed?.migration_state).toBe('start');
      const expected: unknown = [expect.stringMatching(/went back: .*base_url.*terraform state rm/s)];
      expect((await plan(world, refreshed ?? null, { target }, by)).reported).toEqual(expected);
      expect(describeAll(await failureOf(update(world, state, { target }, by)))).toEqual(expected);
      expect([await stateOf(world), await writesOf(world)]).toEqual(['start', []]);
    },
  );

  it('fails so without a private state too', async () => {
    const before = await start();
    const state = await create(before);
    const world = await start();
    const by = context(world);
    expect((await plan(world, state, {}, by)).reported).toEqual([expect.stringContaining('went back')]);
    expect(describeAll(await failureOf(update(world, state, {}, by)))).toHaveLength(1);
  });

  it('fails so during the cutover, without waiting for its end', async () => {
    const before = await start();
    await before.control('PUT', '/waf-cutover', { ms: 60_000 });
    const first = context(before);
    const state = await create(before, { timeout_seconds: 1 }, first);
    expect(state.migration_state).toBe('cutover');
    const world = await start();
    for (const kept of [first.privateState.get(), undefined]) {
      const by = context(world, kept);
      const refreshed = await read(state, by);
      expect((await plan(world, refreshed ?? null, {}, by)).reported).toEqual([
        expect.stringMatching(/went back: The state of Terraform says "cutover"/),
      ]);
      expect(describeAll(await failureOf(update(world, state, {}, by)))).toHaveLength(1);
      expect(by.progressed).toEqual([]);
    }
    expect(await writesOf(world)).toEqual([]);
  });
});

it('a list of a zone with an unknown status fails with the name of the zone', async () => {
  const world = await start();
  const by = context(world);
  jest.spyOn(by.service.wafMigration, 'status').mockResolvedValue(reported('in_progress'));
  const account = { id: accountId, name: 'Account' };
  const listing = listMigrations({ kind: 'zone', id: zoneId, name: 'one.example', account }, by);
  const [{ summary } = { summary: '' }] = await failureOf(listing);
  expect(summary).toContain('one.example');
});
