import type { Policy, PolicyInput, Pool } from '../../client';
import { hasLegacyEmail, labelsOf, partsOf, withoutRecipients } from '../../pools';
import type { Desired } from '../../schema';
import { setOrNull } from '../members';
import { poolNotificationPolicyContract, type PoolNotificationPolicyAttributes } from './contract';
import { legacyEmailsOf } from './observe';
import { passThrough, type PolicyState } from './policy';

type DesiredPolicy = Desired<PoolNotificationPolicyAttributes>;

/** The state of a policy. `configured` is the configuration or the prior state: an empty set stays null or empty as there. */
export function toState(
  configured: DesiredPolicy | PolicyState,
  policy: Policy,
  pools: readonly Pool[],
  cleared: Readonly<Record<string, string>>,
): PolicyState {
  const parts = partsOf(policy);
  const { email: recipients } = parts;
  const settings = settingsOf(configured);
  const { carry_over_recipients: carries } = settings;
  const carried = carries ? withoutRecipients(recipients, configured.email_addresses ?? []) : [];
  const named = recipients.filter((address) => !carried.includes(address));
  const legacy = pools.filter(hasLegacyEmail);
  return {
    account_id: configured.account_id,
    ...passThrough.toState(policy, configured, 'read'),
    pool_ids: parts.pool_id,
    new_health: parts.new_health,
    event_sources: parts.event_source,
    email_addresses: setOrNull(named, configured.email_addresses),
    webhook_ids: setOrNull(parts.webhooks, configured.webhook_ids),
    pagerduty_ids: setOrNull(parts.pagerduty, configured.pagerduty_ids),
    accept_lost_recipients: configured.accept_lost_recipients,
    ...settings,
    carried_over_recipients: carried,
    changes: 'changes' in configured ? configured.changes : null,
    cleared_legacy_emails: cleared,
    legacy_emails: legacyEmailsOf(legacy, labelsOf(pools)),
    legacy_pool_count: legacy.length,
  };
}

/** The attributes that the API does not store. After an import they are null, contrary to their type: the defaults apply. */
function settingsOf(configured: {
  readonly [K in 'all_pools' | 'carry_over_recipients' | 'clear_legacy_email']: DesiredPolicy[K] | null;
}) {
  const { all_pools, carry_over_recipients, clear_legacy_email } = poolNotificationPolicyContract.attributes;
  return {
    all_pools: configured.all_pools ?? all_pools.default,
    carry_over_recipients: configured.carry_over_recipients ?? carry_over_recipients.default,
    clear_legacy_email: configured.clear_legacy_email ?? clear_legacy_email.default,
  };
}

export function policyAsSent(
  id: string,
  { filters = {}, mechanisms, description = '', ...input }: PolicyInput,
): Policy {
  const { email = [], webhooks = [], pagerduty = [] } = mechanisms;
  const times = { created: '', modified: '' };
  return { ...input, ...times, id, description, filters, mechanisms: { email, webhooks, pagerduty } };
}
