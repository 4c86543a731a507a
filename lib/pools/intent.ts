import { fieldsOf, isTexts } from '../ground/json';
import type { CoveringPolicy } from './coverage';
import { healthAlertType } from './notification';
import { keyIn, makeParts, partNames, partsOf, withParts, type PartName, type Parts } from './parts';

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
export interface Intent extends Parts<Choice> {
  /** Undefined while it is unknown. */
  readonly enabled: boolean | undefined;
}

/** An intent that was written as JSON; undefined if it is none. */
export function readIntent(value: unknown): Intent | undefined {
  const { enabled, ...fields } = fieldsOf(value);
  const choices = makeParts((name) => readChoice(fields[name]));
  const isWhole = Object.values(choices).every((choice) => choice !== undefined);
  if (!isWhole || !(enabled === undefined || typeof enabled === 'boolean')) return undefined;
  return { enabled, ...(choices as Parts<Choice>) };
}

function readChoice(value: unknown): Choice | undefined {
  const { ids, without = [], isAll = false, keeps = false, isUnknown = false } = fieldsOf(value);
  if (!isTexts(ids) || !isTexts(without)) return undefined;
  if (typeof isAll !== 'boolean' || typeof keeps !== 'boolean' || typeof isUnknown !== 'boolean')
    return undefined;
  return { ids, without, isAll, keeps, isUnknown };
}

/** A policy that will be deleted. */
export const deletion: Intent = { enabled: false, ...makeParts(() => ({ ids: [] })) };

/**
 * What a policy does now and still does after a change: it counts for no more. The policy itself if it loses nothing.
 *
 * @param isPossible - whether what is not known yet counts as kept
 */
export function remainderOf<P extends CoveringPolicy>(policy: P, intent: Intent, isPossible: boolean): P {
  const enabled = policy.enabled && (intent.enabled ?? isPossible);
  const now = partsOf(policy);
  const kept = makeParts((name) => keep(name, now[name], intent[name], isPossible));
  const isWhole = partNames.every((name) => kept[name].length === now[name].length);
  if (enabled === policy.enabled && isWhole) return policy;
  return { ...policy, enabled, ...withParts(policy, kept) };
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
  const now = partsOf(current ?? { mechanisms: {} });
  const planned = makeParts((name) => [
    ...new Set([...intent[name].ids, ...keep(name, now[name], intent[name], false)]),
  ]);
  return {
    enabled: intent.enabled === true,
    alert_type: healthAlertType,
    ...withParts(
      { filters: { ...current?.filters }, mechanisms: {} },
      intent.pool_id.isAll === true ? { ...planned, pool_id: allPools } : planned,
    ),
  };
}

function keep(
  name: PartName,
  now: readonly string[],
  { ids, isAll = false, keeps = false, without = [], isUnknown = false }: Choice,
  isPossible: boolean,
): readonly string[] {
  const keysOf = (list: readonly string[]) => new Set(list.map((id) => keyIn(name, id)));
  const [chosen, excluded] = [keysOf(ids), keysOf(without)];
  return now.filter((id) => {
    const key = keyIn(name, id);
    return chosen.has(key) || isAll || (keeps && !excluded.has(key)) || (isUnknown && isPossible);
  });
}
