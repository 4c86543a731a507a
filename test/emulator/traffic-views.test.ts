import { compileFilter, parseFilter, type CustomFields } from '../../lib/logs';
import { exampleJob, trafficPages } from '../../lib/emulator/page/traffic';
import type { Product } from '../../lib/emulator/product';
import { logpush } from '../../lib/emulator/products/logpush';
import type { Traffic } from '../../lib/emulator/products/logpush/deliver';
import { sampleTraffic, type TrafficSample } from '../../lib/emulator/products/logpush/samples';
import type { Job } from '../../lib/emulator/products/logpush/schema';
import { httpRequests } from '../logs/dataset-of';
import { hexId, otherZoneId, proZoneId, zoneId } from './support';
import type { World } from '../../lib/emulator/world';
import { openWorld, readPage, useControl } from './world-of';

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

describe('the pages of traffic', () => {
  let world: World;
  let state: Traffic;
  let product: Product;
  beforeEach(async () => {
    world = await openWorld();
    const logs = logpush(
      world,
      (id) => (id === zoneId ? customFields : undefined),
      () => undefined,
    );
    state = logs.traffic;
    product = { ...logs.product, pages: trafficPages(world, state) };
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
  const traffic = (path = `/traffic/${zoneId}`) => readPage(product.pages, path);
  /** The HTML of what each job of the zone did with the exchange of a number. */
  const linesOf = (number: number) =>
    [
      ...traffic().html.matchAll(/<li id="line-\d+-(\d+)">([^]*?)<\/li>(?=<li id|<\/ol><\/section>)/g),
    ].flatMap(([, of, html = '']) => (Number(of) === number ? [html] : []));
  const samples = (kind: 'zone' | 'account' = 'zone', id = zoneId) =>
    sampleTraffic({
      jobs: state.jobs.list({ kind, id }),
      scope: { kind, id },
      lists: world.lists,
      host: 'one.example',
      customFields: kind === 'zone' ? customFields : undefined,
      now: world.now(),
      newId: world.newId,
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
    expect(traffic().text).toContain('2 lines were sent; the newest is first.');
    expect(linesOf(1).map((html) => />(GET 200)</.exec(html)?.[1])).toEqual(Array(4).fill('GET 200'));
    const marked = linesOf(1).map((html) => {
      const [, line = 'dropped'] = /<code[^>]*>(.*)<\/code>/.exec(html) ?? [];
      const plain = (text: string) => text.replaceAll('&quot;', '"').replace(/<\/?mark>/g, '');
      const marks = [...line.matchAll(/<mark>(.*?)<\/mark>/g)].map(([, text = '']) => plain(text));
      return line === 'dropped' ? line : [plain(line), ...marks];
    });
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
    const textOf = (html = '') => html.replace(/<[^>]*>/g, '');
    expect(textOf(linesOf(2)[3])).toContain(
      'None of these is met:ClientCountry is one of de, fr (the line has none)BotScore is less than 30 (the line has none)',
    );
    expect(textOf(linesOf(1)[3])).toContain('Not met: EdgeResponseStatus is at least 500 (it is 200)');
  });

  it('show lines that were not sampled, and lines that could not be written', async () => {
    seed(
      { output_options: { sample_rate: 0.4 } },
      { destination_conf: `https://logs.example.com/in?header_Authorization=${secret}` },
      { max_upload_records: 1000 },
    );
    await send(...Array.from({ length: 1001 }, () => lineOf({})));
    const { text, html } = traffic(`/traffic/${zoneId}?exchanges=all`);
    expect(traffic().text).toContain('The newest 25 of 200 lines that were sent');
    for (const words of ['0 dropped, 200 not sampled', '0 dropped, 200 not written', 'Of 200: 200 delivered'])
      expect(text.includes(words)).toBe(true);
    expect(new Set(html.match(/logs\/20260102\/[^<]*\.log\.gz(?=<)/g)).size).toBe(2);
    expect(text.includes('To https://logs.example.com/…')).toBe(true);
    expect(/Last error at [\d:]+: error writing object: this emulator does not deliver/.test(text)).toBe(
      true,
    );
    expect(html).not.toContain(secret);
  });

  it('name the conditions of the filter that a job had then', async () => {
    seed({ filter: serverErrors });
    await send(lineOf({ EdgeResponseStatus: 200 }));
    const { store } = world;
    const table = store.table<Job>('logpush_jobs');
    const job = table.get(zoneId, '1001');
    if (job !== undefined) store.commit([table.put(zoneId, '1001', { ...job, filter: null })]);
    expect(traffic().text).toContain('Delivers Every line');
    expect(traffic().text).toContain('EdgeResponseStatus is at least 500');
  });

  it('have samples that each job delivers some of and drops some of, with values for the custom fields', async () => {
    const path = (operator: string, value: string) => ({ key: 'ClientRequestPath', operator, value });
    const filters = [
      serverErrors,
      filterOf({ and: [path('startsWith', '/a/'), path('endsWith', '.js'), path('!contains', 'min')] }),
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
    const headers = [
      ['x-a', 'x-a-1'],
      ['cookie', '__proto__=__proto__-1'],
    ];
    expect(JSON.parse(all[1]?.lines.split('\n')[0] ?? '')).toMatchObject({
      request: { headers },
      response: { headers: [['server', 'origin']] },
    });
  });

  it('give an example of a job that the API accepts, and none where there cannot be jobs', () => {
    expect(traffic(`/traffic/${otherZoneId}`).text).toContain('"name": "example"');
    product.zoneKeys?.jobs?.seed(otherZoneId, [exampleJob({ kind: 'zone', id: otherZoneId })], 'jobs');
    expect(traffic(`/traffic/${otherZoneId}`).text).toContain('example Enabled');
    expect(traffic(`/traffic/${proZoneId}`).text).toContain('Only zones of the Enterprise plan');
    expect(() => traffic(`/traffic/${hexId()}`)).toThrow('There is no zone with this id');
  });
});
