import { isDeepStrictEqual } from 'node:util';
import type { Policy, PolicyInput } from '../../client';
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
import type { PoolNotificationPolicyAttributes } from './contract';
import { own } from '../../ground/record';

export type PolicyState = State<PoolNotificationPolicyAttributes>;

/** The settings of a policy in the form of the contract, without those that the provider keeps for itself. */
export type Settings = Omit<Desired<PoolNotificationPolicyAttributes>, 'changes'>;

/**
 * The body of a policy. It keeps unknown filters and mechanisms of `current`, because the API replaces the whole policy.
 */
export function toInput(
  settings: Settings,
  poolIds: readonly string[],
  emails: readonly string[],
  current?: Policy,
): PolicyInput {
  const { filters = {}, mechanisms = {} } = current ?? {};
  return {
    name: settings.name,
    description: settings.description,
    enabled: settings.enabled,
    alert_type: healthAlertType,
    ...withParts(
      { filters, mechanisms },
      partsOfSettings({ ...settings, pool_ids: poolIds, email_addresses: emails }),
    ),
    ...(current?.alert_interval === undefined ? {} : { alert_interval: current.alert_interval }),
  };
}

/** Whether the stored policy matches the input, so that a write would be a no-op. */
export function matchesInput(stored: Policy, input: PolicyInput): boolean {
  return (
    stored.name === input.name &&
    stored.description === (input.description ?? '') &&
    stored.enabled === input.enabled &&
    stored.alert_type === input.alert_type &&
    sameFilters(stored, input) &&
    mechanismNames.every((kind) => sameSet(mechanismIds(stored, kind), mechanismIds(input, kind)))
  );
}

/** Whether a stored policy shows what was sent, as far as this version knows it: the service may add filters of its own. */
export function showsInput(stored: Policy, input: PolicyInput): boolean {
  const [actual, sent] = [partsOf(stored), partsOf(input)];
  const keysOf = (parts: Parts, name: keyof Parts) => parts[name].map((id) => keyIn(name, id));
  return (
    stored.name === input.name &&
    stored.description === (input.description ?? '') &&
    stored.enabled === input.enabled &&
    partNames.every((name) => sameSet(keysOf(actual, name), keysOf(sent, name)))
  );
}

/** How a stored policy differs from the one that was sent. */
export function differencesOf(input: PolicyInput, stored: Policy | undefined) {
  if (stored === undefined) return [{ setting: 'policy', sent: input.name, returned: 'none' }];
  const [sent, returned] = [input, stored].map(settingsOf);
  return Object.entries(sent ?? {}).flatMap(([setting, value]) => {
    const other = own(returned, setting) ?? '';
    return value === other ? [] : [{ setting, sent: value, returned: other }];
  });
}

function settingsOf({
  name,
  description = '',
  enabled,
  ...policy
}: Policy | PolicyInput): Record<string, string> {
  const parts = Object.entries(partsOf(policy)).map(
    ([part, ids]) => [part, listSome([...ids].sort(), 5)] as const,
  );
  return { name, description, enabled: String(enabled), ...Object.fromEntries(parts) };
}

/**
 * What other clients have changed in a policy since the plan, and a write would revert: `notifies` is what it notifies of more,
 * `settings` is the rest.
 */
export function findReverted(prior: PolicyState, current: Policy, input: PolicyInput) {
  const seen = new Set(notificationsOf(policyOfState(prior)));
  const now = new Set(notificationsOf(current));
  const next = new Set(notificationsOf(input));
  const renamed = (['name', 'description'] as const).filter(
    (name) => current[name] !== prior[name] && current[name] !== input[name],
  );
  return {
    notifies: [...now].filter((each) => !seen.has(each) && !next.has(each)),
    settings: [
      ...[...seen].filter((each) => next.has(each) && !now.has(each)).map((each) => `no ${each}`),
      ...renamed.map((name) => `${name} ${JSON.stringify(current[name])}`),
    ],
  };
}

function notificationsOf({
  enabled,
  ...policy
}: Pick<PolicyInput, 'enabled' | 'filters' | 'mechanisms'>): string[] {
  const parts = partsOf(policy);
  const ids = partNames.flatMap((name) => parts[name].map((id) => `${attributeOf[name]} ${keyIn(name, id)}`));
  return enabled ? ['enabled true', ...ids] : ids;
}

export function policyOfState(state: PolicyState): CoveringPolicy {
  const email_addresses = [...(state.email_addresses ?? []), ...(state.carried_over_recipients ?? [])];
  return {
    enabled: state.enabled,
    alert_type: healthAlertType,
    ...withParts({ mechanisms: {} }, partsOfSettings({ ...state, email_addresses })),
  };
}

/** The attribute of each part. */
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

/**
 * The recipients of the policy that stay although they are not configured: they were carried over from pools whose e-mail
 * is cleared, so they are recorded nowhere else. When `carry_over_recipients` is first set, these are all recipients.
 */
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
      ? sameSet(actual, desired) || isDeepStrictEqual(actual, desired)
      : isDeepStrictEqual(actual, desired);
  });
}

function sameSet(one: readonly unknown[], other: readonly unknown[]): boolean {
  const [a, b] = [new Set(one), new Set(other)];
  return a.size === b.size && [...a].every((item) => b.has(item));
}
