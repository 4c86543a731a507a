import { isNotFound } from '../../lib/client';
import { fail, rejection, serveEachTest, succeed } from './support/serve';

const server = serveEachTest();

const zone = '/client/v4/zones/z';
const requests = (): string[] =>
  server.received.map(({ method, url }) => `${method} ${url.slice(zone.length)}`);

function answer(result: unknown, extra: object = { result_info: { total_pages: 1 } }): void {
  server.answer(result, extra);
}

describe('the previous WAF', () => {
  test.each(['on', 'off'] as const)('is %s', async (value) => {
    answer({ id: 'waf', value, editable: true });
    expect(await server.client().waf.setting('z')).toBe(value);
    expect(requests()).toEqual(['GET /settings/waf']);
  });

  test('fails for an unknown setting', async () => {
    answer({ id: 'waf', value: 'maybe' });
    expect(String(await rejection(server.client().waf.setting('z')))).toContain('neither on nor off');
  });

  test('lists packages, groups, rules and overrides with defaults for missing fields', async () => {
    const { waf } = server.client();
    answer([{ id: 'p', name: 'OWASP', detection_mode: 'anomaly', sensitivity: 'low', added_tomorrow: 1 }]);
    expect(await waf.listPackages('z')).toEqual([
      {
        id: 'p',
        name: 'OWASP',
        description: '',
        detection_mode: 'anomaly',
        sensitivity: 'low',
        action_mode: null,
        added_tomorrow: 1,
      },
    ]);
    answer([{ id: 'g', mode: 'on' }]);
    expect(await waf.listGroups('z', 'p')).toEqual([{ id: 'g', name: '', description: '', mode: 'on' }]);
    answer([
      { id: 'r', group: { id: 'g', name: 'G' }, mode: 'default', allowed_modes: ['default', 'block'] },
    ]);
    expect(await waf.listRules('z', 'p')).toEqual([
      {
        id: 'r',
        description: '',
        priority: '',
        group: { id: 'g', name: 'G' },
        mode: 'default',
        allowed_modes: ['default', 'block'],
        default_mode: null,
      },
    ]);
    answer([{ id: 'o', urls: ['example.com/*'], rules: { r: 'block' } }]);
    expect(await waf.listOverrides('z')).toEqual([
      {
        id: 'o',
        description: '',
        urls: ['example.com/*'],
        priority: 0,
        groups: {},
        rules: { r: 'block' },
        rewrite_action: {},
        paused: false,
      },
    ]);
    expect(requests()).toEqual([
      'GET /firewall/waf/packages?page=1&per_page=100',
      'GET /firewall/waf/packages/p/groups?page=1&per_page=100',
      'GET /firewall/waf/packages/p/rules?page=1&per_page=100',
      'GET /firewall/waf/overrides?page=1&per_page=100',
    ]);
  });

  test('reads every page', async () => {
    server.respond = ({ url }, response) => {
      const page = new URL(url, server.origin).searchParams.get('page') ?? '';
      succeed(response, [{ id: page }], { result_info: { total_pages: 3 } });
    };
    const rules = await server.client().waf.listRules('z', 'p');
    expect(rules.map(({ id }) => id)).toEqual(['1', '2', '3']);
  });

  test('deletes an override, and recognizes a missing one', async () => {
    answer({ id: 'o' });
    await server.client().waf.deleteOverride('z', 'o');
    expect(requests()).toEqual(['DELETE /firewall/waf/overrides/o']);
    server.respond = (_, response) => {
      fail(response, 404, { code: 1002, message: 'wafuriconfig.api.not_found' });
    };
    expect(isNotFound(await rejection(server.client().waf.deleteOverride('z', 'o')))).toBe(true);
  });
});

test('firewall rules are listed with their filters', async () => {
  answer([
    {
      id: 'f',
      action: 'bypass',
      products: ['waf'],
      filter: { id: 'x', expression: 'ip.src eq 192.0.2.1', paused: false },
      priority: 3,
    },
    { id: 'g', action: 'block', filter: null },
  ]);
  expect(await server.client().firewallRules.list('z')).toEqual([
    {
      id: 'f',
      action: 'bypass',
      products: ['waf'],
      filter: { id: 'x', expression: 'ip.src eq 192.0.2.1', paused: false },
      priority: 3,
      paused: false,
      description: '',
      ref: '',
    },
    {
      id: 'g',
      action: 'block',
      products: [],
      filter: { id: '', expression: '', paused: false },
      priority: null,
      paused: false,
      description: '',
      ref: '',
    },
  ]);
  expect(requests()).toEqual(['GET /firewall/rules?page=1&per_page=100']);
});

test('page rules are listed', async () => {
  const rule = {
    id: 'p',
    targets: [{ target: 'url', constraint: { operator: 'matches', value: 'example.com/*' } }],
    actions: [{ id: 'disable_security' }, { id: 'waf', value: 'off' }],
    priority: 1,
    status: 'active',
  };
  answer([rule]);
  expect(await server.client().pageRules.list('z')).toEqual([rule]);
  expect(requests()).toEqual(['GET /pagerules']);
});

describe('a migration', () => {
  test('is checked, in the second phase', async () => {
    answer({ compatible: true, migration_state: 'start' });
    expect(await server.client().wafMigration.check('z')).toEqual({
      compatible: true,
      migration_state: 'start',
    });
    answer({ compatible: false });
    expect(await server.client().wafMigration.check('z')).toEqual({ compatible: false, migration_state: '' });
    expect(requests()).toEqual(Array(2).fill('GET /waf_migration/check?phase_two=1'));
  });

  test('counts as impossible when the service does not report it', async () => {
    answer({});
    expect(await server.client().wafMigration.check('z')).toMatchObject({ compatible: false });
  });

  const rule = { id: '', version: '', ref: '', action: 'execute', expression: 'true', enabled: true };

  test('has a configuration with rules without ids', async () => {
    answer({ name: 'default', rules: [{ ...rule, action_parameters: { id: 'm' } }] });
    expect(await server.client().wafMigration.config('z')).toEqual({
      name: 'default',
      rules: [{ ...rule, action_parameters: { id: 'm' }, description: '', last_updated: '' }],
    });
    expect(requests()).toEqual(['GET /waf_migration/config?phase_two=1']);
  });

  test.each(['pending', 'validation'] as const)('is deployed as %s', async (mode) => {
    answer({ id: 'r', name: 'default', kind: 'zone', phase: 'http_request_firewall_managed', rules: [] });
    const input = { name: 'default', rules: [{ action: 'execute', expression: 'true' }] };
    expect(await server.client().wafMigration.deploy('z', mode, input)).toMatchObject({ id: 'r' });
    expect(server.received[0]).toMatchObject({
      method: 'PUT',
      url: `${zone}/rulesets/phases/http_request_firewall_managed/entrypoint?waf_migration=${mode}&phase_two=1`,
      body: JSON.stringify(input),
    });
  });

  test('has a status', async () => {
    const status = {
      old_waf_status: 'enabled',
      new_waf_status: 'disabled',
      migration_state: 'start',
      source: 'zone',
    };
    answer(status);
    expect(await server.client().wafMigration.status('z')).toEqual(status);
    answer({});
    expect(await server.client().wafMigration.status('z')).toEqual({
      old_waf_status: '',
      new_waf_status: '',
      migration_state: '',
    });
    expect(requests()).toEqual(Array(2).fill('GET /waf_migration/status'));
  });
});

test('the rules of an entry point are replaced', async () => {
  answer({ id: 'r', rules: [] });
  const rules = [{ action: 'execute', expression: 'true' }];
  await server.client().rulesets.replaceEntryPoint('z', 'http_request_firewall_managed', { rules });
  expect(server.received[0]).toMatchObject({
    method: 'PUT',
    url: `${zone}/rulesets/phases/http_request_firewall_managed/entrypoint`,
    body: JSON.stringify({ rules }),
  });
});
