import { rejection, serveEachTest } from './support/serve';

const server = serveEachTest();

const { answer } = server;

const zeroes = {
  dataset: '',
  enabled: false,
  name: null,
  destination_conf: '',
  logpull_options: null,
  output_options: null,
  filter: null,
  filter_attack_traffic: false,
  frequency: null,
  kind: '',
  max_upload_bytes: 0,
  max_upload_interval_seconds: 0,
  max_upload_records: 0,
  last_complete: null,
  last_error: null,
  error_message: null,
};

const full = {
  error_message: 'access denied',
  id: 42,
  dataset: 'http_requests',
  enabled: true,
  name: 'requests',
  destination_conf: 's3://logs?region=eu',
  logpull_options: 'fields=RayID',
  output_options: { field_names: ['RayID'], sample_rate: 0.5 },
  filter: '{"where":{}}',
  filter_attack_traffic: true,
  frequency: 'high',
  kind: 'edge',
  max_upload_bytes: 5_000_000,
  max_upload_interval_seconds: 30,
  max_upload_records: 1000,
  last_complete: '2026-01-02T03:04:05Z',
  last_error: '2026-01-02T03:04:05Z',
  added_tomorrow: { deep: [1] },
};

describe('reading a job', () => {
  test('keeps every field, unknown ones too', async () => {
    answer(full);
    expect(await server.client().logpush.get('z', 42)).toEqual(full);
    expect(server.received[0]).toMatchObject({ method: 'GET', url: '/client/v4/zones/z/logpush/jobs/42' });
  });

  test('sets defaults for missing and null fields', async () => {
    answer({ id: 1 });
    expect(await server.client().logpush.get('z', 1)).toEqual({ id: 1, ...zeroes });
    answer({ id: 1, ...Object.fromEntries(Object.keys(zeroes).map((name) => [name, null])) });
    expect(await server.client().logpush.get('z', 1)).toEqual({ id: 1, ...zeroes });
  });

  test('accepts an id that is a string of digits', async () => {
    answer({ id: '42' });
    expect(await server.client().logpush.get('z', 42)).toMatchObject({ id: 42 });
  });

  test.each([undefined, null, 0, -1, 1.5, '', 'x', '0x10', {}, '99999999999999999999'])(
    'fails for the id %p',
    async (id) => {
      answer({ id });
      const error = await rejection(server.client().logpush.get('z', 1));
      expect(error).toMatchObject({ name: 'UnreadableReplyError' });
      expect(String(error)).toContain('a job without an id');
    },
  );

  test.each([
    ['filter', {}],
    ['enabled', 1],
    ['max_upload_bytes', '5'],
    ['output_options', []],
  ])('fails when %s has the wrong type', async (name, value) => {
    answer({ id: 1, [name]: value });
    const error = await rejection(server.client().logpush.get('z', 1));
    expect(String(error)).toContain(`a job whose ${name} is not a`);
  });

  test('lists, and takes null for an empty list', async () => {
    answer([full, { id: 2 }]);
    expect(await server.client().logpush.list('z')).toEqual([full, { id: 2, ...zeroes }]);
    answer(null);
    expect(await server.client().logpush.list('z')).toEqual([]);
  });
});

describe('changing', () => {
  test('creates with exactly the given values, special characters included', async () => {
    answer(full);
    const input = {
      name: 'ünïcode / "quotes" \u2028 😀',
      dataset: 'http_requests',
      destination_conf: 's3://logs?region=eu&sse=AES256',
      ownership_challenge: 'challenge-1',
      logpull_options: 'fields=RayID&timestamps=rfc3339',
    };
    expect(await server.client().logpush.create('z', input)).toMatchObject({ id: 42 });
    expect(server.received[0]).toMatchObject({ method: 'POST', url: '/client/v4/zones/z/logpush/jobs' });
    expect(JSON.parse(server.received[0]?.body ?? '')).toEqual(input);
  });

  test('sends only the given keys, with null where given', async () => {
    answer(full);
    await server.client().logpush.update('z', 42, { filter: null, enabled: false, name: undefined });
    expect(server.received[0]).toMatchObject({
      method: 'PUT',
      url: '/client/v4/zones/z/logpush/jobs/42',
      body: '{"filter":null,"enabled":false}',
    });
  });

  test('deletes, and ignores the result', async () => {
    for (const result of [{ id: 42 }, {}, null]) {
      answer(result);
      await expect(server.client().logpush.delete('z', 42)).resolves.toBeUndefined();
    }
    expect(server.received[0]).toMatchObject({ method: 'DELETE', url: '/client/v4/zones/z/logpush/jobs/42' });
  });
});

describe('the fields of a dataset', () => {
  test('are names with descriptions', async () => {
    answer({ RayID: 'ID of the request', ClientIP: null });
    expect(await server.client().logpush.datasetFields('z', 'http_requests')).toEqual({
      RayID: 'ID of the request',
      ClientIP: '',
    });
    expect(server.received[0]?.url).toBe('/client/v4/zones/z/logpush/datasets/http_requests/fields');
  });
});

describe('the jobs of an account', () => {
  const account = { accountId: 'a' };

  test('are reached by the same calls, under the path of the account', async () => {
    const { logpush } = server.client();
    const destination = 's3://logs?region=eu';
    answer(full);
    await logpush.get(account, 42);
    await logpush.create(account, { dataset: full.dataset, destination_conf: destination });
    await logpush.update(account, 42, {});
    await logpush.delete(account, 42);
    answer([full]);
    expect(await logpush.list(account)).toEqual([full]);
    expect(await logpush.datasetJobs(account, 'audit_logs')).toEqual([full]);
    answer({});
    await logpush.datasetFields(account, 'audit_logs');
    await logpush.requestOwnership(account, destination);
    await logpush.validateOwnership(account, destination, 'x');
    expect(server.received.map(({ method, url }) => `${method} ${url}`)).toEqual(
      [
        'GET /jobs/42',
        'POST /jobs',
        'PUT /jobs/42',
        'DELETE /jobs/42',
        'GET /jobs',
        'GET /datasets/audit_logs/jobs',
        'GET /datasets/audit_logs/fields',
        'POST /ownership',
        'POST /ownership/validate',
      ].map((call) => call.replace(' ', ' /client/v4/accounts/a/logpush')),
    );
  });

  test('are cached apart from those of a zone with the same id', async () => {
    const { logpush } = server.client();
    answer([full]);
    expect(await logpush.list(account, { cached: true })).toEqual([full]);
    answer([]);
    expect(await logpush.list({ zoneId: 'a' }, { cached: true })).toEqual([]);
    expect(await logpush.list('a', { cached: true })).toEqual([]);
    expect(await logpush.list(account, { cached: true })).toEqual([full]);
    answer(full);
    await logpush.create(account, { dataset: 'http_requests', destination_conf: 's3://logs?region=eu' });
    expect(await logpush.list('a', { cached: true })).toEqual([]);
    expect(server.received.map(({ url }) => url)).toEqual([
      '/client/v4/accounts/a/logpush/jobs',
      '/client/v4/zones/a/logpush/jobs',
      '/client/v4/accounts/a/logpush/jobs',
    ]);
  });
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
    expect(server.received[0]?.url).toBe('/client/v4/zones/z/logpush/ownership/validate');
    expect(JSON.parse(server.received[0]?.body ?? '')).toEqual({
      destination_conf: destination,
      ownership_challenge: 'challenge-1',
    });
    answer({});
    expect(await server.client().logpush.validateOwnership('z', destination, 'x')).toEqual({ valid: false });
  });
});
