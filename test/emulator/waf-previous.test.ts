import { ruleModes } from '../../lib/waf';
import { hexId, pick, start, startBeforeEach, textAt, zoneId, type Running } from './support';
import { cloudflarePackage, migration, owaspPackage, putEntrypoint, zoneWith } from './waf-world';

const waf = `/zones/${zoneId}/firewall/waf`;
const packages = `${waf}/packages`;
const overrides = `${waf}/overrides`;
const setting = `/zones/${zoneId}/settings/waf`;
const pageRules = `/zones/${zoneId}/pagerules`;
const filters = `/zones/${zoneId}/filters`;
const firewallRules = `/zones/${zoneId}/firewall/rules`;

const message = (reply: { body: unknown }) => [
  pick(reply.body, 'errors', 0, 'code'),
  pick(reply.body, 'errors', 0, 'message'),
];

describe('the previous WAF', () => {
  const emulator = startBeforeEach({ fixture: zoneWith() });

  const list = async (path: string) => (await emulator.result('GET', path)) as { id: string }[];

  it('has three packages, one of which scores requests', async () => {
    expect(await list(packages)).toEqual([
      {
        id: cloudflarePackage,
        name: 'Cloudflare',
        description: expect.any(String) as string,
        detection_mode: 'traditional',
        zone_id: zoneId,
        status: 'active',
      },
      expect.objectContaining({
        id: owaspPackage,
        detection_mode: 'anomaly',
        sensitivity: 'high',
        action_mode: 'challenge',
      }),
      expect.objectContaining({ name: 'USER', detection_mode: 'traditional' }),
    ]);
    expect(await list(`${packages}?name=USER`)).toHaveLength(1);
    expect(await list(`${packages}?order=name&direction=desc`)).toMatchObject([
      { name: 'USER' },
      { name: 'OWASP ModSecurity Core Rule Set' },
      { name: 'Cloudflare' },
    ]);
  });

  it('has packages, groups and rules with any id, and migrates them', async () => {
    const rule = { id: 'URI-958000', group_id: 'sql', mode: 'simulate', default_mode: 'block' };
    const waf = {
      packages: [
        {
          id: 'own',
          name: 'Cloudflare',
          detection_mode: 'traditional',
          groups: [{ id: 'sql', name: 'SQL' }],
          rules: [rule],
        },
      ],
    };
    const other = await start({ fixture: zoneWith({ waf }), wafCutoverMs: 0 });
    const path = `${packages}/own/rules/URI-958000`;
    expect(await other.result('GET', path)).toMatchObject({ id: 'URI-958000', mode: 'simulate' });
    expect(await other.result('PATCH', path, { mode: 'challenge' })).toMatchObject({ mode: 'challenge' });
    expect(await other.result('PATCH', `${packages}/own/groups/sql`, { mode: 'on' })).toMatchObject({
      id: 'sql',
    });
    const config = await other.result('GET', `${migration}/config?phase_two=1`);
    const { status } = await putEntrypoint(other, 'pending', pick(config, 'rules') as object[]);
    expect(status).toBe(200);
  });

  it('refuses an id that no path can have', async () => {
    const waf = {
      packages: [{ id: 'a/b', name: 'Cloudflare', detection_mode: 'traditional', groups: [], rules: [] }],
    };
    await expect(start({ fixture: zoneWith({ waf }) })).rejects.toThrow(/must be an id/);
  });

  it.each([
    ...['high', 'medium', 'low', 'off'].map((sensitivity) => ({ sensitivity })),
    ...['simulate', 'block', 'challenge'].map((action_mode) => ({ action_mode })),
  ])('accepts %j of an anomaly package, and keeps the rest', async (sent) => {
    const before = await emulator.result('GET', `${packages}/${owaspPackage}`);
    expect(await emulator.result('PATCH', `${packages}/${owaspPackage}`, sent)).toEqual({
      ...(before as object),
      ...sent,
    });
  });

  it.each<object>([
    {},
    { sensitivity: 'default' },
    { sensitivity: null },
    { action_mode: 'log' },
    { status: 'active' },
    { sensitivity: 'low', name: 'x' },
  ])('rejects %j of an anomaly package', async (sent) => {
    const before = await emulator.result('GET', `${packages}/${owaspPackage}`);
    const reply = await emulator.call('PATCH', `${packages}/${owaspPackage}`, sent);
    expect([reply.status, message(reply)[0]]).toEqual([400, 1004]);
    expect(await emulator.result('GET', `${packages}/${owaspPackage}`)).toEqual(before);
  });

  it.each([
    ['that denies', cloudflarePackage, ['default', 'disable', 'simulate', 'block', 'challenge']],
    ['that scores', owaspPackage, ['on', 'off']],
  ])('accepts only the allowed modes of a rule %s', async (_what, packageId, allowed) => {
    const rules = `${packages}/${packageId}/rules`;
    const rule = `${rules}/${(await list(rules))[0]?.id ?? ''}`;
    for (const mode of [...ruleModes, 'log', 'ON', '']) {
      const before = await emulator.result('GET', rule);
      const reply = await emulator.call('PATCH', rule, { mode });
      if (allowed.includes(mode)) expect(pick(reply.body, 'result')).toMatchObject({ mode });
      else expect([reply.status, await emulator.result('GET', rule)]).toEqual([400, before]);
    }
  });

  it.each([{}, { mode: 'maybe' }, { mode: true }, { mode: 'on', name: 'x' }])(
    'fails to give a group %j',
    async (sent) => {
      const [group] = await list(`${packages}/${owaspPackage}/groups`);
      const reply = await emulator.call(
        'PATCH',
        `${packages}/${owaspPackage}/groups/${group?.id ?? ''}`,
        sent,
      );
      expect([reply.status, message(reply)[0]]).toEqual([400, 1004]);
    },
  );

  it('rejects them for a traditional package', async () => {
    const reply = await emulator.call('PATCH', `${packages}/${cloudflarePackage}`, { sensitivity: 'high' });
    expect([reply.status, ...message(reply)]).toEqual([
      400,
      1027,
      'Only anomaly WAF packages can have their package attributes updated',
    ]);
  });

  it('switches a group, and counts its modified rules', async () => {
    const groups = `${packages}/${cloudflarePackage}/groups`;
    const [first] = await list(`${groups}?mode=on&order=rules_count&direction=desc`);
    const group = `${groups}/${first?.id ?? ''}`;
    expect(await emulator.result('GET', group)).toMatchObject({
      name: 'Cloudflare Specials',
      mode: 'on',
      rules_count: 4,
      modified_rules_count: 0,
      package_id: cloudflarePackage,
      allowed_modes: ['on', 'off'],
    });
    const [rule] = await list(`${packages}/${cloudflarePackage}/rules?group_id=${first?.id ?? ''}`);
    await emulator.result('PATCH', `${packages}/${cloudflarePackage}/rules/${rule?.id ?? ''}`, {
      mode: 'simulate',
    });
    expect(await emulator.result('PATCH', group, { mode: 'off' })).toMatchObject({
      mode: 'off',
      modified_rules_count: 1,
    });
  });

  it('finds rules by the mode they have in effect', async () => {
    const rules = `${packages}/${cloudflarePackage}/rules`;
    expect(await list(`${rules}?mode=SIM`)).toHaveLength(1);
    const [blocking] = await list(`${rules}?mode=BLK`);
    expect(
      await emulator.result('PATCH', `${rules}/${blocking?.id ?? ''}`, { mode: 'simulate' }),
    ).toMatchObject({
      mode: 'simulate',
      default_mode: 'block',
      allowed_modes: ['default', 'disable', 'simulate', 'block', 'challenge'],
      package_id: cloudflarePackage,
    });
    expect(await list(`${rules}?mode=SIM`)).toHaveLength(2);
    expect(await list(`${rules}?mode=SIM&priority=99999`)).toHaveLength(0);
    expect(await list(`${rules}?mode=SIM&priority=99999&match=any`)).toHaveLength(2);
  });

  it('pages its lists from 5 to 100', async () => {
    const reply = await emulator.call('GET', `${packages}/${cloudflarePackage}/rules?per_page=5&page=2`);
    expect(pick(reply.body, 'result_info')).toEqual({
      page: 2,
      per_page: 5,
      count: 3,
      total_count: 8,
      total_pages: 2,
    });
    expect((await emulator.call('GET', `${packages}?per_page=4`)).status).toBe(400);
    expect((await emulator.call('GET', `${packages}?per_page=101`)).status).toBe(400);
  });

  it.each([
    ['GET', `${packages}/${hexId()}`],
    ['GET', `${packages}/${hexId()}/rules`],
    ['GET', `${packages}/${cloudflarePackage}/groups/${hexId()}`],
    ['GET', `${packages}/${cloudflarePackage}/rules/${hexId()}`],
    ['GET', `${pageRules}/${hexId()}`],
    ['DELETE', `${filters}/${hexId()}`],
    ['DELETE', `${firewallRules}/${hexId()}`],
  ])('fails to %s an unknown object: %s', async (method, path) => {
    const reply = await emulator.call(method, path);
    expect([reply.status, message(reply)[0]]).toEqual([404, 1002]);
  });

  it('keeps overrides for URLs', async () => {
    const sent = { urls: ['one.example/login'], rules: { [hexId()]: 'disable' }, priority: -5 };
    const made = await emulator.result('POST', overrides, sent);
    const id = textAt(made, 'id');
    expect(made).toEqual({ id, description: '', groups: {}, rewrite_action: {}, paused: false, ...sent });
    const next = { urls: ['one.example/*'], groups: { [hexId()]: 'default' }, paused: true };
    expect(await emulator.result('PUT', `${overrides}/${id}`, { ...next, id })).toMatchObject({
      id,
      ...next,
      rules: {},
      priority: 0,
    });
    expect(await list(overrides)).toHaveLength(1);
    expect(await emulator.result('DELETE', `${overrides}/${id}`)).toEqual({ id });
    const gone = await emulator.call('GET', `${overrides}/${id}`);
    expect([gone.status, gone.text]).toEqual([404, expect.stringContaining('wafuriconfig.api.not_found')]);
  });

  it.each<[string, object]>([
    ['URLs', { rules: {} }],
    ['any URL', { urls: [], rules: {} }],
    ['groups or rules', { urls: ['a.example/'] }],
    ['a known action', { urls: ['a.example/'], rules: { [hexId()]: 'log' } }],
    ['a priority in range', { urls: ['a.example/'], rules: {}, priority: 1_000_000_001 }],
    ['a known action to rewrite', { urls: ['a.example/'], rules: {}, rewrite_action: { log: 'block' } }],
  ])('fails to create an override without %s', async (_what, body) => {
    expect((await emulator.call('POST', overrides, body)).status).toBe(400);
  });

  it('can be switched off as a whole', async () => {
    expect(await emulator.result('GET', setting)).toEqual({
      id: 'waf',
      value: 'on',
      editable: true,
      modified_on: null,
    });
    expect(await emulator.result('PATCH', setting, { value: 'off' })).toMatchObject({ value: 'off' });
    expect((await emulator.call('PATCH', setting, { value: 'maybe' })).status).toBe(400);
  });

  it('keeps page rules, greatest priority first', async () => {
    const targets = [{ target: 'url', constraint: { operator: 'matches', value: 'one.example/a/*' } }];
    const off = { targets, actions: [{ id: 'waf', value: 'off' }], priority: 2, status: 'active' };
    const made = await emulator.result('POST', pageRules, off);
    const id = textAt(made, 'id');
    expect(made).toEqual({
      id,
      ...off,
      created_on: expect.any(String) as string,
      modified_on: expect.any(String) as string,
    });
    await emulator.result('POST', pageRules, { targets, actions: [{ id: 'disable_security' }], priority: 3 });
    expect(await list(pageRules)).toMatchObject([{ priority: 3, status: 'disabled' }, { id }]);
    expect(await list(`${pageRules}?status=active`)).toMatchObject([{ id }]);
    expect(await list(`${pageRules}?direction=asc`)).toMatchObject([{ id }, {}]);
    expect(await emulator.result('PATCH', `${pageRules}/${id}`, { status: 'disabled' })).toMatchObject({
      priority: 2,
      status: 'disabled',
    });
    const actions = [{ id: 'browser_check', value: 'on' }];
    expect(await emulator.result('PUT', `${pageRules}/${id}`, { targets, actions })).toMatchObject({
      actions,
      priority: 1,
    });
    expect(await emulator.result('DELETE', `${pageRules}/${id}`)).toEqual({ id });
  });

  it.each<[string, object]>([
    ['a value of disable_security', { actions: [{ id: 'disable_security', value: 'on' }] }],
    ['a waf that is neither on nor off', { actions: [{ id: 'waf', value: 'maybe' }] }],
    ['a waf without a value', { actions: [{ id: 'waf' }] }],
    ['the same action twice', { actions: [{ id: 'x' }, { id: 'x' }] }],
    ['no action', { actions: [] }],
    ['no target', { targets: [] }],
    ['an unknown status', { status: 'paused' }],
  ])('fails to create a page rule with %s', async (_what, more) => {
    const targets = [{ target: 'url', constraint: { operator: 'matches', value: 'one.example/*' } }];
    const body = { targets, actions: [{ id: 'waf', value: 'off' }], ...more };
    expect((await emulator.call('POST', pageRules, body)).status).toBe(400);
  });

  it('accepts many firewall rules in a call, with new or existing filters', async () => {
    const [filter] = (await emulator.result('POST', filters, [{ expression: 'ssl' }])) as { id: string }[];
    const id = filter?.id ?? '';
    const made = await emulator.result('POST', firewallRules, [
      { action: 'bypass', products: ['waf'], filter: { id } },
      { action: 'block', filter: { expression: 'not ssl' }, priority: 4, description: 'plain' },
    ]);
    expect(made).toMatchObject([
      {
        action: 'bypass',
        products: ['waf'],
        filter: { id, expression: 'ssl' },
        priority: null,
        paused: false,
      },
      { action: 'block', filter: { expression: 'not ssl' }, priority: 4, description: 'plain', ref: '' },
    ]);
    expect(await list(filters)).toHaveLength(2);
    expect(await list(`${firewallRules}?action=block`)).toHaveLength(1);
    const ruleId = textAt(made, 0, 'id');
    await emulator.result('PUT', `${filters}/${id}`, { id, expression: 'ssl and true' });
    expect(await emulator.result('GET', `${firewallRules}/${ruleId}`)).toMatchObject({
      filter: { expression: 'ssl and true' },
    });
    expect((await emulator.call('DELETE', `${filters}/${id}`)).status).toBe(400);
    expect(await emulator.result('DELETE', `${firewallRules}/${ruleId}`)).toEqual({ id: ruleId });
    expect(await emulator.result('DELETE', `${filters}/${id}`)).toEqual({ id });
  });

  it('rejects a call with one invalid firewall rule as a whole', async () => {
    const good = { action: 'block', filter: { expression: 'ssl' } };
    for (const bad of [
      { action: 'bypass', filter: { expression: 'ssl' } },
      { action: 'block', products: ['waf'], filter: { expression: 'ssl' } },
      { action: 'bypass', products: ['WAF'], filter: { expression: 'ssl' } },
      { action: 'block' },
      { action: 'block', filter: { id: hexId() } },
      { action: 'block', filter: { expression: 'ssl' }, ref: 'r'.repeat(51) },
      { action: 'block', filter: { expression: 'ssl' }, description: 'd'.repeat(501) },
    ])
      expect((await emulator.call('POST', firewallRules, [good, bad])).status).toBe(400);
    expect((await emulator.call('POST', firewallRules, good)).status).toBe(400);
    expect([await list(firewallRules), await list(filters)]).toEqual([[], []]);
  });
});

describe('a zone of the plan free', () => {
  it('has no previous WAF, and no page rules for it', async () => {
    const emulator = await start({ fixture: zoneWith({ plan: 'free' }) });
    expect(await emulator.result('GET', packages)).toEqual([]);
    expect(await emulator.result('GET', setting)).toMatchObject({ value: 'off', editable: false });
    const target = { target: 'url', constraint: { operator: 'matches', value: 'one.example/*' } };
    const withAction = (action: object) => ({ targets: [target], actions: [action] });
    const refused = [
      await emulator.call('PATCH', setting, { value: 'on' }),
      await emulator.call('POST', overrides, { urls: ['one.example/'], rules: {} }),
      await emulator.call('POST', pageRules, withAction({ id: 'waf', value: 'off' })),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect((await emulator.call('POST', pageRules, withAction({ id: 'disable_security' }))).status).toBe(200);
  });
});

describe('a zone of another plan that never had the previous WAF', () => {
  it('has none of its objects, and the error does not name the plan', async () => {
    const emulator = await start({ fixture: zoneWith({ migration_state: 'default' }) });
    expect(await emulator.result('GET', packages)).toEqual([]);
    for (const reply of [
      await emulator.call('PATCH', setting, { value: 'on' }),
      await emulator.call('POST', overrides, { urls: ['one.example/'], rules: {} }),
    ])
      expect([reply.status, message(reply)[1]]).toEqual([403, expect.stringContaining('never had')]);
  });
});

describe('a fixture with a previous WAF', () => {
  const groupId = hexId();
  const ownPackage = {
    id: hexId(),
    name: 'OWASP ModSecurity Core Rule Set',
    detection_mode: 'anomaly',
    sensitivity: 'low',
    groups: [{ id: groupId, name: 'all' }],
    rules: [{ id: hexId(), group_id: groupId, description: 'one' }],
  };

  const groupRules = { usual: hexId(), disabled: hexId(), simulating: hexId() };
  const zoneWithGroup = (group: object) =>
    zoneWith({
      waf: {
        packages: [
          {
            id: cloudflarePackage,
            name: 'Cloudflare',
            groups: [{ id: groupId, name: 'all', ...group }],
            rules: [
              { id: groupRules.usual, group_id: groupId },
              { id: groupRules.disabled, group_id: groupId, default_mode: 'disable' },
              { id: groupRules.simulating, group_id: groupId, mode: 'simulate' },
            ],
          },
        ],
      },
    });
  const simulating = { id: groupRules.simulating, action: 'log' };
  const allOff = Object.values(groupRules).map((id) => ({ id, enabled: false }));
  const switchedOn = [
    { id: groupRules.usual, enabled: true },
    { ...simulating, enabled: true },
  ];

  /** The mode that the API shows, and the overrides of the equivalent configuration. */
  const modeAndOverrides = async (emulator: Running) => {
    const group = await emulator.result('GET', `${packages}/${cloudflarePackage}/groups/${groupId}`);
    const config = await emulator.result('GET', `/zones/${zoneId}/waf_migration/config?phase_two=1`);
    return [
      pick(group, 'mode'),
      pick(config, 'rules', 0, 'action_parameters', 'overrides', 'rules'),
      pick(group, 'default_mode'),
    ];
  };

  it.each<[object, string, object[] | undefined]>([
    [{}, 'on', [simulating]],
    [{ mode: 'on' }, 'on', [simulating]],
    [{ mode: 'off' }, 'off', undefined],
    [{ default_mode: 'off' }, 'off', undefined],
    [{ mode: 'off', default_mode: 'off' }, 'off', undefined],
    [{ mode: 'off', default_mode: 'on' }, 'off', allOff],
    [{ mode: 'on', default_mode: 'off' }, 'on', switchedOn],
  ])(
    'can give a group %j: the API shows the mode alone, and the migration keeps a change',
    async (...row) => {
      const [group, mode, overridden] = row;
      const emulator = await start({ fixture: zoneWithGroup(group) });
      expect(await modeAndOverrides(emulator)).toEqual([mode, overridden, undefined]);
    },
  );

  it.each<['on' | 'off', object[]]>([
    ['on', allOff],
    ['off', switchedOn],
  ])('gives a group the default mode %s, which a call does not change', async (usual, changed) => {
    const emulator = await start({ fixture: zoneWithGroup({ default_mode: usual }) });
    const [, before] = await modeAndOverrides(emulator);
    const path = `${packages}/${cloudflarePackage}/groups/${groupId}`;
    const other = usual === 'on' ? 'off' : 'on';
    await emulator.result('PATCH', path, { mode: other });
    expect(await modeAndOverrides(emulator)).toEqual([other, changed, undefined]);
    await emulator.result('PATCH', path, { mode: usual });
    expect(await modeAndOverrides(emulator)).toEqual([usual, before, undefined]);
  });

  it('can have firewall rules that are older than the migration, and can only be deleted', async () => {
    const [id, filterId] = [hexId(), hexId()];
    const rule = { action: 'bypass', products: ['waf'], filter: { id: filterId, expression: 'ssl' } };
    const emulator = await start({
      fixture: zoneWith({ migration_state: 'complete', firewall_rules: [{ id, ...rule }] }),
    });
    expect(await emulator.result('GET', `${firewallRules}/${id}`)).toMatchObject({ id, ...rule });
    const kept = { action: 'bypass', products: ['waf'], filter: { id: filterId } };
    for (const reply of [
      await emulator.call('PUT', `${firewallRules}/${id}`, kept),
      await emulator.call('POST', firewallRules, [kept]),
    ])
      expect([reply.status, message(reply)[0]]).toEqual([403, 10020]);
    const other = { ...kept, products: ['bic'] };
    expect(await emulator.result('PUT', `${firewallRules}/${id}`, other)).toMatchObject({
      products: ['bic'],
    });
    expect(await emulator.result('DELETE', `${firewallRules}/${id}`)).toEqual({ id });
  });

  const traditional = { ...ownPackage, detection_mode: 'traditional' };
  const rule = { id: hexId(), group_id: groupId };
  const otherGroup = { id: hexId(), name: 'other' };
  const ofOther = { id: ownPackage.rules[0]?.id, group_id: otherGroup.id };
  it.each(
    Object.entries<object>({
      'zones[0].waf.rules: unknown key': { waf: { rules: [] } },
      'zones[0].waf.setting: maybe is not one of on, off': { waf: { setting: 'maybe' } },
      'zones[0].waf.packages[0].id: ': { waf: { packages: [{ name: 'x' }] } },
      'zones[0].waf.packages[1].id: ': { waf: { packages: [ownPackage, ownPackage] } },
      'zones[0].waf.packages[0].sensitivity: ': { waf: { packages: [traditional] } },
      'zones[0].waf.packages[0].rules[0].group_id: ': {
        waf: { packages: [{ ...ownPackage, rules: [{ id: hexId() }] }] },
      },
      'zones[0].waf.packages[0].rules[1].id: ': {
        waf: { packages: [{ ...ownPackage, rules: [rule, rule] }] },
      },
      'zones[0].waf.packages[1].rules[0].id: ': {
        waf: {
          packages: [ownPackage, { ...ownPackage, id: hexId(), groups: [otherGroup], rules: [ofOther] }],
        },
      },
      'zones[0].waf.overrides[0].id: ': { waf: { overrides: [{ id: 'x', urls: ['a/'], rules: {} }] } },
      'zones[0].waf.packages[0].rules[0].mode: ': {
        waf: { packages: [{ ...ownPackage, rules: [{ ...rule, mode: 'block' }] }] },
      },
      'zones[0].waf.packages[0].groups[0].default_mode: ': {
        waf: {
          packages: [{ ...ownPackage, groups: [{ ...otherGroup, default_mode: 'simulate' }], rules: [] }],
        },
      },
      'zones[0].migration_state: done is not one of default, start, validation, complete': {
        migration_state: 'done',
      },
      'zones[0].migration_state: the plan of the zone is pro': { migration_state: 'validation', plan: 'pro' },
      'zones[0].migration_state: a zone of the plan free': { migration_state: 'start', plan: 'free' },
      'zones[0].waf: a zone that never had the previous WAF managed rules cannot have them': {
        migration_state: 'default',
        waf: {},
      },
      'zones[0].waf: a zone that never had': { plan: 'free', waf: {} },
    }),
  )('fails to start with %s', async (fault, more) => {
    await expect(start({ fixture: zoneWith(more) })).rejects.toThrow(fault);
  });
});
