import type { EdgeClient, JobChanges, JobInput, LogpushJob, LogpushScope } from '../../client';
import { jobs } from '../../client/logpush';
import { sameFilter } from '../../logs';
import { UnreadableState } from '../../retired';
import {
  DiagnosticError,
  equalValues,
  errorAt,
  importedState,
  warningAt,
  type Desired,
  type Diagnostic,
  type Planned,
  type State,
} from '../../schema';
import { isApply } from '../apply-phase';
import { onExistingOf } from '../on-existing-twin';
import {
  claimDeletion,
  claimForCreate,
  claimLeaving,
  claimManaged,
  claimTwinKey,
  plannedCreate,
} from '../claims';
import type { ApplyContext, Change, Handler, HandlerContext } from '../handler';
import { nothingToImport, readImportId } from '../import-id';
import { accountIdOf, zoneIdOf } from '../owners';
import {
  adoptableTwins,
  keptForAnother,
  planKept,
  planNew,
  refuseStaying,
  twinToAdopt,
  type NewObject,
  type TwinMessages,
  type Twins,
} from '../twins';
import { noteUnknown } from '../unknown-members';
import { createOnce, deleteOnce, explainRefusal, unlessNotFound, writeOnce } from '../write-once';
import {
  adviseOnDestination,
  adviseOnDisabled,
  adviseOnOutput,
  checkChangedFilter,
  credentialsMissing,
  deliveryFailureOf,
  isMoved,
} from './advice';
import { checkUnknownNames } from './answered-names';
import { datasetOf, logpushJobContract, type LogpushJobAttributes } from './contract';
import { usualJobLimit } from './limits';
import { destinationKey, sameDestination, withCredentials, withoutCredentials } from './destination';
import { listJobs } from './list';
import { jobMemory } from './memory';
import {
  createdBeside,
  createdTwice,
  hasTwin,
  madeTwice,
  managedElsewhere,
  managedTwin,
  twinExists,
  willBeAdopted,
} from './messages';
import { fromJob, toNewOptions, toOptions, unmanagedOptions } from './options';
import { describeRefusal } from './refusals';
import {
  describeScope,
  knownScopeOf,
  scopeAttributes,
  scopeOf,
  toClientScope,
  type JobScope,
  type ScopeAttributes,
} from './scope';
import {
  adviseOnSettings,
  changedSettings,
  omittedSettings,
  readSettings,
  writtenSettings,
} from './settings';

type JobState = State<LogpushJobAttributes>;
type DesiredJob = Desired<LogpushJobAttributes>;
type JobChange = Change<LogpushJobAttributes>;
type Context = HandlerContext<EdgeClient>;
type Applying = ApplyContext<LogpushJobAttributes, EdgeClient>;

/** Manages a Logpush job: specification 4.1 operation 4; the other operations by the public facts, section 2.1. */
export const logpushJobHandler: Handler<LogpushJobAttributes, EdgeClient> = {
  async plan(change, context) {
    const { prior, planned, config } = change;
    if (planned === null) {
      if (prior !== null) claimLeaving(context, nameOf(prior));
      return {};
    }
    const { credentials, options } = jobMemory.recall(context);
    const diagnostics = [
      ...adviseOnDestination(change, credentials),
      ...adviseOnOutput(change, options),
      ...checkChangedFilter(change),
      ...(await checkUnknownNames(change, context)),
      ...(prior === null ? [] : adviseOnDisabled(prior, planned)),
      ...adviseOnSettings(config),
    ];
    if (prior !== null) {
      const keys = { planned: twinKeyOf(planned), prior: twinKeyOf(prior) };
      const inTwo = planKept(context, nameOf(prior), keys, isApply(config), () =>
        managedElsewhere(scopeOf(prior), prior, planned),
      );
      return { diagnostics: [...diagnostics, ...inTwo] };
    }
    const twins = await planNew(newJob(planned, isApply(config), context));
    return {
      adopts: twins.adopted && String(twins.adopted.id),
      predicted: omittedSettings,
      diagnostics: [...diagnostics, ...twins.diagnostics],
    };
  },

  async create(desired, context) {
    // The second one of two equal jobs, for an apply whose plan did not know them.
    if (isApply(desired) && !claimTwinKey(context, { planned: twinKeyOf(desired) }))
      throw new DiagnosticError([madeTwice(scopeOf(desired), desired)]);
    const twin = await findTwinToAdopt(desired, context);
    const job = await (twin === undefined ? createJob(desired, context) : adoptJob(twin, desired, context));
    remember(job, context);
    context.keep({ id: String(job.id) });
    return toState(desired, job);
  },

  async read(state, context) {
    const { service, signal } = context;
    claimManaged(context, nameOf(state));
    const job = await unlessNotFound(() =>
      service.logpush.get(clientScopeOf(state), Number(state.id), { cached: true, signal }),
    );
    if (job === undefined) return undefined;
    remember(job, context);
    const read = { ...toState(state, job), ...readSettings(job, state) };
    const { twins } = await findTwins(scopeOf(state), read, context, job.id);
    for (const twin of twins) context.warn(hasTwin(scopeOf(state), job, twin));
    noteUnknown('job', `${describeScope(scopeOf(state))}: job ${job.id}`, job, context);
    return read;
  },

  async update(change, context) {
    const { prior, desired } = change;
    const scope = scopeOf(desired);
    await refuseStaying(
      context,
      { planned: twinKeyOf(desired), prior: twinKeyOf(prior) },
      () => findTwins(scope, desired, context, Number(prior.id)),
      (twin) => twinExists(scope, twin),
    );
    const job = await updateJob(change, context);
    remember(job, context);
    return toState(change.desired, job);
  },

  async delete(state, context) {
    const { service, signal } = context;
    const id = Number(state.id);
    if (!claimDeletion(context, nameOf(state))) {
      context.warn(keptForAnother('Job', nameOf(state)));
      return;
    }
    await deleteOnce(
      () => service.logpush.delete(clientScopeOf(state), id, { signal }),
      () => service.logpush.get(clientScopeOf(state), id, { signal }),
    );
  },

  nameOf,

  /** The ID or the name of a job, after that of its zone or account. */
  async import(importId, { service, signal }) {
    const { kind, owner, which } = readImportId(logpushJobContract, importId);
    const idOf = kind === 'zone' ? zoneIdOf : accountIdOf;
    const scope: JobScope = { kind, id: await idOf(service, owner, { signal }) };
    const jobs = await service.logpush.list(toClientScope(scope), { signal });
    const job = chooseJob(scope, which, jobs);
    return { ...scopeAttributes(scope), id: String(job.id) };
  },

  move({ zoneId, accountId, body }, context) {
    if ((zoneId === undefined) === (accountId === undefined))
      throw new UnreadableState('it must have either a zone_id or an account_id');
    const scope = { zone_id: zoneId ?? null, account_id: accountId ?? null };
    const imported = importedState(logpushJobContract, scope);
    const job = jobs.read(body, (what) => new UnreadableState(`it is ${what}`));
    remember(job, context);
    return { ...toState(imported, job), ...readSettings(job, imported) };
  },

  list: listJobs,

  async find({ name, ...key }, { service, signal }) {
    const scope = scopeOf(key);
    const jobs = await service.logpush.list(toClientScope(scope), { signal });
    return jobs
      .filter((job) => isSameName(job.name, name))
      .map(({ id }) => ({ ...scopeAttributes(scope), id: String(id) }));
  },
};

/** Operation 4. */
async function createJob(desired: DesiredJob, context: Context): Promise<LogpushJob> {
  const { service, signal } = context;
  const scope = clientScopeOf(desired);
  const list = () => service.logpush.list(scope, { signal });
  const before = await service.logpush.list(scope, { cached: true, signal });
  const job = await createOnce({
    before,
    create: (options) =>
      explainRefusal(
        () => service.logpush.create(scope, toInput(desired), { ...options, signal }),
        (error) => describeRefusal(error, desired, before),
      ),
    list,
    matches: (listed) => matchesDesired(listed, desired),
    reportSecond: (second, created) => context.warn(createdTwice(scopeOf(desired), created, second)),
  });
  claimForCreate(service, nameIn(scopeOf(desired), job.id), 'created');
  return job;
}

/**
 * The twin that a create adopts. Otherwise the plan has refused any twin that the configuration does not manage. One that equals the
 * configuration may be the job that this create replaces and that Terraform deletes afterwards: a new job is created beside it, because
 * a job that two instances have would be deleted with one of them.
 */
async function findTwinToAdopt(desired: DesiredJob, context: Applying): Promise<LogpushJob | undefined> {
  const scope = scopeOf(desired);
  const found = await findTwins(scope, desired, context);
  const adopted = twinToAdopt(found, desired.on_existing, context.planned, messagesFor(scope, desired));
  if (adopted !== undefined) {
    claimForCreate(context.service, found.keyOf(adopted), 'adopted');
    return adopted;
  }
  const adoptable = adoptableTwins(found);
  const [first] = adoptable;
  // Without notes, an equal twin may be the job that this create replaces.
  const isUnequal = adoptable.every((each) => !matchesDesired(each, desired));
  const isAlone = plannedCreate(context, kind, found.twinKey) === undefined;
  if (first !== undefined && isAlone && isUnequal && desired.on_existing !== 'adopt')
    throw new DiagnosticError([twinExists(scope, first)]);
  for (const twin of adoptable) context.warn(createdBeside(scope, twin));
  return undefined;
}

/** Updates a twin to what is desired, as if it had been managed all along. */
function adoptJob(twin: LogpushJob, desired: DesiredJob, context: Context): Promise<LogpushJob> {
  const renewed = desired.destination_credentials === null ? [] : ['destination_credentials'];
  return updateJob({ prior: toState(desired, twin), desired, renewed }, context);
}

async function updateJob(change: JobChange, context: Context): Promise<LogpushJob> {
  const { prior, desired } = change;
  const { service, signal } = context;
  const id = Number(prior.id);
  const scope = clientScopeOf(desired);
  const current = () => service.logpush.get(scope, id, { cached: true, signal });
  const changes = await findChanges(change, current, context);
  if (Object.keys(changes).length === 0) return current();
  const { destination_conf: sent } = changes;
  const update = () => service.logpush.update(scope, id, changes, { signal });
  return writeOnce({
    write: () => explainRefusal(update, (error) => describeRefusal(error, desired, [])),
    readBack: () => service.logpush.get(scope, id, { signal }),
    isDone: (job) =>
      matchesDesired(job, desired) && (sent === undefined || sameDestination(job.destination_conf, sent)),
  });
}

function toInput(desired: DesiredJob): JobInput {
  return {
    ...(isSameName(desired.name, null) ? {} : { name: desired.name }),
    dataset: desired.dataset,
    destination_conf: withCredentials(desired.destination_conf, desired.destination_credentials),
    ...toNewOptions(desired),
    enabled: desired.enabled,
    ...(isNoFilter(desired.filter) ? {} : { filter: desired.filter }),
    ...changedSettings({}, desired),
    ...toChallenge(desired),
  };
}

/** Only changes are sent. The rest of the job stays as it is, including options without an attribute. */
async function findChanges(
  { prior, desired, renewed = [] }: JobChange,
  current: () => Promise<LogpushJob>,
  context: Context,
): Promise<JobChanges> {
  const isSent = isMoved(prior, desired) || renewed.includes('destination_credentials');
  const destination = isSent ? toDestination(prior, desired, context) : {};
  const changesOptions =
    prior.timestamp_format !== desired.timestamp_format ||
    prior.sample_rate !== desired.sample_rate ||
    !sameFields(prior, desired) ||
    !sameOutput(prior, desired);
  const options = changesOptions ? toKnownOptions(prior, desired, await current()) : {};
  return {
    ...(isSameName(prior.name, desired.name) ? {} : { name: desired.name ?? '' }),
    ...destination,
    ...options,
    ...((prior.filter ?? '') === (desired.filter ?? '') ? {} : { filter: desired.filter ?? '' }),
    ...(prior.enabled === desired.enabled ? {} : { enabled: desired.enabled }),
    ...changedSettings(prior, desired),
  };
}

/** Refuses to remove `output_options` that were set out of band after the plan, which could not warn about them. */
function toKnownOptions(prior: JobState, desired: DesiredJob, current: LogpushJob): JobChanges {
  const hasNoOutputPlanned = prior.output_options === null && desired.output_options === null;
  if (!hasNoOutputPlanned || current.output_options === null) return toOptions(prior, desired, current);
  throw new DiagnosticError([
    errorAt(
      ['output_options'],
      'Out-of-band change of the job',
      `Job ${current.id} now has \`output_options\`, which the plan did not contain. Nothing was changed. Run ` +
        '`terraform plan` again to review the change.',
    ),
  ]);
}

function toDestination(prior: JobState, desired: DesiredJob, context: Context): JobChanges {
  const { destination_conf: conf, destination_credentials: credentials } = desired;
  const missing =
    credentials === null ? credentialsMissing(prior, desired, jobMemory.recall(context).credentials) : [];
  if (missing.length > 0) throw new DiagnosticError(missing);
  return {
    destination_conf: withCredentials(conf, credentials),
    ...toChallenge(desired),
  };
}

/** An unset environment variable arrives as an empty string, which means no challenge. */
function toChallenge({
  ownership_challenge: challenge,
}: DesiredJob): Pick<JobChanges, 'ownership_challenge'> {
  return challenge === null || challenge === '' ? {} : { ownership_challenge: challenge };
}

/** Whether the job matches the desired one. Ignores credentials: the API may redact them. */
function matchesDesired(job: LogpushJob, desired: DesiredJob): boolean {
  const actual = toState(desired, job);
  return (
    isSameName(actual.name, desired.name) &&
    actual.dataset === desired.dataset &&
    sameDestination(actual.destination_conf, desired.destination_conf) &&
    sameFields(actual, desired) &&
    actual.timestamp_format === desired.timestamp_format &&
    actual.sample_rate === desired.sample_rate &&
    sameOutput(actual, desired) &&
    sameFilter(actual.filter ?? '', desired.filter ?? '', datasetOf(desired)) &&
    actual.enabled === desired.enabled &&
    Object.keys(changedSettings(actual, desired)).length === 0
  );
}

/** An empty name is none. */
function isSameName(one: string | null, other: Planned<LogpushJobAttributes>['name']): boolean {
  return (one ?? '') === (other ?? '');
}

function sameFields(a: Pick<JobState, 'fields'>, b: Pick<JobState, 'fields'>): boolean {
  return equalValues(logpushJobContract.attributes.fields.type, a.fields, b.fields);
}

function sameOutput(a: Pick<JobState, 'output_options'>, b: Pick<JobState, 'output_options'>): boolean {
  return equalValues(logpushJobContract.attributes.output_options.type, a.output_options, b.output_options);
}

/** Removes credentials: neither the plan nor the state may contain them. `configured` is the plan or the prior state. */
function toState(configured: DesiredJob | JobState, job: LogpushJob): JobState {
  return {
    ...scopeAttributes(scopeOf(configured)),
    name: nameFor(configured, job),
    dataset: job.dataset,
    destination_conf: withoutCredentials(job.destination_conf).conf,
    destination_credentials: null,
    destination_credentials_version: configured.destination_credentials_version,
    ...fromJob(job, configured),
    // In the notation of the configuration, where both null and an empty string are no filter.
    filter: isNoFilter(job.filter) ? (configured.filter === '' ? '' : null) : job.filter,
    ownership_challenge: null,
    enabled: job.enabled,
    ...writtenSettings(job, configured),
    id: String(job.id),
    last_complete: job.last_complete,
    last_error: job.last_error,
    error_message: deliveryFailureOf(job),
    on_existing: onExistingOf(configured.on_existing),
    applied_at: null,
    adopted: null,
  };
}

function isNoFilter(filter: string | null): filter is null | '' {
  return filter === null || filter === '';
}

/** After an import (`on_existing` is null), a job without a name equals a configuration that omits it and one that has an empty one. */
function nameFor(
  { on_existing: onExisting, name }: { readonly on_existing: string | null; readonly name: string | null },
  job: LogpushJob,
): string | null {
  return onExisting !== null && isSameName(job.name, name) ? name : (job.name ?? '');
}

function remember(job: LogpushJob, context: Pick<Context, 'privateState'>): void {
  const { names: credentials } = withoutCredentials(job.destination_conf);
  jobMemory.remember(context, { id: job.id, credentials, options: unmanagedOptions(job) });
}

const { typeName: kind } = logpushJobContract;

/** Jobs with the same twin key deliver the same lines to the same place. Undefined while that is not known. */
function twinKeyOf(
  values: Pick<
    Planned<LogpushJobAttributes>,
    'name' | 'dataset' | 'destination_conf' | keyof ScopeAttributes
  >,
): string | undefined {
  const scope = knownScopeOf(values);
  const { name: given, dataset, destination_conf: conf } = values;
  const name = given ?? '';
  if (scope === undefined || ![name, dataset, conf].every((each) => typeof each === 'string'))
    return undefined;
  return JSON.stringify([kind, scope.kind, scope.id, name, dataset, destinationKey(String(conf))]);
}

/** A planned job. The one that is being replaced does not count for the limit. */
function newJob(
  planned: Planned<LogpushJobAttributes>,
  isApplied: boolean,
  context: Context,
): NewObject<LogpushJob> {
  const scope = knownScopeOf(planned);
  const { id: replaced } = jobMemory.recall(context);
  const knownIn = (owner: JobScope) => ({
    messages: messagesFor(owner, planned),
    find: async () => {
      const others = (await listCached(owner, context)).filter(({ id }) => id !== replaced);
      const found = await findTwins(owner, planned, context);
      return { ...found, ifNone: warnOfLimit(owner, planned.dataset, others) };
    },
  });
  return {
    context,
    kind,
    twinKey: twinKeyOf(planned),
    isApplied,
    adopts: planned.on_existing === 'adopt',
    replaced: scope === undefined || replaced === undefined ? undefined : nameIn(scope, replaced),
    known: scope && knownIn(scope),
  };
}

function messagesFor(
  scope: JobScope,
  job: Pick<Planned<LogpushJobAttributes>, 'name' | 'dataset' | 'enabled'>,
): TwinMessages<LogpushJob> {
  return {
    exists: (twin) => twinExists(scope, twin),
    willBeAdopted: (twin) => [willBeAdopted(scope, twin), ...adviseOnDisabled(twin, job)],
    isManaged: (twin) => managedTwin(scope, twin),
    isManagedElsewhere: (twin) => managedElsewhere(scope, twin),
    madeTwice: () => madeTwice(scope, job),
  };
}

function nameOf(state: ScopeAttributes & Pick<JobState, 'id'>): string {
  return nameIn(scopeOf(state), state.id);
}

function nameIn({ kind, id }: JobScope, jobId: number | string | null): string {
  return `${logpushJobContract.typeName} ${jobId ?? ''} of ${kind} ${id}`;
}

function clientScopeOf(values: ScopeAttributes): LogpushScope {
  return toClientScope(scopeOf(values));
}

/** Jobs with the same name, dataset and destination, oldest first, without one: by default the job that is being replaced. */
async function findTwins(
  scope: JobScope,
  desired: Parameters<typeof twinKeyOf>[0],
  context: Context,
  except = jobMemory.recall(context).id,
): Promise<Twins<LogpushJob>> {
  const jobs = await listCached(scope, context);
  const twinKey = twinKeyOf(desired);
  const twinKeyOfJob = (job: LogpushJob) =>
    twinKeyOf({
      ...scopeAttributes(scope),
      ...job,
      destination_conf: withoutCredentials(job.destination_conf).conf,
    });
  // The name first: a key parses the destination, and every job of the list is compared in each read.
  const isTwin = (job: LogpushJob) =>
    job.id !== except && isSameName(job.name, desired.name) && twinKeyOfJob(job) === twinKey;
  return {
    context,
    kind,
    twinKey,
    twins: twinKey === undefined ? [] : jobs.filter(isTwin).sort((one, other) => one.id - other.id),
    keyOf: ({ id }) => nameIn(scope, id),
    hasReplaced: jobs.some(({ id }) => id === except),
  };
}

function listCached(scope: JobScope, { service, signal }: Context): Promise<readonly LogpushJob[]> {
  return service.logpush.list(toClientScope(scope), { cached: true, signal });
}

/** The limit of a zone is documented; that of an account is assumed to count each dataset by itself, as its error says. */
function warnOfLimit(scope: JobScope, dataset: unknown, existing: readonly LogpushJob[]): Diagnostic[] {
  const { kind } = scope;
  const counted = kind === 'zone' ? existing : existing.filter((job) => job.dataset === dataset);
  if (counted.length < usualJobLimit) return [];
  const what = kind === 'zone' ? 'jobs' : `jobs for ${String(dataset)}`;
  return [
    warningAt(
      [`${kind}_id`],
      `Job limit of the ${kind} reached`,
      `${describeScope(scope)} has ${counted.length} ${what} (${describeJobs(counted)}), and the usual limit is ${usualJobLimit}. The API refuses ` +
        'another one unless your contract allows it. Delete a job or raise the limit first.',
    ),
  ];
}

function describeJobs(jobs: readonly LogpushJob[]): string {
  return jobs.map(({ id, name }) => `${id} "${name ?? ''}"`).join(', ');
}

/** Matches IDs before names, because only IDs are unique. */
function chooseJob({ kind, id }: JobScope, which: string, jobs: readonly LogpushJob[]): LogpushJob {
  const byId = jobs.find((job) => String(job.id) === which);
  if (byId !== undefined) return byId;
  const [named, ...more] = jobs.filter(({ name }) => name === which);
  if (named !== undefined && more.length === 0) return named;
  const found =
    named === undefined
      ? `The ${kind} ${id} has no job with the ID or name "${which}".`
      : `The ${kind} ${id} has ${more.length + 1} jobs named "${which}".`;
  const list =
    jobs.length === 0
      ? 'It has no jobs. Remove the import: edge_logpush_job creates the job.'
      : `Its jobs are ${describeJobs(jobs)}. Use the ID of one of them.`;
  throw nothingToImport(`${found} ${list}`);
}
