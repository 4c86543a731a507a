import { isIdentifier } from '../../../resources/identifiers';
import {
  count,
  flag,
  list,
  object,
  repeatedIn,
  text,
  time,
  word,
  type Shape,
} from '../../../schema/document';
import { SurveyFile } from '../../fleet/survey-file';
import type { AuditSummary } from '../audit';
import type {
  FailedAccount,
  PoolsSurvey,
  SurveyedAccount,
  SurveyedPolicy,
  SurveyedPool,
  SurveyedSet,
} from './survey';

const texts = list(text());
const named = { id: text(), name: text() };
const accountId = text('an account ID: 32 hexadecimal digits in lower case', isIdentifier);
const event = object({ source: word('pool', 'origin'), health: word('Healthy', 'Unhealthy') });

const pool: Shape<SurveyedPool> = object({
  ...named,
  legacy_email: text(),
  recipients: texts,
  covered_by: list(object(named)),
  uncovered: list(event),
  unnotified: list(object({ address: text(), events: list(event) })),
  can_be_cleared: flag,
  covered_alone_by: texts,
});

const policy: Shape<SurveyedPolicy> = object({
  ...named,
  description: text(),
  new_health: texts,
  event_sources: texts,
  email_addresses: texts,
  webhook_ids: texts,
  pagerduty_ids: texts,
  pool_ids: texts,
});

const recipientSet: Shape<SurveyedSet> = object({
  recipients: texts,
  pools: count,
  clearable: count,
  covered_by: list(object(named)),
  unnotified: texts,
});

const figures = {
  pools: count,
  legacy: count,
  clearable: count,
  losing_recipients: count,
  unnotified_recipients: count,
  uncovered: count,
  unwatched: count,
  complete: flag,
} satisfies Readonly<Record<keyof AuditSummary, Shape<unknown>>>;

const account: Shape<SurveyedAccount> = object({
  account_id: accountId,
  account_name: text(),
  summary: object(figures),
  pools: list(pool),
  policies: list(policy),
  disregarded_policies: list(object({ ...named, reason: text() })),
  recipient_sets: list(recipientSet),
});

const failed: Shape<FailedAccount> = object({
  account_id: accountId,
  account_name: text(),
  code: text(),
  error: text(),
});

/** The file of `pools survey --out`. */
export const poolsSurveyFile = new SurveyFile<PoolsSurvey, SurveyedAccount>({
  command: 'pools survey',
  depth: 2,
  shape: object({
    version: word(1),
    surveyed_at: time,
    summary: object({
      ...figures,
      accounts: count,
      complete_accounts: count,
      failed_accounts: count,
      calls: count,
      seconds: count,
    }),
    accounts: list(account),
    failed: list(failed),
  }),
  check: ({ accounts }) =>
    repeatedIn(
      accounts.map((each, at) => ({ value: each.account_id, path: ['accounts', at, 'account_id'] })),
      'Keep one of them.',
    ),
});
