import {
  rulesToMigrate,
  findObstacles,
  isIncompatible,
  maxExpressionBytes,
  maxRulesToMigrate,
  type PreviousWaf,
} from '../../lib/waf';
import {
  bypass,
  bypassOf,
  cacheAll,
  corePackage,
  disableSecurity,
  managedPackage,
  override,
  pageRule,
  wafOff,
  wafOn,
  zone,
} from './zones';
const coreOn = { packages: [managedPackage(), corePackage()] };
const many = (count: number) => Array.from({ length: count }, (_, at) => bypass(`r${at}`));

describe('a zone can migrate', () => {
  it.each<[string, Partial<PreviousWaf>]>([
    ['with the managed rules alone', {}],
    ['with its WAF off, whatever its packages say', { setting: 'off', ...coreOn }],
    ['without any package', { packages: [] }],
    [
      'with firewall rules that bypass something else',
      { firewall_rules: [bypass('r', { products: ['hot'] })] },
    ],
    ['with firewall rules that block', { firewall_rules: [bypass('r', { action: 'block' })] }],
    ['with page rules about something else', { page_rules: [pageRule('p', 'example.com/*', cacheAll)] }],
  ])('in the first phase %s', (_, changes) => {
    expect(findObstacles(zone(changes), 1)).toEqual([]);
  });

  it('in the second phase with everything that the first one does not support', () => {
    const waf = zone({
      ...coreOn,
      firewall_rules: [bypass('r')],
      page_rules: [pageRule('p', 'example.com/*', wafOff)],
    });
    expect(findObstacles(waf, 2)).toEqual([]);
  });

  it.each(
    Object.entries({
      '200 firewall rules': zone({ firewall_rules: many(200) }),
      'an expression of 4096 bytes': zone({ firewall_rules: [bypassOf('r', 'x'.repeat(4096))] }),
      'an expression of 4096 bytes in fewer letters': zone({
        firewall_rules: [bypassOf('r', 'é'.repeat(2048))],
      }),
      'a long expression that is not migrated': zone({
        firewall_rules: [{ ...bypassOf('r', 'x'.repeat(5000)), action: 'block' }],
      }),
    }),
  )('with %s', (_, waf) => {
    expect(findObstacles(waf, 2)).toEqual([]);
  });
});

describe('a zone fails to migrate', () => {
  const inBothPhases = ['uri-override', 'too-many-rules', 'rule-too-long'];

  it.each(
    Object.entries<[Partial<PreviousWaf>, string, ...string[]]>({
      'with URI overrides': [
        { overrides: [override('a'), override('b', { paused: true })] },
        'uri-override',
        'a',
        'b',
      ],
      'with URI overrides while its WAF is off': [
        { setting: 'off', overrides: [override('a')] },
        'uri-override',
        'a',
      ],
      'with the core rule set on': [coreOn, 'core-rule-set-on', 'core-package'],
      'with the core rule set at its default': [
        { packages: [corePackage({ sensitivity: undefined })] },
        'core-rule-set-on',
        'core-package',
      ],
      'with rules that bypass the WAF, paused or not': [
        { firewall_rules: [bypass('r', { products: ['hot', 'waf'] }), bypass('s', { paused: true })] },
        'bypass-rule',
        'r',
        's',
      ],
      'with page rules that disable security': [
        { page_rules: [pageRule('p', 'example.com/*', disableSecurity)] },
        'page-rule',
        'p',
      ],
      'with page rules that set the WAF': [
        { page_rules: [pageRule('p', 'a/*', wafOff), pageRule('q', 'b/*', wafOn, { status: 'disabled' })] },
        'page-rule',
        'p',
        'q',
      ],
      'with 201 firewall rules, paused ones counted': [
        { firewall_rules: [...many(200), bypass('last', { paused: true })] },
        'too-many-rules',
        ...many(200).map(({ id }) => id),
        'last',
      ],
      'with an expression of 4097 bytes': [
        { firewall_rules: [bypass('short'), bypassOf('long', 'x'.repeat(4097))] },
        'rule-too-long',
        'long',
      ],
      'with 4097 bytes in fewer letters': [
        { firewall_rules: [bypassOf('long', `x${'é'.repeat(2048)}`)] },
        'rule-too-long',
        'long',
      ],
    }),
  )('%s', (_, [changes, kind, ...ids]) => {
    for (const phase of [1, 2] as const) {
      const found = findObstacles(zone(changes), phase).filter((each) => each.kind === kind);
      expect(found.map((each) => each.ids)).toEqual(phase === 1 || inBothPhases.includes(kind) ? [ids] : []);
    }
  });

  it('in sentences that contain the ids, the rule and the fix', () => {
    expect(
      findObstacles(zone({ overrides: ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => override(id)) }), 2),
    ).toEqual([
      expect.objectContaining({
        reason:
          'A zone with URI-based WAF overrides, paused or not, cannot migrate. This zone has some: a, b, c, d, e and 2 more.',
        fix: 'Delete them all through the API. You can replace each one with a rule of the new configuration.',
      }),
    ]);
  });
});

it('exceeded limits make the write fail, other obstacles the check', () => {
  const waf = zone({
    overrides: [override('a')],
    firewall_rules: [...many(200), bypassOf('long', 'x'.repeat(4097))],
  });
  expect(
    findObstacles(waf, 1)
      .filter(isIncompatible)
      .map(({ kind }) => kind),
  ).toEqual(['uri-override', 'bypass-rule']);
});

it('the limits are those of the specification, and paused rules count', () => {
  expect([maxRulesToMigrate, maxExpressionBytes]).toEqual([200, 4096]);
  const rules = [bypass('a'), bypass('b', { paused: true }), bypass('c', { products: ['hot'] })];
  expect(rulesToMigrate(zone({ firewall_rules: rules }))).toHaveLength(2);
});
