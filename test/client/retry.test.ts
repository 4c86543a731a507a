import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../../lib/client/clock';
import { settingsOf, type ClientOptions } from '../../lib/client/options';
import { backoffMs } from '../../lib/client/retry';
import { limitTime } from '../../lib/client/time-limit';
import { Transport, type Call } from '../../lib/client/transport';
import { JumpingClock, ManualClock, settle } from './support/clocks';
import { fail, freePort, json, rejection, serve, succeed, type Server } from './support/serve';

type Answer = (response: ServerResponse, socket: Socket) => void;

function refusing(status: number, headers?: Record<string, string>): Answer {
  return (response) => {
    fail(response, status, { code: 1000, message: 'No' }, headers);
  };
}

const answers: Record<string, Answer> = {
  ...Object.fromEntries([408, 409, 429, 500, 503].map((status) => [`HTTP ${status}`, refusing(status)])),
  'HTTP 524 with a page': (response) => {
    response.writeHead(524, { 'content-type': 'text/html' }).end('<html>A timeout occurred</html>');
  },
  'a reset connection': (_response, socket) => {
    socket.resetAndDestroy();
  },
  'a body that is cut': (response) => {
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
      .write('{"result":');
    response.destroy();
  },
  'JSON that is cut': (response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"result":[{"id":');
  },
};
const refusals = ['HTTP 408', 'HTTP 409', 'HTTP 429'];

let server: Server;
let queue: Answer[];
let transport: Transport | undefined;
let clock: JumpingClock;

beforeEach(async () => {
  queue = [];
  clock = new JumpingClock();
  server = await serve((_request, response, socket) => {
    const answer = queue.shift();
    if (answer === undefined) succeed(response, ['done']);
    else answer(response, socket);
  });
});

afterEach(async () => {
  await transport?.close();
  transport = undefined;
  await server.close();
});

function connect(options: Partial<ClientOptions> = {}, time: Clock = clock): Transport {
  const settings = settingsOf({
    baseUrl: server.baseUrl,
    credentials: { apiToken: 'a-token' },
    retryTimeoutMs: 600_000,
    clock: time,
    ...options,
  });
  transport = new Transport(settings, () => 1);
  return transport;
}

const call = (method: Call['method'], more: Partial<Call> = {}): Call => ({
  method,
  path: ['things'],
  ...more,
});
const waitFor = async (isMet: () => boolean): Promise<void> => {
  while (!isMet()) await settle();
};
const repeat = (name: string, times: number): Answer[] => {
  const answer = answers[name];
  if (answer === undefined) throw new Error(`no answer ${name}`);
  return Array.from({ length: times }, () => answer);
};

describe.each(Object.keys(answers))('after %s', (name) => {
  it.each(['GET', 'PUT', 'PATCH', 'DELETE'] as const)(
    'a %s is repeated until it succeeds',
    async (method) => {
      const client = connect();
      await client.call(call('GET'));
      queue = repeat(name, 6);
      await expect(client.call(call(method))).resolves.toMatchObject({ result: ['done'] });
      expect(server.received).toHaveLength(8);
    },
  );

  it(
    refusals.includes(name)
      ? 'a POST is repeated, since the service has not carried it out'
      : 'a POST is not repeated, since the service may have carried it out',
    async () => {
      queue = repeat(name, 1);
      const outcome = connect().call(call('POST', { body: {} }));
      if (refusals.includes(name)) await expect(outcome).resolves.toMatchObject({ result: ['done'] });
      else expect(await rejection(outcome)).toMatchObject({ mayHaveBeenApplied: true });
      expect(server.received).toHaveLength(refusals.includes(name) ? 2 : 1);
    },
  );
});

describe('a call', () => {
  it.each([
    [400, 'EDGE_API'],
    [401, 'EDGE_AUTHENTICATION'],
    [403, 'EDGE_PERMISSION'],
    [404, 'EDGE_NOT_FOUND'],
    [422, 'EDGE_API'],
    [501, 'EDGE_API'],
  ])('is not repeated after HTTP %i', async (status, code) => {
    queue = [refusing(status)];
    expect(await rejection(connect().call(call('GET')))).toMatchObject({ code });
    expect(server.received).toHaveLength(1);
  });

  it.each([301, 302, 303, 307, 308, 400, 401, 403, 404, 405, 410, 451])(
    'is not repeated after HTTP %i, whatever its body is',
    async (status) => {
      const bodies = ['', '{}', '{"message":"no route"', '<html>Sign in</html>'];
      for (const body of bodies)
        for (const type of ['application/json', 'text/html']) {
          queue = [(response) => response.writeHead(status, { 'content-type': type }).end(body)];
          const error = await rejection(connect().call(call('PUT', { body: {} })));
          expect(error).toMatchObject({ code: 'EDGE_UNREADABLE_REPLY', status });
          await transport?.close();
        }
      expect(server.received).toHaveLength(bodies.length * 2);
    },
  );

  it.each([
    ['JSON of something else', 'application/json', '{"ok":1}'],
    ['the login page of a proxy', 'text/html', '<html>Sign in</html>'],
  ])('is not repeated after a success that is %s', async (_what, type, body) => {
    queue = [(response) => response.writeHead(200, { 'content-type': type }).end(body)];
    expect(await rejection(connect().call(call('GET')))).toMatchObject({ code: 'EDGE_UNREADABLE_REPLY' });
    expect(server.received).toHaveLength(1);
  });

  it.each(['a reset connection', 'a body that is cut'])(
    'fails after four attempts that end with %s before the service has answered at all',
    async (name) => {
      queue = repeat(name, 100);
      expect(await rejection(connect().call(call('GET')))).toMatchObject({ code: 'EDGE_UNREACHABLE' });
      expect(server.received).toHaveLength(4);
    },
  );

  it('says while it waits why its last attempt failed, and how long it is repeated in all', async () => {
    const time = new ManualClock();
    queue = [...repeat('HTTP 503', 1), ...repeat('a reset connection', 1)];
    const client = connect({}, time);
    await settle();
    const done = client.call(call('GET'));
    const currents: unknown[] = [];
    for (const ms of [500, 1000]) {
      await waitFor(() => client.waitSummary.current !== undefined);
      currents.push(client.waitSummary.current);
      await time.advance(ms);
    }
    await done;
    expect(currents).toEqual([
      { reason: 'failure', remainingMs: 500, cause: 'HTTP 503', leftMs: 600_000 },
      { reason: 'failure', remainingMs: 1000, cause: 'ECONNRESET', leftMs: 599_500 },
    ]);
  });

  it.each(['while it waits', 'while it is on its way'])(
    'tells of its last failure when it is cancelled %s',
    async (when) => {
      const time = new ManualClock();
      const stop = new AbortController();
      const isOnItsWay = when === 'while it is on its way';
      queue = [
        (response) =>
          response.writeHead(502, { 'content-type': 'text/html' }).end('<html>Bad gateway</html>'),
        ...(isOnItsWay ? [() => undefined] : []),
      ];
      const client = connect({}, time);
      const outcome = rejection(client.call(call('GET', { signal: stop.signal })));
      await waitFor(() => client.waitSummary.current !== undefined);
      if (isOnItsWay) {
        await time.advance(500);
        await waitFor(() => server.received.length === 2);
      }
      stop.abort();
      expect(String(await outcome)).toMatch(/cancelled.*Its last attempt failed: .*HTTP 502/s);
    },
  );

  it('waits at most 0.5, 1, 2, 4, then 8 seconds between attempts', async () => {
    queue = repeat('HTTP 500', 7);
    await connect().call(call('GET'));
    expect(clock.waits).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000]);
    expect([0, 3, 9].map((attempt) => backoffMs(attempt, () => 0.25))).toEqual([125, 1000, 2000]);
  });

  it('counts once in the summary, however often it waited', async () => {
    queue = [...repeat('HTTP 500', 2), ...repeat('HTTP 429', 1)];
    const client = connect();
    await client.call(call('GET'));
    expect(client.waitSummary).toEqual({
      waitedMs: 500 + 1000 + 2000,
      calls: 1,
      reasons: ['failure', 'retry_after'],
    });
  });

  it('fails with the last error when its time is over', async () => {
    queue = repeat('HTTP 500', 100);
    const error = await rejection(connect({ retryTimeoutMs: 20_000 }).call(call('GET')));
    expect(error).toMatchObject({ code: 'EDGE_API', status: 500 });
    expect(clock.waits.reduce((sum, each) => sum + each, 0)).toBeLessThan(20_000);
    expect(server.received).toHaveLength(6);
  });

  it('is repeated for 10 minutes unless the options say otherwise', async () => {
    queue = repeat('HTTP 500', 1000);
    const { baseUrl } = server;
    transport = new Transport(settingsOf({ baseUrl, clock, credentials: { apiToken: 'a-token' } }), () => 1);
    expect(await rejection(transport.call(call('GET')))).toMatchObject({ status: 500 });
    expect(clock.now()).toBeGreaterThan(590_000);
    expect(clock.now()).toBeLessThanOrEqual(600_000);
  });

  it('waits for Retry-After, together with all other calls', async () => {
    queue = [refusing(429, { 'retry-after': '300' })];
    const client = connect();
    await client.call(call('GET'));
    expect(clock.now()).toBe(300_000);
    expect(client.waitSummary).toEqual({ waitedMs: 300_000, calls: 1, reasons: ['retry_after'] });
  });

  it.each([
    ['3600', 3600],
    ['600', 600],
    ['1e9', undefined],
    ['9'.repeat(400), 86_400],
    [new Date(Date.now() + 5e12).toUTCString(), 86_400],
  ])('fails at once when Retry-After %s is longer than the time for retries', async (value, seconds) => {
    queue = Array.from({ length: 50 }, () => refusing(429, { 'retry-after': value }));
    const client = connect({ retryTimeoutMs: seconds === undefined ? 6000 : 600_000 });
    const error = await rejection(client.call(call('GET')));
    expect(error).toMatchObject({ code: 'EDGE_RATE_LIMIT', status: 429 });
    expect(String(error)).toContain(
      seconds === undefined ? 'the time for retries is 6 s' : `Wait ${seconds} seconds (Retry-After)`,
    );
    expect(String(error)).toContain('retry_timeout_seconds, EDGE_RETRY_TIMEOUT_SECONDS');
    expect(clock.now()).toBeLessThan(6000);
    if (seconds === undefined) return;
    expect(server.received).toHaveLength(1);
    const held = await rejection(client.call(call('GET')));
    expect(held).toMatchObject({ code: 'EDGE_RATE_LIMIT', mayHaveBeenApplied: false });
    expect(String(held)).toMatch(
      /was not sent: the service answered an earlier call with HTTP 429 and accepts none for/,
    );
    expect(server.received).toHaveLength(1);
  });

  it.each(['0', '-5', '60, 60', 'NaN', new Date(0).toUTCString(), ''])(
    'pauses between attempts as after other failures when Retry-After is "%s"',
    async (value) => {
      queue = Array.from({ length: 4 }, () => refusing(429, { 'retry-after': value }));
      await connect().call(call('GET'));
      expect(clock.now()).toBe(500 + 1000 + 2000 + 4000);
    },
  );

  it('is repeated after HTTP 429 no longer than after other failures', async () => {
    queue = Array.from({ length: 100 }, () => refusing(429, { 'retry-after': '4' }));
    expect(await rejection(connect({ retryTimeoutMs: 10_000 }).call(call('GET')))).toMatchObject({
      status: 429,
    });
    expect(clock.now()).toBe(8000);
    expect(server.received).toHaveLength(3);
  });

  it('fails at once when no calls remain for longer than the time for retries', async () => {
    queue = [
      (response) => {
        json(response, 200, { success: true, result: [] }, { ratelimit: '"default";r=0;t=200' });
      },
    ];
    const client = connect({ retryTimeoutMs: 6000 });
    await client.call(call('GET'));
    expect(String(await rejection(client.call(call('GET'))))).toBe(
      'RateLimitError: GET /client/v4/things was not sent: the headers of the service (ratelimit) leave no request for another ' +
        '200 s, and the time for retries is 6 s (retry_timeout_seconds, ' +
        'EDGE_RETRY_TIMEOUT_SECONDS). Try again after that time, and run fewer programs at once: all credentials of a user ' +
        'share one limit.',
    );
    expect(clock.now()).toBe(0);
  });

  it('stays possibly applied when a later attempt is refused', async () => {
    queue = [...repeat('HTTP 500', 1), refusing(400)];
    const error = await rejection(connect().call(call('PUT', { body: {} })));
    expect(error).toMatchObject({ status: 400, mayHaveBeenApplied: true });
    expect(String(error)).toMatch(/The write may have been applied/);
  });

  it('reports an object as not found when a repeated DELETE finds it gone', async () => {
    queue = [...repeat('HTTP 500', 1), refusing(404)];
    expect(await rejection(connect().call(call('DELETE')))).toMatchObject({ code: 'EDGE_NOT_FOUND' });
  });

  it('stops waiting when its signal aborts', async () => {
    queue = repeat('HTTP 500', 1);
    const stop = new AbortController();
    const reason = new Error('Terraform asked to stop');
    const standing = new ManualClock();
    const client = connect({}, standing);
    const outcome = rejection(client.call(call('PUT', { signal: stop.signal })));
    while (standing.waiting === 0) await settle();
    stop.abort(reason);
    expect(await outcome).toMatchObject({ code: 'EDGE_CANCELLED', cause: reason, mayHaveBeenApplied: true });
    expect(server.received).toHaveLength(1);
    expect(standing.waiting).toBe(0);
  });

  it('is attempted four times where no server ever replied, because the base URL may be wrong', async () => {
    const port = await freePort();
    const client = connect({ baseUrl: `http://127.0.0.1:${port}/client/v4` });
    expect(await rejection(client.call(call('GET')))).toMatchObject({ code: 'EDGE_UNREACHABLE' });
    expect(clock.waits).toEqual([500, 1000, 2000]);
  });

  it('is attempted once where the name of the host is unknown', async () => {
    const client = connect({ baseUrl: 'http://no-such-host.invalid/client/v4' });
    expect(await rejection(client.call(call('GET')))).toMatchObject({ code: 'EDGE_UNREACHABLE' });
    expect(clock.waits).toEqual([]);
  });
});

describe('a call with a time limit', () => {
  let time: ManualClock;
  beforeEach(() => {
    time = new ManualClock();
  });
  const limited = (ms: number) => {
    const stop = new AbortController();
    return { stop, ...limitTime(stop.signal, ms, time) };
  };
  /** Moves the clock on while something besides the limit waits for it. */
  async function passTime<T>(outcome: Promise<T>): Promise<T> {
    const progress = { isDone: false };
    void outcome.finally(() => (progress.isDone = true));
    while (!progress.isDone) {
      if (time.waiting > 1) await time.advance(250);
      await settle();
    }
    return outcome;
  }

  it('is given up when the limit is reached between attempts, with the last failure', async () => {
    queue = repeat('HTTP 500', 100);
    const { signal } = limited(3000);
    const outcome = rejection(connect({}, time).call(call('PUT', { signal })));
    expect(await passTime(outcome)).toMatchObject({ status: 500, mayHaveBeenApplied: true });
    expect(time.now()).toBe(3000);
  });

  it('is given up at once when the service asks for a wait beyond the limit, which ends the time of the operation', async () => {
    queue = [refusing(429, { 'retry-after': '300' })];
    const { signal } = limited(3000);
    const outcome = rejection(connect({}, time).call(call('GET', { signal })));
    expect(await passTime(outcome)).toMatchObject({ status: 429, retryAfterMs: 300_000 });
    expect(time.now()).toBe(0);
    expect(signal.aborted).toBe(true);
  });

  it('is not sent when its turn comes too late', async () => {
    const client = connect({ requestsPer5Minutes: 1 }, time);
    await client.call(call('GET'));
    const { signal } = limited(3000);
    const error = await passTime(rejection(client.call(call('GET', { signal }))));
    expect(error).toMatchObject({ code: 'EDGE_CANCELLED', mayHaveBeenApplied: false });
    expect(String(error)).toContain('GET /client/v4/things did not get its turn in time.');
    expect(server.received).toHaveLength(1);
  });

  it('is repeated longer than others where its limit is longer', async () => {
    queue = repeat('HTTP 500', 10);
    const { signal } = limited(600_000);
    await passTime(connect({ retryTimeoutMs: 5000 }, time).call(call('GET', { signal })));
    expect(time.now()).toBeGreaterThan(30_000);
  });

  it('is sent once with retryTimeoutMs 0', async () => {
    queue = repeat('HTTP 500', 1);
    const { signal } = limited(600_000);
    await rejection(connect({ retryTimeoutMs: 0 }, time).call(call('GET', { signal })));
    expect(server.received).toHaveLength(1);
  });

  it('is not interrupted on its way', async () => {
    let answer = (): void => undefined;
    queue = [
      (response) => {
        answer = () => {
          succeed(response, ['late']);
        };
      },
    ];
    const { signal } = limited(3000);
    const outcome = connect({}, time).call(call('PUT', { body: {}, signal }));
    while (server.received.length === 0) await settle();
    await time.advance(3000);
    expect(signal.aborted).toBe(true);
    answer();
    expect(await outcome).toMatchObject({ result: ['late'] });
  });

  it('ends at once when the signal behind the limit fires', async () => {
    queue = repeat('HTTP 500', 1);
    const { stop, signal, end } = limited(3000);
    const outcome = rejection(connect({}, time).call(call('GET', { signal })));
    while (time.waiting < 2) await settle();
    stop.abort();
    expect(await outcome).toMatchObject({ code: 'EDGE_CANCELLED' });
    end();
    expect(time.waiting).toBe(0);
  });
});
