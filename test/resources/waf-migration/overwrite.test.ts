import type { Rule } from '../../../lib/client';
import { managedRulesets } from '../../../lib/waf';
import { describeAll, failureOf, worlds, type World } from '../../support/handler-harness';
import {
  applied,
  approving,
  bypass,
  changeRules,
  changing,
  context,
  create,
  deployed,
  managed,
  override,
  overridesIn,
  paths,
  plan,
  refresh,
  rule,
  rulesOf,
  stateOf,
  update,
  writesOf,
} from './support';

const start = worlds();
const { exposedCredentials } = managedRulesets;

const overriding = (ruleset: string, overrides: object) =>
  changing(ruleset, () => ({ action_parameters: { id: ruleset, overrides } }));

const changes = [
  ['another action of a configured rule', overriding(managed, { rules: [{ id: rule(5), action: 'block' }] })],
  ['a category that is off', overriding(managed, { categories: [{ category: 'sqli', enabled: false }] })],
  ['a removed ruleset', (rules: readonly Rule[]) => rules.slice(0, -1)],
  ['a ruleset for fewer requests', changing(managed, () => ({ expression: 'ssl' }))],
  [
    'a disabled skip rule of the migration',
    (rules: readonly Rule[]) =>
      rules.map((each) => (each.action === 'skip' ? { ...each, enabled: false } : each)),
  ],
] as const;

describe.each(['complete', 'validation'] as const)(
  'an apply after which the target is still %s',
  (target) => {
    it.each(changes)('does not revert what was changed after its plan: %s', async (_what, to) => {
      const world = await start({ firewall_rules: [bypass] });
      const by = context(world);
      const given = { target, rule_overrides: [override(5)] };
      const state = await create(world, given, by);
      await changeRules(world, to);
      const before = await rulesOf(world);
      await world.calls();

      const adjusted = { target, rule_overrides: [override(5), override(6)] };
      expect(describeAll(await failureOf(update(world, state, adjusted, by)))).toEqual([
        expect.stringMatching(
          /managed rules changed since the plan: .*another client has changed it: .*Nothing was changed\. Plan again/,
        ),
      ]);
      expect([await writesOf(world), await rulesOf(world)]).toEqual([[], before]);

      // The next plan shows it, and the apply of that plan reverts it.
      const found = await refresh(state, by);
      await update(world, found, adjusted, by);
      expect(await overridesIn(world)).toEqual([
        { id: rule(5), action: 'log' },
        { id: rule(6), action: 'log' },
      ]);
    });
  },
);

it('the step out of validation mode does not revert what was changed after its plan', async () => {
  const { world, by, state } = await applied(start, { target: 'validation' });
  const { listing } = await plan(world, state, { target: 'complete' }, by);
  await changeRules(
    world,
    changing(managed, () => ({ enabled: false })),
  );
  await world.calls();
  const refusal: unknown = [expect.stringMatching(/changed since the plan: .*1 managed ruleset disabled/)];
  expect(describeAll(await failureOf(update(world, state, {}, approving(by, listing))))).toEqual(refusal);
  expect([await writesOf(world), await stateOf(world)]).toEqual([[], 'validation']);
  // The plan of that apply differs, so that Terraform refuses it before.
  expect((await plan(world, state, {}, context(world, by.privateState.get()))).changes).not.toBe(
    listing?.text,
  );
});

it('an apply keeps what others have added beside the baseline', async () => {
  const { world, by, state } = await applied(start);
  await changeRules(world, (rules) => [
    ...rules,
    { action: 'execute', action_parameters: { id: exposedCredentials }, expression: 'true', enabled: true },
  ]);
  await update(world, state, { rule_overrides: [override(6)] }, by);
  expect(await deployed(world)).toEqual(['execute managed', 'execute owasp', 'execute']);
});

describe('after a write', () => {
  /** The next reads of the entry point, but for the first, have the rules from before. */
  const lagBehind = async (world: World, times: number) => {
    const result = await world.api('GET', paths.entryPoint);
    const match = { method: 'GET', path: `**${paths.entryPoint}` };
    await world.fail({ kind: 'result', result, match, skip: 1, times });
    await world.calls();
  };

  it('an entry point that lags behind is read again, and nothing is sent twice or reported', async () => {
    const { world, by, state } = await applied(start);
    await lagBehind(world, 3);
    const given = { rule_overrides: [override(6)] };
    const adjusted = await update(world, state, given, by);
    expect(await writesOf(world)).toEqual(['PUT rulesets/phases/http_request_firewall_managed/entrypoint']);
    expect([by.warnings, adjusted.rule_overrides]).toEqual([[], given.rule_overrides]);
    expect((await plan(world, adjusted, given, by)).predicted).toEqual({});
  });

  it('a status that lags behind is read again', async () => {
    const world = await start();
    const result = await world.api('GET', paths.status);
    const match = { method: 'GET', path: `**${paths.status}` };
    // Observed, and looked at before the call.
    await world.fail({ kind: 'result', result, match, skip: 2, times: 2 });
    const by = context(world);
    expect((await create(world, { target: 'validation' }, by)).migration_state).toBe('validation');
    expect(by.warnings).toEqual([]);
  });

  it.each([
    [true, 'warning at zone_id: .*deployed rules differ: .*another client has changed it since'],
    [false, 'error at zone_id: .*not protected after the apply: .*another client has changed it since'],
  ])(
    'what another client has changed since is reported, and stays: protected %s',
    async (isProtected, text) => {
      const { world, by, state } = await applied(start);
      const { rulesets } = by.service;
      const replace = rulesets.replaceEntryPoint.bind(rulesets);
      jest.spyOn(rulesets, 'replaceEntryPoint').mockImplementation(async (...given) => {
        const answer = await replace(...given);
        await changeRules(world, (rules) =>
          rules.map((each, at) => (isProtected && at === 0 ? each : { ...each, enabled: false })),
        );
        return answer;
      });
      const updated = update(world, state, { rule_overrides: [override(6)] }, by);
      const said = isProtected ? await updated.then(() => by.warnings) : await failureOf(updated);
      expect(describeAll(said)).toEqual([expect.stringMatching(text)]);
      expect((await deployed(world)).at(-1)).toBe('disabled execute owasp');
    },
  );
});
