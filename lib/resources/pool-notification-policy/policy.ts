import type { Policy, PolicyInput } from '../../client';
import {
  distinctRecipients,
  healthAlertType,
  isFilter,
  makeParts,
  mechanismIds,
  mechanismNames,
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
export type Settings = Omit<
  Desired<PoolNotificationPolicyAttributes>,
  'on_existing' | 'applied_at' | 'adopted' | 'changes'
>;

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

/**
 * Whether an existing policy is a twin of the one to create. An apply that was killed before it could save the policy leaves
 * a twin, and so does a replacement. If recipients are carried over, a twin can have more recipients than configured: those
 * of pools that were already cleared.
 */
export function isTwin(stored: Policy, input: PolicyInput, mayHaveMoreRecipients: boolean): boolean {
  if (!mayHaveMoreRecipients) return matchesInput(stored, input);
  const [actual, desired] = [mechanismIds(stored, 'email'), mechanismIds(input, 'email')];
  const email = distinctRecipients([...actual, ...desired]).map((id) => ({ id }));
  return matchesInput(
    { ...stored, mechanisms: { ...stored.mechanisms, email } },
    { ...input, mechanisms: { ...input.mechanisms, email } },
  );
}

/** A stored policy with all that the input has too: for the time in which another policy takes over the difference. */
export function unionOf(stored: Policy, input: PolicyInput): PolicyInput {
  const [one, other] = [partsOf(stored), partsOf(input)];
  const both = makeParts((name) => {
    const ids = [...one[name], ...other[name]];
    return isFilter(name) ? [...new Set(ids)] : distinctRecipients(ids);
  });
  return { ...input, enabled: stored.enabled || input.enabled, ...withParts(input, both) };
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
export const attributeOf = {
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
    return Array.isArray(actual) && Array.isArray(desired) ? sameSet(actual, desired) : actual === desired;
  });
}

function sameSet(one: readonly unknown[], other: readonly unknown[]): boolean {
  const [a, b] = [new Set(one), new Set(other)];
  return a.size === b.size && [...a].every((item) => b.has(item));
}
