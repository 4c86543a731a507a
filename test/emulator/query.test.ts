import { accountId, pick, start, zoneId, type Running } from './support';

const zone = `/zones/${zoneId}`;
const pools = `/accounts/${accountId}/load_balancers/pools`;
const history = `/accounts/${accountId}/alerting/v3/history`;
const packages = `${zone}/firewall/waf/packages`;
const managed = `${zone}/rulesets/phases/http_request_firewall_managed/entrypoint`;
const time = '2026-01-02T03:04:05Z';

/** Every parameter that a call reads, with two values that are valid alone. */
const parameters: readonly [string, string, string, string, string][] = [
  ...[
    ['/zones', 'name'],
    ['/zones', 'account.id'],
    [packages, 'name'],
    [`${zone}/firewall/rules`, 'description'],
    [`${zone}/filters`, 'expression'],
    [pools, 'monitor'],
  ].map(([path = '', name = '']): [string, string, string, string, string] => ['GET', path, name, 'a', 'b']),
  ...[
    '/zones',
    packages,
    `${zone}/firewall/rules`,
    `${zone}/filters`,
    `${zone}/firewall/waf/overrides`,
  ].flatMap((path): [string, string, string, string, string][] => [
    ['GET', path, 'page', '1', '2'],
    ['GET', path, 'per_page', '5', '6'],
    ['GET', path, 'match', 'all', 'any'],
    ['GET', path, 'direction', 'asc', 'desc'],
  ]),
  ['GET', '/zones', 'order', 'name', 'name'],
  ['GET', `${zone}/pagerules`, 'order', 'status', 'priority'],
  ['GET', `${zone}/pagerules`, 'direction', 'asc', 'desc'],
  ['GET', `${zone}/pagerules`, 'match', 'all', 'any'],
  ['GET', `${zone}/pagerules`, 'status', 'active', 'disabled'],
  ['GET', `${zone}/rulesets`, 'per_page', '5', '6'],
  ['GET', `${zone}/rulesets`, 'cursor', '', ''],
  ['GET', pools, 'page', '1', '2'],
  ['GET', pools, 'per_page', '5', '6'],
  ['GET', pools, 'limit', '5', '6'],
  ['GET', pools, 'offset', '0', '1'],
  ['PATCH', pools, 'page', '1', '2'],
  ['GET', history, 'since', time, time],
  ['GET', history, 'before', time, time],
  ['GET', `${zone}/waf_migration/check`, 'phase_two', '1', '1'],
  ['GET', `${zone}/waf_migration/config`, 'phase_two', '1', '1'],
  ['POST', `${zone}/rulesets`, 'dry_run', 'true', 'false'],
  ['PUT', managed, 'dry_run', 'true', 'false'],
];

const bodies: Readonly<Record<string, object>> = {
  POST: { name: 'a', kind: 'zone', phase: 'http_ratelimit' },
  PUT: { rules: [] },
  PATCH: { notification_email: '' },
};

describe('a query', () => {
  let emulator: Running;
  beforeAll(async () => {
    emulator = await start();
  });

  it.each(parameters)('fails where %s %s has %s twice', async (method, path, name, one, other) => {
    for (const values of [
      [one, other],
      [other, one],
    ]) {
      const query = values.map((value) => `${name}=${value}`).join('&');
      const reply = await emulator.call(method, `${path}?${query}`, bodies[method]);
      expect([reply.status, pick(reply.body, 'errors', 0)]).toEqual([
        400,
        {
          code: 1001,
          message: `'${values.join(', ')}' is not a valid value for ${name} because it must be there only once`,
        },
      ]);
    }
    expect(await emulator.result('GET', `${zone}/rulesets?per_page=1`)).not.toMatchObject([{ name: 'a' }]);
  });

  it.each([
    'waf_migration=pending&waf_migration=validation&phase_two=1',
    'waf_migration=validation&waf_migration=pending&phase_two=1',
    'waf_migration=pending&waf_migration=pending&phase_two=1',
    'waf_migration=pending&phase_two=1&phase_two=1',
  ])('fails for %s, and the zone does not migrate', async (query) => {
    const reply = await emulator.call('PUT', `${managed}?${query}`, bodies.PUT);
    expect([reply.status, pick(reply.body, 'errors', 0, 'code')]).toEqual([400, 1001]);
    expect(await emulator.result('GET', `${zone}/waf_migration/status`)).toMatchObject({
      migration_state: 'start',
    });
  });

  it('may have a parameter that the call does not read any number of times', async () => {
    const reply = await emulator.call('GET', `${pools}?color=red&color=blue&order=a&order=b`);
    expect(reply.status).toBe(200);
  });
});
