import type { Connection } from '../../connection';
import type { Checkpoint } from '../../fleet/checkpoint';
import { isFailedRow, readFleet } from '../../fleet/read-fleet';
import { fewestCalls, readPoolAccount } from '../read-account';
import type { KnownAccount } from './accounts';
import { surveyAccount, surveyOf, type PoolsSurvey, type SurveyedAccount } from './survey';

/** Surveys accounts, several side by side. One that cannot be read does not hide the others. */
export async function readSurvey(
  connection: Connection,
  accounts: readonly KnownAccount[],
  checkpoint?: Checkpoint<SurveyedAccount>,
): Promise<PoolsSurvey> {
  const { client } = connection;
  const { rows, calls, elapsedMs } = await readFleet(connection, {
    subjects: accounts,
    label: accounts.length === 1 ? 'account' : 'accounts',
    callsEach: fewestCalls,
    read: async (account, signal) =>
      surveyAccount(account, await readPoolAccount(client, account.id, signal)),
    ...(checkpoint && { checkpoint }),
  });
  const found = accounts.map((account) => ({ account, row: rows.get(account.id) }));
  return surveyOf(
    found.flatMap(({ row }) => (row === undefined || isFailedRow(row) ? [] : [row])),
    found.flatMap(({ account: { id, name }, row }) =>
      isFailedRow(row) ? [{ account_id: id, account_name: name, code: row.code, error: row.error }] : [],
    ),
    { calls, seconds: Math.round(elapsedMs / 1000), at: new Date() },
  );
}
