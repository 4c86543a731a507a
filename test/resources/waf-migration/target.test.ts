import fc from 'fast-check';
import type { Rule } from '../../../lib/client';
import { migrationMemory } from '../../../lib/resources/waf-migration/memory';
import {
  targetFromStart,
  targetFromValidation,
  targetInPlace,
} from '../../../lib/resources/waf-migration/target';

const assigned = { id: '', ref: '', version: '', last_updated: '', description: '' };
const skip = (expression: string, enabled = true): Rule => ({
  ...assigned,
  action: 'skip',
  action_parameters: { ruleset: 'current' },
  expression,
  enabled,
});
const execute = (id: string, enabled = true): Rule => ({
  ...assigned,
  action: 'execute',
  action_parameters: { id },
  expression: 'true',
  enabled,
});
const summarize = (rules: readonly Rule[]) =>
  rules.map(
    ({ action, action_parameters: parameters, expression, enabled }) =>
      `${enabled ? '' : 'disabled '}${action} ${action === 'skip' ? expression : String(parameters?.id)}`,
  );

const identify = ({ action, expression, action_parameters: parameters }: Rule) =>
  JSON.stringify([action, expression, parameters]);
const unadjusted = { overrides: [], skips: [] };
const mergeEntryPoint = (migrated: readonly Rule[], existing: readonly Rule[]) =>
  targetFromStart(migrated, existing, unadjusted);
const addMigrated = (migrated: readonly Rule[], existing: readonly Rule[], baseline: readonly Rule[]) =>
  targetFromValidation(migrated, existing, unadjusted, { ...migrationMemory.empty, baseline });
const brought = [skip('b'), execute('managed'), execute('owasp')];

describe('an entry point that is merged with the migrated rules', () => {
  it('keeps leading skip rules first, and trailing rules last', () => {
    const existing = [skip('front'), execute('other'), skip('behind'), execute('more')];
    expect(summarize(mergeEntryPoint(brought, existing).rules)).toEqual([
      'skip front',
      ...summarize(brought),
      'execute other',
      'skip behind',
      'execute more',
    ]);
  });

  it('has the migrated version of a rule that both have', () => {
    const { rules, kept, replaced } = mergeEntryPoint(brought, [skip('b', false), execute('owasp')]);
    expect(summarize(rules)).toEqual(summarize(brought));
    expect([kept, replaced]).toEqual([[], []]);
  });

  it('never loses a rule without reporting it, nor disables one', () => {
    const anyRule = fc.oneof(
      fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.boolean()).map((given) => skip(...given)),
      fc.tuple(fc.constantFrom('managed', 'owasp', 'other'), fc.boolean()).map((given) => execute(...given)),
    );
    const anyRules = fc.array(anyRule, { maxLength: 6 });
    fc.assert(
      fc.property(anyRules, anyRules, (ours, theirs) => {
        const { rules, kept, replaced } = mergeEntryPoint(ours, theirs);
        const deployed = new Set(rules.map(identify));
        const reported = new Set([...kept, ...replaced]);
        expect(theirs.filter((each) => !reported.has(each) && !deployed.has(identify(each)))).toEqual([]);
        const active = new Set(summarize([...ours, ...theirs].filter(({ enabled }) => enabled)));
        expect(new Set(summarize(rules.filter(({ enabled }) => enabled)))).toEqual(active);
      }),
    );
  });
});

describe('an entry point in validation mode', () => {
  it('gets new skip rules before the rules that execute rulesets', () => {
    const { rules, added } = addMigrated([skip('new'), ...brought], brought, brought);
    expect(summarize(rules)).toEqual(['skip b', 'skip new', 'execute managed', 'execute owasp']);
    expect(summarize(added)).toEqual(['skip new']);
  });

  it('does not get back a deleted skip rule, but every deleted ruleset', () => {
    const { rules } = addMigrated(brought, [execute('owasp')], brought);
    expect(summarize(rules)).toEqual(['execute owasp', 'execute managed']);
  });

  it('does not get a ruleset that was deleted before the adoption, unless no ruleset remains', () => {
    const left = [execute('owasp')];
    expect(summarize(addMigrated(brought.slice(1), left, left).rules)).toEqual(summarize(left));
    expect(summarize(addMigrated(brought.slice(1), [], []).rules)).toEqual(summarize(brought.slice(1)));
  });
});

describe('an entry point that has reached its target', () => {
  it('keeps what the migration has left, also where the configuration says the same', () => {
    const rule: Rule = {
      ...execute('managed'),
      action_parameters: { id: 'managed', overrides: { rules: [{ id: 'r', action: 'log' }] } },
    };
    const same = {
      ...{ ruleset_id: 'managed', rule_id: 'r', action: 'log' },
      ...{ enabled: null, score_threshold: null },
    };
    const configured = { ...unadjusted, overrides: [same] };
    const memory = { ...migrationMemory.empty, baseline: [rule] };
    expect(targetInPlace([], [rule], configured, memory).baseline).toEqual([rule]);
  });
});
