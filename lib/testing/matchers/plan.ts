import { Deployment } from '../deployment';
import type { Plan, PlannedChange } from '../../terraform/plan';
import { listed, describeFailure, type MatcherContext, type MatcherResult } from './matcher';
import { own } from '../../ground/record';

export async function toHaveEmptyPlan(this: MatcherContext, received: unknown): Promise<MatcherResult> {
  const plan = received instanceof Deployment ? await received.plan() : received;
  if (!isPlan(plan)) throw new TypeError('toHaveEmptyPlan: expects what edge.deploy returns, or a plan.');
  return {
    pass: plan.isEmpty,
    message: () =>
      describeFailure(
        this,
        'toHaveEmptyPlan',
        'deployment',
        plan.isEmpty
          ? ['Expected a plan with changes, but Terraform would change nothing.']
          : ['Expected an empty plan, but a deploy would change:', ...shownPlan(this, plan)],
      ).replace('(expected)', '()'),
  };
}

function shownPlan(context: MatcherContext, { changes, outputs }: Plan): string[] {
  return [
    ...listed(
      changes.map((change) =>
        [`${change.action} ${change.address}`, ...shownChange(context, change)].join('\n'),
      ),
    ),
    ...outputs.map((name) => `  output ${name}`),
  ];
}

/** An update attribute by attribute. What is created or deleted is clear without. */
function shownChange({ utils }: MatcherContext, change: PlannedChange): string[] {
  const { action, attributes, before, after, sensitive } = change;
  if (action !== 'update' && action !== 'replace') return [];
  return attributes.map((name) => {
    if (sensitive.includes(name)) return `    ${name}: (sensitive)`;
    const next =
      after !== null && Object.hasOwn(after, name)
        ? utils.stringify(own(after, name))
        : '(known after apply)';
    return `    ${name}: ${utils.stringify(own(before, name))} -> ${next}`;
  });
}

function isPlan(value: unknown): value is Plan {
  return typeof value === 'object' && value !== null && 'isEmpty' in value && 'changes' in value;
}
