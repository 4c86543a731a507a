import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { deliveryOf, formatBatch, recordWriter, type DeliveredJob, type Exchange } from '../../lib/logs';
import { httpRequests } from '../logs/dataset-of';
import {
  customFieldRule,
  customFieldsPhase,
  freeDestination,
  jobs,
  pick,
  rulesets,
  startBeforeEach,
  textAt,
  zoneId,
} from './support';

const exchange = (status: number, more: object = {}) => ({
  request: {
    headers: Object.entries({ Cookie: 'a=b; C=d', 'X-Id': '1', 'x-id': '2' }),
  },
  response: { headers: [['Server', 'origin']], transformedHeaders: [['Server', 'changed']] },
  fields: {
    RayID: `ray-${status}`,
    EdgeResponseStatus: status,
    EdgeStartTimestamp: '2026-01-02T03:04:05.678Z',
  },
  ...more,
});
const lines = (...exchanges: unknown[]) => exchanges.map((one) => JSON.stringify(one)).join('\n');

describe('the data plane', () => {
  const emulator = startBeforeEach();

  const makeJob = async (more: object) =>
    textAt(
      await emulator.result('POST', jobs, { destination_conf: freeDestination, enabled: true, ...more }),
      'id',
    );
  const send = (body: string) => emulator.control('POST', `/zones/${zoneId}/requests`, body);
  const files = async (bucket = 'bucket') => {
    const found = await readdir(join(emulator.bucketsDir, bucket), { recursive: true });
    return found.filter((name) => name.endsWith('.log.gz'));
  };
  const delivered = async (bucket = 'bucket') => {
    const texts = await Promise.all(
      (await files(bucket)).map(async (name) =>
        gunzipSync(await readFile(join(emulator.bucketsDir, bucket, name))).toString(),
      ),
    );
    return texts.join('');
  };

  it('delivers the lines of one request as one gzipped file, below the date', async () => {
    const id = await makeJob({ logpull_options: 'fields=RayID,EdgeStartTimestamp&timestamps=rfc3339' });
    const reply = await send(`${lines(exchange(200), exchange(404))}\n`);
    expect(reply.body).toEqual({ accepted: 2, delivered: { [id]: 2 } });
    expect(await files()).toEqual([
      expect.stringMatching(/^logs\/20260102\/20260102T030405Z_20260102T030405Z_[0-9a-f]+\.log\.gz$/),
    ]);
    expect(await delivered()).toBe(
      '{"RayID":"ray-200","EdgeStartTimestamp":"2026-01-02T03:04:05Z"}\n{"RayID":"ray-404","EdgeStartTimestamp":"2026-01-02T03:04:05Z"}\n',
    );
    expect(await emulator.result('GET', `${jobs}/${id}`)).toMatchObject({
      last_complete: expect.stringMatching(/Z$/) as string,
      error_message: null,
    });
  });

  it('delivers the lines that match the filter of each enabled job', async () => {
    const filter = '{"where":{"and":[{"key":"EdgeResponseStatus","operator":"geq","value":"500"}]}}';
    const errors = await makeJob({ logpull_options: 'fields=RayID', filter });
    const all = await makeJob({ logpull_options: 'fields=RayID' });
    await makeJob({ logpull_options: 'fields=RayID', enabled: false });
    await makeJob({ dataset: 'dns_logs' });
    const reply = await send(lines(exchange(200), exchange(503)));
    expect(reply.body).toEqual({ accepted: 2, delivered: { [errors]: 1, [all]: 2 } });
  });

  it('keeps integers exact that a number cannot represent, such as times in nanoseconds', async () => {
    await makeJob({ logpull_options: 'fields=EdgeStartTimestamp,ClientASN,BotDetectionIDs' });
    const fields =
      '{"EdgeStartTimestamp":1767323045678901234,"ClientASN":9007199254740993,"BotDetectionIDs":[9007199254740995]}';
    await send(`{"fields":${fields}}`);
    expect((await delivered()).trim()).toBe(
      '{"EdgeStartTimestamp":1767323045678901234,"ClientASN":9007199254740993,"BotDetectionIDs":[9007199254740995]}',
    );
    const { text } = await emulator.control(
      'POST',
      `/zones/${zoneId}/requests`,
      '{"fields":{"ClientIP":9007199254740993}}',
    );
    expect(text).toContain('9007199254740993');
  });

  it('writes the custom fields of the zone: first instance, original headers, enabled rules', async () => {
    await makeJob({ logpull_options: 'fields=Cookies,RequestHeaders,ResponseHeaders' });
    await emulator.result('PUT', `${rulesets}/phases/${customFieldsPhase}/entrypoint`, {
      rules: [
        customFieldRule({
          request_fields: [{ name: 'x-id' }],
          cookie_fields: [{ name: 'C' }, { name: 'A' }],
        }),
        customFieldRule({ response_fields: [{ name: 'server' }] }),
        customFieldRule({ cookie_fields: [{ name: 'a' }] }, { enabled: false }),
      ],
    });
    await send(lines(exchange(200)));
    expect(JSON.parse(await delivered())).toEqual({
      Cookies: { C: 'd' },
      RequestHeaders: { 'x-id': '1' },
      ResponseHeaders: { server: 'origin' },
    });
  });

  it.each<[string, object]>([
    ['timestamps', { logpull_options: 'fields=RayID,EdgeStartTimestamp,RequestHeaders&timestamps=unix' }],
    ['logpull options that replace lookups', { logpull_options: 'fields=RayID&CVE-2021-44228=true' }],
    ['no options', {}],
    ...[
      { output_type: 'csv', timestamp_format: 'rfc3339ms', batch_prefix: 'a\n' },
      { output_type: 'csv', record_template: '{{.RayID}}|{{.RequestHeaders}}', record_delimiter: '!' },
      { record_template: '"of":{{ .ClientIP }},{{ "a" }}{{/* b */}}', batch_suffix: '${' },
      { record_prefix: '', record_suffix: '$', record_delimiter: '{', 'CVE-2021-44228': true },
    ].map((options): [string, object] => [
      JSON.stringify(options),
      { output_options: { ...options, field_names: ['RequestHeaders', 'RayID', 'EdgeStartTimestamp'] } },
    ]),
  ])('writes the same bytes as the library with %s', async (_name, options) => {
    const id = await makeJob(options);
    await emulator.result('PUT', `${rulesets}/phases/${customFieldsPhase}/entrypoint`, {
      rules: [customFieldRule({ request_fields: [{ name: 'x-id' }] })],
    });
    const exchanges = JSON.parse(JSON.stringify([exchange(200), exchange(503)])) as Exchange[];
    await send(lines(...exchanges));
    const job = (await emulator.result('GET', `${jobs}/${id}`)) as DeliveredJob;
    const delivery = deliveryOf(job, httpRequests);
    const custom = { requestHeaders: ['x-id'], responseHeaders: [], cookies: [] };
    const text = formatBatch(exchanges.map(recordWriter(delivery, custom, httpRequests)), delivery);
    expect(await delivered()).toBe(text);
  });

  it('starts a new file when one is full', async () => {
    await makeJob({ logpull_options: 'fields=RayID', max_upload_records: 1000 });
    await send(lines(...Array.from({ length: 2500 }, () => exchange(200))));
    expect(await files()).toHaveLength(3);
    expect((await delivered()).trim().split('\n')).toHaveLength(2500);
  });

  it('starts a new file when the bytes of one are full', async () => {
    await makeJob({ logpull_options: 'fields=ClientRequestPath', max_upload_bytes: 5_000_000 });
    const path = `/${'a'.repeat(999_975)}`;
    await send(lines(...Array.from({ length: 6 }, () => ({ fields: { ClientRequestPath: path } }))));
    expect(await files()).toHaveLength(2);
  });

  it('starts a new file when the seconds between two uploads are over', async () => {
    await makeJob({ logpull_options: 'fields=RayID', max_upload_interval_seconds: 30 });
    const at = (seconds: number) => ({
      fields: { EdgeStartTimestamp: new Date(Date.UTC(2026, 0, 1, 0, 0, seconds)).toISOString() },
    });
    await send(lines(at(0), at(29), at(30), at(59), { fields: {} }, at(60)));
    expect(await files()).toHaveLength(3);
  });

  it.each<[string, string]>([
    ['is not JSON', 'oops'],
    ['is no object', '[]'],
    ['has an unknown key', '{"Request":{}}'],
    ['has an unknown field', '{"fields":{"RayId":"a"}}'],
    ['has a point in time that is none', '{"fields":{"EdgeStartTimestamp":"yesterday"}}'],
    ['has a day no month has', '{"fields":{"EdgeStartTimestamp":"2026-02-30T00:00:00Z"}}'],
    ['has a text where a number belongs', '{"fields":{"EdgeResponseStatus":"abc"}}'],
    ['has an object where a text belongs', '{"fields":{"RayID":{}}}'],
    ['has an array of the wrong things', '{"fields":{"BotTags":["a",1]}}'],
    ['is nested too deep', `{"fields":{"JA4Signals":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}}`],
    ['has headers that are no pairs', '{"request":{"headers":[["a"]]}}'],
    ['has headers that are an object', '{"response":{"headers":{"a":"b"}}}'],
  ])('fails for a line that %s with its number, and delivers nothing', async (_name, bad) => {
    await makeJob({ logpull_options: 'fields=RayID' });
    const reply = await send(`${lines(exchange(200))}\n${bad}\n`);
    expect(reply.status).toBe(400);
    expect(textAt(reply.body, 'errors', 0, 'message')).toMatch(/^line 2: /);
    await expect(files()).rejects.toThrow('ENOENT');
  });

  it('accepts no lines, empty lines and CRLF line ends', async () => {
    const id = await makeJob({ logpull_options: 'fields=RayID' });
    for (const nothing of ['', '\n\r\n'])
      expect((await send(nothing)).body).toEqual({ accepted: 0, delivered: { [id]: 0 } });
    const reply = await send(`${JSON.stringify(exchange(200))}\r\n\r\n${JSON.stringify(exchange(201))}\r\n`);
    expect(reply.body).toEqual({ accepted: 2, delivered: { [id]: 2 } });
    expect(await delivered()).toBe('{"RayID":"ray-200"}\n{"RayID":"ray-201"}\n');
  });

  it('delivers as many lines as a body can hold', async () => {
    const id = await makeJob({ logpull_options: 'fields=EdgeStartTimestamp&timestamps=unix' });
    const many = 150_000;
    const reply = await send(
      `{"fields":{"EdgeStartTimestamp":"2026-01-02T03:04:05Z"}}\n`.repeat(many - 1) +
        '{"fields":{"EdgeStartTimestamp":1767399999000000000}}',
    );
    expect(reply.body).toEqual({ accepted: many, delivered: { [id]: many } });
    expect(await files()).toEqual([
      expect.stringMatching(/^logs\/20260102\/20260102T030405Z_20260103T002639Z_[0-9a-f]{8}\.log\.gz$/),
    ]);
    const text = await delivered();
    expect(text.length).toBe(many * '{"EdgeStartTimestamp":1767323045}\n'.length);
    expect(text).toMatch(/\{"EdgeStartTimestamp":1767399999\}\n$/);
  });

  it('delivers every line of concurrent batches', async () => {
    const id = await makeJob({ logpull_options: 'fields=RayID' });
    const replies = await Promise.all(
      Array.from({ length: 25 }, (_item, at) =>
        send(lines(...Array.from({ length: 40 }, () => exchange(at)))),
      ),
    );
    for (const { body } of replies) expect(body).toEqual({ accepted: 40, delivered: { [id]: 40 } });
    const counts = new Map<string, number>();
    for (const line of (await delivered()).trim().split('\n')) counts.set(line, (counts.get(line) ?? 0) + 1);
    expect([counts.size, ...new Set(counts.values())]).toEqual([25, 40]);
  });

  it('records on the job that its destination is not supported', async () => {
    const id = await makeJob({ destination_conf: 'https://logs.example.com/in' });
    expect((await send(lines(exchange(200)))).body).toEqual({ accepted: 1, delivered: { [id]: 0 } });
    const job = await emulator.result('GET', `${jobs}/${id}`);
    expect(pick(job, 'last_complete')).toBeNull();
    expect(textAt(job, 'error_message')).toContain('https');
  });
});
