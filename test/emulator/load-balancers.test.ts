import { accountId, hexId, pick, startBeforeEach, textAt, zoneId } from './support';

const pools = `/accounts/${accountId}/load_balancers/pools`;
const monitors = `/accounts/${accountId}/load_balancers/monitors`;
const balancers = `/zones/${zoneId}/load_balancers`;
const times = { created_on: expect.any(String) as string, modified_on: expect.any(String) as string };
const id = expect.stringMatching(/^[0-9a-f]{32}$/) as string;
const inUse = { code: 1005, message: 'This object is referenced by other objects, delete them first.' };

const emulator = startBeforeEach();

const made = async (path: string, body: object) => textAt(await emulator.result('POST', path, body), 'id');
const makePool = (more: object = {}) =>
  made(pools, { name: 'primary', origins: [{ name: 'one', address: '192.0.2.1' }], ...more });
const makeMonitor = (more: object = {}) => made(monitors, { expected_codes: '200', ...more });
const refusal = async (method: string, path: string, body?: object) => {
  const reply = await emulator.call(method, path, body);
  return [reply.status, pick(reply.body, 'errors', 0)];
};

describe('monitors', () => {
  const defaults = {
    id,
    type: 'http',
    description: '',
    method: 'GET',
    path: '/',
    port: 0,
    timeout: 5,
    retries: 2,
    interval: 60,
    expected_body: '',
    expected_codes: '2xx',
    follow_redirects: false,
    allow_insecure: false,
    probe_zone: '',
    consecutive_up: 0,
    consecutive_down: 0,
    ...times,
  };

  it('are created with the defaults of the service', async () => {
    expect(await emulator.result('POST', monitors, { expected_codes: '2xx' })).toEqual(defaults);
    expect(await emulator.result('POST', monitors, { type: 'tcp', port: 8080 })).toEqual({
      ...defaults,
      type: 'tcp',
      method: 'connection_established',
      path: '',
      port: 8080,
      expected_codes: '',
    });
  });

  it('are listed, read, replaced, changed and deleted', async () => {
    const header = { Host: ['example.com'] };
    const one = await emulator.result('POST', monitors, { expected_codes: '200', path: '/health', header });
    const path = `${monitors}/${textAt(one, 'id')}`;
    expect(await emulator.result('GET', monitors)).toEqual([one]);
    expect(await emulator.result('GET', path)).toEqual(one);
    const changed = await emulator.result('PATCH', path, { expected_codes: '5xx, 404' });
    expect(changed).toEqual({ ...(one as object), expected_codes: '5xx, 404', ...times });
    const overTcp = { type: 'tcp', port: 25, path: null, header: null };
    expect(await emulator.result('PATCH', path, overTcp)).toMatchObject({
      port: 25,
      method: 'connection_established',
      path: '',
      expected_codes: '5xx, 404',
    });
    const replaced = await emulator.result('PUT', path, { expected_codes: '2xx', port: null, header: null });
    expect(replaced).toEqual({ ...defaults, id: textAt(one, 'id') });
    expect(await emulator.result('DELETE', path)).toEqual({ id: textAt(one, 'id') });
    expect(await refusal('GET', path)).toMatchObject([404, { code: 1001 }]);
    expect(await refusal('GET', `${path}/references`)).toMatchObject([404, { code: 1001 }]);
  });

  it.each<[string, object, string]>([
    ['HTTP without expected codes', {}, 'expected_codes is required'],
    ['TCP without a port', { type: 'tcp' }, 'port is required'],
    ['an unknown protocol', { type: 'udp' }, 'type must be one of'],
    ['codes that are none', { expected_codes: 'ok' }, 'expected_codes must be HTTP status codes'],
    ['a time limit of more than 10 seconds', { expected_codes: '200', timeout: 11 }, 'timeout must be in'],
    ['an unknown member', { expected_codes: '200', headers: {} }, 'headers is an unknown field'],
  ])('fail for %s', async (_name, body, reason) => {
    expect(await refusal('POST', monitors, body)).toEqual([
      400,
      { code: 1002, message: expect.stringContaining(reason) as string },
    ]);
  });

  it('are referenced by pools, and cannot be deleted before them', async () => {
    const monitor = await makeMonitor({ description: 'Login page' });
    const pool = await makePool({ monitor });
    const [referrer, referral] = [`${monitors}/${monitor}`, `${pools}/${pool}`].map((path) =>
      emulator.result('GET', `${path}/references`),
    );
    expect(await referrer).toEqual([
      { reference_type: 'referrer', resource_id: pool, resource_name: 'primary', resource_type: 'pool' },
    ]);
    const page = { resource_id: monitor, resource_name: 'Login page', resource_type: 'monitor' };
    expect(await referral).toEqual([{ reference_type: 'referral', ...page }]);
    expect(await refusal('DELETE', `${monitors}/${monitor}`)).toEqual([412, inUse]);
    await emulator.result('PATCH', `${pools}/${pool}`, { monitor: '' });
    expect(await emulator.result('GET', `${monitors}/${monitor}/references`)).toEqual([]);
    await emulator.result('DELETE', `${monitors}/${monitor}`);
  });
});

describe('load balancers of a zone', () => {
  const using = (pool: string, more: object = {}) => ({
    name: 'www.one.example',
    default_pools: [pool],
    fallback_pool: pool,
    ...more,
  });
  const attributes = { drain_duration: 0, samesite: 'Auto', secure: 'Auto', zero_downtime_failover: 'none' };

  it('are created with the defaults of the service', async () => {
    const pool = await makePool();
    expect(await emulator.result('POST', balancers, using(pool))).toEqual({
      id,
      ...using(pool),
      zone_name: 'one.example',
      description: '',
      enabled: true,
      proxied: false,
      ttl: 30,
      session_affinity: 'none',
      session_affinity_attributes: attributes,
      steering_policy: 'off',
      rules: [],
      ...times,
    });
  });

  it('are listed, read, replaced, changed and deleted', async () => {
    const pool = await makePool();
    const one = await emulator.result('POST', balancers, using(pool, { description: 'kept' }));
    const path = `${balancers}/${textAt(one, 'id')}`;
    expect(await emulator.result('GET', balancers)).toEqual([one]);
    expect(await emulator.result('GET', path)).toEqual(one);
    const changed = await emulator.result('PATCH', path, { enabled: false });
    expect(changed).toEqual({ ...(one as object), enabled: false, ...times });
    const located = { location_strategy: { mode: 'resolver_ip' }, networks: ['cloudflare'] };
    expect(await emulator.result('PATCH', path, located)).toMatchObject({
      enabled: false,
      location_strategy: { mode: 'resolver_ip', prefer_ecs: 'proximity' },
    });
    const without = { location_strategy: null, networks: null };
    expect(await emulator.result('PATCH', path, without)).toEqual({ ...(changed as object), ...times });
    const replaced = await emulator.result('PUT', path, using(pool, { description: null }));
    expect(replaced).toMatchObject({ id: textAt(one, 'id'), description: '', enabled: true });
    expect(await emulator.result('DELETE', path)).toEqual({ id: textAt(one, 'id') });
    expect(await refusal('GET', path)).toMatchObject([404, { code: 1001 }]);
  });

  it('show how long sessions last, and what the default steering policy is', async () => {
    const pool = await makePool();
    const one = await made(balancers, using(pool, { session_affinity: 'ip_cookie' }));
    const path = `${balancers}/${one}`;
    expect(await emulator.result('GET', path)).toMatchObject({ session_affinity_ttl: 82_800 });
    const byHeader = { session_affinity: 'header', region_pools: { WNAM: [pool] } };
    expect(await emulator.result('PATCH', path, byHeader)).toMatchObject({
      session_affinity_ttl: 1800,
      steering_policy: 'geo',
    });
    expect(await refusal('PATCH', path, { session_affinity_ttl: 3601 })).toMatchObject([400, { code: 1002 }]);
  });

  it.each<[string, object, RegExp]>([
    ['a name that is no hostname of the zone', { name: 'www' }, /^invalid hostname: www: validation failed$/],
    ['a pool that does not exist', { default_pools: [hexId()] }, /./],
    ['no fallback', { fallback_pool: undefined }, /^fallback_pool is required: validation failed$/],
    ['an unknown policy', { steering_policy: 'nearest' }, /./],
    [
      'a member that is not emulated',
      { pool_sets: [] },
      /^pool_sets is an unknown field: validation failed$/,
    ],
  ])('fail for %s', async (_name, more, message) => {
    const error = { code: 1002, message: expect.stringMatching(message) as string };
    expect(await refusal('POST', balancers, using(await makePool(), more))).toMatchObject([400, error]);
  });

  it('fail for a hostname that another one has', async () => {
    const pool = await makePool();
    const one = await made(balancers, using(pool));
    expect(await refusal('POST', balancers, using(pool))).toEqual([
      400,
      { code: 1003, message: 'value not unique' },
    ]);
    await emulator.result('PUT', `${balancers}/${one}`, using(pool));
  });

  it.each<[string, (pool: string, other: string) => object]>([
    ['as a default', (pool, other) => ({ default_pools: [other, pool] })],
    ['as the fallback', (pool) => ({ fallback_pool: pool })],
    ['in a region', (pool) => ({ region_pools: { WEU: [pool] } })],
    ['in a country', (pool) => ({ country_pools: { DE: [pool] } })],
    ['in a data center', (pool) => ({ pop_pools: { FRA: [pool] } })],
    ['in a rule', (pool) => ({ rules: [{ name: 'all', overrides: { region_pools: { WEU: [pool] } } }] })],
  ])('reference a pool that they use %s, which cannot be deleted before', async (_name, more) => {
    const [pool, other] = [await makePool(), await makePool({ name: 'other' })];
    const balancer = await made(balancers, using(other, more(pool, other)));
    expect(await emulator.result('GET', `${pools}/${pool}/references`)).toEqual([
      {
        reference_type: 'referrer',
        resource_id: balancer,
        resource_name: 'www.one.example',
        resource_type: 'load_balancer',
      },
    ]);
    expect(await refusal('DELETE', `${pools}/${pool}`)).toEqual([412, inUse]);
    await emulator.result('PUT', `${balancers}/${balancer}`, using(other));
    await emulator.result('DELETE', `${pools}/${pool}`);
  });
});

describe('the checks of a monitor', () => {
  const check = async (monitor: string, body: object) => {
    const reply = await emulator.control('POST', `/accounts/${accountId}/monitors/${monitor}/checks`, body);
    return [reply.status, reply.body];
  };
  const isHealthy = async (pool: string) => pick(await emulator.result('GET', `${pools}/${pool}`), 'healthy');

  it.each<[string, object, object | null, boolean]>([
    ['an expected code', { expected_codes: '200, 3xx' }, { status: 302 }, true],
    ['another code', { expected_codes: '200, 3xx' }, { status: 201 }, false],
    [
      'the expected text in another case',
      { expected_codes: '2xx', expected_body: 'Alive' },
      { body: 'I am ALIVE' },
      true,
    ],
    ['another text', { expected_codes: '2xx', expected_body: 'alive' }, { body: 'dead' }, false],
    ['no answer', { expected_codes: '2xx' }, null, false],
    ['a connection, whatever HTTP says', { type: 'tcp', port: 80 }, { status: 503 }, true],
    ['no connection', { type: 'tcp', port: 80 }, null, false],
  ])('decide about %s', async (_name, settings, answer, expected) => {
    const monitor = await made(monitors, settings);
    const pool = await makePool({ monitor });
    await emulator.control('POST', `/accounts/${accountId}/pools/${pool}/health`, { healthy: !expected });
    await check(monitor, { answer });
    expect(await isHealthy(pool)).toBe(expected);
  });

  it('cover the origins with an address in all pools of the monitor, and in no other', async () => {
    const monitor = await makeMonitor();
    const origins = (...addresses: string[]) =>
      addresses.map((address) => ({ name: `at ${address}`, address }));
    const both = { monitor, minimum_origins: 2, origins: origins('192.0.2.1', '192.0.2.2') };
    const [first, second] = [
      await makePool(both),
      await makePool({ name: 'second', monitor, origins: origins('192.0.2.2') }),
    ];
    const other = await makePool({ origins: origins('192.0.2.2') });
    await emulator.result('POST', `/accounts/${accountId}/alerting/v3/policies`, {
      name: 'health',
      enabled: true,
      alert_type: 'load_balancing_health_alert',
      mechanisms: { email: [{ id: 'ops@example.com' }] },
      filters: { pool_id: [first, second], new_health: ['Unhealthy'], event_source: ['pool'] },
    });
    const [status, body] = await check(monitor, { address: '192.0.2.2', answer: { status: 503 } });
    expect([status, body]).toMatchObject([
      200,
      { pools: [{ pool_id: first }, { pool_id: second }], notifications: [{}, {}] },
    ]);
    expect(pick(body, 'pools', 0, 'pop_health')).toMatchObject({
      healthy: false,
      origins: [{ '192.0.2.1': { healthy: true } }, { '192.0.2.2': { healthy: false } }],
    });
    expect(await Promise.all([first, second, other].map(isHealthy))).toEqual([false, false, true]);
    expect((await check(monitor, { address: '192.0.2.2', answer: {} }))[1]).toMatchObject({
      notifications: [],
    });
    expect(await Promise.all([first, second, other].map(isHealthy))).toEqual([true, true, true]);
  });

  it.each<[string, object, string]>([
    ['no answer to decide about', {}, 'answer: is required'],
    [
      'an address of no pool',
      { address: '192.0.2.9', answer: null },
      'address: 192.0.2.9 is not one of 192.0.2.1',
    ],
    ['a status that HTTP does not have', { answer: { status: 99 } }, 'answer.status: must be'],
  ])('fail for %s', async (_name, body, reason) => {
    const monitor = await makeMonitor();
    await makePool({ monitor });
    const [status, reply] = await check(monitor, body);
    expect([status, JSON.stringify(reply)]).toEqual([400, expect.stringContaining(reason)]);
    expect((await check(hexId(), { answer: null }))[0]).toBe(404);
  });
});
