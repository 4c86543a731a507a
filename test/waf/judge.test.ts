import {
  describeFinding,
  judgeConfiguration,
  toCertainConfiguration,
  toPossibleConfiguration,
  toMigrationConfiguration,
  type WafFinding,
  type WrittenRule,
} from '../../lib/waf';
import { disabled, execute, exposedCredentials, managedRule, owaspRule, skip } from './rules';
import {
  anomalyScore,
  bypassOf,
  corePackage,
  group,
  managed,
  managedPackage,
  owasp,
  wafRule,
  zone,
} from './zones';

const codesOf = (findings: readonly WafFinding[]) => findings.map(({ code }) => code);

/** A zone with skip rules and overrides. */
const waf = zone({
  packages: [
    managedPackage({
      rules: [
        wafRule('100001', { mode: 'simulate' }),
        wafRule('100002', { mode: 'disable' }),
        wafRule('100003'),
      ],
    }),
    corePackage({ sensitivity: 'medium', action_mode: 'challenge' }),
  ],
  firewall_rules: [bypassOf('a', 'http.host eq "a.com"'), bypassOf('b', 'ip.src eq 192.0.2.1')],
});
const honest: readonly WrittenRule[] = toMigrationConfiguration(waf).rules;
const isSkip = ({ action }: WrittenRule) => action === 'skip';
const withoutOverrides = (rule: WrittenRule): WrittenRule =>
  isSkip(rule) ? rule : { ...rule, action_parameters: { id: rule.action_parameters?.id } };

describe('an altered answer', () => {
  it('is described by one line for each code and ruleset', () => {
    const altered = [skip('true'), ...honest.filter((rule) => !isSkip(rule)).map(withoutOverrides)];
    expect(judgeConfiguration(altered, honest).map((each) => describeFinding(each))).toEqual([
      '2 overrides missing from Cloudflare Managed Ruleset: 100001 (log), 100002 (disabled)',
      `4 overrides missing from Cloudflare OWASP Core Ruleset: category paranoia-level-2 (disabled), category paranoia-level-3 (disabled), category paranoia-level-4 (disabled), ${anomalyScore} (managed_challenge score threshold 25)`,
      '2 skip rules missing or narrower, so requests are no longer exempt: skip all managed rules where (http.host eq "a.com"), skip all managed rules where (ip.src eq 192.0.2.1)',
      '1 unexpected skip rule: skip all managed rules',
    ]);
  });
});

describe('the same for every request is', () => {
  const rules = (...list: readonly object[]) => [execute(managed, { rules: list })];

  it.each<[string, readonly WrittenRule[], readonly WrittenRule[]]>([
    [
      'another order of overrides',
      rules({ id: 'b', enabled: false }, { action: 'log', id: 'a' }),
      rules({ id: 'a', action: 'log' }, { enabled: false, id: 'b' }),
    ],
    ['another order of execute rules', [owaspRule, managedRule], [managedRule, owaspRule]],
    ['another order of skip rules', [skip('a'), skip('b'), managedRule], [skip('b'), skip('a'), managedRule]],
    [
      'another text around it',
      [{ ...managedRule, id: 'x', version: '3', ref: 'y', description: 'z' } as WrittenRule],
      [managedRule],
    ],
    [
      'another form of an expression',
      [skip('( http.host  eq "a" )'), managedRule],
      [skip('http.host eq "a"'), managedRule],
    ],
    ['another form of the constant', [execute(managed, undefined, { expression: '(true)' })], [managedRule]],
    [
      'a rule that names all rulesets',
      [skip('a', { rulesets: [owasp, managed] }), managedRule, owaspRule],
      [skip('a'), managedRule, owaspRule],
    ],
    ['a skip rule twice', [skip('a'), skip('a'), managedRule], [skip('a'), managedRule]],
    [
      'an action of an enabled rule',
      rules({ id: 'a', action: 'log', enabled: true }),
      rules({ id: 'a', action: 'log' }),
    ],
    [
      'an action of a disabled rule',
      rules({ id: 'a', action: 'log', enabled: false }),
      rules({ id: 'a', enabled: false }),
    ],
    ['unknown fields', [execute(managed, { rules: [], note: 'x' })], [managedRule]],
  ])('%s', (_, proposed, expected) => {
    expect(judgeConfiguration(proposed, expected)).toEqual([]);
  });
});

describe('a difference is', () => {
  const rules = (...list: readonly object[]) => execute(managed, { rules: list });
  const narrower =
    'error 1 skip rule missing or narrower, so requests are no longer exempt: skip all managed rules where (a)';
  const wider = 'error 1 skip rule with a wider scope than expected: skip';
  const changed = 'error 1 override changed in Cloudflare Managed Ruleset:';

  it.each(
    Object.entries<[readonly WrittenRule[], readonly WrittenRule[], ...string[]]>({
      'a missing ruleset': [
        [managedRule],
        [managedRule, owaspRule],
        'error 1 managed ruleset missing: Cloudflare OWASP Core Ruleset',
      ],
      'a disabled ruleset': [
        [disabled(managedRule)],
        [managedRule],
        'error 1 managed ruleset disabled: Cloudflare Managed Ruleset',
      ],
      'an enabled ruleset': [
        [managedRule],
        [disabled(managedRule)],
        'error 1 managed ruleset enabled that should be disabled: Cloudflare Managed Ruleset',
      ],
      'a ruleset for some requests': [
        [execute(managed, undefined, { expression: 'http.host eq "a.com"' })],
        [managedRule],
        'error 1 managed ruleset with a different expression: Cloudflare Managed Ruleset (http.host eq "a.com")',
      ],
      'an override with another value': [
        [rules({ id: 'a', action: 'log' })],
        [rules({ id: 'a', action: 'block' })],
        `${changed} a (log, expected block)`,
      ],
      'a rule that stays off': [
        [rules({ id: 'a', action: 'log' })],
        [rules({ id: 'a', action: 'log', enabled: true })],
        `${changed} a (log, expected enabled log)`,
      ],
      'an override of the whole ruleset': [
        [execute(managed, { action: 'log' })],
        [managedRule],
        `${changed} all rules (log, not expected)`,
      ],
      'an override of a category': [
        [execute(managed, { categories: [{ category: 'sqli', enabled: false }] })],
        [execute(managed, { categories: [{ category: 'sqli', action: 'log' }] })],
        `${changed} category sqli (disabled, expected log)`,
      ],
      'an override of a disabled ruleset': [
        [disabled(managedRule)],
        [disabled(rules({ id: 'a', action: 'log' }))],
        'info 1 override missing from Cloudflare Managed Ruleset: a (log)',
      ],
      'a skip rule that is disabled': [
        [disabled(skip('a')), managedRule],
        [skip('a'), managedRule],
        narrower,
      ],
      'a disabled skip rule that is enabled': [
        [skip('a'), managedRule],
        [disabled(skip('a')), managedRule],
        'error 1 unexpected skip rule: skip all managed rules where (a)',
      ],
      'a skip rule that skips less': [
        [skip('a', { rulesets: [managed] }), managedRule, owaspRule],
        [skip('a'), managedRule, owaspRule],
        narrower,
      ],
      'a skip rule that skips more': [
        [skip('a', { rulesets: [managed] }), managedRule],
        [skip('a', { rules: { [managed]: ['r', 's'] } }), managedRule],
        `${wider} Cloudflare Managed Ruleset where (a)`,
      ],
      'a skip rule for other products too': [
        [skip('a', { phases: ['http_request_firewall_managed', 'http_ratelimit'] }), managedRule],
        [skip('a'), managedRule],
        `${wider} all managed rules, also http_ratelimit where (a)`,
      ],
      'a skip rule that comes later': [[managedRule, skip('a')], [skip('a'), managedRule], narrower],
      'a skip rule that comes earlier': [
        [skip('a'), managedRule, owaspRule],
        [managedRule, skip('a'), owaspRule],
        `${wider} all managed rules where (a)`,
      ],
      'an additional ruleset': [
        [managedRule, execute(exposedCredentials)],
        [managedRule],
        'info 1 additional rule: execute Cloudflare Exposed Credentials Check',
      ],
      'the same ruleset twice': [
        [execute(managed, { action: 'log' }), managedRule],
        [managedRule],
        'info 1 additional rule: execute Cloudflare Managed Ruleset, 1 override: all rules log',
      ],
      'a skip rule without an effect': [
        [managedRule, skip('a'), disabled(skip('b'))],
        [managedRule],
        'info 2 additional rules: skip all managed rules where (a), (disabled) skip all managed rules where (b)',
      ],
      'disabled rules that are missing': [
        [managedRule],
        [disabled(skip('a')), managedRule, disabled(owaspRule)],
        'info 2 disabled rules missing: (disabled) skip all managed rules where (a), (disabled) execute Cloudflare OWASP Core Ruleset',
      ],
      'a rule of another action': [
        [managedRule, { action: 'allow', expression: 'true', enabled: true }],
        [managedRule],
        'error 1 rule of unknown effect, added or missing: allow',
      ],
      'a rule of another action that is missing': [
        [managedRule],
        [managedRule, { action: 'allow', expression: 'ssl', enabled: true }],
        'error 1 rule of unknown effect, added or missing: allow where (ssl)',
      ],
      'a skip rule behind one of two executions': [
        [managedRule, skip('a'), execute(managed, { action: 'log' })],
        [skip('a'), managedRule],
        narrower,
        'info 1 additional rule: execute Cloudflare Managed Ruleset, 1 override: all rules log',
      ],
      'a skip rule that comes before both executions of a ruleset, and came between them': [
        [skip('true'), execute(managed, {}, { expression: 'ssl' }), managedRule],
        [execute(managed, {}, { expression: 'ssl' }), skip('true'), managedRule],
        `${wider} all managed rules`,
      ],
      'a skip rule of an unknown scope': [
        [skip('true', { everything: true }), managedRule],
        [managedRule],
        'error 1 rule of unknown effect, added or missing: skip',
      ],
    }),
  )('%s', (_, [proposed, expected, ...lines]) => {
    const findings = judgeConfiguration(proposed, expected);
    expect(findings.map((each) => `${each.severity} ${describeFinding(each)}`)).toEqual(lines);
  });
});

describe('the default mode of a group, which the API does not return,', () => {
  const groups = [group('g', { mode: 'off' })];
  const rules = [wafRule('r'), wafRule('s', { mode: 'simulate', group: { id: 'h', name: '' } })];
  const zoneWithGroup = zone({ packages: [managedPackage({ groups, rules })] });
  const expected = toMigrationConfiguration(zoneWithGroup).rules;
  const certain = toCertainConfiguration(zoneWithGroup).rules;

  it('may be off, so that its rules need no override: a warning', () => {
    expect(judgeConfiguration(expected, expected, certain)).toEqual([]);
    const findings = judgeConfiguration(certain, expected, certain);
    expect(findings.map((each) => `${each.severity} ${describeFinding(each)}`)).toEqual([
      'warning 1 rule of disabled groups not disabled by an override, on unless off by default, in Cloudflare Managed Ruleset: r (disabled)',
    ]);
  });

  it('may be off for a group that is on, so that overrides enable its rules: no difference', () => {
    const on = zone({ packages: [managedPackage({ groups: [group('g')], rules })] });
    const mapped = toMigrationConfiguration(on).rules;
    const possible = toPossibleConfiguration(on).rules;
    expect(judgeConfiguration(possible, mapped, mapped, possible)).toEqual([]);
    expect(codesOf(judgeConfiguration(possible, mapped))).toEqual(['waf.override_changed']);
    const disabled = execute(managed, {
      rules: [
        { id: 'r', enabled: false },
        { id: 's', action: 'log' },
      ],
    });
    expect(codesOf(judgeConfiguration([disabled], [mapped[0] ?? managedRule], mapped, possible))).toEqual([
      'waf.override_changed',
    ]);
  });

  it('excuses overrides that an adjustment completes', () => {
    const adjusted = (override: object) => [execute(managed, { rules: [{ id: 'r', ...override }] })];
    const [acting, off] = [adjusted({ action: 'log' }), adjusted({ enabled: false })];
    expect(codesOf(judgeConfiguration(acting, off, acting, off))).toEqual(['waf.group_override_missing']);
    expect(codesOf(judgeConfiguration(acting, off, off, off))).toEqual(['waf.override_changed']);
    const [on, enabling] = [
      adjusted({ score_threshold: 9 }),
      adjusted({ score_threshold: 9, enabled: true }),
    ];
    expect(codesOf(judgeConfiguration(enabling, on, on, enabling))).toEqual([]);
    expect(codesOf(judgeConfiguration(enabling, on, on, on))).toEqual(['waf.override_changed']);
  });

  it('excuses no other override', () => {
    expect(codesOf(judgeConfiguration([managedRule], expected, certain))).toEqual([
      'waf.override_missing',
      'waf.group_override_missing',
    ]);
  });
});
