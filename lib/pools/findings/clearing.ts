import { diagnosticKinds } from '../../ground/findings';
import { plural } from '../../ground/words';
import { describeEvent, type HealthEvent } from '../notification';
import type { AddressCount, Names, PolicyName } from './kind';
import { countTable, listNames, manyRows, quoteNames, tableOf } from './words';

const { warning, error, either } = diagnosticKinds<PolicyName>('clear_legacy_email');

const stay = ({ pools }: { readonly pools: Names }) =>
  `${plural(pools.length, 'legacy e-mail is', 'legacy e-mails are')} not cleared`;

const alone =
  'With this driver a policy counts on no other one: nobody knows what the same apply makes of it.';

/** Legacy e-mails that stay, and what a clearing that has begun comes to. */
export const clearingFindings = {
  recipients_not_carried: warning<{
    carries: boolean;
    isAlone?: boolean;
    pools: Names;
    addresses: readonly AddressCount[];
  }>({
    meaning: 'e-mails stay, because an address is no recipient',
    at: ({ carries }) => (carries ? 'carry_over_recipients' : 'clear_legacy_email'),
    headline: stay,
    detail: ({ carries, isAlone, pools, addresses }) => [
      isAlone === true && alone,
      `No policy notifies these recipients of ${listNames(pools, 2)}:\n${countTable(addresses)}` +
        (carries
          ? 'Cover the pools by this policy, or by another one with these recipients.'
          : 'Set `carry_over_recipients`, name them in this policy or in another one, or set `accept_lost_recipients`.'),
      '`edge-platform pools audit` shows all.',
    ],
  }),
  not_covered: warning<{ pools: Names; fault?: string; events: readonly HealthEvent[] }>({
    meaning: 'e-mails stay: the policy does not cover the pools',
    headline: stay,
    detail: ({ pools, fault, events }) => [
      `The policy does not cover ${listNames(pools)}: ` +
        (fault ??
          `the legacy e-mails also report ${events.map(describeEvent).join(', ')}, which \`new_health\` (\`newHealth\`) and ` +
            '`event_sources` (`eventSources`) leave out') +
        '.',
      'The migration of the account is complete when no pool has a legacy e-mail.',
    ],
  }),
  in_no_policy: warning<{ pools: Names; isAlone?: boolean }>({
    meaning: 'e-mails stay: no policy of the account covers the pools',
    headline: stay,
    detail: ({ pools, isAlone }) => [
      isAlone === true && alone,
      isAlone === true ? 'This policy does not cover' : 'No policy of the account covers',
      `${listNames(pools)}, so clearing their legacy e-mails would leave them without`,
      'notifications, although `clear_legacy_email` (`clearLegacyEmail`) is "all". Add the pools to `pool_ids` (`poolIds`) of this',
      'policy or of another one; if the same apply creates the other one, make this one depend on it.',
    ],
  }),
  /** They were set since the approved plan, or something was unknown in it. */
  not_listed: either<{ pools: Names }>('error; a warning on create', {
    meaning: 'e-mails stay: the approved plan did not list them',
    headline: ({ pools }) =>
      `${plural(pools.length, 'legacy e-mail')} not cleared, because the plan did not list ${pools.length === 1 ? 'it' : 'them'}`,
    detail: ({ pools, severity }) => {
      const emails = `legacy ${pools.length === 1 ? 'e-mail' : 'e-mails'} of ${listNames(pools)}`;
      return [
        severity === 'error'
          ? `Since the plan, the ${emails} changed or came to be covered.`
          : `The plan could not list the ${emails}: something was known only during the apply.`,
        'Clearing is irreversible, so it stays until a plan shows it: plan again.',
      ];
    },
  }),
  undecided: warning<{ pools: Names }>({
    meaning: 'e-mails stay: values that are not known yet decide whether they can be cleared',
    headline: (finding) => `${stay(finding)} yet`,
    detail: ({ pools }) => [
      `Values that are known only after the apply decide whether the recipients of ${listNames(pools)} are still notified.`,
      'These legacy e-mails stay. Apply once more when the values are known.',
    ],
  }),
  /**
   * The policy `clearing` clears the e-mails of pools, and the policies `changing` stop to notify of them in the same apply. Without
   * an address, nobody would be notified of the events of the e-mail.
   */
  conflict: error<{
    clearing: string;
    changing: Names;
    losses: readonly { readonly pool: string; readonly address?: string }[];
  }>({
    meaning: 'a policy clears e-mails relying on another one, which the same apply changes',
    headline: (finding) =>
      `Policies ${quoteNames([finding.clearing, ...finding.changing])} contradict each other`,
    detail: (finding) => [
      `The policy "${finding.clearing}" clears legacy e-mails, and counts on ${quoteNames(finding.changing)}`,
      'for their recipients, which the same apply changes so that it no longer notifies of them:\n' +
        tableOf(
          ['POOL', 'NO LONGER NOTIFIED'],
          finding.losses.map(({ pool, address = 'anybody' }) => [pool, address]),
          manyRows,
        ) +
        `Add the recipients or the pools to "${finding.clearing}". Or apply twice: first "${finding.clearing}" alone, then the`,
      'change of the other policy, whose plan shows who is no longer notified.',
    ],
  }),
  clearing_incomplete: warning<{ reason: string }>({
    meaning: 'a call failed; the next apply continues',
    headline: 'Legacy e-mails not cleared yet',
    detail: ({ reason }) =>
      `The policy exists, but clearing the legacy e-mails failed: ${reason} Apply again to continue.`,
  }),
  still_set: either<{ pools: Names }>('error; a warning on create', {
    meaning: 'the API still returns a cleared e-mail',
    headline: ({ pools }) => `${plural(pools.length, 'legacy e-mail')} still set`,
    detail: ({ pools }) => [
      `The API accepted the calls to clear the legacy e-mails of ${listNames(pools)}, and still returns them. The policy`,
      'covers these pools. Apply again; if the e-mails remain, clear them in the dashboard.',
    ],
  }),
  /** `left` are the pools that are without notifications now. */
  coverage_lost: either<{ fault?: string; restored: Names; notRestored: Names; left: Names; kept: number }>(
    'error; a warning on create',
    {
      meaning: 'the policies changed during the clearing; e-mails were restored',
      headline: ({ left }) => `Clearing stopped, ${plural(left.length, 'pool')} without notifications`,
      detail: ({ fault, restored, notRestored, left, kept }) => [
        'The policies changed while the legacy e-mails were cleared, and no longer cover what they covered before.',
        fault !== undefined && `This policy covers nothing: ${fault}.`,
        restored.length > 0 && `The legacy e-mails of ${listNames(restored)} were restored.`,
        notRestored.length > 0 &&
          `Those of ${listNames(notRestored)} could not be restored; \`cleared_legacy_emails\` records them.`,
        left.length === 0
          ? 'No pool of the policy is without notifications.'
          : `Nobody is notified about the health of ${listNames(left, 50)}.`,
        `${plural(kept, 'pool')} of the account still have a legacy e-mail. Find out who changed the policies, and apply again.`,
      ],
    },
  ),
  moved_into_page: warning<{ restored: Names }>({
    meaning: 'an e-mail in a cleared page was restored',
    headline: ({ restored }) => `${plural(restored.length, 'legacy e-mail')} restored`,
    detail: ({ restored }) => [
      `Pools were created or deleted during the clearing, which moved ${listNames(restored)} into a cleared page. Their`,
      'legacy e-mails were restored.',
    ],
  }),
  appeared_in_page: warning<{ pools: Names }>({
    meaning: 'a pool appeared in a cleared page; its e-mail is not known',
    headline: ({ pools }) => `${plural(pools.length, 'pool')} changed during clearing`,
    detail: ({ pools }) => [
      `${listNames(pools)} appeared in a page just when it was cleared. If they had legacy e-mails by then, these were`,
      'cleared too, and their addresses are not known. Set them again, or cover the pools by a policy.',
    ],
  }),
};
