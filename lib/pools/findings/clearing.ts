import { diagnosticKinds } from '../../ground/findings';
import { plural } from '../../ground/words';
import { describeEvent, type HealthEvent } from '../notification';
import { countTable, listNames, type AddressCount, type Names, type PolicyName } from './words';

const { warning, either } = diagnosticKinds<PolicyName>('clear_legacy_email');

const stay = ({ pools }: { readonly pools: Names }) =>
  `${plural(pools.length, 'legacy e-mail is', 'legacy e-mails are')} not cleared`;

export interface Difference {
  readonly setting: string;
  readonly sent: string;
  readonly returned: string;
}

export const clearingFindings = {
  recipients_not_carried: warning<{
    carries: boolean;
    isElsewhere: boolean;
    pools: Names;
    addresses: readonly AddressCount[];
  }>({
    meaning: 'e-mails stay, because this policy does not notify an address',
    at: ({ carries }) => (carries ? 'carry_over_recipients' : 'clear_legacy_email'),
    headline: stay,
    detail: ({ carries, isElsewhere, pools, addresses }) => [
      `This policy does not notify these recipients of ${listNames(pools, 2)}:\n${countTable(addresses)}` +
        (carries
          ? 'Cover the pools by this policy.'
          : 'Set `carry_over_recipients`, name them in this policy, or set `accept_lost_recipients`.'),
      isElsewhere && 'That other policies notify them does not count: those may change.',
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
  /** The e-mails were set after the approved plan, or the plan had unknown values. */
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
    meaning: 'e-mails stay: recipients that are not known yet decide whether they can be cleared',
    headline: (finding) => `${stay(finding)} yet`,
    detail: ({ pools }) => [
      `Recipients of this policy that are known only after the apply decide whether it covers ${listNames(pools)}.`,
      'These legacy e-mails stay. Apply once more when the values are known.',
    ],
  }),
  not_shown: diagnosticKinds<PolicyName>().error<{ seconds: number; differences: readonly Difference[] }>({
    meaning: 'the API does not return the policy as it was sent',
    headline: 'Policy not returned as sent',
    detail: ({ seconds, differences }) => [
      `The API accepted the policy, and ${plural(seconds, 'second')} later its list of policies still differs:`,
      `${differences.map(({ setting, sent, returned }) => `${setting}: sent ${sent || 'none'}, returned ${returned || 'none'}`).join('; ')}.`,
      'No legacy e-mail was cleared. Apply again.',
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
      meaning: 'the policy changed during the clearing; e-mails were restored',
      headline: ({ left }) => `Clearing stopped, ${plural(left.length, 'pool')} without notifications`,
      detail: ({ fault, restored, notRestored, left, kept }) => [
        'The policy changed while the legacy e-mails were cleared, and no longer covers what it covered before.',
        fault !== undefined && `It covers nothing: ${fault}.`,
        restored.length > 0 && `The legacy e-mails of ${listNames(restored)} were restored.`,
        notRestored.length > 0 &&
          `Those of ${listNames(notRestored)} could not be restored; \`cleared_legacy_emails\` records them.`,
        left.length === 0
          ? 'No pool of the policy is without notifications.'
          : `Nobody is notified about the health of ${listNames(left, 50)}.`,
        `${plural(kept, 'pool')} of the account still have a legacy e-mail. Find out who changed the policy, and apply again.`,
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
