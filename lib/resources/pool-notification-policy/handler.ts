import type { EdgeClient, Policy, PolicyInput, Pool } from '../../client';
import { policies } from '../../client/alerting';
import { messageOf } from '../../ground/words';
import {
  findLosses,
  hasLegacyEmail,
  healthAlertType,
  labelsOf,
  listNames,
  mechanismIds,
  noOthers,
  partsOf,
  poolFinding,
  unknownFilters,
  unknownMechanisms,
  withoutRecipients,
  type CoveringPolicy,
  type PolicyName,
  type PoolFinding,
} from '../../pools';
import { UnreadableState } from '../../retired';
import { DiagnosticError, importedState, type Desired } from '../../schema';
import { isApply } from '../apply-phase';
import { claimDeletion, claimForCreate, claimManaged, claimTwinKey } from '../claims';
import type { ApplyContext, Handler, HandlerContext } from '../handler';
import { nothingToImport, readImportId } from '../import-id';
import { accountIdOf } from '../owners';
import { adoptableTwins, keptForAnother, refuseStaying, replaceableTwins, twinToAdopt } from '../twins';
import { noteUnknown, sendWithUnknown, type Replacement } from '../unknown-members';
import { createOnce, deleteOnce, explainRefusal, tryRead, unlessNotFound, writeOnce } from '../write-once';
import { clearLegacyEmails, listedBy } from './clear';
import { poolNotificationPolicyContract, type PoolNotificationPolicyAttributes } from './contract';
import { decide, type Decision, type PolicyState, type Subject } from './decide';
import { describePoolFinding } from './describe';
import { Declaration, notedPolicies, type HandOver, type RunView } from './intents';
import { listPolicies } from './list';
import { carriedBy, policyMemory, withCleared } from './memory';
import { legacyEmailsOf, listPools, observe, type Observation } from './observe';
import { plan } from './plan';
import { isTwin, matchesInput, policyOfState, toInput, unionOf } from './policy';
import { describeRefusal } from './refusals';
import { claimKey, findTwins, inheritedRecipients, messagesFor, twinKeyOf } from './twins';

type DesiredPolicy = Desired<PoolNotificationPolicyAttributes>;
type Context = HandlerContext<EdgeClient>;
type Applying = ApplyContext<PoolNotificationPolicyAttributes, EdgeClient>;

/**
 * Manages a notification policy and runs the migration of specification 4.5: first the policy, then, after it is read back
 * and proven to cover them, the legacy e-mails.
 */
export const poolNotificationPolicyHandler: Handler<PoolNotificationPolicyAttributes, EdgeClient> = {
  plan,

  async create(desired, context) {
    // Before it is declared: nobody may wait for it, or take it for the other one.
    if (isApply(desired) && !claimTwinKey(context, { planned: twinKeyOf(desired) }))
      refuseFindings(desired, [poolFinding('pools.made_twice')]);
    const run = Declaration.ofChange(context.service, null, desired, notedPolicies(context.planNotes));
    const { account_id: accountId } = desired;
    const before = await orSettle(run, () => observe(accountId, desired, context, 'fresh'));
    const created = await orSettle(run, () => createOrAdopt(desired, before, run, context));
    const { id, decision } = created;
    // From here on nothing may fail: an error would taint the policy, and the next apply would delete it although legacy
    // e-mails are already cleared.
    policyMemory.remember(context, {
      id,
      cleared: {},
      carried: decision.carried,
      applied: namedIds(desired),
    });
    try {
      const { state, stopped } = await migrate(desired, created, run, context);
      if (stopped !== undefined)
        context.warn({ ...describePoolFinding(desired, stopped), severity: 'warning' });
      return state;
    } catch (error) {
      const reason = messageOf(error);
      warn(context, desired, poolFinding('pools.clearing_incomplete', { reason }));
      const pools = (await tryRead(() => listPools(accountId, context, 'fresh'))) ?? before.pools;
      const sent = policyAsSent(id, decision.input);
      return toState(desired, sent, pools, policyMemory.recall(context).cleared ?? {});
    }
  },

  async read(state, context) {
    claimManaged(context, claimKey(state));
    const { cleared = state.cleared_legacy_emails ?? {} } = policyMemory.recall(context);
    const { service, signal } = context;
    const { account_id: accountId, id } = state;
    const policy = await unlessNotFound(() =>
      service.alerting.getPolicy(accountId, id ?? '', { signal, cached: true }),
    );
    if (policy?.alert_type !== healthAlertType) {
      const lost = (await tryRead(() => findLeft(state, context, 'shared'))) ?? [];
      for (const finding of lost)
        if (finding.code === 'pools.recipients_dropped') warn(context, state, finding);
      const pools = lost.flatMap((finding) => (finding.code === 'pools.unprotected' ? finding.pools : []));
      const carried = carriedBy(state, context);
      warn(context, state, poolFinding('pools.policy_gone', { pools, carried, cleared }));
      return undefined;
    }
    policyMemory.remember(context, { id: policy.id });
    const policies = await service.alerting.listPolicies(accountId, { signal, cached: true });
    const stored = { account_id: accountId, name: policy.name };
    for (const { id: twin, name } of findTwins(stored, policies, context, policy.id).twins)
      warn(context, stored, poolFinding('pools.has_twin', { id: policy.id, twin: { id: twin, name } }));
    const [filters, mechanisms] = [unknownFilters(policy), unknownMechanisms(policy)];
    if (filters.length > 0 || mechanisms.length > 0)
      warn(context, stored, poolFinding('pools.unknown_parts', { filters, mechanisms }));
    noteUnknown('policy', `Account ${accountId}: policy ${policy.id}`, policy, context);
    const read = toState(state, policy, await listPools(accountId, context, 'shared'), cleared);
    // After an import it is null, contrary to its type.
    const isImported = (state.clear_legacy_email as string | null) === null;
    return isImported && (await wouldClear(read, policy, context))
      ? { ...read, clear_legacy_email: 'none' }
      : read;
  },

  async update({ prior, desired }, context) {
    const run = Declaration.ofChange(context.service, prior, desired, notedPolicies(context.planNotes));
    const { account_id: accountId } = desired;
    const { cleared, ...changed } = await orSettle(run, async () => {
      const used = { ...desired, pool_ids: [...(prior.pool_ids ?? []), ...(desired.pool_ids ?? [])] };
      const now = await observe(accountId, used, context, 'fresh');
      await refuseStaying(
        context,
        { planned: twinKeyOf(desired), prior: twinKeyOf(prior) },
        () => findTwins(desired, now.policies, context, prior.id ?? undefined),
        (twin) => messagesFor(desired).exists(twin),
      );
      const current =
        now.policies.find(({ id }) => id === prior.id) ??
        (await getPolicy(accountId, prior.id ?? '', context));
      const memory = policyMemory.recall(context);
      const cleared = memory.cleared ?? prior.cleared_legacy_emails ?? {};
      const decision = decideOrRefuse(now, {
        settings: desired,
        prior,
        memory,
        current,
        run: viewOf(run, now, context),
        isListed: listedBy(context.approved),
      });
      const keep = (stored: Policy) => context.keep(toState(desired, stored, now.pools, cleared));
      const isComplete = await changePolicy(
        { desired, current, input: decision.input, now, run, keep },
        context,
      );
      return { id: current.id, decision, cleared, isComplete };
    });
    policyMemory.remember(context, {
      cleared,
      carried: changed.decision.carried,
      applied: namedIds(desired),
    });
    const { state, stopped } = await migrate(desired, changed, run, context);
    if (stopped?.severity === 'error') throw new DiagnosticError([describePoolFinding(desired, stopped)]);
    if (stopped !== undefined) warn(context, desired, stopped);
    return state;
  },

  async delete(state, context) {
    const { account_id: accountId, id } = state;
    const { service, signal } = context;
    if (!claimDeletion(context, claimKey(state))) {
      context.warn(keptForAnother('Policy', claimKey(state)));
      return;
    }
    const run = Declaration.ofDeletion(service, state, notedPolicies(context.planNotes));
    await beforeDeletion(state, run, context);
    await deleteOnce(
      () => service.alerting.deletePolicy(accountId, id ?? '', { signal }),
      () => getPolicy(accountId, id ?? '', context),
    );
    // Another policy that covered the pools at plan time may have been deleted since.
    for (const finding of (await tryRead(() => findLeft(state, context, 'fresh'))) ?? [])
      warn(context, state, finding);
  },

  nameOf: claimKey,

  /** The ID or the name of a policy, after that of its account. */
  async import(id, { service, signal }) {
    const { owner, which } = readImportId(poolNotificationPolicyContract, id);
    const accountId = await accountIdOf(service, owner, { signal });
    const policies = await service.alerting.listPolicies(accountId, { signal });
    return { account_id: accountId, id: choosePolicy(accountId, which, policies).id };
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

/**
 * The policy is stored: reads it back, does what others have left until then, and clears the legacy e-mails.
 *
 * @param created - the policy as sent. If it is not complete, it has more, which the rest of the apply removes
 */
async function migrate(desired: DesiredPolicy, created: Created, run: Declaration, context: Applying) {
  const { account_id: accountId } = desired;
  const sent = policyAsSent(created.id, created.decision.input);
  const { first, policy } = await orSettle(run, async () => {
    const used = { ...desired, pool_ids: sent.filters.pool_id ?? null };
    const read = await observe(accountId, used, context, 'fresh');
    const found = read.policies.find(({ id }) => id === sent.id);
    if (found === undefined) throw new Error(`Policy ${sent.id} cannot be read back yet.`);
    return { first: read, policy: found };
  });
  run.settle(true);
  const { cleared: before = {} } = policyMemory.recall(context);
  context.keep(toState(desired, policy, first.pools, before));
  await run.finishOthers(context);
  const { pools, last, stopped, error } = await clearLegacyEmails(
    {
      settings: desired,
      policyId: policy.id,
      poolIds: sent.filters.pool_id ?? [],
      first,
      approved: context.approved,
      run: isAlone(context) ? undefined : run,
    },
    {
      ...context,
      report: (finding) => warn(context, desired, finding),
    },
  );
  const cleared = withCleared(before, legacyEmailsOf(pools, labelsOf(first.pools)));
  policyMemory.remember(context, { cleared });
  if (error !== undefined) throw error;
  // Terraform accepts no other state than the planned one.
  return { state: toState(desired, created.isComplete ? policy : sent, last.pools, cleared), stopped };
}

function namedIds({ all_pools, pool_ids, webhook_ids, pagerduty_ids }: DesiredPolicy): readonly string[] {
  return [all_pools ? null : pool_ids, webhook_ids, pagerduty_ids].flatMap((ids) => ids ?? []);
}

/** Throws what a plan reports as an error: a driver may apply without one, and the account may have changed since. */
function decideOrRefuse(now: Observation, subject: Subject): Decision {
  const decision = decide(now, subject);
  refuseFindings(subject.settings, decision.findings);
  return decision;
}

/** What is lost with a policy that no longer exists. */
async function findLeft(
  state: PolicyState,
  context: Context,
  freshness: 'shared' | 'fresh',
): Promise<readonly PoolFinding[]> {
  const now = await observe(state.account_id, state, context, freshness);
  return findLosses(now, {
    kind: 'deleted',
    before: policyOfState(state),
    others: now.policies.filter(({ id }) => id !== state.id),
    carried: carriedBy(state, context),
  });
}

/** Records a failure: a policy that counts on this one keeps what it has. */
async function orSettle<T>(run: Declaration, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    run.settle(false);
    throw error;
  }
}

/** Whether nothing is known of what the apply makes of other policies: the driver has no plan, and a process for each resource. */
function isAlone({ planned }: Applying): boolean {
  return planned === undefined;
}

function viewOf(run: Declaration, now: Observation, context: Applying): RunView {
  const view = run.viewOf(now);
  return isAlone(context) ? { ...view, others: noOthers } : view;
}

interface PolicyChange {
  readonly desired: DesiredPolicy;
  readonly current: Policy;
  readonly input: PolicyInput;
  readonly now: Observation;
  readonly run: Declaration;
  /** Saves what is stored for now. Not for a create: a failure would taint the policy. */
  readonly keep?: (stored: Policy) => void;
}

/**
 * Updates a policy. What another policy of this apply takes over from it leaves it only after that one is stored and read back: until
 * then it has both, and if the other one fails, that is an error. Terraform may start the other one only after this one has ended. Then
 * the update ends with both, and the other one's apply removes the rest. Returns whether the policy is stored as wanted.
 */
async function changePolicy(change: PolicyChange, context: Context): Promise<boolean> {
  const { desired, current, input, now, run } = change;
  const { account_id: accountId } = desired;
  const after = coveringPolicyOf(input);
  refuseFindings(desired, run.findConflicts(now, current, after));
  const first = run.handOver(now, current, after);
  if (first.begun.length === 0 && first.expected.length === 0) {
    await updatePolicy(current, accountId, input, context);
    return true;
  }
  const both = unionOf(current, input);
  await updatePolicy(current, accountId, both, context);
  const stored = await getPolicy(accountId, current.id, context);
  change.keep?.(stored);
  run.settle(true);
  const { expected, awaited } = await afterBegun(desired, { run, now, current, after }, context);
  if (expected.length > 0) {
    run.leaves((caller) => removeRest({ ...change, both, successors: expected, awaited }, caller));
    const finding = poolFinding('pools.successor_later', { successors: expected });
    warn(context, desired, finding);
    return false;
  }
  refuseFindings(desired, run.findConflicts(now, stored, after));
  await updatePolicy(stored, accountId, input, context);
  return true;
}

/** Waits for the policies that take over and have begun. Refuses if one fails. Returns what is to come then. */
async function afterBegun(
  policy: PolicyName,
  { run, now, current, after }: Pick<PolicyChange, 'run' | 'now' | 'current'> & { after?: CoveringPolicy },
  context: Context,
): Promise<HandOver> {
  for (;;) {
    const found = run.handOver(now, current, after);
    if (found.begun.length === 0) return found;
    const names = found.begun.map(({ name }) => name).join(', ');
    context.progress(
      `Policy ${policy.name}: waiting until the policies that notify in its place are stored: ${names}`,
    );
    const missing = await run.awaitSuccessors(found.begun, context.signal);
    if (missing.length > 0) refuseFindings(policy, [successorMissing(missing, after === undefined)]);
  }
}

function successorMissing(successors: readonly string[], isDeletion: boolean): PoolFinding {
  return poolFinding('pools.successor_missing', { successors, isDeletion });
}

/**
 * Removes from a policy what it has only because others were not stored. `caller` has stored one of them. Not while something would be
 * lost, and not if somebody has changed the policy: the next plan shows that. Returns whether nothing is left to do.
 */
async function removeRest(
  change: PolicyChange & {
    readonly both: PolicyInput;
    readonly successors: readonly string[];
    readonly awaited: ReadonlySet<string>;
  },
  caller: Context,
): Promise<boolean> {
  const { desired, current, input, run, both, successors, awaited } = change;
  const { account_id: accountId } = desired;
  const after = coveringPolicyOf(input);
  try {
    const used = {
      pool_ids: both.filters?.pool_id ?? [],
      webhook_ids: mechanismIds(both, 'webhooks'),
      pagerduty_ids: mechanismIds(both, 'pagerduty'),
    };
    const now = await observe(accountId, used, caller, 'fresh');
    const stored = now.policies.find(({ id }) => id === current.id);
    if (stored === undefined || !matchesInput(stored, both)) return true;
    if (run.wouldLose(awaited, now, stored, after) || run.findConflicts(now, stored, after).length > 0)
      return false;
    await updatePolicy(stored, accountId, input, caller);
    return true;
  } catch (error) {
    // The policy of the caller is stored, whatever happens to this one.
    warn(caller, desired, poolFinding('pools.successor_later', { successors, reason: messageOf(error) }));
    return false;
  }
}

/**
 * Before a deletion: nothing may rely on the policy, and those that take over from it must be stored. Terraform would count a deletion
 * that is left for later as done, and nobody would manage the policy. So it fails while one of them has not begun.
 */
async function beforeDeletion(state: PolicyState, run: Declaration, context: Context): Promise<void> {
  const read = await observe(state.account_id, state, context, 'shared').catch((error: unknown) => {
    if (run.isShared) throw error;
  });
  const current = read?.policies.find(({ id }) => id === state.id);
  if (read === undefined || current === undefined) return;
  const { expected } = await afterBegun(state, { run, now: read, current }, context);
  if (expected.length > 0) refuseFindings(state, [successorMissing(expected, true)]);
  refuseFindings(state, run.findConflicts(read, current));
}

function warn(context: Pick<Context, 'warn'>, policy: PolicyName, finding: PoolFinding): void {
  context.warn(describePoolFinding(policy, finding));
}

function coveringPolicyOf(input: PolicyInput): CoveringPolicy {
  return { ...input, filters: input.filters ?? {} };
}

function refuseFindings(policy: PolicyName, findings: readonly PoolFinding[]): void {
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new DiagnosticError(errors.map((each) => describePoolFinding(policy, each)));
}

/** A policy that exists, and whether it is stored as decided: see `changePolicy`. */
type Created = Awaited<ReturnType<typeof createOrAdopt>>;

/**
 * Creates the policy, or adopts its twin with `on_existing = "adopt"`. Policies that another resource has created or adopted in
 * this apply are no twins.
 *
 * Otherwise the plan has refused any twin that the configuration does not manage. A twin that still exists is one that Terraform
 * replaces and deletes, or it is newer than the plan: it is left alone, because no plan has listed its deletion.
 */
async function createOrAdopt(desired: DesiredPolicy, now: Observation, run: Declaration, context: Applying) {
  const { account_id: accountId, carry_over_recipients: carries } = desired;
  const { policies } = now;
  const found = findTwins(desired, policies, context);
  const adoptable = adoptableTwins(found);
  const adopted = twinToAdopt(found, desired.on_existing, context.planned, messagesFor(desired));
  if (adopted !== undefined) run.hasId(adopted.id);
  const decision = decideOrRefuse(now, {
    settings: desired,
    prior: null,
    memory: policyMemory.recall(context),
    current: adopted,
    inherited: adopted === undefined ? inheritedRecipients(desired, policies, context) : [],
    run: viewOf(run, now, context),
    isListed: listedBy(context.approved),
  });
  const poolIds = decision.input.filters?.pool_id ?? [];
  if (poolIds.length === 0)
    throw new DiagnosticError([
      describePoolFinding(desired, poolFinding('pools.no_pools', { severity: 'error' })),
    ]);
  const claim = (id: string, how: 'adopted' | 'created') =>
    claimForCreate(context.service, claimKey({ account_id: accountId, id }), how);
  if (adopted !== undefined) {
    claim(adopted.id, 'adopted');
    const change = { desired, current: adopted, input: decision.input, now, run };
    return { id: adopted.id, decision, isComplete: await changePolicy(change, context) };
  }
  // The policy that Terraform replaces may have recipients of an unknown kind.
  const former = replaceableTwins(found).find((each) => isTwin(each, decision.input, carries));
  const input = toInput(desired, poolIds, mechanismIds(decision.input, 'email'), former);
  const id = await createPolicy(desired, { sent: input, stored: former }, policies, context);
  claim(id, 'created');
  run.hasId(id);
  for (const twin of adoptable)
    warn(context, desired, poolFinding('pools.name_taken', { twin: { id: twin.id, name: twin.name } }));
  return { id, decision: { ...decision, input }, isComplete: true };
}

async function createPolicy(
  desired: DesiredPolicy,
  created: Replacement<PolicyInput>,
  before: readonly Policy[],
  context: Context,
): Promise<string> {
  const { service, signal } = context;
  const { account_id: accountId } = desired;
  const { id } = await createOnce<Pick<Policy, 'id'>, Policy>({
    before,
    create: (options) =>
      explainRefusal(
        () =>
          sendWithUnknown('policy', [created], service, ([body = created.sent]) =>
            service.alerting.createPolicy(accountId, body, { ...options, signal }),
          ),
        describeRefusal,
      ),
    list: () => service.alerting.listPolicies(accountId, { signal }),
    matches: (policy) => matchesInput(policy, created.sent),
    reportSecond: ({ id: second }, { id: first }) =>
      warn(context, desired, poolFinding('pools.created_twice', { created: first, second })),
  });
  return id;
}

/** Updates the policy if anything differs. */
async function updatePolicy(
  current: Policy,
  accountId: string,
  input: PolicyInput,
  context: Context,
): Promise<void> {
  if (matchesInput(current, input)) return;
  const { service, signal } = context;
  const { id } = current;
  await writeOnce<unknown, Policy>({
    write: () =>
      explainRefusal(
        () =>
          sendWithUnknown('policy', [{ sent: input, stored: current }], service, ([body = input]) =>
            service.alerting.updatePolicy(accountId, id, body, { signal }),
          ),
        describeRefusal,
      ),
    readBack: () => getPolicy(accountId, id, context),
    isDone: (stored) => matchesInput(stored, input),
  });
}

/** The policy as sent, if it cannot be read back. */
function policyAsSent(
  id: string,
  { filters = {}, mechanisms, description = '', ...input }: PolicyInput,
): Policy {
  const { email = [], webhooks = [], pagerduty = [] } = mechanisms;
  const times = { created: '', modified: '' };
  return { ...input, ...times, id, description, filters, mechanisms: { email, webhooks, pagerduty } };
}

function getPolicy(accountId: string, id: string, { service, signal }: Context): Promise<Policy> {
  return service.alerting.getPolicy(accountId, id, { signal });
}

/** `configured` is the configuration or the prior state: an empty set stays null or empty as there. */
function toState(
  configured: DesiredPolicy | PolicyState,
  policy: Policy,
  pools: readonly Pool[],
  cleared: Readonly<Record<string, string>>,
): PolicyState {
  const orAsConfigured = (ids: readonly string[], was: readonly string[] | null) =>
    ids.length === 0 && was === null ? null : ids;
  const parts = partsOf(policy);
  const { email: recipients } = parts;
  const settings = settingsOf(configured);
  const { carry_over_recipients: carries } = settings;
  const carried = carries ? withoutRecipients(recipients, configured.email_addresses ?? []) : [];
  const named = recipients.filter((address) => !carried.includes(address));
  const legacy = pools.filter(hasLegacyEmail);
  return {
    account_id: configured.account_id,
    name: policy.name,
    description: policy.description,
    enabled: policy.enabled,
    pool_ids: parts.pool_id,
    new_health: parts.new_health,
    event_sources: parts.event_source,
    email_addresses: orAsConfigured(named, configured.email_addresses),
    webhook_ids: orAsConfigured(parts.webhooks, configured.webhook_ids),
    pagerduty_ids: orAsConfigured(parts.pagerduty, configured.pagerduty_ids),
    accept_lost_recipients: configured.accept_lost_recipients,
    applied_at: null,
    adopted: null,
    ...settings,
    id: policy.id,
    carried_over_recipients: carried,
    changes: 'changes' in configured ? configured.changes : null,
    cleared_legacy_emails: cleared,
    legacy_emails: legacyEmailsOf(legacy, labelsOf(pools)),
    legacy_pool_count: legacy.length,
  };
}

/**
 * Whether the default of `clear_legacy_email` would clear e-mails of an imported policy, or only keeps them for the sake of their recipients. Then its
 * state is to clear none: the import changes nothing by itself, and a configuration that clears them shows that as a change.
 */
async function wouldClear(imported: PolicyState, policy: Policy, context: Context): Promise<boolean> {
  if (imported.legacy_pool_count === 0) return false;
  const now = await observe(imported.account_id, imported, context, 'shared');
  const { hasChanges, clearing } = decide(now, {
    settings: imported,
    prior: imported,
    memory: policyMemory.recall(context),
    current: policy,
  });
  return hasChanges || clearing.findings.some(({ code }) => code === 'pools.recipients_not_carried');
}

/** The attributes that the API does not store. After an import they are null, contrary to their type: the defaults apply. */
function settingsOf(configured: {
  readonly [K in 'all_pools' | 'carry_over_recipients' | 'clear_legacy_email' | 'on_existing']:
    | DesiredPolicy[K]
    | null;
}) {
  const { all_pools, carry_over_recipients, clear_legacy_email, on_existing } =
    poolNotificationPolicyContract.attributes;
  return {
    all_pools: configured.all_pools ?? all_pools.default,
    carry_over_recipients: configured.carry_over_recipients ?? carry_over_recipients.default,
    clear_legacy_email: configured.clear_legacy_email ?? clear_legacy_email.default,
    on_existing: configured.on_existing ?? on_existing.default,
  };
}

function choosePolicy(accountId: string, which: string, policies: readonly Policy[]): Policy {
  const candidates = policies.filter(({ alert_type: type }) => type === healthAlertType);
  const list = listNames(candidates.map(({ id, name }) => `${id} "${name}"`));
  const has =
    candidates.length === 0
      ? 'It has none for the health of pools. Remove the import: edge_pool_notification_policy creates the policy.'
      : `It has ${list}. Use the ID of one of them.`;
  const refuse = (detail: string) => nothingToImport(`${detail} ${has}`);
  const byId = policies.find(({ id }) => id === which);
  const found = byId === undefined ? candidates.filter(({ name }) => name === which) : [byId];
  const [policy] = found;
  if (policy === undefined) throw refuse(`Account ${accountId} has no policy "${which}".`);
  if (found.length > 1) throw refuse(`Account ${accountId} has ${found.length} policies "${which}".`);
  if (policy.alert_type === healthAlertType) return policy;
  throw refuse(`The policy "${policy.name}" (${policy.id}) is of alert type ${policy.alert_type}.`);
}
