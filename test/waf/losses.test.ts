import {
  describeFinding,
  reportLosses,
  type Loss,
  type PreviousWaf,
  type UriOverride,
  type WafPackage,
} from '../../lib/waf';
import {
  anomalyScore,
  bypass,
  cacheAll,
  corePackage,
  disableSecurity,
  group,
  managed,
  managedPackage,
  override,
  owasp,
  pageRule,
  wafOff,
  wafOn,
  wafRule,
  zone,
} from './zones';

const coreOff = { sensitivity: 'off' } as const;
const lossesOf = (changes: Partial<PreviousWaf>) => reportLosses(zone(changes));
const linesOf = (changes: Partial<PreviousWaf>) => lossesOf(changes).map((each) => describeFinding(each));
const idsOf = (losses: readonly Loss[]) => losses.map(({ code, ids }) => [code, ...ids]);
const replacementsOf = (losses: readonly Loss[]) =>
  losses.flatMap(({ items }) => items.map(({ replacement }) => replacement));

describe('nothing is lost', () => {
  it.each(
    Object.entries<Partial<PreviousWaf>>({
      'with the rules as they come': {},
      'with bypasses of the WAF alone, which become skip rules': { firewall_rules: [bypass('r')] },
      'with page rules about something else': { page_rules: [pageRule('p', 'a.com/*', cacheAll)] },
      'with rules that are simulated': {
        packages: [managedPackage({ rules: [wafRule('r', { mode: 'simulate' })] })],
      },
      'with managed groups that are off by default': {
        packages: [managedPackage({ groups: [group('g', { mode: 'off', default_mode: 'off' })] })],
      },
      'with another package that is empty': {
        packages: [managedPackage(), managedPackage({ id: 'u', name: 'USER', groups: [group('g')] })],
      },
      'with core groups and rules as they come': {
        packages: [corePackage({ ...coreOff, groups: [group('g')], rules: [wafRule('r', { mode: 'on' })] })],
      },
    }),
  )('%s', (_, changes) => {
    expect(lossesOf(changes)).toEqual([]);
  });
});

describe('each kind is one line', () => {
  it.each(
    Object.entries<[Partial<PreviousWaf>, ...string[]]>({
      'a WAF that is off': [{ setting: 'off' }, 'Zone stays without managed rules: zone setting waf'],
      'groups that were switched off': [
        {
          packages: [
            managedPackage({
              groups: [group('g', { mode: 'off' }), group('h', { default_mode: 'off' }), group('i')],
              rules: [wafRule('r'), wafRule('s')],
            }),
          ],
        },
        '2 group modes without an equivalent: g ("Group g") off, 2 rules; h ("Group h") on, 0 rules',
      ],
      'firewall rules that bypass several products': [
        {
          firewall_rules: [
            bypass('r', { products: ['waf', 'rateLimit'], description: 'partner' }),
            bypass('s', { products: ['hot', 'waf'], paused: true }),
            bypass('t'),
            bypass('u', { products: ['rateLimit'] }),
          ],
        },
        '2 firewall rules detached from the WAF: r ("partner") for waf, rateLimit; s for hot, waf',
      ],
      'page rules that switch the WAF': [
        {
          page_rules: [
            pageRule('p', 'a.com/*', disableSecurity),
            pageRule('q', 'b.com/*', wafOff, { status: 'disabled' }),
            pageRule('r', 'c.com/*', wafOn),
          ],
        },
        '3 page rules detached from the WAF: p (Disable Security) for a.com/*; q (Web Application Firewall: Off) for b.com/*, disabled; r (Web Application Firewall: On) for c.com/*',
      ],
      'rules and a core rule set that challenge': [
        {
          packages: [
            managedPackage({ rules: [wafRule('r', { mode: 'challenge', description: 'SQL' })] }),
            corePackage({ action_mode: 'challenge', sensitivity: 'medium' }),
          ],
        },
        'Score threshold changed: core-package ("OWASP ModSecurity Core Rule Set"): from 40 (sensitivity medium) to 25 at PL1',
        '2 challenges replaced by managed challenges: core-package ("OWASP ModSecurity Core Rule Set"), r ("SQL")',
      ],
      'groups and rules of the core rule set': [
        {
          packages: [
            corePackage({
              ...coreOff,
              groups: [group('g', { mode: 'off' }), group('h'), group('i', { default_mode: 'off' })],
              rules: [
                wafRule('of a group that is off', { mode: 'off' }),
                wafRule('r', { mode: 'off', group: { id: 'h', name: '' } }),
                wafRule('s', { mode: 'on', group: { id: 'h', name: '' } }),
              ],
            }),
          ],
        },
        '2 changed groups of the core rule set reset to the default: g ("Group g") off, i ("Group i") on',
        '1 changed rule of the core rule set reset to the default: r off',
      ],
    }),
  )('%s', (_, [changes, ...lines]) => {
    expect(linesOf(changes)).toEqual(lines);
  });

  it.each([10, Infinity])('whatever the API’s texts contain, with at most %d objects', (most) => {
    const overrides = [override('o', { description: 'two\r\nlines\u2028and  blanks' })];
    const [loss] = lossesOf({ overrides });
    expect(loss && describeFinding(loss, { most })).toMatch(/: o \("two lines and {2}blanks"\) for .*$/);
  });

  it('of at most ten objects, unless all are asked for', () => {
    const rules = Array.from({ length: 12 }, (_, at) => wafRule(`r${at}`, { mode: 'off' }));
    const [loss] = lossesOf({ packages: [corePackage({ ...coreOff, rules })] });
    expect(loss && describeFinding(loss)).toMatch(/r9 off and 2 more$/);
    expect(loss && describeFinding(loss, { most: Infinity })).toMatch(/r10 off, r11 off$/);
    expect(loss?.ids).toHaveLength(12);
  });
});

it('a WAF that is off does not stay off where page rules enable it', () => {
  const page_rules = [pageRule('p', 'a.com/*', wafOn)];
  expect(idsOf(lossesOf({ setting: 'off', page_rules }))).toEqual([['waf.page_rule_detached', 'p']]);
  const disabled = [pageRule('p', 'a.com/*', wafOn, { status: 'disabled' })];
  expect(idsOf(lossesOf({ setting: 'off', page_rules: disabled }))[0]).toEqual(['waf.stays_off', 'waf']);
});

describe('a changed core rule set loses', () => {
  it.each([
    ['high', 25, 40, 2],
    ['medium', 40, 25, 1],
    ['low', 60, 40, 1],
    [undefined, 25, 40, 2],
  ] as const)(
    'its threshold at sensitivity %s, which was %i and becomes %i',
    (sensitivity, before, after, level) => {
      expect(lossesOf({ packages: [corePackage({ sensitivity })] })).toEqual([
        {
          code: 'waf.sensitivity_changed',
          severity: 'warning',
          ids: ['core-package'],
          items: [
            {
              ids: ['core-package'],
              text: `core-package ("OWASP ModSecurity Core Rule Set"): from ${before} (sensitivity ${sensitivity ?? 'high'}) to ${after} at PL${level}`,
              replacement: {
                kind: 'override',
                ruleset: owasp,
                rule: { id: anomalyScore, score_threshold: before },
              },
            },
          ],
        },
      ]);
    },
  );

  it('its challenges and those of rules, which become managed challenges', () => {
    const packages = [
      corePackage({ action_mode: 'challenge' }),
      managedPackage({ rules: [wafRule('r', { mode: 'challenge' })] }),
    ];
    expect(replacementsOf(lossesOf({ packages }).slice(1))).toEqual([
      { kind: 'override', ruleset: owasp, rule: { id: anomalyScore, action: 'challenge' } },
      { kind: 'override', ruleset: managed, rule: { id: 'r', action: 'challenge' } },
    ]);
  });
});

describe('a package with an undocumented migration', () => {
  const user = (changes: Partial<WafPackage>) =>
    lossesOf({ packages: [managedPackage(), managedPackage({ id: 'u', name: 'USER', ...changes })] });

  it('is reported with its changes', () => {
    const groups = [group('g', { mode: 'off' }), group('h')];
    const rules = [wafRule('r', { mode: 'disable', description: 'mine' }), wafRule('s')];
    expect(user({ groups, rules })).toMatchObject([
      {
        code: 'waf.other_package',
        ids: ['u', 'g', 'r'],
        items: [{ text: 'u ("USER") with 2 rules, group g ("Group g") off, rule r ("mine") disable' }],
      },
    ]);
    expect(user({ groups })).toMatchObject([{ ids: ['u', 'g'] }]);
  });

  it('is reported although its rules are unchanged', () => {
    expect(user({ rules: [wafRule('r')] })).toMatchObject([{ items: [{ text: 'u ("USER") with 1 rule' }] }]);
  });
});

describe('a page rule', () => {
  it('with the WAF off is replaced by the skip rule that the migration writes', () => {
    const page_rules = [
      pageRule('p', 'example.com/*', wafOff),
      pageRule('q', 'example.com/login', wafOn, { priority: 2 }),
    ];
    expect(replacementsOf(lossesOf({ page_rules }))).toMatchObject([
      {
        kind: 'rule',
        rule: {
          action: 'skip',
          expression:
            '(http.host eq "example.com") and not (http.host eq "example.com" and http.request.uri wildcard "/login")',
          enabled: true,
        },
        isMigrated: true,
      },
      undefined,
    ]);
  });

  it.each([
    ['the WAF off', wafOff],
    ['security disabled', disableSecurity],
  ])('with %s that is disabled is replaced by a disabled skip rule', (_, action) => {
    const page_rules = [pageRule('p', 'example.com/*', action, { status: 'disabled' })];
    expect(replacementsOf(lossesOf({ page_rules }))).toMatchObject([
      { rule: { expression: 'http.host eq "example.com"', enabled: false }, isMigrated: false },
    ]);
  });
});

describe('a URI override', () => {
  const packages = [
    managedPackage({
      groups: [group('g')],
      rules: [
        wafRule('r'),
        wafRule('s', { description: 'SQL' }),
        wafRule('t', { group: { id: 'h', name: '' } }),
      ],
    }),
  ];
  const itemOf = (changes: Partial<UriOverride>, others: readonly UriOverride[] = []) =>
    lossesOf({ packages, overrides: [override('o', changes), ...others] })[0]?.items[0];

  const everythingOff = { challenge: 'disable', block: 'disable', simulate: 'disable', default: 'disable' };

  it('that disables everything is replaced by a skip rule', () => {
    const urls = ['example.com/shop/*', 'example.org/*'];
    expect(itemOf({ urls, rewrite_action: everythingOff })).toMatchObject({
      ids: ['o'],
      text: 'o for example.com/shop/*, example.org/*, priority 1: sets action block to disable, action challenge to disable, action default to disable, action simulate to disable',
      replacement: {
        kind: 'rule',
        rule: {
          action: 'skip',
          action_parameters: { ruleset: 'current' },
          expression:
            '(http.host eq "example.com" and http.request.uri wildcard "/shop/*") or (http.host eq "example.org")',
          enabled: true,
        },
      },
    });
  });

  it.each([
    ['rules', { rules: { t: 'disable' } }, ['t']],
    ['a group', { groups: { g: 'disable' } }, ['r', 's']],
    ['a group but for a rule', { groups: { g: 'disable' }, rules: { r: 'default' } }, ['s']],
    [
      'rules, and says of actions what they are',
      { rules: { t: 'disable' }, rewrite_action: { block: 'block' } },
      ['t'],
    ],
  ])('that switches off %s is replaced by a skip rule for them', (_, changes, ids) => {
    expect(itemOf(changes)).toMatchObject({
      replacement: { rule: { action: 'skip', action_parameters: { rules: { [managed]: ids } } } },
    });
  });

  it('is reported with its full effect, because it is deleted', () => {
    const urls = Array.from({ length: 8 }, (_, at) => `example.com/p${at}/*`);
    const changes = {
      description: 'the shop',
      groups: { g: 'disable' },
      rules: { s: 'simulate', x: 'block' },
      rewrite_action: { challenge: 'block' },
    };
    expect(itemOf({ ...changes, urls, priority: -3, paused: true })?.text).toBe(
      `o ("the shop") for ${urls.join(', ')}, priority -3, paused: sets group g ("Group g") to disable, rule s ("SQL") to simulate, rule x to block, action challenge to block (no replacement: it does more than disable rules of the Cloudflare managed rules)`,
    );
    expect(itemOf({ urls: [], rules: {} })?.text).toBe(
      'o for no URL, priority 1: sets nothing (no replacement: it names no URL)',
    );
  });

  it('that is paused is replaced by a disabled rule', () => {
    expect(itemOf({ paused: true, rules: { t: 'disable' } })).toMatchObject({
      replacement: { rule: { enabled: false } },
    });
  });

  it('has its replacement in a record without limits', () => {
    const overrides = [override('o', { rules: { t: 'disable' } })];
    const [loss] = lossesOf({ packages, overrides });
    expect(loss && describeFinding(loss, { most: Infinity })).toContain(
      '(instead: skip 1 rule of Cloudflare Managed Ruleset where (http.host eq "example.com" and ',
    );
  });

  it.each<[string, Partial<UriOverride>, UriOverride[]]>([
    ['sets another mode', { rules: { t: 'simulate' } }, []],
    ['rewrites actions', { rewrite_action: { block: 'simulate' } }, []],
    ['names rules of another package', { rules: { unknown: 'disable' } }, []],
    ['names groups of another package', { groups: { unknown: 'disable' } }, []],
    ['shares URLs with another', { rules: { t: 'disable' } }, [override('p', { urls: ['*/cart'] })]],
    ['names no URL', { urls: [], rules: { t: 'disable' } }, []],
    ['changes nothing', { groups: { g: 'default' } }, []],
  ])('that %s has no replacement, and the reason', (_, changes, others) => {
    expect(itemOf(changes, others)).not.toHaveProperty('replacement');
    expect(itemOf(changes, others)?.text).toMatch(/\(no replacement: it .*\)$/);
  });

  it.each([
    ['is paused', override('p', { paused: true })],
    ['is for other URLs', override('p', { urls: ['example.com/cart/*'] })],
  ])('is replaced although there is another that %s', (_, other) => {
    expect(itemOf({ rules: { t: 'disable' } }, [other])).toHaveProperty('replacement');
  });

  it('that resets a changed rule has no replacement', () => {
    const changed = [managedPackage({ rules: [wafRule('r', { mode: 'disable' })] })];
    const overrides = [override('o', { rules: { r: 'default' } })];
    expect(replacementsOf(lossesOf({ packages: changed, overrides }))).toEqual([undefined]);
  });
});
