import { isNotFound, type PolicyInput } from '../../lib/client';
import { fail, json, rejection, serveEachTest } from './support/serve';

const server = serveEachTest();

const base = '/client/v4/accounts/a/alerting/v3';

const { answer } = server;

/** As the service answers a deletion: without a result. */
function answerWithoutResult(): void {
  server.respond = (_, response) => {
    json(response, 200, { success: true, errors: [], messages: [] });
  };
}

const input: PolicyInput = {
  name: 'Pools',
  enabled: true,
  alert_type: 'load_balancing_health_alert',
  mechanisms: { email: [{ id: 'ops@example.com' }] },
  filters: { pool_id: ['p1', 'p2'], new_health: ['Unhealthy'], event_source: ['pool', 'origin'] },
};

const full = {
  ...input,
  id: '0da2b59ef118439d8097bdfb215203c9',
  description: 'Both pools',
  enabled: false,
  mechanisms: {
    email: [{ id: 'ops@example.com', name: 'ops' }],
    webhooks: [{ id: 'w1' }],
    pagerduty: [{ id: 'd1' }],
    added_tomorrow: [1],
  },
  alert_interval: '30m',
  created: '2026-01-02T03:04:05Z',
  modified: '2026-01-02T03:04:06Z',
  added_tomorrow: { deep: [1] },
};

const defaults = {
  name: '',
  description: '',
  enabled: true,
  alert_type: '',
  mechanisms: { email: [], webhooks: [], pagerduty: [] },
  filters: {},
  alert_interval: undefined,
  created: '',
  modified: '',
};

describe('reading a policy', () => {
  test('keeps every field, unknown ones and the names of older replies too', async () => {
    answer(full);
    expect(await server.client().alerting.getPolicy('a', full.id)).toEqual(full);
    expect(server.received[0]).toMatchObject({ method: 'GET', url: `${base}/policies/${full.id}` });
  });

  test('sets defaults for missing and null fields', async () => {
    answer({ id: 'x' });
    expect(await server.client().alerting.getPolicy('a', 'x')).toEqual({ id: 'x', ...defaults });
    answer({ id: 'x', ...Object.fromEntries(Object.keys(defaults).map((name) => [name, null])) });
    expect(await server.client().alerting.getPolicy('a', 'x')).toEqual({ id: 'x', ...defaults });
    answer({ id: 'x', mechanisms: { email: null }, filters: { pool_id: null } });
    expect(await server.client().alerting.getPolicy('a', 'x')).toEqual({
      id: 'x',
      ...defaults,
      filters: { pool_id: [] },
    });
  });

  test.each([
    ['no id', {}, 'a policy without an id'],
    ['mechanisms that are a list', { id: 'x', mechanisms: [] }, 'a policy whose mechanisms is not an object'],
    ['an e-mail in words', { id: 'x', mechanisms: { email: ['a'] } }, 'an envelope without a mechanism'],
    ['a mechanism without an id', { id: 'x', mechanisms: { email: [{}] } }, 'a mechanism without an id'],
    ['a filter that is no list', { id: 'x', filters: { pool_id: 'p' } }, 'whose pool_id is not an array'],
    [
      'a filter of numbers',
      { id: 'x', filters: { pool_id: [1] } },
      'pool_id has an item that is not a string',
    ],
  ])('fails for %s', async (_, result, words) => {
    answer(result);
    const error = await rejection(server.client().alerting.getPolicy('a', 'x'));
    expect(error).toMatchObject({ name: 'UnreadableReplyError', status: 200 });
    expect(String(error)).toContain(words);
  });

  test('lists, and takes null for an empty list', async () => {
    answer([full, { id: 'x' }]);
    expect(await server.client().alerting.listPolicies('a')).toEqual([full, { id: 'x', ...defaults }]);
    expect(server.received[0]).toMatchObject({ method: 'GET', url: `${base}/policies` });
    answer(null);
    expect(await server.client().alerting.listPolicies('a')).toEqual([]);
  });
});

describe('writing a policy', () => {
  test.each([{ id: 'x' }, { id: 'x', name: 'Pools' }])('returns the id of %j', async (result) => {
    answer(result);
    expect(await server.client().alerting.createPolicy('a', input)).toEqual({ id: 'x' });
    expect(await server.client().alerting.updatePolicy('a', 'x', input)).toEqual({ id: 'x' });
    expect(server.received).toMatchObject([
      { method: 'POST', url: `${base}/policies`, body: JSON.stringify(input) },
      { method: 'PUT', url: `${base}/policies/x`, body: JSON.stringify(input) },
    ]);
  });

  test.each([null, {}, { id: '' }, 'x'])(
    'fails without an id, as possibly applied, for %j',
    async (result) => {
      answer(result);
      const error = await rejection(server.client().alerting.createPolicy('a', input));
      expect(error).toMatchObject({ name: 'UnreadableReplyError', mayHaveBeenApplied: true });
    },
  );

  test('deletes: the envelope has no result', async () => {
    answerWithoutResult();
    await expect(server.client().alerting.deletePolicy('a', 'x')).resolves.toBeUndefined();
    expect(server.received[0]).toMatchObject({ method: 'DELETE', url: `${base}/policies/x`, body: '' });
  });

  test('fails with the field that the service reports as missing', async () => {
    server.respond = (_, response) => {
      fail(response, 400, { code: 17103, message: 'filters are required' });
    };
    const error = await rejection(server.client().alerting.createPolicy('a', input));
    expect(error).toMatchObject({ name: 'ApiError', code: 'EDGE_API', errors: [{ code: 17103 }] });
  });
});

test('the PagerDuty services are listed', async () => {
  answer([{ id: 'd1', name: 'On call', added_tomorrow: 1 }, { id: 'd2' }]);
  expect(await server.client().alerting.listPagerDuty('a')).toEqual([
    { id: 'd1', name: 'On call', added_tomorrow: 1 },
    { id: 'd2', name: '' },
  ]);
  expect(server.received[0]).toMatchObject({ method: 'GET', url: `${base}/destinations/pagerduty` });
});

test('an unknown filter is kept unchanged', async () => {
  const filters = { pool_id: ['p'], region: ['WEU'], added_tomorrow: { deep: [1] } };
  answer({ id: 'x', filters });
  expect(await server.client().alerting.getPolicy('a', 'x')).toMatchObject({ filters });
});

describe('a webhook', () => {
  const webhook = {
    id: 'w',
    name: 'chat',
    type: 'slack',
    url: 'https://hooks.slack.com/services/x',
    created_at: '2026-01-02T03:04:05Z',
    last_success: '2026-01-02T03:04:05Z',
    last_failure: null,
    added_tomorrow: 1,
  };
  const filled = {
    id: 'w',
    name: '',
    type: '',
    url: '',
    created_at: '',
    last_success: null,
    last_failure: null,
  };

  test('keeps every field and sets defaults for missing ones', async () => {
    answer(webhook);
    expect(await server.client().alerting.getWebhook('a', 'w')).toEqual(webhook);
    expect(server.received[0]).toMatchObject({ method: 'GET', url: `${base}/destinations/webhooks/w` });
    answer([webhook, { id: 'v', type: null }]);
    expect(await server.client().alerting.listWebhooks('a')).toEqual([webhook, { ...filled, id: 'v' }]);
    expect(server.received[1]).toMatchObject({ method: 'GET', url: `${base}/destinations/webhooks` });
    answer(null);
    expect(await server.client().alerting.listWebhooks('a')).toEqual([]);
  });

  test('sends its secret and returns its id', async () => {
    answer({ id: 'w' });
    const written = { name: 'chat', url: 'https://example.com/hook', secret: 'a-secret-of-the-test' };
    expect(await server.client().alerting.createWebhook('a', written)).toEqual({ id: 'w' });
    expect(await server.client().alerting.updateWebhook('a', 'w', written)).toEqual({ id: 'w' });
    expect(server.received).toMatchObject([
      { method: 'POST', url: `${base}/destinations/webhooks`, body: JSON.stringify(written) },
      { method: 'PUT', url: `${base}/destinations/webhooks/w`, body: JSON.stringify(written) },
    ]);
  });

  test('is deleted: the envelope has no result', async () => {
    answerWithoutResult();
    await expect(server.client().alerting.deleteWebhook('a', 'w')).resolves.toBeUndefined();
    expect(server.received[0]).toMatchObject({ method: 'DELETE', url: `${base}/destinations/webhooks/w` });
  });
});

describe('the available alerts', () => {
  test('are listed by product', async () => {
    const alert = {
      type: 'load_balancing_health_alert',
      display_name: 'Health alert',
      description: 'Pools and origins',
      filter_options: [{ Key: 'pool_id' }],
      added_tomorrow: 1,
    };
    answer({ 'Load Balancing': [alert], Logpush: [{ type: 'x', filter_options: null }], Empty: null });
    expect(await server.client().alerting.availableAlerts('a')).toEqual({
      'Load Balancing': [alert],
      Logpush: [{ type: 'x', display_name: '', description: '', filter_options: [] }],
      Empty: [],
    });
    expect(server.received[0]).toMatchObject({ method: 'GET', url: `${base}/available_alerts` });
  });

  test('fail when they are a list', async () => {
    answer([]);
    const error = await rejection(server.client().alerting.availableAlerts('a'));
    expect(String(error)).toContain('an envelope without the available alerts');
  });
});

describe('a missing object', () => {
  function failWith(status: number, entry: object): void {
    server.respond = (_, response) => {
      fail(response, status, entry);
    };
  }

  const onPolicy = (): Promise<unknown>[] => [
    server.client().alerting.getPolicy('a', 'x'),
    server.client().alerting.updatePolicy('a', 'x', input),
    server.client().alerting.deletePolicy('a', 'x'),
  ];
  const webhook = { name: 'chat', url: 'https://example.com/hook' };
  const onWebhook = (): Promise<unknown>[] => [
    server.client().alerting.getWebhook('a', 'x'),
    server.client().alerting.updateWebhook('a', 'x', webhook),
    server.client().alerting.deleteWebhook('a', 'x'),
  ];

  test.each([404, 400, 200, 403, 500])(
    'is recognized by code 0 and its message with HTTP %i',
    async (status) => {
      failWith(status, { code: 0, message: 'error: Policy not found.' });
      for (const error of await Promise.all(onPolicy().map(rejection))) {
        expect(isNotFound(error)).toBe(true);
        expect(error).toMatchObject({ name: 'NotFoundError', status, errors: [{ code: 0 }] });
      }
      failWith(status, { code: 0, message: 'webhook not found' });
      for (const error of await Promise.all(onWebhook().map(rejection))) {
        expect(isNotFound(error)).toBe(true);
      }
    },
  );

  test('is recognized by HTTP 404 with any message', async () => {
    failWith(404, { message: 'no' });
    for (const error of await Promise.all([...onPolicy(), ...onWebhook()].map(rejection))) {
      expect(isNotFound(error)).toBe(true);
    }
  });

  test.each([
    [400, { code: 0, message: 'Webhook not found' }],
    [400, { code: 17102, message: 'Policy not found' }],
    [400, { message: 'Policy not found' }],
    [404, { code: 7003, message: 'Could not route' }],
    [429, { code: 0, message: 'Policy not found' }],
  ])('does not include a policy error: HTTP %i with %j', async (status, entry) => {
    failWith(status, entry);
    for (const error of await Promise.all(onPolicy().map(rejection))) {
      expect(isNotFound(error)).toBe(false);
    }
  });

  test('is not recognized in the reply to a create', async () => {
    failWith(400, { code: 0, message: 'Webhook not found' });
    const { alerting } = server.client();
    const calls = [alerting.createPolicy('a', input), alerting.createWebhook('a', webhook)];
    for (const error of await Promise.all(calls.map((call) => rejection(call)))) {
      expect(isNotFound(error)).toBe(false);
    }
  });
});
