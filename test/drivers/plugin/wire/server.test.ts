import { Client, credentials } from '@grpc/grpc-js';
import { once } from 'node:events';
import { connect, type ClientHttp2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { makeServer, type Method, neverAnswer } from '../../../../lib/drivers/plugin/wire/server';

const path = '/test.Service/Method';

/** Serves one method to the server's genuine client, and to one that sends any bytes. */
async function serve(method: Method): Promise<{ client: Client; raw: ClientHttp2Session }> {
  const server = makeServer(new Map([[path, method]])).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
  const raw = connect(`http://127.0.0.1:${port}`);
  open.push(() => {
    client.close();
    raw.destroy();
    server.close();
  });
  return { client, raw };
}

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

const same = (bytes: Buffer): Buffer => bytes;

function call(client: Client, request: Buffer, at = path): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(at, same, same, request, (error, answer) => {
      if (error === null && answer !== undefined) resolve(answer);
      else reject(error ?? new Error('no answer'));
    });
  });
}

const echo: Method = (request) => Promise.resolve(request);

describe('a server of gRPC', () => {
  it.each([0, 1, 16_379, 16_380, 70_000, 3_000_000])('answers a request of %d bytes', async (length) => {
    const { client } = await serve(echo);
    const request = Buffer.alloc(length, 'x');
    expect((await call(client, request)).equals(request)).toBe(true);
  });

  it('answers calls at once, each with its own answer', async () => {
    const { client } = await serve(echo);
    const requests = Array.from({ length: 200 }, (_, at) => String(at));
    const answers = await Promise.all(requests.map((each) => call(client, Buffer.from(each))));
    expect(answers.map(String)).toEqual(requests);
  });

  it('tells the error of a method, whatever letters it has', async () => {
    const { client } = await serve(() => Promise.reject(new Error('100 % “kaputt”,\nagain')));
    await expect(call(client, Buffer.of())).rejects.toMatchObject({
      code: 2,
      details: '100 % “kaputt”,\nagain',
    });
  });

  it('tells that it does not serve a method', async () => {
    const { client } = await serve(echo);
    await expect(call(client, Buffer.of(), '/test.Service/Other')).rejects.toMatchObject({
      code: 12,
      details: 'This provider does not serve /test.Service/Other',
    });
  });

  it.each([
    ['nothing', []],
    ['a part of a prefix', [0, 0, 0]],
    ['less than its prefix says', [0, 0, 0, 0, 3, 1, 2]],
    ['two messages', [0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1]],
    ['a compressed message', [1, 0, 0, 0, 1, 1]],
  ])('refuses a request with %s', async (_, bytes) => {
    const { raw } = await serve(echo);
    const stream = raw.request({ ':method': 'POST', ':path': path, 'content-type': 'application/grpc' });
    stream.end(Buffer.from(bytes));
    const [headers] = (await once(stream, 'response')) as [Record<string, string>];
    expect(headers).toMatchObject({ ':status': 200, 'grpc-status': '13' });
    stream.resume();
  });

  it('streams messages, no more than the receiver takes', async () => {
    let written = 0;
    const { client } = await serve(async (request, { write }) => {
      for (; written < 100; written += 1) await write(Buffer.alloc(100_000, written));
      return request;
    });
    const stream = client.makeServerStreamRequest(path, same, same, Buffer.from('last'));
    await once(stream, 'readable');
    for (let turn = 0; turn < 100; turn += 1) await setImmediate();
    expect(written).toBeLessThan(50);
    const messages = (await stream.toArray()) as Buffer[];
    expect(messages.slice(0, -1).map(([first]) => first)).toEqual([...Array(100).keys()]);
    expect(String(messages.at(-1))).toBe('last');
  });

  it('ends a stream with the error of its method after the messages before it', async () => {
    const { client } = await serve(async (request, { write }) => {
      await write(request);
      throw new Error('the disk is full');
    });
    const stream = client.makeServerStreamRequest(path, same, same, Buffer.from('first'));
    const messages: string[] = [];
    stream.on('data', (message: Buffer) => messages.push(String(message)));
    const [error] = (await once(stream, 'error')) as [Error];
    expect({ messages, error }).toMatchObject({
      messages: ['first'],
      error: { code: 2, details: 'the disk is full' },
    });
  });

  it('tells a method that its receiver wants no more', async () => {
    let hear: (reason: unknown) => void;
    const told = new Promise((resolve) => (hear = resolve));
    const { client } = await serve(async (request, { write, signal }) => {
      await write(request);
      await neverAnswer(request, { write, signal });
      hear(signal.reason);
      return undefined;
    });
    const stream = client.makeServerStreamRequest(path, same, same, Buffer.from('first'));
    stream.on('error', () => undefined);
    await once(stream, 'data');
    stream.cancel();
    expect(await told).toEqual(new Error('Terraform wants no more'));
  });
});
