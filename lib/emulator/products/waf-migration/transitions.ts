import type { Plan } from '../../world';

/**
 * Where a zone is between the previous WAF managed rules and the new ones. `default`: it never had the previous ones.
 * `start`: previous only. `validation`: both, until somebody ends it. `handover`: both, until the previous ones are
 * disabled. `complete`: new only.
 */
export const stages = ['default', 'start', 'validation', 'handover', 'complete'] as const;
export type Stage = (typeof stages)[number];

/** What moves a zone: the two kinds of a write of the entry point, and the end of the hand-over. */
export const triggers = ['validation', 'pending', 'previous disabled'] as const;
export type Trigger = (typeof triggers)[number];

export interface Transition {
  readonly from: Stage;
  readonly trigger: Trigger;
  readonly to: Stage;
  /** All of them, unless said. */
  readonly plans?: readonly Plan[];
}

/** All moves there are (specification 3.1). What is not here is refused, and so there is no way back. */
export const transitions: readonly Transition[] = [
  { from: 'start', trigger: 'validation', plans: ['enterprise'], to: 'validation' },
  { from: 'start', trigger: 'pending', to: 'handover' },
  { from: 'validation', trigger: 'pending', to: 'handover' },
  // A caller whose reply was lost asks again.
  { from: 'handover', trigger: 'pending', to: 'handover' },
  { from: 'handover', trigger: 'previous disabled', to: 'complete' },
];

/** The move, or why there is none. */
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
    case 'handover':
      return 'the migration is being completed, and there is no way back to the previous WAF managed rules';
    case 'complete':
      return 'the migration is complete, and there is no way back to the previous WAF managed rules';
    default:
      return from satisfies never;
  }
}
