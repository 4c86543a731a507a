import { createServer } from 'node:net';
import { inspect } from 'node:util';
import { EdgeClient, type ClientOptions } from '../../lib/client';
import { refuseTunnel, startForwardProxy, type ForwardProxy } from '../support/forward-proxy';
import { JumpingClock } from './support/clocks';
import { freePort, rejection, serveEachTest, succeed } from './support/serve';
import { listen } from '../support/listen';

const server = serveEachTest();
const apiHost = 'api.example.test';
const baseUrl = `http://${apiHost}/client/v4`;
const token = 'token-of-the-test';

let proxy: ForwardProxy;
let clients: EdgeClient[];
beforeEach(async () => {
  clients = [];
  proxy = await startForwardProxy(() => Number(new URL(server.origin).port));
});
afterEach(async () => {
  await proxy.close();
  await Promise.all(clients.map((each) => each.close()));
});

function clientOf(options: Partial<ClientOptions> = {}): EdgeClient {
  const made = new EdgeClient({
    baseUrl,
    credentials: { apiToken: token },
    retryTimeoutMs: 0,
    proxyUrl: proxy.url,
    ...options,
  });
  clients.push(made);
  return made;
}

const withUser = (userInfo: string) => proxy.url.replace('://', `://${userInfo}@`);
const write = (client: EdgeClient) => rejection(client.rulesets.delete('z', 'r'));
const read = (client: EdgeClient) => rejection(client.rulesets.list('z'));

function printed(value: unknown): string {
  const error = value instanceof Error ? `${String(value)}\n${value.stack ?? ''}` : '';
  return `${error}\n${JSON.stringify(value)}\n${inspect(value, { depth: 20, showHidden: true, getters: true })}`;
}

describe('a call through a proxy', () => {
  test('reaches an API that only the proxy can resolve', async () => {
    server.answer([]);
    expect(await clientOf({ userAgent: 'agent/1' }).rulesets.list('z')).toEqual([]);
    expect(proxy.requests).toEqual([
      {
        authority: `${apiHost}:80`,
        headers: { host: `${apiHost}:80`, 'user-agent': 'agent/1', connection: 'close' },
      },
    ]);
    expect(server.received).toMatchObject([
      { url: '/client/v4/zones/z/rulesets', headers: { host: apiHost, authorization: `Bearer ${token}` } },
    ]);
  });

  test.each([
    ['user:secret', 'user:secret'],
    ['user%40corp:p%40ss%3Aword%2F%C3%BC', 'user@corp:p@ss:word/ü'],
    ['user', 'user:'],
    ['user:', 'user:'],
    [':secret', ':secret'],
  ])('with the credentials %s signs the request for the tunnel, and nothing else', async (given, pair) => {
    server.answer([]);
    await clientOf({ proxyUrl: withUser(given) }).rulesets.list('z');
    const authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
    expect(proxy.requests).toMatchObject([{ headers: { 'proxy-authorization': authorization } }]);
    expect(proxy.requests[0]?.headers).not.toHaveProperty('authorization');
    expect(server.received[0]?.headers).not.toHaveProperty('proxy-authorization');
  });

  test('names the port of the base URL, and puts an IPv6 address in brackets', async () => {
    server.answer([]);
    for (const host of ['api.example.test:8443', '[2001:db8::1]', '[2001:db8::1]:8443']) {
      await clientOf({ baseUrl: `http://${host}/client/v4` }).rulesets.list('z');
    }
    expect(proxy.requests.map(({ authority }) => authority)).toEqual([
      'api.example.test:8443',
      '[2001:db8::1]:80',
      '[2001:db8::1]:8443',
    ]);
  });

  test('goes through the proxy to this machine too: the option is explicit', async () => {
    server.answer([]);
    await server.client({ proxyUrl: proxy.url }).rulesets.list('z');
    expect(proxy.requests).toHaveLength(1);
  });

  test('keeps a tunnel for the calls that follow', async () => {
    server.answer([]);
    const client = clientOf();
    for (let at = 0; at < 5; at += 1) await client.rulesets.list('z');
    expect(proxy.requests).toHaveLength(1);
    expect(server.received).toHaveLength(5);
  });

  test('keeps to the number of connections, also where the proxy refuses some', async () => {
    server.respond = (_, response) => {
      setTimeout(() => {
        succeed(response, []);
      }, 20);
    };
    const client = clientOf({ connections: 3 });
    await client.rulesets.list('first');
    proxy.respond = () => (proxy.requests.length % 4 === 3 ? refuseTunnel(502) : undefined);
    const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => client.rulesets.list('z')));
    expect(proxy.mostTunnels).toBe(3);
    expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeLessThan(5);
    expect(server.received.length).toBeGreaterThan(55);
  });

  test('ends with its client, which leaves no tunnel open', async () => {
    server.answer([]);
    const client = clientOf();
    await client.rulesets.list('z');
    expect(proxy.openTunnels).toBe(1);
    await client.close();
    while (proxy.openTunnels > 0) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(proxy.openTunnels).toBe(0);
    expect(await read(client)).toMatchObject({ code: 'EDGE_CANCELLED' });
  });

  test('that is cancelled while the tunnel is opened was not sent', async () => {
    const controller = new AbortController();
    proxy.respond = (_request, socket) => {
      controller.abort(new Error('enough'));
      setTimeout(() => socket.end(refuseTunnel(502)), 10);
      return null;
    };
    const call = clientOf().rulesets.delete('z', 'r', { signal: controller.signal });
    expect(await rejection(call)).toMatchObject({ code: 'EDGE_CANCELLED', mayHaveBeenApplied: false });
    expect(server.received).toEqual([]);
  });
});

describe('a call that the proxy gives no tunnel', () => {
  const request = 'UnreachableError: DELETE /client/v4/zones/z/rulesets/r was not sent';
  const bypass = `If this machine reaches ${apiHost} without a proxy, add ${apiHost} to NO_PROXY.`;
  const origin = `http://${apiHost}`;

  test('fails with HTTP 407, and asks for credentials', async () => {
    proxy.respond = () => refuseTunnel(407, 'Proxy Authentication Required');
    const error = await write(clientOf({ retryTimeoutMs: 600_000, clock: new JumpingClock() }));
    expect(error).toMatchObject({
      code: 'EDGE_UNREACHABLE',
      mayHaveBeenApplied: false,
      cause: { code: 'ERR_PROXY_TUNNEL', proxyStage: 'refused', proxyStatus: 407 },
    });
    expect(String(error)).toBe(
      `${request}: the proxy ${proxy.address} refused the tunnel to ${origin} (HTTP 407). Set a user and a password in ` +
        `HTTP_PROXY: http://<user>:<password>@${proxy.address}, with special characters percent-encoded. The proxy must ` +
        'accept the scheme Basic.',
    );
    expect(proxy.requests).toHaveLength(1);
  });

  test('fails with HTTP 407, and asks to check the credentials if there are some', async () => {
    proxy.respond = () => refuseTunnel(407, 'user CANARY-user');
    const error = await write(clientOf({ proxyUrl: withUser('CANARY-user:CANARY-key') }));
    expect(String(error)).toContain('Check the user and the password in HTTP_PROXY');
    expect(printed(error)).not.toContain('CANARY');
  });

  test.each([
    [403, 1, 'Allow the API in the proxy, or check HTTP_PROXY.'],
    [502, 4, 'The proxy cannot reach the API: check EDGE_BASE_URL or base_url'],
    [503, 4, 'The proxy cannot reach the API: check EDGE_BASE_URL or base_url'],
    [504, 4, 'The proxy cannot reach the API: check EDGE_BASE_URL or base_url'],
  ])('fails with HTTP %i after %i attempts', async (status, attempts, fix) => {
    proxy.respond = () => refuseTunnel(status);
    const error = await write(clientOf({ retryTimeoutMs: 600_000, clock: new JumpingClock() }));
    expect(error).toMatchObject({ mayHaveBeenApplied: false });
    expect(String(error)).toContain(`refused the tunnel to ${origin} (HTTP ${status}). ${fix}`);
    expect(proxy.requests).toHaveLength(attempts);
  });

  test('fails when nothing listens at the proxy, after four attempts', async () => {
    const port = await freePort();
    const clock = new JumpingClock();
    const proxyUrl = `http://CANARY-user:CANARY-key@127.0.0.1:${port}`;
    const error = await write(clientOf({ proxyUrl, retryTimeoutMs: 600_000, clock }));
    expect(error).toMatchObject({
      code: 'EDGE_UNREACHABLE',
      mayHaveBeenApplied: false,
      cause: { code: 'ECONNREFUSED' },
    });
    expect(String(error)).toBe(
      `${request}: the proxy 127.0.0.1:${port} cannot be reached (connect ECONNREFUSED 127.0.0.1:${port}). Check ` +
        `HTTP_PROXY, and that a proxy listens there and no firewall is in between. ${bypass}`,
    );
    expect(printed(error)).not.toContain('CANARY');
    expect(clock.waits).toHaveLength(3);
  });

  test('fails when the name of the proxy is unknown, which it does not repeat', async () => {
    const clock = new JumpingClock();
    const proxyUrl = 'http://no-such-proxy.invalid:3128';
    const error = await write(clientOf({ proxyUrl, retryTimeoutMs: 600_000, clock }));
    expect(String(error)).toContain('the proxy no-such-proxy.invalid:3128 cannot be reached');
    expect(String(error)).toContain('Check HTTP_PROXY for a misspelt host');
  });

  test('fails when the proxy closes the connection, after one request', async () => {
    proxy.respond = (_request, socket) => {
      socket.destroy();
      return null;
    };
    const error = await write(clientOf());
    expect(error).toMatchObject({ mayHaveBeenApplied: false, cause: { code: 'ECONNRESET' } });
    expect(String(error)).toContain(`the proxy ${proxy.address} cannot be reached (socket hang up)`);
    expect(proxy.requests).toHaveLength(1);
  });

  test('fails when the proxy does not answer in time', async () => {
    const held: unknown[] = [];
    const silent = createServer((socket) => {
      held.push(socket.on('error', () => undefined).resume());
    });
    const port = await listen(silent);
    const client = clientOf({ proxyUrl: `http://127.0.0.1:${port}`, timeoutMs: 200 });
    const error = await write(client);
    expect(error).toMatchObject({ mayHaveBeenApplied: false, cause: { code: 'UND_ERR_CONNECT_TIMEOUT' } });
    expect(String(error)).toContain(
      `the proxy 127.0.0.1:${port} cannot be reached (no answer within 200 ms)`,
    );
    expect(held).toHaveLength(1);
    await new Promise((resolve) => silent.close(resolve));
  });

  test('fails when the proxy does not use HTTP', async () => {
    const mail = createServer((socket) => {
      socket.resume().end('220 mail.example.com ESMTP\r\n');
    });
    const port = await listen(mail);
    const error = await write(clientOf({ proxyUrl: `http://127.0.0.1:${port}` }));
    expect(String(error)).toContain('Check HTTP_PROXY: what answers there is no HTTP proxy');
    await new Promise((resolve) => mail.close(resolve));
  });

  test('fails when the proxy does not use TLS, and its URL says so', async () => {
    const error = await write(clientOf({ proxyUrl: proxy.url.replace('http:', 'https:') }));
    expect(error).toMatchObject({ mayHaveBeenApplied: false });
    expect(String(error)).toContain(
      'Check whether the URL of the proxy in HTTP_PROXY begins with http:// or https://.',
    );
  });

  test('fails when TLS with the API fails in the tunnel', async () => {
    const error = await write(clientOf({ baseUrl: `https://${apiHost}/client/v4` }));
    expect(error).toMatchObject({ mayHaveBeenApplied: false, cause: { proxyStage: 'endpoint' } });
    expect(String(error)).toContain(
      `https://${apiHost} cannot be reached through the proxy ${proxy.address}`,
    );
    expect(String(error)).toContain('NODE_EXTRA_CA_CERTS');
    expect(server.received).toEqual([]);
    expect(proxy.bytes()).not.toContain(token);
  });

  test('fails when the proxy drops the tunnel during TLS, after four attempts', async () => {
    proxy.respond = (_request, socket) => {
      socket.write('HTTP/1.1 200 Yes\r\n\r\n');
      socket.once('data', () => socket.destroy());
      return null;
    };
    const client = clientOf({
      baseUrl: `https://${apiHost}/client/v4`,
      retryTimeoutMs: 600_000,
      clock: new JumpingClock(),
    });
    const error = await write(client);
    expect(error).toMatchObject({ mayHaveBeenApplied: false, cause: { proxyStage: 'endpoint' } });
    expect(String(error)).toContain(`Check HTTPS_PROXY, and that the proxy allows https://${apiHost}.`);
    expect(proxy.requests).toHaveLength(4);
  });
});

describe('a proxy that dies', () => {
  test('in the middle of a write leaves it as possibly applied, and is named', async () => {
    server.respond = () => {
      proxy.cut();
    };
    const error = await write(clientOf());
    expect(error).toMatchObject({ code: 'EDGE_UNREACHABLE', mayHaveBeenApplied: true });
    expect(String(error)).toContain(
      `got no whole reply: the connection to http://${apiHost} through the proxy ${proxy.address} (HTTP_PROXY) broke`,
    );
    expect(await read(clientOf())).toMatchObject({ code: 'EDGE_UNREACHABLE', mayHaveBeenApplied: false });
    expect(server.received).toHaveLength(2);
  });

  test('leaves the doubt of a write with the error of its repetition, which got no tunnel', async () => {
    server.respond = () => {
      proxy.respond = () => refuseTunnel(403);
      proxy.cut();
    };
    const error = await write(clientOf({ retryTimeoutMs: 600_000, clock: new JumpingClock() }));
    expect(server.received).toHaveLength(1);
    expect(error).toMatchObject({ mayHaveBeenApplied: true, cause: { proxyStatus: 403 } });
    expect(String(error)).toContain('The write may have been applied');
  });

  test('is named where a reply does not come in time', async () => {
    server.respond = () => undefined;
    const error = await write(clientOf({ timeoutMs: 200 }));
    expect(error).toMatchObject({ code: 'EDGE_TIMEOUT', mayHaveBeenApplied: true });
    expect(String(error)).toContain(`is well through the proxy ${proxy.address} (HTTP_PROXY)`);
  });
});

test('a page of a proxy that names its user is redacted', async () => {
  server.respond = (_request, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('Dear CORP\\CANARY, no. CORP%5CCANARY CANARY-key');
  };
  const error = await read(clientOf({ proxyUrl: withUser('CORP%5CCANARY:CANARY-key') }));
  expect(error).toMatchObject({ code: 'EDGE_UNREADABLE_REPLY' });
  expect(printed(error)).not.toContain('CANARY');
});

describe('the option proxyUrl', () => {
  test.each([
    ['', ''],
    ['socks5://proxy.example.com:1080', 'socks5://proxy.example.com:1080'],
    ['http://proxy.example.com:99999', 'http://proxy.example.com:99999'],
    ['http://proxy.example.com/proxy.pac', 'http://proxy.example.com/proxy.pac'],
    ['http://CANARY:CANARY@proxy.example.com:x', 'http://[redacted]@[redacted]'],
    ['http://CANARY:CAN#ARY@proxy.example.com:3128', 'http://[redacted]@proxy.example.com:3128'],
    ['http://CANARY:CAN/ARY@proxy.example.com:3128', 'http://[redacted]@proxy.example.com:3128'],
    ['http://CANARY%zz:1@proxy.example.com:3128', 'http://[redacted]@proxy.example.com:3128'],
    ['http://proxy.example.com:CANARY', 'http://[redacted]'],
    ['CANARY:CANARY@proxy.example.com', '[redacted]@proxy.example.com'],
    ['CANARY:CANARY', '[redacted]'],
  ])('refuses %p without its credentials', (proxyUrl, shown) => {
    const make = () => new EdgeClient({ baseUrl, credentials: { apiToken: token }, proxyUrl });
    expect(make).toThrow(
      `The client's option proxyUrl is ${JSON.stringify(shown)}. Use http://<host>:<port> or https://<host>:<port>. ` +
        'Percent-encode special characters of a user and a password.',
    );
  });
});
