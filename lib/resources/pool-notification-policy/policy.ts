import type { Policy, PolicyInput } from '../../client';
import {
  distinctRecipients,
  healthAlertType,
  mechanismIds,
  withoutRecipients,
  type CoveringPolicy,
} from '../../pools';
import type { State } from '../../schema';
import type { PoolNotificationPolicyAttributes } from './contract';
import { own } from '../../ground/record';

export type PolicyState = State<PoolNotificationPolicyAttributes>;

/** The settings of a policy in the form of the contract. */
export interface PolicySettings {
  readonly name: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly new_health: readonly string[];
  readonly event_sources: readonly string[];
  readonly webhook_ids: readonly string[] | null;
  readonly pagerduty_ids: readonly string[] | null;
}

/**
 * The body of a policy. It keeps unknown filters and mechanisms of `current`, because the API replaces the whole policy.
 */
export function toInput(
  settings: PolicySettings,
  poolIds: readonly string[],
  emails: readonly string[],
  current?: Policy,
): PolicyInput {
  const entries = (ids: readonly string[]) => ids.map((id) => ({ id }));
  return {
    name: settings.name,
    description: settings.description,
    enabled: settings.enabled,
    alert_type: healthAlertType,
    filters: {
      ...current?.filters,
      pool_id: [...poolIds],
      new_health: [...settings.new_health],
      event_source: [...settings.event_sources],
    },
    mechanisms: {
      ...current?.mechanisms,
      email: entries(emails),
      webhooks: entries(settings.webhook_ids ?? []),
      pagerduty: entries(settings.pagerduty_ids ?? []),
    },
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
    (['email', 'webhooks', 'pagerduty'] as const).every((kind) =>
      sameSet(mechanismIds(stored, kind), mechanismIds(input, kind)),
    )
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
  const both = (name: 'pool_id' | 'new_health' | 'event_source') => [
    ...new Set([...(stored.filters[name] ?? []), ...(input.filters?.[name] ?? [])]),
  ];
  const entries = (kind: 'email' | 'webhooks' | 'pagerduty') =>
    distinctRecipients([...mechanismIds(stored, kind), ...mechanismIds(input, kind)]).map((id) => ({ id }));
  return {
    ...input,
    enabled: stored.enabled || input.enabled,
    filters: {
      ...input.filters,
      pool_id: both('pool_id'),
      new_health: both('new_health'),
      event_source: both('event_source'),
    },
    mechanisms: {
      ...input.mechanisms,
      email: entries('email'),
      webhooks: entries('webhooks'),
      pagerduty: entries('pagerduty'),
    },
  };
}

/** A policy as the state has it. */
export function policyOfState(state: PolicyState): CoveringPolicy {
  const entries = (ids: readonly string[] | null) => (ids ?? []).map((id) => ({ id }));
  return {
    enabled: state.enabled,
    alert_type: healthAlertType,
    filters: {
      pool_id: state.pool_ids ?? [],
      new_health: state.new_health,
      event_source: state.event_sources,
    },
    mechanisms: {
      email: entries([...(state.email_addresses ?? []), ...(state.carried_over_recipients ?? [])]),
      webhooks: entries(state.webhook_ids),
      pagerduty: entries(state.pagerduty_ids),
    },
  };
}

/** All pools of the account. The API rejects a policy without pools, so a policy keeps its former pools if the account has none. */
export function allPoolIds(
  pools: readonly { readonly id: string }[],
  prior: { readonly pool_ids: readonly string[] | null } | null,
): readonly string[] {
  return pools.length === 0 ? (prior?.pool_ids ?? []) : pools.map(({ id }) => id);
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
