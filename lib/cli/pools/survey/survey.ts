import { compare } from '../../../ground/compare';
import { byName } from '../../../pools';
import { summarize } from '../audit';
import type { FailedAccount, PoolsSurvey, SurveyedAccount } from './file';

export function surveyOf(
  accounts: readonly SurveyedAccount[],
  failed: readonly FailedAccount[],
  { calls, seconds, at }: { readonly calls: number; readonly seconds: number; readonly at: Date },
): PoolsSurvey {
  const total = summarize(accounts.flatMap(({ pools }) => pools));
  const complete = accounts.filter(({ summary }) => summary.complete).length;
  return {
    version: 1,
    surveyed_at: at.toISOString(),
    summary: {
      ...total,
      complete: total.complete && failed.length === 0,
      accounts: accounts.length + failed.length,
      complete_accounts: complete,
      failed_accounts: failed.length,
      calls,
      seconds,
    },
    accounts: [...accounts].sort(
      (a, b) =>
        byName({ name: a.account_name }, { name: b.account_name }) || compare(a.account_id, b.account_id),
    ),
    failed,
  };
}
