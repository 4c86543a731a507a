import type { LogpushJob } from '../../../client';
import { needsChallenge, withoutCredentials } from '../../../resources/logpush-job/destination';
import { unmanagedOptions } from '../../../resources/logpush-job/options';
import { importIdOf, scopeAttributes, toClientScope } from '../../../resources/logpush-job/scope';
import { joinRows, type Owner, type OwnerRow, type Remark } from './owner-row';
import { importedObject, obstaclesOf } from './objects';
import { PlannedImport, type Caller } from './planned-import';

/** The jobs of a zone or an account: one call. */
export async function readJobs(owner: Owner, caller: Caller): Promise<OwnerRow> {
  const { client, signal } = caller;
  const rows: Partial<OwnerRow>[] = [];
  for (const job of await client.logpush.list(toClientScope(owner), { signal }))
    rows.push(await readJob(job, owner, caller));
  return joinRows(rows);
}

async function readJob(job: LogpushJob, owner: Owner, caller: Caller): Promise<Partial<OwnerRow>> {
  const object = `${owner.name}: job ${job.id}${job.name === null || job.name === '' ? '' : ` "${job.name}"`}`;
  if (!['', 'edge'].includes(job.kind)) {
    const reason = `Jobs of kind "${job.kind}" have no resource.`;
    return { leftOut: [{ kind: 'jobs of other kinds', reason, object }] };
  }
  const planned = new PlannedImport('edge_logpush_job', caller);
  const attributes = await planned.read({ ...scopeAttributes(owner), id: String(job.id) });
  if (attributes === undefined) return {};
  const obstacles = await planned.findObstacles(attributes);
  if (obstacles.length > 0) return { leftOut: obstaclesOf('jobs', obstacles, object) };
  return {
    objects: [importedObject('edge_logpush_job', importIdOf(owner, job.id), owner, attributes)],
    leftOut: optionsOf(job, object),
    secrets: secretsOf(job, object),
  };
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
