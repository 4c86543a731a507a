import { unknown } from '../../../lib/schema';
import type { Rule } from '../../../lib/client';
import { anomalyScoreRule } from '../../../lib/waf';
import { everyQuirk } from '../../emulator/support';
import { at, worlds } from '../../support/handler-harness';
import {
  applied,
  bypass,
  changeRules,
  changing,
  context,
  create,
  importZone,
  managed,
  override,
  overridesIn,
  owasp,
  paths,
  plan,
  read,
  redeployed,
  refresh,
  rule,
  rulesOf,
  skipping,
  update,
  type RuleChange,
} from './support';

const start = worlds();

const meaning = ({ action, action_parameters: parameters, expression, enabled }: Rule) => ({
  action,
  parameters,
  expression,
  enabled,
});
const overriding = (ruleset: string, changes: object) =>
  changing(ruleset, ({ action_parameters: parameters }) => ({
    action_parameters: { ...parameters, overrides: { ...(parameters?.overrides as object), ...changes } },
  }));

const cases: Readonly<Record<string, readonly [RuleChange, string]>> = {
  'a category that is off': [
    overriding(managed, { categories: [{ category: 'sqli', enabled: false }] }),
    '1 override changed in Cloudflare Managed Ruleset: category sqli (disabled, not expected)',
  ],
  'a ruleset that only logs': [
    overriding(owasp, { action: 'log' }),
    '1 override changed in Cloudflare OWASP Core Ruleset: all rules (log, not expected)',
  ],
  'a paranoia level': [
    overriding(owasp, { categories: [] }),
    '2 overrides missing from Cloudflare OWASP Core Ruleset: category paranoia-level-3 (disabled), category',
  ],
  'an expression that leaves requests out': [
    (rules) => rules.map((each) => ({ ...each, expression: 'http.host eq "x"' })),
    '2 managed rulesets with a different expression: Cloudflare Managed Ruleset (http.host eq "x")',
  ],
  'a skip rule of the phase': [
    skipping('true', { phase: 'current' }),
    '1 unexpected skip rule: skip all managed rules',
  ],
  'an override of the migration that is gone': [
    overriding(owasp, { rules: undefined }),
    `1 override missing from Cloudflare OWASP Core Ruleset: ${anomalyScoreRule} (`,
  ],
};

describe('out-of-band changes that no other attribute shows', () => {
  it.each(Object.entries(cases))(
    'show in the plan, and the apply reverts them: %s',
    async (_what, [change, sentence]) => {
      const world = await start();
      const by = context(world);
      const given = { rule_overrides: [override(5)] };
      const state = await create(world, given, by);
      expect(state.out_of_band_changes).toEqual([]);
      const before = (await rulesOf(world)).map(meaning);

      await changeRules(world, change);
      const found = await refresh(state, by);
      expect(found.out_of_band_changes?.[0]).toContain(sentence);
      const { reported, predicted } = await plan(world, found, given, by);
      expect(predicted).toEqual(redeployed(found));
      expect(reported).toContainEqual(expect.stringMatching(/^warning at status: .* are reverted/));
      expect(reported.join()).toContain(sentence);

      const mended = await update(world, found, given, by);
      expect(mended).toEqual(state);
      expect((await rulesOf(world)).map(meaning)).toEqual(before);
    },
  );

  it('are kept if the zone is imported again', async () => {
    const world = await start();
    await create(world);
    await changeRules(world, skipping('true', { phase: 'current' }));
    await changeRules(world, overriding(managed, { enabled: false }));
    const { by, imported } = await importZone(world);
    expect(imported.out_of_band_changes).toEqual([]);
    await update(world, imported, { rule_overrides: [override(5)] }, by);
    expect(at(await rulesOf(world), 0, 'action_parameters')).toEqual({ phase: 'current' });
    expect(await overridesIn(world)).toEqual([{ id: rule(5), action: 'log' }]);
    expect(at(await rulesOf(world), 1, 'action_parameters', 'overrides', 'enabled')).toBe(false);
  });

  it('are reverted by the step out of validation mode too, and its plan shows it', async () => {
    const { world, by, state } = await applied(start, { target: 'validation' });
    await changeRules(world, overriding(managed, { enabled: false }));
    const found = await refresh(state, by);
    const { reported, predicted } = await plan(world, found, { target: 'complete' }, by);
    expect(reported.join()).toMatch(/Zone one\.example \(\w+\): out-of-band changes are reverted/);
    expect(predicted.status).toMatchObject({ migration_state: unknown });
    const done = await update(world, found, {}, by);
    expect(done.out_of_band_changes).toEqual([]);
    expect(at((await rulesOf(world))[0], 'action_parameters', 'overrides')).toBeUndefined();
  });

  it('do not include a different notation of the API', async () => {
    const { world, by, state } = await applied(start, { rule_overrides: [override(5)] });
    await world.setQuirks(everyQuirk);
    const found = await read(state, by);
    expect(found?.out_of_band_changes).toEqual([]);
    expect(by.warnings.map(({ summary }) => summary)).toEqual(['Members unknown to this version']);
  });

  it.each([
    [true, false],
    [false, true],
  ])(
    'do not include the logging of skip rules (explicit in replies at the apply: %s, at the plan: %s)',
    async (atApply, atPlan) => {
      const world = await start({ firewall_rules: [bypass] });
      const by = context(world);
      const skip = { expression: 'ip.src eq 192.0.2.8', description: 'ours', rule_ids: null };
      const given = { skip_rules: [{ ...skip, ruleset_id: null, enabled: true }] };
      await world.setQuirks({ serviceWording: atApply });
      const state = await create(world, given, by);

      await world.setQuirks({ serviceWording: atPlan });
      const skips = (await rulesOf(world)).filter(({ action }) => action === 'skip');
      expect(skips.map((each) => at(each, 'logging'))).toEqual(
        [1, 2].map(() => (atPlan ? { enabled: true } : undefined)),
      );
      const found = await refresh(state, by);
      expect(found).toEqual(state);
      expect(await plan(world, found, given, by)).toMatchObject({
        reported: [],
        predicted: {},
        changes: null,
      });
      const version = at(await world.api('GET', paths.entryPoint), 'version');
      await update(world, found, given, by);
      expect(at(await world.api('GET', paths.entryPoint), 'version')).toBe(version);
    },
  );
});
