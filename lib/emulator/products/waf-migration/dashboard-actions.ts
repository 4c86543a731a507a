import type { Plan } from '../../world';
import type { Stage, Trigger } from './transitions';

/** The actions of a person on the managed rules of a zone in the dashboard. */
export const dashboardActionNames = ['deploy', 'ready to update', 'adjust', 'manage rulesets'] as const;
export type DashboardActionName = (typeof dashboardActionNames)[number];

export interface DashboardAction {
  readonly name: DashboardActionName;
  readonly stage: Stage;
  readonly plans: readonly Plan[];
  /** `waf_migration` of the write of the entry point that it performs; undefined for a write without a transition. */
  readonly trigger?: Exclude<Trigger, 'previous disabled'>;
}

const paid = ['pro', 'business', 'enterprise'] as const;
const all = ['free', ...paid] as const;

/**
 * All actions of the dashboard; a zone has no others. Its transitions are fewer than those of the API: an Enterprise zone
 * goes through validation mode, and no action leads back (specification 3.1).
 */
export const dashboardActions: readonly DashboardAction[] = [
  // 3.1, "Dashboard: deploy reviewed configuration", Pro or Business zone: new only.
  { name: 'deploy', stage: 'start', plans: ['pro', 'business'], trigger: 'pending' },
  // 3.1, "Dashboard: deploy reviewed configuration", Enterprise zone: validation mode.
  { name: 'deploy', stage: 'start', plans: ['enterprise'], trigger: 'validation' },
  // 3.1, "Dashboard: Ready to update, then Turn off previous version": new only.
  { name: 'ready to update', stage: 'validation', plans: ['enterprise'], trigger: 'pending' },
  // 4.6, rule 3: adjust rules while both versions run.
  { name: 'adjust', stage: 'validation', plans: ['enterprise'] },
  // 3.1, rule 3: only the new interface, each managed ruleset by itself.
  { name: 'manage rulesets', stage: 'complete', plans: all },
  { name: 'manage rulesets', stage: 'default', plans: all },
];

/** The actions of a zone. In the cutover there are none: the previous version is being disabled. */
export function listDashboardActions(plan: Plan, stage: Stage): readonly DashboardAction[] {
  return dashboardActions.filter((each) => each.stage === stage && each.plans.includes(plan));
}
