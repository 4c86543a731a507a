import type { EdgeClient, Policy, PolicyInput, Pool } from '../../client';
import { distinctRecipients, hasLegacyEmail, healthAlertType, mechanismIds } from '../../pools';
import { DiagnosticError, type Desired, type State } from '../../schema';
import { explainRefusal } from '../explain-refusal';
import { claimDeletion, claimManaged, claims } from '../claims';
import type { ApplyContext, Handler, HandlerContext } from '../handler';
import { splitImportId } from '../import-id';
import { adoptableTwins, replaceableTwins } from '../twins';
import { createOnce, deleteOnce, tryRead, unlessNotFound, writeOnce } from '../write-once';
import { advise } from './advice';
import { clearLegacyEmails } from './clearing';
import { poolNotificationPolicyContract, type PoolNotificationPolicyAttributes } from './contract';
import {
  lostNotifications,
  clearingIncomplete,
  createdTwice,
  keptForAnother,
  nameIsTaken,
  replacedStillExists,
  listNames,
  noPools,
  cannotImport,
  policyIsGone,
  wasReplaced,
} from './messages';
import {
  allPoolIds,
  clearable,
  matchesInput,
  isTwin,
  recipientsToCarry,
  recipientsToKeep,
  coversAll,
  toInput,
  withoutRecipients,
} from './policy';
import { policyMemory, withCleared } from './memory';
import { describeRefusal } from './refusals';
import { kindsOf, legacyEmailsOf, listDestinations, listPools, type Caller } from './survey';
import { claimKey, findTwins } from './twins';
import { findLoss } from './watch';

type PolicyState = State<PoolNotificationPolicyAttributes>;
type DesiredPolicy = Desired<PoolNotificationPolicyAttributes>;
type Context = HandlerContext<EdgeClient>;
type Applying = ApplyContext<PoolNotificationPolicyAttributes, EdgeClient>;

/**
 * Manages a notification policy and runs the migration of specification 4.5: first the policy, then, after it is read back
 * and proven to cover them, the legacy e-mails.
 */
export const poolNotificationPolicyHandler: Handler<PoolNotificationPolicyAttributes, EdgeClient> = {
  plan: advise,

  async create(desired, context) {
    const { account_id: accountId } = desired;
    const pools = await listPools(accountId, context);
    const poolIds = poolIdsOf(desired, pools, null);
    if (poolIds.length === 0) throw new DiagnosticError([noPools(accountId)]);
    const { id, input, carried, replaced } = await createOrAdopt(desired, pools, poolIds, context);
    // From here on nothing may fail: an error would taint the policy, and the next apply would delete it although legacy
    // e-mails are already cleared.
    policyMemory.remember(context, {
      id,
      cleared: {},
      carried: desired.carry_over_recipients ? carried : undefined,
      replaced,
    });
    try {
      const policy = await getPolicy(accountId, id, context);
      await deleteReplaced(accountId, policy, context);
      return await clear(desired, policy, context, (error, now = pools) => {
        context.warn(clearingIncomplete(error));
        return toState(desired, policy, now, policyMemory.recall(context).cleared ?? {});
      });
    } catch (error) {
      context.warn(clearingIncomplete(error));
      return toState(desired, policyAsSent(id, input), pools, {});
    }
  },

  async read(state, context) {
    const shared = { ...context, cached: true };
    claimManaged(context.service, claimKey(state));
    const { carried, cleared = state.cleared_legacy_emails ?? {} } = policyMemory.recall(context);
    const policy = await findPolicy(state.account_id, state.id ?? '', shared);
    if (policy?.alert_type !== healthAlertType) {
      const loss = await tryRead(() => findLoss(state, state, undefined, shared));
      const recipients = distinctRecipients([...(carried ?? []), ...(state.carried_over_recipients ?? [])]);
      context.warn(policyIsGone(state.name, loss?.unprotected ?? [], recipients, cleared));
      return undefined;
    }
    policyMemory.remember(context, { id: policy.id });
    const pools = await listPools(state.account_id, shared);
    return toState(state, policy, pools, cleared);
  },

  async update({ prior, desired }, context) {
    const { account_id: accountId } = desired;
    const current = await getPolicy(accountId, prior.id ?? '', context);
    const pools = await listPools(accountId, context);
    const poolIds = poolIdsOf(desired, pools, prior);
    const named = desired.email_addresses ?? [];
    const before = policyMemory.recall(context);
    const cleared = before.cleared ?? prior.cleared_legacy_emails ?? {};
    const kept = desired.carry_over_recipients
      ? recipientsToKeep(mechanismIds(current, 'email'), prior, named)
      : [];
    const carried = desired.carry_over_recipients
      ? distinctRecipients([
          ...(before.carried ?? withoutRecipients(kept, named)),
          ...recipientsToCarry(pools, poolIds),
        ])
      : undefined;
    const emails = distinctRecipients([...named, ...kept, ...(carried ?? [])]);
    const policy = await updatePolicy(
      current,
      accountId,
      toInput(desired, poolIds, emails, current),
      context,
    );
    policyMemory.remember(context, { cleared, carried });
    context.keep(toState(desired, policy, pools, cleared));
    await deleteReplaced(accountId, policy, context);
    return clear(desired, policy, context, (error) => {
      throw error;
    });
  },

  async delete(state, context) {
    const { account_id: accountId, id } = state;
    const { service, signal } = context;
    if (!claimDeletion(service, claimKey(state))) {
      context.warn(keptForAnother(state));
      return;
    }
    await deleteOnce(
      () => service.alerting.deletePolicy(accountId, id ?? '', { signal }),
      () => service.alerting.getPolicy(accountId, id ?? '', { signal }),
    );
    // Another policy that covered the pools at plan time may have been deleted since.
    const loss = await tryRead(() => findLoss(state, state, undefined, context));
    const { carried = [] } = policyMemory.recall(context);
    const recipients = distinctRecipients([...carried, ...(state.carried_over_recipients ?? [])]);
    if (loss !== undefined && loss.unprotected.length > 0)
      context.warn(lostNotifications(loss.unprotected, recipients));
  },

  /** `<account id>/<policy id>`, or `<account id>/<policy name>`. */
  async import(id, { service, signal }) {
    const [accountId, which] = splitImportId(id, '<account id>/<policy id>', '<account id>/<policy name>');
    const policies = await service.alerting.listPolicies(accountId, { signal });
    return { account_id: accountId, id: choosePolicy(accountId, which, policies).id };
  },

  async find({ account_id: accountId, name }, { service, signal }) {
    const policies = await service.alerting.listPolicies(accountId, { signal });
    return policies
      .filter((policy) => policy.alert_type === healthAlertType && policy.name === name)
      .map(({ id }) => ({ account_id: accountId, id }));
  },
};

/**
 * Steps 2 and 3 of the migration. The policy as read back, not as sent, decides which pools it covers. `stop` handles a
 * failure halfway.
 */
async function clear(
  desired: DesiredPolicy,
  policy: Policy,
  context: Applying,
  stop: (error: unknown, pools: readonly Pool[] | undefined) => PolicyState,
): Promise<PolicyState> {
  const { account_id: accountId } = desired;
  const { cleared: clearedBefore = {} } = policyMemory.recall(context);
  const readPools = () => listPools(accountId, context);
  if (desired.clear_legacy_email === 'none')
    return toState(desired, policy, await readPools(), clearedBefore);
  let before: readonly Pool[] | undefined;
  try {
    before = await readPools();
    const others = await listOtherPolicies(desired, policy, before, context);
    const kinds = kindsOf(before.some(hasLegacyEmail) ? [policy, ...others] : []);
    const destinations = await listDestinations(accountId, kinds, context);
    const mayClear = clearable(policy, others, destinations.working, desired);
    const { emails, pools } = await clearLegacyEmails(accountId, before, mayClear, context);
    return toState(desired, policy, pools, remember(emails));
  } catch (error) {
    const now = await tryRead(readPools);
    // Record the cleared e-mails, whatever happens next.
    const clearedPools = (before ?? []).filter(
      (pool) =>
        hasLegacyEmail(pool) && now?.some(({ id, ...each }) => id === pool.id && !hasLegacyEmail(each)),
    );
    remember(legacyEmailsOf(before ?? [], (pool) => clearedPools.includes(pool)));
    return stop(error, now);
  }

  function remember(emails: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    const cleared = withCleared(clearedBefore, emails);
    policyMemory.remember(context, { cleared });
    return cleared;
  }
}

/** Other policies count only if all pools of the account are cleared. */
async function listOtherPolicies(
  { account_id: accountId, clear_legacy_email: which }: DesiredPolicy,
  { id }: Policy,
  pools: readonly Pool[],
  { service, signal }: Context,
): Promise<Policy[]> {
  if (which !== 'all' || !pools.some(hasLegacyEmail)) return [];
  const policies = await service.alerting.listPolicies(accountId, { signal });
  return policies.filter((each) => each.id !== id);
}

/** A policy that exists, and how it became one. */
interface Created {
  readonly id: string;
  readonly input: PolicyInput;
  /** The recipients that are not configured. */
  readonly carried: readonly string[];
  /** Ids of the policies that it replaces. */
  readonly replaced: readonly string[];
}

/**
 * Creates the policy, or adopts its twin with `on_existing = "adopt"`. Policies that another resource has created or adopted in
 * this apply are no twins.
 *
 * Otherwise the plan has refused any twin that the configuration does not manage. A twin that still exists is one that
 * Terraform replaces or that an apply of the same saved plan has left, or it is newer than the plan: if it equals the
 * configuration, the new policy replaces it.
 */
async function createOrAdopt(
  desired: DesiredPolicy,
  pools: readonly Pool[],
  poolIds: readonly string[],
  context: Context,
): Promise<Created> {
  const { account_id: accountId, carry_over_recipients: carries } = desired;
  const { service, signal } = context;
  const named = desired.email_addresses ?? [];
  const legacy = carries ? recipientsToCarry(pools, poolIds) : [];
  const before = await service.alerting.listPolicies(accountId, { signal });
  const found = findTwins(desired, before, context);
  const adoptable = adoptableTwins(found);
  const [adopted] = desired.on_existing === 'adopt' ? adoptable : [];
  const planned = toInput(desired, poolIds, distinctRecipients([...named, ...legacy]));
  const equal = replaceableTwins(found).filter((each) => isTwin(each, planned, carries));
  const replaced = adopted === undefined ? equal : [];
  // Recipients of a twin that are not configured were carried over to it.
  const recipients = carries
    ? [...replaced, ...(adopted === undefined ? [] : [adopted])].flatMap((twin) =>
        mechanismIds(twin, 'email'),
      )
    : [];
  const carried = distinctRecipients([...legacy, ...withoutRecipients(recipients, named)]);
  const input = toInput(desired, poolIds, distinctRecipients([...named, ...carried]), adopted ?? replaced[0]);
  const claim = ({ id }: { readonly id: string }, how: 'adopted' | 'created') =>
    claims(service).set(claimKey({ account_id: accountId, id }), how);
  if (adopted !== undefined) {
    claim(adopted, 'adopted');
    await updatePolicy(adopted, accountId, input, context);
    return { id: adopted.id, input, carried, replaced: [] };
  }
  const id = await createPolicy(accountId, input, before, context);
  claim({ id }, 'created');
  for (const twin of adoptable) if (!equal.includes(twin)) context.warn(nameIsTaken(twin, accountId));
  return { id, input, carried, replaced: replaced.map((twin) => twin.id) };
}

async function createPolicy(
  accountId: string,
  input: PolicyInput,
  before: readonly Policy[],
  context: Context,
): Promise<string> {
  const { service, signal } = context;
  const { id } = await createOnce<Pick<Policy, 'id'>, Policy>({
    before,
    create: (options) =>
      explainRefusal(
        () => service.alerting.createPolicy(accountId, input, { ...options, signal }),
        describeRefusal,
      ),
    list: () => service.alerting.listPolicies(accountId, { signal }),
    matches: (policy) => matchesInput(policy, input),
    reportSecond: (second, created) => {
      context.warn(createdTwice(accountId, created.id, second));
    },
  });
  return id;
}

/**
 * Deletes the policies that this one replaces, if the policy as read back covers all that they do. Terraform may manage one of
 * them as the object that this one replaces: it deletes it too.
 */
async function deleteReplaced(accountId: string, policy: Policy, context: Context): Promise<void> {
  const { service, signal } = context;
  const remaining: string[] = [];
  for (const id of policyMemory.recall(context).replaced) {
    try {
      const twin = await findPolicy(accountId, id, context);
      if (twin === undefined) continue;
      if (coversAll(policy, twin)) {
        await deleteOnce(
          () => service.alerting.deletePolicy(accountId, id, { signal }),
          () => getPolicy(accountId, id, context),
        );
        context.warn(wasReplaced(twin));
      } else
        context.warn(
          replacedStillExists(id, 'it covers something that the new one does not. Delete it, or rename it.'),
        );
    } catch (error) {
      remaining.push(id);
      const why = error instanceof Error ? error.message : String(error);
      context.warn(replacedStillExists(id, `${why} Apply again to delete it.`));
    }
  }
  policyMemory.remember(context, { replaced: remaining });
}

/** Updates the policy if anything differs, and returns it as read back. */
async function updatePolicy(
  current: Policy,
  accountId: string,
  input: PolicyInput,
  context: Context,
): Promise<Policy> {
  if (matchesInput(current, input)) return current;
  const { service, signal } = context;
  const { id } = current;
  const get = () => getPolicy(accountId, id, context);
  const update = () => service.alerting.updatePolicy(accountId, id, input, { signal });
  return writeOnce({
    write: async () => {
      await explainRefusal(update, describeRefusal);
      return get();
    },
    readBack: get,
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

function getPolicy(
  accountId: string,
  id: string,
  { service, signal, cached = false }: Caller,
): Promise<Policy> {
  return service.alerting.getPolicy(accountId, id, { signal, cached });
}

function findPolicy(accountId: string, id: string, context: Caller): Promise<Policy | undefined> {
  return unlessNotFound(() => getPolicy(accountId, id, context));
}

function poolIdsOf(
  desired: DesiredPolicy,
  pools: readonly Pool[],
  prior: PolicyState | null,
): readonly string[] {
  // Includes pools that were created after the plan.
  return desired.all_pools ? allPoolIds(pools, prior) : (desired.pool_ids ?? []);
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
  const recipients = mechanismIds(policy, 'email');
  const {
    all_pools,
    carry_over_recipients: carries,
    clear_legacy_email,
    on_existing,
  } = settingsOf(configured);
  const named = carries
    ? recipients.filter(
        (address) => withoutRecipients([address], configured.email_addresses ?? []).length === 0,
      )
    : recipients;
  const legacy = pools.filter(hasLegacyEmail);
  return {
    account_id: configured.account_id,
    name: policy.name,
    description: policy.description,
    enabled: policy.enabled,
    pool_ids: policy.filters.pool_id ?? [],
    all_pools,
    new_health: policy.filters.new_health ?? [],
    event_sources: policy.filters.event_source ?? [],
    email_addresses: orAsConfigured(named, configured.email_addresses),
    webhook_ids: orAsConfigured(mechanismIds(policy, 'webhooks'), configured.webhook_ids),
    pagerduty_ids: orAsConfigured(mechanismIds(policy, 'pagerduty'), configured.pagerduty_ids),
    carry_over_recipients: carries,
    clear_legacy_email,
    on_existing,
    applied_at: null,
    id: policy.id,
    carried_over_recipients: carries ? withoutRecipients(recipients, named) : [],
    cleared_legacy_emails: cleared,
    legacy_emails: legacyEmailsOf(legacy, () => true),
    legacy_pool_count: legacy.length,
  };
}

/** The attributes that the API does not store. After an import they are null, contrary to their type: the defaults apply. */
function settingsOf(configured: {
  readonly all_pools: boolean | null;
  readonly carry_over_recipients: boolean | null;
  readonly clear_legacy_email: string | null;
  readonly on_existing: string | null;
}) {
  const defaults = poolNotificationPolicyContract.attributes;
  return {
    all_pools: configured.all_pools ?? defaults.all_pools.default,
    carry_over_recipients: configured.carry_over_recipients ?? defaults.carry_over_recipients.default,
    clear_legacy_email: configured.clear_legacy_email ?? defaults.clear_legacy_email.default,
    on_existing: configured.on_existing ?? defaults.on_existing.default,
  };
}

function choosePolicy(accountId: string, which: string, policies: readonly Policy[]): Policy {
  const candidates = policies.filter(({ alert_type: type }) => type === healthAlertType);
  const byId = policies.find(({ id }) => id === which);
  const found = byId === undefined ? candidates.filter(({ name }) => name === which) : [byId];
  const [policy, ...more] = found;
  const list = listNames(candidates.map(({ id, name }) => `${id} "${name}"`));
  const has = candidates.length === 0 ? 'It has none for the health of pools.' : `It has ${list}.`;
  if (policy === undefined)
    throw new DiagnosticError([cannotImport(`Account ${accountId} has no policy "${which}". ${has}`)]);
  if (more.length > 0)
    throw new DiagnosticError([
      cannotImport(
        `Account ${accountId} has ${found.length} policies "${which}". Import one by its id. ${has}`,
      ),
    ]);
  if (policy.alert_type === healthAlertType) return policy;
  throw new DiagnosticError([
    cannotImport(`The policy "${policy.name}" (${policy.id}) is of alert type ${policy.alert_type}. ${has}`),
  ]);
}
