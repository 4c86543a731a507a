import { wafMigrationHandler as handler } from '../../../lib/resources/waf-migration/handler';
import { unknown } from '../../../lib/schema';
import { managedRulesets } from '../../../lib/waf';
import { at, failureOf, describeAll, worlds, zoneId, type World } from '../../support/handler-harness';
import {
  applied,
  approving,
  business,
  bypass,
  context,
  irreversible,
  create,
  deployed,
  importZone,
  managed,
  override,
  overridesIn,
  owasp,
  paths,
  plan,
  rule,
  rulesOf,
  stateOf,
  read,
  update,
  uriOverride,
  wafOff,
} from './support';

const start = worlds();
const validation = { target: 'validation' } as const;
const withOverride = { waf: { overrides: [uriOverride] } };
const deleting = { delete_uri_overrides: true };
const { exposedCredentials } = managedRulesets;

const makeOverride = (world: World) => {
  const { urls, rules } = uriOverride;
  return world.api('POST', paths.overrides, { urls, rules });
};
const overridesLeft = async (world: World) => {
  const left = await world.api('GET', paths.overrides);
  return Array.isArray(left) ? left.length : undefined;
};
const spared = async (world: World) =>
  (await rulesOf(world)).flatMap((each) =>
    at(each, 'action') === 'skip'
      ? [`${at(each, 'enabled') === true ? '' : 'disabled '}${String(at(each, 'expression'))}`]
      : [],
  );
const skip = (expression: string, more: object = {}) => ({
  action: 'skip',
  action_parameters: { ruleset: 'current' },
  expression,
  ...more,
});
const execute = (id: string, parameters: object = {}, more: object = {}) => ({
  action: 'execute',
  action_parameters: { id, ...parameters },
  expression: 'true',
  ...more,
});

describe('the step out of validation mode', () => {
  it('fails at plan and apply if a URI-based override was created in validation mode', async () => {
    const { world, by, state } = await applied(start, validation);
    await makeOverride(world);
    const barred = [
      expect.stringMatching(/^error at delete_uri_overrides: Zone one\.example \(\w+\): cannot be migrated/),
    ];
    expect((await plan(world, state, { target: 'complete' }, by)).reported.slice(0, 1)).toEqual(barred);
    expect(describeAll(await failureOf(update(world, state, {}, by)))).toEqual(barred);
    expect([await stateOf(world), await overridesLeft(world)]).toEqual(['validation', 1]);
  });

  it('deletes such an override if configured, and reports its effect', async () => {
    const { world, by, state } = await applied(start, validation);
    await makeOverride(world);
    const { reported, changes } = await plan(world, state, { target: 'complete', ...deleting }, by);
    expect(reported).toEqual([
      expect.stringMatching(/^warning at delete_uri_overrides: Zone .*: deletes 1 URI-based WAF override/),
      irreversible,
    ]);
    expect(changes).toMatch(
      /irreversible: from validation to complete .*does not carry over: .*example\.com\/shop/s,
    );
    const done = await update(world, state, deleting, by);
    expect(done.migration_state).toBe('complete');
    expect(done.loss_report).toEqual([
      ...(state.loss_report ?? []),
      expect.stringContaining('example.com/shop'),
    ]);
  });

  it('carries over changes of the previous configuration, with a warning', async () => {
    const { world, by, state } = await applied(start, validation, { firewall_rules: [bypass] });
    const late = { ...bypass, filter: { expression: 'ip.src eq 203.0.113.9' } };
    await world.api('POST', `/zones/${zoneId}/firewall/rules`, [late]);
    await world.api('POST', `/zones/${zoneId}/pagerules`, { ...wafOff, status: 'active' });
    const { reported, changes } = await plan(world, state, { target: 'complete' }, by);
    expect(reported).toEqual([irreversible]);
    expect(changes).toMatch(
      /adds, since validation mode began, .*203\.0\.113\.9.* does not carry over: .*[Pp]age rule/s,
    );
    const done = await update(world, state, {}, by);
    expect(done.loss_report).toHaveLength((state.loss_report ?? []).length + 1);
    expect(await spared(world)).toEqual([
      'ip.src eq 192.0.2.1',
      'ip.src eq 203.0.113.9',
      expect.stringContaining('/a/'),
    ]);
    expect(done.skip_rules).toBeNull();
    expect(await read(done, by)).toEqual(done);
  });
});

describe('URI-based overrides', () => {
  it('are kept if configured overrides need a ruleset that will not be deployed, an error at plan', async () => {
    const world = await start(withOverride);
    const given = { ...deleting, rule_overrides: [override(1, { ruleset_id: exposedCredentials })] };
    const barred: unknown = expect.stringContaining(': managed ruleset not deployed');
    expect((await plan(world, null, given)).reported).toContainEqual(barred);
    expect(describeAll(await failureOf(create(world, given)))).toEqual([barred]);
    expect([await stateOf(world), await overridesLeft(world)]).toEqual(['start', 1]);
  });

  it.each([
    ['is not known', 'cannot determine the plan'],
    ['is another one', 'validation mode requires an Enterprise zone'],
  ])('are kept if the target is validation mode and the plan of the zone %s', async (what, title) => {
    const world = await start({ ...business, ...withOverride });
    const given = { ...validation, ...deleting };
    const hide = async () => {
      const skip = (await world.calls()).findIndex((call) => call.endsWith('/zones/:id'));
      await world.heal();
      if (what === 'is not known')
        await world.fail({
          kind: 'status',
          match: {},
          skip,
          times: 1,
          status: 403,
          code: 9109,
          message: 'no',
        });
    };
    const barred: unknown = expect.stringMatching(`^error at target: Zone .*: ${title}`);
    await plan(world, null, given);
    await hide();
    expect((await plan(world, null, given)).reported).toContainEqual(barred);
    await world.heal();
    await world.calls();
    await failureOf(create(world, given));
    await hide();
    expect(describeAll(await failureOf(create(world, given)))).toEqual([barred]);
    expect(await overridesLeft(world)).toBe(1);
  });

  it('are logged in full before the first deletion, and again if the apply fails afterwards', async () => {
    const world = await start(withOverride);
    const by = context(world);
    const refusal = { kind: 'status', status: 400, code: 10043, message: 'no' };
    await world.fail({ ...refusal, match: { method: 'PUT' } });
    const failed = describeAll(await failureOf(create(world, deleting, by)));
    expect(failed).toEqual([expect.stringContaining(': migration refused by the API')]);
    expect(await overridesLeft(world)).toBe(0);
    const content = JSON.stringify(uriOverride.rules);
    expect(by.progressed[1]).toContain(content);
    expect(describeAll(by.warnings)).toEqual([
      expect.stringMatching(/override deleted before the apply failed/),
    ]);
    expect(describeAll(by.warnings)[0]).toContain(content);
  });

  it('are deleted while another client completes the migration: the state has its status and all records', async () => {
    const world = await start(withOverride);
    await world.control('PUT', '/waf-cutover', { ms: 0 });
    const by = context(world);
    const { waf } = by.service;
    const deleteOverride = waf.deleteOverride.bind(waf);
    jest.spyOn(waf, 'deleteOverride').mockImplementation(async (...given) => {
      await deleteOverride(...given);
      const { name, rules } = await world.client.wafMigration.config(zoneId);
      await world.client.wafMigration.deploy(zoneId, 'pending', { name, rules });
    });
    const state = await create(world, deleting, by);
    expect(state).toMatchObject({ migration_state: 'complete', old_waf_status: 'disabled' });
    expect(state.loss_report?.join()).toContain('example.com/shop');
    expect(JSON.parse(state.backup ?? '')).toMatchObject({ overrides: [uriOverride] });
  });

  it('are in the loss report of the state even if the apply out of validation mode fails', async () => {
    const { world, by, state } = await applied(start, validation);
    await makeOverride(world);
    await world.fail({ kind: 'status', status: 400, code: 10043, message: 'no', match: { method: 'PUT' } });
    await failureOf(update(world, state, deleting, by));
    expect(JSON.stringify(by.kept)).toContain('example.com/shop');
  });
});

describe('a new migration that fails after it deleted URI-based overrides', () => {
  const refusal = {
    kind: 'status',
    status: 400,
    code: 10043,
    message: 'no',
    match: { method: 'PUT' },
    times: 9,
  };
  async function fail(world: World) {
    const { listing } = await plan(world, null, deleting);
    await world.fail(refusal);
    const by = approving(context(world), listing);
    const state = await create(world, deleting, by);
    await world.heal();
    return { by, state, next: context(world, by.privateState.get()) };
  }

  it('ends without an error, which would taint it, and the state has the records', async () => {
    const { by, state } = await fail(await start(withOverride));
    expect(state).toMatchObject({ migration_state: 'start', ruleset_id: null, enabled_rulesets: [] });
    expect(state.backup).toContain(uriOverride.id);
    expect(state.loss_report?.join()).toContain('example.com/shop');
    expect(describeAll(by.warnings)).toEqual([
      expect.stringContaining('1 URI-based WAF override deleted before the apply failed'),
      expect.stringMatching(/migration not finished: .*refused by the API: .*Apply again to continue/s),
    ]);
  });

  it('is continued by the next apply, whose plan lists what is left, with the same records', async () => {
    const world = await start(withOverride);
    const { state, next } = await fail(world);
    const refreshed = await read(state, next);
    expect(refreshed).toEqual(state);
    const { changes, predicted, listing, reported } = await plan(world, state, deleting, next);
    expect(reported).toEqual([irreversible]);
    expect(changes).toMatch(/irreversible: from start to complete \| deploys /);
    expect(predicted.status).toMatchObject({ migration_state: unknown, loss_report: state.loss_report });
    const done = await update(world, state, deleting, approving(next, listing));
    expect(done).toMatchObject({ migration_state: 'complete', loss_report: state.loss_report });
    expect(done.backup).toContain(uriOverride.id);
  });

  it('fails with an error from then on, which keeps the state', async () => {
    const world = await start(withOverride);
    const { state, next } = await fail(world);
    await makeOverride(world);
    await world.fail(refusal);
    const { listing } = await plan(world, state, deleting, next);
    await failureOf(update(world, state, deleting, approving(next, listing)));
    expect(at(next.kept.at(-1), 'status', 'backup')).toContain(uriOverride.id);
  });

  it('warns where it is destroyed that the state has the only record', async () => {
    const world = await start(withOverride);
    const { state, next } = await fail(world);
    await handler.delete(state, next);
    expect(describeAll(next.warnings)).toEqual([
      expect.stringMatching(/keeps the previous managed rules: .*`status\.backup` is the only record/),
    ]);
  });
});

describe('an entry point that existed before the migration', () => {
  const mine = skip('http.host eq "own.example.com"', { description: 'mine' });
  const own = [mine, execute(exposedCredentials, {}, { description: 'leaks' })];
  const makeOwn = (world: World, rules: readonly object[]) => world.api('PUT', paths.entryPoint, { rules });

  it.each(['validation', 'complete'] as const)(
    'keeps its rules on the way to %s, skip rules in front, and the plan names them',
    async (target) => {
      const world = await start({ firewall_rules: [bypass] });
      await makeOwn(world, own);
      const { changes } = await plan(world, null, { target });
      expect(changes).toMatch(/ keeps skip .*http\.host eq "own\.example\.com".*execute /s);
      const by = context(world);
      const state = await create(world, { target }, by);
      expect(await spared(world)).toEqual(['http.host eq "own.example.com"', 'ip.src eq 192.0.2.1']);
      expect(await deployed(world)).toEqual(['skip', 'skip', 'execute managed', 'execute owasp', 'execute']);
      expect(state.enabled_rulesets).toEqual([managed, owasp, exposedCredentials]);
      expect(state.skip_rules).toBeNull();
      expect(await read(state, by)).toEqual(state);
      await update(
        world,
        state,
        { target, rule_overrides: [override(1, { ruleset_id: exposedCredentials })] },
        by,
      );
      expect(await overridesIn(world, exposedCredentials)).toEqual([{ id: rule(1), action: 'log' }]);
    },
  );

  it('loses its rule for a migrated ruleset, and plan and loss report have all its settings', async () => {
    const world = await start();
    await makeOwn(world, [
      execute(managed, { overrides: { rules: [{ id: rule(9), action: 'log' }] } }, { description: 'tuned' }),
    ]);
    const { changes } = await plan(world, null);
    expect(changes).toMatch(/does not carry over: .*'tuned' of ruleset/s);
    const state = await create(world);
    const [lost] = (state.loss_report ?? []).filter((each) => each.includes('tuned'));
    expect(lost).toContain(`(instead: override ${rule(9)} of Cloudflare Managed Ruleset: log)`);
    expect(await overridesIn(world)).toBeUndefined();
  });

  it('loses nothing if the migration creates the same rules, for example when it was prepared with disabled ones', async () => {
    const world = await start({ ...business, firewall_rules: [bypass] });
    const brought = await world.client.wafMigration.config(zoneId);
    const prepared = brought.rules.map(({ action, action_parameters, expression }) => ({
      action,
      action_parameters,
      expression,
      enabled: false,
    }));
    await makeOwn(world, [skip('ip.src eq 192.0.2.77', { enabled: false }), ...prepared]);
    const { changes } = await plan(world, null);
    expect(changes).not.toContain('of the entry point executes');
    expect(changes).toContain('keeps (disabled) skip all managed rules where (ip.src eq 192.0.2.77)');
    await create(world);
    expect(await spared(world)).toEqual(['disabled ip.src eq 192.0.2.77', 'ip.src eq 192.0.2.1']);
    expect(await deployed(world)).toEqual(['disabled skip', 'skip', 'execute managed', 'execute owasp']);
  });
});

describe('an imported zone', () => {
  // It simulates, so the migration brings an override of it.
  const simulating = { id: rule(0xcafe), group_id: rule(0x9), default_mode: 'block', mode: 'simulate' };
  const tuned = {
    waf: {
      packages: [
        {
          id: rule(0x1),
          name: 'Cloudflare',
          groups: [{ id: rule(0x9), name: 'G', mode: 'on' }],
          rules: [simulating],
        },
      ],
    },
  };
  const challenging = { rule_overrides: [override(0xcafe, { action: 'managed_challenge' })] };
  const brought = [{ id: rule(0xcafe), action: 'log' }];

  it.each([validation, {}])('in validation mode restores the overrides of the migration: %j', async (to) => {
    const world = await start(tuned);
    await create(world, { ...validation, ...challenging });
    const { by, imported } = await importZone(world);
    const state = await update(world, imported, { ...to, ...challenging }, by);
    await update(world, state, to, by);
    expect(await overridesIn(world)).toEqual(brought);
  });

  it('after the migration gets a warning at plan and apply that earlier values of its overrides are unknown', async () => {
    const world = await start(tuned);
    await create(world, challenging);
    const taken: unknown = expect.stringMatching(/^warning at rule_overrides: .*0cafe/s);
    const given = { rule_overrides: [...challenging.rule_overrides, override(1)] };
    const { by, imported } = await importZone(world);
    expect((await plan(world, imported, given, by)).reported).toEqual([taken]);
    await update(world, imported, given, by);
    expect(describeAll(by.warnings)).toEqual([taken]);
    expect(describeAll(by.warnings).join()).not.toContain(rule(1));
  });
});
