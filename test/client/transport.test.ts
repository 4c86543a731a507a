import { getEventListeners } from 'node:events';
import type { ServerResponse } from 'node:http';
import { packageVersion } from '../../lib/client/package-version';
import { CancelledError, EdgeClient, InvalidArgumentError, TimeoutError } from '../../lib/client';
import { rejection, serveEachTest, succeed } from './support/serve';

const server = serveEachTest();

beforeEach(() => {
  server.answer([]);
});

describe('a request', () => {
  test('sends a token as a bearer token', async () => {
    await server.client({ credentials: { apiToken: 'abc-123' } }).logpush.list('z');
    expect(server.received[0]?.headers.authorization).toBe('Bearer abc-123');
    expect(server.received[0]?.headers).not.toHaveProperty('x-auth-key');
  });

  test('sends email and key in two headers', async () => {
    await server.client({ credentials: { email: 'ops@example.com', apiKey: 'key-1' } }).logpush.list('z');
    expect(server.received[0]?.headers).toMatchObject({
      'x-auth-email': 'ops@example.com',
      'x-auth-key': 'key-1',
    });
    expect(server.received[0]?.headers).not.toHaveProperty('authorization');
  });

  test('has a content-type only with a body', async () => {
    server.answer({ id: 1 });
    const client = server.client();
    await client.logpush.get('z', 1);
    await client.logpush.delete('z', 1);
    await client.logpush.update('z', 1, { enabled: true });
    const types = server.received.map((request) => request.headers['content-type']);
    expect(types).toEqual([undefined, undefined, 'application/json']);
    expect(server.received.map((request) => request.body)).toEqual(['', '', '{"enabled":true}']);
  });

  test('sends the package as user agent, or the given one', async () => {
    await server.client().logpush.list('z');
    await server.client({ userAgent: 'fleet/2' }).logpush.list('z');
    expect(server.received.map((request) => request.headers['user-agent'])).toEqual([
      `cdktf-edge-platform/${packageVersion()} (client; node/${process.versions.node})`,
      'fleet/2',
    ]);
  });

  test('joins the path to the base URL, with or without a trailing slash', async () => {
    const credentials = { apiToken: 'abc-123' };
    for (const baseUrl of [`${server.origin}/proxy/client/v4`, `${server.origin}/client/v4/`]) {
      const client = new EdgeClient({ baseUrl, credentials });
      await client.logpush.list('z');
      await client.close();
    }
    expect(server.received.map((request) => request.url)).toEqual([
      '/proxy/client/v4/zones/z/logpush/jobs',
      '/client/v4/zones/z/logpush/jobs',
    ]);
  });

  test('encodes each segment of its path', async () => {
    server.answer({ id: 'ü %2F\n' });
    await server.client().rulesets.get('a/b?c#d', 'ü %2F\n');
    expect(server.received[0]?.url).toBe('/client/v4/zones/a%2Fb%3Fc%23d/rulesets/%C3%BC%20%252F%0A');
  });

  test.each(['', '.', '..', '\ud800'])('fails before it is sent when an id is %j', async (id) => {
    const error = await rejection(server.client().rulesets.delete('z', id));
    expect(error).toBeInstanceOf(InvalidArgumentError);
    expect(error).toMatchObject({ code: 'EDGE_ARGUMENT', mayHaveBeenApplied: false });
    expect(String(error)).toContain('cannot be part of a path');
    expect(server.received).toEqual([]);
  });
});

describe('connections', () => {
  test('are reused: ten calls in a row take one', async () => {
    const client = server.client();
    for (let call = 0; call < 10; call++) {
      await client.logpush.list('z');
    }
    expect(server.received).toHaveLength(10);
    expect(server.sockets.size).toBe(1);
  });

  test('never exceed their limit, and waiting for one does not count towards the timeout', async () => {
    server.respond = (_, response) => {
      setTimeout(() => {
        succeed(response, []);
      }, 100);
    };
    // A reply takes a tenth of the time, and the last call waits for longer than all of it.
    const client = server.client({ connections: 2, timeoutMs: 1000 });
    await Promise.all(Array.from({ length: 30 }, (_, at) => client.logpush.list(`z${at}`)));
    expect(server.sockets.size).toBe(2);
  });

  test('are closed with the client, after the calls under way', async () => {
    server.respond = (_, response) => {
      setTimeout(() => {
        succeed(response, []);
      }, 50);
    };
    const client = server.client();
    const underWay = client.logpush.list('z');
    await client.close();
    await expect(underWay).resolves.toEqual([]);
    await client.close();

    const error = await rejection(client.logpush.list('z'));
    expect(error).toMatchObject({ code: 'EDGE_CANCELLED', mayHaveBeenApplied: false });
    expect(String(error)).toContain('the client is closed');
  });
});

describe('time', () => {
  test('fails a call without a reply, and marks a write as possibly applied', async () => {
    server.respond = () => undefined;
    const client = server.client({ timeoutMs: 50 });
    const write = await rejection(client.logpush.update('z', 1, { enabled: true }));
    expect(write).toBeInstanceOf(TimeoutError);
    expect(write).toMatchObject({ code: 'EDGE_TIMEOUT', timeoutMs: 50, mayHaveBeenApplied: true });
    expect(String(write)).toBe(
      `TimeoutError: PUT /client/v4/zones/z/logpush/jobs/1 got no whole reply within 50 ms. Check that ${server.origin} ` +
        'is the API and is well, or raise timeoutMs. The write may have been applied: read the object before you send it again.',
    );
    expect(await rejection(client.logpush.list('z'))).toMatchObject({ mayHaveBeenApplied: false });
  });

  test('fails a call whose reply does not end', async () => {
    server.respond = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"result":');
    };
    expect(await rejection(server.client({ timeoutMs: 50 }).logpush.list('z'))).toBeInstanceOf(TimeoutError);
  });
});

describe('a signal', () => {
  test('fails its call in flight with its reason, and marks a write as possibly applied', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    server.respond = () => {
      controller.abort(reason);
    };
    const call = server.client().logpush.update('z', 1, {}, { signal: controller.signal });
    const error = await rejection(call);
    expect(error).toBeInstanceOf(CancelledError);
    expect(error).toMatchObject({ code: 'EDGE_CANCELLED', cause: reason, mayHaveBeenApplied: true });
    expect(String(error)).toContain(
      'PUT /client/v4/zones/z/logpush/jobs/1 was cancelled before its reply was there.',
    );
  });

  test('fails its call before it is sent, as not applied', async () => {
    const error = await rejection(
      server.client().logpush.update('z', 1, {}, { signal: AbortSignal.abort() }),
    );
    expect(error).toMatchObject({ code: 'EDGE_CANCELLED', mayHaveBeenApplied: false });
    expect(server.received).toEqual([]);
  });

  test('fails a call that waits for a connection, which is never sent', async () => {
    const controller = new AbortController();
    const client = server.client({ connections: 1 });
    const held = new Promise<ServerResponse>((resolve) => {
      server.respond = (_, response) => {
        resolve(response);
      };
    });
    const first = client.logpush.list('first');
    const second = rejection(client.logpush.update('second', 1, {}, { signal: controller.signal }));
    const reply = await held;
    controller.abort();
    expect(await second).toMatchObject({ code: 'EDGE_CANCELLED', mayHaveBeenApplied: false });
    succeed(reply, []);
    await first;
    server.answer([]);
    await client.logpush.list('third');
    expect(server.received.map((request) => request.url.split('/')[4])).toEqual(['first', 'third']);
  });

  test('of the client fails all calls, current and later ones', async () => {
    const controller = new AbortController();
    const received = new Promise<void>((resolve) => {
      server.respond = () => {
        resolve();
      };
    });
    const client = server.client({ signal: controller.signal });
    const calls = Array.from({ length: 20 }, () => rejection(client.logpush.list('z')));
    await received;
    controller.abort();
    for (const error of [...(await Promise.all(calls)), await rejection(client.logpush.list('z'))]) {
      expect(error).toMatchObject({ code: 'EDGE_CANCELLED' });
    }
  });

  test('has one listener of the client, however many calls it serves', async () => {
    server.answer([]);
    const [own, shared] = [new AbortController().signal, new AbortController().signal];
    const client = server.client({ signal: shared });
    const listeners = () => [own, shared].map((signal) => getEventListeners(signal, 'abort').length);
    const calls = Array.from({ length: 3 }, () => client.logpush.list('z', { signal: own }));
    expect(listeners()).toEqual([1, 1]);
    await Promise.all(calls);
    await client.logpush.list('z', { signal: own });
    expect(listeners()).toEqual([1, 1]);
  });

  test('has no listener of the client left after it was aborted', async () => {
    const controller = new AbortController();
    server.respond = () => {
      controller.abort();
    };
    const { signal } = controller;
    await rejection(server.client().logpush.list('z', { signal }));
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });
});

describe('an option', () => {
  const good = { baseUrl: 'http://127.0.0.1:1/client/v4', credentials: { apiToken: 'abc-123' } };

  test.each([
    ['a base URL that is none', { baseUrl: 'api.example.com' }, 'is not an absolute URL'],
    ['a base URL of another scheme', { baseUrl: 'ftp://api.example.com/client/v4' }, "has the scheme 'ftp:'"],
    ['a base URL without its version', { baseUrl: 'https://api.example.com/' }, 'does not end in /client/v4'],
    ['a base URL with a query', { baseUrl: 'https://api.example.com/client/v4?a=b' }, 'has a query'],
    [
      'a base URL with a password',
      { baseUrl: 'https://me:hunter2@api.example.com/client/v4' },
      'holds a user name',
    ],
    ['no token', { credentials: { apiToken: '' } }, 'credentials.apiToken is empty. Set EDGE_API_TOKEN'],
    ['a token with a line break', { credentials: { apiToken: 'hunter2\n' } }, 'has a blank, a line break'],
    ['a key without its e-mail', { credentials: { email: '', apiKey: 'hunter2' } }, 'Set EDGE_API_EMAIL'],
    ['a user agent with a line break', { userAgent: 'a\r\nb' }, 'userAgent'],
    ['a timeout of nothing', { timeoutMs: 0 }, 'timeoutMs is 0. It is a whole number from 1'],
    ['a timeout longer than timers go', { timeoutMs: 2 ** 31 }, 'timeoutMs is 2147483648'],
    ['half a connection', { connections: 0.5 }, 'connections is 0.5'],
  ])('fails for %s', (_, option, words) => {
    let error: unknown;
    try {
      new EdgeClient({ ...good, ...option });
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(InvalidArgumentError);
    expect(String(error)).toContain(words);
    expect(String(error)).not.toContain('hunter2');
  });
});
