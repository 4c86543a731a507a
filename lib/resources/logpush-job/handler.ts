import type { EdgeClient, JobChanges, JobInput, LogpushJob, LogpushScope } from '../../client';
import { jobs } from '../../client/logpush';
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
import type { Change, Handler, HandlerContext } from '../handler';
import { nothingToImport, readImportId } from '../import-id';
import { PassedMembers } from '../members';
import { createNew, isNewKey, planNew, type NewObject } from '../new-object';
import { accountIdOf, zoneIdOf } from '../owners';
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
import { logpushJobContract, type LogpushJobAttributes } from './contract';
import { usualJobLimit } from './limits';
import { destinationKey, sameDestination, withCredentials, withoutCredentials } from './destination';
import { listJobs } from './list';
import { jobMemory } from './memory';
import { createdTwice, hasTwin, madeTwice, twinExists, willHaveTwin } from './messages';
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
import { adviseOnSettings, omittedSettings } from './settings';

type JobState = State<LogpushJobAttributes>;
type DesiredJob = Desired<LogpushJobAttributes>;
type JobChange = Change<LogpushJobAttributes>;
type Context = HandlerContext<EdgeClient>;

const passed = new PassedMembers(logpushJobContract.attributes);

/** Manages a Logpush job: specification 4.1 operation 4; the other operations by the public facts, section 2.1. */
export const logpushJobHandler: Handler<LogpushJobAttributes, EdgeClient> = {
  async plan(change, context) {
    const { prior, planned, config } = change;
    if (planned === null) return {};
    const { credentials, options } = jobMemory.recall(context);
    const diagnostics = [
      ...adviseOnDestination(change, credentials),
      ...adviseOnOutput(change, options),
      ...checkChangedFilter(change),
      ...(await checkUnknownNames(change, context)),
      ...(prior === null ? [] : adviseOnDisabled(prior, planned)),
      ...adviseOnSettings(config),
    ];
    if (prior !== null)
      return { diagnostics: [...diagnostics, ...(await warnOfNewTwin(prior, planned, context))] };
    const made = await planNew({
      ...newJob(planned, context, true),
      madeTwice: () => madeTwice(planned),
      replaces: jobMemory.recall(context).id?.toString(),
    });
    return {
      predicted: omittedSettings,
      diagnostics: [...diagnostics, ...made, ...(made.length > 0 ? [] : await warnOfLimit(planned, context))],
    };
  },

  async create(desired, context) {
    const job = await createNew(newJob(desired, context, false), () => createJob(desired, context));
    remember(job, context);
    context.keep({ id: String(job.id) });
    return toState(desired, job);
  },

  async read(state, context) {
    const { service, signal } = context;
    const job = await unlessNotFound(() =>
      service.logpush.get(clientScopeOf(state), Number(state.id), { cached: true, signal }),
    );
    if (job === undefined) return undefined;
    remember(job, context);
    const read = { ...toState(state, job), ...passed.toState(job, state, 'read') };
    const namesakes = (await listCached(scopeOf(state), context)).filter(
      ({ id, name }) => id !== job.id && isSameName(name, job.name),
    );
    // Few jobs have one, and a key parses the destination.
    if (namesakes.length > 0)
      for (const twin of withKey(twinKeyOf(read), scopeOf(state), namesakes))
        context.warn(hasTwin(scopeOf(state), job, twin));
    noteUnknown('job', `${describeScope(scopeOf(state))}: job ${job.id}`, job, context);
    return read;
  },

  async update(change, context) {
    const job = await updateJob(change, context);
    remember(job, context);
    return toState(change.desired, job);
  },

  async delete(state, context) {
    const { service, signal } = context;
    const id = Number(state.id);
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
    return { ...toState(imported, job), ...passed.toState(job, imported, 'read') };
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

/** Operation 4. The list was just read. */
async function createJob(desired: DesiredJob, context: Context): Promise<LogpushJob> {
  const { service, signal } = context;
  const scope = clientScopeOf(desired);
  const list = () => service.logpush.list(scope, { signal });
  const before = await service.logpush.list(scope, { cached: true, signal });
  return createOnce({
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
    ...passed.toInput(desired),
    dataset: desired.dataset,
    destination_conf: withCredentials(desired.destination_conf, desired.destination_credentials),
    ...toNewOptions(desired),
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
  return { ...passed.toChanges(prior, desired), ...destination, ...options };
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
    passed.matches(actual, desired) &&
    sameDestination(actual.destination_conf, desired.destination_conf) &&
    sameFields(actual, desired) &&
    actual.timestamp_format === desired.timestamp_format &&
    actual.sample_rate === desired.sample_rate &&
    sameOutput(actual, desired)
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
    ...passed.toState(job, configured, 'written'),
    destination_conf: withoutCredentials(job.destination_conf).conf,
    destination_credentials: null,
    destination_credentials_version: configured.destination_credentials_version,
    ...fromJob(job, configured),
    ownership_challenge: null,
    error_message: deliveryFailureOf(job),
  };
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

/** A job to be made. The one that the same plan replaces does not count: only its plan gets the private state of that one. */
function newJob(
  job: Parameters<typeof twinKeyOf>[0],
  context: Context,
  cached: boolean,
): NewObject<{ readonly scope: JobScope; readonly twin: LogpushJob }> {
  const { service, signal } = context;
  const scope = knownScopeOf(job);
  const { id: replaced } = jobMemory.recall(context);
  const key = twinKeyOf(job);
  return {
    service,
    key,
    find: async () => {
      if (scope === undefined) return undefined;
      const jobs = await service.logpush.list(toClientScope(scope), { cached, signal });
      const twin = withKey(key, scope, jobs).find(({ id }) => id !== replaced);
      return twin && { scope, twin };
    },
    exists: ({ scope: owner, twin }) => twinExists(owner, twin),
  };
}

/** For a change that gives a job another key, which may be that of another one. */
async function warnOfNewTwin(
  prior: JobState,
  planned: Planned<LogpushJobAttributes>,
  context: Context,
): Promise<Diagnostic[]> {
  const isSame = (['name', 'dataset', 'destination_conf'] as const).every(
    (name) => prior[name] === planned[name],
  );
  const key = isSame ? undefined : twinKeyOf(planned);
  if (key === undefined || key === twinKeyOf(prior)) return [];
  if (!isNewKey(context.service, key, prior.id ?? undefined)) return [madeTwice(planned)];
  const scope = scopeOf(prior);
  const twins = withKey(key, scope, await listCached(scope, context));
  return twins.flatMap((twin) => (String(twin.id) === prior.id ? [] : [willHaveTwin(scope, twin)]));
}

/** The jobs with a twin key, oldest first. */
function withKey(
  key: string | undefined,
  scope: JobScope,
  jobs: readonly LogpushJob[],
): readonly LogpushJob[] {
  if (key === undefined) return [];
  // Parses a destination.
  const keyOf = (job: LogpushJob) =>
    twinKeyOf({
      ...scopeAttributes(scope),
      ...job,
      destination_conf: withoutCredentials(job.destination_conf).conf,
    });
  return jobs
    .filter((job) => key.includes(JSON.stringify(job.name ?? '')) && keyOf(job) === key)
    .sort((one, other) => one.id - other.id);
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

function listCached(scope: JobScope, { service, signal }: Context): Promise<readonly LogpushJob[]> {
  return service.logpush.list(toClientScope(scope), { cached: true, signal });
}

/**
 * The limit of a zone is documented; that of an account is assumed to count each dataset by itself, as its error says. The job that is
 * being replaced does not count.
 */
async function warnOfLimit(planned: Planned<LogpushJobAttributes>, context: Context): Promise<Diagnostic[]> {
  const scope = knownScopeOf(planned);
  if (scope === undefined) return [];
  const { kind } = scope;
  const { dataset } = planned;
  const { id: replaced } = jobMemory.recall(context);
  const existing = (await listCached(scope, context)).filter(({ id }) => id !== replaced);
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
