import type { Policy, PolicyInput } from '../../client';
import {
  distinctRecipients,
  hasLegacyEmail,
  healthAlertType,
  isAddress,
  isCovered,
  legacyRecipients,
  mechanismIds,
  recipientKey,
  type CoveringPolicy,
  type LegacySetting,
  type WorkingDestinations,
} from '../../pools';

/** The settings of a policy, as contract and plan have them. */
export interface PolicySettings {
  readonly name: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly new_health: readonly string[];
  readonly event_sources: readonly string[];
  readonly webhook_ids: readonly string[] | null;
  readonly pagerduty_ids: readonly string[] | null;
}

type PoolOf = LegacySetting & { readonly id: string };

/**
 * The whole body of a policy. What `current` has beside it, filters and mechanisms that we do not know, stays: the
 * service replaces a policy as a whole.
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

/** Whether the stored policy is what would be written, so that nothing has to be. */
export function holds(stored: Policy, input: PolicyInput): boolean {
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
 * Whether a policy that is there already is the one that is to be made: an apply that was killed before it could note the
 * policy leaves such a one, and so does one that replaces it. With recipients that are carried over, it may have others
 * than are named: those of pools that were cleared by then.
 */
export function isTwin(stored: Policy, input: PolicyInput, mayHaveMoreRecipients: boolean): boolean {
  if (!mayHaveMoreRecipients) return holds(stored, input);
  const [held, wanted] = [mechanismIds(stored, 'email'), mechanismIds(input, 'email')];
  const email = distinctRecipients([...held, ...wanted]).map((id) => ({ id }));
  return holds(
    { ...stored, mechanisms: { ...stored.mechanisms, email } },
    { ...input, mechanisms: { ...input.mechanisms, email } },
  );
}

/** Whether the one policy tells everybody whom the other tells, in ways that we do not know too, of the same. */
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

/** Every pool of the account. The service refuses a policy without any, so one that loses its last pool keeps naming it. */
export function allPoolIds(
  pools: readonly PoolOf[],
  prior: { readonly pool_ids: readonly string[] | null } | null,
): readonly string[] {
  return pools.length === 0 ? (prior?.pool_ids ?? []) : pools.map(({ id }) => id);
}

/** The legacy addresses of the pools that the policy tells of; a service refuses a whole policy for one that is none. */
export function recipientsToCarry(pools: readonly PoolOf[], poolIds: readonly string[]): string[] {
  const listed = new Set(poolIds);
  const recipients = pools.filter(({ id }) => listed.has(id)).flatMap(legacyRecipients);
  return distinctRecipients(recipients).filter(isAddress);
}

/**
 * Of those that the policy tells, the ones that stay though no configuration names them: they were carried over from
 * pools that have no e-mail by now, so nothing else knows them. When carrying over begins, that is everybody.
 */
export function recipientsToKeep(
  told: readonly string[],
  prior: { readonly carry_over_recipients: boolean; readonly email_addresses: readonly string[] | null },
  named: readonly string[],
): readonly string[] {
  if (!prior.carry_over_recipients) return told;
  return withoutRecipients(told, withoutRecipients(prior.email_addresses ?? [], named));
}

/** Addresses of the one list that the other has in no spelling. */
export function withoutRecipients(addresses: readonly string[], others: readonly string[]): string[] {
  const keys = new Set(others.map(recipientKey));
  return addresses.filter((address) => !keys.has(recipientKey(address)));
}

/** Which legacy e-mails may go: nothing that they tell may be lost, nor, if they are carried over, anybody they tell. */
export function clearable(
  ours: CoveringPolicy,
  others: readonly CoveringPolicy[],
  destinations: WorkingDestinations,
  wanted: { readonly clear_legacy_email: string; readonly carry_over_recipients: boolean },
): (pool: PoolOf) => boolean {
  const told = mechanismIds(ours, 'email');
  const { clear_legacy_email: which, carry_over_recipients: carries } = wanted;
  const isOurs = (pool: PoolOf) =>
    isCovered(pool, [ours], destinations) &&
    (!carries || withoutRecipients(legacyRecipients(pool), told).length === 0);
  return (pool) => {
    if (which === 'none' || !hasLegacyEmail(pool)) return false;
    if (isOurs(pool)) return true;
    if (which !== 'all') return false;
    const listed: unknown = ours.filters.pool_id;
    const isListed = Array.isArray(listed) && listed.includes(pool.id);
    return !(carries && isListed) && isCovered(pool, [ours, ...others], destinations);
  };
}

function sameFilters(stored: Policy, input: PolicyInput): boolean {
  const names = new Set([...Object.keys(stored.filters), ...Object.keys(input.filters ?? {})]);
  return [...names].every((name) => {
    const [held, wanted] = [stored.filters[name], input.filters?.[name]];
    return Array.isArray(held) && Array.isArray(wanted) ? sameSet(held, wanted) : held === wanted;
  });
}

function sameSet(one: readonly unknown[], other: readonly unknown[]): boolean {
  const [a, b] = [new Set(one), new Set(other)];
  return a.size === b.size && [...a].every((item) => b.has(item));
}
