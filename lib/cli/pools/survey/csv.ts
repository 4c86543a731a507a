import { formatCsv } from '../../csv';
import { auditCells, auditColumns } from '../audit-csv';
import type { PoolsSurvey } from './survey';

/** Every pool of a survey as a row of CSV, with its account. An account that could not be read has a row with the error. */
export function formatSurveyCsv({ accounts, failed }: PoolsSurvey): string {
  return formatCsv([
    ['account_id', 'account_name', ...auditColumns, 'error'],
    ...accounts.flatMap(({ account_id: id, account_name: name, pools }) =>
      pools.map((pool) => [id, name, ...auditCells(pool), '']),
    ),
    ...failed.map(({ account_id: id, account_name: name, error }) => [
      id,
      name,
      ...auditColumns.map(() => ''),
      error,
    ]),
  ]);
}
