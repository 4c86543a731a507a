import type { Plan } from '../../world';

/**
 * The stage of a zone's migration. `default`: it never had the previous WAF managed rules. `start`: previous only.
 * `validation`: both, until a call ends it. `cutover`: both, until the previous ones are disabled. `complete`: new only.
 */
export const stages = ['default', 'start', 'validation', 'cutover', 'complete'] as const;
export type Stage = (typeof stages)[number];

/** The triggers of a transition: the two kinds of a write of the entry point, and the end of the cutover. */
export const triggers = ['validation', 'pending', 'previous disabled'] as const;
export type Trigger = (typeof triggers)[number];

export interface Transition {
  readonly from: Stage;
  readonly trigger: Trigger;
  readonly to: Stage;
  /** @default - all plans */
  readonly plans?: readonly Plan[];
}

/** All transitions (specification 3.1). Every other one fails, so none leads back. */
export const transitions: readonly Transition[] = [
  { from: 'start', trigger: 'validation', plans: ['enterprise'], to: 'validation' },
  { from: 'start', trigger: 'pending', to: 'cutover' },
  { from: 'validation', trigger: 'pending', to: 'cutover' },
  // A caller whose response was lost repeats the call.
  { from: 'cutover', trigger: 'pending', to: 'cutover' },
  { from: 'cutover', trigger: 'previous disabled', to: 'complete' },
];

/** The transition, or why there is none. */
export function findTransition(from: Stage, trigger: Trigger, plan: Plan): Transition | string {
  const found = transitions.find((one) => one.from === from && one.trigger === trigger);
  if (found === undefined) return whyNot(from, trigger);
  if (found.plans?.includes(plan) !== false) return found;
  return `the plan of the zone is ${plan}, and only ${found.plans.join(', ')} zones have a validation mode`;
}

function whyNot(from: Stage, trigger: Trigger): string {
  switch (from) {
    case 'default':
      return 'the zone never had the previous WAF managed rules, so there is nothing to migrate';
    case 'start':
      return 'the new WAF managed rules are not enabled yet';
    case 'validation':
      return trigger === 'validation'
        ? 'the zone is in validation mode already; end it with pending'
        : 'the previous WAF managed rules stay enabled in validation mode';
    case 'cutover':
      return 'the migration is being completed, and there is no way back to the previous WAF managed rules';
    case 'complete':
      return 'the migration is complete, and there is no way back to the previous WAF managed rules';
    default:
      return from satisfies never;
  }
}
