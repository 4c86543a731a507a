import { readRateLimit } from '../../lib/client/rate-limit';
import { RequestBudget } from '../../lib/client/request-budget';
import { jobs, pick, rulesets, start, type Reply, type Running } from './support';

const header = (reply: Reply, name: string) => reply.headers.get(name);

/** Expects the headers of the IETF draft and those of the service's documentation to say the same. */
function expectHeaders(reply: Reply, limit: number, remaining: number, seconds: number, resetAt: Date): void {
  const names = ['limit', 'remaining', 'reset'].map((name) => `x-ratelimit-${name}`);
  expect(['ratelimit', 'ratelimit-policy', ...names].map((name) => header(reply, name))).toEqual([
    `"default";r=${remaining};t=${seconds}`,
    `"default";q=${limit};w=300`,
    String(limit),
    String(remaining),
    resetAt.toUTCString(),
  ]);
}

describe('the request limit', () => {
  let emulator: Running;
  const begunAt = new Date('2026-01-02T03:04:05.000Z');
  beforeEach(async () => {
    emulator = await start({ now: () => begunAt });
  });

  const limit = (requestsPer5Minutes: unknown) => emulator.control('PUT', '/limits', { requestsPer5Minutes });
  const advance = (advanceMs: number) => emulator.control('PUT', '/clock', { advanceMs });
  const statuses = async (count: number) => {
    const seen = [];
    for (let call = 0; call < count; call += 1) seen.push((await emulator.call('GET', jobs)).status);
    return seen;
  };

  it('is off by default, and its headers report the whole limit as remaining', async () => {
    expect((await emulator.control('GET', '/limits')).body).toEqual({ requestsPer5Minutes: null });
    for (let call = 0; call < 3; call += 1) {
      const reply = await emulator.call('GET', jobs);
      expectHeaders(reply, 1200, 1200, 0, begunAt);
    }
  });

  it('delays no client while it is off, however many calls it sends', async () => {
    const counter = readRateLimit(
      { headers: Object.fromEntries((await emulator.call('GET', jobs)).headers) },
      new Date(),
    );
    expect(counter).toBeDefined();
    const budget = new RequestBudget({ requestsPer5Minutes: 10_000 });
    for (let call = 0; call < 5000; call += 1) {
      const grant = budget.takeNow();
      if (grant === undefined) throw new Error(`call ${call} has to wait`);
      grant.finish(counter);
    }
  });

  it('is off again after null', async () => {
    await limit(1);
    expect(await statuses(2)).toEqual([200, 429]);
    expect((await limit(null)).body).toEqual({ requestsPer5Minutes: null });
    expect(await statuses(3)).toEqual([200, 200, 200]);
  });

  it('refuses the call above it, and reports the remaining calls in each reply', async () => {
    expect((await limit(2)).body).toEqual({ requestsPer5Minutes: 2 });
    await advance(1000);
    const resetAt = new Date(begunAt.getTime() + 301_000);
    expectHeaders(await emulator.call('GET', jobs), 2, 1, 300, resetAt);
    await advance(100_000);
    expectHeaders(await emulator.call('GET', jobs), 2, 0, 200, resetAt);
    await advance(10_500);
    const refused = await emulator.call('GET', jobs);
    expect([refused.status, header(refused, 'retry-after')]).toEqual([429, '300']);
    expect(refused.body).toEqual({
      result: null,
      success: false,
      errors: [{ code: 971, message: 'Please wait and consider throttling your request speed' }],
      messages: [],
    });
    expectHeaders(refused, 2, 0, 300, new Date(begunAt.getTime() + 411_500));
  });

  it('refuses every call for 5 minutes after the first one above it, and then starts again', async () => {
    await limit(1);
    await statuses(1);
    await advance(299_999);
    expect(await statuses(1)).toEqual([429]);
    await advance(299_000);
    const refused = await emulator.call('GET', rulesets);
    expect([refused.status, header(refused, 'retry-after')]).toEqual([429, '1']);
    await advance(1000);
    expect(await statuses(2)).toEqual([200, 429]);
  });

  it('starts again 5 minutes after the first call', async () => {
    await limit(2);
    await statuses(1);
    await advance(299_999);
    await statuses(1);
    await advance(1);
    expect(await statuses(3)).toEqual([200, 200, 429]);
  });

  it('is shared by all credentials', async () => {
    await limit(3);
    const key = { authorization: '', 'x-auth-email': emulator.email, 'x-auth-key': emulator.key };
    const credentials: Record<string, string>[] = [{ authorization: 'Bearer second-token' }, key, {}, key];
    const seen = [];
    for (const headers of credentials) {
      const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
      const own = 'x-auth-key' in headers ? sent : { authorization: 'Bearer first-token', ...sent };
      seen.push((await fetch(emulator.url + jobs, { headers: own })).status);
    }
    expect(seen).toEqual([200, 200, 200, 429]);
  });

  it.each<[string, string, string, number]>([
    ['a call that the API refuses', 'GET', '/zones/x/rulesets', 400],
    ['an unknown path', 'GET', '/nothing', 404],
    ['a method that the path lacks', 'PUT', '/zones', 405],
  ])('counts %s, with headers in the reply', async (_name, method, path, status) => {
    await limit(1);
    const reply = await emulator.call(method, path, method === 'PUT' ? {} : undefined);
    expect([reply.status, header(reply, 'ratelimit')]).toEqual([status, '"default";r=0;t=300']);
    expect(await statuses(1)).toEqual([429]);
  });

  it('refuses a call before a fault applies to it, and lists it with the calls', async () => {
    await limit(1);
    await emulator.control('POST', '/faults', { skip: 1, kind: 'status', status: 503 });
    expect(await statuses(2)).toEqual([200, 429]);
    expect((await emulator.control('GET', '/faults')).body).toMatchObject([{ hits: 0 }]);
    expect((await emulator.control('GET', '/calls')).body).toMatchObject([{ status: 200 }, { status: 429 }]);
  });

  it('counts a call whose path is percent-encoded', async () => {
    await limit(1);
    const url = `${emulator.url.replace('/client', '/%63lient')}${jobs}`;
    const get = async () =>
      (await fetch(url, { headers: { authorization: `Bearer ${emulator.token}` } })).status;
    expect([await get(), await get()]).toEqual([200, 429]);
  });

  it('does not count controls', async () => {
    await limit(1);
    await emulator.control('GET', '/calls');
    const reply = await emulator.control('GET', '/calls');
    expect([reply.status, header(reply, 'ratelimit')]).toEqual([200, null]);
    expect(await statuses(1)).toEqual([200]);
  });

  it('ends with a reset, and the clock returns', async () => {
    await limit(1);
    await advance(5000);
    await statuses(2);
    await emulator.control('POST', '/reset');
    expect((await emulator.control('GET', '/limits')).body).toEqual({ requestsPer5Minutes: null });
    expect((await emulator.control('GET', '/clock')).body).toEqual({
      now: begunAt.toISOString(),
      advancedMs: 0,
    });
    expect(await statuses(1)).toEqual([200]);
  });

  it.each<[string, unknown]>([
    ['zero', { requestsPer5Minutes: 0 }],
    ['a fraction', { requestsPer5Minutes: 1.5 }],
    ['a text', { requestsPer5Minutes: '5' }],
    ['more than a million', { requestsPer5Minutes: 1_000_001 }],
    ['no number', {}],
    ['an unknown key', { requestsPer5Minutes: 5, per: 'minute' }],
  ])('fails for %s', async (_name, body) => {
    const reply = await emulator.control('PUT', '/limits', body);
    expect(reply.status).toBe(400);
    expect((await emulator.control('GET', '/limits')).body).toEqual({ requestsPer5Minutes: null });
  });
});

describe('the clock', () => {
  it('moves on with each advance, on top of the given clock', async () => {
    let millis = Date.parse('2026-01-02T03:04:05.000Z');
    const emulator = await start({ now: () => new Date(millis) });
    await emulator.control('PUT', '/clock', { advanceMs: 60_000 });
    const moved = await emulator.control('PUT', '/clock', { advanceMs: 1500 });
    expect(moved.body).toEqual({ now: '2026-01-02T03:05:06.500Z', advancedMs: 61_500 });
    millis += 500;
    const made = await emulator.result('POST', rulesets, {
      name: 'a',
      kind: 'zone',
      phase: 'http_ratelimit',
    });
    expect(pick(made, 'last_updated')).toMatch(/^2026-01-02T03:05:07/);
  });

  it.each<[string, unknown]>([
    ['a negative number', { advanceMs: -1 }],
    ['more than a year', { advanceMs: 31_536_000_001 }],
    ['no number', {}],
    ['an unknown key', { advanceMs: 1, now: 2 }],
  ])('fails for %s', async (_name, body) => {
    const emulator = await start();
    expect((await emulator.control('PUT', '/clock', body)).status).toBe(400);
    expect((await emulator.control('GET', '/clock')).body).toMatchObject({ advancedMs: 0 });
  });
});
