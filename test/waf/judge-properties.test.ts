import fc from 'fast-check';
import {
  judgeConfiguration,
  judgeProtection,
  toMigrationConfiguration,
  type WrittenRule,
} from '../../lib/waf';
import { constantOf, normalizeExpression } from '../../lib/waf/reach';
import { runs } from '../support/exhaustive';
import { previousWaf } from './generated';
import { disabled, skip } from './rules';

const honest = previousWaf.map((waf): readonly WrittenRule[] => toMigrationConfiguration(waf).rules);

/** A rule of an honest answer, by its place, so that a test can change it alone. */
const withPlace = honest.chain((rules) =>
  fc.record({ rules: fc.constant(rules), at: fc.nat({ max: Math.max(0, rules.length - 1) }) }),
);

type Override = Readonly<Record<string, unknown>>;
interface Overrides {
  readonly rules?: readonly Override[];
  readonly categories?: readonly Override[];
}

const overridesOf = ({ action_parameters: parameters }: WrittenRule) =>
  (parameters?.overrides ?? {}) as Overrides;

const withOverrides = (rule: WrittenRule, overrides: Overrides): WrittenRule => ({
  ...rule,
  action_parameters: { ...rule.action_parameters, overrides },
});

const replaced = <T>(list: readonly T[], at: number, ...items: readonly T[]): T[] => [
  ...list.slice(0, at),
  ...items,
  ...list.slice(at + 1),
];

/** Whether another rule does the same, so that a change of the one has no effect. */
function hasTwin(rules: readonly WrittenRule[], at: number): boolean {
  const rule = rules[at];
  return rules.some(
    (each, place) =>
      place !== at &&
      each.action === 'skip' &&
      rule?.action === 'skip' &&
      normalizeExpression(each.expression) === normalizeExpression(rule.expression),
  );
}

/** Changes one rule in every honest answer, and counts how often there was one to change. */
function everyChangeIsFound(change: (rule: WrittenRule) => readonly WrittenRule[] | undefined): void {
  let changed = 0;
  fc.assert(
    fc.property(withPlace, ({ rules, at }) => {
      const rule = rules[at];
      // A page rule behind others can match no URL, so that nothing of its skip rule has an effect.
      const isIdle = rule === undefined || constantOf(rule.expression) === false;
      const changes = isIdle || hasTwin(rules, at) ? undefined : change(rule);
      if (changes === undefined) return;
      changed += 1;
      expect(judgeConfiguration(replaced(rules, at, ...changes), rules)).not.toEqual([]);
    }),
    { numRuns: runs(500) },
  );
  expect(changed).toBeGreaterThan(20);
}

/** Changes one override in every honest answer. */
function everyOverrideIsFound(change: (override: Override) => readonly Override[]): void {
  let changed = 0;
  fc.assert(
    fc.property(withPlace, fc.nat({ max: 5 }), ({ rules, at }, place) => {
      const rule = rules[at];
      if (rule?.action !== 'execute') return;
      for (const kind of ['rules', 'categories'] as const) {
        const list = overridesOf(rule)[kind] ?? [];
        const override = list[place];
        const hasSame = list.some((each, index) => index !== place && each.id === override?.id);
        if (override === undefined || (kind === 'rules' && hasSame)) continue;
        changed += 1;
        const altered = withOverrides(rule, {
          ...overridesOf(rule),
          [kind]: replaced(list, place, ...change(override)),
        });
        expect(judgeConfiguration(replaced(rules, at, altered), rules)).not.toEqual([]);
      }
    }),
    { numRuns: runs(500) },
  );
  expect(changed).toBeGreaterThan(20);
}

describe('for any zone, the honest answer', () => {
  it('has no finding', () => {
    fc.assert(
      fc.property(honest, (rules) => {
        expect(judgeConfiguration(rules, rules)).toEqual([]);
        const copy = rules.map((rule) => ({ ...rule, id: 'x', version: '2', description: 'other' }));
        expect(judgeConfiguration(copy, rules)).toEqual([]);
      }),
      { numRuns: runs(500) },
    );
  });
});

/** Rules that no migration makes, such as those that somebody deployed. */
const anyRule: fc.Arbitrary<WrittenRule> = fc.record({
  action: fc.constantFrom('execute', 'execute', 'skip', 'skip', 'log'),
  action_parameters: fc.oneof(
    fc.record({
      id: fc.constantFrom('r', 's'),
      overrides: fc.record(
        {
          action: fc.constantFrom('log', 'block'),
          rules: fc.array(fc.record({ id: fc.constantFrom('a', 'b'), enabled: fc.boolean() })),
        },
        { requiredKeys: [] },
      ),
    }),
    fc.record(
      {
        ruleset: fc.constant('current'),
        rulesets: fc.subarray(['r', 's']),
        rules: fc.dictionary(fc.constantFrom('r', 's'), fc.subarray(['a', 'b'])),
        products: fc.subarray(['waf', 'bic']),
      },
      { requiredKeys: [] },
    ),
  ),
  expression: fc.constantFrom('true', 'ssl', 'not ssl', 'not true'),
  enabled: fc.boolean(),
});

describe('for any rules', () => {
  it('they do not differ from themselves', () => {
    fc.assert(
      fc.property(fc.array(anyRule), (rules) => {
        expect(judgeConfiguration(rules, rules)).toEqual([]);
      }),
      { numRuns: runs(500) },
    );
  });

  it('rules without an error protect a zone that the expected ones protect', () => {
    let protectedZones = 0;
    const both = fc.array(anyRule, { maxLength: 5 }).chain((expected) =>
      fc.record({
        expected: fc.constant(expected),
        proposed: fc
          .tuple(fc.shuffledSubarray(expected), fc.array(anyRule, { maxLength: 2 }), fc.boolean())
          .map(([kept, more, isBefore]) => (isBefore ? [...more, ...kept] : [...kept, ...more])),
      }),
    );
    fc.assert(
      fc.property(both, ({ proposed, expected }) => {
        if (!judgeProtection(expected).isProtected) return;
        if (judgeConfiguration(proposed, expected).some(({ severity }) => severity === 'error')) return;
        protectedZones += 1;
        expect(judgeProtection(proposed).isProtected).toBe(true);
      }),
      { numRuns: runs(5000) },
    );
    expect(protectedZones).toBeGreaterThan(20);
  });
});

describe('for any zone, a finding shows', () => {
  it('a removed rule', () => {
    everyChangeIsFound(() => []);
  });

  it('a rule in another state', () => {
    everyChangeIsFound((rule) => [{ ...rule, enabled: !rule.enabled }]);
  });

  it('a rule for other requests', () => {
    everyChangeIsFound((rule) => [
      { ...rule, expression: rule.expression === 'true' ? 'ssl' : `${rule.expression} and ssl` },
    ]);
  });

  it('a skip rule for single rules', () => {
    everyChangeIsFound((rule) =>
      rule.action === 'skip' && rule.enabled
        ? [{ ...rule, action_parameters: { rules: { ruleset: ['rule'] } } }]
        : undefined,
    );
  });

  it('an execution of another ruleset', () => {
    everyChangeIsFound((rule) =>
      rule.action === 'execute' ? [{ ...rule, action_parameters: { id: 'other' } }] : undefined,
    );
  });

  it('a removed override', () => {
    everyOverrideIsFound(() => []);
  });

  it('an override of another rule', () => {
    everyOverrideIsFound((override) => [
      'id' in override ? { ...override, id: 'other' } : { ...override, category: 'other' },
    ]);
  });

  it('an override with another value', () => {
    everyOverrideIsFound((override) => [
      override.enabled === false
        ? { ...override, enabled: true }
        : { ...override, enabled: true, action: 'js_challenge' },
    ]);
  });

  it('a leading skip rule for everything', () => {
    fc.assert(
      fc.property(honest, (rules) => {
        const proposed = [skip('true'), ...rules];
        const isKnown = rules.some(
          ({ action, enabled, expression }) =>
            action === 'skip' && enabled && normalizeExpression(expression) === 'true',
        );
        expect(judgeConfiguration(proposed, rules).length > 0).toBe(!isKnown);
        expect(judgeProtection(proposed)).toMatchObject({ isProtected: false, enabledRulesets: [] });
      }),
    );
  });
});

it('for any zone, rules protect exactly if one that executes is enabled', () => {
  fc.assert(
    fc.property(honest, (rules) => {
      const executing = rules.filter(({ action, enabled }) => action === 'execute' && enabled);
      // A zone whose WAF is off but for page rules that match no URL.
      const isIdle = rules.some(
        ({ action, enabled, expression }) => action === 'skip' && enabled && constantOf(expression) === true,
      );
      expect(judgeProtection(rules).isProtected).toBe(executing.length > 0 && !isIdle);
      expect(judgeProtection(rules.map(disabled)).isProtected).toBe(false);
    }),
  );
});
