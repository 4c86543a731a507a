import type { JobChanges, JobInput, LogpushJob } from '../../client';
import { DiagnosticError } from '../../schema';
import { own } from '../../ground/record';
import { code } from '../../ground/words';
import type { Change, Context } from '../handler';
import { judgeOverwrite } from '../out-of-band';
import { createOnce, writeOnce } from '../write-once';
import { credentialsMissing, sendsDestination } from './advice';
import type { LogpushJobAttributes } from './contract';
import { isSameDestination, withCredentials } from './destination';
import { jobMemory } from './memory';
import { createdTwice } from './messages';
import { differentOptions, isSameDelivery, toNewOptions, toOptions } from './options';
import { describeRefusal } from './refusals';
import { clientScopeOf, scopeOf } from './scope';
import { passThrough, toState, type DesiredJob, type JobState } from './state';

type JobChange = Change<LogpushJobAttributes>;

/** The list was just read. */
export async function createJob(desired: DesiredJob, context: Context): Promise<LogpushJob> {
  const { service, signal } = context;
  const scope = clientScopeOf(desired);
  const before = await service.logpush.list(scope, { cached: true, signal });
  const list = () => service.logpush.list(scope, { signal });
  const input: JobInput = {
    ...passThrough.toInput(desired),
    dataset: desired.dataset,
    ...toDestination(desired),
    ...toNewOptions(desired),
  };
  return createOnce({
    before,
    create: (options) => service.logpush.create(scope, input, { ...options, signal }),
    explain: (refusal) => describeRefusal(refusal, desired, list),
    list,
    matches: (listed) => matchesDesired(listed, desired),
    reportSecond: (second, created) => context.warn(createdTwice(scopeOf(desired), created, second)),
  });
}

/** Updates a job. Only changes are sent; the rest stays as it is, including options without an attribute. Warns of what it overwrites. */
export async function updateJob(change: JobChange, context: Context): Promise<LogpushJob> {
  const { prior, desired } = change;
  const { service, signal } = context;
  const id = Number(prior.id);
  const scope = clientScopeOf(desired);
  const current = await service.logpush.get(scope, id, { cached: true, signal });
  const changes: JobChanges = {
    ...passThrough.toChanges(prior, desired),
    ...findNewDestination(change, context),
    ...(isSameDelivery(prior, desired) ? {} : toOptions(prior, desired, current)),
  };
  if (Object.keys(changes).length === 0) return current;
  judgeOthers(change, changes, current, context);
  const { destination_conf: sent } = changes;
  return writeOnce({
    write: () => service.logpush.update(scope, id, changes, { signal }),
    explain: (refusal) => describeRefusal(refusal, desired),
    readBack: () => service.logpush.get(scope, id, { signal }),
    isDone: (job) =>
      matchesDesired(job, desired) && (sent === undefined || isSameDestination(job.destination_conf, sent)),
  });
}

/** The destination to send, if any. @throws a DiagnosticError where the job would lose its credentials */
function findNewDestination({ prior, desired, renewed = [] }: JobChange, context: Context): JobChanges {
  if (!sendsDestination(prior, desired) && !renewed.includes('destination_credentials')) return {};
  const missing =
    desired.destination_credentials === null
      ? credentialsMissing(prior, desired, jobMemory.recall(context).credentials)
      : [];
  if (missing.length > 0) throw new DiagnosticError(missing);
  return toDestination(desired);
}

/** The destination and its challenge. An unset environment variable arrives as an empty string, which means no challenge. */
function toDestination(desired: DesiredJob) {
  const { destination_conf: conf, destination_credentials: credentials, ownership_challenge } = desired;
  return {
    destination_conf: withCredentials(conf, credentials),
    ...(ownership_challenge === null || ownership_challenge === '' ? {} : { ownership_challenge }),
  };
}

/**
 * Judges what another client has changed since the plan: the settings that this update sends with another value. `output_options` that the
 * plan could not warn about are not removed.
 */
function judgeOthers(
  { prior, desired }: JobChange,
  sent: JobChanges,
  current: LogpushJob,
  context: Context,
): void {
  const { kind, id } = scopeOf(prior);
  const now = toState(prior, current);
  const [had, gets, has] = [prior, desired, now].map((each) => each.output_options !== null);
  const isWhole = had !== gets || had !== has;
  const theirs = differences(prior, now, isWhole);
  const ours = differences(prior, desired, isWhole);
  const left = differences(now, desired, isWhole);
  const isSent = (name: string) => Object.hasOwn(ours, name) || Object.hasOwn(sent, name);
  const overwritten = Object.keys(theirs).filter((name) => isSent(name) && Object.hasOwn(left, name));
  judgeOverwrite(
    {
      object: `Job ${current.id} of ${kind} ${id}`,
      seen: [],
      now: overwritten.map((name) => `${code(name)} is ${JSON.stringify(own(theirs, name) ?? null)}`),
      protects: !had && !gets && overwritten.includes('output_options'),
    },
    context,
  );
}

/** The settings of a job that differ from others, in the words of the API. */
function differences(from: DesiredJob | JobState, to: DesiredJob | JobState, isWhole: boolean): JobChanges {
  return {
    ...passThrough.toChanges(from, to),
    ...(isSameDestination(from.destination_conf, to.destination_conf)
      ? {}
      : { destination_conf: to.destination_conf }),
    ...differentOptions(from, to, isWhole),
  };
}

/** Whether the job matches the desired one. Ignores credentials: the API may redact them. */
function matchesDesired(job: LogpushJob, desired: DesiredJob): boolean {
  const actual = toState(desired, job);
  return (
    passThrough.matches(actual, desired) &&
    isSameDestination(actual.destination_conf, desired.destination_conf) &&
    isSameDelivery(actual, desired)
  );
}
