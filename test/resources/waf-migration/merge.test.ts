import fc from 'fast-check';
import type { Rule } from '../../../lib/client';
import { takeBaseline } from '../../../lib/resources/waf-migration/entry-point';
import { addBrought, mergeEntryPoint } from '../../../lib/resources/waf-migration/merge';

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

describe('an entry point that is merged with what the migration brings', () => {
  it('has skip rules that stood in front in front, and what came behind a ruleset behind', () => {
    const existing = [skip('front'), execute('other'), skip('behind'), execute('more')];
    expect(summarize(mergeEntryPoint(brought, existing).rules)).toEqual([
      'skip front',
      ...summarize(brought),
      'execute other',
      'skip behind',
      'execute more',
    ]);
  });

  it('has what both have as the migration brings it', () => {
    const { rules, kept, replaced } = mergeEntryPoint(brought, [skip('b', false), execute('owasp')]);
    expect(summarize(rules)).toEqual(summarize(brought));
    expect([kept, summarize(replaced)]).toEqual([[], ['disabled skip b', 'execute owasp']]);
  });

  it('has what both have as it was where only that is enabled', () => {
    const idle = [skip('b', false), execute('managed', false)];
    expect(summarize(mergeEntryPoint(idle, [skip('b'), execute('managed')]).rules)).toEqual([
      'skip b',
      'execute managed',
    ]);
  });

  it('never loses a rule unseen, nor disables one', () => {
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

describe('an entry point of validation mode', () => {
  const nobody: ReadonlySet<string> = new Set();
  const baseline = takeBaseline(brought, []);

  it('gets the skip rules that came since, before what it executes', () => {
    const { rules, added } = addBrought([skip('new'), ...brought], brought, baseline, nobody);
    expect(summarize(rules)).toEqual(['skip b', 'skip new', 'execute managed', 'execute owasp']);
    expect(summarize(added)).toEqual(['skip new']);
  });

  it('gets back no skip rule that was taken away, but every ruleset that it had', () => {
    const { rules } = addBrought(brought, [execute('owasp')], baseline, nobody);
    expect(summarize(rules)).toEqual(['execute owasp', 'execute managed']);
  });

  it('gets no ruleset that somebody took away before it was adopted, unless nothing is left', () => {
    const left = [execute('owasp')];
    expect(summarize(addBrought(brought.slice(1), left, takeBaseline(left, []), nobody).rules)).toEqual(
      summarize(left),
    );
    expect(summarize(addBrought(brought.slice(1), [], takeBaseline([], []), nobody).rules)).toEqual(
      summarize(brought.slice(1)),
    );
  });
});
