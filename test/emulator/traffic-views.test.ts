import { compileFilter, parseFilter, type CustomFields } from '../../lib/logs';
import type { Traffic, TrafficOwners, TrafficSample } from '../../lib/emulator/page/model/traffic';
import { trafficViews } from '../../lib/emulator/page/views/traffic';
import type { Product } from '../../lib/emulator/product';
import { logpush } from '../../lib/emulator/products/logpush';
import type { Job } from '../../lib/emulator/products/logpush/schema';
import { httpRequests } from '../logs/dataset-of';
import { accountId, hexId, otherZoneId, proZoneId, zoneId } from './support';
import type { World } from '../../lib/emulator/world';
import { openWorld, readView, useControl } from './world-of';

const secret = 'S3cr3t0000000000000000000000000000000000';
const destination = `r2://logs/{DATE}?account-id=1&access-key-id=${secret}&secret-access-key=${secret}`;
const filterOf = (where: object) => JSON.stringify({ where });
const serverErrors = filterOf({
  and: [
    { key: 'EdgeResponseStatus', operator: 'geq', value: '500' },
    {
      or: [
        { key: 'ClientCountry', operator: 'in', value: ['de', 'fr'] },
        { key: 'BotScore', operator: 'lt', value: '30' },
      ],
    },
  ],
});
const customFields: CustomFields = {
  requestHeaders: ['x-a'],
  responseHeaders: ['server'],
  cookies: ['__proto__'],
};
const lineOf = (fields: object) =>
  JSON.stringify({
    request: {
      headers: [
        ['x-a', '1'],
        ['cookie', '__proto__=p'],
      ],
    },
    response: { headers: [['server', '"o"']] },
    fields,
  });

describe('the views of traffic', () => {
  let world: World;
  let product: Product;
  beforeEach(async () => {
    world = await openWorld();
    const logs = logpush(
      world,
      (id) => (id === zoneId ? customFields : undefined),
      () => undefined,
    );
    product = { ...logs.product, views: trafficViews(world, logs.traffic) };
  });

  const seed = (...jobs: readonly object[]) => {
    product.zoneKeys?.jobs?.seed(
      zoneId,
      jobs.map((job) => ({ enabled: true, destination_conf: destination, ...job })),
      'jobs',
    );
  };
  const send = (...lines: readonly string[]) =>
    useControl(product, `/zones/${zoneId}/requests`, lines.join('\n'));
  const traffic = (path = `/traffic/${zoneId}`) => readView(product, path) as Traffic;
  const samples = (path = `/traffic/${zoneId}`) =>
    readView(product, `${path}/samples`) as readonly TrafficSample[];

  it('list zones and accounts, those with jobs first', () => {
    seed({}, { enabled: false });
    expect(readView(product, '/traffic/zones')).toMatchObject({
      total: 4,
      items: [
        { kind: 'zone', id: zoneId, name: 'one.example', jobs: 2, enabledJobs: 1 },
        { kind: 'zone', id: otherZoneId, jobs: 0, enabledJobs: 0 },
        { kind: 'zone', id: proZoneId },
        { kind: 'account', id: accountId, name: 'Account' },
      ],
    });
    const { items } = readView(product, '/traffic/zones?search=PRO') as TrafficOwners;
    expect(items.map(({ id }) => id)).toEqual([proZoneId]);
  });

  it('show a job with its filter in words and without the credentials of its destination', () => {
    seed({
      name: 'errors',
      filter: serverErrors,
      output_options: { field_names: ['RayID', 'Cookies'], sample_rate: 0.25 },
    });
    const { jobs, exampleJob } = traffic();
    expect(jobs).toEqual([
      {
        id: 1001,
        name: 'errors',
        dataset: 'http_requests',
        isEnabled: true,
        destination: 'r2://logs/{DATE}',
        filter:
          'EdgeResponseStatus is at least 500 and (ClientCountry is one of de, fr or BotScore is less than 30)',
        expression: 'EdgeResponseStatus >= 500 and (ClientCountry in {"de" "fr"} or BotScore < 30)',
        sampleRate: 0.25,
        format: 'ndjson',
        fields: ['RayID', 'Cookies'],
        customFieldLogFields: ['Cookies'],
        lastComplete: null,
        lastError: null,
      },
    ]);
    expect(exampleJob).toBeNull();
    expect(JSON.stringify(traffic())).not.toContain(secret);
  });

  it('show what each job did with an exchange, and mark the custom fields of its line', async () => {
    const field_names = ['EdgeResponseStatus', 'RequestHeaders', 'ResponseHeaders', 'Cookies'];
    const prefixes = { record_prefix: '', record_suffix: '|\n' };
    seed(
      { output_options: { field_names } },
      { output_options: { field_names, output_type: 'csv' } },
      { output_options: { ...prefixes, field_names, record_template: 'é {{.RequestHeaders}} {{.Cookies}}' } },
      { filter: serverErrors },
    );
    await send(
      lineOf({ EdgeResponseStatus: 200, ClientRequestMethod: 'GET' }),
      lineOf({ EdgeResponseStatus: 503 }),
    );
    const { exchanges, kept } = traffic();
    expect(kept).toBe(2);
    expect(exchanges.map(({ number, summary }) => [number, summary])).toEqual([
      [2, '503'],
      [1, 'GET 200'],
    ]);
    const marked = exchanges[1]?.outcomes.map((outcome) =>
      outcome.kind === 'delivered'
        ? [outcome.line, ...outcome.marks.map(([from, to]) => outcome.line.slice(from, to))]
        : outcome.kind,
    );
    const json = ['{"x-a":"1"}', String.raw`{"server":"\"o\""}`, '{"__proto__":"p"}'] as const;
    const csv = json.map((text) => `"${text.replaceAll('"', '""')}"`);
    expect(marked).toEqual([
      [
        `{"EdgeResponseStatus":200,"RequestHeaders":${json[0]},"ResponseHeaders":${json[1]},"Cookies":${json[2]}}`,
        ...json,
      ],
      [`200,${csv.join(',')}`, ...csv],
      [`é ${json[0]} ${json[2]}|`, json[0], json[2]],
      'dropped',
    ]);
    const unmet = exchanges.map(({ outcomes }) => outcomes.find(({ kind }) => kind === 'dropped'));
    expect(unmet).toEqual([
      {
        jobId: 1004,
        kind: 'dropped',
        unmet: [
          { condition: 'ClientCountry is one of de, fr', value: 'the line has none' },
          { condition: 'BotScore is less than 30', value: 'the line has none' },
        ],
      },
      {
        jobId: 1004,
        kind: 'dropped',
        unmet: [{ condition: 'EdgeResponseStatus is at least 500', value: 'it is 200' }],
      },
    ]);
  });

  it('show lines that were not sampled, and lines that could not be written', async () => {
    seed(
      { output_options: { sample_rate: 0.4 } },
      { destination_conf: `https://logs.example.com/in?header_Authorization=${secret}` },
      { max_upload_records: 1000 },
    );
    await send(...Array.from({ length: 1001 }, () => lineOf({})));
    const [second, first] = traffic().exchanges;
    const kinds = (outcomes: Traffic['exchanges'][number]['outcomes'] = []) =>
      outcomes.map(({ kind }) => kind);
    expect(kinds(first?.outcomes)).toEqual(['unsampled', 'failed', 'delivered']);
    const objects = [first, second].map((each) => each?.outcomes.find(({ kind }) => kind === 'delivered'));
    const paths = objects.map((each) => (each?.kind === 'delivered' ? each.object : ''));
    expect(new Set(paths).size).toBe(2);
    expect(paths[0]).toMatch(/^logs\/20260102\/.*\.log\.gz$/);
    expect(traffic().jobs[1]).toMatchObject({
      destination: 'https://logs.example.com/…',
      lastError: { message: 'error writing object: this emulator does not deliver to https' },
    });
    expect(JSON.stringify(traffic())).not.toContain(secret);
  });

  it('name the conditions of the filter that a job had then', async () => {
    seed({ filter: serverErrors });
    await send(lineOf({ EdgeResponseStatus: 200 }));
    const { store } = world;
    const table = store.table<Job>('logpush_jobs');
    const job = table.get(zoneId, '1001');
    if (job !== undefined) store.commit([table.put(zoneId, '1001', { ...job, filter: null })]);
    expect(traffic().jobs).toMatchObject([{ filter: null }]);
    expect(traffic().exchanges[0]?.outcomes).toMatchObject([
      { kind: 'dropped', unmet: [{ condition: 'EdgeResponseStatus is at least 500' }] },
    ]);
  });

  it('show a part of many exchanges, or all', async () => {
    seed({});
    await send(...Array.from({ length: 60 }, () => lineOf({})));
    expect(traffic()).toMatchObject({ kept: 60 });
    expect(traffic().exchanges).toHaveLength(25);
    expect(traffic(`/traffic/${zoneId}?exchanges=all`).exchanges).toHaveLength(60);
  });

  it('show the records of accounts and of other datasets', async () => {
    product.accountKeys?.jobs?.seed(
      accountId,
      [{ enabled: true, dataset: 'audit_logs', destination_conf: destination }],
      'jobs',
    );
    const path = `/traffic/accounts/${accountId}`;
    const [mix] = samples(path);
    expect(mix).toMatchObject({ name: 'Mix', dataset: 'audit_logs' });
    const reply = await useControl(
      product,
      `/accounts/${accountId}/datasets/audit_logs/records`,
      mix?.lines ?? '',
    );
    expect(reply).toMatchObject({ delivered: { 1001: 2 } });
    expect(traffic(path).exchanges).toHaveLength(2);
    expect(traffic().exchanges).toEqual([]);
  });

  it('are empty after a reset', async () => {
    await send(lineOf({}), lineOf({}));
    product.forget?.();
    expect(traffic()).toMatchObject({ kept: 0, exchanges: [] });
  });

  it('have samples that each job delivers some of and drops some of, with values for the custom fields', async () => {
    const filters = [
      serverErrors,
      filterOf({
        and: [
          { key: 'ClientRequestPath', operator: 'startsWith', value: '/a/' },
          { key: 'ClientRequestPath', operator: 'endsWith', value: '.js' },
          { key: 'ClientRequestPath', operator: '!contains', value: 'min' },
        ],
      }),
      filterOf({
        or: [
          { key: 'CacheReserveUsed', operator: 'eq', value: 'true' },
          { key: 'BotTags', operator: 'contains', value: 'api' },
        ],
      }),
      filterOf({
        and: [
          { key: 'EdgeResponseStatus', operator: '!in', value: [200, 302] },
          { key: 'BotScore', operator: 'gt', value: '99' },
        ],
      }),
    ];
    seed(...filters.map((filter, index) => ({ name: `job-${index}`, filter })));
    const all = samples();
    expect(all.map(({ name }) => name)).toEqual([
      'Mix',
      'Plain',
      ...filters.map((_, index) => `Match job-${index}`),
    ]);
    for (const [index, text] of filters.entries()) {
      const { filter } = parseFilter(text);
      const passes = filter && compileFilter(filter, httpRequests);
      const recordsOf = (sample: TrafficSample | undefined) =>
        (sample?.lines ?? '')
          .split('\n')
          .map((line) => (JSON.parse(line) as { fields: Record<string, unknown> }).fields);
      const mixed = recordsOf(all[0]).map((record) => passes?.(record));
      expect(mixed).toContain(true);
      expect(mixed).toContain(false);
      expect(recordsOf(all[index + 2]).map((record) => passes?.(record))).toEqual([true]);
    }
    await expect(send(...all.map(({ lines }) => lines))).resolves.toMatchObject({
      accepted: expect.any(Number) as number,
    });
    const line = JSON.parse(all[1]?.lines.split('\n')[0] ?? '') as unknown;
    expect(line).toMatchObject({
      request: {
        headers: [
          ['x-a', 'x-a-1'],
          ['cookie', '__proto__=__proto__-1'],
        ],
      },
      response: { headers: [['server', 'origin']] },
    });
  });

  it('give an example of a job that the API accepts, and none where there cannot be jobs', () => {
    const { exampleJob } = traffic(`/traffic/${otherZoneId}`);
    product.zoneKeys?.jobs?.seed(otherZoneId, [JSON.parse(exampleJob ?? '')], 'jobs');
    expect(traffic(`/traffic/${otherZoneId}`).jobs).toHaveLength(1);
    expect(traffic(`/traffic/${proZoneId}`).exampleJob).toBeNull();
    expect(() => traffic(`/traffic/${hexId()}`)).toThrow('There is no zone with this id');
  });
});
