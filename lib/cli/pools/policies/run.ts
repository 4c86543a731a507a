import { sumOf } from '../../../ground/remember';
import { plural } from '../../../ground/words';
import { isAddress } from '../../../pools';
import { chooseHost, type Host } from '../../project/host';
import { projectFiles } from '../../project/project-files';
import { writeProjectFiles } from '../../project/write-files';
import { print } from '../../terminal';
import { poolsSurveyFile, type PoolsSurvey } from '../survey/file';
import { accountFiles, nameAccounts, policiesMainFile } from './code';
import { planPoliciesProject, type PoliciesPlan } from './plan';
import { readmeOf } from './readme';

export interface PoliciesOptions {
  readonly from: string;
  readonly out: string;
  readonly fallback?: readonly string[];
  /** @default - that of the folder, else CDK Terrain */
  readonly host?: Host;
}

export async function runPolicies({ from, out, fallback = [], host }: PoliciesOptions): Promise<void> {
  const invalid = fallback.filter((address) => !isAddress(address));
  if (invalid.length > 0)
    throw new Error(
      `--fallback: ${invalid.join(', ')} is no e-mail address. Name one address with each option.`,
    );
  const { plan, files } = policiesProject(await poolsSurveyFile.read(from), fallback, chooseHost(host, out));
  const written = await writeProjectFiles(out, files);
  await print(`${[...describePlan(plan, out, written.length), ...describeLeftOut(plan)].join('\n')}\n`);
}

/** The project for a survey: text by path. There are no files if there is nothing to do. */
export function policiesProject(
  survey: PoolsSurvey,
  fallback: readonly string[],
  host: Host,
): { readonly plan: PoliciesPlan; readonly files: ReadonlyMap<string, string> } {
  const plan = planPoliciesProject(survey, fallback);
  if (plan.accounts.length === 0) return { plan, files: new Map() };
  const accounts = nameAccounts(plan.accounts);
  const description = 'Notification policies for load-balancer pools';
  return {
    plan,
    files: new Map([
      ...projectFiles({ name: 'pool-notifications', description, entry: 'main.ts', host }),
      ['README.md', readmeOf(accounts, plan)],
      ['main.ts', policiesMainFile(accounts, host)],
      ...accounts.flatMap((account) => [...accountFiles(account, host)]),
    ]),
  };
}

function describePlan({ accounts }: PoliciesPlan, out: string, written: number): string[] {
  if (accounts.length === 0) return ['No pool needs a policy: no project is written.'];
  const created = accounts.flatMap(({ policies }) => policies);
  const imported = accounts.flatMap(({ existing }) => existing);
  const pools =
    sumOf(created, (policy) => policy.pools.length) + sumOf(imported, ({ clears }) => clears.length);
  return [
    written === 0 ? `${out} has all files already.` : `Wrote ${plural(written, 'file')} to ${out}.`,
    `${plural(accounts.length, 'account')}, ${plural(created.length, 'new policy', 'new policies')}, ${imported.length} imported, for ${plural(pools, 'pool')}.`,
    `Next: read ${out}/README.md, then deploy.`,
  ];
}

function describeLeftOut({ leftOut }: PoliciesPlan): string[] {
  return leftOut.map(
    ({ account, reason, fix, pools }) =>
      `Left out of ${account}: ${plural(pools.length, 'pool')}. ${reason} ${fix}`,
  );
}
