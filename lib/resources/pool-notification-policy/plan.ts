import type { EdgeClient, Policy } from '../../client';
import { getOrAdd, onceFor } from '../../ground/remember';
import {
  findLosses,
  mechanismIds,
  poolFinding,
  unknownRecipient,
  withoutRecipients,
  type PolicyName,
} from '../../pools';
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
import { isApply } from '../apply-phase';
import { claimLeaving } from '../claims';
import type { Advice, HandlerContext, PlannedChange } from '../handler';
import { planKept, planNew, type NewObject, type TwinPlan } from '../twins';
import { poolNotificationPolicyContract, type PoolNotificationPolicyAttributes } from './contract';
import { decide, judgeDestinations, type PolicyState, type Settings } from './decide';
import { describeAll, describePoolFinding, listClearing } from './describe';
import { Declaration } from './intents';
import { carriedBy, policyMemory } from './memory';
import { observe, type Observation } from './observe';
import { policyOfState } from './policy';
import { claimKey, findTwins, inheritedRecipients, messagesFor, twinKeyOf } from './twins';

type Change = PlannedChange<PoolNotificationPolicyAttributes>;
type Context = HandlerContext<EdgeClient>;

/** Reads the account, and reports the decision on the change. All resources of a plan share its lists. */
export async function plan(change: Change, context: Context): Promise<Advice> {
  const runs = declare(change, context);
  try {
    const advice = await advise(change, runs, context);
    if (advice.diagnostics?.some(({ severity }) => severity === 'error') === true) runs.kept?.settle(false);
    else if (!isApply(change.config))
      for (const run of [runs.deleted, runs.kept]) if (run !== undefined) context.planNotes?.add(run.note);
    return advice;
  } catch (error) {
    runs.kept?.settle(false);
    throw error;
  }
}

/**
 * What becomes of the policy of the state, and of the planned one: the same policy, unless it moves to another account. Called before
 * the first pause: other resources of the run judge by it.
 */
function declare({ prior, planned }: Change, context: Context) {
  const { service } = context;
  const leaves = prior !== null && (planned === null || planned.account_id !== prior.account_id);
  return {
    kept:
      typeof planned?.account_id === 'string'
        ? Declaration.ofChange(service, leaves ? null : prior, { ...planned, account_id: planned.account_id })
        : undefined,
    // Another resource may have the policy too, or adopt it.
    deleted:
      leaves && claimLeaving(context, claimKey(prior)) ? Declaration.ofDeletion(service, prior) : undefined,
  };
}

async function advise(
  { prior, planned, config }: Change,
  { kept, deleted }: ReturnType<typeof declare>,
  context: Context,
): Promise<Advice> {
  if (planned === null)
    return { diagnostics: prior === null ? [] : await planDeletion(prior, deleted, context) };
  const twins: TwinPlan<Policy> =
    prior === null
      ? await planNew(newPolicy(planned, config, context))
      : { diagnostics: planKeeping(prior, planned, config, context) };
  if (twins.adopted !== undefined) kept?.hasId(twins.adopted.id);
  const settings = readKnown(planned);
  const adopts = twins.adopted?.id;
  const unlisted = planned.clear_legacy_email === 'none' ? { listing: nothingListed } : {};
  // Terraform plans again when unknown values are known; until then, nothing is predicted.
  if (settings === undefined || kept === undefined)
    return { adopts, diagnostics: twins.diagnostics, ...unlisted };
  // The policy in the new account is planned separately, as a create.
  if (prior !== null && prior.account_id !== settings.account_id)
    return {
      diagnostics: [...twins.diagnostics, ...(await planDeletion(prior, deleted, context))],
      listing: nothingListed,
    };
  const poolIds = readIds(config?.pool_ids ?? planned.pool_ids);
  const used = { ...settings, pool_ids: [...(prior?.pool_ids ?? []), ...(poolIds ?? [])] };
  const now = await observe(settings.account_id, used, context, 'shared');
  const id = prior?.id ?? twins.adopted?.id;
  const current = now.policies.find((each) => each.id === id);
  const conflicts = kept.findConflicts(now, current);
  const memory = policyMemory.recall(context);
  if (poolIds === undefined && !settings.all_pools)
    return {
      adopts,
      diagnostics: [
        ...twins.diagnostics,
        ...describeAll(settings, [...conflicts, ...judgeDestinations(now, { settings, prior, memory })]),
      ],
      ...unlisted,
    };
  const decideOn = (account: Observation) =>
    decide(account, {
      settings: { ...settings, pool_ids: poolIds ?? null },
      prior,
      memory,
      current: account.policies.find((each) => each.id === id),
      inherited: prior === null ? inheritedRecipients(settings, account.policies, context) : [],
      run: kept.viewOf(account),
    });
  const decision = decideOn(now);
  const { clearing, hasChanges } = decision;
  const findings = isApply(config)
    ? decision.findings.filter(({ code }) => !predictions.has(code))
    : decision.findings;
  kept.clears(clearing);
  const first = getOrAdd(firstsOf(context.service), settings.account_id, () => now);
  const { clearing: listed } = first === now ? decision : decideOn(first);
  return {
    // What the same plan does to other policies can reduce what is cleared.
    listing: listClearing(listed.listed),
    adopts,
    diagnostics: [...twins.diagnostics, ...describeAll(settings, [...conflicts, ...findings])],
    ...(prior !== null && hasChanges
      ? { predicted: { ...openOutputs, ...(settings.all_pools ? { pool_ids: unknown } : {}) } }
      : {}),
  };
}

/**
 * The accounts as the first plan of this process saw them: Terraform plans again during the apply, after other policies have cleared
 * e-mails that this one has listed as well, and it refuses another listing.
 */
const firstsOf = onceFor((_: EdgeClient) => new Map<string, Observation>());

/** For a deletion: the notifications that only this policy sends, and the recipients that are recorded nowhere else. */
async function planDeletion(
  prior: PolicyState,
  run: Declaration | undefined,
  context: Context,
): Promise<Diagnostic[]> {
  if (run === undefined) return [];
  const now = await observe(prior.account_id, prior, context, 'shared');
  const current = now.policies.find(({ id }) => id === prior.id);
  return describeAll(prior, [
    ...run.findConflicts(now, current),
    ...findLosses(now, {
      kind: 'delete',
      before: current ?? policyOfState(prior),
      others: run.plannedOthers(now),
      cleared: run.clearedByOthers,
      carried: carriedBy(prior, context),
    }),
  ]);
}

function newPolicy(
  planned: Planned<PoolNotificationPolicyAttributes>,
  config: Change['config'],
  context: Context,
): NewObject<Policy> {
  const { account_id: accountId, name, carry_over_recipients: carries } = planned;
  const { id: replaced = null } = policyMemory.recall(context);
  const isOwned = typeof accountId === 'string';
  const named = readIds(planned.email_addresses) ?? [];
  const knownFor = (policy: PolicyName) => ({
    messages: messagesFor(policy, carries === true, (twin) =>
      withoutRecipients(mechanismIds(twin, 'email'), named),
    ),
    find: async () => {
      const { service, signal } = context;
      const policies = await service.alerting.listPolicies(policy.account_id, { signal, cached: true });
      return findTwins(policy, policies, context);
    },
  });
  return {
    context,
    kind: poolNotificationPolicyContract.typeName,
    twinKey: twinKeyOf(planned),
    isApplied: isApply(config),
    adopts: planned.on_existing === 'adopt',
    replaced: isOwned && replaced !== null ? claimKey({ account_id: accountId, id: replaced }) : undefined,
    known: isOwned && typeof name === 'string' ? knownFor({ account_id: accountId, name }) : undefined,
  };
}

/** Another resource of this plan may count on the policy. */
function planKeeping(
  prior: PolicyState,
  planned: Planned<PoolNotificationPolicyAttributes>,
  config: Change['config'],
  context: Context,
): Diagnostic[] {
  const keys = { planned: twinKeyOf(planned), prior: twinKeyOf(prior) };
  const twin = { id: prior.id ?? '', name: prior.name };
  return planKept(context, claimKey(prior), keys, isApply(config), () =>
    describePoolFinding(prior, poolFinding('pools.managed_elsewhere', { twin })),
  );
}

/** What a plan says of the e-mails that it lists. During the apply others may be there, which it leaves alone and reports itself. */
const predictions: ReadonlySet<string> = new Set([
  'pools.will_clear',
  'pools.recipients_lost',
  'pools.new_recipients',
]);

/**
 * The outputs that may differ between plan and apply. They are unknown instead of predicted: Terraform plans again during the apply and
 * rejects a value that differs by then. Out-of-band changes can happen at any time, so diagnostics report the current findings.
 */
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
      if (['pool_ids', 'id', 'adopted', 'changes'].includes(name) || Object.hasOwn(openOutputs, name))
        return [];
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
