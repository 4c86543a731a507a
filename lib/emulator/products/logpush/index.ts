import type { DatasetScope } from '../../../logs';
import { serviceKey } from '../../fixture/read-additions';
import { itemSeedBy, type FixtureKey, writeItems } from '../../fixture/seed';
import type { Product } from '../../product';
import { valueWhere } from '../../schema/values';
import { scopeKinds } from '../../scope';
import { isInteger } from '../../shape';
import type { World } from '../../world';
import { Challenges } from './challenge';
import { deliveryControls, type Traffic } from './deliver';
import type { TrafficWatcher } from './exchange';
import { Feed } from './feed';
import { logpushRoutes } from './routes';
import { jobBody } from './schema';
import { Jobs } from './state';

export function logpush(
  world: World,
  customFieldsOf: Traffic['customFieldsOf'],
  watcher: TrafficWatcher,
): { readonly product: Product; readonly traffic: Traffic } {
  const challenges = new Challenges(world);
  const jobs = new Jobs(world, challenges);
  const traffic: Traffic = { jobs, feed: new Feed(world.announce), customFieldsOf };
  const product: Product = {
    routes: scopeKinds.flatMap((kind) => logpushRoutes(kind, world, jobs, challenges)),
    rootKeys: { service: serviceKey(world.lists) },
    zoneKeys: { jobs: jobsKey(jobs, 'zone') },
    accountKeys: { jobs: jobsKey(jobs, 'account') },
    controls: deliveryControls(world, traffic, watcher),
    forget: () => traffic.feed.clear(),
  };
  return { product, traffic };
}

/** Jobs of a fixture need no ownership challenge. A job without a dataset would be hard to read, so all are written with it. */
function jobsKey(jobs: Jobs, kind: DatasetScope): FixtureKey {
  return {
    seed: itemSeedBy(fixtureJobId, {
      isTaken: (_ownerId, id) => jobs.isTaken(id),
      create: (id, body, jobId) => jobs.seed({ kind, id }, jobBody.patch(body), jobId),
    }),
    write: (id) =>
      writeItems(jobs.list({ kind, id }), (job) => ({
        id: job.id,
        dataset: job.dataset,
        ...jobBody.write(job),
      })),
  };
}

const fixtureJobId = valueWhere(
  (id): id is number => isInteger(id) && id >= 1,
  (sent) => `${sent} is not the id of a job (an integer from 1)`,
);
