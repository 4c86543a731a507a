import { reportReplaced, toMigrationConfiguration, type DeployedRule } from '../../lib/waf';
import { bypass, corePackage, managedPackage, wafRule, zone } from './zones';
import { managed } from './zones';

const exposed = 'c2e184081120413c86c3ab7e14069605';

const packages = [managedPackage({ rules: [wafRule('r', { mode: 'simulate' })] }), corePackage()];
const equivalent = toMigrationConfiguration(zone({ packages, firewall_rules: [bypass('b')] })).rules;

const rule = (changes: Partial<DeployedRule>): DeployedRule => ({
  id: 'x',
  action: 'execute',
  action_parameters: { id: managed },
  expression: 'true',
  description: '',
  enabled: true,
  ...changes,
});
const executing = (overrides: object, changes: Partial<DeployedRule> = {}) =>
  rule({ action_parameters: { id: managed, overrides }, ...changes });
const skipping = (changes: Partial<DeployedRule>) =>
  rule({ action: 'skip', action_parameters: { ruleset: 'current' }, ...changes });
const lossesOf = (...standing: DeployedRule[]) => reportReplaced(standing, equivalent);
const itemsOf = (...standing: DeployedRule[]) => lossesOf(...standing).flatMap(({ items }) => items);

describe('an entry point loses nothing', () => {
  it.each<[string, DeployedRule[]]>([
    ['that is empty', []],
    ['that has the equivalent configuration', equivalent.map((each) => ({ ...each, id: 'x' }))],
    ['that executes the same ruleset as it comes', [rule({})]],
    ['that has the same override', [executing({ rules: [{ action: 'log', id: 'r' }] })]],
    ['that waits, disabled, for the migration', [rule({ enabled: false })]],
    [
      'that has the same skip rule, disabled',
      [skipping({ expression: 'ip.src eq 192.0.2.1', enabled: false })],
    ],
  ])('%s', (_, standing) => {
    expect(lossesOf(...standing)).toEqual([]);
  });

  it('if the written body has the same rules', () => {
    const standing = [
      skipping({ expression: 'http.host eq "a.com"' }),
      rule({ action_parameters: { id: exposed } }),
    ];
    expect(reportReplaced(standing, [...standing, ...equivalent])).toEqual([]);
  });

  it('regardless of the order of lists in a skip rule', () => {
    const parameters = (ids: string[]) => ({ action_parameters: { rules: { [managed]: ids } } });
    const body = [skipping(parameters(['b', 'a']))];
    expect(reportReplaced([skipping(parameters(['a', 'b']))], body)).toEqual([]);
    expect(reportReplaced([skipping(parameters(['a', 'c']))], body)).toHaveLength(1);
  });
});

describe('an entry point loses', () => {
  it('a skip rule, with the rule as replacement', () => {
    const expression = 'http.host eq "own.example.com"';
    expect(itemsOf(skipping({ expression, description: 'mine' }))).toEqual([
      {
        ids: ['x'],
        text: 'x ("mine"): skip all managed rules where (http.host eq "own.example.com")',
        replacement: {
          kind: 'rule',
          rule: expect.objectContaining({
            action: 'skip',
            expression,
            description: 'mine',
            enabled: true,
          }) as object,
          isMigrated: true,
        },
      },
    ]);
  });

  it('a skip rule that is disabled in the equivalent configuration', () => {
    const firewall_rules = [bypass('b', { paused: true })];
    const body = toMigrationConfiguration(zone({ firewall_rules })).rules;
    expect(reportReplaced([skipping({ expression: 'ip.src eq 192.0.2.1' })], body)).toMatchObject([
      { items: [{ replacement: { kind: 'rule', isMigrated: false } }] },
    ]);
  });

  it('a rule that executes another ruleset', () => {
    const overrides = { action: 'log' };
    expect(itemsOf(rule({ action_parameters: { id: exposed, overrides }, enabled: false }))).toMatchObject([
      {
        text: 'x: (disabled) execute Cloudflare Exposed Credentials Check, 1 override: all rules log',
        replacement: {
          rule: { action: 'execute', action_parameters: { id: exposed, overrides }, enabled: false },
        },
      },
    ]);
  });

  it('an override of the same ruleset, with the override as replacement', () => {
    const rules = [
      { id: 'r', action: 'log' },
      { id: 's', action: 'block', enabled: true },
    ];
    expect(itemsOf(executing({ rules }))).toMatchObject([
      {
        ids: ['x'],
        text: `x of ruleset ${managed}: overrides.rules {"action":"block","enabled":true,"id":"s"}`,
        replacement: {
          kind: 'override',
          ruleset: managed,
          rule: { id: 's', action: 'block', enabled: true },
        },
      },
    ]);
  });

  it.each<[string, DeployedRule, string]>([
    ['its expression', rule({ expression: 'http.host eq "a.com"' }), 'expression http.host eq "a.com"'],
    ['its action', executing({ action: 'log' }), 'overrides.action log'],
    [
      'a category',
      executing({ categories: [{ category: 'sqli', enabled: false }] }),
      'overrides.categories {"category":"sqli","enabled":false}',
    ],
    [
      'what no override of ours says',
      executing({ rules: [{ id: 's', sensitivity_level: 'low' }] }),
      'overrides.rules {"id":"s","sensitivity_level":"low"}',
    ],
    [
      'other settings',
      rule({ action_parameters: { id: managed, version: '2', matched_data: { public_key: 'k' } } }),
      'matched_data {"public_key":"k"}',
    ],
  ])('%s of the same ruleset', (_, standing, what) => {
    expect(itemsOf(standing)).toEqual([{ ids: ['x'], text: `x of ruleset ${managed}: ${what}` }]);
  });

  it('a rule that executes a ruleset that is disabled in the equivalent configuration', () => {
    const body = toMigrationConfiguration(zone({ setting: 'off' })).rules;
    expect(reportReplaced([rule({})], body)).toMatchObject([
      { items: [{ replacement: { kind: 'rule', rule: { enabled: true }, isMigrated: true } }] },
    ]);
  });

  it('only the settings that the most similar of several rules lacks', () => {
    const body = [executing({ action: 'log' }), executing({ action: 'block' })];
    expect(reportReplaced([executing({ action: 'block' })], body)).toEqual([]);
  });
});
