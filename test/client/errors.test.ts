import { createServer } from 'node:net';
import {
  ApiError,
  AuthenticationError,
  ConflictError,
  isApiError,
  isEdgeError,
  isNotFound,
  mayHaveBeenApplied,
  NotFoundError,
  PermissionError,
  RateLimitError,
  UnreachableError,
  UnreadableReplyError,
} from '../../lib/client';
import type * as Client from '../../lib/client';
import { listen } from '../support/listen';
import { freePort, json, rejection, serveEachTest } from './support/serve';

const server = serveEachTest();

const clientAt = (origin: string) => server.client({ baseUrl: `${origin}/client/v4` });
const read = (): Promise<unknown> => rejection(server.client().rulesets.get('z', 'r'));
const write = (): Promise<unknown> =>
  rejection(server.client().rulesets.replaceRules('z', 'r', { rules: [] }));

function answerWith(status: number, body: unknown, headers?: Record<string, string>): void {
  server.respond = (_, response) => {
    json(response, status, body, headers);
  };
}

function answerText(status: number, type: string, text: string): void {
  server.respond = (_, response) => response.writeHead(status, { 'content-type': type }).end(text);
}

describe('a refusal', () => {
  test('shows the request, the message of the service, the place and the fix', async () => {
    const message = "'zone' is not a valid value for kind";
    server.refuse(400, { code: 20217, message, source: { pointer: '/kind' } }, { 'cf-ray': '8a1-FRA' });
    const error = await write();
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      name: 'ApiError',
      code: 'EDGE_API',
      status: 400,
      pointer: '/kind',
      rayId: '8a1-FRA',
      request: { method: 'PUT', url: `${server.baseUrl}/zones/z/rulesets/r` },
      errors: [{ code: 20217, message, source: { pointer: '/kind' } }],
      messages: [],
      mayHaveBeenApplied: false,
    });
    expect(String(error)).toBe(
      'ApiError: PUT /client/v4/zones/z/rulesets/r was refused with HTTP 400 (ray 8a1-FRA): 20217 ' +
        "'zone' is not a valid value for kind (at /kind). Correct the value and try again.",
    );
    expect(isApiError(error) && error.hasCode(20217)).toBe(true);
    expect(isApiError(error) && error.hasCode(1)).toBe(false);
  });

  test.each([
    ['an expired token', 401, 1000, 'Invalid API Token', AuthenticationError, 'EDGE_API_TOKEN'],
    ['code 10000', 403, 10000, 'Authentication error', AuthenticationError, 'EDGE_API_TOKEN'],
    ['code 10001', 400, 10001, 'Unable to authenticate', AuthenticationError, 'EDGE_API_KEY'],
    ['code 6003', 400, 6003, 'Invalid request headers', AuthenticationError, 'EDGE_API_KEY'],
    ['a missing permission', 403, undefined, 'not authorized', PermissionError, 'the permission'],
    ['a quota', 403, 1004, 'exceeded max jobs allowed', PermissionError, 'quota'],
    ['an unknown object', 404, undefined, 'could not find ruleset', NotFoundError, 'Check the ids'],
    ['a concurrent change', 409, undefined, 'busy', ConflictError, 'Another client is changing'],
    ['too many requests', 429, 971, 'Please wait', RateLimitError, 'Wait a few minutes'],
    ['a path to nowhere', 404, 7003, 'Could not route', ApiError, 'EDGE_BASE_URL'],
    ['a fault of the service', 500, 1, 'oops', ApiError, 'try again later'],
  ])('fails with the class for %s', async (_, status, code, message, type, words) => {
    server.refuse(status, { code, message });
    const error = await read();
    expect(error).toMatchObject({ constructor: type, name: type.name, status });
    expect(String(error)).toContain('GET /client/v4/zones/z/rulesets/r was refused with HTTP');
    expect(String(error)).toContain(message);
    expect(String(error)).toContain(words);
  });

  test('may come with HTTP 200', async () => {
    server.refuse(200, { message: 'no' });
    expect(await read()).toMatchObject({ name: 'ApiError', status: 200, errors: [{ message: 'no' }] });
  });

  test('may come with success true and a failing status', async () => {
    answerWith(400, { success: true, result: {} });
    expect(await read()).toMatchObject({ name: 'ApiError', errors: [] });
    expect(String(await read())).toContain('HTTP 400: without saying why.');
  });

  test.each([
    ['absent', {}],
    ['null', { errors: null, messages: null }],
    ['not lists', { errors: 'x', messages: {} }],
  ])('is read when its lists are %s', async (_, lists) => {
    answerWith(400, { success: false, result: null, ...lists });
    expect(await read()).toMatchObject({ name: 'ApiError', errors: [], messages: [], pointer: undefined });
  });

  test('is read when it has errors and no success', async () => {
    answerWith(502, { errors: [{ code: '1234', message: 'down' }] });
    expect(await read()).toMatchObject({ status: 502, errors: [{ code: 1234, message: 'down' }] });
  });

  test('keeps nested entries, and entries that are plain strings', async () => {
    const chained = {
      code: 6003,
      message: 'Invalid request headers',
      documentation_url: 'https://docs.example.com/6003',
      error_chain: [{ code: 6111, message: 'Invalid format for Authorization header' }],
    };
    answerWith(400, { success: false, errors: [chained, 'plain', null], messages: ['also plain'] });
    const error = await read();
    expect(error).toMatchObject({
      errors: [chained, { message: 'plain' }, { message: 'null' }],
      messages: [{ message: 'also plain' }],
    });
    expect(isApiError(error) && error.hasCode(6111)).toBe(true);
    expect(String(error)).toContain('because 6111 Invalid format for Authorization header');
  });

  test('for too many requests has the delay, from seconds or a date', async () => {
    server.refuse(429, { message: 'slow' }, { 'retry-after': '12' });
    expect(await read()).toMatchObject({ code: 'EDGE_RATE_LIMIT', retryAfterMs: 12_000 });
    expect(String(await read())).toContain('Wait 12 seconds');

    server.refuse(429, { message: 'slow' }, { 'retry-after': new Date(Date.now() + 60_000).toUTCString() });
    const dated = await read();
    expect(dated instanceof RateLimitError && dated.retryAfterMs).toBeGreaterThan(50_000);

    for (const long of ['9'.repeat(400), 'Fri, 01 Jan 2100 00:00:00 GMT']) {
      server.refuse(429, { message: 'slow' }, { 'retry-after': long });
      expect(await read()).toMatchObject({ retryAfterMs: 86_400_000 });
    }

    server.refuse(429, { message: 'slow' }, { 'retry-after': 'soon' });
    expect(await read()).toMatchObject({ retryAfterMs: undefined });
  });

  test('for too many requests needs no envelope', async () => {
    server.respond = (_, response) => {
      response.writeHead(429, { 'retry-after': '1', 'content-type': 'text/plain' }).end('error code: 1015');
    };
    expect(await read()).toMatchObject({ name: 'RateLimitError', retryAfterMs: 1000, errors: [] });
  });

  test('cannot write to a terminal', async () => {
    server.refuse(400, { message: 'red \u001b[31mtext\u0007' });
    expect(String(await read())).toContain('red  [31mtext');
  });
});

describe('a reply that cannot be read', () => {
  test('fails with its status, its type and its beginning, and suggests to check the base URL', async () => {
    answerText(200, 'text/html', `<html>${'x'.repeat(500)}`);
    const error = await write();
    expect(error).toBeInstanceOf(UnreadableReplyError);
    expect(error).toMatchObject({
      code: 'EDGE_UNREADABLE_REPLY',
      status: 200,
      contentType: 'text/html',
      bodyStart: `<html>${'x'.repeat(194)}`,
      mayHaveBeenApplied: true,
    });
    expect(String(error)).toContain(
      'PUT /client/v4/zones/z/rulesets/r was answered with HTTP 200 (text/html), and the reply is not JSON. Check ' +
        `EDGE_BASE_URL or base_url: what answers at ${server.origin} probably is not the API, but the page of a proxy`,
    );
    expect(mayHaveBeenApplied(await read())).toBe(false);
  });

  test.each([
    ['nothing', '', 'not JSON'],
    ['a part of JSON', '{"result":', 'not JSON'],
    ['null', 'null', "JSON, but not the API's envelope"],
    ['a list', '[]', "JSON, but not the API's envelope"],
    ['an object of another kind', '{"status":"ok"}', "JSON, but not the API's envelope"],
    ['success that is text', '{"success":"true","result":{"id":"r"}}', "JSON, but not the API's envelope"],
    ['no result', '{"success":true}', 'an envelope without a ruleset'],
    ['a result of another kind', '{"success":true,"result":[]}', 'an envelope without a ruleset'],
  ])('fails for %s', async (_, body, words) => {
    server.respond = (_request, response) => {
      response.writeHead(200).end(body);
    };
    const error = await read();
    expect(error).toMatchObject({ name: 'UnreadableReplyError', contentType: undefined, bodyStart: body });
    expect(String(error)).toContain(words);
  });

  test('fails for the page of a gateway without a suggestion about the base URL', async () => {
    answerText(502, 'text/html', '<h1>Bad gateway</h1>');
    const error = await write();
    expect(error).toMatchObject({ name: 'UnreadableReplyError', status: 502, mayHaveBeenApplied: true });
    expect(String(error)).toContain('or a gateway before it, failed: try again later');
    expect(String(error)).not.toContain('base_url');
  });
});

describe('a connection', () => {
  test('fails as not applied when it is refused', async () => {
    const port = await freePort();
    const error = await rejection(clientAt(`http://127.0.0.1:${port}`).rulesets.delete('z', 'r'));
    expect(error).toBeInstanceOf(UnreachableError);
    expect(error).toMatchObject({
      code: 'EDGE_UNREACHABLE',
      mayHaveBeenApplied: false,
      cause: { code: 'ECONNREFUSED' },
    });
    expect(String(error)).toBe(
      `UnreachableError: DELETE /client/v4/zones/z/rulesets/r was not sent: http://127.0.0.1:${port} cannot be reached ` +
        `(connect ECONNREFUSED 127.0.0.1:${port}). Check EDGE_BASE_URL or base_url, and that something listens there ` +
        'and no firewall is in between.',
    );
  });

  test('fails when the name is unknown', async () => {
    const error = await rejection(clientAt('http://no-such-host.invalid').rulesets.list('z'));
    expect(error).toMatchObject({ name: 'UnreachableError', mayHaveBeenApplied: false });
    expect(String(error)).toContain('misspelt host');
  });

  test('fails when the server does not use TLS', async () => {
    const client = clientAt(server.origin.replace('http:', 'https:'));
    const error = await rejection(client.rulesets.delete('z', 'r'));
    expect(error).toMatchObject({ name: 'UnreachableError', mayHaveBeenApplied: false });
    expect(String(error)).toContain('speaks TLS');
  });

  test('fails when it breaks after the request, and marks a write as possibly applied', async () => {
    server.respond = (_request, _response, socket) => {
      socket.destroy();
    };
    const error = await write();
    expect(server.received).toHaveLength(1);
    expect(error).toMatchObject({ name: 'UnreachableError', mayHaveBeenApplied: true });
    expect(String(error)).toContain(
      `got no whole reply: the connection to ${server.origin} broke (other side closed).`,
    );
    expect(String(error)).toContain(
      'The write may have been applied: read the object before you send it again.',
    );
    expect(await read()).toMatchObject({ name: 'UnreachableError', mayHaveBeenApplied: false });
    expect(server.received).toHaveLength(2);
  });

  test('fails when the server does not use HTTP', async () => {
    const other = createServer((socket) => {
      socket.resume().end('220 mail.example.com ESMTP\r\n');
    });
    const error = await rejection(clientAt(`http://127.0.0.1:${await listen(other)}`).rulesets.list('z'));
    expect(error).toMatchObject({ name: 'UnreachableError' });
    expect(String(error)).toContain('does not speak HTTP');
    await new Promise((resolve) => other.close(resolve));
  });
});

describe('recognizing an error', () => {
  test('works across copies of the package', async () => {
    server.refuse(404, { message: 'could not find ruleset' });
    const own = await read();
    let other: typeof Client | undefined;
    jest.isolateModules(() => {
      other = jest.requireActual('../../lib/client');
    });
    expect(other?.NotFoundError).not.toBe(NotFoundError);
    expect(own).not.toBeInstanceOf(other?.NotFoundError);
    expect(other?.isNotFound(own)).toBe(true);
  });

  test.each([undefined, null, 'text', 404, {}, new Error('plain'), { code: 'EDGE_NOT_FOUND', status: 404 }])(
    'is false for %p',
    (other) => {
      expect([isEdgeError(other), isApiError(other), isNotFound(other), mayHaveBeenApplied(other)]).toEqual([
        false,
        false,
        false,
        false,
      ]);
    },
  );
});
