import { diagnosticKinds } from '../../ground/findings';
import { plural } from '../../ground/words';
import { describePart, type UnknownPart } from '../coverage';
import { describeEvent, type HealthEvent } from '../notification';
import {
  countTable,
  keepRecipients,
  listNames,
  tableOf,
  type AddressCount,
  type Names,
  type PolicyName,
} from './words';

const { warning, error } = diagnosticKinds<PolicyName>();

export type LosingChange = 'delete' | 'disable' | 'narrow' | 'deleted';

const causes: Readonly<Record<LosingChange, string>> = {
  delete: 'When this policy is deleted',
  disable: 'When this policy is disabled',
  narrow: 'When this policy covers less',
  deleted: 'Since the policy was deleted',
};

/** The beginning of a headline: an observed change is no act of this run. */
function beginning(change: LosingChange): string {
  return change === 'deleted' ? '' : 'leaves ';
}

const applyTwice = 'If another policy of this plan takes over, apply twice: first without this deletion.';
const movedHint =
  'If only its construct or address was renamed, add a `moved` block (`resource.moveFromId`): then nothing is deleted.';

/** Other policies count as they are stored: Terraform may apply them after this one, or not at all. */
function howToOrder(change: LosingChange): string {
  if (change === 'delete') return `${applyTwice} ${movedHint}`;
  if (change === 'deleted') return '';
  return 'If another policy of this plan takes over, let it be applied first: name it in `depends_on` (`dependsOn`) of this one, or apply twice.';
}

export const lossFindings = {
  unprotected: warning<{ change: LosingChange; pools: Names; carried: Names }>({
    meaning: 'pools are without notifications, or would be after the apply',
    headline: ({ change, pools }) =>
      `${beginning(change)}${plural(pools.length, 'pool')} without notifications`,
    detail: ({ change, pools, carried }) => {
      if (change === 'deleted')
        return [
          `The policy is deleted, and nobody is notified about the health of ${listNames(pools)}. Unless this apply creates it again,`,
          'cover them by another policy.',
          keepRecipients(carried),
        ];
      return [
        `${causes[change]}, nobody is notified about the health of ${listNames(pools)}: no other policy covers them yet, and their`,
        'legacy e-mails do not either.',
        howToOrder(change),
        keepRecipients(carried),
      ];
    },
  }),
  /** Found by a refresh: another policy may have failed to take over. */
  left_unprotected: warning<{ pools: Names }>({
    meaning: 'pools that the policy lists, or did before, are without notifications',
    headline: ({ pools }) => `${plural(pools.length, 'pool')} without notifications`,
    detail: ({ pools }) => [
      `As stored now, nobody is notified about the health of ${listNames(pools)}: no policy covers them, and they have no legacy e-mails.`,
      'This policy lists them, or did before. If this plan does not cover them, add them to a policy.',
    ],
  }),
  events_lost: warning<{ pools: Names; events: readonly HealthEvent[] }>({
    meaning: 'pools lose some notifications',
    headline: ({ pools }) => `${plural(pools.length, 'pool loses', 'pools lose')} notifications`,
    detail: ({ pools, events }) => [
      `When this policy covers less, nobody is notified about the events ${events.map(describeEvent).join(', ')} of ${listNames(pools)}: no`,
      'other policy covers that yet. To keep them, leave them in `new_health` (`newHealth`) and `event_sources` (`eventSources`).',
      howToOrder('narrow'),
    ],
  }),
  /** Recipients of any kind, while somebody else is still notified. */
  recipients_dropped: warning<{ change: LosingChange; addresses: readonly AddressCount[]; carried: Names }>({
    meaning: 'recipients lose notifications that others still get',
    headline: ({ change, addresses }) =>
      `${beginning(change)}${plural(addresses.length, 'recipient')} without notifications`,
    detail: ({ change, addresses, carried }) => [
      `${causes[change]}, no other policy notifies these recipients of all events of their pools yet:\n` +
        `${countTable(addresses, 'RECIPIENT')}To keep them notified, make them recipients of a policy that covers the pools.`,
      howToOrder(change),
      keepRecipients(carried),
    ],
  }),
  replacement_loses: error<{ replaced: string; addresses: Names }>({
    meaning: 'the policy to be replaced has carried-over recipients that the new one would not have',
    at: 'email_addresses',
    headline: ({ addresses }) =>
      `Replacement would lose ${plural(addresses.length, 'carried-over recipient')}`,
    detail: ({ replaced, addresses }) => [
      `Policy ${replaced}, which this plan replaces, notifies recipients that came from legacy e-mails, and the new policy would not.`,
      keepRecipients(addresses),
      'To give them up, apply first with `carry_over_recipients = false`, without replacing the policy.',
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
