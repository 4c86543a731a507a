import type { EdgeClient } from '../../client';
import { getOrAdd, onceFor } from '../../ground/remember';
import { findLosses, unknownRecipient } from '../../pools';
import {
  isListValue,
  isUnknown,
  isWhollyKnown,
  nothingListed,
  unknown,
  type Diagnostic,
  type ObjectValue,
  type Planned,
  type Value,
} from '../../schema';
import type { Advice, Context, PlannedChange } from '../handler';
import type { PoolNotificationPolicyAttributes } from './contract';
import { decide, judgeDestinations } from './decide';
import { describeAll, listClearing } from './describe';
import { carriedBy, policyMemory } from './memory';
import { observe, type Observation } from './observe';
import { policyOfState, type PolicyState, type Settings } from './policy';
import { checkDuplicates } from './duplicates';

type Change = PlannedChange<PoolNotificationPolicyAttributes>;
export async function plan({ prior, planned, config }: Change, context: Context): Promise<Advice> {
  if (planned === null) return { diagnostics: prior === null ? [] : await planDeletion(prior, context) };
  const duplicates = await checkDuplicates(prior, planned, context);
  if (prior === null && duplicates.length > 0) return { diagnostics: duplicates };
  const settings = readKnown(planned);
  const unlisted = planned.clear_legacy_email === 'none' ? { listing: nothingListed } : {};
  // Terraform plans again when unknown values are known; until then, nothing is predicted.
  if (settings === undefined) return { diagnostics: duplicates, ...unlisted };
  // The policy in the new account is planned separately, as a create.
  if (prior !== null && prior.account_id !== settings.account_id)
    return { diagnostics: await planDeletion(prior, context), listing: nothingListed };
  const poolIds = readIds(config?.pool_ids ?? planned.pool_ids);
  const used = { ...settings, pool_ids: [...(prior?.pool_ids ?? []), ...(poolIds ?? [])] };
  const now = await observe(settings.account_id, used, context, 'shared');
  const memory = policyMemory.recall(context);
  if (poolIds === undefined && !settings.all_pools) {
    const findings = judgeDestinations(now, { settings, prior, memory });
    return { diagnostics: [...duplicates, ...describeAll(settings, findings)], ...unlisted };
  }
  const decideOn = (account: Observation) => {
    const findPolicy = (id: string | null | undefined) => account.policies.find((each) => each.id === id);
    return decide(account, {
      settings: { ...settings, pool_ids: poolIds ?? null },
      prior,
      memory,
      current: findPolicy(prior?.id),
      replaced: prior === null ? findPolicy(memory.id) : undefined,
    });
  };
  const decision = decideOn(now);
  const first = getOrAdd(firstsOf(context.service), settings.account_id, () => now);
  const { clearing } = first === now ? decision : decideOn(first);
  return {
    listing: listClearing(clearing.pools),
    diagnostics: [...duplicates, ...describeAll(settings, decision.findings)],
    ...(prior !== null && decision.hasChanges
      ? { predicted: { ...openOutputs, ...(settings.all_pools ? { pool_ids: unknown } : {}) } }
      : {}),
  };
}

/** Accounts as the first plan saw them: the apply plans again, after others have cleared e-mails of this listing, and Terraform refuses another one. */
const firstsOf = onceFor((_: EdgeClient) => new Map<string, Observation>());

/** Plans a deletion: reports the notifications that only this policy sends, and the recipients that are recorded nowhere else. */
async function planDeletion(prior: PolicyState, context: Context): Promise<Diagnostic[]> {
  const now = await observe(prior.account_id, prior, context, 'shared');
  return describeAll(
    prior,
    findLosses(now, {
      kind: 'delete',
      before: now.policies.find(({ id }) => id === prior.id) ?? policyOfState(prior),
      others: now.policies.filter(({ id }) => id !== prior.id),
      carried: carriedBy(prior, context),
    }),
  );
}

/** Unknown instead of predicted: Terraform plans again during the apply, and rejects a value that is another one by then. */
const openOutputs: ObjectValue = {
  cleared_legacy_emails: unknown,
  legacy_emails: unknown,
  legacy_pool_count: unknown,
  carried_over_recipients: unknown,
};

/** The settings without the pools; undefined while one of them is unknown. Unknown recipients do not count as that. */
function readKnown(planned: Planned<PoolNotificationPolicyAttributes>): Settings | undefined {
  const settings: ObjectValue = Object.fromEntries(
    Object.entries<Value>(planned).flatMap(([name, value]) => {
      if (['pool_ids', 'id', 'changes'].includes(name) || Object.hasOwn(openOutputs, name)) return [];
      return [[name, recipients.has(name) ? withPlaceholder(value) : value]];
    }),
  );
  return isWhollyKnown(settings) ? (settings as unknown as Settings) : undefined;
}

const recipients: ReadonlySet<string> = new Set(['email_addresses', 'webhook_ids', 'pagerduty_ids']);

function withPlaceholder(value: Value): Value {
  if (isUnknown(value)) return [unknownRecipient];
  return isListValue(value) ? value.map((each) => (isUnknown(each) ? unknownRecipient : each)) : value;
}

function readIds(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const ids = value.filter((each) => typeof each === 'string');
  return ids.length === value.length ? ids : undefined;
}
