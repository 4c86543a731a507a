import { reportLosses, type Loss, type PreviousWaf, type UriOverride, type WafPackage } from '../../lib/waf';
import {
  bypass,
  cacheAll,
  corePackage,
  disableSecurity,
  group,
  managedPackage,
  override,
  pageRule,
  wafOff,
  wafOn,
  wafRule,
  zone,
  anomalyScore,
  managed,
  owasp,
} from './zones';

const coreOff = { sensitivity: 'off' } as const;
const lossesOf = (changes: Partial<PreviousWaf>) => reportLosses(zone(changes));
const kindsOf = (losses: readonly Loss[]) => losses.map(({ kind, ids }) => [kind, ...ids]);

describe('nothing is lost', () => {
  it.each<[string, Partial<PreviousWaf>]>([
    ['with the rules as they come', {}],
    ['with what becomes skip rules', { firewall_rules: [bypass('r')] }],
    ['with page rules that disable security', { page_rules: [pageRule('p', 'a.com/*', disableSecurity)] }],
    ['with page rules that switch the WAF on', { page_rules: [pageRule('p', 'a.com/*', wafOn)] }],
    ['with page rules about something else', { page_rules: [pageRule('p', 'a.com/*', cacheAll)] }],
    [
      'with rules that are simulated',
      { packages: [managedPackage({ rules: [wafRule('r', { mode: 'simulate' })] })] },
    ],
    [
      'with managed groups that were switched off',
      { packages: [managedPackage({ groups: [group('g', { mode: 'off' })], rules: [wafRule('r')] })] },
    ],
    [
      'with another package that is empty',
      { packages: [managedPackage(), managedPackage({ id: 'u', name: 'USER', groups: [group('g')] })] },
    ],
    [
      'with core groups and rules as they come',
      {
        packages: [corePackage({ ...coreOff, groups: [group('g')], rules: [wafRule('r', { mode: 'on' })] })],
      },
    ],
  ])('%s', (_, changes) => {
    expect(lossesOf(changes)).toEqual([]);
  });
});

describe('a changed core rule set loses', () => {
  it('its groups and rules, without a replacement', () => {
    const packages = [
      corePackage({
        ...coreOff,
        groups: [group('g', { mode: 'off' }), group('h'), group('i', { default_mode: 'off' })],
        rules: [
          wafRule('of a group that is off', { mode: 'off' }),
          wafRule('r', { mode: 'off', group: { id: 'h', name: '' } }),
          wafRule('s', { mode: 'on', group: { id: 'h', name: '' } }),
        ],
      }),
    ];
    const [groups, rules, ...others] = lossesOf({ packages });
    expect(others).toEqual([]);
    expect(groups).toMatchObject({
      kind: 'core-group',
      ids: ['g', 'i'],
      what: 'Changed groups of "OWASP ModSecurity Core Rule Set" go back to their defaults: "Group g" (off until now), "Group i" (on until now).',
    });
    expect(rules).toMatchObject({
      kind: 'core-rule',
      ids: ['r'],
      what: 'Changed rules of "OWASP ModSecurity Core Rule Set" go back to their defaults: r (off until now).',
    });
    for (const loss of [groups, rules]) {
      expect(loss).not.toHaveProperty('replacement');
      expect(loss?.why).toMatch(/not public/);
    }
  });

  it('each of many groups and rules, by name', () => {
    const many = Array.from({ length: 8 }, (_, at) => `n${at}`);
    const groups = many.map((id) => group(id, { mode: 'off' }));
    const rules = many.map((id) => wafRule(id, { mode: 'off', description: 'XSS' }));
    const [ofGroups, ofRules] = lossesOf({ packages: [corePackage({ ...coreOff, groups, rules })] });
    for (const id of many) {
      expect(ofGroups?.what).toContain(`"Group ${id}" (off until now)`);
      expect(ofRules?.what).toContain(`${id} ("XSS") (off until now)`);
    }
  });

  it.each([
    ['high', 25, 40, 2],
    ['medium', 40, 25, 1],
    ['low', 60, 40, 1],
    [undefined, 25, 40, 2],
  ] as const)(
    'its threshold at sensitivity %s, which was %i and becomes %i',
    (sensitivity, before, after, level) => {
      expect(lossesOf({ packages: [corePackage({ sensitivity })] })).toEqual([
        expect.objectContaining({
          kind: 'sensitivity-changed',
          ids: ['core-package'],
          what: `"OWASP ModSecurity Core Rule Set" acts from a score of ${before} on (sensitivity ${sensitivity ?? 'high'}); the new one acts from ${after} on, at paranoia level PL${level}.`,
          replacement: {
            kind: 'override',
            ruleset: owasp,
            rule: { id: anomalyScore, score_threshold: before },
          },
        }),
      ]);
    },
  );

  it('its challenges, which become managed challenges', () => {
    const losses = lossesOf({ packages: [corePackage({ action_mode: 'challenge' })] });
    expect(losses.find(({ kind }) => kind === 'action-changed')).toMatchObject({
      ids: ['core-package'],
      replacement: { kind: 'override', ruleset: owasp, rule: { id: anomalyScore, action: 'challenge' } },
    });
  });
});

it('rules that challenge become managed challenges', () => {
  const packages = [managedPackage({ rules: [wafRule('r', { mode: 'challenge' })] })];
  expect(lossesOf({ packages })).toMatchObject([
    {
      kind: 'action-changed',
      ids: ['r'],
      what: 'Rule r challenges; the new one answers with managed_challenge.',
      replacement: { kind: 'override', ruleset: managed, rule: { id: 'r', action: 'challenge' } },
    },
  ]);
});

describe('a package with an undocumented migration', () => {
  const user = (changes: Partial<WafPackage>) =>
    lossesOf({ packages: [managedPackage(), managedPackage({ id: 'u', name: 'USER', ...changes })] });

  it('is reported with its changes', () => {
    const groups = [group('g', { mode: 'off' }), group('h')];
    const rules = [wafRule('r', { mode: 'disable', description: 'mine' }), wafRule('s')];
    expect(user({ groups, rules })).toEqual([
      {
        kind: 'other-package',
        ids: ['u', 'g', 'r'],
        what: 'What becomes of the package u ("USER") with 2 rules is not public. In it group g ("Group g") is off, rule r ("mine") is set to disable.',
        why: expect.stringContaining('support') as string,
      },
    ]);
    expect(user({ groups })).toMatchObject([{ ids: ['u', 'g'] }]);
  });

  it('is reported although its rules are unchanged', () => {
    expect(user({ rules: [wafRule('r')] })).toMatchObject([
      { ids: ['u'], what: 'What becomes of the package u ("USER") with 1 rule is not public.' },
    ]);
  });
});

describe('a page rule with the WAF off', () => {
  it('is replaced by the skip rule that the migration writes', () => {
    const page_rules = [
      pageRule('p', 'example.com/*', wafOff),
      pageRule('q', 'example.com/login', wafOn, { priority: 2 }),
    ];
    expect(lossesOf({ page_rules })).toMatchObject([
      {
        kind: 'page-rule-waf-off',
        ids: ['p'],
        what: 'Page rule p with Web Application Firewall: Off for example.com/* will not switch the new managed rules off.',
        replacement: {
          kind: 'rule',
          rule: {
            action: 'skip',
            expression:
              '(http.host eq "example.com") and not (http.host eq "example.com" and http.request.uri wildcard "/login")',
            enabled: true,
          },
          isMigrated: true,
        },
      },
    ]);
  });

  it('that is disabled is replaced by a disabled skip rule', () => {
    const page_rules = [pageRule('p', 'example.com/*', wafOff, { status: 'disabled' })];
    expect(lossesOf({ page_rules })).toMatchObject([
      {
        replacement: {
          rule: { expression: 'http.host eq "example.com"', enabled: false },
          isMigrated: false,
        },
      },
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
  const lossOf = (changes: Partial<UriOverride>, others: readonly UriOverride[] = []) =>
    lossesOf({ packages, overrides: [override('o', changes), ...others] })[0];

  const everythingOff = { challenge: 'disable', block: 'disable', simulate: 'disable', default: 'disable' };

  it('that disables everything is replaced by a skip rule', () => {
    const urls = ['example.com/shop/*', 'example.org/*'];
    expect(lossOf({ urls, rewrite_action: everythingOff })).toMatchObject({
      kind: 'uri-override',
      ids: ['o'],
      what: 'The URI-based WAF override o for example.com/shop/*, example.org/* has to be deleted before the migration. With priority 1 it rewrites block to disable, challenge to disable, default to disable, simulate to disable.',
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
    expect(lossOf(changes)).toMatchObject({
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
    expect(lossOf({ ...changes, urls, priority: -3, paused: true })?.what).toBe(
      `The URI-based WAF override o ("the shop") for ${urls.join(', ')}, paused, has to be deleted before the migration. With priority -3 it sets group g ("Group g") to disable, rule s ("SQL") to simulate, rule x to block; it rewrites challenge to block.`,
    );
    expect(lossOf({ urls: [], rules: {} })?.what).toMatch(
      /for no URL has .* With priority 1 it sets nothing\.$/,
    );
  });

  it('has the same report regardless of the order of fields', () => {
    const one = lossOf({
      rules: { s: 'disable', t: 'disable' },
      rewrite_action: { block: 'block', simulate: 'simulate' },
    });
    const other = lossOf({
      rules: { t: 'disable', s: 'disable' },
      rewrite_action: { simulate: 'simulate', block: 'block' },
    });
    expect(other).toEqual(one);
  });

  it('that is paused is replaced by a disabled rule', () => {
    expect(lossOf({ paused: true, rules: { t: 'disable' } })).toMatchObject({
      replacement: { rule: { enabled: false } },
    });
  });

  it.each<[string, Partial<UriOverride>, UriOverride[]]>([
    ['sets another mode', { rules: { t: 'simulate' } }, []],
    ['rewrites actions', { rewrite_action: { block: 'simulate' } }, []],
    ['names rules of another package', { rules: { unknown: 'disable' } }, []],
    ['names groups of another package', { groups: { unknown: 'disable' } }, []],
    ['shares URLs with another', { rules: { t: 'disable' } }, [override('p', { urls: ['*/cart'] })]],
    ['names no URL', { urls: [], rules: { t: 'disable' } }, []],
    ['changes nothing', { groups: { g: 'default' } }, []],
  ])('that %s has no replacement', (_, changes, others) => {
    expect(lossOf(changes, others)).not.toHaveProperty('replacement');
  });

  it.each([
    ['is paused', override('p', { paused: true })],
    ['is for other URLs', override('p', { urls: ['example.com/cart/*'] })],
  ])('is replaced although there is another that %s', (_, other) => {
    expect(lossOf({ rules: { t: 'disable' } }, [other])).toHaveProperty('replacement');
  });

  it('that resets a changed rule has no replacement', () => {
    const changed = [managedPackage({ rules: [wafRule('r', { mode: 'disable' })] })];
    const overrides = [override('o', { rules: { r: 'default' } })];
    expect(lossesOf({ packages: changed, overrides })[0]).not.toHaveProperty('replacement');
  });
});

it('zones with more settings lose more', () => {
  const steps: Partial<PreviousWaf>[] = [
    {},
    { page_rules: [pageRule('p', 'example.com/*', wafOff)] },
    { overrides: [override('o')] },
    { packages: [managedPackage({ rules: [wafRule('m', { mode: 'challenge' })] }), corePackage(coreOff)] },
    {
      packages: [
        managedPackage({ rules: [wafRule('m', { mode: 'challenge' })] }),
        corePackage({
          action_mode: 'challenge',
          groups: [group('g', { mode: 'off' })],
          rules: [wafRule('c', { mode: 'off', group: { id: 'h', name: '' } })],
        }),
      ],
    },
  ];
  const messes = steps.map(
    (_, count) => Object.assign({}, ...steps.slice(0, count + 1)) as Partial<PreviousWaf>,
  );
  expect(messes.map((mess) => kindsOf(lossesOf(mess)))).toEqual([
    [],
    [['page-rule-waf-off', 'p']],
    [
      ['uri-override', 'o'],
      ['page-rule-waf-off', 'p'],
    ],
    [
      ['uri-override', 'o'],
      ['action-changed', 'm'],
      ['page-rule-waf-off', 'p'],
    ],
    [
      ['uri-override', 'o'],
      ['core-group', 'g'],
      ['core-rule', 'c'],
      ['sensitivity-changed', 'core-package'],
      ['action-changed', 'core-package'],
      ['action-changed', 'm'],
      ['page-rule-waf-off', 'p'],
    ],
  ]);
});
