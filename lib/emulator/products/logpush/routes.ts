import { messageOf } from '../../../ground/words';
import { defaultFields } from '../../../logs';
import type { Dataset, DatasetScope } from '../../../logs';
import { withDate } from '../../buckets';
import { answer, bodyOf } from '../../http/route';
import type { Call, Route } from '../../http/route';
import { isString } from '../../shape';
import type { ServiceLists } from '../../service-lists';
import type { World } from '../../world';
import type { Challenges } from './challenge';
import { bucketSchemes, logpullOptionsFault, readDestination } from './checks';
import { logpushRefusals as refusals } from './errors';
import { parseJob, parseTexts } from './parse';
import { renderFields, renderJob } from './render';
import { scopePath, scopeKinds, scopeOf } from '../../scope';
import type { Scope } from '../../scope';
import type { Jobs } from './state';

/** The same calls for the jobs of zones and of accounts. */
export function logpushRoutes(world: World, jobs: Jobs, challenges: Challenges): readonly Route[] {
  return scopeKinds.flatMap((kind) => routesOf(kind, world, jobs, challenges));
}

function routesOf(kind: DatasetScope, world: World, jobs: Jobs, challenges: Challenges): readonly Route[] {
  const root = `${scopePath(kind)}/logpush`;
  const owner = (call: Call) => scopeOf(kind, call);
  const datasetOf = (call: Call) => findNamed(world.lists, call.param('dataset'), kind);
  return [
    {
      method: 'GET',
      path: `${root}/jobs`,
      handle: (call) => answer.resource(jobs.list(owner(call)).map(renderJob)),
    },
    {
      method: 'POST',
      path: `${root}/jobs`,
      handle: (call) => answer.resource(renderJob(jobs.create(owner(call), parseJob(bodyOf(call))))),
    },
    {
      method: 'GET',
      path: `${root}/jobs/:job_id`,
      handle: (call) => answer.resource(renderJob(jobs.get(owner(call), call.param('job_id')))),
    },
    {
      method: 'PUT',
      path: `${root}/jobs/:job_id`,
      handle: (call) => {
        const id = call.param('job_id');
        jobs.get(owner(call), id);
        return answer.resource(renderJob(jobs.update(owner(call), id, parseJob(bodyOf(call)))));
      },
    },
    {
      method: 'DELETE',
      path: `${root}/jobs/:job_id`,
      handle: (call) => {
        jobs.delete(owner(call), call.param('job_id'));
        return answer.report({ id: Number(call.param('job_id')) });
      },
    },
    {
      method: 'GET',
      path: `${root}/datasets/:dataset/jobs`,
      handle: (call) => {
        const { name } = datasetOf(call);
        return answer.resource(
          jobs
            .list(owner(call))
            .filter((job) => job.dataset === name)
            .map(renderJob),
        );
      },
    },
    {
      method: 'GET',
      path: `${root}/datasets/:dataset/fields`,
      handle: (call) => answer.report(renderFields(datasetOf(call))),
    },
    {
      method: 'GET',
      path: `${root}/datasets/:dataset/fields/default`,
      handle: (call) => {
        const dataset = datasetOf(call);
        return answer.report(renderFields(dataset, defaultFields(dataset)));
      },
    },
    {
      method: 'POST',
      path: `${root}/ownership`,
      handle: async (call) => {
        const { destination_conf: conf } = parseTexts(bodyOf(call), ['destination_conf']);
        return answer.report(await proveOwnership(world, challenges, owner(call), conf));
      },
    },
    {
      method: 'POST',
      path: `${root}/ownership/validate`,
      handle: (call) => {
        const body = parseTexts(bodyOf(call), ['destination_conf', 'ownership_challenge']);
        const valid = challenges.isValid(body.ownership_challenge, owner(call), body.destination_conf);
        return answer.report({ valid });
      },
    },
    {
      method: 'POST',
      path: `${root}/validate/destination`,
      handle: (call) => {
        const { reason } = readDestination(
          parseTexts(bodyOf(call), ['destination_conf']).destination_conf,
          world.lists,
        );
        return answer.report({ valid: reason === undefined, message: reason ?? '' });
      },
    },
    {
      method: 'POST',
      path: `${root}/validate/destination/exists`,
      handle: (call) => {
        const { destination_conf: conf } = parseTexts(bodyOf(call), ['destination_conf']);
        return answer.report({
          exists: jobs.list(owner(call)).some((job) => job.destination_conf === conf),
        });
      },
    },
    {
      method: 'POST',
      path: `${root}/validate/origin`,
      handle: (call) => {
        const body = parseTexts(bodyOf(call), ['logpull_options'], ['dataset']);
        const name = isString(body.dataset) ? body.dataset : 'http_requests';
        const dataset = world.lists.find(name, kind);
        const reason =
          dataset === undefined
            ? refusals.noDataset(name, kind).message
            : logpullOptionsFault(body.logpull_options, dataset);
        return answer.report({ valid: reason === undefined, message: reason ?? '' });
      },
    },
  ];
}

/** Writes a token into the destination: who can read it owns the destination. An invalid destination is not an error. */
async function proveOwnership(
  world: World,
  challenges: Challenges,
  scope: Scope,
  conf: string,
): Promise<{ filename: string; valid: boolean; message: string }> {
  const { destination, reason } = readDestination(conf, world.lists);
  if (destination === undefined) return { filename: '', valid: false, message: reason };
  if (!bucketSchemes.includes(destination.scheme)) {
    const message = destination.needsChallenge
      ? `this emulator has no ${destination.scheme} to write a challenge to`
      : 'this destination needs no ownership challenge';
    return { filename: '', valid: !destination.needsChallenge, message };
  }
  const [bucket = '', ...folders] = withDate(destination.bucketPath, world.now())
    .split('/')
    .filter((part) => part !== '');
  const filename = [...folders, `ownership-challenge-${world.newId().slice(0, 8)}.txt`].join('/');
  try {
    await world.buckets.write(`${bucket}/${filename}`, challenges.issue(scope, conf));
    return { filename, valid: true, message: '' };
  } catch (error) {
    return { filename: '', valid: false, message: `error writing object: ${messageOf(error)}` };
  }
}

function findNamed(lists: ServiceLists, name: string, kind: DatasetScope): Dataset {
  const dataset = lists.find(name, kind);
  if (dataset === undefined) throw refusals.noDataset(name, kind);
  return dataset;
}
