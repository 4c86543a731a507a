import type { EdgeClient, Policy, PolicyInput, Pool } from '../../client';
import {
  countCalls,
  distinctRecipients,
  describeEvent,
  faultOfPolicy,
  hasLegacyEmail,
  healthAlertType,
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
import type { Advice, HandlerContext, PlannedChange } from '../handler';
import { unlessNotFound } from '../write-once';
import { planSteps } from './clearing';
import type { PoolNotificationPolicyAttributes } from './contract';
import {
  replacedWillBeDeleted,
  failingWebhooks,
  nameIsTaken,
  notCovered,
  noRecipients,
  noPoolsLeft,
  noPoolsYet,
  notAddresses,
  poolsCameAndWent,
  unknownDestinations,
  unknownPools,
  willBeCleared,
  willLoseEvents,
  willBeReplaced,
  willBeRestored,
  willLoseNotifications,
  willStay,
} from './messages';
import { allPoolIds, clearable, isTwin, recipientsToCarry, toInput, withoutRecipients } from './policy';
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
import { findLoss, isEnding, isNarrower, noteEnding, type Claim } from './watch';

type Prior = State<PoolNotificationPolicyAttributes>;
type Plan = Planned<PoolNotificationPolicyAttributes>;
type Change = PlannedChange<PoolNotificationPolicyAttributes>;
type Context = HandlerContext<EdgeClient>;

/** What a plan needs to know of the settings; all of it known. */
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

/** Looks at the account and says what the change will do there, and what of it can't be. */
export async function advise({ prior, planned, config }: Change, context: Context): Promise<Advice> {
  if (planned === null) return prior === null ? {} : { diagnostics: await adviseOnEnd(prior, context) };
  const known = readKnown(planned);
  // What is not known yet is looked at again by the apply; meanwhile nothing is promised.
  if (known === undefined) return {};
  // The object for the other account is looked at by itself, as one that is made.
  if (prior !== null && prior.account_id !== known.account_id)
    return { diagnostics: await adviseOnEnd(prior, context) };
  const pools = await listPools(known.account_id, context);
  const poolIds = known.all_pools ? allPoolIds(pools, prior) : readIds(config?.pool_ids ?? planned.pool_ids);
  const destinations = await listDestinations(known.account_id, kindsOf([known]), context);
  const diagnostics = [
    ...(known.all_pools ? [] : adviseOnPools(prior, pools, poolIds ?? [])),
    ...adviseOnDestinations(known, destinations),
  ];
  if (poolIds === undefined) return { diagnostics };

  const legacy = pools.filter(hasLegacyEmail);
  // What it has beside our settings matters only where it has to prove something.
  const current = prior === null || legacy.length === 0 ? undefined : await readCurrent(prior, context);
  const toCarry = known.carry_over_recipients ? recipientsToCarry(pools, poolIds) : [];
  const noted = prior?.carry_over_recipients === true ? carriedBy(prior, context) : [];
  const kept = known.carry_over_recipients ? noted : [];
  const emails = [...(known.email_addresses ?? []), ...kept, ...toCarry];
  const input = toInput(known, poolIds, emails, current);
  const ours = { ...input, filters: input.filters ?? {} };
  const needsOthers = prior === null || (known.clear_legacy_email === 'all' && legacy.length > 0);
  const policies = needsOthers
    ? await context.service.alerting.listPolicies(known.account_id, { signal: context.signal })
    : [];
  const others = policies.filter((each) => each.id !== prior?.id && !isEnding(context.service, each));
  if (prior === null) diagnostics.push(...adviseOnNamesakes(known, policies, input));
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
  const told = [
    ...(known.email_addresses ?? []),
    ...(prior?.email_addresses ?? []),
    ...(prior?.carried_over_recipients ?? []),
  ];
  const newRecipients = withoutRecipients(toCarry, told);
  const missing = withoutRecipients(kept, [...told, ...toCarry]);
  if (missing.length > 0) diagnostics.push(willBeRestored(missing));
  if (going.length > 0) {
    const steps = planSteps(pools, mayClear);
    const single = steps.filter(({ kind }) => kind === 'pool').length;
    const guarded = steps.some((step) => step.kind === 'page' && step.isGuarded);
    const how = { single, guarded, pages: steps.length - single };
    const emails = legacyEmailsOf(going, () => true);
    diagnostics.push(willBeCleared(known.name, emails, countCalls(steps), how, newRecipients));
  }
  diagnostics.push(...adviseOnStaying(known, ours, pools, mayClear, others, working));
  if (prior !== null)
    diagnostics.push(...(await adviseOnNarrowing(prior, { ...known, pool_ids: poolIds }, pools, context)));
  const isOtherPools = prior !== null && known.all_pools && !sameIds(poolIds, prior.pool_ids);
  if (isOtherPools) diagnostics.push(poolsCameAndWent(pools, prior.pool_ids ?? []));
  const replaced = prior === null ? [] : policyMemory.recall(context).replaced;
  if (replaced.length > 0) diagnostics.push(replacedWillBeDeleted(replaced));
  const isLeftToDo =
    isOtherPools || [going, newRecipients, missing, replaced].some(({ length }) => length > 0);
  return { diagnostics, ...(prior !== null && isLeftToDo ? { predicted: predict(known) } : {}) };
}

/**
 * That something will change, and not what: Terraform plans once more inside the apply, and refuses a value that is
 * another one by then. What the service has may change at any time, so what is found there now is told in words.
 */
function predict({ all_pools: allPools }: Known): ObjectValue {
  return { ...openOutputs, ...(allPools ? { pool_ids: unknown } : {}) };
}

/** What an apply may find other than the plan did. */
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
  // A pool that was there once may be deleted by anybody: that is no reason to plan nothing at all.
  const before = new Set(prior?.pool_ids ?? []);
  const [gone, wrong] = [missing.filter((id) => before.has(id)), missing.filter((id) => !before.has(id))];
  return [
    ...(wrong.length === 0 ? [] : [unknownPools(wrong, true)]),
    ...(gone.length === 0 ? [] : [unknownPools(gone, false)]),
  ];
}

/** What the service would refuse as a recipient is not carried over, so its pool keeps the e-mail. */
function adviseOnAddresses(pools: readonly Pool[], poolIds: readonly string[]): Diagnostic[] {
  const label = labelsOf(pools);
  const wrong = pools
    .filter(({ id }) => poolIds.includes(id))
    .map((pool) => [label(pool), legacyRecipients(pool).filter((each) => !isAddress(each))] as const)
    .filter(([, addresses]) => addresses.length > 0);
  return wrong.length === 0 ? [] : [notAddresses(Object.fromEntries(wrong))];
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

function adviseOnNamesakes(known: Known, policies: readonly Policy[], input: PolicyInput): Diagnostic[] {
  const twins = policies.filter((each) => isTwin(each, input, known.carry_over_recipients));
  if (twins.length > 0) {
    const recipients = twins.flatMap((each) => mechanismIds(each, 'email'));
    return [willBeReplaced(twins, withoutRecipients(recipients, known.email_addresses ?? []))];
  }
  const namesake = policies.find((each) => each.name === known.name && each.alert_type === healthAlertType);
  return namesake === undefined ? [] : [nameIsTaken(namesake, known.account_id)];
}

/** The legacy e-mails that the policy is expected to replace, and does not. */
function adviseOnStaying(
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
    const bare = staying.filter((pool) => !isCovered(pool, [ours, ...others], working));
    return bare.length === 0 ? [] : [notCovered(bare.map(label))];
  }
  const meant = staying.filter(({ id }) => listed.has(id));
  if (meant.length === 0) return [];
  const fault = faultOfPolicy(ours, working);
  if (fault !== undefined) return [willStay(meant.map(label), fault)];
  const eventsOf = (pool: Pool) => uncoveredEvents(pool, [ours], working).events;
  const less = meant.filter((pool) => eventsOf(pool).length > 0);
  if (less.length === 0) return [];
  const untold = new Set(less.flatMap((pool) => eventsOf(pool).map(describeEvent)));
  return [
    willStay(
      less.map(label),
      `their legacy e-mails also cover ${[...untold].join(', ')}, which \`new_health\` (\`newHealth\`) and \`event_sources\` (\`eventSources\`) leave out`,
    ),
  ];
}

/** What this policy alone tells of, and nobody will when it is gone, with the recipients that are noted nowhere else. */
async function adviseOnEnd(prior: Prior, context: Context): Promise<Diagnostic[]> {
  noteEnding(context.service, prior.id);
  const { unprotected } = await findLoss(prior, prior, undefined, context);
  return unprotected.length === 0
    ? []
    : [willLoseNotifications(unprotected, 'is deleted', carriedBy(prior, context))];
}

/** The same for a policy that will tell of less. */
async function adviseOnNarrowing(
  prior: Prior,
  after: Claim,
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

/** Other policies count only where a whole account is cleared; then their destinations have to be known too. */
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

/** All that came from pools: those that are noted, and those that the state tells apart. */
function carriedBy(prior: Prior, context: Context): readonly string[] {
  const { carried = [] } = policyMemory.recall(context);
  return distinctRecipients([...carried, ...(prior.carried_over_recipients ?? [])]);
}

/** Undefined when it was deleted after it was read: the apply reports that. */
function readCurrent(prior: Prior, { service, signal }: Context): Promise<Policy | undefined> {
  return unlessNotFound(() => service.alerting.getPolicy(prior.account_id, prior.id ?? '', { signal }));
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

/** Stands for recipients that are made in the same apply: they are trusted to be there then. */
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
