import { describeFinding, judgeProtection, type WrittenRule } from '../../lib/waf';
import { disabled, execute, exposedCredentials, free, managedRule, owaspRule, skip } from './rules';
import { anomalyScore, managed, owasp } from './zones';

const codesOf = (rules: readonly WrittenRule[]) => judgeProtection(rules).findings.map(({ code }) => code);

describe('a zone is protected', () => {
  it.each(
    Object.entries<[WrittenRule[], string[]]>({
      'by one managed ruleset': [[managedRule], [managed]],
      'by the OWASP ruleset': [[owaspRule], [owasp]],
      'by the free ruleset': [[execute(free)], [free]],
      'by a ruleset that this package does not know': [[execute('e'.repeat(32))], ['e'.repeat(32)]],
      'for some requests': [[execute(managed, undefined, { expression: 'http.host eq "a.com"' })], [managed]],
      'but for the requests of a skip rule': [[skip('http.host eq "a.com"'), managedRule], [managed]],
      'with a skip rule for everything behind the ruleset': [[managedRule, skip('true')], [managed]],
      'with a disabled skip rule for everything': [[disabled(skip('true')), managedRule], [managed]],
      'with a skip rule for no request': [[skip('not true'), managedRule], [managed]],
      'by the ruleset that no skip rule names': [
        [skip('true', { rulesets: [managed] }), managedRule, owaspRule],
        [owasp],
      ],
      'although single rules are skipped': [
        [skip('true', { rules: { [managed]: ['a'] } }), managedRule],
        [managed],
      ],
      'by a category that is enabled again': [
        [execute(managed, { enabled: false, categories: [{ category: 'sqli', enabled: true }] })],
        [managed],
      ],
      'although single rules are disabled': [
        [execute(managed, { rules: [{ id: 'a', enabled: false }] })],
        [managed],
      ],
      'twice by one ruleset': [[managedRule, managedRule], [managed]],
      'beside the Exposed Credentials Check': [
        [execute(exposedCredentials), managedRule],
        [exposedCredentials, managed],
      ],
    }),
  )('%s', (_, [rules, enabledRulesets]) => {
    expect(judgeProtection(rules)).toEqual({ isProtected: true, enabledRulesets, findings: [] });
  });

  it('with a warning about a ruleset that only logs', () => {
    const { isProtected, findings } = judgeProtection([execute(managed, { action: 'log' }), owaspRule]);
    expect(isProtected).toBe(true);
    expect(findings).toEqual([{ code: 'waf.only_logs', severity: 'warning', rulesets: [managed] }]);
    const rules = [{ id: 'a', action: 'block' }];
    expect(codesOf([execute(managed, { action: 'log', rules })])).toEqual([]);
  });
});

describe('a zone is not protected', () => {
  it.each<[string, WrittenRule[]]>([
    ['without rules', []],
    ['by disabled rules', [disabled(managedRule), disabled(owaspRule)]],
    ['by skip rules', [skip('http.host eq "a.com"')]],
    ['for no request', [execute(managed, undefined, { expression: '(false)' })]],
    ['by a ruleset that is disabled as a whole', [execute(managed, { enabled: false })]],
    [
      'by a ruleset that is disabled but for the action of a rule',
      [execute(managed, { enabled: false, rules: [{ id: 'a', action: 'log' }] })],
    ],
    [
      'by the OWASP ruleset whose score is ignored',
      [execute(owasp, { rules: [{ id: anomalyScore, enabled: false }] })],
    ],
    ['by an execute rule without a ruleset', [execute('', undefined, { action_parameters: {} })]],
  ])('%s', (_, rules) => {
    expect(judgeProtection(rules)).toEqual({
      isProtected: false,
      enabledRulesets: [],
      findings: [{ code: 'waf.no_managed_ruleset', severity: 'error' }],
    });
  });

  it.each([
    [exposedCredentials, 'Cloudflare Exposed Credentials Check', 'which blocks nothing'],
    ['70339d97bdb34195bbf054b1ebe81f76', 'Cloudflare Normalization Ruleset', 'which is of another phase'],
    ['4d21379b4f9f4bb088e0729962c8b3cf', 'DDoS L7 ruleset', 'which is of another phase'],
    ['3b64149bfa6e4220bbbc2bd6db589552', 'Cloudflare L3/4 DDoS Ruleset', 'which is of another phase'],
  ])('by %s alone, the %s, %s', (id, name) => {
    const { isProtected, enabledRulesets, findings } = judgeProtection([execute(id)]);
    expect([isProtected, enabledRulesets]).toEqual([false, [id]]);
    expect(findings.map((each) => describeFinding(each))).toEqual([
      `No enabled rule executes a managed ruleset: ${name} does not count`,
    ]);
  });

  it.each<[string, WrittenRule[]]>([
    ['all managed rules', [skip('true')]],
    ['the phase', [skip('true', { phase: 'current' })]],
    ['the phase by its name', [skip('true', { phases: ['http_request_firewall_managed'] })]],
    ['each ruleset', [skip('true', { rulesets: [owasp, managed] })]],
    [
      'each ruleset, in two rules',
      [skip('(true)', { rulesets: [owasp] }), skip('not false', { rulesets: [managed] })],
    ],
    ['everything in another form', [skip('http.host eq "a.com" or true')]],
  ])('behind skip rules for %s', (_, skips) => {
    expect(judgeProtection([...skips, managedRule, owaspRule])).toEqual({
      isProtected: false,
      enabledRulesets: [],
      findings: [{ code: 'waf.skip_all', severity: 'error', rules: skips }],
    });
  });
});
