import { plural } from '../../../ground/words';
import { formatCsv } from '../../csv';
import { describeReading } from '../../fleet/survey-file';
import { formatTable, joinParagraphs, wrapTexts } from '../../layout';
import { auditCells, auditColumns } from '../audit-csv';
import { formatSummary, listFew, nameOf } from '../text';
import type { FailedAccount, PoolsSurvey, SurveyedAccount, SurveyedSet, SurveySummary } from './file';
import { rankOf } from './survey';

/** A survey as text: the summary, a row for each set of recipients, what could not be read, what the table leaves out. */
export function formatSurvey(survey: PoolsSurvey, width = 80): string {
  const rows = survey.accounts.flatMap((account) => account.recipient_sets.map((set) => ({ account, set })));
  const shown = rows
    .sort((a, b) => rankOf(a.set) - rankOf(b.set) || b.set.pools - a.set.pools)
    .slice(0, mostRows);
  const hasAccounts = survey.summary.accounts > 1;
  const left = rows.slice(mostRows);
  return joinParagraphs([
    wrapTexts(
      [
        ...describeAccounts(survey.summary),
        ...formatSummary(survey.summary),
        ...describeReading([...survey.accounts, ...survey.failed].map((account) => account.read_at)),
      ],
      width,
    ),
    shown.length === 0
      ? []
      : formatTable(
          [
            [...(hasAccounts ? ['ACCOUNT'] : []), ...headings],
            ...shown.map(({ account, set }) => [
              ...(hasAccounts ? [nameOfAccount(account)] : []),
              ...cells(set),
            ]),
          ],
          { width },
        ),
    wrapTexts(
      [
        ...describeRest(left.map(({ set }) => set)),
        ...describeUnwatched(survey.accounts),
        ...describeFailures(survey),
      ],
      width,
    ),
  ]);
}

/** Every pool of a survey as a row of CSV, with its account. An account that could not be read has a row with the error. */
export function formatSurveyCsv({ accounts, failed }: PoolsSurvey): string {
  return formatCsv([
    ['account_id', 'account_name', ...auditColumns, 'error', 'read_at'],
    ...accounts.flatMap(({ account_id: id, account_name: name, read_at: at = '', pools }) =>
      pools.map((pool) => [id, name, ...auditCells(pool), '', at]),
    ),
    ...failed.map(({ account_id: id, account_name: name, read_at: at = '', error }) => [
      id,
      name,
      ...auditColumns.map(() => ''),
      error,
      at,
    ]),
  ]);
}

/** Nobody reads more at once. */
const mostRows = 30;
const mostFailures = 10;
const headings = ['LEGACY E-MAIL', 'POOLS', 'CLEARABLE', 'COVERED BY', 'NOT NOTIFIED'];

function cells({ recipients, pools, clearable, covered_by: policies, unnotified }: SurveyedSet): string[] {
  return [
    recipients.length === 0 ? 'blank' : listFew(recipients),
    String(pools),
    String(clearable),
    listFew(policies.map(nameOf)),
    unnotified.length > 0 && unnotified.length === recipients.length ? 'all' : listFew(unnotified),
  ];
}

function describeAccounts(summary: SurveySummary): string[] {
  const { accounts, complete_accounts: complete, failed_accounts: failed } = summary;
  if (accounts === 1) return [];
  const states = [
    `${complete} complete`,
    `${accounts - complete - failed} not complete`,
    ...(failed === 0 ? [] : [`${failed} not readable`]),
  ];
  return [`${plural(accounts, 'account')}: ${states.join(', ')}.`];
}

function describeRest(sets: readonly SurveyedSet[]): string[] {
  if (sets.length === 0) return [];
  const pools = sets.reduce((sum, set) => sum + set.pools, 0);
  return [`${plural(sets.length, 'more row')} for ${plural(pools, 'pool')}: see --csv or --json.`];
}

/** The pools that no row has, since they have no legacy e-mail. */
function describeUnwatched(accounts: readonly SurveyedAccount[]): string[] {
  const names = accounts.flatMap(({ pools }) =>
    pools.filter((pool) => pool.legacy_email === '' && pool.covered_by.length === 0).map(nameOf),
  );
  return names.length === 0 ? [] : [`Without any notification: ${listFew(names)}.`];
}

function describeFailures({ failed }: PoolsSurvey): string[] {
  const left = failed.length - mostFailures;
  return [
    ...failed
      .slice(0, mostFailures)
      .map((each) => `Account ${nameOfAccount(each)} cannot be read: ${each.error}`),
    ...(left > 0 ? [`${plural(left, 'more account')} cannot be read: see --json.`] : []),
  ];
}

function nameOfAccount({ account_id: id, account_name: name }: FailedAccount | SurveyedAccount): string {
  return name === '' ? id : name;
}
