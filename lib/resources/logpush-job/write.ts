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
import { changedMembers, isSameDelivery, toNewOptions, toOptions } from './options';
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

/** Judges what another client has changed since the plan, and this update replaces. `output_options` that the plan could not warn about stay. */
function judgeOthers(
  { prior, desired }: JobChange,
  sent: JobChanges,
  current: LogpushJob,
  context: Context,
): void {
  const { kind, id } = scopeOf(prior);
  const [before, now, next] = [settingsOf(prior), settingsOf(toState(prior, current)), settingsOf(desired)];
  const [theirs, ours, left] = [
    changedMembers(before, now),
    changedMembers(before, next),
    changedMembers(now, next),
  ];
  const isSent = (name: string) => Object.hasOwn(ours, name) || Object.hasOwn(sent, name);
  const names = Object.keys(theirs).filter((name) => isSent(name) && Object.hasOwn(left, name));
  const protects = sent.output_options === null && prior.output_options === null;
  // The address of a destination may be a secret.
  const changes = names.map((name) =>
    name === 'destination_conf'
      ? `${code(name)} is another one`
      : `${code(name)} is ${JSON.stringify(own(theirs, name) ?? null)}`,
  );
  judgeOverwrite(
    {
      object: `Job ${current.id} of ${kind} ${id}`,
      seen: [],
      now: protects ? ['it has `output_options`'] : changes,
      protects,
    },
    context,
  );
}

/** The members of a job, and those of its `output_options` beside them. */
function settingsOf(job: DesiredJob | JobState): Readonly<Record<string, unknown>> {
  const { output_options: members, ...others } = toNewOptions(job);
  return { ...passThrough.toInput(job), destination_conf: job.destination_conf, ...others, ...members };
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
