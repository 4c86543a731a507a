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
  type Read,
  type Shape,
} from '../../../schema/document';
import { SurveyFile } from '../../fleet/survey-file';
import type { AuditedPool, AuditSummary } from '../audit';

const texts = list(text());
const named = { id: text(), name: text() };
const accountId = text('an account ID: 32 hexadecimal digits in lower case', isIdentifier);
const event = object({ source: word('pool', 'origin'), health: word('Healthy', 'Unhealthy') });

const pool = object({
  ...named,
  legacy_email: text(),
  recipients: texts,
  covered_by: list(object(named)),
  uncovered: list(event),
  unnotified: list(object({ address: text(), events: list(event) })),
  can_be_cleared: flag,
  /**
   * Ids of the policies each of which alone reports all events of the legacy e-mail. Only such a policy may clear it with
   * `clearLegacyEmail: ClearLegacyEmail.COVERED`.
   */
  covered_alone_by: texts,
} satisfies Readonly<Record<keyof AuditedPool | 'covered_alone_by', Shape<unknown>>>);

export type SurveyedPool = Read<typeof pool>;

/** A pool health policy that can cover pools, in the words of the resource's attributes. */
const policy = object({
  ...named,
  description: text(),
  new_health: texts,
  event_sources: texts,
  email_addresses: texts,
  webhook_ids: texts,
  pagerduty_ids: texts,
  pool_ids: texts,
});

export type SurveyedPolicy = Read<typeof policy>;

/** The pools whose legacy e-mails have the same recipients. */
const recipientSet = object({
  recipients: texts,
  pools: count,
  /** Those of them whose e-mail can be cleared. */
  clearable: count,
  /** The policies that report at least one event of one of the pools. */
  covered_by: list(object(named)),
  /** The addresses that would not be notified any more if the e-mails were cleared. */
  unnotified: texts,
});

export type SurveyedSet = Read<typeof recipientSet>;

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

/** The audit of an account, with what a policy for its pools needs. */
const account = object({
  account_id: accountId,
  /** Empty where the credentials cannot list accounts. */
  account_name: text(),
  summary: object(figures),
  pools: list(pool),
  policies: list(policy),
  disregarded_policies: list(object({ ...named, reason: text() })),
  /** The distinct sets of recipients of legacy e-mails, those with something to do first, then the largest. */
  recipient_sets: list(recipientSet),
});

export type SurveyedAccount = Read<typeof account>;

/** @param code - of `docs/errors.md`; empty for an error that is not the API's */
const failed = object({ account_id: accountId, account_name: text(), code: text(), error: text() });

export type FailedAccount = Read<typeof failed>;

const summary = object({
  ...figures,
  accounts: count,
  /** Accounts whose migration is complete. */
  complete_accounts: count,
  failed_accounts: count,
  /** Calls to the API, with those for the list of accounts. */
  calls: count,
  seconds: count,
});

export type SurveySummary = Read<typeof summary>;

/** How far the migrations of many accounts to notification policies are, as `--json` prints it. */
const survey = object({
  version: word(1),
  /** When the survey ended. */
  surveyed_at: time,
  summary,
  /** By name. */
  accounts: list(account),
  /** The accounts that could not be read. */
  failed: list(failed),
});

export type PoolsSurvey = Read<typeof survey>;

/** The file of `pools survey --out`. */
export const poolsSurveyFile = new SurveyFile<PoolsSurvey, SurveyedAccount>({
  command: 'pools survey',
  depth: 2,
  shape: survey,
  check: ({ accounts }) =>
    repeatedIn(
      accounts.map((each, at) => ({ value: each.account_id, path: ['accounts', at, 'account_id'] })),
      'Keep one of them.',
    ),
});
