import type { LogpushJob } from '../../client';
import { hasCredentials, withoutCredentials } from '../../logs';
import { ifAny } from '../../ground/findings';
import type { Context, Listed, ListedObject, Owner } from '../handler';
import { needsChallenge } from './destination';
import { unmanagedOptions } from './options';
import { importIdOf, scopeAttributes, toClientScope } from './scope';

const unmanaged = {
  kind: 'settings of jobs',
  reason: 'The jobs keep these settings. No attribute has them, so a job that is created anew lacks them.',
};
const credentials = {
  kind: 'credentials of destinations',
  reason:
    'The import needs none. Set `destination_credentials` (`destinationCredentials`) before you change a destination or create the job anew.',
};
const challenges = {
  kind: 'ownership challenges',
  reason:
    'The import needs none. Set `ownership_challenge` (`ownershipChallenge`) before you change the destination or create the job anew.',
};

export async function listJobs(owner: Owner, { service, signal }: Context): Promise<Listed> {
  const jobs = await service.logpush.list(toClientScope(owner), { signal });
  const isOurs = ({ kind }: LogpushJob) => ['', 'edge'].includes(kind);
  return {
    objects: jobs.filter(isOurs).map((job) => toListed(job, owner)),
    leftOut: jobs
      .filter((job) => !isOurs(job))
      .map((job) => ({
        kind: 'jobs of other kinds',
        reason: `Jobs of kind "${job.kind}" have no resource.`,
        object: labelOf(job, owner),
      })),
  };
}

function toListed(job: LogpushJob, owner: Owner): ListedObject {
  const { destination_conf: destination } = job;
  const { conf, names } = withoutCredentials(destination);
  const label = labelOf(job, owner);
  const labelled = (of: readonly string[]) => `${label}: ${of.join(', ')}`;
  return {
    found: { ...scopeAttributes(owner), id: String(job.id) },
    importId: importIdOf(owner, job.id),
    label,
    kind: 'jobs',
    // Without its credentials, only an address that is itself a key has some.
    hasSecret: hasCredentials(conf),
    unmanaged: ifAny(unmanagedOptions(job), (of) => ({ ...unmanaged, object: labelled(of) })),
    secrets: [
      ...ifAny(names, (of) => ({ ...credentials, object: labelled(of) })),
      ...(needsChallenge(destination) ? [{ ...challenges, object: label }] : []),
    ],
  };
}

function labelOf({ id, name }: LogpushJob, owner: Owner): string {
  return `${owner.name}: job ${id}${name === null || name === '' ? '' : ` "${name}"`}`;
}
