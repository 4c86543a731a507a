import { fieldsOf, isTexts, listOf } from '../ground/json';
import { mechanismIds, type CoveringPolicy } from './coverage';
import { recipientKey } from './legacy';
import { healthAlertType } from './notification';
import { own } from '../ground/record';

/** The ids that a filter or a kind of recipients of a policy will have. */
export interface Choice {
  readonly ids: readonly string[];
  /** Whether it has all that there are. */
  readonly isAll?: boolean;
  /** Whether what the policy has now stays too, without the ids in `without`. */
  readonly keeps?: boolean;
  readonly without?: readonly string[];
  /** Whether it may have any other ids too. */
  readonly isUnknown?: boolean;
}

/** What a policy will be, as far as a plan or an apply of it knows. */
export interface Intent {
  /** Undefined while it is unknown. */
  readonly enabled: boolean | undefined;
  readonly pools: Choice;
  readonly newHealth: Choice;
  readonly eventSources: Choice;
  readonly email: Choice;
  readonly webhooks: Choice;
  readonly pagerduty: Choice;
}

const choices = ['pools', 'newHealth', 'eventSources', 'email', 'webhooks', 'pagerduty'] as const;

/** An intent that was written as JSON; undefined if it is none. */
export function readIntent(value: unknown): Intent | undefined {
  const { enabled, ...fields } = fieldsOf(value);
  const read = choices.flatMap((name) => {
    const choice = readChoice(fields[name]);
    return choice === undefined ? [] : [[name, choice] as const];
  });
  if (read.length < choices.length || !(enabled === undefined || typeof enabled === 'boolean'))
    return undefined;
  return { enabled, ...(Object.fromEntries(read) as Record<(typeof choices)[number], Choice>) };
}

function readChoice(value: unknown): Choice | undefined {
  const { ids, without = [], isAll = false, keeps = false, isUnknown = false } = fieldsOf(value);
  if (!isTexts(ids) || !isTexts(without)) return undefined;
  if (typeof isAll !== 'boolean' || typeof keeps !== 'boolean' || typeof isUnknown !== 'boolean')
    return undefined;
  return { ids, without, isAll, keeps, isUnknown };
}

/** A policy that will be deleted. */
export const deletion: Intent = {
  enabled: false,
  pools: { ids: [] },
  newHealth: { ids: [] },
  eventSources: { ids: [] },
  email: { ids: [] },
  webhooks: { ids: [] },
  pagerduty: { ids: [] },
};

/**
 * What a policy does now and still does after a change: it counts for no more. The policy itself if it loses nothing.
 *
 * @param isPossible - whether what is not known yet counts as kept
 */
export function remainderOf<P extends CoveringPolicy>(policy: P, intent: Intent, isPossible: boolean): P {
  const { filters, mechanisms } = policy;
  const enabled = policy.enabled && (intent.enabled ?? isPossible);
  const filter = (name: string, choice: Choice) =>
    keep(listOf(own(filters, name)), choice, isPossible, (id) => String(id));
  const recipients = (kind: string, choice: Choice) =>
    keep(mechanismIds(policy, kind), choice, isPossible, kind === 'email' ? recipientKey : (id) => id);
  const kept = {
    pool_id: filter('pool_id', intent.pools),
    new_health: filter('new_health', intent.newHealth),
    event_source: filter('event_source', intent.eventSources),
    email: recipients('email', intent.email),
    webhooks: recipients('webhooks', intent.webhooks),
    pagerduty: recipients('pagerduty', intent.pagerduty),
  };
  if (enabled === policy.enabled && Object.values(kept).every(({ isWhole }) => isWhole)) return policy;
  const entries = ({ ids }: { readonly ids: readonly unknown[] }) => ids.map((id) => ({ id }));
  return {
    ...policy,
    enabled,
    filters: {
      ...filters,
      pool_id: kept.pool_id.ids,
      new_health: kept.new_health.ids,
      event_source: kept.event_source.ids,
    },
    mechanisms: {
      ...mechanisms,
      email: entries(kept.email),
      webhooks: entries(kept.webhooks),
      pagerduty: entries(kept.pagerduty),
    },
  };
}

/**
 * The policy after the change, as far as it is known.
 *
 * @param current - the policy that is changed
 * @param allPools - the ids of all pools of the account
 */
export function plannedPolicy(
  intent: Intent,
  current: CoveringPolicy | undefined,
  allPools: readonly string[],
): CoveringPolicy {
  const ids = (now: readonly string[], choice: Choice, keyOf: (id: string) => string = (id) => id) => [
    ...new Set([...choice.ids, ...keep(now, choice, false, keyOf).ids]),
  ];
  const filter = (name: string, choice: Choice) =>
    ids(listOf(own(current?.filters, name)).map(String), choice);
  const recipients = (kind: string, choice: Choice) => {
    const now = current === undefined ? [] : mechanismIds(current, kind);
    return ids(now, choice, kind === 'email' ? recipientKey : undefined).map((id) => ({ id }));
  };
  return {
    enabled: intent.enabled === true,
    alert_type: healthAlertType,
    filters: {
      ...current?.filters,
      pool_id: intent.pools.isAll === true ? allPools : filter('pool_id', intent.pools),
      new_health: filter('new_health', intent.newHealth),
      event_source: filter('event_source', intent.eventSources),
    },
    mechanisms: {
      email: recipients('email', intent.email),
      webhooks: recipients('webhooks', intent.webhooks),
      pagerduty: recipients('pagerduty', intent.pagerduty),
    },
  };
}

function keep<T>(
  now: readonly T[],
  { ids, isAll = false, keeps = false, without = [], isUnknown = false }: Choice,
  isPossible: boolean,
  keyOf: (id: T) => string,
): { readonly ids: readonly T[]; readonly isWhole: boolean } {
  const [chosen, excluded] = [new Set(ids.map(keyOfText)), new Set(without.map(keyOfText))];
  const kept = now.filter((id) => {
    const key = keyOf(id);
    if (chosen.has(key)) return true;
    return isAll || (keeps && !excluded.has(key)) || (isUnknown && isPossible);
  });
  return { ids: kept, isWhole: kept.length === now.length };

  function keyOfText(id: string): string {
    return keyOf(id as T);
  }
}
