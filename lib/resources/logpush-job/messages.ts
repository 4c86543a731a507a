import type { LogpushJob } from '../../client';
import { errorAt, warningAt, type Diagnostic } from '../../schema';
import { howToManage } from '../new-object';
import { logpushJobContract } from './contract';
import { describeScope, importIdOf, type JobScope } from './scope';

const { typeName } = logpushJobContract;

export function duplicateExists(scope: JobScope, duplicate: LogpushJob): Diagnostic {
  return errorAt(
    ['name'],
    'Job already exists',
    `${describeDuplicate(scope, duplicate)} Another one would deliver every line twice. An interrupted apply may have created it.\n` +
      `${howToManage(typeName, importIdOf(scope, duplicate.id))}To keep both, change the name.`,
  );
}

export function madeTwice({ name, dataset }: Readonly<Record<'name' | 'dataset', unknown>>): Diagnostic {
  return errorAt(
    ['name'],
    'Job in two resources',
    `Another resource of this configuration makes a job of the same owner with the same name (${JSON.stringify(name)}), dataset ` +
      `(${String(dataset)}) and destination: every line would be delivered twice. Change the name of one of them, or remove one.`,
  );
}

export function willBeDuplicate(scope: JobScope, duplicate: LogpushJob): Diagnostic {
  return warningAt(
    ['name'],
    `Job ${duplicate.id} becomes a twin`,
    `${describeDuplicate(scope, duplicate)} This plan gives this job the same ones, and both deliver every line, unless the plan changes or deletes ` +
      'the other one too. Otherwise change the name of one of them.',
  );
}

export function hasDuplicate(scope: JobScope, job: LogpushJob, duplicate: LogpushJob): Diagnostic {
  return warningAt(
    ['name'],
    `Job ${job.id} has a twin`,
    `${describeDuplicate(scope, duplicate)} This resource manages job ${job.id}, and both deliver every line. Two applies at the same time may have ` +
      `created both. If this plan deletes one of them, apply it. If no other resource manages job ${duplicate.id}, delete that job (\`DELETE /${scope.kind}s/${scope.id}/logpush/jobs/${duplicate.id}\`). ` +
      'Otherwise change the name of one of them, or remove one of the resources.',
  );
}

export function createdTwice(scope: JobScope, created: LogpushJob, second: LogpushJob): Diagnostic {
  return warningAt(
    [],
    'Job created twice',
    `${describeScope(scope)} has job ${second.id} with the same settings as job ${created.id}, which this apply created. A request without a ` +
      'reply had an effect only after it was repeated, unless another client has created that job. Both deliver every line. ' +
      `Delete job ${second.id}.`,
  );
}

function describeDuplicate(scope: JobScope, { id, name, dataset }: LogpushJob): string {
  return `${describeScope(scope)} has job ${id} with the same name ("${name ?? ''}"), dataset (${dataset}) and destination.`;
}
