import type { EdgeClient, Policy, Pool } from '../../client';
import {
  countCalls,
  distinctRecipients,
  describeEvent,
  faultOfPolicy,
  hasLegacyEmail,
  isAddress,
  isCovered,
  legacyRecipients,
  mechanismIds,
  uncoveredEvents,
  type WorkingDestinations,
} from '../../pools';
import {
  isListValue,
  isUnknown,
  isWhollyKnown,
  unknown,
  type Diagnostic,
  type ObjectValue,
  type Planned,
  type State,
  type Value,
} from '../../schema';
import { isApply } from '../apply-phase';
import { claimKept, claimLeaving } from '../claims';
import type { Advice, HandlerContext, PlannedChange } from '../handler';
import { planTwins, type TwinPlan } from '../twins';
import { unlessNotFound } from '../write-once';
import { planSteps } from './clearing';
import type { PoolNotificationPolicyAttributes } from './contract';
import {
  replacedWillBeDeleted,
  failingWebhooks,
  managedElsewhere,
  notCovered,
  noRecipients,
  noPoolsLeft,
  noPoolsYet,
  notAddresses,
  poolsChanged,
  unknownDestinations,
  unknownPools,
  willBeCleared,
  willLoseEvents,
  willBeRestored,
  willLoseNotifications,
  willStay,
} from './messages';
import { allPoolIds, clearable, recipientsToCarry, toInput, withoutRecipients } from './policy';
import { policyMemory } from './memory';
import {
  hasIds,
  kindsOf,
  labelsOf,
  legacyEmailsOf,
  listDestinations,
  listPools,
  readIds,
  type Destinations,
} from './survey';
import { claimKey, findTwins, messagesFor } from './twins';
import { findLoss, isBeingDeleted, isNarrower, noteDeletion, type Coverage } from './watch';

type Prior = State<PoolNotificationPolicyAttributes>;
type Plan = Planned<PoolNotificationPolicyAttributes>;
type Change = PlannedChange<PoolNotificationPolicyAttributes>;
/** The context of a plan: all resources share its lists. */
type Context = HandlerContext<EdgeClient> & { readonly cached: true };

/** The settings that a plan needs; all are known. */
interface Known {
  readonly account_id: string;
  readonly name: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly all_pools: boolean;
  readonly new_health: readonly string[];
  readonly event_sources: readonly string[];
  readonly email_addresses: readonly string[] | null;
  readonly webhook_ids: readonly string[] | null;
  readonly pagerduty_ids: readonly string[] | null;
  readonly carry_over_recipients: boolean;
  readonly clear_legacy_email: string;
}

/** Reads the account, and reports the effects of the change and the settings that are not possible. */
export async function advise(
  { prior, planned, config }: Change,
  handlerContext: HandlerContext<EdgeClient>,
): Promise<Advice> {
  const context: Context = { ...handlerContext, cached: true };
  if (planned === null) return prior === null ? {} : { diagnostics: await adviseOnDelete(prior, context) };
  const { adopted, diagnostics: ofTwins } =
    prior === null ? await planCreate(planned, config, context) : planKeeping(prior, context);
  const known = readKnown(planned);
  // Terraform plans again when unknown values are known; until then, nothing is predicted.
  if (known === undefined) return { diagnostics: ofTwins };
  // The policy in the new account is planned separately, as a create.
  if (prior !== null && prior.account_id !== known.account_id)
    return { diagnostics: [...ofTwins, ...(await adviseOnDelete(prior, context))] };
  const pools = await listPools(known.account_id, context);
  const poolIds = known.all_pools ? allPoolIds(pools, prior) : readIds(config?.pool_ids ?? planned.pool_ids);
  const destinations = await listDestinations(known.account_id, kindsOf([known]), context);
  const diagnostics = [
    ...ofTwins,
    ...(known.all_pools ? [] : adviseOnPools(prior, pools, poolIds ?? [])),
    ...adviseOnDestinations(known, destinations),
  ];
  if (poolIds === undefined) return { diagnostics };

  const legacy = pools.filter(hasLegacyEmail);
  const needsPolicies = prior === null || (known.clear_legacy_email === 'all' && legacy.length > 0);
  const policies = needsPolicies
    ? await context.service.alerting.listPolicies(known.account_id, { signal: context.signal, cached: true })
    : [];
  // Unmanaged settings of the policy matter only if it must cover legacy e-mails.
  const current = prior === null || legacy.length === 0 ? adopted : await readCurrent(prior, context);
  const toCarry = known.carry_over_recipients ? recipientsToCarry(pools, poolIds) : [];
  const kept = known.carry_over_recipients ? recipientsOf(prior, adopted, context) : [];
  const emails = [...(known.email_addresses ?? []), ...kept, ...toCarry];
  const input = toInput(known, poolIds, emails, current);
  const ours = { ...input, filters: input.filters ?? {} };
  const others = policies.filter(
    ({ id }) => id !== prior?.id && id !== adopted?.id && !isBeingDeleted(context.service, { id }),
  );
  if (known.carry_over_recipients) diagnostics.push(...adviseOnAddresses(pools, poolIds));
  if (known.all_pools && pools.length === 0)
    diagnostics.push(prior === null ? noPoolsYet(known.account_id) : noPoolsLeft(known.account_id));
  else if (
    mechanismIds(ours, 'email').length === 0 &&
    !hasIds(known.webhook_ids) &&
    !hasIds(known.pagerduty_ids)
  )
    diagnostics.push(noRecipients());

  const working = await workingFor(known, destinations, others, context);
  const mayClear = clearable(ours, others, working, known);
  const going = legacy.filter(mayClear);
  const currentRecipients = [
    ...(known.email_addresses ?? []),
    ...(prior?.email_addresses ?? []),
    ...(prior?.carried_over_recipients ?? []),
    ...(adopted === undefined ? [] : kept),
  ];
  const newRecipients = withoutRecipients(toCarry, currentRecipients);
  const missing = withoutRecipients(kept, [...currentRecipients, ...toCarry]);
  if (missing.length > 0) diagnostics.push(willBeRestored(missing));
  if (going.length > 0) {
    const steps = planSteps(pools, mayClear);
    const single = steps.filter(({ kind }) => kind === 'pool').length;
    const guarded = steps.some((step) => step.kind === 'page' && step.isGuarded);
    const how = { single, guarded, pages: steps.length - single };
    const emails = legacyEmailsOf(going, () => true);
    diagnostics.push(willBeCleared(known.name, emails, countCalls(steps), how, newRecipients));
  }
  diagnostics.push(...adviseOnKept(known, ours, pools, mayClear, others, working));
  if (prior !== null)
    diagnostics.push(...(await adviseOnNarrowing(prior, { ...known, pool_ids: poolIds }, pools, context)));
  const isOtherPools = prior !== null && known.all_pools && !sameIds(poolIds, prior.pool_ids);
  if (isOtherPools) diagnostics.push(poolsChanged(pools, prior.pool_ids ?? []));
  const replaced = prior === null ? [] : policyMemory.recall(context).replaced;
  if (replaced.length > 0) diagnostics.push(replacedWillBeDeleted(replaced));
  const hasChanges =
    isOtherPools || [going, newRecipients, missing, replaced].some(({ length }) => length > 0);
  return { diagnostics, ...(prior !== null && hasChanges ? { predicted: predict(known) } : {}) };
}

/**
 * Marks outputs as unknown instead of predicting values: Terraform plans again during the apply and rejects a value that
 * differs by then. Out-of-band changes can happen at any time, so diagnostics report the current findings.
 */
function predict({ all_pools: allPools }: Known): ObjectValue {
  return { ...openOutputs, ...(allPools ? { pool_ids: unknown } : {}) };
}

/** The outputs that may differ between plan and apply. */
const openOutputs: ObjectValue = {
  cleared_legacy_emails: unknown,
  legacy_emails: unknown,
  legacy_pool_count: unknown,
  carried_over_recipients: unknown,
};

function adviseOnPools(
  prior: Prior | null,
  pools: readonly Pool[],
  poolIds: readonly string[],
): Diagnostic[] {
  const existing = new Set(pools.map(({ id }) => id));
  const missing = poolIds.filter((id) => !existing.has(id));
  // A listed pool may have been deleted out of band: that must not block the plan.
  const before = new Set(prior?.pool_ids ?? []);
  const [deleted, unknown] = [
    missing.filter((id) => before.has(id)),
    missing.filter((id) => !before.has(id)),
  ];
  return [
    ...(unknown.length === 0 ? [] : [unknownPools(unknown, true)]),
    ...(deleted.length === 0 ? [] : [unknownPools(deleted, false)]),
  ];
}

/** An address that the API would reject is not carried over, so its pool keeps the e-mail. */
function adviseOnAddresses(pools: readonly Pool[], poolIds: readonly string[]): Diagnostic[] {
  const label = labelsOf(pools);
  const invalid = pools
    .filter(({ id }) => poolIds.includes(id))
    .map((pool) => [label(pool), legacyRecipients(pool).filter((each) => !isAddress(each))] as const)
    .filter(([, addresses]) => addresses.length > 0);
  return invalid.length === 0 ? [] : [notAddresses(Object.fromEntries(invalid))];
}

function adviseOnDestinations(known: Known, { existing, working }: Destinations): Diagnostic[] {
  const isReal = (id: string) => id !== placeholder;
  const webhooks = (known.webhook_ids ?? []).filter(isReal);
  const missing = webhooks.filter((id) => !existing.webhooks.has(id));
  const failing = webhooks.filter((id) => existing.webhooks.has(id) && !working.webhooks.has(id));
  const services = (known.pagerduty_ids ?? []).filter((id) => isReal(id) && !existing.pagerduty.has(id));
  return [
    ...(missing.length === 0 ? [] : [unknownDestinations('webhook_ids', missing, existing.webhooks)]),
    ...(failing.length === 0 ? [] : [failingWebhooks(failing)]),
    ...(services.length === 0 ? [] : [unknownDestinations('pagerduty_ids', services, existing.pagerduty)]),
  ];
}

/** A twin of the new policy is refused or adopted. During the apply the create decides: its plan has refused what it has to. */
async function planCreate(
  planned: Plan,
  config: Change['config'],
  context: Context,
): Promise<TwinPlan<Policy>> {
  const { account_id: accountId, name, on_existing: onExisting, carry_over_recipients: carries } = planned;
  if (typeof accountId !== 'string' || typeof name !== 'string' || isApply(config))
    return { diagnostics: [] };
  const { service, signal, cached } = context;
  const policies = await service.alerting.listPolicies(accountId, { signal, cached });
  const named = readIds(planned.email_addresses) ?? [];
  return planTwins(
    findTwins({ account_id: accountId, name }, policies, context),
    onExisting === 'adopt' ? 'adopt' : 'refuse',
    messagesFor(accountId, carries === true, (twin) => withoutRecipients(mechanismIds(twin, 'email'), named)),
  );
}

/** Another resource of this plan may count on the policy. */
function planKeeping(prior: Prior, { service }: Context): TwinPlan<Policy> {
  const { account_id: accountId, id, name } = prior;
  if (claimKept(service, claimKey(prior))) return { diagnostics: [] };
  return { diagnostics: [managedElsewhere(accountId, { id: id ?? '', name })] };
}

/** Warns about legacy e-mails that the policy should replace and does not cover. */
function adviseOnKept(
  known: Known,
  ours: Parameters<typeof clearable>[0],
  pools: readonly Pool[],
  mayClear: (pool: Pool) => boolean,
  others: readonly Policy[],
  working: WorkingDestinations,
): Diagnostic[] {
  if (known.clear_legacy_email === 'none') return [];
  const label = labelsOf(pools);
  const listed = new Set(readIds(ours.filters.pool_id) ?? []);
  const staying = pools.filter((pool) => hasLegacyEmail(pool) && !mayClear(pool));
  if (known.clear_legacy_email === 'all') {
    const uncovered = staying.filter((pool) => !isCovered(pool, [ours, ...others], working));
    return uncovered.length === 0 ? [] : [notCovered(uncovered.map(label))];
  }
  const meant = staying.filter(({ id }) => listed.has(id));
  if (meant.length === 0) return [];
  const fault = faultOfPolicy(ours, working);
  if (fault !== undefined) return [willStay(meant.map(label), fault)];
  const eventsOf = (pool: Pool) => uncoveredEvents(pool, [ours], working).events;
  const lessCovered = meant.filter((pool) => eventsOf(pool).length > 0);
  if (lessCovered.length === 0) return [];
  const uncovered = new Set(lessCovered.flatMap((pool) => eventsOf(pool).map(describeEvent)));
  return [
    willStay(
      lessCovered.map(label),
      `their legacy e-mails also cover ${[...uncovered].join(', ')}, which \`new_health\` (\`newHealth\`) and \`event_sources\` (\`eventSources\`) leave out`,
    ),
  ];
}

/** For a deletion: the pools that only this policy covers, and the recipients that are recorded nowhere else. */
async function adviseOnDelete(prior: Prior, context: Context): Promise<Diagnostic[]> {
  if (!claimLeaving(context.service, claimKey(prior))) return [];
  noteDeletion(context.service, prior.id);
  const { unprotected } = await findLoss(prior, prior, undefined, context);
  return unprotected.length === 0
    ? []
    : [willLoseNotifications(unprotected, 'is deleted', carriedBy(prior, context))];
}

/** For a policy that will cover less. */
async function adviseOnNarrowing(
  prior: Prior,
  after: Coverage,
  pools: readonly Pool[],
  context: Context,
): Promise<Diagnostic[]> {
  if (!isNarrower(after, prior)) return [];
  const { unprotected, lessCovered, events } = await findLoss(prior, prior, after, context, pools);
  const how = after.enabled === true ? 'covers less' : 'is disabled';
  return [
    ...(unprotected.length === 0 ? [] : [willLoseNotifications(unprotected, how)]),
    ...(lessCovered.length === 0 ? [] : [willLoseEvents(lessCovered, events)]),
  ];
}

/** Other policies count only if all pools of the account are cleared; then their destinations are needed too. */
async function workingFor(
  known: Known,
  { working }: Destinations,
  others: readonly Policy[],
  context: Context,
): Promise<WorkingDestinations> {
  if (known.clear_legacy_email !== 'all') return withPlaceholderIn(working);
  const all = await listDestinations(known.account_id, kindsOf([...others, known]), context);
  return withPlaceholderIn(all.working);
}

/** The recipients that stay although they are not configured: see `recipientsToKeep`. */
function recipientsOf(prior: Prior | null, adopted: Policy | undefined, context: Context): readonly string[] {
  if (adopted !== undefined) return mechanismIds(adopted, 'email');
  return prior?.carry_over_recipients === true ? carriedBy(prior, context) : [];
}

/** All recipients from pools: those in private state and those in state. */
function carriedBy(prior: Prior, context: Context): readonly string[] {
  const { carried = [] } = policyMemory.recall(context);
  return distinctRecipients([...carried, ...(prior.carried_over_recipients ?? [])]);
}

/** Undefined if the policy was deleted after the refresh: the apply reports that. */
function readCurrent(prior: Prior, { service, signal, cached }: Context): Promise<Policy | undefined> {
  const options = { signal, cached };
  return unlessNotFound(() => service.alerting.getPolicy(prior.account_id, prior.id ?? '', options));
}

function readKnown(planned: Plan): Known | undefined {
  const settings: ObjectValue = Object.fromEntries(
    Object.entries<Value>(planned).flatMap(([name, value]) => {
      if (name === 'pool_ids' || outputs.has(name)) return [];
      return [[name, recipients.has(name) ? withPlaceholder(value) : value]];
    }),
  );
  return isWhollyKnown(settings) ? (settings as unknown as Known) : undefined;
}

/** Stands for recipients that the same apply creates: they count as working. */
const placeholder = 'known-after-apply';
const recipients: ReadonlySet<string> = new Set(['email_addresses', 'webhook_ids', 'pagerduty_ids']);

function withPlaceholder(value: Value): Value {
  if (isUnknown(value)) return [placeholder];
  return isListValue(value) ? value.map((each) => (isUnknown(each) ? placeholder : each)) : value;
}

function withPlaceholderIn({ webhooks, pagerduty }: WorkingDestinations): WorkingDestinations {
  return { webhooks: new Set([...webhooks, placeholder]), pagerduty: new Set([...pagerduty, placeholder]) };
}

const outputs: ReadonlySet<string> = new Set(['id', ...Object.keys(openOutputs)]);

function sameIds(one: readonly string[], other: readonly string[] | null): boolean {
  const ids = new Set(other ?? []);
  return ids.size === new Set(one).size && one.every((id) => ids.has(id));
}
