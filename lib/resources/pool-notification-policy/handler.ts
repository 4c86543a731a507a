import type { EdgeClient, Policy, PolicyInput } from '../../client';
import { policies } from '../../client/alerting';
import { ifAny } from '../../ground/findings';
import { own } from '../../ground/record';
import { messageOf } from '../../ground/words';
import {
  findLosses,
  findUnprotected,
  healthAlertType,
  labelsOf,
  poolFinding,
  unknownFilters,
  unknownMechanisms,
  type CoveringPolicy,
  type PolicyName,
  type PoolFinding,
} from '../../pools';
import { UnreadableState } from '../../retired';
import { DiagnosticError, importedState, type Desired } from '../../schema';
import type { ApplyContext, Handler, Context } from '../handler';
import { chooseObject, findOwner } from '../import-object';
import { createNew } from '../new-object';
import { judgeOverwrite } from '../out-of-band';
import { readBack } from '../read-back';
import { reportUnknown } from '../unknown-members';
import { deleteOnce, tryRead, unlessNotFound } from '../write-once';
import { clearLegacyEmails, listedBy } from './clear';
import { poolNotificationPolicyContract, type PoolNotificationPolicyAttributes } from './contract';
import { decide, judgeLosses, type Decision, type Subject } from './decide';
import { describePoolFinding } from './describe';
import { listPolicies } from './list';
import { carriedBy, policyMemory, withCleared } from './memory';
import { legacyEmailsOf, listPools, observe, noDestinations, type Observation } from './observe';
import { plan } from './plan';
import { differencesOf, findReverted, matchesInput, policyOfState, type PolicyState } from './policy';
import { policyAsSent, toState } from './state';
import { findDuplicates, newPolicy } from './duplicates';
import { createPolicy, updatePolicy } from './write';

type DesiredPolicy = Desired<PoolNotificationPolicyAttributes>;
type Applying = ApplyContext<PoolNotificationPolicyAttributes, EdgeClient>;

const importing = {
  typeName: poolNotificationPolicyContract.typeName,
  one: 'policy for the health of pools',
  many: 'policies for the health of pools',
};

/** The migration of specification 4.5: first the policy, then, after it is read back and proven to cover them, the legacy e-mails. */
export const poolNotificationPolicyHandler: Handler<PoolNotificationPolicyAttributes, EdgeClient> = {
  plan,

  async create(desired, context) {
    const { account_id: accountId } = desired;
    let seen: Observation | undefined;
    const look = async () => (seen = await observe(accountId, desired, context, 'fresh'));
    const { id, decision, now } = await createNew(
      newPolicy(desired, context, async () => (await look()).policies),
      async () => create(desired, seen ?? (await look()), context),
    );
    // From here on nothing may fail: an error would taint the policy, and the next apply would delete it although legacy
    // e-mails are already cleared.
    policyMemory.remember(context, {
      id,
      cleared: {},
      carried: decision.carried,
      applied: namedIds(desired),
    });
    const { input } = decision;
    try {
      const { state, stopped } = await migrate(desired, { id, input }, context);
      if (stopped !== undefined)
        context.warn({ ...describePoolFinding(desired, stopped), severity: 'warning' });
      return state;
    } catch (error) {
      warn(context, desired, poolFinding('pools.clearing_incomplete', { reason: messageOf(error) }));
      const pools = (await tryRead(() => listPools(accountId, context, 'fresh'))) ?? now.pools;
      return toState(desired, policyAsSent(id, input), pools, policyMemory.recall(context).cleared ?? {});
    }
  },

  async read(state, context) {
    const { cleared = state.cleared_legacy_emails ?? {} } = policyMemory.recall(context);
    const { service, signal } = context;
    const { account_id: accountId, id } = state;
    const policy = await unlessNotFound(() =>
      service.alerting.getPolicy(accountId, id ?? '', { signal, cached: true }),
    );
    if (policy?.alert_type !== healthAlertType) {
      await warnOfLoss(state, cleared, context);
      return undefined;
    }
    policyMemory.remember(context, { id: policy.id });
    const now = await observe(accountId, noDestinations, context, 'shared');
    const stored = { account_id: accountId, name: policy.name };
    for (const twin of findDuplicates(stored, policy.id, now.policies))
      warn(context, stored, poolFinding('pools.has_twin', { id: policy.id, twin }));
    const [filters, mechanisms] = [unknownFilters(policy), unknownMechanisms(policy)];
    if (filters.length > 0 || mechanisms.length > 0)
      warn(context, stored, poolFinding('pools.unknown_parts', { filters, mechanisms }));
    reportUnknown('policy', `Account ${accountId}: policy ${policy.id}`, policy, context);
    const read = toState(state, policy, now.pools, cleared);
    // One that the configuration has disabled protects nothing, as its plan said.
    if (policy.enabled || state.enabled)
      for (const finding of findLeftUnprotected(now, state, cleared, context)) warn(context, stored, finding);
    // After an import it is null, contrary to its type.
    const isImported = (state.clear_legacy_email as string | null) === null;
    return isImported && wouldClear(now, read, policy, context)
      ? { ...read, clear_legacy_email: 'none' }
      : read;
  },

  async update({ prior, desired }, context) {
    const { account_id: accountId } = desired;
    const used = { ...desired, pool_ids: [...(prior.pool_ids ?? []), ...(desired.pool_ids ?? [])] };
    const now = await observe(accountId, used, context, 'fresh');
    const current =
      now.policies.find(({ id }) => id === prior.id) ??
      (await context.service.alerting.getPolicy(accountId, prior.id ?? '', context));
    const memory = policyMemory.recall(context);
    const decision = decideOrRefuse(now, {
      settings: desired,
      prior,
      memory,
      current,
      isListed: listedBy(context.approved),
    });
    const { input, carried, removed } = decision;
    if (!matchesInput(current, input)) {
      const { notifies, settings } = findReverted(prior, current, input);
      const object = `Policy "${prior.name}" of account ${accountId}`;
      judgeOverwrite({ object, seen: [], now: notifies, protects: true }, context);
      judgeOverwrite({ object, seen: [], now: settings, protects: false }, context);
      await updatePolicy(current, accountId, input, context);
    }
    const cleared = memory.cleared ?? prior.cleared_legacy_emails ?? {};
    policyMemory.remember(context, { cleared, carried, applied: namedIds(desired) });
    const { state, stopped, last, policy } = await migrate(desired, { id: current.id, input }, context);
    // Pools that nobody took over stay on record, so that the next refresh finds them.
    const left = findUnprotected(last, [...(prior.pool_ids ?? []), ...(memory.applied ?? [])]);
    policyMemory.remember(context, { applied: [...namedIds(desired), ...left.map(({ id }) => id)] });
    // Other policies may have changed since the plan.
    for (const finding of judgeLosses(last, { settings: desired, current }, policy, { removed }))
      warn(context, desired, finding);
    if (stopped?.severity === 'error') throw new DiagnosticError([describePoolFinding(desired, stopped)]);
    if (stopped !== undefined) warn(context, desired, stopped);
    return state;
  },

  async delete(state, context) {
    const { account_id: accountId, id } = state;
    const { service, signal } = context;
    // What another client has added since the plan is lost too.
    const before = await tryRead(() => service.alerting.getPolicy(accountId, id ?? '', { signal }));
    await deleteOnce(
      () => service.alerting.deletePolicy(accountId, id ?? '', { signal }),
      () => service.alerting.getPolicy(accountId, id ?? '', { signal }),
    );
    const now = await tryRead(() =>
      readBack(
        () => observe(accountId, state, context, 'checked'),
        ({ policies: all }) => all.every((each) => each.id !== id),
        context,
      ),
    );
    // Another policy that covered the pools at plan time may have been deleted since.
    for (const finding of now === undefined ? [] : findLeft(now, state, context, before))
      warn(context, state, finding);
  },

  async import(importId, context) {
    const { service, signal } = context;
    const owner = await findOwner(poolNotificationPolicyContract, importId, context);
    const policies = await service.alerting.listPolicies(owner.id, { signal });
    const ofPools = policies.filter(({ alert_type: type }) => type === healthAlertType);
    const { id } = chooseObject(owner, ofPools, importing);
    return { account_id: owner.id, id };
  },

  move({ accountId, body }, context) {
    if (accountId === undefined) throw new UnreadableState('it has no account_id');
    // The old resource clears no e-mails: a configuration that does shows that as a change.
    const given = { account_id: accountId, clear_legacy_email: 'none' };
    const moved = importedState(poolNotificationPolicyContract, given);
    const policy = policies.read(body, (what) => new UnreadableState(`it is ${what}`));
    policyMemory.remember(context, { id: policy.id });
    // Only a read knows the pools.
    return { ...toState(moved, policy, [], {}), legacy_emails: null, legacy_pool_count: null };
  },

  list: listPolicies,

  async find({ account_id: accountId, name }, { service, signal }) {
    const policies = await service.alerting.listPolicies(accountId, { signal });
    return policies
      .filter((policy) => policy.alert_type === healthAlertType && policy.name === name)
      .map(({ id }) => ({ account_id: accountId, id }));
  },
};

async function create(desired: DesiredPolicy, now: Observation, context: Applying) {
  const decision = decideOrRefuse(now, {
    settings: desired,
    prior: null,
    memory: policyMemory.empty,
    isListed: listedBy(context.approved),
  });
  if (decision.input.filters?.pool_id?.length === 0)
    refuse(desired, [poolFinding('pools.no_pools', { severity: 'error' })]);
  return { id: await createPolicy(desired, decision.input, now.policies, context), decision, now };
}

async function migrate(
  desired: DesiredPolicy,
  { id, input }: { readonly id: string; readonly input: PolicyInput },
  context: Applying,
) {
  const { account_id: accountId } = desired;
  const poolIds = input.filters?.pool_id ?? [];
  const used = { ...desired, pool_ids: poolIds };
  const findStored = ({ policies: all }: Observation) => all.find((each) => each.id === id);
  const first = await readBack(
    () => observe(accountId, used, context, 'checked'),
    (now) => isShown(findStored(now), input),
    context,
  );
  const policy = findStored(first);
  if (!isShown(policy, input)) {
    const seconds = Math.round(context.service.patienceMs / 1000);
    const finding = poolFinding('pools.not_shown', { seconds, differences: differencesOf(input, policy) });
    throw new DiagnosticError([describePoolFinding(desired, finding)]);
  }
  const { cleared: before = {} } = policyMemory.recall(context);
  context.keep(toState(desired, policy, first.pools, before));
  const { approved } = context;
  const { pools, last, stopped, error } = await clearLegacyEmails(
    { settings: desired, policyId: id, poolIds, first, approved },
    { ...context, report: (finding) => warn(context, desired, finding) },
  );
  const cleared = withCleared(before, legacyEmailsOf(pools, labelsOf(first.pools)));
  policyMemory.remember(context, { cleared });
  if (error !== undefined) throw error;
  return { state: toState(desired, policy, last.pools, cleared), stopped, last, policy };
}

function isShown(stored: Policy | undefined, input: PolicyInput): stored is Policy {
  return stored !== undefined && differencesOf(input, stored).length === 0;
}

function namedIds({ all_pools, pool_ids, webhook_ids, pagerduty_ids }: DesiredPolicy): readonly string[] {
  return [all_pools ? null : pool_ids, webhook_ids, pagerduty_ids].flatMap((ids) => ids ?? []);
}

/** Decides, and throws what a plan reports as an error: a driver may apply without one, and the account may have changed since. */
function decideOrRefuse(now: Observation, subject: Subject): Decision {
  const decision = decide(now, subject);
  refuse(subject.settings, decision.findings);
  return decision;
}

function refuse(policy: PolicyName, findings: readonly PoolFinding[]): void {
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new DiagnosticError(errors.map((each) => describePoolFinding(policy, each)));
}

async function warnOfLoss(
  state: PolicyState,
  cleared: Readonly<Record<string, string>>,
  context: Context,
): Promise<void> {
  const now = await tryRead(() => observe(state.account_id, state, context, 'shared'));
  const lost = now === undefined ? [] : findLeft(now, state, context);
  for (const finding of lost) if (finding.code === 'pools.recipients_dropped') warn(context, state, finding);
  const pools = lost.flatMap((finding) => (finding.code === 'pools.unprotected' ? finding.pools : []));
  const carried = carriedBy(state, context);
  warn(context, state, poolFinding('pools.policy_gone', { pools, carried, cleared }));
}

/** Losses through a policy that no longer exists. */
function findLeft(
  now: Observation,
  state: PolicyState,
  context: Context,
  before: CoveringPolicy = policyOfState(state),
): readonly PoolFinding[] {
  return findLosses(now, {
    kind: 'deleted',
    before,
    others: now.policies.filter(({ id }) => id !== state.id),
    carried: carriedBy(state, context),
  });
}

/** Pools that the policy lists or once did, and of which nobody is notified: another policy may have failed to take them over. */
function findLeftUnprotected(
  now: Observation,
  state: PolicyState,
  cleared: Readonly<Record<string, string>>,
  context: Context,
): PoolFinding[] {
  const label = labelsOf(now.pools);
  const once = now.pools.filter((pool) => own(cleared, label(pool)) !== undefined).map(({ id }) => id);
  const { applied = [] } = policyMemory.recall(context);
  const left = findUnprotected(now, [...(state.pool_ids ?? []), ...applied, ...once]);
  return ifAny(left, () => poolFinding('pools.left_unprotected', { pools: left.map(label) }));
}

/**
 * Whether the default of `clear_legacy_email` would clear e-mails of an imported policy, or only keeps them for the sake of their recipients. Then its
 * state is to clear none: the import changes nothing by itself, and a configuration that clears them shows that as a change.
 */
function wouldClear(now: Observation, imported: PolicyState, policy: Policy, context: Context): boolean {
  const { hasChanges, clearing } = decide(now, {
    settings: imported,
    prior: imported,
    memory: policyMemory.recall(context),
    current: policy,
  });
  return hasChanges || clearing.findings.some(({ code }) => code === 'pools.recipients_not_carried');
}

function warn(context: Pick<Context, 'warn'>, policy: PolicyName, finding: PoolFinding): void {
  context.warn(describePoolFinding(policy, finding));
}
