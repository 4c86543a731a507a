import { startEmulator } from '../../lib/emulator';
import { alertTypes } from '../../lib/emulator/products/alerting/alert-types';
import { startReceiver, type Receiver } from './receiver';
import {
  accountId,
  everyQuirk,
  hexId,
  pick,
  start,
  startBeforeEach,
  textAt,
  world,
  type Running,
  healthPolicy as body,
  poolId,
  serviceId,
  webhookId,
} from './support';

const alerting = `/accounts/${accountId}/alerting/v3`;
const policies = `${alerting}/policies`;
const webhooks = `${alerting}/destinations/webhooks`;

const { filters } = body;

const withAlerting = (more: object) => ({
  ...world,
  accounts: [{ id: accountId, name: 'Account', ...more }],
});
const seeded = withAlerting({
  webhooks: [{ id: webhookId, name: 'chat', url: 'https://hooks.example.com/in', secret: 'hush' }],
  pagerduty: [{ id: serviceId, name: 'on call' }],
});

describe('notification policies', () => {
  const emulator = startBeforeEach({ fixture: seeded });

  const made = async (more: object = {}) =>
    `${policies}/${textAt(await emulator.result('POST', policies, { ...body, ...more }), 'id')}`;

  it('return their id only when written, and everything when read', async () => {
    const created = await emulator.result('POST', policies, body);
    expect(created).toEqual({ id: expect.stringMatching(/^[0-9a-f]{32}$/) as string });
    const policy = await emulator.result('GET', `${policies}/${textAt(created, 'id')}`);
    expect(policy).toEqual({
      ...body,
      ...(created as object),
      created: expect.any(String) as string,
      modified: expect.any(String) as string,
    });
    expect(await emulator.result('GET', policies)).toEqual([policy]);
  });

  it('are replaced as a whole, and keep their id and creation time', async () => {
    const path = await made({ description: 'old', alert_interval: '30m' });
    const before = await emulator.result('GET', path);
    const next = { ...body, name: 'other', enabled: false, mechanisms: { webhooks: [{ id: webhookId }] } };
    expect(await emulator.result('PUT', path, next)).toEqual({ id: textAt(before, 'id') });
    expect(await emulator.result('GET', path)).toEqual({
      ...next,
      id: textAt(before, 'id'),
      created: textAt(before, 'created'),
      modified: expect.any(String) as string,
    });
  });

  it('take what the provider of the service sends beside the settings', async () => {
    const more = {
      conditions: {},
      created: '0001-01-01T00:00:00Z',
      modified: '0001-01-01T00:00:00Z',
      id: '',
    };
    const policy = await emulator.result('GET', await made(more));
    expect(policy).not.toHaveProperty('conditions');
    expect(policy).not.toMatchObject({ created: more.created });
  });

  it('are deleted without a result', async () => {
    const path = await made();
    const reply = await emulator.call('DELETE', path);
    expect([reply.status, reply.body]).toEqual([
      200,
      { result: null, success: true, errors: [], messages: [] },
    ]);
    expect(await emulator.result('GET', policies)).toEqual([]);
  });

  it('can be written as they were read', async () => {
    const path = await made();
    const policy = await emulator.result('GET', path);
    await emulator.result('PUT', path, policy);
    expect(await emulator.result('GET', path)).toMatchObject({ ...body, id: textAt(policy, 'id') });
  });

  it.each(
    Object.entries<object>({
      'a pool that does not exist': { filters: { ...filters, pool_id: [hexId()] } },
      'an unknown filter': { filters: { ...filters, zones: ['a', 'b'], where: [] } },
      'an unknown mechanism': { mechanisms: { pigeon: [{ id: 'white one' }] } },
      'all mechanisms': {
        mechanisms: {
          email: [{ id: 'a@example.com', name: 'A' }, { id: 'b@example.com' }],
          webhooks: [{ id: webhookId }],
          pagerduty: [{ id: serviceId }],
        },
      },
      'addresses with a quoted local part': {
        mechanisms: { email: [{ id: '"john"@example.com' }, { id: '"a, b; c@d"@example.com' }] },
      },
      'an empty kind beside one that is not': { mechanisms: { ...body.mechanisms, webhooks: [] } },
      'an interval': { alert_interval: '30m' },
      'another alert without filters': { alert_type: 'failing_logpush_job_disabled_alert', filters: {} },
    }),
  )('accept %s', async (_name, more) => {
    expect(await emulator.result('GET', await made(more))).toMatchObject(more);
  });

  it('accept null for an interval, a description or the filters of an alert that needs none', async () => {
    const path = await made({
      alert_type: 'failing_logpush_job_disabled_alert',
      alert_interval: null,
      description: null,
      filters: null,
    });
    const policy = await emulator.result('GET', path);
    for (const key of ['alert_interval', 'description', 'filters']) expect(policy).not.toHaveProperty(key);
  });

  it('have no description and no filters when none were sent, and keep empty ones', async () => {
    const plain = { ...body, alert_type: 'incident_alert', filters: undefined };
    const path = await made(plain);
    const policy = await emulator.result('GET', path);
    expect(policy).not.toHaveProperty('description');
    expect(policy).not.toHaveProperty('filters');
    await emulator.result('PUT', path, { ...plain, description: '', filters: {} });
    expect(await emulator.result('GET', path)).toMatchObject({ description: '', filters: {} });
    await emulator.result('PUT', path, plain);
    expect(await emulator.result('GET', path)).not.toHaveProperty('description');
  });

  it.each([
    [
      'traffic_anomalies_alert',
      { selectors: ['total'], group_by: ['zone'], where: ['(origin_status_code eq 200)'] },
    ],
    ['incident_alert', { affected_components: ['API'], incident_impact: ['INCIDENT_IMPACT_MAJOR'] }],
    ['load_balancing_pool_enablement_alert', { enabled: ['false'], pool_id: [poolId] }],
    ['zone_aop_custom_certificate_expiration_type', {}],
  ])('of the type %s keep the filters that were sent', async (alert_type, filters) => {
    const stored = await emulator.result('GET', await made({ alert_type, filters }));
    expect(stored).toMatchObject({ alert_type });
    expect(pick(stored, 'filters')).toEqual(filters);
  });

  it('can have each of the alert types of the service', async () => {
    expect(alertTypes.size).toBe(69);
    for (const alert_type of alertTypes)
      expect(await emulator.result('GET', await made({ alert_type }))).toMatchObject({ alert_type, filters });
  });

  const to = (...addresses: string[]) => ({ mechanisms: { email: addresses.map((id) => ({ id })) } });
  const only = (key: keyof typeof filters, value: unknown) => ({ filters: { ...filters, [key]: value } });
  it.each<[string, object, number, string]>([
    ['no name', { name: undefined }, 17001, 'name is required'],
    ['an empty name', { name: '' }, 17001, 'name must not be empty'],
    ['nothing about its being enabled', { enabled: undefined }, 17001, 'enabled is required'],
    ['no alert type', { alert_type: undefined }, 17001, 'alert_type is required'],
    ['an unknown alert type', { alert_type: 'bad_weather' }, 17004, 'bad_weather'],
    [
      'a filter of another alert that is text',
      { alert_type: 'incident_alert', filters: { affected_components: 'API' } },
      17103,
      'filters.affected_components must be an array of strings',
    ],
    ['an unknown key', { colour: 1 }, 17001, 'colour is an unknown field'],
    ['conditions', { conditions: { a: 1 } }, 17001, 'conditions is an unknown field'],
    ['no mechanisms', { mechanisms: undefined }, 17102, 'at least one recipient'],
    ['no mechanism', { mechanisms: {} }, 17102, 'at least one recipient'],
    ['no recipient', { mechanisms: { email: [], webhooks: [] } }, 17102, 'at least one recipient'],
    ['a recipient without an id', { mechanisms: { email: [{}] } }, 17102, 'mechanisms.email[0].id must be'],
    [
      'an address that is none',
      to('a@example.com', 'ops'),
      17102,
      'mechanisms.email[1].id is no e-mail address: ops',
    ],
    ['two addresses in one', to('a@example.com,b@example.com'), 17102, 'mechanisms.email[0].id is no'],
    [
      'a recipient with a colour',
      { mechanisms: { email: [{ id: 'a@example.com', colour: 1 }] } },
      17001,
      'mechanisms.email[0].colour is an unknown field',
    ],
    [
      'an unknown webhook',
      { mechanisms: { webhooks: [{ id: webhookId }, { id: serviceId }] } },
      17102,
      `mechanisms.webhooks[1].id is no destination of this account: ${serviceId}`,
    ],
    [
      'an unknown service',
      { mechanisms: { pagerduty: [{ id: webhookId }] } },
      17102,
      'mechanisms.pagerduty[0].id is no destination',
    ],
    ['no filters', { filters: undefined }, 17103, 'filters.pool_id is required'],
    ['no pools', only('pool_id', undefined), 17103, 'filters.pool_id is required'],
    ['an empty list of pools', only('pool_id', []), 17103, 'filters.pool_id is required'],
    ['a pool without an id', only('pool_id', ['']), 17103, 'filters.pool_id has an empty text'],
    ['a pool that is a number', only('pool_id', [1]), 17103, 'filters.pool_id[0] must be a string'],
    ['no new health', only('new_health', []), 17103, 'filters.new_health is required'],
    ['a lower-case health', only('new_health', ['unhealthy']), 17103, 'filters.new_health must be some of'],
    ['no event source', only('event_source', undefined), 17103, 'filters.event_source is required'],
  ])('fail for %s', async (_name, more, code, reason) => {
    const path = await made();
    for (const [method, url] of [
      ['POST', policies],
      ['PUT', path],
    ] as const) {
      const reply = await emulator.call(method, url, { ...body, ...more });
      expect([reply.status, pick(reply.body, 'errors', 0, 'code')]).toEqual([400, code]);
      expect(textAt(reply.body, 'errors', 0, 'message')).toContain(reason);
    }
    expect(await emulator.result('GET', policies)).toMatchObject([body]);
  });

  it.each(['GET', 'PUT', 'DELETE'])('are not found by %s, whatever the body', async (method) => {
    for (const id of [hexId(), 'not-an-id']) {
      const sent = method === 'PUT' ? {} : undefined;
      const reply = await emulator.call(method, `${policies}/${id}`, sent);
      expect([reply.status, pick(reply.body, 'errors')]).toEqual([
        404,
        [{ code: 0, message: 'Policy not found' }],
      ]);
    }
  });
});

describe('available alerts and destinations', () => {
  it('are listed by product, with the filters of an alert', async () => {
    const emulator = await start();
    const alerts = (await emulator.result('GET', `${alerting}/available_alerts`)) as Record<string, object[]>;
    const health = alerts['Load Balancing']?.find((one) => pick(one, 'type') === body.alert_type);
    expect((pick(health, 'filter_options') as object[]).map((option) => pick(option, 'Key'))).toEqual([
      'pool_id',
      'new_health',
      'event_source',
    ]);
    expect(JSON.stringify(alerts)).toContain('failing_logpush_job_disabled_alert');
  });

  it('are ready when the account has a destination', async () => {
    for (const [fixture, ready] of [
      [world, false],
      [seeded, true],
    ] as const) {
      const emulator = await start({ fixture });
      expect(await emulator.result('GET', `${alerting}/destinations/eligible`)).toEqual({
        email: [{ eligible: true, ready: true, type: 'email' }],
        webhooks: [{ eligible: true, ready, type: 'webhook' }],
        pagerduty: [{ eligible: true, ready, type: 'pagerduty' }],
      });
      await emulator.close();
    }
  });
});

describe('webhook destinations', () => {
  let emulator: Running;
  let receiver: Receiver;
  beforeEach(async () => {
    emulator = await start({ notificationRetry: { attemptTimeoutMs: 3_600_000 } });
    receiver = await startReceiver();
  });

  const create = (more: object = {}, at = emulator) =>
    at.call('POST', webhooks, { name: 'chat', url: `${receiver.url}/in?a=1`, secret: 'hush', ...more });
  const made = async () => textAt((await create()).body, 'result', 'id');

  it('are tested when they are created, and never show their secret', async () => {
    const reply = await create();
    expect(reply.body).toMatchObject({ result: { id: expect.stringMatching(/^[0-9a-f]{32}$/) as string } });
    expect(receiver.received).toHaveLength(1);
    expect(receiver.received[0]).toMatchObject({
      path: '/in?a=1',
      headers: { 'cf-webhook-auth': 'hush', 'content-type': 'application/json' },
      body: { text: expect.stringMatching(/^Hello World! This is a test message/) as string },
    });
    const id = textAt(reply.body, 'result', 'id');
    const webhook = await emulator.result('GET', `${webhooks}/${id}`);
    expect(webhook).toEqual({
      id,
      name: 'chat',
      url: `${receiver.url}/in?a=1`,
      type: 'generic',
      created_at: expect.any(String) as string,
      last_success: null,
      last_failure: null,
    });
    expect(await emulator.result('GET', webhooks)).toEqual([webhook]);
  });

  it('send no secret when they have none', async () => {
    await create({ secret: '' });
    await create({ secret: undefined });
    for (const { headers } of receiver.received) expect(headers).not.toHaveProperty('cf-webhook-auth');
  });

  it('are tested again only when their URL changes, and show the time of the trial', async () => {
    const path = `${webhooks}/${await made()}`;
    await emulator.result('PUT', path, { name: 'renamed', url: `${receiver.url}/in?a=1` });
    expect(receiver.received).toHaveLength(1);
    const before = await emulator.result('GET', path);
    expect(before).toMatchObject({ name: 'renamed', last_success: null, last_failure: null });
    await emulator.result('PUT', path, { name: 'renamed', url: `${receiver.url}/moved` });
    expect(receiver.received[1]).toMatchObject({ path: '/moved', headers: { 'cf-webhook-auth': 'hush' } });
    const moved = {
      ...(before as object),
      url: `${receiver.url}/moved`,
      last_success: expect.any(String) as string,
    };
    expect(await emulator.result('GET', path)).toEqual(moved);
    receiver.status = 500;
    const lost = await emulator.call('PUT', path, { name: 'lost', url: `${receiver.url}/lost` });
    expect([lost.status, pick(lost.body, 'errors', 0, 'code')]).toEqual([400, 0]);
    expect(await emulator.result('GET', path)).toEqual({
      ...moved,
      last_failure: expect.any(String) as string,
    });
  });

  it('cannot be created when the receiver does not answer', async () => {
    const impatient = await start({ notificationRetry: { attemptTimeoutMs: 100 } });
    receiver.status = 0;
    const reply = await create({}, impatient);
    expect([reply.status, pick(reply.body, 'errors', 0, 'code')]).toEqual([400, 0]);
    const message = 'Webhook test failed: the webhook did not answer within 100 ms';
    expect(textAt(reply.body, 'errors', 0, 'message')).toBe(message);
    // On a slow machine the timeout may come before the request arrives.
    expect(receiver.received.length).toBeLessThan(2);
    expect(await impatient.result('GET', webhooks)).toEqual([]);
  });

  it('cannot be created when the receiver does not listen', async () => {
    await receiver.close();
    const reply = await create();
    expect(textAt(reply.body, 'errors', 0, 'message')).toBe(
      'Webhook test failed: the webhook cannot be reached (ECONNREFUSED)',
    );
  });

  it.each<[string, object, string]>([
    ['no name', { name: undefined }, 'name is required'],
    ['no address', { url: undefined }, 'url is required'],
    ['an address that is none', { url: 'chat' }, 'url must be a URL with http or https'],
    ['an address of another kind', { url: 'ftp://example.com' }, 'url must be a URL with http or https'],
    ['an address with credentials', { url: 'https://a:b@example.com' }, 'url must not have credentials'],
    ['another port', { url: 'https://example.com:8443' }, 'url must be on port 80 or 443'],
    ['the port of another service', { url: 'https://example.com:8088' }, 'url must be on port 80 or 443'],
    [
      'a port that is none of a collector',
      { url: 'https://splunk.example.com:9997/services/collector' },
      'url must be on port 80 or 443 or 8088',
    ],
    ['a private address', { url: 'http://192.168.1.1/' }, 'url must be a public address'],
    ['a private address of the other kind', { url: 'http://[fd00::1]/' }, 'url must be a public address'],
    ['a secret with a line break', { secret: 'a\nb' }, 'secret has characters'],
    ['an unknown key', { type: 'slack' }, 'type is an unknown field'],
  ])('fail for %s', async (_name, more, reason) => {
    const reply = await create(more);
    expect([reply.status, pick(reply.body, 'errors', 0, 'code')]).toEqual([400, 17001]);
    expect(textAt(reply.body, 'errors', 0, 'message')).toContain(reason);
    expect(receiver.received).toEqual([]);
  });

  it('are deleted without a result, even when a policy uses them', async () => {
    const id = await made();
    await emulator.result('POST', policies, { ...body, mechanisms: { webhooks: [{ id }] } });
    expect((await emulator.call('DELETE', `${webhooks}/${id}`)).body).toEqual({
      result: null,
      success: true,
      errors: [],
      messages: [],
    });
    expect(await emulator.result('GET', policies)).toMatchObject([{ mechanisms: { webhooks: [{ id }] } }]);
  });

  it.each<[string, number, number, string]>([
    ['GET', 404, 0, 'Webhook not found'],
    ['PUT', 400, 0, 'invalid Webhook ID'],
    ['DELETE', 500, 15000, 'internal server error'],
  ])('are not found by %s', async (method, status, code, message) => {
    const sent = method === 'PUT' ? {} : undefined;
    const reply = await emulator.call(method, `${webhooks}/${hexId()}`, sent);
    expect([reply.status, pick(reply.body, 'errors')]).toEqual([status, [{ code, message }]]);
  });

  it('do not delay the stop of the emulator during a test', async () => {
    const patient = await start({ notificationRetry: { attemptTimeoutMs: 60_000 } });
    receiver.status = 0;
    const reply = fetch(patient.url + webhooks, {
      method: 'POST',
      headers: { authorization: `Bearer ${patient.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'slow', url: receiver.url }),
    }).catch(() => undefined);
    await receiver.waitFor(1);
    await patient.close();
    await reply;
  });

  it.each([
    ['https://hooks.slack.com/services/T/B/x', 'slack'],
    ['https://discord.com/api/webhooks/1/x', 'discord'],
    ['https://chat.googleapis.com/v1/spaces/x', 'gchat'],
    ['https://open.feishu.cn/open-apis/bot/v2/hook/x', 'feishu'],
    ['https://api.eu.opsgenie.com/v1/json/cloudflare', 'opsgenie'],
    ['https://event-management-intake.datadoghq.com/api', 'datadog'],
    ['https://splunk.example.com/services/collector/raw', 'splunk'],
    ['https://splunk.example.com:8088/services/collector/event', 'splunk'],
    ['https://nothooks.slack.com.example.com/', 'generic'],
  ])('have the type of their URL: %s is %s', async (url, type) => {
    const other = await start({ fixture: withAlerting({ webhooks: [{ name: 'a', url }] }) });
    expect(await other.result('GET', webhooks)).toMatchObject([{ url, type }]);
  });
});

describe('quirks of alerting', () => {
  it('reorder unordered lists, add no filter and no mechanism, and keep a policy disabled', async () => {
    const email = [{ id: 'a@example.com' }, { id: 'b@example.com' }];
    const mechanisms = { email, pigeon: [{ id: 'white' }, { id: 'grey' }] };
    const settings = { ...body, enabled: false, mechanisms, filters: { ...filters, zones: ['x', 'y'] } };
    const named = (item: object) => ['one', 'two'].map((name) => ({ ...item, name }));
    const hooks = named({ url: 'https://hooks.example.com/' });
    const emulator = await start({ fixture: withAlerting({ policies: named(settings), webhooks: hooks }) });
    await emulator.control('PUT', '/quirks', everyQuirk);
    const added = { added_tomorrow: expect.any(String) as string };
    const found = await emulator.result('GET', policies);
    expect(found).toMatchObject([
      { name: 'two', enabled: false, ...added },
      { name: 'one', enabled: false },
    ]);
    expect(pick(found, 0, 'mechanisms')).toEqual({
      email: ['b@example.com', 'a@example.com'].map((id) => ({ id, ...added })),
      pigeon: ['grey', 'white'].map((id) => ({ id, ...added })),
    });
    expect(pick(found, 0, 'filters')).toEqual({
      pool_id: [poolId],
      new_health: ['Healthy', 'Unhealthy'],
      event_source: ['origin', 'pool'],
      zones: ['y', 'x'],
    });
    expect(await emulator.result('GET', webhooks)).toMatchObject([{ name: 'two' }, { name: 'one' }]);
  });
});

describe('alerting of a fixture', () => {
  it('can have policies for alerts that are not in the catalogue', async () => {
    const id = hexId();
    const policy = { ...body, id, alert_type: 'tunnel_health_event', filters: { new_status: ['x'] } };
    const emulator = await start({ fixture: withAlerting({ ...seeded.accounts[0], policies: [policy] }) });
    expect(await emulator.result('GET', `${policies}/${id}`)).toMatchObject({
      alert_type: 'tunnel_health_event',
    });
  });

  it.each<[object, string]>([
    [{ policies: [{ ...body, filters: {} }] }, 'accounts[0].policies[0].filters.pool_id: '],
    [
      { policies: [{ ...body, mechanisms: { email: [{ id: 'x' }] } }] },
      'accounts[0].policies[0].mechanisms.email[0].id: ',
    ],
    [{ webhooks: [{ name: 'a', url: 'b' }] }, 'accounts[0].webhooks[0].url: '],
    [{ pagerduty: [{ name: '' }] }, 'accounts[0].pagerduty[0].name: '],
    [{ pagerduty: [{ name: 'a', key: 'b' }] }, 'accounts[0].pagerduty[0].key: '],
  ])('fails with the path of the invalid value: %j', async (more, message) => {
    await expect(startEmulator({ fixture: withAlerting(more) })).rejects.toMatchObject({
      name: 'FixtureError',
      message: expect.stringContaining(message) as string,
    });
  });
});
