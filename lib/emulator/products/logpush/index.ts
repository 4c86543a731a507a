import type { CustomFields } from '../../../logs';
import { zoneIdOf } from '../../controls/control';
import { FixtureError, itemSeedBy } from '../../fixture/seed';
import type { FixtureSeed } from '../../fixture/seed';
import type { Product } from '../../product';
import { isInteger, shown } from '../../shape';
import type { World } from '../../world';
import { Challenges } from './challenge';
import { deliverExchanges } from './deliver';
import type { TrafficWatcher } from './exchange';
import { parseJob } from './parse';
import { logpushRoutes } from './routes';
import { Jobs } from './state';

export function logpush(
  world: World,
  customFieldsOf: (zoneId: string) => CustomFields | undefined,
  watcher: TrafficWatcher,
): Product {
  const challenges = new Challenges(world);
  const jobs = new Jobs(world, challenges);
  return {
    name: 'logpush',
    routes: logpushRoutes(world, jobs, challenges),
    zoneSeeds: { jobs: seed(jobs) },
    controls: [
      {
        method: 'POST',
        path: trafficPath,
        handle: (call) => {
          const zoneId = zoneIdOf(call, world.places, trafficPath);
          return deliverExchanges(world, jobs, customFieldsOf(zoneId), zoneId, call.bytes, watcher);
        },
      },
    ],
  };
}

const trafficPath = '/zones/:zone_id/requests';

/** Jobs of a fixture need no ownership challenge. */
function seed(jobs: Jobs): FixtureSeed {
  return itemSeedBy(readJobId, {
    isTaken: (zoneId, id) => jobs.list(zoneId).some((job) => job.id === id),
    create: (zoneId, body, id) => jobs.seed(zoneId, parseJob(body), id),
  });
}

function readJobId(id: unknown, path: string): number {
  if (isInteger(id) && id >= 1) return id;
  throw new FixtureError(`${path}.id`, `${shown(id)} is not the id of a job (an integer from 1)`);
}
