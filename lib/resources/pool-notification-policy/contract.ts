import {
  bool,
  computed,
  defineContract,
  each,
  errorAt,
  isListValue,
  isUnknown,
  mapOf,
  number,
  notEmpty,
  oneOf,
  optional,
  optionalComputed,
  required,
  setOf,
  string,
  type Check,
  type Diagnostic,
  type ObjectValue,
} from '../../schema';
import { eventSources, healthStatuses, isAddress, recipientKey } from '../../pools';
import { checkIdentifier } from '../identifiers';

/** What `clear_legacy_email` may be. */
export const clearLegacyEmailValues = ['covered', 'all', 'none'] as const;

/** Applies a check to every element of a set, told at the set: elements have no address of their own. */
const checkName: Check = (value, path) =>
  typeof value !== 'string' || value.trim() !== ''
    ? []
    : [
        errorAt(
          path,
          'Not a policy name',
          'The name is empty. Give the policy one that tells what it watches.',
        ),
      ];

const checkAddress: Check = (value, path) =>
  typeof value !== 'string' || isAddress(value)
    ? []
    : [
        errorAt(
          path,
          'Not an e-mail address',
          `"${value}" is no address. Write one address in each element, such as "ops@example.com".`,
        ),
      ];

/** The service tells a mailbox once, however it is spelled: two spellings would differ from what it has for ever. */
const checkSpellings: Check = (value, path) => {
  if (!isListValue(value)) return [];
  const addresses = value.filter((each) => typeof each === 'string');
  return addresses.flatMap((address, index) => {
    const first = addresses.slice(0, index).find((each) => recipientKey(each) === recipientKey(address));
    if (first === undefined || first === address) return [];
    const detail = `"${first}" and "${address}" are one mailbox. Write it once.`;
    return [errorAt(path, 'Two spellings of one address', detail)];
  });
};

/** PagerDuty services and webhooks have ids of the service's making, at most 36 characters (public fact, section 5.2). */
const checkDestinationId: Check = (value, path) =>
  typeof value !== 'string' || /^[\w-]{1,36}$/.test(value)
    ? []
    : [
        errorAt(
          path,
          'Not an id of a destination',
          `"${value}" is no id of a webhook or a PagerDuty service: those are letters, digits and "-", at most 36. Use the id, not the name or the URL.`,
        ),
      ];

/**
 * A notification policy for the health of pools, and the removal of the legacy e-mails that it replaces: specification
 * 2.7, 2.8, 4.5; what is around the filters by the public facts, section 5.2.
 */
export const poolNotificationPolicyContract = defineContract({
  typeName: 'edge_pool_notification_policy',
  version: 0,
  description:
    'A notification policy for the health of load-balancer pools, and the removal of the legacy e-mails that it replaces.',
  naturalKey: { attributes: ['account_id', 'name'], isUnique: false },
  attributes: {
    account_id: required(string, {
      description: 'The account. A change makes a new policy.',
      replaces: true,
      checks: [checkIdentifier],
    }),
    name: required(string, { description: 'Name of the policy. Need not be unique.', checks: [checkName] }),
    description: optional(string, { description: 'What it is for.', default: '' }),
    enabled: optional(bool, {
      description:
        'Whether it notifies. True by default. While it is disabled it covers no pool, so no legacy e-mail is cleared.',
      default: true,
    }),
    pool_ids: optionalComputed(setOf(string), {
      description: 'The pools that it tells of. Either this or `all_pools`.',
      checks: [notEmpty, each(checkIdentifier)],
    }),
    all_pools: optional(bool, {
      description:
        'Whether it tells of every pool of the account. A pool that is made later shows as a change in the next plan. False by default.',
      default: false,
    }),
    new_health: optional(setOf(string), {
      description: 'Which changes are told: to `Unhealthy`, to `Healthy`. Both by default.',
      default: [...healthStatuses],
      checks: [notEmpty, each(oneOf(healthStatuses))],
    }),
    event_sources: optional(setOf(string), {
      description: 'Whose changes are told: of the `pool`, of an `origin`. Both by default.',
      default: [...eventSources],
      checks: [notEmpty, each(oneOf(eventSources))],
    }),
    email_addresses: optional(setOf(string), {
      description: 'Who is told by e-mail.',
      checks: [each(checkAddress), checkSpellings],
    }),
    webhook_ids: optional(setOf(string), {
      description: 'Ids of the webhook destinations that are told.',
      checks: [each(checkDestinationId)],
    }),
    pagerduty_ids: optional(setOf(string), {
      description: 'Ids of the PagerDuty services that are told.',
      checks: [each(checkDestinationId)],
    }),
    carry_over_recipients: optional(bool, {
      description:
        'Whether the legacy addresses of the pools become recipients of the policy, and stay when the pools are cleared. False by default.',
      default: false,
    }),
    clear_legacy_email: optional(string, {
      description:
        'Which legacy e-mails are cleared once the policy provably notifies: `covered` (default) those of the pools that this policy covers, `all` those of the whole account (a pool that no policy of the account covers keeps its own, with a warning), `none`.',
      default: 'covered',
      checks: [oneOf(clearLegacyEmailValues)],
    }),
    id: computed(string, { description: 'The id of the policy.', stable: true }),
    carried_over_recipients: computed(setOf(string), {
      description: 'The recipients that were taken over from pools, beside `email_addresses`.',
    }),
    cleared_legacy_emails: computed(mapOf(string), {
      description: 'The legacy e-mails that this policy has cleared, by name of the pool.',
    }),
    legacy_emails: computed(mapOf(string), {
      description: 'The legacy e-mails that pools of the account still have, by name of the pool.',
    }),
    legacy_pool_count: computed(number, {
      description:
        'How many pools of the account still have a legacy e-mail. The migration of the account is complete at 0.',
    }),
  },
  check: (values) => [...checkPools(values), ...checkMechanisms(values)],
});

export type PoolNotificationPolicyAttributes = (typeof poolNotificationPolicyContract)['attributes'];

/** The alert type needs pools to tell of (public fact, section 5.4: code 17103). */
function checkPools({
  pool_ids: poolIds = null,
  all_pools: allPools = null,
}: ObjectValue): readonly Diagnostic[] {
  if (isUnknown(poolIds) || isUnknown(allPools)) return [];
  if (poolIds === null && allPools !== true)
    return [
      errorAt(
        ['pool_ids'],
        'No pools',
        'A policy has to know which pools it tells of. Name them in pool_ids (poolIds), or set all_pools (allPools).',
      ),
    ];
  if (poolIds !== null && allPools === true)
    return [
      errorAt(
        ['all_pools'],
        'Pools are named twice',
        'all_pools (allPools) means every pool of the account, and pool_ids (poolIds) names some. Leave one of them out.',
      ),
    ];
  return [];
}

/** A policy has to reach somebody (public fact, section 5.4: code 17102). */
function checkMechanisms(values: ObjectValue): readonly Diagnostic[] {
  const given = [
    values.email_addresses,
    values.webhook_ids,
    values.pagerduty_ids,
    values.carry_over_recipients,
  ];
  const mayReach = given.some(
    (value = null) => isUnknown(value) || value === true || (isListValue(value) && value.length > 0),
  );
  if (mayReach) return [];
  return [
    errorAt(
      ['email_addresses'],
      'Nobody is told',
      'A policy needs somebody to tell. Give email_addresses (emailAddresses), webhook_ids (webhookIds) or pagerduty_ids (pagerdutyIds), or set carry_over_recipients (carryOverRecipients).',
    ),
  ];
}
