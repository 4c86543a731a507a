import { request } from 'node:http';
import { hostname, networkInterfaces } from 'node:os';
import { pick, start, type Running } from './support';

/** A call as a browser sends it: Node's fetch would not send these headers as given. */
async function callAs(
  url: string,
  headers: Record<string, string>,
  method = 'POST',
): Promise<{ status: number; message: unknown }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
        resolve({ status: response.statusCode ?? 0, message: pick(body, 'errors', 0, 'message') });
      });
    });
    sent.on('error', reject).end();
  });
}

describe('a control', () => {
  let emulator: Running;
  let port: string;
  beforeAll(async () => {
    emulator = await start();
    ({ port } = new URL(emulator.url));
  });

  it.each([
    'localhost',
    'localhost:1',
    'LOCALHOST:80',
    'edge.localhost:8787',
    '127.0.0.1',
    '127.1.2.3:4',
    '[::1]:8787',
    '[0:0:0:0:0:0:0:1]',
  ])('answers the Host %s', async (host) => {
    expect(await callAs(`${emulator.controlUrl}/reset`, { host })).toMatchObject({ status: 200 });
  });

  it.each([
    'evil.example',
    `evil.example:8787`,
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'notlocalhost',
    'localhost.',
    '192.0.2.1',
    '0.0.0.0',
    '[::]',
    '[2001:db8::1]:80',
    'a b',
    'evil.example@127.0.0.1',
    '127.0.0.1/evil.example',
  ])('fails for the Host "%s", which a web page can choose', async (host) => {
    const before = (await emulator.control('GET', '/clock')).body;
    for (const [method, path] of [
      ['POST', '/reset'],
      ['GET', '/calls'],
      ['DELETE', '/outbox'],
    ] as const) {
      const reply = await callAs(emulator.controlUrl + path, { host }, method);
      expect(reply.status).toBe(403);
      expect(reply.message).toContain(`the Host ${host} is not this emulator`);
    }
    expect(pick((await emulator.control('GET', '/clock')).body, 'advancedMs')).toBe(
      pick(before, 'advancedMs'),
    );
  });

  it('fails for a foreign Host before it does anything, however the path is written', async () => {
    await emulator.control('PUT', '/quirks', { shuffleKeys: true });
    for (const path of ['/__emulator/reset', '/__emul%61tor/reset', '/%5F_emulator/reset'])
      expect(await callAs(`http://127.0.0.1:${port}${path}`, { host: 'evil.example' })).toMatchObject({
        status: 403,
      });
    expect((await emulator.control('GET', '/quirks')).body).toMatchObject({ shuffleKeys: true });
    await emulator.control('POST', '/reset');
  });

  it('answers a page of its own origin', async () => {
    for (const host of ['127.0.0.1', 'localhost'])
      expect(
        await callAs(`${emulator.controlUrl}/reset`, {
          host: `${host}:${port}`,
          origin: `http://${host}:${port}`,
        }),
      ).toMatchObject({ status: 200 });
  });

  it.each(['http://evil.example', 'null', 'http://localhost:1', 'https://127.0.0.1', 'http://127.0.0.1', ''])(
    'fails for the Origin "%s"',
    async (origin) => {
      const reply = await callAs(`${emulator.controlUrl}/reset`, { origin });
      expect(reply.status).toBe(403);
      expect(reply.message).toContain(`the Origin ${origin === '' ? '(none)' : origin} is not this emulator`);
    },
  );

  it('does not concern calls of the API, which need credentials', async () => {
    const reply = await callAs(
      `${emulator.url}/zones`,
      { host: 'evil.example', authorization: `Bearer ${emulator.token}` },
      'GET',
    );
    expect(reply.status).toBe(200);
  });
});

describe('an emulator that listens on all interfaces', () => {
  const others = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address);

  it('answers controls at the address of the connection, and at no host name', async () => {
    const emulator = await start({ host: '0.0.0.0' });
    const { port } = new URL(emulator.url);
    // A machine without a network has none.
    for (const address of others)
      expect(await callAs(`http://${address}:${port}/__emulator/reset`, {})).toMatchObject({ status: 200 });
    for (const host of [`${hostname()}.example`, '0.0.0.0', '192.0.2.1'])
      expect(await callAs(`http://127.0.0.1:${port}/__emulator/reset`, { host })).toMatchObject({
        status: 403,
      });
  });

  it('answers controls at its configured host', async () => {
    const [address = '127.0.0.1'] = others;
    const emulator = await start({ host: address });
    const { port } = new URL(emulator.url);
    expect(await callAs(`http://${address}:${port}/__emulator/reset`, {})).toMatchObject({ status: 200 });
    expect(
      await callAs(`http://${address}:${port}/__emulator/reset`, { host: 'evil.example' }),
    ).toMatchObject({ status: 403 });
  });
});
