import type { CustomFields } from '../../../logs';
import { generalRefusals } from '../../errors';
import { FixtureError, listAt, objectAt, sowItem } from '../../fixture';
import type { Product } from '../../route';
import { hex32, isInteger, shown } from '../../shape';
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
        path: '/zones/:zone_id/requests',
        handle: ({ param, bytes }) => {
          const zoneId = param('zone_id');
          if (!hex32.test(zoneId) || world.places.zone(zoneId) === undefined)
            throw generalRefusals.noRoute(`/__emulator/zones/${zoneId}/requests`);
          return deliverExchanges(world, jobs, customFieldsOf(zoneId), zoneId, bytes, watcher);
        },
      },
    ],
  };
}

/** Jobs of a fixture: bodies of a create call, with ids if wanted; nobody has to prove that a bucket is theirs. */
function seed(jobs: Jobs) {
  return (zoneId: string, items: unknown, path: string) => {
    const ids = new Set(jobs.list(zoneId).map((job) => job.id));
    for (const [index, item] of listAt(items, path).entries()) {
      const here = `${path}[${index}]`;
      const { id, ...body } = objectAt(item, here);
      if (id !== undefined && (!isInteger(id) || id < 1))
        throw new FixtureError(`${here}.id`, `${shown(id)} is not the id of a job (an integer from 1)`);
      if (id !== undefined && ids.has(id)) throw new FixtureError(`${here}.id`, `${id} is used twice`);
      sowItem(here, () => ids.add(jobs.seed(zoneId, parseJob(body), id).id));
    }
  };
}
