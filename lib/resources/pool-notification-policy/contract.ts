import {
  bool,
  computed,
  defineContract,
  each,
  errorAt,
  isFilled,
  isListValue,
  isUnknown,
  oneOfListed,
  mapOf,
  number,
  notEmpty,
  ofText,
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
import { listsAsOf } from '../../ground/lists-as-of';
import { eventSources, healthStatuses, isAddress, recipientKey } from '../../pools';
import { checkIdentifier } from '../identifiers';
import { quoted } from '../../ground/visible';

export const clearLegacyEmailValues = ['covered', 'none'] as const;

const checkName = ofText(
  'Empty policy name',
  isFilled,
  () => 'name is empty, and a policy needs a name. Set one that says which pools the policy covers.',
);

const checkAddress = ofText(
  'Invalid email address',
  isAddress,
  (text) => `${quoted(text)} is not an email address. Set one address per element, ${addressesIn(text)}.`,
);

function addressesIn(value: string): string {
  const found = value
    .split(/[,;<>\s]+/)
    .filter(isAddress)
    .map((address) => JSON.stringify(address));
  return found.length === 0 ? 'such as "ops@example.com"' : `here ${found.join(', ')}`;
}

/** Refuses two spellings of a mailbox: the API keeps one, so a second would show as permanent drift. */
const checkSpellings: Check = (value, path) => {
  if (!isListValue(value)) return [];
  const addresses = value.filter((each) => typeof each === 'string');
  return addresses.flatMap((address, index) => {
    const first = addresses.slice(0, index).find((each) => recipientKey(each) === recipientKey(address));
    if (first === undefined || first === address) return [];
    const detail = `${quoted(first)} and ${quoted(address)} are the same mailbox. Keep one of them.`;
    return [errorAt(path, 'Duplicate email address', detail)];
  });
};

/** Checks the ID of a PagerDuty service or a webhook: at most 36 characters (public fact, section 5.2). */
const checkDestinationId = ofText(
  'Invalid destination ID',
  (id) => /^[\w-]{1,36}$/.test(id),
  (id) =>
    `${quoted(id)} is not the ID of a webhook or PagerDuty service: IDs have at most 36 characters, of letters, digits and "-". Use the ID, not the name or the URL.`,
);

/** A notification policy that replaces legacy e-mails: specification 2.7, 2.8, 4.5; what is around the filters by the public facts, section 5.2. */
export const poolNotificationPolicyContract = defineContract({
  typeName: 'edge_pool_notification_policy',
  version: 0,
  description:
    'A notification policy for the health of load balancer pools. It also clears the legacy notification emails that it replaces.',
  naturalKey: { attributes: ['account_id', 'name'], isUnique: false },
  importForms: ['<account>/<policy id>', '<account>/<policy name>'],
  identity: ['account_id', 'id'],
  attributes: {
    account_id: required(string, {
      description: 'ID of the account.',
      replaces: true,
      checks: [checkIdentifier],
    }),
    name: required(string, {
      member: 'name',
      description:
        'Name of the policy. The plan of a new policy fails where the account has one of this name already.',
      checks: [checkName],
    }),
    description: optional(string, {
      member: 'description',
      description: 'Description of the policy, free text.',
      default: '',
    }),
    enabled: optional(bool, {
      member: 'enabled',
      description:
        'Whether the policy sends notifications. A disabled policy covers no pools, so it clears no legacy emails.',
      default: true,
    }),
    pool_ids: optionalComputed(setOf(string), {
      description: 'IDs of the pools that the policy covers. Give either these or `all_pools`.',
      checks: [notEmpty, each(checkIdentifier)],
    }),
    all_pools: optional(bool, {
      description:
        'Whether the policy covers every pool of the account. A pool created later shows as a change in the next plan.',
      default: false,
    }),
    new_health: optional(setOf(string), {
      description:
        'Health changes that trigger a notification: to `Unhealthy`, to `Healthy`. A legacy email that reports more is not cleared.',
      default: [...healthStatuses],
      enumeration: 'HealthStatus',
      checks: [notEmpty, each(oneOfListed(healthStatuses, listsAsOf))],
    }),
    event_sources: optional(setOf(string), {
      description:
        'Objects whose health changes trigger a notification: `pool`, `origin`. A legacy email that reports more is not cleared.',
      default: [...eventSources],
      enumeration: 'HealthEventSource',
      checks: [notEmpty, each(oneOfListed(eventSources, listsAsOf))],
    }),
    email_addresses: optional(setOf(string), {
      description:
        'Email addresses to notify, one per item. A policy needs at least one recipient: an address, a webhook, a PagerDuty service, or those that `carry_over_recipients` adds.',
      checks: [each(checkAddress), checkSpellings],
    }),
    webhook_ids: optional(setOf(string), {
      description:
        'IDs of the webhook destinations to notify. A webhook whose last delivery failed does not count as a recipient.',
      checks: [each(checkDestinationId)],
    }),
    pagerduty_ids: optional(setOf(string), {
      description: 'IDs of the PagerDuty services to notify.',
      checks: [each(checkDestinationId)],
    }),
    carry_over_recipients: optional(bool, {
      description:
        'Whether to add the legacy addresses of the pools to the recipients of the policy, and keep them after the pools are cleared: see `carried_over_recipients`.',
      default: false,
    }),
    clear_legacy_email: optional(string, {
      description:
        'Which legacy emails to clear after the provider has read the policy back: `covered` clears those of the pools that this policy covers itself, with all events and recipients of the email; other policies do not count. `none` clears none. Clearing cannot be undone: the plan lists the emails, and `cleared_legacy_emails` records them.',
      default: 'covered',
      enumeration: 'ClearLegacyEmail',
      checks: [oneOf(clearLegacyEmailValues)],
    }),
    accept_lost_recipients: optional(bool, {
      description:
        'Whether to clear legacy emails although this policy does not notify all of their addresses. Otherwise, and always ' +
        'with `carry_over_recipients`, such an email stays, and the plan lists these addresses.',
    }),
    id: computed(string, { member: 'id', description: 'ID of the policy.', useStateForUnknown: true }),
    carried_over_recipients: computed(setOf(string), {
      description:
        'Recipients that the policy took from the legacy emails of pools, in addition to `email_addresses`.',
    }),
    changes: computed(string, {
      description:
        'What the plan does that cannot be undone, in one line: the legacy emails that it clears, with their pools and a digest of all of them. The apply clears no others. Null if it clears none; unknown if something that decides is known only during the apply, which then clears none. The state keeps the last one.',
      listing: true,
    }),
    cleared_legacy_emails: computed(mapOf(string), {
      description: 'Legacy emails that this policy has cleared, by pool name.',
    }),
    legacy_emails: computed(mapOf(string), {
      description: 'Legacy emails that pools of the account still have as of the last refresh, by pool name.',
    }),
    legacy_pool_count: computed(number, {
      description:
        'Number of pools of the account that still have a legacy email as of the last refresh. At 0, the migration of the account is complete.',
    }),
  },
  check: (values) => [...checkPools(values), ...checkMechanisms(values)],
});

export type PoolNotificationPolicyAttributes = (typeof poolNotificationPolicyContract)['attributes'];

/** Checks the pools, which the alert type requires (public fact, section 5.4: code 17103). */
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
        'The policy covers no pools, and it must cover at least one. Set pool_ids (poolIds) or all_pools (allPools).',
      ),
    ];
  if (poolIds !== null && allPools === true)
    return [
      errorAt(
        ['all_pools'],
        'Conflicting pools',
        'all_pools (allPools) and pool_ids (poolIds) are both set: all_pools already covers every pool of the account. Remove one of them.',
      ),
    ];
  return [];
}

/** Checks that a policy has a recipient (public fact, section 5.4: code 17102). */
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
      'Policy has no recipients',
      'The policy has no recipients, and it needs at least one. Set email_addresses (emailAddresses), webhook_ids (webhookIds), pagerduty_ids (pagerdutyIds) or carry_over_recipients (carryOverRecipients).',
    ),
  ];
}
