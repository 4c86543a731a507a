import { isIdentifier } from '../../../resources/identifiers';
import {
  count,
  flag,
  list,
  object,
  optional,
  repeatedIn,
  text,
  time,
  word,
  type ShapeValue,
} from '../../../schema/document';
import { SurveyFile } from '../../fleet/survey-file';

const texts = list(text());
const named = { id: text(), name: text() };
const accountId = text('an account ID: 32 hexadecimal digits in lower case', isIdentifier);
const event = object({ source: word('pool', 'origin'), health: word('Healthy', 'Unhealthy') });

const pool = object({
  ...named,
  /** The stored text; `""` when there is none. */
  legacy_email: text(),
  recipients: texts,
  /** The policies that provably send a notification for at least one event of the pool. */
  covered_by: list(object(named)),
  /** Events that the legacy e-mail reports and no policy does. */
  uncovered: list(event),
  /** Addresses of the legacy e-mail that no policy notifies of all its events, with the events that they would miss. */
  unnotified: list(object({ address: text(), events: list(event) })),
  /** Whether there is a legacy e-mail, and policies cover all of its events, whomever they notify. */
  can_be_cleared: flag,
  /**
   * Ids of the policies each of which alone reports all events of the legacy e-mail. Only such a policy may clear it with
   * `clearLegacyEmail: ClearLegacyEmail.COVERED`, if it notifies all recipients too.
   */
  covered_alone_by: texts,
});

export type SurveyedPool = ShapeValue<typeof pool>;

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

export type SurveyedPolicy = ShapeValue<typeof policy>;

const recipientSet = object({
  recipients: texts,
  pools: count,
  clearable: count,
  /** The policies that report at least one event of one of the pools. */
  covered_by: list(object(named)),
  /** The addresses that would not be notified any more if the e-mails were cleared. */
  unnotified: texts,
});

export type SurveyedSet = ShapeValue<typeof recipientSet>;

const figures = {
  pools: count,
  legacy: count,
  /** Pools with a legacy e-mail that can be cleared. */
  clearable: count,
  /** Clearable pools with an address that no policy notifies. */
  losing_recipients: count,
  /** Different addresses that no policy notifies of a pool whose legacy e-mail does. */
  unnotified_recipients: count,
  /** Pools with a legacy e-mail that cannot be cleared: no policy covers the pool, or not all of its events. */
  uncovered: count,
  /** Pools with neither a legacy e-mail nor a policy. */
  unwatched: count,
  complete: flag,
};

const auditSummary = object(figures);

export type AuditSummary = ShapeValue<typeof auditSummary>;

/** When an account was read. A survey that was interrupted has older rows; one of an earlier version has none. */
const readAt = optional(time);

const account = object({
  account_id: accountId,
  /** Empty where the credentials cannot list accounts. */
  account_name: text(),
  read_at: readAt,
  summary: auditSummary,
  pools: list(pool),
  policies: list(policy),
  disregarded_policies: list(object({ ...named, reason: text() })),
  /** The distinct sets of recipients of legacy e-mails, those with something to do first, then the largest. */
  recipient_sets: list(recipientSet),
});

export type SurveyedAccount = ShapeValue<typeof account>;

/** @param code - of `docs/errors.md`; empty for an error that is not the API's */
const failed = object({
  account_id: accountId,
  account_name: text(),
  read_at: readAt,
  code: text(),
  error: text(),
});

export type FailedAccount = ShapeValue<typeof failed>;

const summary = object({
  ...figures,
  accounts: count,
  complete_accounts: count,
  failed_accounts: count,
  /** Calls to the API, with those for the list of accounts. */
  calls: count,
  seconds: count,
});

export type SurveySummary = ShapeValue<typeof summary>;

const survey = object({
  version: word(1),
  surveyed_at: time,
  summary,
  accounts: list(account),
  failed: list(failed),
});

export type PoolsSurvey = ShapeValue<typeof survey>;

export const poolsSurveyFile = new SurveyFile<PoolsSurvey, SurveyedAccount>({
  command: 'pools survey',
  depth: 2,
  shape: survey,
  check: ({ accounts, failed: unread }) => {
    const inAccounts = (key: 'pools' | 'policies') =>
      accounts.flatMap((each, at) =>
        each[key].map(({ id }, index) => ({ value: id, path: ['accounts', at, key, index, 'id'] })),
      );
    const lists = [
      [
        ...accounts.map((each, at) => ({ value: each.account_id, path: ['accounts', at, 'account_id'] })),
        ...unread.map((each, at) => ({ value: each.account_id, path: ['failed', at, 'account_id'] })),
      ],
      inAccounts('pools'),
      inAccounts('policies'),
    ];
    return lists.flatMap((each) => repeatedIn(each, 'Keep one of them.'));
  },
});
