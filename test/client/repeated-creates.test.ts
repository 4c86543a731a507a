import type { ServerResponse } from 'node:http';
import { EdgeError, type CreateOptions } from '../../lib/client';
import { settingsOf } from '../../lib/client/options';
import { Transport } from '../../lib/client/transport';
import { JumpingClock } from './support/clocks';
import { fail, rejection, serve, succeed, type Server } from './support/serve';

const unavailable = (response: ServerResponse) => {
  fail(response, 503, { code: 1000, message: 'Unavailable' });
};
const throttled = (response: ServerResponse) => {
  fail(response, 429, { code: 971, message: 'Please wait' });
};

let server: Server;
let queue: ((response: ServerResponse) => void)[];
let transport: Transport;
let clock: JumpingClock;

beforeEach(async () => {
  queue = [];
  clock = new JumpingClock();
  server = await serve((_request, response) => {
    const answer = queue.shift();
    if (answer === undefined) succeed(response, ['created']);
    else answer(response);
  });
});
afterEach(async () => {
  await transport.close();
  await server.close();
});

function create(wasApplied: CreateOptions['wasApplied'], retryTimeoutMs = 600_000) {
  const settings = settingsOf({
    baseUrl: server.baseUrl,
    credentials: { apiToken: 'a-token' },
    clock,
    retryTimeoutMs,
  });
  transport = new Transport(settings, () => 0);
  return transport.call({ method: 'POST', path: ['things'], body: {}, ...(wasApplied && { wasApplied }) });
}

describe('a create that may have been applied', () => {
  it('is repeated as long as the object is not found', async () => {
    queue = [unavailable, unavailable];
    const wasApplied = jest.fn().mockResolvedValue(false);
    await expect(create(wasApplied)).resolves.toMatchObject({ result: ['created'] });
    expect(server.received).toHaveLength(3);
    expect(wasApplied).toHaveBeenCalledTimes(2);
  });

  it('fails as possibly applied as soon as the object is found', async () => {
    queue = [unavailable, unavailable];
    const wasApplied = jest.fn().mockResolvedValueOnce(false).mockResolvedValueOnce(true);
    expect(await rejection(create(wasApplied))).toMatchObject({ mayHaveBeenApplied: true });
    expect(server.received).toHaveLength(2);
  });

  it('is verified again before a repetition that follows a refused attempt', async () => {
    queue = [unavailable, throttled];
    const wasApplied = jest.fn().mockResolvedValueOnce(false).mockResolvedValueOnce(true);
    expect(await rejection(create(wasApplied))).toMatchObject({
      code: 'EDGE_RATE_LIMIT',
      mayHaveBeenApplied: true,
    });
    expect(server.received).toHaveLength(2);
  });

  it('is not repeated where the object cannot be looked up', async () => {
    queue = [unavailable];
    const cause = new EdgeError('TEST', 'No list.', { request: { method: 'GET', url: '' } });
    expect(await rejection(create(() => Promise.reject(cause)))).toMatchObject({ mayHaveBeenApplied: true });
    expect(server.received).toHaveLength(1);
  });

  it('has five seconds to show before it is looked for', async () => {
    queue = [unavailable];
    await create(() => Promise.resolve(false));
    expect(clock.waits).toEqual([5000]);
  });

  it('is neither looked up nor repeated without a retry timeout', async () => {
    queue = [unavailable];
    const wasApplied = jest.fn();
    expect(await rejection(create(wasApplied, 0))).toMatchObject({ mayHaveBeenApplied: true });
    expect(wasApplied).not.toHaveBeenCalled();
  });
});

it('a refused create is repeated without a look-up', async () => {
  queue = [throttled];
  const wasApplied = jest.fn();
  await expect(create(wasApplied)).resolves.toMatchObject({ result: ['created'] });
  expect(wasApplied).not.toHaveBeenCalled();
});
