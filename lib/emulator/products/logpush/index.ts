import type { CustomFields, DatasetScope } from '../../../logs';
import { control, type Control } from '../../controls/control';
import { serviceKey } from '../../fixture/read-additions';
import { itemSeedBy, type FixtureKey, writeItems } from '../../fixture/seed';
import type { Product } from '../../product';
import { valueWhere } from '../../schema/values';
import { isInteger } from '../../shape';
import type { World } from '../../world';
import { Challenges } from './challenge';
import { deliverExchanges, deliverRecords } from './deliver';
import type { TrafficWatcher } from './exchange';
import { Feed } from './feed';
import { logpushRoutes } from './routes';
import { scopePath, scopeKinds } from '../../scope';
import { jobBody } from './schema';
import { Jobs } from './state';

/** The part that the dashboard reads. */
export interface Traffic {
  readonly jobs: Jobs;
  readonly feed: Feed;
  readonly customFieldsOf: (zoneId: string) => CustomFields | undefined;
}

export function logpush(
  world: World,
  customFieldsOf: (zoneId: string) => CustomFields | undefined,
  watcher: TrafficWatcher,
): { readonly product: Product; readonly traffic: Traffic } {
  const challenges = new Challenges(world);
  const jobs = new Jobs(world, challenges);
  const feed = new Feed(world.announce);
  const product: Product = {
    name: 'logpush',
    routes: logpushRoutes(world, jobs, challenges),
    rootKeys: { service: serviceKey(world.lists) },
    zoneKeys: { jobs: jobsKey(jobs, 'zone') },
    accountKeys: { jobs: jobsKey(jobs, 'account') },
    controls: [
      ...scopeKinds.map((kind) => recordsControl(world, jobs, feed, kind)),
      control.post('/zones/:zone_id/requests', (call) => {
        const zoneId = call.param('zone_id');
        return deliverExchanges(world, jobs, feed, customFieldsOf(zoneId), zoneId, call.bytes, watcher);
      }),
    ],
    forget: () => feed.clear(),
  };
  return { product, traffic: { jobs, feed, customFieldsOf } };
}

/** Records of any dataset, whose jobs deliver them. */
function recordsControl(world: World, jobs: Jobs, feed: Feed, kind: DatasetScope): Control {
  return control.post(`${scopePath(kind)}/datasets/:dataset/records`, (call) => {
    const id = call.param(`${kind}_id`);
    return deliverRecords(world, jobs, feed, { kind, id }, call.param('dataset'), call.bytes);
  });
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
