import {
  customFieldKinds,
  customFieldLogFields,
  deliveryOf,
  describeFilter,
  formatExpression,
  nameDestination,
  parseFilter,
  type CustomFields,
  type Dataset,
} from '../../../logs';
import type { ControlCall } from '../../controls/control';
import { refuse } from '../../http/errors';
import type { Traffic } from '../../products/logpush';
import { sampleTraffic } from '../../products/logpush/samples';
import type { Job } from '../../products/logpush/schema';
import type { Scope } from '../../scope';
import type { World } from '../../world';
import { pageOf, type View } from '../view';
import { exchangeShower } from './exchanges';

/** The jobs of zones and accounts, and what they did with the newest exchanges, for the page. */
export function trafficViews(world: World, traffic: Traffic): readonly View[] {
  return [
    { path: '/traffic/zones', read: ({ query }) => listOwners(world, traffic, query) },
    ...(['zone', 'account'] as const).flatMap((kind): readonly View[] => {
      const root = kind === 'zone' ? '/traffic/:id' : '/traffic/accounts/:id';
      return [
        { path: root, read: (call) => readTraffic(world, traffic, { kind, id: call.param('id') }, call) },
        { path: `${root}/samples`, read: (call) => sample(world, traffic, { kind, id: call.param('id') }) },
      ];
    }),
  ];
}

/** Lists zones and accounts, those with jobs first. */
export function listOwners({ places }: World, { jobs }: Traffic, query: URLSearchParams) {
  const all = [
    ...places.listZones().map((zone) => ({ kind: 'zone' as const, ...zone })),
    ...places.listAccounts().map((account) => ({ kind: 'account' as const, ...account })),
  ].map(({ kind, id, name }) => {
    const own = jobs.list({ kind, id });
    return { kind, id, name, jobs: own.length, enabledJobs: own.filter(({ enabled }) => enabled).length };
  });
  const sorted = [...all.filter((each) => each.jobs > 0), ...all.filter((each) => each.jobs === 0)];
  return pageOf(sorted, query, ({ name, id }) => `${name} ${id}`);
}

export function readTraffic(
  world: World,
  { jobs, feed, customFieldsOf }: Traffic,
  scope: Scope,
  call: ControlCall,
) {
  const place = placeOf(world, scope);
  const items = feed.list(scope);
  const count = call.query.get('exchanges') === 'all' ? items.length : shownExchanges;
  return {
    place,
    /** The body of a call that creates a job; null where there is one, and in zones that cannot have any. */
    exampleJob: jobs.list(scope).length > 0 ? null : exampleJobOf(world, scope),
    jobs: jobs.list(scope).map((job) => showJob(job, world.lists.find(job.dataset, scope.kind))),
    /** Names of custom fields in plain words, such as `request header x-trace`. */
    customFields: nameCustomFields(customFieldsIn(scope, customFieldsOf)),
    /** The newest first, a part of those that are kept. */
    exchanges: items.slice(0, count).map(exchangeShower()),
    /** How many are kept. */
    kept: items.length,
  };
}

export function sample(world: World, { jobs, customFieldsOf }: Traffic, scope: Scope) {
  const { name } = placeOf(world, scope);
  return sampleTraffic({
    jobs: jobs.list(scope),
    scope,
    lists: world.lists,
    host: scope.kind === 'zone' ? name : 'example.com',
    customFields: customFieldsIn(scope, customFieldsOf),
    now: world.now(),
    newId: world.newId,
  });
}

function customFieldsIn({ kind, id }: Scope, customFieldsOf: Traffic['customFieldsOf']) {
  return kind === 'zone' ? customFieldsOf(id) : undefined;
}

/** Unless all of them are asked for. */
const shownExchanges = 25;

function placeOf({ places }: World, { kind, id }: Scope) {
  const found = kind === 'zone' ? places.zone(id) : places.account(id);
  if (found === undefined) throw refuse(404, 1000, `There is no ${kind} with this id. Choose another one.`);
  return { kind, id, name: found.name };
}

/** Zones of other plans than Enterprise cannot have jobs. */
function exampleJobOf({ places }: World, { kind, id }: Scope): string | null {
  if (kind === 'zone' && places.zone(id)?.plan !== 'enterprise') return null;
  const job = {
    name: 'example',
    dataset: kind === 'zone' ? 'http_requests' : 'audit_logs',
    enabled: true,
    // A destination that proves with its keys whose it is, so that the call needs no ownership challenge.
    destination_conf:
      'r2://edge-logs/{DATE}?account-id=example&access-key-id=example&secret-access-key=example',
  };
  return JSON.stringify(job, null, 2);
}

function showJob(job: Job, dataset: Dataset | undefined) {
  const delivery = dataset && deliveryOf(job, dataset);
  const filter = job.filter === null ? undefined : parseFilter(job.filter).filter;
  const fields = delivery?.field_names ?? [];
  const hasTemplate = (delivery?.record_template ?? '') !== '';
  return {
    id: job.id,
    name: job.name,
    dataset: job.dataset,
    isEnabled: job.enabled,
    /** Without credentials. */
    destination: nameDestination(job.destination_conf),
    /** In words; null delivers every line. */
    filter: filter === undefined ? job.filter : describeFilter(filter),
    expression: filter === undefined ? null : formatExpression(filter, dataset && { dataset }),
    /** The share of the lines that match, from 0 to 1. */
    sampleRate: delivery?.sample_rate ?? 1,
    format: hasTemplate ? 'template' : (delivery?.output_type ?? 'ndjson'),
    fields,
    /** Fields that carry custom fields. */
    customFieldLogFields:
      job.dataset === 'http_requests' ? fields.filter((name) => customFieldNames.includes(name)) : [],
    lastComplete: job.last_complete,
    lastError:
      job.last_error === null || job.error_message === null
        ? null
        : { at: job.last_error, message: job.error_message },
  };
}

const customFieldNames: readonly string[] = customFieldLogFields;

function nameCustomFields(customFields: CustomFields | undefined): readonly string[] {
  if (customFields === undefined) return [];
  return customFieldKinds.flatMap(({ key, noun }) =>
    (customFields[key] ?? []).map((name) => `${noun} ${name}`),
  );
}
