import { messageOf } from '../../../ground/words';
import { bucketSchemes, defaultFields, type Dataset, type DatasetScope } from '../../../logs';
import { withDate } from '../../buckets';
import { crud } from '../../http/crud';
import { answer, bodyOf, route, type Answer, type Call, type Route } from '../../http/route';
import type { ServiceLists } from '../../service-lists';
import type { World } from '../../world';
import type { Challenges } from './challenge';
import { checkDestination, logpullOptionsFault } from './checks';
import { logpushRefusals as refusals } from './errors';
import { scopePath, scopeOf, type Scope } from '../../scope';
import { found } from '../../shape';
import { challengeBody, destinationBody, jobBody, optionsBody } from './schema';
import type { Jobs } from './state';

export function logpushRoutes(
  kind: DatasetScope,
  world: World,
  jobs: Jobs,
  challenges: Challenges,
): readonly Route[] {
  const root = `${scopePath(kind)}/logpush`;
  const owner = (call: Call) => scopeOf(kind, call);
  const datasetOf = (call: Call) => findNamed(world.lists, call.param('dataset'), kind);
  return [
    ...crud({
      path: `${root}/jobs`,
      id: 'job_id',
      owner,
      items: jobs,
      create: (scope, sent) => jobs.create(scope, jobBody.patch(sent)),
      replace: (scope, job, sent) => jobs.update(scope, job, jobBody.patch(sent)),
      deleted: (id) => answer.report({ id: Number(id) }),
    }),
    route.get(`${root}/datasets/:dataset/jobs`, (call) => {
      const { name } = datasetOf(call);
      const ofDataset = jobs.list(owner(call)).filter((job) => job.dataset === name);
      return answer.resource(ofDataset);
    }),
    route.get(`${root}/datasets/:dataset/fields`, (call) => answer.report(renderFields(datasetOf(call)))),
    route.get(`${root}/datasets/:dataset/fields/default`, (call) => {
      const dataset = datasetOf(call);
      return answer.report(renderFields(dataset, defaultFields(dataset)));
    }),
    route.post(`${root}/ownership`, async (call) => {
      const { destination_conf: conf } = destinationBody.parse(bodyOf(call));
      return answer.report(await proveOwnership(world, challenges, owner(call), conf));
    }),
    route.post(`${root}/ownership/validate`, (call) => {
      const { ownership_challenge: token, destination_conf: conf } = challengeBody.parse(bodyOf(call));
      return answer.report({ valid: challenges.isValid(token, owner(call), conf) });
    }),
    route.post(`${root}/validate/destination`, (call) => {
      const { reason } = checkDestination(destinationBody.parse(bodyOf(call)).destination_conf, world.lists);
      return verdict(reason);
    }),
    route.post(`${root}/validate/destination/exists`, (call) => {
      const { destination_conf: conf } = destinationBody.parse(bodyOf(call));
      const exists = jobs.list(owner(call)).some((job) => job.destination_conf === conf);
      return answer.report({ exists });
    }),
    route.post(`${root}/validate/origin`, (call) => {
      const { logpull_options: options, dataset: name } = optionsBody.parse(bodyOf(call));
      const dataset = world.lists.find(name, kind);
      if (dataset === undefined) return verdict(refusals.noDataset(name, kind).message);
      return verdict(logpullOptionsFault(options, dataset));
    }),
  ];
}

function verdict(reason: string | undefined): Answer {
  return answer.report({ valid: reason === undefined, message: reason ?? '' });
}

/** Writes a token into the destination: who can read it owns the destination. An invalid destination is not an error. */
async function proveOwnership(
  world: World,
  challenges: Challenges,
  scope: Scope,
  conf: string,
): Promise<{ filename: string; valid: boolean; message: string }> {
  const { destination, reason } = checkDestination(conf, world.lists);
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
  return found(lists.find(name, kind), () => refusals.noDataset(name, kind));
}

/** Field names with descriptions, which begin with the type where the service says it: `int; BotScore of http_requests`. */
function renderFields(
  dataset: Dataset,
  names: readonly string[] = [...dataset.fields.keys(), ...(dataset.untyped ?? [])],
): object {
  return Object.fromEntries(
    names.map((name) => {
      const type = dataset.fields.get(name);
      const deprecated = dataset.deprecated.has(name) ? '; deprecated' : '';
      return [name, `${type === undefined ? '' : `${type}; `}${name} of ${dataset.name}${deprecated}`];
    }),
  );
}
