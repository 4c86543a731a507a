import {
  isApiError,
  isNotFound,
  mayHaveBeenApplied,
  type EdgeClient,
  type JobChanges,
  type JobInput,
  type LogpushJob,
} from '../../client';
import { parseDestination } from '../../logs';
import {
  DiagnosticError,
  errorAt,
  isUnknown,
  warningAt,
  type Desired,
  type Diagnostic,
  type State,
} from '../../schema';
import type { Handler, HandlerContext } from '../handler';
import { splitImportId } from '../import-id';
import type { LogpushJobAttributes } from './contract';
import { fromJob, toLogpullOptions } from './options';
import { explainRefusal } from './refusals';

type JobState = State<LogpushJobAttributes>;
type DesiredJob = Desired<LogpushJobAttributes>;
type Context = HandlerContext<EdgeClient>;

/** Jobs of a zone, at most, by the public documentation (fact, section 2.4); a contract may allow more. */
const usualJobLimit = 4;

/** Keeps a log-delivery job: specification 4.1 operation 4, the other operations by the public facts, section 2.1. */
export const logpushJobHandler: Handler<LogpushJobAttributes, EdgeClient> = {
  async plan({ prior, planned, config }, context) {
    if (planned === null) return {};
    const { zone_id: zoneId, destination_conf: destination } = planned;
    const isMoved = prior?.destination_conf !== destination;
    const hasChallenge = (config?.ownership_challenge ?? null) !== null;
    const diagnostics: Diagnostic[] = [];
    if (isMoved && typeof destination === 'string' && !hasChallenge)
      diagnostics.push(...challengeMissing(destination));
    if (prior === null && zoneId !== null && !isUnknown(zoneId)) {
      diagnostics.push(...(await warnOfLimit(zoneId, context)));
    }
    return { diagnostics };
  },

  async create(desired, context) {
    const job = await createOnce(desired, context);
    context.privateState.set({ id: job.id });
    context.keep({ id: String(job.id) });
    return toState(desired, job);
  },

  async read(state, { service, signal, privateState }) {
    try {
      const job = await service.logpush.get(state.zone_id, Number(state.id), { signal });
      privateState.set({ id: job.id });
      return toState(state, job);
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  },

  async update({ prior, desired }, { service, signal }) {
    const id = Number(prior.id);
    const changes = await findChanges(prior, desired, { service, signal });
    const job = await refusalsExplained(desired, () =>
      service.logpush.update(desired.zone_id, id, changes, { signal }),
    );
    return toState(desired, job);
  },

  async delete(state, { service, signal }) {
    try {
      await service.logpush.delete(state.zone_id, Number(state.id), { signal });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  },

  /** `<zone id>/<job id>`, or by intent `<zone id>/<job name>`. */
  async import(id, { service, signal }) {
    const [zoneId, which] = splitImportId(id, '<zone id>/<job id>', '<zone id>/<job name>');
    const jobs = await service.logpush.list(zoneId, { signal });
    const job = chooseJob(zoneId, which, jobs);
    return { zone_id: zoneId, id: String(job.id) };
  },
};

/**
 * Operation 4. It can't be sent twice without making two jobs, and names need not be unique: so the jobs from before
 * tell, should the reply be lost, which one is new.
 */
async function createOnce(desired: DesiredJob, { service, signal }: Context): Promise<LogpushJob> {
  const input = toInput(desired);
  const before = await service.logpush.list(desired.zone_id, { signal });
  try {
    return await refusalsExplained(
      desired,
      () => service.logpush.create(desired.zone_id, input, { signal }),
      before,
    );
  } catch (error) {
    if (!mayHaveBeenApplied(error)) throw error;
    const after = await service.logpush.list(desired.zone_id, { signal });
    const isNew = (job: LogpushJob) => !before.some(({ id }) => id === job.id);
    const [made, ...others] = after.filter((job) => isNew(job) && isAsked(job, input));
    if (made === undefined || others.length > 0) throw error;
    return made;
  }
}

function toInput(desired: DesiredJob): JobInput {
  return {
    name: desired.name,
    dataset: desired.dataset,
    destination_conf: desired.destination_conf,
    logpull_options: toLogpullOptions(desired, null),
    enabled: desired.enabled,
    ...(desired.filter === null ? {} : { filter: desired.filter }),
    ...(desired.ownership_challenge === null ? {} : { ownership_challenge: desired.ownership_challenge }),
  };
}

function isAsked(job: LogpushJob, input: JobInput): boolean {
  return (
    job.name === input.name &&
    job.dataset === input.dataset &&
    job.destination_conf === input.destination_conf &&
    job.logpull_options === input.logpull_options
  );
}

/** Only what changed is sent: everything else of the job, also what no attribute stands for, stays as it is. */
async function findChanges(
  prior: JobState,
  desired: DesiredJob,
  { service, signal }: Pick<Context, 'service' | 'signal'>,
): Promise<JobChanges> {
  const isMoved = prior.destination_conf !== desired.destination_conf;
  const asksAnew =
    prior.timestamp_format !== desired.timestamp_format ||
    prior.sample_rate !== desired.sample_rate ||
    JSON.stringify([...prior.fields].sort()) !== JSON.stringify([...desired.fields].sort());
  const current = asksAnew
    ? await service.logpush.get(desired.zone_id, Number(prior.id), { signal })
    : undefined;
  return {
    ...(prior.name === desired.name ? {} : { name: desired.name }),
    ...(isMoved ? { destination_conf: desired.destination_conf } : {}),
    ...(isMoved && desired.ownership_challenge !== null
      ? { ownership_challenge: desired.ownership_challenge }
      : {}),
    ...(current === undefined
      ? {}
      : {
          logpull_options: toLogpullOptions(desired, current.logpull_options),
          ...(current.output_options === null ? {} : { output_options: null }),
        }),
    ...(prior.filter === desired.filter ? {} : { filter: desired.filter ?? '' }),
    ...(prior.enabled === desired.enabled ? {} : { enabled: desired.enabled }),
  };
}

function toState(spoken: DesiredJob | JobState, job: LogpushJob): JobState {
  return {
    zone_id: spoken.zone_id,
    name: job.name ?? '',
    dataset: job.dataset,
    destination_conf: job.destination_conf,
    ...fromJob(job),
    filter: job.filter === '' ? null : job.filter,
    ownership_challenge: null,
    enabled: job.enabled,
    id: String(job.id),
    last_complete: job.last_complete,
    last_error: job.last_error,
    error_message: job.error_message,
  };
}

async function refusalsExplained<T>(
  desired: DesiredJob,
  call: () => Promise<T>,
  others: readonly LogpushJob[] = [],
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const diagnostics = isApiError(error) ? explainRefusal(error, desired, others) : [];
    if (diagnostics.length === 0) throw error;
    throw new DiagnosticError(diagnostics, { cause: error });
  }
}

function challengeMissing(destination: string): Diagnostic[] {
  if (parseDestination(destination).destination?.needsChallenge !== true) return [];
  return [
    errorAt(
      ['ownership_challenge'],
      'Ownership challenge missing',
      'This destination has to be proven to be yours. Let the service write a token into it ' +
        '(POST /zones/<zone id>/logpush/ownership), read the file it names from the bucket, and set ' +
        'ownership_challenge (ownershipChallenge) to what is in it. It is needed once, for this apply.',
    ),
  ];
}

async function warnOfLimit(
  zoneId: string,
  { service, signal, privateState }: Context,
): Promise<Diagnostic[]> {
  const jobs = await service.logpush.list(zoneId, { signal });
  const kept = privateState.get();
  const isReplaced = (job: LogpushJob) =>
    typeof kept === 'object' && kept !== null && 'id' in kept && kept.id === job.id;
  const others = jobs.filter((job) => !isReplaced(job));
  if (others.length < usualJobLimit) return [];
  return [
    warningAt(
      ['zone_id'],
      'The zone may be full',
      `Zone ${zoneId} has ${others.length} jobs (${describeJobs(others)}), and ${usualJobLimit} are what a zone usually may have. ` +
        'The service will refuse one more unless your contract allows it: delete one or raise the limit first.',
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
  const list = jobs.length === 0 ? 'It has no jobs at all.' : `Its jobs are ${describeJobs(jobs)}.`;
  throw new DiagnosticError([errorAt([], 'Nothing to import', `${found} ${list}`)]);
}
