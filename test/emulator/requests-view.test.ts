import { request as sendRaw } from 'node:http';
import { CallLog } from '../../lib/emulator/controls/calls';
import { Faults } from '../../lib/emulator/faults/faults';
import { RequestLimit } from '../../lib/emulator/http/request-limit';
import { isFailed, listCalls, outcomeOf, requestsPage } from '../../lib/emulator/page/requests';
import { readErrors, readSentBody } from '../../lib/emulator/page/requests/sent-body';
import { Store } from '../../lib/emulator/state/store';
import { readPage } from './world-of';
import { jobs, pick, start, startBeforeAll, textAt, zoneId, type Running } from './support';

const start2026 = new Date('2026-05-04T10:00:00Z');

describe('the page of requests', () => {
  let log: CallLog;
  let faults: Faults;
  let limit: RequestLimit;
  let now: Date;
  beforeEach(async () => {
    now = start2026;
    const { store } = await Store.open(undefined);
    log = new CallLog(() => now);
    faults = new Faults(store, () => 'f'.repeat(32));
    limit = new RequestLimit(store, () => now);
  });
  const read = (query = '') => listCalls(log, new URLSearchParams(query));

  function add(method: string, url: string, status: number | null) {
    const call = log.begin(method, url);
    call.status = status;
    log.end(call);
    return call;
  }

  it('lists failed calls alone: an error, no reply, and a reply that no client can read', () => {
    const [, , lost, cut] = [200, 400, null, 200].map((status, at) =>
      add('GET', `/client/v4/zones?page=${at + 1}`, status),
    );
    if (lost !== undefined) lost.fault = 'lost_reply';
    if (cut !== undefined) cut.fault = 'cut_body';
    log.begin('GET', '/client/v4/zones');
    expect(read().items.map(outcomeOf)).toEqual([
      'In flight',
      '200 OK',
      'No reply',
      '400 Bad Request',
      '200 OK',
    ]);
    expect(read('show=failed').items.map(({ id }) => id)).toEqual([4, 3, 2]);
    for (const search of ['400', 'bad request', 'get /client/v4/zones?page=2'])
      expect(read(`search=${search}`).items.map(({ id }) => id)).toEqual([2]);
  });

  it('lists faults without what their replies contain', () => {
    faults.add({
      match: { method: 'GET', path: '/zones' },
      skip: 1,
      times: Number.MAX_SAFE_INTEGER,
      kind: 'result',
      result: 'CANARY',
      headers: { cookie: 'CANARY' },
    });
    const { text, html } = readPage([requestsPage({ calls: log, faults, limit })], '/requests');
    expect(text).toContain('Executed; the reply has another result');
    expect(text).toContain('All GET calls to paths that begin with /zones, after the first 1');
    expect(html).not.toContain('CANARY');
  });
});

describe('the record of calls', () => {
  it('keeps the bodies of the newest 200 calls, and none above 64 KB', () => {
    const log = new CallLog(() => start2026);
    const calls = Array.from({ length: 300 }, () => {
      const call = log.begin('POST', '/client/v4/zones', true);
      log.keepBody(call, 'application/json', new Uint8Array(64 * 1024));
      log.keepFailure(call, 'x');
      return call;
    });
    expect(calls.filter((call) => log.bodyOf(call) !== undefined)).toEqual(calls.slice(100));
    expect(calls.filter((call) => log.failureOf(call) !== undefined)).toEqual(calls.slice(100));
    const large = log.begin('POST', '/client/v4/zones', true);
    log.keepBody(large, 'application/json', new Uint8Array(64 * 1024 + 1));
    expect(log.bodyOf(large)).toEqual({ contentType: 'application/json', bytes: undefined });
    log.clear();
    expect(calls.filter((call) => log.bodyOf(call) !== undefined)).toEqual([]);
  });

  it('finds a call by its id as long as it lists it, also after a clear', () => {
    const log = new CallLog(() => start2026);
    const first = log.begin('GET', '/a');
    expect(log.find(first.id)).toBe(first);
    log.clear();
    expect(log.find(first.id)).toBeUndefined();
    const later = log.begin('GET', '/b');
    expect([later.id, log.find(later.id), log.find(0), log.find(NaN)]).toEqual([
      2,
      later,
      undefined,
      undefined,
    ]);
    for (let index = 0; index < 100_001; index += 1) log.begin('GET', '/c');
    expect(log.list()).toHaveLength(50_000);
    expect(log.find(later.id)).toBeUndefined();
    expect(log.find(100_003)?.id).toBe(100_003);
  });
});

describe('what a call sent', () => {
  let emulator: Running;
  let log: CallLog;
  beforeAll(async () => {
    const begin = jest.spyOn(CallLog.prototype, 'begin');
    emulator = await start({ now: () => start2026 });
    await emulator.call('GET', '/zones');
    const found: unknown = begin.mock.contexts[0];
    if (!(found instanceof CallLog)) throw new Error('no call was recorded');
    log = found;
    begin.mockRestore();
  });
  const details = () => {
    const call = log.list().at(-1);
    if (call === undefined) throw new Error('no call');
    return {
      ...call,
      outcome: outcomeOf(call),
      isFailed: isFailed(call),
      errors: readErrors(log.failureOf(call)),
      body: readSentBody(call, log.bodyOf(call)),
    };
  };
  beforeEach(async () => {
    await emulator.control('DELETE', '/faults');
    await emulator.control('PUT', '/limits', { requestsPer5Minutes: null });
    await emulator.control('DELETE', '/calls');
  });

  const body = { kind: 'text', contentType: 'application/json', text: '{ "name":"a" }', replaced: [] };

  it('is kept with its duration, its fault, and why it failed', async () => {
    await emulator.call('POST', jobs, body.text);
    expect(details()).toMatchObject({
      body,
      fault: null,
      isOverLimit: false,
      startedMs: start2026.getTime(),
      durationMs: expect.any(Number) as number,
      errors: [expect.stringMatching(/destination_conf/)],
    });
    await emulator.call('GET', '/zones');
    expect(details()).toMatchObject({ body: { kind: 'none' }, errors: [] });
  });

  it.each(['status', 'not_json'])('is kept although the call is not executed: %s', async (kind) => {
    await emulator.control('POST', '/faults', { kind });
    await emulator.call('POST', jobs, body.text);
    expect(details()).toMatchObject({ body, fault: kind });
  });

  it('is said to be missing when the call was lost before it arrived, or when it is too large or not text', async () => {
    await emulator.control('POST', '/faults', { kind: 'lost_request' });
    await emulator.call('POST', jobs, body.text).catch(() => undefined);
    await until(() => details().durationMs !== null);
    expect(details().body).toMatchObject({
      kind: 'withheld',
      reason: expect.stringMatching(/ended before it arrived/) as string,
    });
    await emulator.call('POST', jobs, { name: 'a'.repeat(70_000) });
    expect(details().body).toEqual({
      kind: 'withheld',
      reason: 'The body has more than 64 KB and was not kept.',
    });
    await post(Buffer.from([0xff, 0xfe]));
    expect(details().body).toEqual({ kind: 'withheld', reason: 'The body is not text in UTF-8.' });
  });

  async function post(bytes: Uint8Array): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      sendRaw(emulator.url + jobs, { method: 'POST' }, (response) => {
        response.resume().on('end', resolve);
      })
        .on('error', reject)
        .end(bytes);
    });
  }
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(setImmediate);
}

describe('the controls of faults', () => {
  const emulator = startBeforeAll();

  it('remove one fault by its id, and fail for an id without a fault', async () => {
    await emulator.control('POST', '/faults', { kind: 'hang', match: { path: '/never' } });
    const { body } = await emulator.control('POST', '/faults', { kind: 'status', match: { path: '/never' } });
    const id = textAt(body, 0, 'id');
    const left = await emulator.control('DELETE', `/faults/${id}`);
    expect([left.status, left.body]).toEqual([200, [expect.objectContaining({ kind: 'status' })]]);
    const again = await emulator.control('DELETE', `/faults/${id}`);
    expect([again.status, pick(again.body, 'errors', 0, 'message')]).toEqual([
      404,
      `there is no fault ${id}`,
    ]);
    await emulator.control('DELETE', '/faults');
  });

  it('match several methods', async () => {
    const order = {
      kind: 'status',
      times: 2,
      match: { method: ['post', 'DELETE'], path: `/zones/${zoneId}` },
    };
    await emulator.control('POST', '/faults', order);
    const statuses: number[] = [];
    for (const method of ['GET', 'POST', 'PUT', 'DELETE'])
      statuses.push((await emulator.call(method, jobs, method === 'GET' ? undefined : {})).status);
    expect(statuses).toEqual([200, 500, 405, 500]);
  });

  it.each([[[]], [[1]], [1], [null]])('fail for the method %j', async (method) => {
    const reply = await emulator.control('POST', '/faults', { kind: 'hang', match: { method } });
    expect([reply.status, pick(reply.body, 'errors', 0, 'message')]).toEqual([
      400,
      'match.method: must be a string, or an array of at least one',
    ]);
  });
});
