import { isApiError, type EdgeClient } from '../../../client';
import { isIdentifier } from '../../../resources/identifiers';
import { findAccount } from '../../../resources/owners';
import { observe, noDestinations } from '../../../resources/pool-notification-policy/observe';
import type { Connection } from '../../connection';
import type { Checkpoint } from '../../fleet/checkpoint';
import { isFailedRow, notRead, readFleet } from '../../fleet/read-fleet';
import { runService, type ServiceOptions } from '../../outcome';
import { findAll } from '../../owners';
import { auditPools, surveyOf } from '../audit';
import { poolsSurveyFile, type PoolsSurvey, type SurveyedAccount } from './file';
import { reportSurvey, tableOfSurvey } from './report';

export interface SurveyOptions extends ServiceOptions {
  readonly account?: readonly string[];
  readonly all?: true;
  readonly out?: string;
}

export async function runSurvey(options: SurveyOptions): Promise<void> {
  const target = { option: '--account', failure: 'cannot survey the pools' } as const;
  await runService(options, target, async (connection) => {
    const survey = await surveyAccounts(connection, options);
    const { complete, failed_accounts: failed } = survey.summary;
    return {
      data: survey,
      depth: poolsSurveyFile.depth,
      table: () => tableOfSurvey(survey),
      blocks: () => reportSurvey(survey),
      isClear: complete,
      isPartial: failed > 0,
    };
  });
}

async function surveyAccounts(connection: Connection, options: SurveyOptions): Promise<PoolsSurvey> {
  return poolsSurveyFile.write(options.out, connection.baseUrl, async (checkpoint) =>
    readSurvey(connection, await selectAccounts(connection.client, options), checkpoint),
  );
}

/** The fewest calls for an account: a page of pools, and the policies. */
const fewestCalls = 2;

async function readSurvey(
  connection: Connection,
  accounts: readonly KnownAccount[],
  checkpoint?: Checkpoint<SurveyedAccount>,
): Promise<PoolsSurvey> {
  const { client } = connection;
  const { rows, readAt, calls, elapsedMs } = await readFleet(connection, {
    subjects: accounts,
    label: accounts.length === 1 ? 'account' : 'accounts',
    callsEach: fewestCalls,
    read: async (account, signal) =>
      auditPools(account, await observe(account.id, noDestinations, { service: client, signal }, 'fresh')),
    ...(checkpoint && { checkpoint }),
  });
  const found = accounts.map(({ id, name }) => {
    const [row, at] = [rows.get(id) ?? notRead, { read_at: readAt.get(id) }];
    return isFailedRow(row)
      ? { failed: { account_id: id, account_name: name, ...at, code: row.code, error: row.error } }
      : { read: { ...row, ...at } };
  });
  return surveyOf(
    found.flatMap(({ read }) => read ?? []),
    found.flatMap(({ failed }) => failed ?? []),
    { calls, seconds: Math.round(elapsedMs / 1000), at: new Date() },
  );
}

interface KnownAccount {
  readonly id: string;
  /** Empty where the credentials cannot list accounts. */
  readonly name: string;
}

/** @throws an Error that lists all names without an account, or with several */
async function selectAccounts(
  client: EdgeClient,
  { account: named = [], all }: SurveyOptions,
): Promise<readonly KnownAccount[]> {
  if (all === true) return client.accounts.list();
  if (named.length === 0) throw new Error('no account is named. Use --account or --all.');
  const names = named.some(isIdentifier) ? await readNames(client) : new Map<string, string>();
  return findAll(named, async (each) =>
    isIdentifier(each) ? { id: each, name: names.get(each) ?? '' } : findAccount(client, each),
  );
}

/** Names by id. A survey of ids can do without them. */
async function readNames(client: EdgeClient): Promise<ReadonlyMap<string, string>> {
  try {
    return new Map((await client.accounts.list({ cached: true })).map(({ id, name }) => [id, name]));
  } catch (error) {
    // A missing permission has several codes.
    if (isApiError(error) && error.status === 403) return new Map();
    throw error;
  }
}
