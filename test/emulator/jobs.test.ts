import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nestedFilter } from '../logs/filter/strict-count';
import {
  challengedDestination,
  freeDestination,
  jobs,
  otherZoneId,
  pick,
  proZoneId,
  start,
  startBeforeEach,
  textAt,
  zoneId,
  type Running,
} from './support';
import { zoneWith } from './waf-world';

const logpush = `/zones/${zoneId}/logpush`;
const where = (...leaves: object[]) => JSON.stringify({ where: { and: leaves } });

describe('log-delivery jobs', () => {
  const emulator = startBeforeEach();

  const create = (more: object = {}) =>
    emulator.call('POST', jobs, { destination_conf: freeDestination, dataset: 'http_requests', ...more });
  const made = (more: object = {}) =>
    emulator.result('POST', jobs, { destination_conf: freeDestination, dataset: 'http_requests', ...more });

  it('creates one with the defaults of the service', async () => {
    expect(await made({ name: 'edge.logs-1' })).toEqual({
      id: expect.any(Number) as number,
      dataset: 'http_requests',
      enabled: false,
      name: 'edge.logs-1',
      destination_conf: freeDestination,
      logpull_options: null,
      output_options: null,
      filter: null,
      filter_attack_traffic: false,
      frequency: 'high',
      kind: '',
      max_upload_bytes: 0,
      max_upload_interval_seconds: 0,
      max_upload_records: 0,
      last_complete: null,
      last_error: null,
      error_message: null,
    });
  });

  it('changes only the keys in the body, and replaces output_options as a whole', async () => {
    const job = await made({
      name: 'a',
      filter: where({ key: 'ClientCountry', operator: 'eq', value: 'de' }),
      output_options: { field_names: ['RayID'], sample_rate: 0.5 },
    });
    const path = `${jobs}/${textAt(job, 'id')}`;
    const changed = await emulator.result('PUT', path, { output_options: { field_names: ['ClientIP'] } });
    expect(changed).toEqual({ ...(job as object), output_options: { field_names: ['ClientIP'] } });
    const cleared = await emulator.result('PUT', path, { filter: '', enabled: true, name: null });
    expect(cleared).toMatchObject({ filter: null, enabled: true, name: null });
  });

  it.each<[string, object]>([
    ['the same dataset and kind', { dataset: 'http_requests', kind: '' }],
    ['the same destination without a challenge', { destination_conf: freeDestination }],
  ])('accepts %s in an update', async (_name, patch) => {
    const id = textAt(await made(), 'id');
    expect((await emulator.call('PUT', `${jobs}/${id}`, patch)).status).toBe(200);
  });

  it.each<[string, object]>([
    ['the dataset', { dataset: 'dns_logs' }],
    ['the kind', { kind: 'edge' }],
    ['the id', { id: 7 }],
    ['last_complete', { last_complete: null }],
  ])('fails to change %s', async (_name, patch) => {
    const id = textAt(await made(), 'id');
    expect((await emulator.call('PUT', `${jobs}/${id}`, patch)).status).toBe(400);
  });

  it.each<[string, object]>([
    ['an unknown key', { colour: 1 }],
    ['a key every object inherits', { toString: 1 }],
    ['no destination', { destination_conf: undefined }],
    ['a destination that is no URL', { destination_conf: 'bucket' }],
    ['a destination that leaves its bucket', { destination_conf: 'r2://bucket/../other?account-id=1' }],
    ['an underscore in the name', { name: 'a_b' }],
    ['a name that is too long', { name: 'a'.repeat(513) }],
    ['a dataset of accounts', { dataset: 'audit_logs' }],
    ['an unknown dataset', { dataset: 'http_request' }],
    ['an unknown kind', { kind: 'instant-logs' }],
    ['an unknown frequency', { frequency: 'daily' }],
    ['too small an upload', { max_upload_bytes: 4_999_999 }],
    ['too large an upload', { max_upload_bytes: 1_000_000_001 }],
    ['too short an interval', { max_upload_interval_seconds: 29 }],
    ['too long an interval', { max_upload_interval_seconds: 301 }],
    ['too few records', { max_upload_records: 999 }],
    ['too many records', { max_upload_records: 1_000_001 }],
    ['half a record', { max_upload_records: 1000.5 }],
    ['upload limits of an edge job', { kind: 'edge', max_upload_records: 1000 }],
    ['an edge job of dns_logs', { kind: 'edge', dataset: 'dns_logs', logpull_options: 'fields=ColoCode' }],
    ['an unknown option', { logpull_options: 'fields=RayID&colour=red' }],
    ['a field the dataset lacks', { logpull_options: 'fields=RayId' }],
    ['an unknown timestamp format', { logpull_options: 'fields=RayID&timestamps=rfc822' }],
    ['a sample of more than all', { logpull_options: 'fields=RayID&sample=2' }],
    ['a filter that is an object', { filter: { where: {} } }],
    ['unknown output options', { output_options: { colour: 1 } }],
    ['an output field the dataset lacks', { output_options: { field_names: ['Nope'] } }],
    ['a template with a function', { output_options: { record_template: '{{len .RayID}}' } }],
    ['an unknown output type', { output_options: { output_type: 'xml' } }],
    ['a sample rate below 0', { output_options: { sample_rate: -0.1 } }],
    ['attack traffic of a dataset without any', { dataset: 'dns_logs', filter_attack_traffic: true }],
  ])('fails for %s', async (_name, more) => {
    const reply = await create(more);
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({
      result: null,
      success: false,
      errors: [{ code: expect.any(Number) as number }],
    });
  });

  it.each<[string, object]>([
    ['minima', { max_upload_bytes: 5_000_000, max_upload_interval_seconds: 30, max_upload_records: 1000 }],
    ['maxima', { max_upload_bytes: 1e9, max_upload_interval_seconds: 300, max_upload_records: 1e6 }],
    ['limits of zero', { max_upload_bytes: 0, max_upload_interval_seconds: 0, max_upload_records: 0 }],
    ['an edge job', { kind: 'edge' }],
    ['a template with a field that is not listed', { output_options: { record_template: '{{ .RayID }}' } }],
    ['output options that are null', { output_options: { record_prefix: null, sample_rate: null } }],
    ['a dataset of zones', { dataset: 'firewall_events', logpull_options: 'fields=RayID' }],
    ['both options', { logpull_options: 'fields=RayID', output_options: { 'CVE-2021-44228': true } }],
    ['nulls', { name: null, filter: null, logpull_options: null, output_options: null, frequency: null }],
  ])('accepts %s', async (_name, more) => {
    expect((await create(more)).status).toBe(200);
  });

  it.each<[string, string]>([
    ['is not JSON', '{'],
    ['names an unknown field', where({ key: 'Nope', operator: 'eq', value: 'a' })],
    ['uses an operator of another type', where({ key: 'ClientIP', operator: 'lt', value: '1' })],
    ['looks into an object', where({ key: 'Cookies', operator: 'contains', value: 'a' })],
    [
      'has 31 operators',
      where(...Array.from({ length: 30 }, () => ({ key: 'BotScore', operator: 'eq', value: '1' }))),
    ],
    ['has 31 conditions and groups in less than 1000 bytes', nestedFilter(31)],
    ['is longer than 1000 bytes', where({ key: 'ClientIP', operator: 'eq', value: 'x'.repeat(1000) })],
  ])('fails for a filter that %s', async (_name, filter) => {
    const reply = await create({ filter });
    expect([reply.status, pick(reply.body, 'errors', 0, 'code')]).toEqual([400, 1004]);
    expect(textAt(reply.body, 'errors', 0, 'message')).toMatch(
      /^creating a new job is not allowed: bad predicate: ./,
    );
  });

  it('keeps a filter of a fixture that is too large only by its groups, which the service may have accepted', async () => {
    const filter = nestedFilter(31);
    const job = { id: 7, name: 'old', destination_conf: freeDestination, filter };
    const old = await start({ fixture: zoneWith({ jobs: [job] }) });
    expect(await old.result('GET', `${jobs}/7`)).toMatchObject({ filter });
    expect(await old.result('PUT', `${jobs}/7`, { filter, enabled: true })).toMatchObject({ filter });
    const other = filter.replace('"a"', '"z"');
    for (const reply of [
      await old.call('PUT', `${jobs}/7`, { filter: other }),
      await old.call('POST', jobs, { ...job, id: undefined }),
    ])
      expect([reply.status, reply.text]).toEqual([400, expect.stringContaining('31 operators')]);
    await old.close();
    const long = where({ key: 'ClientIP', operator: 'eq', value: 'x'.repeat(1000) });
    for (const invalid of [long, nestedFilter(31, 'Nope')]) {
      const fixture = zoneWith({ jobs: [{ ...job, filter: invalid }] });
      await expect(start({ fixture })).rejects.toThrow('zones[0].jobs[0].filter: ');
    }
  });

  it('accepts a filter with 30 conditions and groups', async () => {
    expect((await create({ filter: nestedFilter(30) })).status).toBe(200);
  });

  it('fails for the fifth job of a zone, but not after a delete', async () => {
    const first = await made();
    for (let count = 1; count < 4; count += 1) await made();
    const reply = await create();
    expect(reply.status).toBe(403);
    expect(pick(reply.body, 'errors')).toEqual([
      { code: 1004, message: 'creating a new job is not allowed: exceeded max jobs allowed' },
    ]);
    await emulator.result('DELETE', `${jobs}/${textAt(first, 'id')}`);
    await made();
    expect(
      (
        await emulator.call('POST', `/zones/${otherZoneId}/logpush/jobs`, {
          destination_conf: freeDestination,
        })
      ).status,
    ).toBe(200);
  });

  it('fails for a zone whose plan has no jobs', async () => {
    const reply = await emulator.call('POST', `/zones/${proZoneId}/logpush/jobs`, {
      destination_conf: freeDestination,
    });
    expect([reply.status, pick(reply.body, 'errors', 0, 'code')]).toEqual([403, 1004]);
  });

  it('lists the fields of a dataset', async () => {
    const all = await emulator.result('GET', `${logpush}/datasets/http_requests/fields`);
    expect(Object.keys(all as object)).toHaveLength(108);
    const few = await emulator.result('GET', `${logpush}/datasets/http_requests/fields/default`);
    expect(all).toMatchObject(few as object);
    expect((await emulator.call('GET', `${logpush}/datasets/audit_logs/fields`)).status).toBe(404);
  });

  const reason = expect.stringMatching(/./) as string;
  it.each(
    Object.entries<[string, object, object]>({
      'a destination': ['destination', { destination_conf: freeDestination }, { valid: true, message: '' }],
      'a bad destination': ['destination', { destination_conf: 'x' }, { valid: false, message: reason }],
      'a destination in use': ['destination/exists', { destination_conf: freeDestination }, { exists: true }],
      'an unused destination': [
        'destination/exists',
        { destination_conf: challengedDestination },
        { exists: false },
      ],
      options: ['origin', { logpull_options: 'fields=RayID' }, { valid: true, message: '' }],
      'bad options': [
        'origin',
        { logpull_options: 'fields=Nope' },
        { valid: false, message: expect.stringMatching(/Nope/) as string },
      ],
      'options of another dataset': [
        'origin',
        { logpull_options: 'fields=QueryName', dataset: 'dns_logs' },
        { valid: true },
      ],
    }),
  )('validates %s', async (_name, [path, body, result]) => {
    await made();
    expect(await emulator.result('POST', `${logpush}/validate/${path}`, body)).toMatchObject(result);
  });
});

describe('the ownership challenge', () => {
  let emulator: Running;
  let now = new Date('2026-01-02T03:04:05Z');
  beforeEach(async () => {
    now = new Date('2026-01-02T03:04:05Z');
    emulator = await start({ now: () => now });
  });

  const prove = async (zone: string, conf: string) => {
    const proof = await emulator.result('POST', `/zones/${zone}/logpush/ownership`, {
      destination_conf: conf,
    });
    expect(proof).toMatchObject({ valid: true });
    return readFile(join(emulator.bucketsDir, 'bucket', textAt(proof, 'filename')), 'utf8');
  };
  const create = (challenge: string | undefined, conf = challengedDestination) =>
    emulator.call('POST', jobs, {
      destination_conf: conf,
      ...(challenge === undefined ? {} : { ownership_challenge: challenge }),
    });

  it('is a file in the bucket that the job needs, and is never returned', async () => {
    const token = await prove(zoneId, challengedDestination);
    expect(await readdir(join(emulator.bucketsDir, 'bucket', 'logs', '20260102'))).toEqual([
      expect.stringMatching(/^ownership-challenge-[0-9a-f]+\.txt$/),
    ]);
    expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    const reply = await create(token);
    expect(reply.status).toBe(200);
    expect(reply.text).not.toContain('ownership');
    expect(JSON.stringify(await emulator.result('GET', jobs))).not.toContain(token);
  });

  it('is needed for s3, gs, azure and sumo only', async () => {
    for (const conf of ['gs://bucket/logs', 'azure://bucket/logs?sv=1'])
      expect((await create(undefined, conf)).status).toBe(400);
    expect(
      (await create(undefined, 's3://bucket/logs?region=auto&endpoint=storage.example.com')).status,
    ).toBe(200);
    expect((await create(undefined, 'https://logs.example.com/in')).status).toBe(200);
  });

  it.each<[string, () => Promise<string | undefined>]>([
    ['is missing', () => Promise.resolve(undefined)],
    ['is wrong', () => Promise.resolve('not.a.token')],
    ['is changed', async () => `${(await prove(zoneId, challengedDestination)).slice(0, -2)}xx`],
    ['is of another zone', () => prove(otherZoneId, challengedDestination)],
    ['is of another destination', () => prove(zoneId, 's3://bucket/other?region=eu-central-1')],
    [
      'has expired',
      async () => {
        const token = await prove(zoneId, challengedDestination);
        now = new Date('2026-01-09T03:04:05Z');
        return token;
      },
    ],
  ])('rejects a job when it %s', async (_name, token) => {
    const reply = await create(await token());
    expect(reply.status).toBe(400);
    expect(pick(reply.body, 'errors')).toEqual([{ code: 1002, message: 'incorrect ownership challenge' }]);
  });

  it('is valid for seven days', async () => {
    const token = await prove(zoneId, challengedDestination);
    now = new Date('2026-01-09T03:04:04Z');
    expect((await create(token)).status).toBe(200);
  });

  it('is needed again only when the destination changes', async () => {
    const id = textAt((await create(await prove(zoneId, challengedDestination))).body, 'result', 'id');
    const elsewhere = 's3://bucket/elsewhere?region=eu-central-1';
    const put = (body: object) => emulator.call('PUT', `${jobs}/${id}`, body);
    expect((await put({ enabled: true })).status).toBe(200);
    expect((await put({ destination_conf: elsewhere })).status).toBe(400);
    const token = await prove(zoneId, elsewhere);
    expect((await put({ destination_conf: elsewhere, ownership_challenge: token })).status).toBe(200);
  });

  it('is checked on demand', async () => {
    const path = `/zones/${zoneId}/logpush/ownership/validate`;
    const token = await prove(zoneId, challengedDestination);
    const ask = (challenge: string) =>
      emulator.result('POST', path, {
        destination_conf: challengedDestination,
        ownership_challenge: challenge,
      });
    expect([await ask(token), await ask('a.b.c')]).toEqual([{ valid: true }, { valid: false }]);
  });

  it('returns valid false for an invalid destination, not an error', async () => {
    const path = `/zones/${zoneId}/logpush/ownership`;
    for (const conf of ['bucket', 's3://../x?region=a', 's3://bucket/../../x?region=a'])
      expect(await emulator.result('POST', path, { destination_conf: conf })).toMatchObject({
        valid: false,
        message: expect.stringMatching(/./) as string,
      });
  });
});
