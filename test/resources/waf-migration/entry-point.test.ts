import fc from 'fast-check';
import type { Rule } from '../../../lib/client';
import { toRuleInput } from '../../../lib/client/rulesets';
import {
  adjust,
  observeAdjustments,
  withoutAdjustments,
  type Baseline,
} from '../../../lib/resources/waf-migration/adjust';
import {
  sameDeployment,
  toNamelessInput,
  type RuleOverride,
} from '../../../lib/resources/waf-migration/entry-point';

const [managed, owasp] = ['a'.repeat(32), 'b'.repeat(32)];
const id = (number: number) => number.toString(16).padStart(32, '0');

const execute = (ruleset: string, overrides?: object, changes: Partial<Rule> = {}): Rule => ({
  id: 'r',
  version: '3',
  ref: 'r',
  last_updated: '2026-01-01T00:00:00Z',
  action: 'execute',
  action_parameters: { id: ruleset, version: 'latest', ...(overrides === undefined ? {} : { overrides }) },
  expression: 'true',
  description: '',
  enabled: true,
  ...changes,
});
const skip: Rule = { ...execute(managed), action: 'skip', action_parameters: { ruleset: 'current' } };

const override = (rule: number, changes: Partial<RuleOverride> = {}): RuleOverride => ({
  rule_id: id(rule),
  ruleset_id: managed,
  action: 'log',
  enabled: null,
  score_threshold: null,
  ...changes,
});

const withOverrides = (rules: readonly Rule[], overrides: readonly RuleOverride[], baseline: Baseline) =>
  adjust(rules, baseline, { overrides, skips: [] });
const observeOverrides = (rules: readonly Rule[], overrides: readonly RuleOverride[], baseline: Baseline) =>
  observeAdjustments(rules, baseline, { overrides, skips: [] }).overrides;

const written = (rules: readonly Rule[], ruleset = managed) =>
  rules.find((rule) => rule.action === 'execute' && rule.action_parameters?.id === ruleset)?.action_parameters
    ?.overrides;

describe('the desired rules', () => {
  it('have the configured overrides beside those of the migration', () => {
    const brought = {
      categories: [{ category: 'x', enabled: false }],
      rules: [{ id: id(1), enabled: false }],
    };
    const rules = [skip, execute(managed, brought), execute(owasp)];
    const desired = withOverrides(rules, [override(2)], rules);
    expect(desired[0]).toEqual(skip);
    expect(written(desired)).toEqual({
      categories: [{ category: 'x', enabled: false }],
      rules: [
        { id: id(1), enabled: false },
        { id: id(2), action: 'log' },
      ],
    });
    expect(written(desired, owasp)).toBeUndefined();
  });

  it('merge a configured override into that of the migration', () => {
    const rules = [execute(owasp, { rules: [{ id: id(1), score_threshold: 40, action: 'block' }] })];
    const desired = withOverrides(rules, [override(1, { ruleset_id: owasp })], rules);
    expect(written(desired, owasp)).toEqual({ rules: [{ id: id(1), score_threshold: 40, action: 'log' }] });
  });

  it('never have empty overrides, which the API rejects', () => {
    const rules = [execute(managed, { rules: [{ id: id(1), action: 'log' }] })];
    const baseline = withoutAdjustments(rules, { overrides: [override(1)], skips: [] });
    expect(withOverrides(rules, [], baseline)[0]?.action_parameters).toEqual({
      id: managed,
      version: 'latest',
    });
  });

  it('are stable: after a write there is nothing to change', () => {
    const anyOverride = fc.record({
      rule_id: fc.integer({ min: 1, max: 5 }).map(id),
      ruleset_id: fc.constantFrom(managed, owasp),
      action: fc.constantFrom('log', 'block', null),
      enabled: fc.constantFrom(false, true, null),
      score_threshold: fc.constantFrom(25, null),
    });
    const anyOverrides = fc.uniqueArray(anyOverride, { selector: (each) => each.ruleset_id + each.rule_id });
    fc.assert(
      fc.property(anyOverrides, anyOverrides, (first, second) => {
        const rules = [skip, execute(managed, { rules: [{ id: id(1), enabled: false }] }), execute(owasp)];
        const baseline = rules;
        const once = withOverrides(rules, first, baseline);
        expect(sameDeployment(withOverrides(once, first, baseline), once)).toBe(true);
        // Whatever was in between, the same configuration gives the same rules.
        const back = withOverrides(withOverrides(once, second, baseline), first, baseline);
        expect(sameDeployment(back, once)).toBe(true);
        expect(sameDeployment(withOverrides(back, [], baseline), rules)).toBe(true);
      }),
    );
  });
});

describe('the observed overrides', () => {
  const rules = [
    execute(managed, {
      rules: [
        { id: id(1), enabled: false },
        { id: id(2), action: 'log' },
      ],
    }),
  ];
  const baseline = [execute(managed, { rules: [{ id: id(1), enabled: false }] })];

  it('are those of the configuration without those of the migration', () => {
    expect(observeOverrides(rules, [override(2)], baseline)).toEqual([override(2)]);
  });

  it('have null for a setting that is not configured, unless it drifted', () => {
    const score = (changes: object) => [
      execute(managed, { rules: [{ id: id(1), score_threshold: 40, action: 'block', ...changes }] }),
    ];
    const brought = score({});
    const configured = override(1, { action: 'log' });
    expect(observeOverrides(score({ action: 'log' }), [configured], brought)).toEqual([configured]);
    expect(observeOverrides(score({ action: 'log', score_threshold: 60 }), [configured], brought)).toEqual([
      { ...configured, score_threshold: 60 },
    ]);
  });

  it('lack an override that was deleted out of band', () => {
    expect(observeOverrides(rules, [override(2), override(3)], baseline)).toEqual([override(2)]);
  });

  it('have an override that was created or changed out of band', () => {
    const meddled = [
      execute(managed, {
        rules: [
          { id: id(1), enabled: true },
          { id: id(9), enabled: false },
        ],
      }),
    ];
    expect(observeOverrides(meddled, [], baseline)).toEqual([
      override(1, { action: null, enabled: true }),
      override(9, { action: null, enabled: false }),
    ]);
  });
});

describe('two deployments', () => {
  it('are the same regardless of the order of overrides and keys, and of assigned fields', () => {
    const one = execute(managed, {
      rules: [
        { id: id(1), action: 'log' },
        { id: id(2), enabled: false },
      ],
    });
    const other = execute(
      managed,
      {
        rules: [
          { enabled: false, id: id(2) },
          { action: 'log', id: id(1) },
        ],
      },
      { id: 'x', version: '9', ref: 'y', last_updated: '' },
    );
    expect(sameDeployment([one], [other])).toBe(true);
  });

  it.each([
    ['an override', [execute(managed, { rules: [{ id: id(1), action: 'log' }] })]],
    ['enabled', [execute(managed, undefined, { enabled: false })]],
    ['the description', [execute(managed, undefined, { description: 'x' })]],
    ['the expression', [execute(managed, undefined, { expression: 'false' })]],
    ['the order', [execute(owasp), execute(managed)]],
  ])('differ in %s', (_, other) => {
    expect(sameDeployment([execute(managed), execute(owasp)].slice(0, other.length), other)).toBe(false);
  });
});

it('omits assigned fields of a rule in requests, and its id and ref in validation mode', () => {
  const nameless = {
    action: 'execute',
    action_parameters: { id: managed, version: 'latest' },
    expression: 'true',
    description: '',
    enabled: true,
  };
  expect(toRuleInput(execute(managed))).toEqual({ ...nameless, id: 'r', ref: 'r' });
  expect(toNamelessInput(execute(managed))).toEqual(nameless);
  expect(toRuleInput({ ...execute(managed), id: '', ref: '' })).toEqual(nameless);
});
