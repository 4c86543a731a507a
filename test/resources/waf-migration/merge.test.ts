import fc from 'fast-check';
import type { Rule } from '../../../lib/client';
import { takeBaseline } from '../../../lib/resources/waf-migration/entry-point';
import { addMigrated, mergeEntryPoint } from '../../../lib/resources/waf-migration/merge';

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
    expect([kept, summarize(replaced)]).toEqual([[], ['disabled skip b', 'execute owasp']]);
  });

  it('keeps the existing version of a rule if only that is enabled', () => {
    const idle = [skip('b', false), execute('managed', false)];
    expect(summarize(mergeEntryPoint(idle, [skip('b'), execute('managed')]).rules)).toEqual([
      'skip b',
      'execute managed',
    ]);
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
        expect(new Set([...kept, ...replaced])).toEqual(new Set(theirs));
        expect(rules).toEqual(expect.arrayContaining([...kept]));
        const active = new Set(summarize([...ours, ...theirs].filter(({ enabled }) => enabled)));
        expect(new Set(summarize(rules.filter(({ enabled }) => enabled)))).toEqual(active);
      }),
    );
  });
});

describe('an entry point in validation mode', () => {
  const noSkips: ReadonlySet<string> = new Set();
  const baseline = takeBaseline(brought, []);

  it('gets new skip rules before the rules that execute rulesets', () => {
    const { rules, added } = addMigrated([skip('new'), ...brought], brought, baseline, noSkips);
    expect(summarize(rules)).toEqual(['skip b', 'skip new', 'execute managed', 'execute owasp']);
    expect(summarize(added)).toEqual(['skip new']);
  });

  it('does not get back a deleted skip rule, but every deleted ruleset', () => {
    const { rules } = addMigrated(brought, [execute('owasp')], baseline, noSkips);
    expect(summarize(rules)).toEqual(['execute owasp', 'execute managed']);
  });

  it('does not get a ruleset that was deleted before the adoption, unless no ruleset remains', () => {
    const left = [execute('owasp')];
    expect(summarize(addMigrated(brought.slice(1), left, takeBaseline(left, []), noSkips).rules)).toEqual(
      summarize(left),
    );
    expect(summarize(addMigrated(brought.slice(1), [], takeBaseline([], []), noSkips).rules)).toEqual(
      summarize(brought.slice(1)),
    );
  });
});
