import { accountId, customFieldRule, pick, start, world, zoneId, type Running } from './support';

const zone = `/zones/${zoneId}`;
const pools = `/accounts/${accountId}/load_balancers/pools`;
const history = `/accounts/${accountId}/alerting/v3/history`;
const packages = `${zone}/firewall/waf/packages`;
const managed = `${zone}/rulesets/phases/http_request_firewall_managed/entrypoint`;
const time = '2026-01-02T03:04:05Z';
const rulesetId = 'f'.repeat(32);
const rules = [{ id: rulesetId, ...customFieldRule({ cookie_fields: [{ name: 'a' }] }) }];

const fields = `${zone}/rulesets/${rulesetId}`;
const ofWaf = `${packages}/1e334934fd7ae32ad705667f8c1057aa`;

type Parameter = readonly [method: string, path: string, name: string, one: string, other: string];

function parametersOf(
  method: string,
  path: string,
  parameters: Readonly<Record<string, string>>,
): Parameter[] {
  return Object.entries(parameters).map(([name, values]) => {
    const [one = '', other = one] = values.split('|');
    return [method, path, name, one, other];
  });
}

const pages = { page: '1|2', per_page: '5|6' };
const ordered = { ...pages, match: 'all|any', direction: 'asc|desc' };
const byOffset = { ...pages, limit: '5|6', offset: '0|1' };
const dryRun = { dry_run: 'true|false' };

/**
 * Every parameter that the service documents for an operation of the emulator, with two values that are valid alone. Each is read:
 * a call that has it twice is refused by its name. `type` of zones, which may be there several times, has a test of its own.
 */
const parameters: readonly Parameter[] = [
  ...parametersOf('GET', '/accounts', { ...ordered, name: 'a|b' }),
  ...parametersOf('GET', '/zones', {
    ...ordered,
    name: 'a|b',
    status: 'active|moved',
    'account.id': 'a|b',
    'account.name': 'a|b',
    order: 'name|status',
  }),
  ...parametersOf('GET', `${zone}/rulesets`, { per_page: '5|6', cursor: '' }),
  ...parametersOf('POST', `${zone}/rulesets`, dryRun),
  ...parametersOf('PUT', fields, dryRun),
  ...parametersOf('DELETE', fields, dryRun),
  ...parametersOf('DELETE', `${fields}/versions/1`, dryRun),
  ...parametersOf('POST', `${fields}/rules`, dryRun),
  ...parametersOf('PATCH', `${fields}/rules/${rulesetId}`, dryRun),
  ...parametersOf('DELETE', `${fields}/rules/${rulesetId}`, dryRun),
  ...parametersOf('PUT', managed, dryRun),
  ...parametersOf('POST', `/accounts/${accountId}/rulesets`, dryRun),
  ...parametersOf('GET', pools, { ...byOffset, monitor: 'a|b' }),
  ...parametersOf('PATCH', pools, byOffset),
  ...parametersOf('GET', history, { ...pages, since: time, before: time }),
  ...parametersOf('GET', packages, { ...ordered, name: 'a|b', order: 'name' }),
  ...parametersOf('GET', `${ofWaf}/groups`, {
    ...ordered,
    mode: 'on|off',
    name: 'a|b',
    rules_count: '1|2',
    order: 'mode|rules_count',
  }),
  ...parametersOf('GET', `${ofWaf}/rules`, {
    ...ordered,
    mode: 'DIS|CHL',
    group_id: 'a|b',
    description: 'a|b',
    priority: '1|2',
    order: 'priority|group_id',
  }),
  ...parametersOf('GET', `${zone}/firewall/waf/overrides`, ordered),
  ...parametersOf('GET', `${zone}/pagerules`, {
    match: 'all|any',
    direction: 'asc|desc',
    order: 'status|priority',
    status: 'active|disabled',
  }),
  ...parametersOf('GET', `${zone}/filters`, {
    ...pages,
    id: 'a|b',
    description: 'a|b',
    expression: 'a|b',
    paused: 'true|false',
    ref: 'a|b',
  }),
  ...parametersOf('GET', `${zone}/firewall/rules`, {
    ...pages,
    id: 'a|b',
    action: 'block|log',
    description: 'a|b',
    paused: 'true|false',
  }),
  ...parametersOf('GET', `${zone}/waf_migration/check`, { phase_two: '1' }),
  ...parametersOf('GET', `${zone}/waf_migration/config`, { phase_two: '1' }),
];

const bodies: Readonly<Record<string, object>> = {
  POST: { name: 'a', kind: 'zone', phase: 'http_ratelimit' },
  PUT: { rules: [] },
  PATCH: { notification_email: '' },
};

describe('a query', () => {
  let emulator: Running;
  beforeAll(async () => {
    const { zones = [], ...rest } = world;
    const ruleset = { id: rulesetId, name: 'Fields', kind: 'zone', phase: 'http_log_custom_fields', rules };
    const withRuleset = zones.map((one) => (one.id === zoneId ? { ...one, rulesets: [ruleset] } : one));
    emulator = await start({ fixture: { ...rest, zones: withRuleset } });
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

  it('may have a parameter that the service does not document any number of times', async () => {
    const reply = await emulator.call('GET', `${pools}?color=red&color=blue&order=a&order=b`);
    expect(reply.status).toBe(200);
  });
});
