import { toMigrationConfiguration, type PreviousWaf } from '../../lib/waf';
import {
  bypass,
  bypassOf,
  cacheAll,
  corePackage,
  disableSecurity,
  group,
  managedPackage,
  pageRule,
  wafOff,
  wafOn,
  wafRule,
  zone,
  anomalyScore,
  managed,
  owasp,
} from './zones';

const rulesOf = (changes: Partial<PreviousWaf>) => toMigrationConfiguration(zone(changes)).rules;
const skipsOf = (changes: Partial<PreviousWaf>) => rulesOf(changes).filter(({ action }) => action === 'skip');
const executeOf = (id: string, changes: Partial<PreviousWaf> = {}) =>
  rulesOf(changes).find(({ action_parameters: parameters }) => parameters.id === id);
const expressionsOf = (changes: Partial<PreviousWaf>) => skipsOf(changes).map(({ expression }) => expression);

describe('the configuration of a plain zone', () => {
  it('executes both rulesets for all requests, without ids', () => {
    expect(toMigrationConfiguration(zone({ packages: [managedPackage(), corePackage()] }))).toEqual({
      name: 'default',
      rules: [
        {
          id: '',
          version: '',
          ref: '',
          action: 'execute',
          action_parameters: { id: managed },
          expression: 'true',
          description: 'Cloudflare Managed Ruleset',
          enabled: true,
        },
        {
          id: '',
          version: '',
          ref: '',
          action: 'execute',
          action_parameters: {
            id: owasp,
            overrides: {
              categories: [
                { category: 'paranoia-level-3', enabled: false },
                { category: 'paranoia-level-4', enabled: false },
              ],
              rules: [{ id: anomalyScore, action: 'block', score_threshold: 40 }],
            },
          },
          expression: 'true',
          description: 'Cloudflare OWASP Core Ruleset',
          enabled: true,
        },
      ],
    });
  });

  it('has only the packages of the zone', () => {
    expect(rulesOf({ packages: [] })).toEqual([]);
    expect(rulesOf({ packages: [managedPackage({ name: 'USER' })] })).toEqual([]);
  });

  it('is disabled if the WAF was off', () => {
    const rules = rulesOf({ setting: 'off', packages: [managedPackage(), corePackage()] });
    expect(rules.map(({ enabled }) => enabled)).toEqual([false, false]);
  });
});

describe('the core rule set', () => {
  it.each([
    ['high', [3, 4], 40],
    ['medium', [2, 3, 4], 25],
    ['low', [2, 3, 4], 40],
    [undefined, [3, 4], 40],
  ] as const)(
    'of sensitivity %s leaves the levels %j off and acts from a score',
    (sensitivity, levels, score) => {
      const rule = executeOf(owasp, { packages: [corePackage({ sensitivity })] });
      expect(rule).toMatchObject({
        enabled: true,
        action_parameters: {
          overrides: {
            categories: levels.map((level) => ({ category: `paranoia-level-${level}`, enabled: false })),
            rules: [{ score_threshold: score }],
          },
        },
      });
    },
  );

  it('that was off is deployed and disabled', () => {
    expect(executeOf(owasp, { packages: [corePackage({ sensitivity: 'off' })] })?.enabled).toBe(false);
  });

  it.each([
    ['simulate', 'log'],
    ['block', 'block'],
    ['challenge', 'managed_challenge'],
    [undefined, 'managed_challenge'],
  ] as const)('of action mode %s answers with %s', (mode, action) => {
    expect(executeOf(owasp, { packages: [corePackage({ action_mode: mode })] })).toMatchObject({
      action_parameters: { overrides: { rules: [{ id: anomalyScore, action }] } },
    });
  });

  it('carries over neither groups nor rules', () => {
    const changed = corePackage({
      groups: [group('g', { mode: 'off' })],
      rules: [wafRule('r', { mode: 'off' })],
    });
    expect(executeOf(owasp, { packages: [changed] })).toEqual(
      executeOf(owasp, { packages: [corePackage()] }),
    );
  });
});

describe('the managed ruleset', () => {
  const overridesOf = (changes: Parameters<typeof managedPackage>[0]) =>
    executeOf(managed, { packages: [managedPackage(changes)] })?.action_parameters;

  it.each([
    ['simulate', { id: 'r', action: 'log' }],
    ['challenge', { id: 'r', action: 'managed_challenge' }],
    ['disable', { id: 'r', enabled: false }],
    ['off', { id: 'r', enabled: false }],
  ] as const)('overrides a rule of mode %s', (mode, override) => {
    expect(overridesOf({ rules: [wafRule('r', { mode }), wafRule('s')] })).toEqual({
      id: managed,
      overrides: { rules: [override] },
    });
  });

  it.each(['default', 'on', 'block'] as const)('has no override for a rule of mode %s', (mode) => {
    expect(overridesOf({ groups: [group('g')], rules: [wafRule('r', { mode })] })).toEqual({ id: managed });
  });

  it('enables a rule that is disabled by default', () => {
    const rules = [wafRule('r', { mode: 'block', default_mode: 'disable' })];
    expect(overridesOf({ rules })).toMatchObject({
      overrides: { rules: [{ id: 'r', action: 'block', enabled: true }] },
    });
  });

  it('disables the rules of a disabled group one by one', () => {
    const rules = [
      wafRule('r', { mode: 'simulate' }),
      wafRule('s'),
      wafRule('t', { group: { id: 'h', name: '' } }),
    ];
    expect(overridesOf({ groups: [group('g', { mode: 'off' }), group('h')], rules })).toMatchObject({
      overrides: {
        rules: [
          { id: 'r', enabled: false },
          { id: 's', enabled: false },
        ],
      },
    });
  });

  it('enables the rules of an enabled group one by one', () => {
    const rules = [
      wafRule('r', { mode: 'simulate' }),
      wafRule('s'),
      wafRule('t', { default_mode: 'disable' }),
    ];
    expect(overridesOf({ groups: [group('g', { default_mode: 'off' })], rules })).toEqual({
      id: managed,
      overrides: {
        rules: [
          { id: 'r', action: 'log', enabled: true },
          { id: 's', enabled: true },
        ],
      },
    });
  });

  it('has no override for a group that is off by default', () => {
    const groups = [group('g', { mode: 'off', default_mode: 'off' })];
    expect(overridesOf({ groups, rules: [wafRule('r', { mode: 'simulate' })] })).toEqual({ id: managed });
  });
});

describe('firewall rules that bypass the WAF', () => {
  it('become skip rules, in the order of their priorities, before the rules that execute rulesets', () => {
    const rules = rulesOf({
      firewall_rules: [
        bypassOf('last', 'ip.src eq 192.0.2.3'),
        { ...bypassOf('second', 'ip.src eq 192.0.2.2'), priority: 2, description: 'Office' },
        { ...bypassOf('first', 'ip.src eq 192.0.2.1'), priority: 1, products: ['hot', 'waf'] },
        bypass('other product', { products: ['hot'] }),
        bypass('other action', { action: 'allow' }),
      ],
    });
    expect(rules.map(({ action, expression }) => [action, expression])).toEqual([
      ['skip', 'ip.src eq 192.0.2.1'],
      ['skip', 'ip.src eq 192.0.2.2'],
      ['skip', 'ip.src eq 192.0.2.3'],
      ['execute', 'true'],
      ['execute', 'true'],
    ]);
    expect(rules.slice(0, 2)).toMatchObject([
      {
        action_parameters: { ruleset: 'current' },
        description: 'Firewall rule first: Bypass WAF Managed Rules',
        enabled: true,
      },
      { description: 'Office' },
    ]);
  });

  it('become disabled skip rules if they, or their filters, are paused', () => {
    const active = bypass('active');
    const paused = { ...active, filter: { ...active.filter, paused: true } };
    const rules = skipsOf({ firewall_rules: [active, bypass('paused', { paused: true }), paused] });
    expect(rules.map(({ enabled }) => enabled)).toEqual([true, false, false]);
  });
});

describe('a page rule with the WAF off skips', () => {
  it.each([
    ['example.com/*', 'http.host eq "example.com"'],
    ['Example.com/*', 'http.host eq "example.com"'],
    ['example.com', 'http.host eq "example.com" and http.request.uri wildcard "/"'],
    ['example.com/admin/*', 'http.host eq "example.com" and http.request.uri wildcard "/admin/*"'],
    ['example.com/a?b=*', 'http.host eq "example.com" and http.request.uri wildcard "/a?b=*"'],
    ['https://example.com/*', 'http.host eq "example.com" and ssl'],
    ['http://example.com/a', 'http.host eq "example.com" and http.request.uri wildcard "/a" and not ssl'],
    ['*://example.com/*', 'http.host eq "example.com"'],
    ['example.com:8443/*', 'http.host eq "example.com" and cf.edge.server_port eq 8443'],
    ['https://*.example.com/*', 'http.request.full_uri wildcard "https://*.example.com/*"'],
    [
      '*example.com/*',
      '(http.request.full_uri wildcard "http://*example.com/*" or http.request.full_uri wildcard "https://*example.com/*")',
    ],
    ['example.com/a**b', 'http.host eq "example.com" and http.request.uri wildcard "/a*b"'],
    ['example.com/"x"', String.raw`http.host eq "example.com" and http.request.uri wildcard "/\"x\""`],
    ['example.com/a\\b', String.raw`http.host eq "example.com" and http.request.uri wildcard "/a\\\\b"`],
    ['a.com/*|b.com/*', '(http.host eq "a.com") or (http.host eq "b.com")'],
  ])('the URLs of %s', (url, expression) => {
    expect(expressionsOf({ page_rules: [pageRule('p', url, wafOff)] })).toEqual([expression]);
  });

  it('URLs that all its targets match', () => {
    const targets = ['a.com/*', '*/b'].map((value) => ({
      target: 'url',
      constraint: { operator: 'matches', value },
    }));
    expect(expressionsOf({ page_rules: [pageRule('p', '', wafOff, { targets })] })).toEqual([
      '(http.host eq "a.com") and ((http.request.full_uri wildcard "http://*/b" or http.request.full_uri wildcard "https://*/b"))',
    ]);
  });

  it('URLs if it disables security', () => {
    expect(skipsOf({ page_rules: [pageRule('p', 'example.com/*', disableSecurity)] })).toMatchObject([
      {
        action_parameters: { ruleset: 'current' },
        description: 'Page rule p: Disable Security',
        enabled: true,
      },
    ]);
  });

  it('nothing while it is disabled', () => {
    const off = pageRule('p', 'example.com/*', wafOff, { status: 'disabled' });
    expect(skipsOf({ page_rules: [off] })).toEqual([]);
  });

  it.each([
    ['switches the WAF on', wafOn],
    ['says nothing of the WAF', cacheAll],
  ])('no URL of a page rule above it that %s', (_, action) => {
    const rules = [
      pageRule('low', 'example.com/*', wafOff, { priority: 1 }),
      pageRule('high', 'example.com/login', action, { priority: 2 }),
    ];
    expect(expressionsOf({ page_rules: rules })).toEqual([
      '(http.host eq "example.com") and not (http.host eq "example.com" and http.request.uri wildcard "/login")',
    ]);
  });

  it.each([
    ['that is below', pageRule('q', 'example.com/login', wafOn, { priority: 1 })],
    ['that is disabled', pageRule('q', 'example.com/login', wafOn, { priority: 9, status: 'disabled' })],
    [
      'that switches the WAF off itself',
      pageRule('q', 'example.com/login', disableSecurity, { priority: 9 }),
    ],
    ['for other hosts', pageRule('q', 'example.org/*', wafOn, { priority: 9 })],
    ['for other paths', pageRule('q', 'example.com/*.png', wafOn, { priority: 9 })],
    ['for the other scheme', pageRule('q', 'http://example.com/*', wafOn, { priority: 9 })],
  ])('all URLs that a page rule matches %s', (_, other) => {
    const off = pageRule('p', 'https://example.com/*.jpg', wafOff, { priority: 5 });
    expect(expressionsOf({ page_rules: [off, other] })).toContain(
      'http.host eq "example.com" and http.request.uri wildcard "/*.jpg" and ssl',
    );
  });
});

describe('page rules with the WAF on', () => {
  it('have no effect if it is on', () => {
    expect(skipsOf({ page_rules: [pageRule('p', 'example.com/*', wafOn)] })).toEqual([]);
  });

  it('make all other URLs skipped if it is off', () => {
    const page_rules = [
      pageRule('shop', 'shop.example.com/*', wafOn),
      pageRule('login', 'example.com/login*', wafOn, { priority: 2 }),
      pageRule('picture', 'shop.example.com/*.png', cacheAll, { priority: 3 }),
    ];
    const rules = rulesOf({ setting: 'off', page_rules });
    expect(rules.map(({ action, enabled, expression }) => [action, enabled, expression])).toEqual([
      [
        'skip',
        true,
        'not ((http.host eq "example.com" and http.request.uri wildcard "/login*") or ((http.host eq "shop.example.com") and not (http.host eq "shop.example.com" and http.request.uri wildcard "/*.png")))',
      ],
      ['execute', true, 'true'],
      ['execute', false, 'true'],
    ]);
  });
});
