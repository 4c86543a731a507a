import { asFields } from '../../../resources/narrow';
import { SurveyFile } from '../../fleet/survey-file';
import { formatSurveyJson } from './json';
import type { PoolsSurvey, SurveyedAccount } from './survey';

/** The lists that the commands read. Whoever edits them by hand has to keep their items whole. */
const lists = ['pools', 'policies', 'recipient_sets'];

/** The file of `pools survey --out`. */
export const poolsSurveyFile = new SurveyFile<PoolsSurvey, SurveyedAccount>({
  command: 'pools survey',
  print: formatSurveyJson,
  isSurvey: ({ accounts }) => Array.isArray(accounts) && accounts.every(isAccount),
});

function isAccount(account: unknown): boolean {
  const fields = asFields(account);
  return lists.every((name) => Array.isArray(fields?.[name])) && typeof fields?.account_id === 'string';
}
