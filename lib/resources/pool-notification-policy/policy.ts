import type { Policy, PolicyInput } from '../../client';
import { distinctRecipients, healthAlertType, mechanismIds, withoutRecipients } from '../../pools';

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

/** Whether a policy reports the same events as the other one to at least the same recipients, including unknown mechanisms. */
export function coversAll(policy: Policy, other: Policy): boolean {
  return (
    sameFilters(policy, other) &&
    policy.enabled === other.enabled &&
    policy.alert_type === other.alert_type &&
    Object.keys(other.mechanisms).every(
      (kind) => withoutRecipients(mechanismIds(other, kind), mechanismIds(policy, kind)).length === 0,
    )
  );
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
    const [actual, desired] = [stored.filters[name], input.filters?.[name]];
    return Array.isArray(actual) && Array.isArray(desired) ? sameSet(actual, desired) : actual === desired;
  });
}

function sameSet(one: readonly unknown[], other: readonly unknown[]): boolean {
  const [a, b] = [new Set(one), new Set(other)];
  return a.size === b.size && [...a].every((item) => b.has(item));
}
