import type { EdgeClient, JobChanges, JobInput, LogpushJob } from '../../client';
import { sameFilter } from '../../logs';
import {
  DiagnosticError,
  equalValues,
  errorAt,
  isUnknown,
  warningAt,
  type Desired,
  type Diagnostic,
  type Planned,
  type State,
} from '../../schema';
import { explainRefusal } from '../explain-refusal';
import type { Change, Handler, HandlerContext } from '../handler';
import { splitImportId } from '../import-id';
import { createOnce, deleteOnce, unlessNotFound, writeOnce } from '../write-once';
import { adviseOnDestination, adviseOnOutput, credentialsMissing, isMoved } from './advice';
import { logpushJobContract, type LogpushJobAttributes } from './contract';
import { usualJobLimit } from './limits';
import { sameDestination, withCredentials, withoutCredentials } from './destination';
import { jobMemory } from './memory';
import { fromJob, toNewOptions, toOptions, unmanagedOptions } from './options';
import { describeRefusal } from './refusals';

type JobState = State<LogpushJobAttributes>;
type DesiredJob = Desired<LogpushJobAttributes>;
type JobChange = Change<LogpushJobAttributes>;
type Context = HandlerContext<EdgeClient>;

/** Keeps a log-delivery job: specification 4.1 operation 4, the other operations by the public facts, section 2.1. */
export const logpushJobHandler: Handler<LogpushJobAttributes, EdgeClient> = {
  async plan(change, context) {
    const { prior, planned } = change;
    if (planned === null) return {};
    const { credentials, options } = jobMemory.recall(context);
    const diagnostics = [...adviseOnDestination(change, credentials), ...adviseOnOutput(change, options)];
    const { zone_id: zoneId } = planned;
    if (prior === null && zoneId !== null && !isUnknown(zoneId)) {
      diagnostics.push(...(await warnOfOthers(zoneId, planned, context)));
    }
    return { diagnostics };
  },

  async create(desired, context) {
    const job = await createJob(desired, context);
    remember(job, context);
    context.keep({ id: String(job.id) });
    return toState(desired, job);
  },

  async read(state, context) {
    const { service, signal } = context;
    const job = await unlessNotFound(() => service.logpush.get(state.zone_id, Number(state.id), { signal }));
    if (job === undefined) return undefined;
    remember(job, context);
    return toState(state, job);
  },

  async update(change, context) {
    const job = await updateJob(change, context);
    remember(job, context);
    return toState(change.desired, job);
  },

  async delete(state, { service, signal }) {
    const id = Number(state.id);
    await deleteOnce(
      () => service.logpush.delete(state.zone_id, id, { signal }),
      () => service.logpush.get(state.zone_id, id, { signal }),
    );
  },

  /** `<zone id>/<job id>`, or by intent `<zone id>/<job name>`. */
  async import(id, { service, signal }) {
    const [zoneId, which] = splitImportId(id, '<zone id>/<job id>', '<zone id>/<job name>');
    const jobs = await service.logpush.list(zoneId, { signal });
    const job = chooseJob(zoneId, which, jobs);
    return { zone_id: zoneId, id: String(job.id) };
  },

  async find({ zone_id: zoneId, name }, { service, signal }) {
    const jobs = await service.logpush.list(zoneId, { signal });
    return jobs.filter((job) => job.name === name).map(({ id }) => ({ zone_id: zoneId, id: String(id) }));
  },
};

/** Operation 4. */
async function createJob(desired: DesiredJob, { service, signal }: Context): Promise<LogpushJob> {
  const { zone_id: zoneId } = desired;
  const list = () => service.logpush.list(zoneId, { signal });
  const before = await list();
  const create = () => service.logpush.create(zoneId, toInput(desired), { signal });
  return createOnce({
    before,
    create: () => explainRefusal(create, (error) => describeRefusal(error, desired, before)),
    list,
    matches: (job) => holds(job, desired),
  });
}

async function updateJob(change: JobChange, context: Context): Promise<LogpushJob> {
  const { prior, desired } = change;
  const { service, signal } = context;
  const id = Number(prior.id);
  const changes = await findChanges(change, context);
  const { destination_conf: sent } = changes;
  const update = () => service.logpush.update(desired.zone_id, id, changes, { signal });
  return writeOnce({
    write: () => explainRefusal(update, (error) => describeRefusal(error, desired, [])),
    readBack: () => service.logpush.get(desired.zone_id, id, { signal }),
    isDone: (job) =>
      holds(job, desired) && (sent === undefined || sameDestination(job.destination_conf, sent)),
  });
}

function toInput(desired: DesiredJob): JobInput {
  return {
    name: desired.name,
    dataset: desired.dataset,
    destination_conf: withCredentials(desired.destination_conf, desired.destination_credentials),
    ...toNewOptions(desired),
    enabled: desired.enabled,
    ...(desired.filter === null ? {} : { filter: desired.filter }),
    ...toChallenge(desired),
  };
}

/** Only what changed is sent: everything else of the job, also what no attribute stands for, stays as it is. */
async function findChanges(
  { prior, desired, renewed = [] }: JobChange,
  context: Context,
): Promise<JobChanges> {
  const { service, signal } = context;
  const isSent = isMoved(prior, desired) || renewed.includes('destination_credentials');
  const destination = isSent ? toDestination(prior, desired, context) : {};
  const asksAnew =
    prior.timestamp_format !== desired.timestamp_format ||
    prior.sample_rate !== desired.sample_rate ||
    !sameFields(prior, desired) ||
    !sameOutput(prior, desired);
  const options = asksAnew
    ? toKnownOptions(prior, desired, await service.logpush.get(desired.zone_id, Number(prior.id), { signal }))
    : {};
  return {
    ...(prior.name === desired.name ? {} : { name: desired.name }),
    ...destination,
    ...options,
    ...(prior.filter === desired.filter ? {} : { filter: desired.filter ?? '' }),
    ...(prior.enabled === desired.enabled ? {} : { enabled: desired.enabled }),
  };
}

/** A plan that knows of no output options can't have spoken of those that would be taken away. */
function toKnownOptions(prior: JobState, desired: DesiredJob, current: LogpushJob): JobChanges {
  const isStrange = prior.output_options === null && desired.output_options === null;
  if (!isStrange || current.output_options === null) return toOptions(prior, desired, current);
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

/** A variable that was not set comes as an empty string: that is no challenge. */
function toChallenge({
  ownership_challenge: challenge,
}: DesiredJob): Pick<JobChanges, 'ownership_challenge'> {
  return challenge === null || challenge === '' ? {} : { ownership_challenge: challenge };
}

/** Whether the job is as it is wanted. Its credentials are left out: the service may blank them. */
function holds(job: LogpushJob, desired: DesiredJob): boolean {
  const held = toState(desired, job);
  return (
    held.name === desired.name &&
    held.dataset === desired.dataset &&
    sameDestination(held.destination_conf, desired.destination_conf) &&
    sameFields(held, desired) &&
    held.timestamp_format === desired.timestamp_format &&
    held.sample_rate === desired.sample_rate &&
    sameOutput(held, desired) &&
    (held.filter === desired.filter || sameFilter(held.filter ?? '', desired.filter ?? '')) &&
    held.enabled === desired.enabled
  );
}

function sameFields(a: Pick<JobState, 'fields'>, b: Pick<JobState, 'fields'>): boolean {
  return equalValues(logpushJobContract.attributes.fields.type, a.fields, b.fields);
}

function sameOutput(a: Pick<JobState, 'output_options'>, b: Pick<JobState, 'output_options'>): boolean {
  return equalValues(logpushJobContract.attributes.output_options.type, a.output_options, b.output_options);
}

/** Credentials stay outside: neither plan nor state may hold them. */
function toState(spoken: DesiredJob | JobState, job: LogpushJob): JobState {
  return {
    zone_id: spoken.zone_id,
    name: job.name ?? '',
    dataset: job.dataset,
    destination_conf: withoutCredentials(job.destination_conf).conf,
    destination_credentials: null,
    destination_credentials_version: spoken.destination_credentials_version,
    ...fromJob(job, spoken.output_options),
    filter: job.filter === '' ? null : job.filter,
    ownership_challenge: null,
    enabled: job.enabled,
    id: String(job.id),
    last_complete: job.last_complete,
    last_error: job.last_error,
    error_message: job.error_message,
  };
}

function remember(job: LogpushJob, context: Context): void {
  const { names: credentials } = withoutCredentials(job.destination_conf);
  jobMemory.remember(context, { id: job.id, credentials, options: unmanagedOptions(job) });
}

/** What the jobs that are there, and are not this one before a replacement, mean for a new one. */
async function warnOfOthers(
  zoneId: string,
  planned: Planned<LogpushJobAttributes>,
  context: Context,
): Promise<Diagnostic[]> {
  const { service, signal } = context;
  const jobs = await service.logpush.list(zoneId, { signal });
  const replaced = jobMemory.recall(context).id;
  const others = jobs.filter(({ id }) => id !== replaced);
  return [...warnOfLimit(zoneId, others), ...warnOfTwins(zoneId, planned, others)];
}

function warnOfLimit(zoneId: string, others: readonly LogpushJob[]): Diagnostic[] {
  if (others.length < usualJobLimit) return [];
  return [
    warningAt(
      ['zone_id'],
      'Job limit of the zone reached',
      `Zone ${zoneId} has ${others.length} jobs (${describeJobs(others)}), and the usual limit is ${usualJobLimit}. The API refuses ` +
        'another one unless your contract allows it. Delete a job or raise the limit first.',
    ),
  ];
}

/** An apply that was killed may have created the job without recording it. */
function warnOfTwins(
  zoneId: string,
  planned: Planned<LogpushJobAttributes>,
  others: readonly LogpushJob[],
): Diagnostic[] {
  const [twin] = others.filter(
    (job) =>
      job.name === planned.name &&
      job.dataset === planned.dataset &&
      withoutCredentials(job.destination_conf).conf === planned.destination_conf,
  );
  if (twin === undefined) return [];
  return [
    warningAt(
      ['name'],
      'Duplicate job',
      `Job ${twin.id} has the same name, dataset and destination, and Terraform does not manage it; an interrupted apply may ` +
        `have created it. Two such jobs deliver every line twice. Import it with the ID ${zoneId}/${twin.id}, or delete it.`,
    ),
  ];
}

function describeJobs(jobs: readonly LogpushJob[]): string {
  return jobs.map(({ id, name }) => `${id} "${name ?? ''}"`).join(', ');
}

/** An id before a name: only ids are unique. */
function chooseJob(zoneId: string, which: string, jobs: readonly LogpushJob[]): LogpushJob {
  const byId = jobs.find(({ id }) => String(id) === which);
  if (byId !== undefined) return byId;
  const [named, ...more] = jobs.filter(({ name }) => name === which);
  if (named !== undefined && more.length === 0) return named;
  const found =
    named === undefined
      ? `The zone ${zoneId} has no job with the id or name "${which}".`
      : `The zone ${zoneId} has ${more.length + 1} jobs named "${which}": import one by its id.`;
  const list = jobs.length === 0 ? 'It has no jobs.' : `Its jobs are ${describeJobs(jobs)}.`;
  throw new DiagnosticError([errorAt([], 'Nothing to import', `${found} ${list}`)]);
}
