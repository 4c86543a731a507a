import { isDeepStrictEqual } from 'node:util';
import type { Policy, PolicyInput } from '../../client';
import { policy } from '../../client/alerting';
import { equalSets } from '../../ground/compare';
import { listSome } from '../../ground/words';
import {
  healthAlertType,
  keyIn,
  makeParts,
  mechanismIds,
  mechanismNames,
  partNames,
  partsOf,
  withoutRecipients,
  withParts,
  type CoveringPolicy,
  type Parts,
} from '../../pools';
import type { Desired, State } from '../../schema';
import { PassThroughMembers } from '../members';
import { poolNotificationPolicyContract, type PoolNotificationPolicyAttributes } from './contract';
import { own } from '../../ground/record';

export const passThrough = new PassThroughMembers(poolNotificationPolicyContract.attributes);

export type PolicyState = State<PoolNotificationPolicyAttributes>;

/** The settings of a policy in the form of the contract, without those that the provider keeps for itself. */
export type Settings = Omit<Desired<PoolNotificationPolicyAttributes>, 'changes'>;

/** The body of a policy. It keeps what `current` has and no attribute says, because the API replaces the whole policy. */
export function toInput(
  settings: Settings,
  poolIds: readonly string[],
  emails: readonly string[],
  current?: Policy,
): PolicyInput {
  const { filters = {}, mechanisms = {} } = current ?? {};
  const { name, enabled } = settings;
  const input = {
    ...passThrough.toInput(settings),
    ...{ name, enabled },
    alert_type: healthAlertType,
    ...withParts(
      { filters, mechanisms },
      partsOfSettings({ ...settings, pool_ids: poolIds, email_addresses: emails }),
    ),
  };
  const kept = Object.entries(current === undefined ? {} : policy.writable(current));
  return { ...input, ...Object.fromEntries(kept.filter(([member]) => !Object.hasOwn(input, member))) };
}

export function matchesInput(stored: Policy, input: PolicyInput): boolean {
  return (
    passThrough.settings.every((name) => settingOf(stored, name) === settingOf(input, name)) &&
    stored.alert_type === input.alert_type &&
    sameFilters(stored, input) &&
    mechanismNames.every((kind) => equalSets(mechanismIds(stored, kind), mechanismIds(input, kind)))
  );
}

/** What a stored policy shows otherwise than it was sent, as far as this version knows it: the service may add filters of its own. */
export function differencesOf(input: PolicyInput, stored: Policy | undefined) {
  if (stored === undefined) return [{ setting: 'policy', sent: input.name, returned: 'none' }];
  const [sent, returned] = [partsOf(input), partsOf(stored)];
  const keysOf = (parts: Parts, name: keyof Parts) => parts[name].map((id) => keyIn(name, id));
  const shown = (ids: readonly string[]) => listSome([...ids].sort(), 5);
  return [
    ...passThrough.settings
      .filter((name) => settingOf(input, name) !== settingOf(stored, name))
      .map((name) => ({
        setting: name,
        sent: String(settingOf(input, name)),
        returned: String(settingOf(stored, name)),
      })),
    ...partNames
      .filter((name) => !equalSets(keysOf(sent, name), keysOf(returned, name)))
      .map((name) => ({ setting: name, sent: shown(sent[name]), returned: shown(returned[name]) })),
  ];
}

/** A setting of a policy; absent is an empty text. */
function settingOf(policy: Policy | PolicyInput, name: string): unknown {
  return own(policy, name) ?? '';
}

/** Changes of other clients since the plan that a write would revert: `notifies` are additional notifications, `settings` is the rest. */
export function findReverted(prior: PolicyState, current: Policy, input: PolicyInput) {
  const seen = new Set(notificationsOf(policyOfState(prior)));
  const now = new Set(notificationsOf(current));
  const next = new Set(notificationsOf(input));
  const seenSettings = passThrough.toInput(prior);
  const changed = passThrough.settings.filter((name) => {
    const value = settingOf(current, name);
    return (
      name !== 'enabled' && value !== (own(seenSettings, name) ?? '') && value !== settingOf(input, name)
    );
  });
  return {
    notifies: [...now].filter((each) => !seen.has(each) && !next.has(each)),
    settings: [
      ...[...seen].filter((each) => next.has(each) && !now.has(each)).map((each) => `no ${each}`),
      ...changed.map((name) => `${name} ${JSON.stringify(settingOf(current, name))}`),
    ],
  };
}

function notificationsOf({
  enabled,
  alert_type: type,
  ...policy
}: Pick<PolicyInput, 'enabled' | 'alert_type' | 'filters' | 'mechanisms'>): string[] {
  const parts = partsOf(policy);
  const ids = partNames.flatMap((name) => parts[name].map((id) => `${attributeOf[name]} ${keyIn(name, id)}`));
  return [...(enabled ? ['enabled true'] : []), `alert_type ${type}`, ...ids];
}

export function policyOfState(state: PolicyState): CoveringPolicy {
  const email_addresses = [...(state.email_addresses ?? []), ...(state.carried_over_recipients ?? [])];
  return {
    enabled: state.enabled,
    alert_type: healthAlertType,
    ...withParts({ mechanisms: {} }, partsOfSettings({ ...state, email_addresses })),
  };
}

const attributeOf = {
  pool_id: 'pool_ids',
  new_health: 'new_health',
  event_source: 'event_sources',
  email: 'email_addresses',
  webhooks: 'webhook_ids',
  pagerduty: 'pagerduty_ids',
} as const satisfies Parts<string>;

function partsOfSettings(
  settings: Readonly<Record<(typeof attributeOf)[keyof typeof attributeOf], readonly string[] | null>>,
): Parts {
  return makeParts((name) => settings[attributeOf[name]] ?? []);
}

/** Recipients that stay without being configured: carried over, and recorded nowhere else. All when `carry_over_recipients` is first set. */
export function recipientsToKeep(
  recipients: readonly string[],
  prior: { readonly carry_over_recipients: boolean; readonly email_addresses: readonly string[] | null },
  named: readonly string[],
): readonly string[] {
  if (!prior.carry_over_recipients) return recipients;
  return withoutRecipients(recipients, withoutRecipients(prior.email_addresses ?? [], named));
}

function sameFilters(stored: Policy, input: PolicyInput): boolean {
  const names = new Set([...Object.keys(stored.filters), ...Object.keys(input.filters ?? {})]);
  return [...names].every((name) => {
    const [actual, desired] = [own(stored.filters, name), own(input.filters, name)];
    return Array.isArray(actual) && Array.isArray(desired)
      ? equalSets(actual, desired) || isDeepStrictEqual(actual, desired)
      : isDeepStrictEqual(actual, desired);
  });
}
