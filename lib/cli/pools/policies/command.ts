import { Command } from 'commander';
import { plural } from '../../../ground/words';
import { print } from '../../terminal';
import type { PoliciesPlan } from './plan';
import { policiesHelp } from './help';

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
    .addHelpText('after', policiesHelp)
    .action(run);
}

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
