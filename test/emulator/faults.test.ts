import { connect } from 'node:net';
import { chance } from '../../lib/emulator/faults/faults';
import { matchesPath, patternFault } from '../../lib/emulator/faults/path-pattern';
import {
  callsRecorded,
  freeDestination,
  jobs,
  pick,
  rulesets,
  startBeforeAll,
  startBeforeEach,
  zoneId,
  type Running,
} from './support';

/** Creates a job over a socket, and resolves to all that arrives until the connection closes. */
async function rawCall({ url, token }: Running, body: object): Promise<string> {
  const { hostname, port, pathname } = new URL(url + jobs);
  const text = JSON.stringify(body);
  const lines = [
    `POST ${pathname} HTTP/1.1`,
    `Host: ${hostname}`,
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${text.length}`,
  ];
  const socket = connect(Number(port), hostname);
  socket.write(`${lines.join('\r\n')}\r\n\r\n${text}`);
  let received = '';
  for await (const chunk of socket) received += String(chunk);
  return received;
}

describe('faults', () => {
  const emulator = startBeforeEach();

  const order = (body: object) => emulator.control('POST', '/faults', body);
  const count = async () => {
    const list = await emulator.result('GET', jobs);
    return Array.isArray(list) ? list.length : NaN;
  };
  const create = () => emulator.call('POST', jobs, { destination_conf: freeDestination });

  it('reply with a status, headers and an error', async () => {
    await order({
      match: { method: 'GET', path: '/zones/*/rulesets' },
      kind: 'status',
      status: 429,
      code: 971,
      message: 'Please wait and consider throttling your request speed',
      headers: { 'retry-after': '2' },
    });
    const reply = await emulator.call('GET', rulesets);
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([429, '2']);
    expect(reply.body).toMatchObject({ success: false, errors: [{ code: 971 }] });
    expect((await emulator.call('GET', rulesets)).status).toBe(200);
  });

  it('replace the result of a successful call, and leave refusals alone', async () => {
    await order({ match: { method: 'GET' }, times: 2, kind: 'result', result: [{ id: 'altered' }] });
    expect(await emulator.result('GET', rulesets)).toEqual([{ id: 'altered' }]);
    expect((await emulator.call('GET', `${rulesets}/unknown`)).status).toBe(400);
    for (const fault of [{ kind: 'result' }, { kind: 'status', result: 1 }])
      expect((await order({ match: {}, ...fault })).status).toBe(400);
  });

  it('skip calls first, and apply as often as set', async () => {
    await order({ match: { path: `/zones/${zoneId}` }, skip: 1, times: 2, kind: 'status', status: 503 });
    const statuses = [];
    for (let call = 0; call < 4; call += 1) statuses.push((await emulator.call('GET', jobs)).status);
    expect(statuses).toEqual([200, 503, 503, 200]);
  });

  it.each([
    ['/zones/*/logpush/*', '/zones/1/logpush/jobs', true],
    ['/zones/*', '/zones/1/rulesets', false],
    ['/zones/**', '/zones/1/rulesets', true],
    ['/client/v4/zones/**/jobs', '/zones/1/logpush/jobs', true],
    ['/zones/**/jobs', '/zones/1/logpush/jobs/2', false],
    ['**/jobs', '/zones/1/logpush/jobs', true],
    ['/zones/1*', '/zones/123', true],
    ['/zones/1*', '/zones/213', false],
    ['/*/x(a|b)*', '/zones/xa1', false],
    ['/*/x(a|b)*', '/zones/x(a|b)1', true],
    ['/*/{a,b}', '/zones/a', false],
    ['/*/[a-c]', '/zones/b', false],
    ['/*/!a', '/zones/b', false],
    ['/*/a.c', '/zones/abc', false],
    ['/zones/1', '/zones/123', true],
  ])('match %s against %s: %s', (pattern, path, expected) => {
    expect(patternFault(pattern)).toBeUndefined();
    expect(matchesPath(pattern, path)).toBe(expected);
  });

  it.each<[string, string]>([
    ['**a'.repeat(20), 'must have ** as a whole segment only'],
    ['/' + '*a'.repeat(7), 'must have at most 6 wildcards'],
    ['/**'.repeat(7), 'must have at most 6 wildcards'],
    ['/a*/*b'.repeat(4), 'must have at most 6 wildcards'],
    ['/' + 'a'.repeat(256), 'must have at most 256 characters'],
  ])('fail for the path %s without blocking calls', async (path, reason) => {
    const reply = await order({ match: { path }, kind: 'status' });
    expect([reply.status, pick(reply.body, 'errors', 0, 'message')]).toEqual([
      400,
      expect.stringContaining(`match.path: ${reason}`),
    ]);
    expect((await emulator.call('GET', `/accounts/${'a'.repeat(32)}/load_balancers/pools`)).status).toBe(200);
  });

  it.each(['/**/*a*a*a*ab', '/*/*a*a*a/*/*/*/*a*a*ab', '/**'.repeat(6) + '/x', '/*'.repeat(100) + '/x'])(
    'match the most expensive valid pattern, %s, with bounded work',
    (pattern) => {
      const id = 'a'.repeat(32);
      const before = process.cpuUsage();
      expect(patternFault(pattern)).toBeUndefined();
      expect(matchesPath(pattern, `/accounts/${id}/alerting/v3/policies/${id}`)).toBe(false);
      // CPU time: seconds would be a pattern that backtracks without bounds.
      expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
    },
  );

  it('reply with HTML instead of JSON', async () => {
    await order({ kind: 'not_json' });
    const reply = await emulator.call('GET', jobs);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([502, 'text/html; charset=utf-8']);
    expect(reply.body).toBeUndefined();
  });

  it('lose a reply: the call fails and the job exists', async () => {
    await order({ match: { method: 'POST' }, kind: 'lost_reply' });
    await expect(create()).rejects.toThrow();
    expect(await count()).toBe(1);
  });

  it('lose a request: the call fails without an effect', async () => {
    await order({ match: { method: 'POST' }, kind: 'lost_request' });
    await expect(create()).rejects.toThrow();
    expect(await count()).toBe(0);
  });

  it('take effect before the reply with a status', async () => {
    await order({ match: { method: 'POST' }, kind: 'status', status: 500, after: true, headers: { a: 'b' } });
    const reply = await create();
    expect([reply.status, reply.headers.get('a')]).toEqual([500, 'b']);
    expect(reply.body).toMatchObject({ success: false, result: null, errors: [{ code: 1000 }] });
    expect(await count()).toBe(1);
    expect((await emulator.control('GET', '/calls')).body).toMatchObject([{ status: 500 }, { status: 200 }]);
  });

  it('take effect before a delay', async () => {
    await order({ match: { method: 'POST' }, kind: 'delay', ms: 3_600_000, after: true });
    const caller = new AbortController();
    const { url, token } = emulator;
    const waiting = fetch(url + jobs, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ destination_conf: freeDestination }),
      signal: caller.signal,
    });
    while ((await count()) === 0);
    caller.abort();
    await expect(waiting).rejects.toThrow('aborted');
  });

  it('cut a body: the call takes effect, and half of what content-length announces arrives', async () => {
    await order({ match: { method: 'POST' }, kind: 'cut_body' });
    const reply = await rawCall(emulator, { destination_conf: freeDestination });
    const [head = '', body = ''] = reply.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    const announced = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    expect(announced).toBeGreaterThan(100);
    expect([body.length, body.slice(0, 11)]).toEqual([Math.ceil(announced / 2), '{"result":{']);
    await order({ match: { method: 'GET' }, kind: 'cut_body' });
    await expect(emulator.call('GET', jobs)).rejects.toThrow();
    expect(await count()).toBe(1);
  });

  it.each<[string, object, number | undefined]>([
    ['is lost', { kind: 'lost_reply' }, undefined],
    ['is cut', { kind: 'cut_body' }, undefined],
    ['has another status', { kind: 'status', status: 503, after: true }, 503],
    ['is a page', { kind: 'not_json', status: 524, after: true }, 524],
  ])('take effect before a reply without a body, which %s', async (_what, fault, status) => {
    const body = { name: 'a', kind: 'zone', phase: 'http_ratelimit' };
    const path = `${rulesets}/${String(pick(await emulator.result('POST', rulesets, body), 'id'))}`;
    await order({ match: { method: 'DELETE' }, ...fault });
    const reply = await emulator.call('DELETE', path).catch(() => undefined);
    expect(reply?.status).toBe(status);
    expect((await emulator.call('GET', path)).status).toBe(404);
  });

  const pattern = async (count: number) => {
    let failures = '';
    for (let call = 0; call < count; call += 1)
      failures += (await emulator.call('GET', jobs)).status === 200 ? '.' : 'x';
    return failures;
  };

  it('apply with a probability, to the same calls for the same seed, until they are removed', async () => {
    const patterns = [];
    for (const seed of [7, 7, 8]) {
      await order({ kind: 'status', status: 500, probability: 0.3, seed });
      patterns.push(await pattern(100));
      await emulator.control('DELETE', '/faults');
    }
    const [first = '', second, third] = patterns;
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    // With an even chance per call, 100 calls are outside of this less than once in a million seeds.
    const failed = first.split('x').length - 1;
    expect(failed).toBeGreaterThan(8);
    expect(failed).toBeLessThan(55);
  });

  it.each([0, 1, 2 ** 32 - 1])('apply about as often as their probability, seed %s', (seed) => {
    const draws = Array.from({ length: 100_000 }, (_, index) => chance(seed, index));
    for (const probability of [0.02, 0.05, 0.2, 0.5, 0.9]) {
      const share = draws.filter((each) => each < probability).length / draws.length;
      expect(Math.abs(share - probability)).toBeLessThan(0.01);
    }
    expect(draws.every((each) => each >= 0 && each < 1)).toBe(true);
  });

  it.each<[number, string]>([
    [0, '.....'],
    [1, 'xxxxx'],
  ])('apply with the probability %s: %s', async (probability, expected) => {
    await order({ kind: 'status', status: 500, probability });
    expect(await pattern(5)).toBe(expected);
  });

  it('apply with a probability after the skipped calls, and at most as often as configured', async () => {
    await order({ kind: 'status', status: 500, probability: 0.5, seed: 3, skip: 10, times: 4 });
    const seen = await pattern(60);
    expect(seen.slice(0, 10)).toBe('..........');
    expect(seen.split('x')).toHaveLength(5);
    expect((await emulator.control('GET', '/faults')).body).toMatchObject([{ hits: 4, times: 4 }]);
  });

  it('with probabilities are independent: a call that one skips may match the next', async () => {
    await order({ kind: 'status', status: 500, probability: 0.5, seed: 1 });
    await order({ kind: 'status', status: 503, probability: 0.5, seed: 2 });
    const seen = new Set<number>();
    for (let call = 0; call < 60; call += 1) seen.add((await emulator.call('GET', jobs)).status);
    expect([...seen].sort()).toEqual([200, 500, 503]);
  });

  it('delay a call', async () => {
    await order({ kind: 'delay', ms: 120 });
    const begun = Date.now();
    expect((await emulator.call('GET', jobs)).status).toBe(200);
    expect(Date.now() - begun).toBeGreaterThanOrEqual(115);
  });

  it('let a call hang', async () => {
    await order({ kind: 'hang' });
    const { url, token } = emulator;
    const caller = new AbortController();
    let state = 'waiting';
    const hanging = fetch(url + jobs, {
      headers: { authorization: `Bearer ${token}` },
      signal: caller.signal,
    }).finally(() => (state = 'over'));
    await callsRecorded(emulator, 1);
    for (let later = 0; later < 10; later += 1) expect((await emulator.call('GET', jobs)).status).toBe(200);
    expect(state).toBe('waiting');
    caller.abort();
    await expect(hanging).rejects.toThrow('aborted');
  });

  it.each<[string, object]>([
    ['no kind', {}],
    ['an unknown kind', { kind: 'explode' }],
    ['an unknown key', { kind: 'hang', colour: 1 }],
    ['an unknown key of match', { kind: 'hang', match: { url: '/' } }],
    ['a status that is none', { kind: 'status', status: 99 }],
    ['times of zero', { kind: 'hang', times: 0 }],
    ['a probability over one', { kind: 'hang', probability: 1.1 }],
    ['a negative probability', { kind: 'hang', probability: -0.1 }],
    ['a probability that is a text', { kind: 'hang', probability: '0.5' }],
    ['a seed that is a fraction', { kind: 'hang', probability: 0.5, seed: 1.5 }],
    ['a seed without a probability', { kind: 'hang', seed: 1 }],
    ['an after that is a number', { kind: 'status', after: 1 }],
    ['a lost request after the effect, which is a lost reply', { kind: 'lost_request', after: true }],
    ['a cut body before the effect', { kind: 'cut_body', after: false }],
    ['headers that are numbers', { kind: 'status', headers: { a: 1 } }],
    ['a header name HTTP cannot carry', { kind: 'status', headers: { 'a b': '1' } }],
    ['a header value HTTP cannot carry', { kind: 'status', headers: { a: '1\n2' } }],
  ])('fail for %s', async (_name, body) => {
    expect((await order(body)).status).toBe(400);
  });
});

describe('the record of calls', () => {
  const emulator = startBeforeAll();

  it('has every call of the API in order, including failed ones, and no controls', async () => {
    await emulator.call('GET', `${rulesets}?per_page=5`);
    await emulator.call('GET', '/nothing');
    await emulator.control('POST', '/faults', { kind: 'lost_reply' });
    await emulator.call('GET', jobs).catch(() => undefined);
    const calls = [
      { method: 'GET', path: `/client/v4${rulesets}`, query: 'per_page=5', status: 200 },
      { method: 'GET', path: '/client/v4/nothing', query: '', status: 404 },
      { method: 'GET', path: `/client/v4${jobs}`, query: '', status: null },
    ];
    expect((await emulator.control('GET', '/calls')).body).toMatchObject(calls);
    expect((await emulator.control('DELETE', '/calls')).body).toMatchObject(calls);
    expect((await emulator.control('GET', '/calls')).body).toEqual([]);
  });
});
