import fc from 'fast-check';
import type { Rule } from '../../../lib/client';
import { adjust, observeAdjustments, type Baseline } from '../../../lib/resources/waf-migration/adjust';
import { sameDeployment } from '../../../lib/resources/waf-migration/entry-point';
import type { SkipRule } from '../../../lib/resources/waf-migration/skip-rules';
import { managedRulesets } from '../../../lib/waf';

const { managed, owasp } = managedRulesets;
const id = (number: number) => number.toString(16).padStart(32, '0');
const assigned = { id: 'r', version: '3', ref: 'r', last_updated: '2026-01-01T00:00:00Z' };

const rule = (action: string, action_parameters: object, expression = 'true'): Rule => ({
  ...assigned,
  action,
  action_parameters: { ...action_parameters },
  expression,
  description: '',
  enabled: true,
});
const execute = rule('execute', { id: managed });
const brought = rule('skip', { ruleset: 'current' }, 'ip.src eq 192.0.2.1');

const skip = (expression: string, changes: Partial<SkipRule> = {}): SkipRule => ({
  expression,
  description: null,
  rule_ids: null,
  ruleset_id: null,
  enabled: true,
  ...changes,
});
const withSkips = (rules: readonly Rule[], skips: readonly SkipRule[], baseline: Baseline) =>
  adjust(rules, baseline, { overrides: [], skips });
const observeSkips = (rules: readonly Rule[], skips: readonly SkipRule[], baseline: Baseline) =>
  observeAdjustments(rules, baseline, { overrides: [], skips }).skips;
const summarize = (rules: readonly Rule[]) =>
  rules.map(({ action, expression, enabled }) => `${enabled ? '' : 'disabled '}${action} ${expression}`);

describe('configured skip rules', () => {
  const baseline = [brought, execute];

  it('come after those of the migration and before the rules that execute rulesets', () => {
    expect(summarize(withSkips([brought, execute], [skip('b'), skip('c')], baseline))).toEqual([
      'skip ip.src eq 192.0.2.1',
      'skip b',
      'skip c',
      'execute true',
    ]);
  });

  it.each([
    ['all managed rules', {}, { ruleset: 'current' }],
    ['one ruleset', { ruleset_id: owasp }, { rulesets: [owasp] }],
    ['rules of the managed ruleset', { rule_ids: [id(2), id(1)] }, { rules: { [managed]: [id(1), id(2)] } }],
    ['rules of another', { rule_ids: [id(1)], ruleset_id: owasp }, { rules: { [owasp]: [id(1)] } }],
  ])('skip %s in the form of the service, and are read in the configured form', (_, changes, parameters) => {
    const given = skip('a', { description: 'x', ...changes });
    const [written] = withSkips([execute], [given], []);
    expect(written).toMatchObject({ action_parameters: parameters, description: 'x', enabled: true });
    expect(observeSkips(written === undefined ? [] : [written, execute], [given], [])).toEqual([given]);
  });

  it('adopt one of the migration, and release it when they are removed', () => {
    const ours = skip('ip.src eq 192.0.2.1', { enabled: false, description: 'not any more' });
    const taken = withSkips([brought, execute], [ours], baseline);
    expect(summarize(taken)).toEqual(['disabled skip ip.src eq 192.0.2.1', 'execute true']);
    expect(taken[0]).toMatchObject({ id: 'r', description: 'not any more' });
    expect(summarize(withSkips(taken, [], baseline))).toEqual(['skip ip.src eq 192.0.2.1', 'execute true']);
  });

  it('are moved to the front if they have no effect in their position', () => {
    const late = [execute, rule('skip', { ruleset: 'current' }, 'a')];
    expect(observeSkips(late, [skip('a')], [])).toEqual([]);
    expect(summarize(withSkips(late, [skip('a')], []))).toEqual(['skip a', 'execute true']);
  });

  it('ignore rules that the configuration cannot express', () => {
    const unsupported = [
      rule('skip', { phases: ['http_ratelimit'] }, 'a'),
      rule('skip', { rulesets: [managed, owasp] }, 'b'),
      rule('skip', { rules: { [managed]: [id(1)], [owasp]: [id(2)] } }, 'c'),
      execute,
    ];
    expect(withSkips(unsupported, [], unsupported)).toEqual(unsupported);
    expect(observeSkips(unsupported, [], unsupported)).toEqual([]);
  });

  it('are stable: a second write changes nothing, whatever the rules were', () => {
    const anySkip = fc.record({
      expression: fc.constantFrom('a', 'b', 'ip.src eq 192.0.2.1'),
      description: fc.constant(null),
      rule_ids: fc.constantFrom(null, [id(1)], [id(1), id(2)]),
      ruleset_id: fc.constantFrom(null, owasp),
      enabled: fc.boolean(),
    });
    const anySkips = fc.uniqueArray(anySkip, {
      selector: ({ enabled: _, ...known }) => JSON.stringify(known),
    });
    fc.assert(
      fc.property(anySkips, anySkips, (first, second) => {
        const once = withSkips([brought, execute], first, baseline);
        expect(withSkips(once, first, baseline)).toEqual(once);
        expect(new Set(observeSkips(once, first, baseline).map((each) => JSON.stringify(each)))).toEqual(
          new Set(first.map((each) => JSON.stringify(each))),
        );
        const back = withSkips(withSkips(once, second, baseline), first, baseline);
        expect(summarize(back).sort()).toEqual(summarize(once).sort());
        expect(sameDeployment(withSkips(back, [], baseline), [brought, execute])).toBe(true);
      }),
    );
  });
});

describe('out-of-band skip rules', () => {
  const baseline = [brought, execute];
  const rogue = rule('skip', { ruleset: 'current' }, 'true');

  it('are observed, and removed', () => {
    expect(observeSkips([rogue, brought, execute], [], baseline)).toEqual([
      skip('true', { description: '' }),
    ]);
    expect(withSkips([rogue, brought, execute], [], baseline)).toEqual([brought, execute]);
  });

  it('or disabled ones are observed, and enabled again', () => {
    const off = { ...brought, enabled: false };
    expect(observeSkips([off, execute], [], baseline)).toEqual([
      skip('ip.src eq 192.0.2.1', { description: '', enabled: false }),
    ]);
    expect(withSkips([off, execute], [], baseline)).toEqual([brought, execute]);
  });
});
