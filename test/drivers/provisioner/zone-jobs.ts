import { zoneId, type worlds, type World } from '../../support/handler-harness';
import type { deployments, Deployment, Given } from './simulated-deploy';

export const jobs = `/zones/${zoneId}/logpush/jobs`;

export const plainJob = {
  zone_id: zoneId,
  name: 'errors',
  destination_conf: 's3://bucket/logs/{DATE}?endpoint=storage.example',
  fields: ['RayID'],
};

interface Begun {
  readonly world: World;
  readonly deployment: Deployment;
}

/** Deployments of a job, each in a world of its own: before the first deploy, and after it. */
export function jobDeployments(
  start: ReturnType<typeof worlds>,
  begin: ReturnType<typeof deployments>,
  job: Given,
) {
  const beginJob = async (): Promise<Begun> => {
    const world = await start();
    return { world, deployment: begin(world, 'edge_logpush_job') };
  };
  const deployed = async (secrets?: Given): Promise<Begun> => {
    const begun = await beginJob();
    await begun.deployment.deploy(job, secrets);
    return begun;
  };
  return { beginJob, deployed };
}

export function labelOf(name: string): string {
  return `edge_logpush_job (zone_id "${zoneId}", name "${name}")`;
}

export async function jobsOf(world: World, zone = zoneId): Promise<readonly Record<string, unknown>[]> {
  return (await world.api('GET', `/zones/${zone}/logpush/jobs`)) as readonly Record<string, unknown>[];
}

/** Creates a job out of band that matches {@link plainJob}, but for the changes. */
export function makeJob(world: World, changes: object = {}): Promise<unknown> {
  return world.api('POST', jobs, {
    name: plainJob.name,
    dataset: 'http_requests',
    destination_conf: plainJob.destination_conf,
    logpull_options: 'fields=RayID&timestamps=unixnano',
    enabled: true,
    ...changes,
  });
}
