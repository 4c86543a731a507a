import { projectFiles } from '../../project/project-files';
import type { PoolsSurvey } from '../survey/survey';
import { accountFiles, nameAccounts, policiesMainFile } from './code';
import { planPoliciesProject, type PlanOptions, type PoliciesPlan } from './plan';
import { readmeOf } from './readme';

/** The project for a survey. */
export interface PoliciesProject {
  readonly plan: PoliciesPlan;
  /** Text by path; empty if there is nothing to do. */
  readonly files: ReadonlyMap<string, string>;
}

export function policiesProject(survey: PoolsSurvey, options: PlanOptions): PoliciesProject {
  const plan = planPoliciesProject(survey, options);
  if (plan.accounts.length === 0) return { plan, files: new Map() };
  const accounts = nameAccounts(plan.accounts);
  return {
    plan,
    files: new Map([
      ...projectFiles({
        name: 'pool-notifications',
        description: 'Notification policies for load-balancer pools',
        entry: 'main.ts',
      }),
      ['README.md', readmeOf(accounts, plan)],
      ['main.ts', policiesMainFile(accounts)],
      ...accounts.flatMap((account) => [...accountFiles(account)]),
    ]),
  };
}
