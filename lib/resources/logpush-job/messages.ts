import type { LogpushJob } from '../../client';
import { errorAt, warningAt, type Diagnostic } from '../../schema';
import { describeScope, importIdOf, type JobScope } from './scope';

const renamed = 'If you renamed a construct, keep its job with `moveFromId` (a `moved` block in HCL).';

export function twinExists(scope: JobScope, twin: LogpushJob): Diagnostic {
  return errorAt(
    ['name'],
    'Job already exists',
    `${describeTwin(scope, twin)} Another one would deliver every line twice. An interrupted apply may have created it. ` +
      `To manage it, set \`on_existing\` (\`onExisting\`) to "adopt", or import it with the ID ${importIdOf(scope, twin.id)}. If another ` +
      `resource of your configurations manages it, remove one of the two. To keep both, change the name. ${renamed}`,
  );
}

export function willBeAdopted(scope: JobScope, twin: LogpushJob): Diagnostic {
  return warningAt(
    ['on_existing'],
    `Job ${twin.id} is adopted`,
    `${describeTwin(scope, twin)} The apply updates it to this configuration instead of creating another one, unless the same ` +
      'apply deletes it first.',
  );
}

export function managedTwin(scope: JobScope, job: LogpushJob): Diagnostic {
  return warningAt(
    ['name'],
    'Duplicate job',
    `${describeTwin(scope, job)} The state has it. If this plan replaces, deletes or renames it, the new job takes its place. With ` +
      '`create_before_destroy` both exist for a moment: set `applied_at` to `timestamp()` (the constructs do), and apply in the folder ' +
      'of the plan; otherwise the apply fails, and the next one replaces it. If this plan only removes it from the state (a `removed` ' +
      'block with `destroy = false`), do not apply: both jobs would deliver every line. Use a `moved` block instead, or remove it ' +
      `from the state first (\`terraform state rm\`), so that \`on_existing = "adopt"\` finds it. ${renamed}`,
  );
}

/** For either of the two resources, whichever Terraform plans second. `planned` is what the existing job will be. */
export function managedElsewhere(
  scope: JobScope,
  job: KnownJob,
  planned: Pick<NewJob, 'name'> = job,
): Diagnostic {
  const becomes =
    planned.name === job.name ? '' : ` This plan renames it to ${JSON.stringify(planned.name)}.`;
  return errorAt(
    ['name'],
    'Job managed by another resource',
    `${describeTwin(scope, job)}${becomes} Two resources of this configuration need it, or will have the same name, dataset and ` +
      `destination, so that every line is delivered twice. Change the name of one of them, or remove one. ${renamed}`,
  );
}

/** A job that is not known to exist, as a plan or an apply knows it. */
interface NewJob {
  readonly name: unknown;
  readonly dataset: unknown;
}

/** For the second of two resources that create the same job. */
export function madeTwice(scope: JobScope, { name, dataset }: NewJob): Diagnostic {
  return errorAt(
    ['name'],
    'Job in two resources',
    `Another resource of this configuration makes a job of ${describeScope(scope)} with the same name (${JSON.stringify(name)}), dataset ` +
      `(${String(dataset)}) and destination: every line would be delivered twice. Change the name of one of them, or remove one. ${renamed}`,
  );
}

/** For a managed job. */
export function hasTwin(scope: JobScope, job: LogpushJob, twin: LogpushJob): Diagnostic {
  return warningAt(
    ['name'],
    `Job ${job.id} has a twin`,
    `${describeTwin(scope, twin)} This resource manages job ${job.id}, and both deliver every line. Two applies at the same time may have ` +
      `created both. If this plan deletes one of them, apply it. If no other resource manages job ${twin.id}, delete that job (\`DELETE /${scope.kind}s/${scope.id}/logpush/jobs/${twin.id}\`). ` +
      'Otherwise change the name of one of them, or remove one of the resources.',
  );
}

/** For a create that finds a twin which its plan did not show: Terraform may be about to delete it. */
export function createdBeside(scope: JobScope, twin: LogpushJob): Diagnostic {
  return warningAt(
    ['name'],
    `Job created beside job ${twin.id}`,
    `${describeTwin(scope, twin)} If this apply replaces it, it is deleted next. Otherwise both deliver every line: delete one of them.`,
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

/** A job as the API or the state has it. */
type KnownJob = Pick<LogpushJob, 'name' | 'dataset'> & { readonly id: string | number | null };

function describeTwin(scope: JobScope, { id, name, dataset }: KnownJob): string {
  return `${describeScope(scope)} has job ${id ?? ''} with the same name ("${name ?? ''}"), dataset (${dataset}) and destination.`;
}
