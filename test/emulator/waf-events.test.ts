import { join } from 'node:path';
import { matchesUrl } from '../../lib/emulator/products/security-events/previous';
import type { FixtureZone } from '../../lib/emulator';
import { freeDestination, hexId, pick, start, zoneId, type Running } from './support';
import { entrypoint, executeRule, hour, managedRuleset, putEntrypoint, zoneWith } from './waf-world';
import { makeFolder } from '../support/folder';

const events = `/zones/${zoneId}/security-events`;
const requests = `/zones/${zoneId}/requests`;

const groupId = 'a'.repeat(32);
const otherGroup = 'b'.repeat(32);
const blocking = hexId();
const disabled = hexId();
const allowing = hexId();
const scoring = hexId();
const newRule = hexId();
const category = 'wordpress';

const packages = (more: { rule?: object; group?: object; core?: object } = {}) => [
  {
    id: hexId(),
    name: 'Cloudflare',
    groups: [{ id: groupId, name: 'Specials', ...more.group }],
    rules: [
      { id: blocking, group_id: groupId, default_mode: 'block', ...more.rule },
      { id: disabled, group_id: groupId, default_mode: 'disable' },
      { id: allowing, group_id: groupId, mode: 'on' },
    ],
  },
  {
    id: hexId(),
    name: 'OWASP ModSecurity Core Rule Set',
    detection_mode: 'anomaly',
    action_mode: 'block',
    groups: [{ id: otherGroup, name: 'SQL' }],
    rules: [{ id: scoring, group_id: otherGroup }],
    ...more.core,
  },
];

const line = (waf: object, fields: object = {}) =>
  JSON.stringify({
    fields: {
      RayID: '7a1',
      ClientRequestHost: 'one.example',
      ClientRequestMethod: 'POST',
      ClientRequestPath: '/login',
      ClientRequestURI: '/login?a=1',
      ...fields,
    },
    waf,
  });

const trips = {
  previous: [{ rule_id: blocking, action: 'block' }],
  new: [{ rule_id: newRule, ruleset_id: managedRuleset, action: 'block', categories: [category] }],
};

async function seen(emulator: Running, waf: object = trips, fields: object = {}) {
  await emulator.control('DELETE', events);
  const reply = await emulator.control('POST', requests, line(waf, fields));
  expect([reply.status, reply.text]).toEqual([200, expect.stringContaining('"accepted":1')]);
  const { body } = await emulator.control('GET', events);
  return (body as object[]).map(
    (event) => `${String(pick(event, 'source'))} ${String(pick(event, 'action'))}`,
  );
}

const zone = (more: Partial<FixtureZone> = {}) =>
  start({ fixture: zoneWith({ waf: { packages: packages() }, ...more }), wafCutoverMs: hour });

describe('security events', () => {
  it('come from the previous managed rules before the migration', async () => {
    const emulator = await zone();
    expect(await seen(emulator)).toEqual(['previous block']);
    expect((await emulator.control('GET', events)).body).toEqual([
      {
        id: expect.any(String) as string,
        ray_id: '7a1',
        occurred_at: expect.any(String) as string,
        source: 'previous',
        rule_id: blocking,
        action: 'block',
        request: { method: 'POST', host: 'one.example', path: '/login' },
      },
    ]);
  });

  it('come from both in validation mode and during the cutover, the new ones first', async () => {
    const emulator = await zone();
    await putEntrypoint(emulator, 'validation');
    expect(await seen(emulator)).toEqual(['new block', 'previous block']);
    expect((await emulator.control('GET', events)).body).toMatchObject([
      { source: 'new', rule_id: newRule, ruleset_id: managedRuleset, ray_id: '7a1' },
      { source: 'previous', ray_id: '7a1' },
    ]);
    await putEntrypoint(emulator, 'pending');
    expect(await seen(emulator)).toEqual(['new block', 'previous block']);
  });

  it('are in the order of the requests, the new ones of each first', async () => {
    const emulator = await zone();
    await putEntrypoint(emulator, 'validation');
    const lines = ['r1', 'r2'].map((RayID) => line(trips, { RayID }));
    await emulator.control('POST', requests, lines.join('\n'));
    const { body } = await emulator.control('GET', events);
    expect((body as object[]).map((event) => [pick(event, 'ray_id'), pick(event, 'source')])).toEqual([
      ['r1', 'new'],
      ['r1', 'previous'],
      ['r2', 'new'],
      ['r2', 'previous'],
    ]);
  });

  it('come from the new managed rules only after the migration', async () => {
    const emulator = await zone();
    await emulator.control('PUT', '/waf-cutover', { ms: 0 });
    await putEntrypoint(emulator, 'pending');
    expect(await seen(emulator)).toEqual(['new block']);
  });

  it.each<[string, object[], string[]]>([
    ['disabled', [{ ...executeRule, enabled: false }], []],
    ['for other requests', [{ ...executeRule, expression: 'ssl' }], []],
    ['behind a skip rule for all', [skip({ ruleset: 'current' }), executeRule], []],
    ['behind a skip rule for the ruleset', [skip({ rulesets: [managedRuleset] }), executeRule], []],
    ['behind a skip rule for the rule', [skip({ rules: { [managedRuleset]: [newRule] } }), executeRule], []],
    ['after another skip', [skip({ rules: { [managedRuleset]: [hexId()] } }), executeRule], ['new block']],
    [
      'behind a skip rule that is not evaluated',
      [{ ...skip({ ruleset: 'current' }), expression: 'ssl' }, executeRule],
      ['new block'],
    ],
    ['before a skip rule', [executeRule, skip({ ruleset: 'current' })], ['new block']],
    ['with a rule overridden', [execute({ rules: [{ id: newRule, action: 'log' }] })], ['new log']],
    ['with the rule disabled', [execute({ rules: [{ id: newRule, enabled: false }] })], []],
    ['with an override of a category', [execute({ categories: [{ category, action: 'log' }] })], ['new log']],
    ['with another category', [execute({ categories: [{ category: 'x', action: 'log' }] })], ['new block']],
    ['with an override of the ruleset', [execute({ action: 'log' })], ['new log']],
    ['with the ruleset disabled', [execute({ enabled: false })], []],
    [
      'with the rule over the category over the ruleset',
      [
        execute({
          rules: [{ id: newRule, enabled: true }],
          categories: [{ category, enabled: false, action: 'challenge' }],
          action: 'log',
        }),
      ],
      ['new challenge'],
    ],
  ])('follow a new configuration %s', async (_what, rules, expected) => {
    const emulator = await zone({ migration_state: 'complete', waf: undefined });
    await emulator.result('PUT', entrypoint, { rules });
    expect(await seen(emulator)).toEqual(expected);
  });

  const url = { target: 'url', constraint: { operator: 'matches', value: '*.example/login*' } };
  const pageRule = (actions: object[], priority = 1, status = 'active') => ({
    targets: [url],
    actions,
    priority,
    status,
  });
  const off = [{ id: 'waf', value: 'off' }];
  const override = (more: object) => [{ urls: ['one.example/log*'], rules: {}, ...more }];
  const waf = (more: object, packs: object[] = packages()) => ({ waf: { packages: packs, ...more } });
  const overriding = (more: object) => waf({ overrides: override(more) });
  it.each(
    Object.entries<[Partial<FixtureZone>, string[]]>({
      off: [waf({ setting: 'off' }), []],
      'off but for a page rule': [
        { ...waf({ setting: 'off' }), page_rules: [pageRule([{ id: 'waf', value: 'on' }])] },
        ['previous block'],
      ],
      'off by a page rule': [{ ...waf({}), page_rules: [pageRule(off)] }, []],
      'off by disable_security': [{ ...waf({}), page_rules: [pageRule([{ id: 'disable_security' }])] }, []],
      'with a paused rule': [{ ...waf({}), page_rules: [pageRule(off, 1, 'disabled')] }, ['previous block']],
      'with a page rule behind another': [
        { ...waf({}), page_rules: [pageRule(off), pageRule([{ id: 'x' }], 2)] },
        ['previous block'],
      ],
      'with a page rule of which one target is another URL': [
        {
          ...waf({}),
          page_rules: [
            {
              ...pageRule(off),
              targets: [url, { target: 'url', constraint: { operator: 'matches', value: 'two.example/*' } }],
            },
          ],
        },
        ['previous block'],
      ],
      'with the group off': [waf({}, packages({ group: { mode: 'off' } })), []],
      'with the rule disabled': [waf({}, packages({ rule: { mode: 'disable' } })), []],
      'with the rule simulating': [waf({}, packages({ rule: { mode: 'simulate' } })), ['previous simulate']],
      'with a rule overridden': [overriding({ rules: { [blocking]: 'challenge' } }), ['previous challenge']],
      'with an override that is paused': [
        overriding({ rules: { [blocking]: 'disable' }, paused: true }),
        ['previous block'],
      ],
      'with an override elsewhere': [
        overriding({ rules: { [blocking]: 'disable' }, urls: ['one.example/'] }),
        ['previous block'],
      ],
      'with an override of a group': [overriding({ groups: { [groupId]: 'disable' } }), []],
      'with rewritten actions': [
        overriding({ rewrite_action: { block: 'simulate' } }),
        ['previous simulate'],
      ],
      'with the override of the lowest number': [
        waf({
          overrides: [
            ...override({ rules: { [blocking]: 'disable' }, priority: 2 }),
            ...override({ rules: { [blocking]: 'simulate' }, priority: -1 }),
          ],
        }),
        ['previous simulate'],
      ],
    }),
  )('follow a previous WAF %s', async (_what, [more, expected]) => {
    const emulator = await zone(more);
    expect(await seen(emulator)).toEqual(expected);
  });

  it('follow the modes of each kind of previous rule', async () => {
    const emulator = await zone();
    const tripped = (rule_id: string, action = 'block') =>
      seen(emulator, { previous: [{ rule_id, action }] });
    expect(await tripped(disabled)).toEqual([]);
    expect(await tripped(allowing, 'allow')).toEqual(['previous allow']);
    expect(await tripped(scoring, 'challenge')).toEqual(['previous block']);
    expect(await tripped('one of the hundreds that are not here', 'challenge')).toEqual([
      'previous challenge',
    ]);
    await emulator.close();
    const off = await zone({ waf: { packages: packages({ core: { sensitivity: 'off' } }) } });
    expect(await seen(off, { previous: [{ rule_id: scoring, action: 'block' }] })).toEqual([]);
  });

  it('are none on a zone of the plan free', async () => {
    const emulator = await zone({ plan: 'free', waf: undefined });
    expect(await seen(emulator)).toEqual([]);
  });

  it('do not change what jobs deliver, and survive a restart', async () => {
    const folder = makeFolder();
    const options = {
      stateFile: join(folder, 'state'),
      fixture: zoneWith({ jobs: [{ destination_conf: freeDestination, enabled: true }] }),
    };
    const first = await start(options);
    const reply = await first.control(
      'POST',
      requests,
      line({ previous: [{ rule_id: 'x', action: 'block' }] }),
    );
    expect(reply.body).toEqual({ accepted: 1, delivered: { '1001': 1 } });
    await first.close();
    const second = await start(options);
    expect((await second.control('GET', events)).body).toMatchObject([{ rule_id: 'x' }]);
    expect((await second.control('DELETE', events)).body).toEqual([]);
    expect((await second.control('GET', events)).body).toEqual([]);
  });

  it.each<[unknown, string]>([
    [[], 'waf: must be an object'],
    [{ old: [] }, 'waf.old: unknown key'],
    [{ previous: {} }, 'waf.previous: must be an array'],
    [{ previous: [{ action: 'block' }] }, 'waf.previous[0].rule_id'],
    [{ previous: [{ rule_id: 'x', action: 'log' }] }, 'waf.previous[0].action: log is not one of'],
    [{ new: [{ rule_id: 'x', action: 'log' }] }, 'waf.new[0].ruleset_id'],
    [{ new: [{ rule_id: 'x', action: 'simulate', ruleset_id: managedRuleset }] }, 'waf.new[0].action'],
    [
      { new: [{ rule_id: 'x', action: 'log', ruleset_id: managedRuleset, categories: [1] }] },
      'waf.new[0].categories',
    ],
  ])('are not recorded for a batch that has a line with waf %j', async (bad, reason) => {
    const emulator = await zone();
    const reply = await emulator.control('POST', requests, `${line(trips)}\n${line(bad as object)}`);
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining(`line 2: ${reason}`)]);
    expect((await emulator.control('GET', events)).body).toEqual([]);
  });

  it('fail for an unknown zone', async () => {
    const emulator = await zone();
    expect((await emulator.control('GET', `/zones/${hexId()}/security-events`)).status).toBe(404);
    expect((await emulator.control('POST', `/zones/${hexId()}/waf-findings`, {})).status).toBe(404);
  });
});

describe('the URL pattern of a page rule or an override', () => {
  it.each<[string, string, boolean]>([
    ['one.example', 'one.example/', true],
    ['one.example', 'one.example/a', false],
    ['https://One.Example/*', 'one.example/a?b=c', true],
    ['*://one.example:8443/a', 'one.example/a', true],
    ['*.example/*', 'one.example/', true],
    ['*one.example*', 'www.one.example/a', true],
    ['one.example/*/b*d', 'one.example/a/bcd', true],
    ['one.example/*/b*d', 'one.example/a/bc', false],
    ['one.example/aa*aa', 'one.example/aaa', false],
    ['one.example/a.c', 'one.example/abc', false],
  ])('%s and %s', (pattern, url, expected) => {
    expect(matchesUrl(pattern, url)).toBe(expected);
  });
});

function skip(action_parameters: object): object {
  return { action: 'skip', expression: 'true', action_parameters };
}

function execute(overrides: object): object {
  return { ...executeRule, action_parameters: { id: managedRuleset, overrides } };
}
