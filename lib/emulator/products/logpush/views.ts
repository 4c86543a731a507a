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
import type { Traffic, TrafficJob, TrafficPlace, TrafficPlaces } from '../../page/model/traffic';
import { pageOf, type View } from '../../page/view';
import type { Scope } from '../../scope';
import type { World } from '../../world';
import { exchangeShower } from './exchange-view';
import type { Feed } from './feed';
import type { Job } from './schema';
import { sampleTraffic } from './samples';
import type { Jobs } from './state';

/** The jobs of zones and accounts, and what they did with the newest exchanges, for the page. */
export function trafficViews(
  world: World,
  jobs: Jobs,
  feed: Feed,
  customFieldsOf: (zoneId: string) => CustomFields | undefined,
): readonly View[] {
  const { places } = world;
  const customFields = ({ kind, id }: Scope) => (kind === 'zone' ? customFieldsOf(id) : undefined);
  const listPlaces = (): readonly TrafficPlace[] => {
    const all = [
      ...places.listZones().map((zone) => ({ kind: 'zone' as const, ...zone })),
      ...places.listAccounts().map((account) => ({ kind: 'account' as const, ...account })),
    ].map(({ kind, id, name }) => {
      const own = jobs.list({ kind, id });
      return { kind, id, name, jobs: own.length, enabledJobs: own.filter(({ enabled }) => enabled).length };
    });
    return [...all.filter((each) => each.jobs > 0), ...all.filter((each) => each.jobs === 0)];
  };
  const read = (scope: Scope, call: ControlCall): Traffic => {
    const place = placeOf(world, scope);
    const items = feed.list(scope);
    const count = call.query.get('exchanges') === 'all' ? items.length : shownExchanges;
    const show = exchangeShower();
    return {
      place,
      exampleJob: jobs.list(scope).length > 0 ? null : exampleJobOf(world, scope),
      jobs: jobs.list(scope).map((job) => showJob(job, world.lists.find(job.dataset, scope.kind))),
      customFields: nameCustomFields(customFields(scope)),
      exchanges: items.slice(0, count).map(show),
      kept: items.length,
    };
  };
  const sample = (scope: Scope) => {
    const { name } = placeOf(world, scope);
    return sampleTraffic({
      jobs: jobs.list(scope),
      scope,
      lists: world.lists,
      host: scope.kind === 'zone' ? name : 'example.com',
      customFields: customFields(scope),
      now: world.now(),
      newId: world.newId,
    });
  };
  return [
    {
      path: '/traffic/zones',
      read: ({ query }): TrafficPlaces => pageOf(listPlaces(), query, ({ name, id }) => `${name} ${id}`),
    },
    ...(['zone', 'account'] as const).flatMap((kind): readonly View[] => {
      const root = kind === 'zone' ? '/traffic/:id' : '/traffic/accounts/:id';
      return [
        { path: root, read: (call) => read({ kind, id: call.param('id') }, call) },
        { path: `${root}/samples`, read: (call) => sample({ kind, id: call.param('id') }) },
      ];
    }),
  ];
}

/** Unless all of them are asked for. */
const shownExchanges = 25;

function placeOf({ places }: World, { kind, id }: Scope): Traffic['place'] {
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

function showJob(job: Job, dataset: Dataset | undefined): TrafficJob {
  const delivery = dataset && deliveryOf(job, dataset);
  const filter = job.filter === null ? undefined : parseFilter(job.filter).filter;
  const fields = delivery?.field_names ?? [];
  const hasTemplate = (delivery?.record_template ?? '') !== '';
  return {
    id: job.id,
    name: job.name,
    dataset: job.dataset,
    isEnabled: job.enabled,
    destination: nameDestination(job.destination_conf),
    filter: filter === undefined ? job.filter : describeFilter(filter),
    expression: filter === undefined ? null : formatExpression(filter, dataset && { dataset }),
    sampleRate: delivery?.sample_rate ?? 1,
    format: hasTemplate ? 'template' : (delivery?.output_type ?? 'ndjson'),
    fields,
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
