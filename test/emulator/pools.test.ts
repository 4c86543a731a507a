import { startEmulator } from '../../lib/emulator';
import { accountId, pick, start, startBeforeEach, textAt, world, poolId } from './support';

const pools = `/accounts/${accountId}/load_balancers/pools`;
const origin = { name: 'one', address: '192.0.2.1' };
const body = { name: 'primary', origins: [origin] };

const withPools = (...items: object[]) => ({
  ...world,
  accounts: [{ id: accountId, name: 'Account', pools: items }],
});

/** So many pools, made in another order than that of their names. */
const manyPools = (count: number) =>
  Array.from({ length: count }, (_item, at) => ({
    ...body,
    name: `pool-${String((at * 7) % count).padStart(3, '0')}`,
    notification_email: 'ops@example.com',
  }));

const namesFrom = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_item, at) => `pool-${String(from + at).padStart(3, '0')}`);

const namesOf = (result: unknown) => (result as { name: string }[]).map((pool) => pool.name);

describe('load-balancer pools', () => {
  const emulator = startBeforeEach();

  const made = (more: object = {}) => emulator.result('POST', pools, { ...body, ...more });

  it('creates one with the defaults of the service', async () => {
    expect(await made()).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      name: 'primary',
      origins: [{ ...origin, enabled: true, weight: 1, port: 0, flatten_cname: true }],
      description: '',
      enabled: true,
      minimum_origins: 1,
      monitor: null,
      monitor_group: null,
      check_regions: null,
      notification_filter: null,
      load_shedding: null,
      origin_steering: null,
      health_sources: null,
      latitude: null,
      longitude: null,
      created_on: expect.any(String) as string,
      modified_on: expect.any(String) as string,
      healthy: true,
    });
  });

  it('lists, reads and deletes pools', async () => {
    const pool = await made();
    const path = `${pools}/${textAt(pool, 'id')}`;
    expect(await emulator.result('GET', path)).toEqual(pool);
    expect(await emulator.result('GET', pools)).toEqual([pool]);
    expect(await emulator.result('GET', `${path}/references`)).toEqual([]);
    expect(await emulator.result('DELETE', path)).toEqual({ id: textAt(pool, 'id') });
    for (const part of ['', '/health', '/references'])
      expect((await emulator.call('GET', path + part)).status).toBe(404);
    expect((await emulator.call('DELETE', path)).status).toBe(404);
    expect((await emulator.call('PATCH', path, {})).status).toBe(404);
    expect((await emulator.call('PUT', path, body)).status).toBe(404);
    expect(await emulator.result('GET', pools)).toEqual([]);
  });

  it('replaces by PUT, and resets absent keys', async () => {
    const pool = await made({
      description: 'old',
      notification_email: 'a@example.com',
      latitude: 1,
      longitude: 2,
    });
    const path = `${pools}/${textAt(pool, 'id')}`;
    const replaced = await emulator.result('PUT', path, { ...body, name: 'other' });
    expect(replaced).toMatchObject({ name: 'other', description: '', latitude: null, longitude: null });
    expect(replaced).not.toHaveProperty('notification_email');
    expect(replaced).toMatchObject({ id: textAt(pool, 'id'), created_on: textAt(pool, 'created_on') });
  });

  it('takes the empty header and the repeated id that the provider of the service sends', async () => {
    const sent = { ...body, origins: [{ name: 'one', address: '192.0.2.1', header: {} }] };
    const pool = await made(sent);
    const id = textAt(pool, 'id');
    expect(pick(pool, 'origins', 0)).not.toHaveProperty('header');
    const replaced = await emulator.result('PUT', `${pools}/${id}`, { ...sent, id, description: 'new' });
    expect(replaced).toMatchObject({ id, description: 'new' });
  });

  it('changes by PATCH only the keys in the body, and origins as a whole', async () => {
    const pool = await made({ description: 'kept', notification_email: 'a@example.com' });
    const path = `${pools}/${textAt(pool, 'id')}`;
    const after = await emulator.result('PATCH', path, { notification_email: '' });
    expect(after).toEqual({
      ...(pool as object),
      notification_email: '',
      modified_on: expect.any(String) as string,
    });
    const origins = [{ name: 'two', address: 'origin.example.com', weight: 0.5 }];
    const next = await emulator.result('PATCH', path, { origins });
    expect(pick(next, 'origins')).toEqual([{ ...origins[0], enabled: true, port: 0, flatten_cname: true }]);
    expect(next).toMatchObject({ description: 'kept', notification_email: '' });
    expect(await emulator.result('GET', path)).toEqual(next);
  });

  it('shows when a pool or an origin was disabled, and only then', async () => {
    const pool = await made({ enabled: false, origins: [{ ...origin, enabled: false }] });
    const path = `${pools}/${textAt(pool, 'id')}`;
    const since = textAt(pool, 'disabled_at');
    const later = await emulator.result('PATCH', path, { description: 'later' });
    expect(later).toMatchObject({ disabled_at: since, origins: [{ disabled_at: since }] });
    const again = await emulator.result('PATCH', path, { enabled: true, origins: [origin] });
    expect(again).not.toHaveProperty('disabled_at');
    expect(pick(again, 'origins', 0)).not.toHaveProperty('disabled_at');
  });

  it.each(
    Object.entries<object>({
      'all letters of a name': { name: 'Az-09_' },
      'hostnames and both kinds of IP': {
        origins: ['a.example.com', '192.0.2.1', '2001:db8::1'].map((address) => ({ name: address, address })),
      },
      'an origin with everything': {
        origins: [
          {
            ...origin,
            enabled: false,
            weight: 0,
            port: 65_535,
            header: { Host: ['a.example.com'] },
            virtual_network_id: 'net',
            flatten_cname: false,
          },
        ],
      },
      'all regions': {
        check_regions: 'WNAM ENAM WEU EEU NSAM SSAM OC ME NAF SAF SAS SEAS NEAS CHINA ALL_REGIONS'.split(' '),
      },
      'several addresses': { notification_email: 'a@example.com, b@example.com' },
      'addresses with semicolons': { notification_email: 'a@example.com; b@example.com,c@example.com' },
      'a quoted local part': { notification_email: '"john"@example.com' },
      'separators and spaces in quotes': {
        notification_email: '"a, b; c@d"@example.com ; "say \\"hi\\", all"@example.com',
      },
      'address literals': { notification_email: 'ops@[192.0.2.1], ops@[IPv6:2001:db8::1]' },
      'no address': { notification_email: '' },
      'null for no address': { notification_email: null },
      'half a filter': { notification_filter: { origin: { disable: true, healthy: null }, pool: null } },
      'a filter that wants bad news': { notification_filter: { pool: { disable: false, healthy: false } } },
      'load shedding': {
        load_shedding: {
          default_percent: 0,
          default_policy: 'hash',
          session_percent: 100,
          session_policy: 'hash',
        },
      },
      steering: { origin_steering: { policy: 'least_outstanding_requests' } },
      'a place': { latitude: -90, longitude: 180 },
      'more origins wanted than there are': { minimum_origins: 7 },
      'a monitor': { monitor: 'd'.repeat(32) },
      'health by region': { health_sources: ['regional', 'global'], check_regions: ['WEU'] },
    }),
  )('accepts %s', async (_name, more) => {
    expect(await made(more)).toMatchObject(more);
  });

  async function expectFault(more: object, reason: string): Promise<void> {
    const reply = await emulator.call('POST', pools, { ...body, ...more });
    const message = textAt(reply.body, 'errors', 0, 'message');
    expect([reply.status, pick(reply.body, 'errors', 0, 'code')]).toEqual([400, 1002]);
    expect(message.slice(0, reason.length)).toBe(reason);
    expect(message.endsWith(': validation failed')).toBe(true);
    expect(await emulator.result('GET', pools)).toEqual([]);
  }

  const bad = (change: object) => ({ origins: [{ ...origin, ...change }] });
  it.each(
    Object.entries<[object, string]>({
      'no name': [{ name: undefined }, 'name is required'],
      'an empty name': [{ name: '' }, 'name must not be empty'],
      'a name with a space': [{ name: 'a b' }, 'name may have'],
      'a name with a line break': [{ name: 'a\n' }, 'name may have'],
      'no origins': [{ origins: undefined }, 'origins is required'],
      'an empty list of origins': [{ origins: [] }, 'origins must have at least one origin'],
      'an origin without a name': [bad({ name: undefined }), 'origins[0].name is required'],
      'an origin without an address': [bad({ address: undefined }), 'origins[0].address is required'],
      'an address that is a URL': [bad({ address: 'https://a.example' }), 'origins[0].address must be'],
      'an address that is half an IP': [bad({ address: '192.0.2' }), 'origins[0].address must be'],
      'two origins of one name': [{ origins: [origin, origin] }, 'origins[1].name is used twice'],
      'two origins with one address, even on two ports': [
        { origins: [origin, { ...origin, name: 'b', port: 8080, virtual_network_id: 'n' }] },
        'origins[1].address is used twice',
      ],
      'a monitor and a group of monitors': [
        { monitor: 'd'.repeat(32), monitor_group: 'e'.repeat(32) },
        'monitor_group does not go with monitor',
      ],
      'sources of health in another order': [
        { health_sources: ['global', 'regional'], check_regions: ['WEU'] },
        'health_sources must be null or ["regional", "global"]',
      ],
      'health by region without a region': [
        { health_sources: ['regional', 'global'] },
        'health_sources needs at least one of check_regions',
      ],
      'a negative weight': [bad({ weight: -0.1 }), 'origins[0].weight must be in range [0, 1]'],
      'too much weight': [bad({ weight: 1.01 }), 'origins[0].weight must be in range [0, 1]'],
      'a negative port': [bad({ port: -1 }), 'origins[0].port must be in range [0, 65535]'],
      'too high a port': [bad({ port: 65_536 }), 'origins[0].port must be in range [0, 65535]'],
      'another header': [bad({ header: { Accept: ['a'] } }), 'origins[0].header.Accept is an unknown'],
      'two hosts': [bad({ header: { Host: ['a', 'b'] } }), 'origins[0].header.Host must be an array of one'],
      'an empty host': [bad({ header: { Host: [''] } }), 'origins[0].header.Host[0] must not be empty'],
      'an empty network': [bad({ virtual_network_id: '' }), 'origins[0].virtual_network_id must not'],
      'an origin time': [bad({ disabled_at: '2026-01-01T00:00:00Z' }), 'origins[0].disabled_at is read-only'],
      'an unknown key of an origin': [bad({ colour: 1 }), 'origins[0].colour is an unknown field'],
      'a description that is null': [{ description: null }, 'description must be a string'],
      'no origin wanted': [{ minimum_origins: 0 }, 'minimum_origins must be in range'],
      'a monitor that is no id': [{ monitor: 'm' }, 'monitor must be an id'],
      'an unknown region': [{ check_regions: ['WEU', 'MOON'] }, 'check_regions[1] must be one of'],
      'an empty address': [{ notification_email: 'a@b.example,' }, 'notification_email must be e-mail'],
      'another filter': [{ notification_filter: { zone: {} } }, 'notification_filter.zone is an unknown'],
      'a filter key': [{ notification_filter: { pool: { on: true } } }, 'notification_filter.pool.on is'],
      'a filter that disables null': [
        { notification_filter: { pool: { disable: null } } },
        'notification_filter.pool.disable must',
      ],
      'too much shedding': [
        { load_shedding: { default_percent: 101 } },
        'load_shedding.default_percent must be in',
      ],
      'another policy': [
        { load_shedding: { default_policy: 'least' } },
        'load_shedding.default_policy must be one',
      ],
      'unknown steering': [{ origin_steering: { policy: 'best' } }, 'origin_steering.policy must be one of'],
      'a latitude alone': [{ latitude: 1 }, 'longitude is required'],
      'a longitude alone': [{ longitude: 1 }, 'latitude is required'],
      'a latitude beyond the pole': [{ latitude: 90.1, longitude: 0 }, 'latitude must be in range [-90, 90]'],
      'a longitude of -181': [{ latitude: 0, longitude: -181 }, 'longitude must be in range [-180, 180]'],
      'an id': [{ id: 'd'.repeat(32) }, 'id is read-only'],
      'a time of its making': [{ created_on: '2026-01-01T00:00:00Z' }, 'created_on is read-only'],
      'a time of a change': [{ modified_on: null }, 'modified_on is read-only'],
      'a time since when it is disabled': [{ disabled_at: null }, 'disabled_at is read-only'],
      networks: [{ networks: [] }, 'networks is read-only'],
      'a health': [{ healthy: true }, 'healthy is read-only'],
      'an unknown key': [{ colour: 1 }, 'colour is an unknown field'],
      'the key of a fixture': [{ unhealthy: [] }, 'unhealthy is an unknown field'],
      'a key every object inherits': [{ toString: 1 }, 'toString is an unknown field'],
    }),
  )('fails for %s', async (_name, [more, reason]) => {
    await expectFault(more, reason);
  });

  it.each([
    ...[
      ';a@b.example',
      'a@b.example;;c@d.example',
      'a@b.example c@d.example',
      '"a@b.example',
      '"a"b@c.example',
    ],
    ...['"a\nb"@c.example', 'a b@c.example', '@b.example', 'a@', 'John <a@b.example>', 'a@[b.example]', ' '],
  ])('fails for the address %j', async (address) => {
    const reason = 'notification_email must be e-mail addresses, separated by commas or semicolons';
    await expectFault({ notification_email: address }, reason);
  });

  it('fails to remove one coordinate of a pool, or to set an invalid one', async () => {
    const path = `${pools}/${textAt(await made({ latitude: 1, longitude: 2 }), 'id')}`;
    for (const patch of [
      { latitude: null },
      { name: '' },
      { health_sources: ['regional', 'global'] },
      { origins: [] },
      { id: poolId },
      { colour: 1 },
    ])
      expect((await emulator.call('PATCH', path, patch)).status).toBe(400);
    expect((await emulator.call('PUT', path, { name: 'a' })).status).toBe(400);
    expect(await emulator.result('GET', path)).toMatchObject({ name: 'primary', latitude: 1, longitude: 2 });
  });

  it('fails for an unknown account, and for invalid identifiers', async () => {
    const unknown = await emulator.call('GET', `/accounts/${'9'.repeat(32)}/load_balancers/pools`);
    expect([unknown.status, pick(unknown.body, 'errors', 0, 'code')]).toEqual([404, 7003]);
    expect((await emulator.call('GET', '/accounts/x/load_balancers/pools')).status).toBe(400);
    expect((await emulator.call('GET', `${pools}/x`)).status).toBe(400);
    expect((await emulator.call('POST', `${pools}/${poolId}/preview`, {})).status).toBe(404);
    expect((await emulator.call('DELETE', pools)).status).toBe(405);
  });
});

describe('pages of pools', () => {
  const pages = (count: number, size: number) =>
    Array.from({ length: Math.ceil(count / size) + 1 }, (_item, at) => at);

  it.each([0, 1, 25, 26, 60])('of %i are 25 long, in the order of the names', async (count) => {
    const emulator = await start({ fixture: withPools(...manyPools(count)) });
    for (const query of [(at: number) => `page=${at + 1}`, (at: number) => `offset=${at * 25}`])
      for (const at of pages(count, 25)) {
        const { body: reply } = await emulator.call('GET', `${pools}?${query(at)}`);
        const names = namesFrom(at * 25, Math.min(count, at * 25 + 25));
        expect(namesOf(pick(reply, 'result'))).toEqual(names);
        expect(pick(reply, 'result_info')).toEqual({
          page: at + 1,
          per_page: 25,
          count: names.length,
          total_count: count,
          total_pages: Math.ceil(count / 25),
        });
      }
    expect(namesOf(await emulator.result('GET', pools))).toEqual(namesFrom(0, Math.min(count, 25)));
  });

  it.each<[string, number, number]>([
    ['', 0, 25],
    ['?page=2', 25, 50],
    ['?page=3', 50, 60],
    ['?page=4', 60, 60],
    ['?per_page=10', 0, 10],
    ['?page=2&per_page=7', 7, 14],
    ['?per_page=1000', 0, 60],
    ['?limit=3', 0, 3],
    ['?offset=58', 58, 60],
    ['?limit=4&offset=9', 9, 13],
    ['?limit=4&offset=60', 60, 60],
  ])(
    'lose their address by the bulk PATCH with %j, and no pool of another page does',
    async (query, from, to) => {
      const emulator = await start({ fixture: withPools(...manyPools(60)) });
      const before = await emulator.result('GET', `${pools}?per_page=100`);
      const reply = await emulator.call('PATCH', pools + query, { notification_email: '' });
      expect(reply.status).toBe(200);
      expect(namesOf(pick(reply.body, 'result'))).toEqual(namesFrom(from, to));
      expect(pick(reply.body, 'result_info')).toMatchObject({ count: to - from, total_count: 60 });
      const after = (await emulator.result('GET', `${pools}?per_page=100`)) as {
        notification_email: string;
      }[];
      expect(pick(reply.body, 'result')).toEqual(after.slice(from, to));
      const untouched = (list: unknown) => (list as unknown[]).filter((_pool, at) => at < from || at >= to);
      expect(untouched(after)).toEqual(untouched(before));
      expect(after.flatMap((pool, at) => (pool.notification_email === '' ? [at] : []))).toEqual(
        Array.from({ length: to - from }, (_item, at) => from + at),
      );
    },
  );

  it('keep their members when the quirk reorders them, in the list and in the bulk PATCH', async () => {
    const items = manyPools(5).map((pool) => ({ ...pool, check_regions: ['WEU', 'EEU'] }));
    const emulator = await start({ fixture: withPools(...items) });
    await emulator.control('PUT', '/quirks', { shuffleArrays: true });
    const found = await emulator.result('GET', `${pools}?per_page=3`);
    expect(namesOf(found)).toEqual(namesFrom(0, 3).reverse());
    expect(pick(found, 0, 'check_regions')).toEqual(['EEU', 'WEU']);
    const covered = await emulator.result('PATCH', `${pools}?per_page=3&page=2`, { notification_email: '' });
    expect(namesOf(covered)).toEqual(namesFrom(3, 5).reverse());
  });

  it.each([
    'page=0',
    'page=x',
    'page=',
    'page=-1',
    'page=1.5',
    'per_page=0',
    'per_page=1001',
    'limit=0',
    'limit=1001',
    'offset=-1',
    'page=1&limit=25',
    'per_page=25&offset=0',
    'page=1&per_page=5&limit=5&offset=0',
  ])('fail for %s', async (query) => {
    const emulator = await start({ fixture: withPools(...manyPools(2)) });
    const list = await emulator.call('GET', `${pools}?${query}`);
    const patch = await emulator.call('PATCH', `${pools}?${query}`, { notification_email: '' });
    expect([list.status, pick(list.body, 'errors', 0, 'code')]).toEqual([400, 1001]);
    expect(patch.status).toBe(400);
    expect(pick(await emulator.result('GET', pools), 0, 'notification_email')).toBe('ops@example.com');
  });

  it.each<object>([
    {},
    { notification_email: null },
    { notification_email: 'new@example.com' },
    { notification_email: ' ' },
    { notification_email: '', enabled: false },
    { enabled: false },
  ])('fail for the body %j', async (patch) => {
    const emulator = await start({ fixture: withPools(...manyPools(2)) });
    const reply = await emulator.call('PATCH', pools, patch);
    expect([reply.status, pick(reply.body, 'errors', 0, 'code')]).toEqual([400, 1002]);
    expect(pick(await emulator.result('GET', pools), 0, 'notification_email')).toBe('ops@example.com');
  });
});

describe('pools of a fixture', () => {
  it('keep their ids, and an address that is absent or null until it is removed', async () => {
    const items = [
      { ...body, id: poolId, name: 'absent' },
      { ...body, name: 'null', notification_email: null },
      { ...body, name: 'text', notification_email: 'a@example.com' },
    ];
    const emulator = await start({ fixture: withPools(...items) });
    const [absent, none, text] = (await emulator.result('GET', pools)) as unknown[];
    expect(absent).toMatchObject({ id: poolId });
    expect(absent).not.toHaveProperty('notification_email');
    expect(none).toHaveProperty('notification_email', null);
    expect(text).toHaveProperty('notification_email', 'a@example.com');
    const cleared = (await emulator.result('PATCH', pools, { notification_email: '' })) as unknown[];
    expect(cleared.map((pool) => pick(pool, 'notification_email'))).toEqual(['', '', '']);
  });

  it.each<[unknown, string]>([
    [[{ name: 'a' }], 'accounts[0].pools[0].origins: '],
    [[{ ...body, unhealthy: ['two'] }], 'accounts[0].pools[0].unhealthy[0]: '],
    [
      [{ ...body, origins: [origin, { ...origin, name: 'b', weight: 2 }] }],
      'accounts[0].pools[0].origins[1].weight: ',
    ],
    [
      [{ ...body, notification_filter: { pool: { disable: 1 } } }],
      'accounts[0].pools[0].notification_filter.pool.disable: ',
    ],
  ])('fail with the path of the invalid value: %j', async (items, path) => {
    const fixture = { accounts: [{ id: accountId, name: 'Account', pools: items as object[] }] };
    const message = await startEmulator({ fixture }).then(
      () => 'started',
      (error: unknown) => textAt(error, 'message'),
    );
    expect(message.slice(0, path.length)).toBe(path);
  });
});

describe('the health of a pool', () => {
  const origins = ['one', 'two', 'three'].map((name, at) => ({ name, address: `192.0.2.${at + 1}` }));
  const path = `${pools}/${poolId}`;
  const control = `/accounts/${accountId}/pools/${poolId}/health`;
  const emulator = startBeforeEach({
    fixture: withPools({ name: 'primary', id: poolId, origins, minimum_origins: 2 }),
  });

  const turn = (order: object) => emulator.control('POST', control, order);
  const healthy = async () => pick(await emulator.result('GET', path), 'healthy');

  it('counts enabled origins only, and lists them by address', async () => {
    const [one, two, three] = origins;
    await turn({ origin: 'three', healthy: false });
    expect(await healthy()).toBe(true);
    await emulator.result('PATCH', path, { origins: [{ ...one, enabled: false }, two, three] });
    expect(await healthy()).toBe(false);
    expect(await emulator.result('GET', `${path}/health`)).toMatchObject({
      pool_id: poolId,
      pop_health: {
        healthy: false,
        origins: [
          { '192.0.2.2': { healthy: true, failure_reason: 'No failures', response_code: 200 } },
          { '192.0.2.3': { healthy: false } },
        ],
      },
    });
  });

  it('is not omitted where its absence means something else', async () => {
    await turn({ healthy: false });
    await emulator.result('PATCH', path, {
      enabled: false,
      latitude: 0,
      longitude: 0,
      notification_filter: { pool: { disable: false, healthy: false }, origin: null },
      origins: [{ ...origins[0], weight: 0, enabled: false, flatten_cname: false }],
    });
    await emulator.control('PUT', '/quirks', { omitZeroValues: true });
    const pool = await emulator.result('GET', path);
    expect(pool).toMatchObject({ healthy: false, enabled: false, latitude: 0, longitude: 0 });
    expect(pool).toMatchObject({ origins: [{ weight: 0, enabled: false, flatten_cname: false }] });
    expect(pick(pool, 'notification_filter')).toEqual({ pool: { healthy: false } });
    for (const key of ['description', 'monitor', 'check_regions']) expect(pool).not.toHaveProperty(key);
  });

  it.each<object>([
    {},
    [],
    { healthy: 'no' },
    { origin: 'four', healthy: true },
    { origin: 1, healthy: true },
    { healthy: true, colour: 1 },
  ])('cannot be set by %j', async (order) => {
    expect((await turn(order)).status).toBe(400);
    expect(await healthy()).toBe(true);
  });

  it('cannot be set for an unknown pool or account', async () => {
    for (const at of [
      `${accountId}/pools/${'d'.repeat(32)}`,
      `${'9'.repeat(32)}/pools/${poolId}`,
      `x/pools/${poolId}`,
    ])
      expect((await emulator.control('POST', `/accounts/${at}/health`, { healthy: true })).status).toBe(404);
  });
});
