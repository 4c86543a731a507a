import { isNotFound, type EdgeClient, type Policy, type Pool } from '../../client';
import {
  countCalls,
  describeEvent,
  faultOfPolicy,
  hasLegacyEmail,
  healthAlertType,
  isCovered,
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
import { planSteps } from './clearing';
import type { PoolNotificationPolicyAttributes } from './contract';
import {
  failingWebhooks,
  nameIsTaken,
  nobodyCovers,
  nobodyToCarryOver,
  poolsCameAndWent,
  unknownDestinations,
  unknownPools,
  willBeAdopted,
  willBeCleared,
  willBeUnwatched,
  willStay,
} from './messages';
import { clearable, isTwin, recipientsToCarry, toInput, withoutRecipients } from './policy';
import { labelsOf, legacyEmailsOf, listDestinations, listPools, type Destinations } from './survey';

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
  if (planned === null)
    return prior === null ? {} : { diagnostics: await adviseOnEnd(prior, [], 'is deleted', context) };
  const known = readKnown(planned);
  // What is not known yet is looked at again by the apply; meanwhile nothing is promised.
  if (known === undefined) return {};
  const pools = await listPools(known.account_id, context);
  const poolIds = known.all_pools ? pools.map(({ id }) => id) : readIds(config?.pool_ids ?? planned.pool_ids);
  const destinations = await listDestinations(known.account_id, kindsOf([known]), context);
  const diagnostics = [
    ...adviseOnPools(prior, pools, poolIds ?? []),
    ...adviseOnDestinations(known, destinations),
  ];
  if (poolIds === undefined) return { diagnostics };

  const legacy = pools.filter(hasLegacyEmail);
  // What it has beside our settings matters only where it has to prove something.
  const current = prior === null || legacy.length === 0 ? undefined : await readCurrent(prior, context);
  const toCarry = known.carry_over_recipients ? recipientsToCarry(pools, poolIds) : [];
  const emails = [...(known.email_addresses ?? []), ...(prior?.carried_over_recipients ?? []), ...toCarry];
  const input = toInput(known, poolIds, emails, current);
  const ours = { ...input, filters: input.filters ?? {} };
  const needsOthers = prior === null || (known.clear_legacy_email === 'all' && legacy.length > 0);
  const policies = needsOthers
    ? await context.service.alerting.listPolicies(known.account_id, { signal: context.signal })
    : [];
  const others = policies.filter(({ id }) => id !== prior?.id);
  const twin =
    prior === null ? others.find((each) => isTwin(each, input, known.carry_over_recipients)) : undefined;
  if (prior === null) diagnostics.push(...adviseOnNamesakes(known, others, twin));
  if (mechanismIds(ours, 'email').length === 0 && !hasIds(known.webhook_ids) && !hasIds(known.pagerduty_ids))
    diagnostics.push(nobodyToCarryOver());

  const working = await workingFor(known, destinations, others, context);
  const mayClear = clearable(ours, others, working, known);
  const going = legacy.filter(mayClear);
  const newRecipients = withoutRecipients(toCarry, [
    ...(known.email_addresses ?? []),
    ...(prior?.carried_over_recipients ?? []),
  ]);
  if (going.length > 0) {
    const steps = planSteps(pools, mayClear);
    const single = steps.filter(({ kind }) => kind === 'pool').length;
    const guarded = steps.some((step) => step.kind === 'page' && step.isGuarded);
    const how = { single, guarded, pages: steps.length - single };
    const emails = legacyEmailsOf(going, () => true);
    diagnostics.push(willBeCleared(known.name, emails, countCalls(steps), how, newRecipients));
  }
  diagnostics.push(...adviseOnStaying(known, ours, pools, mayClear, others, working));
  if (prior !== null) {
    const dropped = prior.pool_ids?.filter((id) => !poolIds.includes(id)) ?? [];
    if (prior.enabled && !known.enabled)
      diagnostics.push(...(await adviseOnEnd(prior, [], 'is disabled', context, pools)));
    else if (dropped.length > 0)
      diagnostics.push(...(await adviseOnEnd(prior, poolIds, 'no longer names them', context, pools)));
  }
  const isOtherPools = prior !== null && known.all_pools && !sameIds(poolIds, prior.pool_ids);
  if (isOtherPools) diagnostics.push(poolsCameAndWent(pools, prior.pool_ids ?? []));
  const isLeftToDo = going.length > 0 || newRecipients.length > 0 || isOtherPools;
  return { diagnostics, ...(prior !== null && isLeftToDo ? { foreseen: foresee(known) } : {}) };
}

/**
 * That something will change, and not what: Terraform plans once more inside the apply, and refuses a value that is
 * another one by then. What the service has may change at any time, so what is found there now is told in words.
 */
function foresee({ all_pools: allPools }: Known): ObjectValue {
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

function adviseOnNamesakes(known: Known, others: readonly Policy[], twin: Policy | undefined): Diagnostic[] {
  if (twin !== undefined) return [willBeAdopted(twin)];
  const namesake = others.find((each) => each.name === known.name && each.alert_type === healthAlertType);
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
    return bare.length === 0 ? [] : [nobodyCovers(bare.map(label))];
  }
  const meant = staying.filter(({ id }) => listed.has(id));
  if (meant.length === 0) return [];
  const fault = faultOfPolicy(ours, working);
  if (fault !== undefined) return [willStay(meant.map(label), fault)];
  const untold = new Set(
    meant.flatMap((pool) => uncoveredEvents(pool, [ours], working).events.map(describeEvent)),
  );
  return [
    willStay(
      meant.map(label),
      `their legacy e-mails also tell of ${[...untold].join(', ')}, which new_health (newHealth) and event_sources (eventSources) leave out`,
    ),
  ];
}

/** Pools that this policy alone tells of, and nothing will. */
async function adviseOnEnd(
  prior: Prior,
  stillListed: readonly string[],
  how: string,
  context: Context,
  listed?: readonly Pool[],
): Promise<Diagnostic[]> {
  const { service, signal } = context;
  const leaving = new Set((prior.pool_ids ?? []).filter((id) => !stillListed.includes(id)));
  if (!prior.enabled || leaving.size === 0) return [];
  const pools = listed ?? (await listPools(prior.account_id, context));
  const policies = await service.alerting.listPolicies(prior.account_id, { signal });
  const others = policies.filter(({ id }) => id !== prior.id);
  const { working } = await listDestinations(prior.account_id, kindsOf(others), context);
  const isTold = (pool: Pool) =>
    hasLegacyEmail(pool) || others.some((each) => uncoveredEvents(pool, [each], working).isListed);
  const bare = pools.filter((pool) => leaving.has(pool.id) && !isTold(pool));
  return bare.length === 0 ? [] : [willBeUnwatched(bare.map(labelsOf(pools)), how)];
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

function kindsOf(policies: readonly (Policy | Pick<Known, 'webhook_ids' | 'pagerduty_ids'>)[]): {
  readonly webhooks: boolean;
  readonly pagerduty: boolean;
} {
  const has = (kind: 'webhooks' | 'pagerduty', own: 'webhook_ids' | 'pagerduty_ids') =>
    policies.some((each) =>
      'mechanisms' in each ? mechanismIds(each, kind).length > 0 : hasIds(readIds(each[own]) ?? []),
    );
  return { webhooks: has('webhooks', 'webhook_ids'), pagerduty: has('pagerduty', 'pagerduty_ids') };
}

async function readCurrent(prior: Prior, { service, signal }: Context): Promise<Policy | undefined> {
  try {
    return await service.alerting.getPolicy(prior.account_id, prior.id ?? '', { signal });
  } catch (error) {
    // Gone since it was read: the apply says so.
    if (isNotFound(error)) return undefined;
    throw error;
  }
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

function readIds(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const ids = value.filter((each) => typeof each === 'string');
  return ids.length === value.length ? ids : undefined;
}

function hasIds(ids: readonly string[] | null): boolean {
  return ids !== null && ids.length > 0;
}

function sameIds(one: readonly string[], other: readonly string[] | null): boolean {
  const ids = new Set(other ?? []);
  return ids.size === new Set(one).size && one.every((id) => ids.has(id));
}
