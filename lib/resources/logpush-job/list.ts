import type { LogpushJob } from '../../client';
import { hasCredentials, withoutCredentials } from '../../logs';
import type { Context, Listed, ListedObject, Owner, Remark } from '../handler';
import { needsChallenge } from './destination';
import { unmanagedOptions } from './options';
import { importIdOf, scopeAttributes, toClientScope } from './scope';

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
  const label = labelOf(job, owner);
  return {
    found: { ...scopeAttributes(owner), id: String(job.id) },
    importId: importIdOf(owner, job.id),
    label,
    kind: 'jobs',
    // Without its credentials, only an address that is itself a key has some.
    hasSecret: hasCredentials(withoutCredentials(job.destination_conf).conf),
    unmanaged: optionsOf(job, label),
    secrets: secretsOf(job, label),
  };
}

function labelOf({ id, name }: LogpushJob, owner: Owner): string {
  return `${owner.name}: job ${id}${name === null || name === '' ? '' : ` "${name}"`}`;
}

/** The settings of an imported job that stay as they are, and that the code does not show. */
function optionsOf(job: LogpushJob, object: string): Remark[] {
  const set = unmanagedOptions(job);
  if (set.length === 0) return [];
  const reason =
    'The jobs keep these settings. No attribute has them, so a job that is created anew lacks them.';
  return [{ kind: 'settings of jobs', reason, object: `${object}: ${set.join(', ')}` }];
}

function secretsOf(job: LogpushJob, object: string): Remark[] {
  const { names } = withoutCredentials(job.destination_conf);
  return [
    ...(names.length === 0
      ? []
      : [
          {
            kind: 'credentials of destinations',
            reason:
              'The import needs none. Set `destination_credentials` (`destinationCredentials`) before you change a destination or create the job anew.',
            object: `${object}: ${names.join(', ')}`,
          },
        ]),
    ...(needsChallenge(job.destination_conf)
      ? [
          {
            kind: 'ownership challenges',
            reason:
              'The import needs none. Set `ownership_challenge` (`ownershipChallenge`) before you change the destination or create the job anew.',
            object,
          },
        ]
      : []),
  ];
}
