import { mapRecord } from '../../../ground/record';
import { plural } from '../../../ground/words';
import { describeReading } from '../../fleet/survey-file';
import { list, table, verdict, type Block, type Columns, type Table } from '../../report/blocks';
import { bySet, isUnwatched } from '../audit';
import { columnsOfPools } from '../audit-report';
import { describeSummary, nameOf, nameOfAccount } from '../text';
import type { FailedAccount, PoolsSurvey, SurveyedPool, SurveyedSet, SurveySummary } from './file';

export function reportSurvey({ accounts, failed, summary }: PoolsSurvey): readonly Block[] {
  const sets = accounts.flatMap((account) =>
    account.recipient_sets.map((set) => ({ ...set, account: nameOfAccount(account) })),
  );
  const silent = accounts.flatMap(({ pools }) => pools.filter(isUnwatched));
  return [
    verdict(
      summary.complete ? 'good' : 'warning',
      describeAccounts(summary),
      ...describeSummary(summary),
      ...describeReading([...accounts, ...failed].map((account) => account.read_at)),
    ),
    table<SurveyedSet & { readonly account: string }>(
      {
        ...(summary.accounts > 1 && { Account: ({ account }) => account }),
        'Legacy e-mail': ({ recipients }) => (recipients.length === 0 ? 'blank' : recipients),
        Pools: ({ pools }) => pools,
        Clearable: ({ clearable }) => clearable,
        'Covered by': ({ covered_by: policies }) => policies.map(nameOf),
        'Not notified': ({ recipients, unnotified }) =>
          unnotified.length > 0 && unnotified.length === recipients.length ? 'all' : unnotified,
      },
      sets.sort(bySet),
      { most: 30, see: '--csv or --json' },
    ),
    list(silent.map(nameOf), { title: 'Without any notification:', most: 10, see: '--csv or --json' }),
    list(
      failed.map((each) => `Account ${nameOfAccount(each)} cannot be read: ${each.error}`),
      { most: 10 },
    ),
  ];
}

type Row = Partial<SurveyedPool> & Omit<FailedAccount, 'code' | 'error'> & { readonly error?: string };

/** Every pool with its account, for CSV. An account that could not be read has a row with the error. */
export function tableOfSurvey({ accounts, failed }: PoolsSurvey): Table {
  const ofPool: Columns<Row> = mapRecord(
    columnsOfPools,
    (read) => (row: Row) => (row.error === undefined ? read(row as SurveyedPool) : ''),
  );
  return table<Row>(
    {
      account_id: ({ account_id: id }) => id,
      account_name: ({ account_name: name }) => name,
      ...ofPool,
      error: ({ error = '' }) => error,
      read_at: ({ read_at: at = '' }) => at,
    },
    [...accounts.flatMap((account) => account.pools.map((pool) => ({ ...account, ...pool }))), ...failed],
  );
}

function describeAccounts(summary: SurveySummary): string {
  const { accounts, complete_accounts: complete, failed_accounts: failed } = summary;
  if (accounts === 1) return '';
  const states = [
    `${complete} complete`,
    `${accounts - complete - failed} not complete`,
    ...(failed === 0 ? [] : [`${failed} not readable`]),
  ];
  return `${plural(accounts, 'account')}: ${states.join(', ')}.`;
}
