import { AnswersReader } from '../../../client/answers';
import { packageVersion } from '../../../client/package-version';
import { resolveConfiguration } from '../../../drivers/configuration';
import { datasetNames } from '../../../logs';
import { connected } from '../../connection';
import { printOutcome } from '../../outcome';
import { findOwner } from '../../owners';
import { WaitLine } from '../../wait-line';
import type { DoctorOptions } from '../doctor';
import { findConfiguredOwners, type ConfiguredOwners } from './configured-owners';
import { describeAnswers, reportAnswers, type AnswersJson } from './report';

/** `--answers`: how the API answers about the zones and accounts of the options, or of the current folder. */
export async function runAnswers(options: DoctorOptions): Promise<void> {
  const { baseUrl } = options;
  const report = await readAnswers(await resolveOwners(await ownersOf(options), baseUrl), baseUrl);
  await printOutcome(options, {
    data: report,
    blocks: () => reportAnswers(report),
    isClear: report.problems === 0,
  });
}

async function readAnswers(
  { zones: zoneIds, accounts: accountIds }: ConfiguredOwners,
  baseUrl: string | undefined,
): Promise<AnswersJson> {
  const resolved = resolveConfiguration({ base_url: baseUrl ?? null }, process.env);
  // The same problem has ended the look-up before.
  if ('problems' in resolved) throw new Error(resolved.problems.map(({ detail }) => detail).join(' '));
  const reader = new AnswersReader(resolved.configuration);
  const waitLine = new WaitLine(process.stderr, () => reader.waits);
  try {
    const report = await reader.read({ zoneIds, accountIds, words: { dataset: datasetNames } });
    return describeAnswers(report, {
      package: packageVersion(),
      zones: zoneIds.length,
      accounts: accountIds.length,
    });
  } finally {
    waitLine.end();
    await reader.close();
  }
}

async function ownersOf({ zone, account }: DoctorOptions): Promise<ConfiguredOwners> {
  if (zone !== undefined || account !== undefined) return { zones: zone ?? [], accounts: account ?? [] };
  const found = await findConfiguredOwners(process.cwd());
  if (found.zones.length + found.accounts.length > 0) return found;
  throw new Error(
    'The files of this folder name no zone and no account. Run this in the folder of a configuration, which CDKTF writes to ' +
      'cdktf.out/stacks/<name>, or give --zone or --account.',
  );
}

/** The ids. Names are looked up, and accept what other commands accept. */
function resolveOwners(
  { zones, accounts }: ConfiguredOwners,
  baseUrl: string | undefined,
): Promise<ConfiguredOwners> {
  const target = zones.length > 0 ? { values: zones } : ({ option: '--account', values: accounts } as const);
  return connected(target, baseUrl, async ({ client }) => {
    const idsOf = async (kind: 'zone' | 'account', named: readonly string[]) => {
      const ids = new Set<string>();
      for (const value of named) ids.add((await findOwner(client, kind, value)).id);
      return [...ids];
    };
    return { zones: await idsOf('zone', zones), accounts: await idsOf('account', accounts) };
  });
}
