import type { LogpushJob } from '../../client';
import { errorAt, warningAt, type Diagnostic } from '../../schema';

const renamed = 'If you renamed a construct, keep its job with `moveFromId` (a `moved` block in HCL).';

export function twinExists(zoneId: string, twin: LogpushJob): Diagnostic {
  return errorAt(
    ['name'],
    'Job already exists',
    `${describeTwin(zoneId, twin)} Another one would deliver every line twice. An interrupted apply may have created it. ` +
      `To manage it, set \`on_existing\` (\`onExisting\`) to "adopt", or import it with the ID ${zoneId}/${twin.id}. To keep ` +
      `both, change the name. ${renamed}`,
  );
}

export function willBeAdopted(zoneId: string, twin: LogpushJob): Diagnostic {
  return warningAt(
    ['on_existing'],
    `Job ${twin.id} will be adopted`,
    `${describeTwin(zoneId, twin)} The apply updates it to this configuration instead of creating another one.`,
  );
}

export function managedTwin(zoneId: string, job: LogpushJob): Diagnostic {
  return warningAt(
    ['name'],
    'Duplicate job',
    `${describeTwin(zoneId, job)} This configuration manages it. Unless this apply deletes it first, the new job is not created: two ` +
      `such jobs would deliver every line twice. ${renamed}`,
  );
}

export function managedElsewhere(zoneId: string, job: LogpushJob): Diagnostic {
  return errorAt(
    ['name'],
    'Job managed by another resource',
    `${describeTwin(zoneId, job)} A resource of this configuration manages it already, so another one cannot adopt it. ` +
      `Change the name, or remove one of the two resources. ${renamed} If this resource is tainted, run ` +
      '`terraform untaint`, then apply with `-replace`.',
  );
}

export function keptForAnother({
  zone_id: zoneId,
  id,
}: {
  readonly zone_id: string;
  readonly id: string | null;
}): Diagnostic {
  return warningAt(
    [],
    'Job not deleted',
    `Another resource has adopted job ${id ?? ''} of zone ${zoneId} in this apply. This resource is removed from the state only.`,
  );
}

function describeTwin(zoneId: string, { id, name, dataset }: LogpushJob): string {
  return `Zone ${zoneId} has job ${id} with the same name ("${name ?? ''}"), dataset (${dataset}) and destination.`;
}
