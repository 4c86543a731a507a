import { wafMigrationHandler as handler } from '../../../lib/resources/waf-migration/handler';
import { unknown } from '../../../lib/schema';
import { at, errorOf, failureOf, describeAll, worlds, zoneId } from '../../support/handler-harness';
import {
  applied,
  business,
  bypass,
  context,
  create,
  deployed,
  importZone,
  logged,
  irreversible,
  managed,
  patient,
  override,
  overridesIn,
  owasp,
  paths,
  plan,
  redeployed,
  readImported,
  rule,
  stateOf,
  read,
  refresh,
  update,
  uriOverride,
  wafOff,
} from './support';

const start = worlds();

describe('a zone with the previous managed rules', () => {
  it('is migrated with the configuration of the API, and the apply waits for the end', async () => {
    const world = await start({ firewall_rules: [bypass] });
    await world.control('PUT', '/waf-cutover', { ms: 1_000 });
    const by = context(world);
    const state = await create(world, {}, by);
    expect(await stateOf(world)).toBe('complete');
    expect(await deployed(world)).toEqual(['skip', 'execute managed', 'execute owasp']);
    expect(state).toMatchObject({
      target: 'complete',
      migration_state: 'complete',
      old_waf_status: 'disabled',
      new_waf_status: 'enabled',
      ruleset_id: at(await world.api('GET', paths.entryPoint), 'id'),
    });
    expect(state.enabled_rulesets).toEqual([managed, owasp]);
    expect(by.warnings).toEqual([]);
    expect(by.progressed[0]).toContain(': irreversible: from start to complete | deploys 1. skip ');
    expect(by.progressed[1]).toContain('previous managed rules enabled, new ones enabled');
  });

  it('of an Enterprise plan enters validation mode, and then completes in place', async () => {
    const world = await start();
    const by = context(world);
    const validating = await create(world, { target: 'validation' }, by);
    expect(validating).toMatchObject({
      migration_state: 'validation',
      old_waf_status: 'enabled',
      new_waf_status: 'enabled',
    });
    const done = await update(world, validating, { rule_overrides: [override(7)] }, by);
    expect(done).toMatchObject({ migration_state: 'complete', old_waf_status: 'disabled' });
    expect(await overridesIn(world)).toEqual([{ id: rule(7), action: 'log' }]);
  });

  it('deletes its URI-based overrides first if configured, and the loss report describes each one', async () => {
    const world = await start({ waf: { overrides: [uriOverride] } });
    const { reported, changes } = await plan(world, null, { delete_uri_overrides: true });
    expect(reported).toEqual([
      expect.stringMatching(/warning at delete_uri_overrides: Zone .*: deletes 1 URI-based WAF override/),
      irreversible,
    ]);
    expect(changes).toMatch(/does not carry over: .*example\.com\/shop/s);
    const state = await create(world, { delete_uri_overrides: true });
    expect(state.migration_state).toBe('complete');
    expect(state.loss_report?.join()).toContain('example.com/shop/*');
    expect(JSON.parse(state.backup ?? '')).toMatchObject({ overrides: [uriOverride] });
  });

  it('completes without Terraform after the timeout, and the next apply waits for it', async () => {
    const world = await start();
    await world.control('PUT', '/waf-cutover', { ms: 3_000 });
    const by = context(world);
    const state = await create(world, { timeout_seconds: 1 }, by);
    expect(describeAll(by.warnings)).toEqual([expect.stringContaining('migration still in progress')]);
    expect(state).toMatchObject({ migration_state: 'cutover', old_waf_status: 'enabled' });
    const next = context(world, by.privateState.get());
    expect((await plan(world, state, {}, next)).predicted).toMatchObject({
      status: { migration_state: unknown, loss_report: state.loss_report, backup: state.backup },
    });
    await world.calls();
    const done = await update(world, state, {}, next);
    expect(done.migration_state).toBe('complete');
    expect((await world.calls()).filter((call) => !call.startsWith('GET'))).toEqual([]);
  });

  it('is polled through transient failures of the API', async () => {
    const world = await start();
    await world.control('PUT', '/waf-cutover', { ms: 1_000 });
    const by = patient(world);
    const begun = create(world, {}, by);
    await until(() => by.progressed.length > 1);
    await world.fail({ kind: 'status', status: 502, match: { path: '**/status' }, times: 2 });
    expect(await begun).toMatchObject({ migration_state: 'complete' });
    expect(by.warnings).toEqual([]);
  });

  it.each(['is interrupted', 'is refused any look'] as const)(
    'keeps its loss report when an apply %s after the call that begins the migration',
    async (how) => {
      const world = await start({ page_rules: [wafOff] });
      await world.control('PUT', '/waf-cutover', { ms: 2_000 });
      const by = context(world);
      const interruption = new AbortController();
      const begun = create(world, {}, { ...by, signal: interruption.signal });
      await until(() => by.progressed.length > 1);
      if (how === 'is interrupted') interruption.abort();
      else await world.fail({ kind: 'status', status: 403, match: { method: 'GET' }, times: 1 });
      const state = await begun;
      const report: unknown = expect.arrayContaining([expect.stringContaining('example.com/a/*')]);
      expect(state).toMatchObject({ migration_state: 'cutover', loss_report: report });
      expect(describeAll(by.warnings)).toEqual([
        expect.stringContaining('cannot determine the migration status'),
      ]);

      const next = context(world, by.privateState.get());
      const done = await update(world, state, {}, next);
      expect(done).toMatchObject({ migration_state: 'complete', loss_report: report });
      expect(next.warnings).toEqual([]);
    },
  );
});

describe('a zone that was migrated already', () => {
  it('is imported with the losses of validation mode, however it got there', async () => {
    const world = await start({ page_rules: [wafOff] });
    const { loss_report: expected } = await create(world, { target: 'validation' });
    expect(expected).toContainEqual(expect.stringContaining('example.com/a/*'));
    const { by, imported } = await importZone(world);
    expect(imported.loss_report).toEqual(expected);
    expect((await update(world, imported, {}, by)).loss_report).toEqual(expected);
    expect(await stateOf(world)).toBe('complete');
  });

  it('is removed from state only if the zone no longer exists', async () => {
    const world = await start({ migration_state: 'complete' });
    const { by, imported: state } = await importZone(world);
    const missing = { kind: 'status', status: 404, message: 'no' };
    const later = context(world, by.privateState.get());
    await world.fail({ ...missing, code: 7003, match: {}, times: 2 });
    expect(String(await errorOf(read(state, later)))).toContain('404');
    expect(later.warnings).toEqual([]);
    await world.heal();
    await world.fail({ ...missing, code: 1001, match: {}, times: 2 });
    expect(await read(state, later)).toBeUndefined();
    expect(describeAll(later.warnings)).toEqual([expect.stringContaining(`Zone ${zoneId} not found`)]);
  });

  it('cannot return to validation mode', async () => {
    const { world, by, state } = await applied(start);
    const { reported } = await plan(world, state, { target: 'validation' }, by);
    expect(reported).toEqual([
      expect.stringContaining(`error at target: Cannot return zone ${zoneId} to validation mode`),
    ]);
    const failed = describeAll(await failureOf(update(world, state, { target: 'validation' }, by)));
    expect(failed).toEqual([expect.stringContaining(`error at target: Cannot return zone ${zoneId}`)]);
  });

  it.each([{}, business])('is adjusted without a migration: %j', async (place) => {
    const { world, by, state } = await applied(start, {}, place);
    await world.calls();
    const next = await update(world, state, { rule_overrides: [override(5)] }, by);
    expect((await world.calls()).filter((call) => call.startsWith('PUT'))).toEqual([
      'PUT rulesets/phases/http_request_firewall_managed/entrypoint',
    ]);
    expect(next.rule_overrides).toEqual([override(5)]);
    expect(await read(next, by)).toEqual(next);
    await update(world, next, {}, by);
    expect(await overridesIn(world)).toBeUndefined();
  });

  it('shows a rule that was disabled and a ruleset that was deleted out of band', async () => {
    const { world, by, state } = await applied(start, { rule_overrides: [override(5)] });
    const execute = (id: string, changes: object) => ({
      action: 'execute',
      expression: 'true',
      action_parameters: { id, ...changes },
    });
    await world.api('PUT', paths.entryPoint, {
      rules: [execute(managed, { overrides: { rules: [{ id: rule(8), enabled: false }] } })],
    });
    const found = await refresh(state, by);
    expect(found.rule_overrides).toEqual([override(8, { action: null, enabled: false })]);
    expect(found.enabled_rulesets).toEqual([managed]);
    const { predicted } = await plan(world, found, { rule_overrides: [override(5)] }, by);
    expect(predicted).toEqual(redeployed(found));
    const mended = await update(world, found, { rule_overrides: [override(5)] }, by);
    expect(mended.enabled_rulesets).toEqual([managed, owasp]);
    expect(await overridesIn(world)).toEqual([{ id: rule(5), action: 'log' }]);
  });

  it('is not written again if it is unchanged', async () => {
    const { world, by, state } = await applied(start, { rule_overrides: [override(5)] });
    await world.calls();
    expect((await plan(world, state, {}, by)).predicted).toEqual({});
    await update(world, state, { rule_overrides: [override(5)], timeout_seconds: 7 }, by);
    expect((await world.calls()).filter((call) => !call.startsWith('GET'))).toEqual([]);
  });

  it('is unchanged when the resource is destroyed, with a warning', async () => {
    const { world, by, state } = await applied(start);
    await world.calls();
    const advice = await handler.plan?.({ prior: state, planned: null, config: null }, by);
    expect(describeAll(advice?.diagnostics ?? [])).toEqual([
      expect.stringContaining(`Zone ${zoneId} remains migrated`),
    ]);
    await handler.delete(state, by);
    expect(describeAll(by.warnings)).toEqual([expect.stringContaining(`Zone ${zoneId} remains migrated`)]);
    expect(await world.calls()).toEqual([]);
  });
});

describe('a plan', () => {
  it('warns that the migration is irreversible, and lists the losses', async () => {
    const world = await start({ page_rules: [wafOff] });
    const { reported, changes } = await plan(world, null);
    expect(reported).toEqual([irreversible]);
    expect(changes).toMatch(
      /irreversible: from start to complete \| deploys 1\. execute .*; 2\. execute .* \| .*does not carry over: .*example\.com\/a\/\*/s,
    );
  });

  it('names the target also where it deletes overrides first', async () => {
    const world = await start({ waf: { overrides: [uriOverride] } });
    const given = { target: 'validation', delete_uri_overrides: true };
    expect((await plan(world, null, given)).changes).toMatch(
      /irreversible: from start to validation \| deletes the URI-based overrides d{32} \| /,
    );
  });

  it('of the step from validation mode warns that the previous rules are disabled', async () => {
    const { world, by, state } = await applied(start, { target: 'validation' });
    expect((await plan(world, state, { target: 'validation' }, by)).reported).toEqual([]);
    const { reported, predicted } = await plan(world, state, { target: 'complete' }, by);
    expect(reported).toEqual([irreversible]);
    // A plan prints the old value of everything that becomes unknown.
    const { enabled_rulesets, loss_report, out_of_band_changes } = state;
    const kept = { enabled_rulesets, loss_report, out_of_band_changes, ineligible_reasons: null };
    expect(predicted.status).toMatchObject({ ...kept, migration_state: unknown, backup: unknown });
  });

  it('does not keep the status of a refresh that the end of a cutover has outdated', async () => {
    const { world, by, state } = await applied(start, { target: 'validation' });
    const later = context(world, by.privateState.get());
    await update(world, state, {}, by);
    expect((await plan(world, state, { target: 'complete' }, later)).predicted.status).toMatchObject({
      migration_state: unknown,
    });
  });

  it('warns about a zone that it skips, and lists nothing', async () => {
    const world = await start({ waf: { overrides: [uriOverride] } });
    const { reported, changes } = await plan(world, null, { on_ineligible: 'skip' });
    expect(changes).toBeNull();
    expect(reported).toEqual([
      expect.stringMatching(/^warning at on_ineligible: Zone .*: skipped, not eligible/),
    ]);
  });
});

it('forgets after an import only what its configuration named', async () => {
  const world = await start();
  const by = context(world);
  await create(world, { rule_overrides: [override(1), override(2)] }, by);
  const { by: later, imported } = await importZone(world);
  const named = await update(world, imported, { rule_overrides: [override(1)] }, later);
  expect(await overridesIn(world)).toEqual([logged(1), logged(2)]);
  await update(world, named, {}, later);
  expect(await overridesIn(world)).toEqual([logged(2)]);
});

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10));
}

it('fails to import a zone that is not migrated, whose generated configuration would migrate it', async () => {
  const world = await start();
  expect(String(await errorOf(handler.import(zoneId, context(world))))).toContain(
    `Zone ${zoneId} is not migrated: its migration is in the state start. Remove the import`,
  );
});

it('has nothing to apply after the import of a zone that never had managed rules, and warns of that', async () => {
  const world = await start({ plan: 'free', migration_state: 'default' });
  const { by, imported } = await importZone(world);
  const { predicted, reported } = await plan(world, imported, {}, by);
  expect(predicted).toEqual({});
  expect(reported).toContainEqual(expect.stringContaining('not protected by managed rules'));
});

it('can be imported by its zone and read', async () => {
  const world = await start({ migration_state: 'complete' });
  const by = context(world);
  const given = await handler.import(zoneId, by);
  expect(given).toEqual({ id: zoneId, zone_id: zoneId });
  expect(await readImported(by)).toMatchObject({
    target: 'complete',
    acknowledge_irreversible: true,
    delete_uri_overrides: null,
    timeout_seconds: null,
    rule_overrides: null,
    migration_state: 'complete',
  });
});
