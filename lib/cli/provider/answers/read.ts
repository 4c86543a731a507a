import { AnswersReader } from '../../../client/answers';
import { packageVersion } from '../../../client/package-version';
import { resolveConfiguration } from '../../../drivers/configuration';
import { datasetNames } from '../../../logs';
import { connect } from '../../connection';
import { findOwner } from '../../owners';
import { WaitLine } from '../../wait-line';
import { findConfiguredOwners } from './configured-owners';
import { describeAnswers, type AnswersJson } from './report';

export interface ReadAnswersRequest {
  /** The folder with the configuration. */
  readonly folder: string;
  readonly baseUrl: string | undefined;
  /** By id or name. */
  readonly zones: readonly string[] | undefined;
  readonly accounts: readonly string[] | undefined;
}

/** Reads the answers of the API about the zones and accounts of the options, or of the folder. */
export async function readAnswers(request: ReadAnswersRequest): Promise<AnswersJson> {
  const { baseUrl } = request;
  const { zones, accounts } = await resolveOwners(await ownersOf(request), baseUrl);
  const resolved = resolveConfiguration({ base_url: baseUrl ?? null }, process.env);
  // The same problem has ended the look-up before.
  if ('problems' in resolved) throw new Error(resolved.problems.map(({ detail }) => detail).join(' '));
  const reader = new AnswersReader(resolved.configuration);
  const waitLine = new WaitLine(process.stderr, () => reader.waits);
  try {
    const report = await reader.read({
      zoneIds: zones,
      accountIds: accounts,
      words: { dataset: datasetNames },
    });
    return describeAnswers(report, {
      zones: zones.length,
      accounts: accounts.length,
      version: packageVersion(),
    });
  } finally {
    waitLine.end();
    await reader.close();
  }
}

async function ownersOf({
  folder,
  zones,
  accounts,
}: ReadAnswersRequest): Promise<{ readonly zones: readonly string[]; readonly accounts: readonly string[] }> {
  if (zones !== undefined || accounts !== undefined) return { zones: zones ?? [], accounts: accounts ?? [] };
  const found = await findConfiguredOwners(folder);
  if (found.zones.length + found.accounts.length > 0) return found;
  throw new Error(
    'The files of this folder name no zone and no account. Run this in the folder of a configuration, which CDKTF writes to ' +
      'cdktf.out/stacks/<name>, or give --zone or --account.',
  );
}

/** The ids. Names are looked up, and accept what other commands accept. */
async function resolveOwners(
  { zones, accounts }: { readonly zones: readonly string[]; readonly accounts: readonly string[] },
  baseUrl: string | undefined,
): Promise<{ readonly zones: readonly string[]; readonly accounts: readonly string[] }> {
  const [option, values] =
    zones.length > 0 ? (['--zone', zones] as const) : (['--account', accounts] as const);
  const { client, close } = await connect({ option, values }, baseUrl);
  try {
    const idsOf = async (kind: 'zone' | 'account', named: readonly string[]) => {
      const ids = new Set<string>();
      for (const value of named) ids.add((await findOwner(client, kind, value)).id);
      return [...ids];
    };
    return { zones: await idsOf('zone', zones), accounts: await idsOf('account', accounts) };
  } finally {
    await close();
  }
}
