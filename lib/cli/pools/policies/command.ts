import { Command } from 'commander';
import { plural } from '../../../ground/words';
import { print } from '../../terminal';
import type { PoliciesPlan } from './plan';

interface Options {
  readonly from: string;
  readonly out: string;
  readonly fallback?: readonly string[];
}

/** `edge-platform pools policies`. */
export function policiesCommand(): Command {
  return new Command('policies')
    .description(
      'Write a CDKTF project from a survey: one PoolNotificationPolicy for each set of recipients that no policy notifies yet. Reads the survey only.',
    )
    .requiredOption('--from <file>', 'file of "edge-platform pools survey --out"')
    .requiredOption('--out <folder>', 'folder of the project; no file that is there is changed')
    .option(
      '--fallback <address>',
      'e-mail address for pools that have neither recipients nor a policy; repeat it for several',
      (address: string, before: readonly string[] | undefined) => [...new Set([...(before ?? []), address])],
    )
    .addHelpText('after', help)
    .action(run);
}

const help = `
The project has a stack for each account, and in it a policy for each set of
recipients. A policy clears the legacy e-mails of its pools after it exists and
covers them: clearLegacyEmail is ClearLegacyEmail.COVERED in each of them. Pools
whose recipients an existing policy notifies already get no second one: the
project imports that policy unchanged, and clears their e-mails with it.

README.md says how to deploy the project, and what it leaves out.

Exit status:
  0  the project is written, was written before, or has nothing to do
  2  the survey cannot be read, or a file of the folder differs; see stderr

Examples:
  $ edge-platform pools survey --all --out survey.json
  $ edge-platform pools policies --from survey.json --out pools
  $ edge-platform pools policies --from survey.json --out pools \\
      --fallback ops@example.com`;

async function run({ from, out, fallback = [] }: Options): Promise<void> {
  const [{ poolsSurveyFile }, { policiesProject }, { writeProjectFiles }, { isAddress }] = [
    await import('../survey/file.js'),
    await import('./project.js'),
    await import('../../project/write-files.js'),
    await import('../../../pools/index.js'),
  ];
  const invalid = fallback.filter((address) => !isAddress(address));
  if (invalid.length > 0)
    throw new Error(
      `--fallback: ${invalid.join(', ')} is no e-mail address. Name one address with each option.`,
    );
  const { plan, files } = policiesProject(await poolsSurveyFile.read(from), { fallback });
  const { written } = await writeProjectFiles(out, files);
  await print(`${[...describePlan(plan, out, written.length), ...describeLeftOut(plan)].join('\n')}\n`);
}

function describePlan({ accounts }: PoliciesPlan, out: string, written: number): string[] {
  if (accounts.length === 0) return ['No pool needs a policy: no project is written.'];
  const created = accounts.flatMap(({ policies }) => policies);
  const imported = accounts.flatMap(({ existing }) => existing);
  const pools =
    created.reduce((sum, policy) => sum + policy.pools.length, 0) +
    imported.reduce((sum, { clears }) => sum + clears.length, 0);
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
