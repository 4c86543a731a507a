import { diagnosticKinds } from '../../ground/findings';
import { plural } from '../../ground/words';
import { describePart, type UnknownPart } from '../coverage';
import { describeEvent, type HealthEvent } from '../notification';
import type { AddressCount, Names, PolicyName } from './kind';
import { countTable, keepRecipients, listNames, quoteNames, tableOf } from './words';

const { warning, error } = diagnosticKinds<PolicyName>();

/** What the plan does to the policy, or what has happened to it. */
export type LosingChange = 'delete' | 'disable' | 'narrow' | 'deleted';

const causes: Readonly<Record<LosingChange, string>> = {
  delete: 'When this policy is deleted',
  disable: 'When this policy is disabled',
  narrow: 'When this policy covers less',
  deleted: 'Since the policy was deleted',
};

/** How a headline begins: what has happened already is no act of this run. */
function beginning(change: LosingChange): string {
  return change === 'deleted' ? '' : 'leaves ';
}

const movedHint =
  'If only its construct or address was renamed, add a `moved` block (`resource.moveFromId`): then nothing is deleted.';

/** Pools and recipients that lose notifications, and policies that keep them until others are stored. */
export const lossFindings = {
  unprotected: warning<{ change: LosingChange; pools: Names; carried: Names }>({
    meaning: 'pools are without notifications, or would be after the apply',
    headline: ({ change, pools }) =>
      `${beginning(change)}${plural(pools.length, 'pool')} without notifications`,
    detail: ({ change, pools, carried }) =>
      change === 'deleted'
        ? [
            `The policy is deleted, and nobody is notified about the health of ${listNames(pools)}. Unless this apply creates it again,`,
            'cover them by another policy.',
            keepRecipients(carried),
          ]
        : [
            `${causes[change]}, nobody is notified about the health of ${listNames(pools)}: no other policy covers them, and their`,
            'legacy e-mails do not either. Cover them by another policy first.',
            change === 'delete' && movedHint,
            keepRecipients(carried),
          ],
  }),
  events_lost: warning<{ pools: Names; events: readonly HealthEvent[] }>({
    meaning: 'pools lose some notifications',
    headline: ({ pools }) => `${plural(pools.length, 'pool loses', 'pools lose')} notifications`,
    detail: ({ pools, events }) => [
      `When this policy covers less, nobody is notified about the events ${events.map(describeEvent).join(', ')} of ${listNames(pools)}: no`,
      'other policy covers that. Keep it in `new_health` (`newHealth`) and `event_sources` (`eventSources`), or cover it by another',
      'policy first.',
    ],
  }),
  /** Recipients of any kind, while somebody else is still notified. */
  recipients_dropped: warning<{ change: LosingChange; addresses: readonly AddressCount[]; carried: Names }>({
    meaning: 'recipients lose notifications that others still get',
    headline: ({ change, addresses }) =>
      `${beginning(change)}${plural(addresses.length, 'recipient')} without notifications`,
    detail: ({ change, addresses, carried }) => [
      `${causes[change]}, no other policy notifies these recipients of all events of their pools:\n` +
        `${countTable(addresses, 'RECIPIENT')}To keep them notified, make them recipients of a policy that covers the pools.`,
      keepRecipients(carried),
      change === 'delete' && movedHint,
    ],
  }),
  successor_missing: error<{ successors: Names; isDeletion: boolean }>({
    meaning: 'the policy that takes over is not stored, so this one keeps what it had',
    headline: ({ isDeletion }) =>
      isDeletion ? 'Policy not deleted' : 'Policy still has former pools or recipients',
    detail: ({ successors, isDeletion }) => [
      `The policy ${quoteNames(successors)} should notify in place of this one, and is not stored.`,
      isDeletion
        ? 'So this policy stays as it is. Nobody has lost notifications. Apply again when the other policy is stored. If Terraform ' +
          'stores it only after this deletion, apply first with both policies in the configuration.'
        : 'So this policy keeps what it notified of, together with its new settings. Nobody has lost notifications. Resolve the ' +
          'failure of the other policy, and apply again.',
    ],
  }),
  /** Terraform stores them later in the apply, which then takes from this policy what it gives up. `reason`: that has failed. */
  successor_later: warning<{ successors: Names; reason?: string }>({
    meaning: 'the policy that takes over is stored later, and this one keeps what it had',
    headline: 'Policy still has former pools or recipients',
    detail: ({ successors, reason }) => [
      `The policy ${quoteNames(successors)} is to notify in place of this one,`,
      reason === undefined
        ? 'and Terraform stores it later in this apply. Until then this policy keeps what it notified of, together with its new ' +
          'settings. If the other policy is not stored, the next plan removes that again.'
        : `and this policy could not be changed then: ${reason}. It keeps what it notified of, and the next plan removes that.`,
    ],
  }),
  unknown_parts: warning<{ filters: readonly UnknownPart[]; mechanisms: readonly UnknownPart[] }>({
    meaning: 'the stored policy has unknown filters or kinds of recipients',
    headline: ({ filters, mechanisms }) =>
      `Unknown ${[...(filters.length > 0 ? ['filters'] : []), ...(mechanisms.length > 0 ? ['recipients'] : [])].join(' and ')}`,
    detail: ({ filters, mechanisms }) => [
      filters.length > 0 &&
        `The stored policy has the filter ${listNames(filters.map(describePart))}, which this provider does not know and which may ` +
          'exclude any event. So the policy counts as one that covers no pool, and nothing is cleared relying on it, until the filter ' +
          'is removed, for example in the dashboard.',
      mechanisms.length > 0 &&
        `The stored policy has recipients of a kind that this provider does not know: ${listNames(mechanisms.map(describePart))}. They ` +
          'stay, and count as nobody.',
    ],
  }),
  policy_gone: warning<{ pools: Names; carried: Names; cleared: Readonly<Record<string, string>> }>({
    meaning: 'the policy was deleted out of band',
    headline: 'Policy no longer exists',
    detail: ({ pools, carried, cleared }) => [
      'It was deleted or changed to another alert type out of band.',
      pools.length > 0 && `Nobody is notified about the health of ${listNames(pools)} until it exists again.`,
      keepRecipients(carried),
      Object.keys(cleared).length > 0 &&
        'It replaced these cleared legacy e-mails; before the next apply, `terraform state show` lists all of them:\n' +
          tableOf(['POOL', 'LEGACY E-MAIL'], Object.entries(cleared)),
    ],
  }),
};
