import { serveEachTest } from './support/serve';

const server = serveEachTest();

const { answer } = server;

test('the jobs of an account are cached apart from those of a zone with the same id', async () => {
  const { logpush } = server.client();
  const account = { accountId: 'a' };
  answer([{ id: 42 }]);
  expect(await logpush.list(account, { cached: true })).toMatchObject([{ id: 42 }]);
  answer([]);
  expect(await logpush.list({ zoneId: 'a' }, { cached: true })).toEqual([]);
  expect(await logpush.list('a', { cached: true })).toEqual([]);
  expect(await logpush.list(account, { cached: true })).toMatchObject([{ id: 42 }]);
  answer({ id: 42 });
  await logpush.create(account, { dataset: 'http_requests', destination_conf: 's3://logs?region=eu' });
  expect(await logpush.list('a', { cached: true })).toEqual([]);
  expect(server.received.map(({ url }) => url)).toEqual([
    '/client/v4/accounts/a/logpush/jobs',
    '/client/v4/zones/a/logpush/jobs',
    '/client/v4/accounts/a/logpush/jobs',
  ]);
});

describe('ownership', () => {
  const destination = 's3://logs?region=eu';

  test('is requested, and an unwritable destination is a result and no error', async () => {
    answer({ filename: 'logs/ownership-challenge-1.txt', valid: true, message: '' });
    expect(await server.client().logpush.requestOwnership('z', destination)).toEqual({
      filename: 'logs/ownership-challenge-1.txt',
      valid: true,
      message: '',
    });
    expect(server.received[0]).toMatchObject({ method: 'POST', url: '/client/v4/zones/z/logpush/ownership' });
    expect(JSON.parse(server.received[0]?.body ?? '')).toEqual({ destination_conf: destination });

    answer({ message: 'access denied' });
    expect(await server.client().logpush.requestOwnership('z', destination)).toEqual({
      filename: '',
      valid: false,
      message: 'access denied',
    });
  });

  test('is validated', async () => {
    answer({ valid: true });
    expect(await server.client().logpush.validateOwnership('z', destination, 'challenge-1')).toEqual({
      valid: true,
    });
    await server.client().logpush.validateOwnership({ accountId: 'a' }, destination, 'x');
    await server.client().logpush.requestOwnership({ accountId: 'a' }, destination);
    expect(server.received.map(({ url }) => url)).toEqual([
      '/client/v4/zones/z/logpush/ownership/validate',
      '/client/v4/accounts/a/logpush/ownership/validate',
      '/client/v4/accounts/a/logpush/ownership',
    ]);
    expect(JSON.parse(server.received[0]?.body ?? '')).toEqual({
      destination_conf: destination,
      ownership_challenge: 'challenge-1',
    });
    answer({});
    expect(await server.client().logpush.validateOwnership('z', destination, 'x')).toEqual({ valid: false });
  });
});
