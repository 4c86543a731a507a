import type { LogpushJob } from '../../client';
import { isUnknown, type Diagnostic, type Planned, type State } from '../../schema';
import type { Context } from '../handler';
import { plannedIn, planKeyChange, planNew, type NewObject } from '../new-object';
import { logpushJobContract, type LogpushJobAttributes } from './contract';
import { withoutCredentials } from '../../logs';
import { destinationKey, isSameDestination } from './destination';
import { jobMemory } from './memory';
import { madeTwice, duplicateExists, willBeDuplicate } from './messages';
import {
  knownScopeOf,
  scopeAttributes,
  scopeOf,
  toClientScope,
  type JobScope,
  type ScopeAttributes,
} from './scope';

/** The attributes in which two jobs are duplicates: they deliver the same lines to the same place. The destination has no credentials. */
type Job = ScopeAttributes & Pick<State<LogpushJobAttributes>, 'name' | 'dataset' | 'destination_conf'>;

/** Finds the duplicates of a job (twins in messages) among those of its zone or account, oldest first. The job with the id is none. */
export function findDuplicates(job: Job, id: string | null, jobs: readonly LogpushJob[]): LogpushJob[] {
  const isDuplicate = ({ name, dataset, destination_conf: destination }: LogpushJob) =>
    (name ?? '') === (job.name ?? '') &&
    dataset === job.dataset &&
    isSameDestination(withoutCredentials(destination).conf, job.destination_conf);
  return jobs
    .filter((each) => String(each.id) !== id && isDuplicate(each))
    .sort((one, other) => one.id - other.id);
}

/** A job to create, with its key. The one that it replaces does not count: only that plan gets the private state of it. */
export function newJob(
  job: Job,
  context: Context,
  {
    prior = null,
    cached = false,
  }: { readonly prior?: State<LogpushJobAttributes> | null; readonly cached?: boolean } = {},
): NewObject<LogpushJob> {
  const { service, signal } = context;
  const scope = scopeOf(job);
  const id = prior?.id ?? jobMemory.recall(context).id?.toString();
  return {
    service,
    key: keyOf(job),
    id,
    find: async () =>
      findDuplicates(job, id ?? null, await service.logpush.list(toClientScope(scope), { cached, signal })),
    exists: (duplicate) => duplicateExists(scope, duplicate),
    madeTwice: () => madeTwice(job),
  };
}

/** Diagnostics of a plan about duplicates of a job: a new one must have none, and a changed one may become one. */
export async function checkDuplicates(
  prior: State<LogpushJobAttributes> | null,
  planned: Planned<LogpushJobAttributes>,
  context: Context,
): Promise<Diagnostic[]> {
  // Most plans change none of them, and a key parses the destination.
  if (prior !== null && keyAttributes.every((name) => prior[name] === planned[name])) return [];
  const scope = knownScopeOf(planned);
  const { name, dataset, destination_conf } = planned;
  if (
    scope === undefined ||
    isUnknown(name) ||
    typeof dataset !== 'string' ||
    typeof destination_conf !== 'string'
  )
    return [];
  const job = { ...scopeAttributes(scope), name, dataset, destination_conf };
  const made = newJob(job, context, { prior, cached: true });
  if (prior === null) {
    if (made.id === undefined) newJobsIn(scope, dataset, context).add(made.key);
    return planNew(made);
  }
  return made.key === keyOf(prior)
    ? []
    : planKeyChange(made, (duplicate) => willBeDuplicate(scope, duplicate));
}

const keyAttributes = ['zone_id', 'account_id', 'name', 'dataset', 'destination_conf'] as const;

/** The keys of the jobs that a plan or an apply has yet to make in a scope: those of one dataset for an account. */
export function newJobsIn(scope: JobScope, dataset: unknown, { service }: Context): Set<string> {
  return plannedIn(
    JSON.stringify([...scopeKey(scope), ...(scope.kind === 'account' ? [dataset] : [])]),
    service,
  );
}

function keyOf({ name, dataset, destination_conf: destination, ...owner }: Job): string {
  return JSON.stringify([...scopeKey(scopeOf(owner)), dataset, name ?? '', destinationKey(destination)]);
}

function scopeKey({ kind, id }: JobScope): readonly string[] {
  return [logpushJobContract.typeName, kind, id];
}
