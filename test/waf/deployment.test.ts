import { describeDeployment, toMigrationConfiguration, type WrittenRule } from '../../lib/waf';
import { disabled, execute, exposedCredentials, managedRule, skip } from './rules';
import { anomalyScore, corePackage, managed, owasp, zone } from './zones';

describe('a rule of a deployment is described', () => {
  it.each(
    Object.entries<WrittenRule>({
      'skip all managed rules where (http.host eq "a")': skip('http.host eq "a"'),
      'skip all managed rules': skip('true'),
      'skip all managed rules for no request': skip('not true'),
      '(disabled) skip all managed rules where (ssl)': disabled(skip('ssl')),
      'skip Cloudflare Managed Ruleset, r where (ssl)': skip('ssl', { rulesets: [managed, 'r'] }),
      'skip 2 rules of Cloudflare Managed Ruleset where (ssl)': skip('ssl', {
        rules: { [managed]: ['a', 'b'] },
      }),
      'skip also waf, bic where (ssl)': skip('ssl', { products: ['waf', 'bic'] }),
      'execute Cloudflare Managed Ruleset': managedRule,
      '(disabled) execute Cloudflare Exposed Credentials Check': disabled(execute(exposedCredentials)),
      'execute custom where (ssl)': execute('custom', undefined, { expression: 'ssl' }),
      'execute Cloudflare Managed Ruleset, 3 overrides: all rules log, category sqli disabled, a enabled block':
        execute(managed, {
          action: 'log',
          categories: [{ category: 'sqli', enabled: false }],
          rules: [{ id: 'a', action: 'block', enabled: true }],
        }),
      'execute Cloudflare OWASP Core Ruleset, anomaly score rule disabled': execute(owasp, {
        rules: [{ id: anomalyScore, enabled: false }],
      }),
      'execute Cloudflare OWASP Core Ruleset, 1 override: category paranoia-level-2 disabled': execute(
        owasp,
        { categories: [{ category: 'paranoia-level-2', enabled: false }] },
      ),
      'log where (ssl)': { action: 'log', expression: 'ssl', enabled: true },
    }),
  )('%s', (line, rule) => {
    expect(describeDeployment([rule])).toEqual([line]);
  });
});

it('the OWASP ruleset is described with its level, threshold and action', () => {
  const core = corePackage({ sensitivity: 'medium', action_mode: 'challenge' });
  const { rules } = toMigrationConfiguration(zone({ packages: [core] }));
  expect(describeDeployment(rules)).toEqual([
    'execute Cloudflare OWASP Core Ruleset, PL1, score threshold 25, action managed_challenge',
  ]);
});

it('long lists and expressions are cut, unless all is asked for', () => {
  const ids = Array.from({ length: 12 }, (_, at) => `r${at}`);
  const expression = ids.map((id) => `http.host eq "${id}.example.com"`).join(' or ');
  const rules = [skip(expression), execute(managed, { rules: ids.map((id) => ({ id, action: 'log' })) })];
  expect(describeDeployment(rules)).toEqual([
    `skip all managed rules where (${expression.slice(0, 200)}…)`,
    expect.stringMatching(/12 overrides: r0 log, .* and 2 more$/) as string,
  ]);
  expect(describeDeployment(rules, { most: Infinity })).toEqual([
    `skip all managed rules where (${expression})`,
    expect.stringMatching(/r11 log$/) as string,
  ]);
});
