import {
  dashboardActions,
  listDashboardActions,
} from '../../lib/emulator/products/waf-migration/dashboard-actions';
import { findTransition, stages, transitions } from '../../lib/emulator/products/waf-migration/transitions';
import { plans, type Plan } from '../../lib/emulator/world';

/** Specification 3.1: the plan, the stage, and the actions with the stage that each leads to. */
const table: readonly (readonly [plan: Plan, stage: string, ...actions: string[]])[] = [
  ['free', 'default', 'manage rulesets'],
  ['free', 'start'],
  ['free', 'validation'],
  ['free', 'cutover'],
  ['free', 'complete', 'manage rulesets'],
  ['pro', 'default', 'manage rulesets'],
  ['pro', 'start', 'deploy > cutover'],
  ['pro', 'validation'],
  ['pro', 'cutover'],
  ['pro', 'complete', 'manage rulesets'],
  ['business', 'default', 'manage rulesets'],
  ['business', 'start', 'deploy > cutover'],
  ['business', 'validation'],
  ['business', 'cutover'],
  ['business', 'complete', 'manage rulesets'],
  ['enterprise', 'default', 'manage rulesets'],
  ['enterprise', 'start', 'deploy > validation'],
  ['enterprise', 'validation', 'ready to update > cutover', 'adjust'],
  ['enterprise', 'cutover'],
  ['enterprise', 'complete', 'manage rulesets'],
];

describe('the actions of the dashboard', () => {
  it('have a row for each plan and stage', () => {
    const rows = plans.flatMap((plan) => stages.map((stage) => `${plan} ${stage}`));
    expect(table.map(([plan, stage]) => `${plan} ${stage}`).sort()).toEqual(rows.sort());
  });

  const rows = table.map(([plan, at, ...expected]) => ({ plan, at, expected }));
  it.each(rows)('of a zone of $plan at $at', ({ plan, at, expected }) => {
    const stage = stages.find((each) => each === at) ?? 'default';
    const found = listDashboardActions(plan, stage).map(({ name, trigger }) => {
      if (trigger === undefined) return name;
      const transition = findTransition(stage, trigger, plan);
      // A refusal is a sentence.
      return `${name} > ${typeof transition === 'string' ? transition : transition.to}`;
    });
    expect(found).toEqual(expected);
  });

  it('leave transitions to the API that the dashboard does not have', () => {
    const ofDashboard = new Set(
      dashboardActions.flatMap(({ stage, trigger, plans: allowed }) =>
        allowed.map((plan) => `${plan} ${stage} ${trigger}`),
      ),
    );
    const ofApi = transitions.flatMap(({ from, trigger, plans: allowed }) =>
      (allowed ?? (['pro', 'business', 'enterprise'] as const)).map((plan) => `${plan} ${from} ${trigger}`),
    );
    expect(ofApi.filter((each) => !ofDashboard.has(each) && !each.includes(' cutover '))).toEqual([
      'enterprise start pending',
      // No zone of these plans is ever in validation mode.
      'pro validation pending',
      'business validation pending',
    ]);
  });
});
