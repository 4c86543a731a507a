import { adjust, effectOf, overridesOf, type ManagedRule } from '../../lib/emulator/page/zones/draft';

const rule = (id: string, overrides?: object): ManagedRule => ({
  id: '',
  version: '',
  ref: '',
  action: 'execute',
  action_parameters: { id, ...(overrides !== undefined && { overrides }) },
  expression: 'true',
  description: id,
  enabled: true,
});

describe('a draft of managed rules', () => {
  const rules = [rule('one'), rule('two', { categories: [{ category: 'c', enabled: false }] })];

  it('adds, changes and removes the override of a rule, and sends no empty overrides', () => {
    const logged = adjust(rules, { index: 0, id: 'r', effect: 'log' });
    expect(logged[0]?.action_parameters).toEqual({
      id: 'one',
      overrides: { rules: [{ id: 'r', action: 'log' }] },
    });
    const disabled = adjust(logged, { index: 0, id: 'r', effect: 'disabled' });
    expect(disabled.flatMap(overridesOf)).toEqual([{ id: 'r', enabled: false }]);
    expect(adjust(disabled, { index: 0, id: 'r', effect: 'none' })).toEqual(rules);
    expect(rules).toEqual([rule('one'), rules[1]]);
  });

  it('keeps the other overrides, thresholds, and what enables a rule', () => {
    const categories = [{ category: 'c', enabled: false }];
    const kept = { id: 'r', action: 'block', enabled: true, score_threshold: 40 };
    const [changed] = adjust([rule('one', { categories, rules: [kept] })], {
      index: 0,
      id: 'r',
      effect: 'log',
    });
    expect(changed?.action_parameters?.overrides).toEqual({
      categories,
      rules: [{ ...kept, action: 'log' }],
    });
  });

  it.each([
    [{ action: 'log' }, 'log'],
    [{ action: 'log', enabled: false }, 'disabled'],
    [{ enabled: true }, 'enabled'],
    [{ enabled: true, action: 'block' }, 'block'],
    [{ score_threshold: 25 }, 'none'],
  ])('names the effect of %j: %s', (change, effect) => {
    expect(effectOf(change)).toBe(effect);
  });

  it('takes a suggestion, which ends that the rule is disabled', () => {
    const raised = adjust(rules, { index: 1, id: 'r', override: { score_threshold: 60 } });
    expect(overridesOf(raised[1] ?? rule(''))).toEqual([{ id: 'r', score_threshold: 60 }]);
    const logged = adjust(raised, { index: 1, id: 'r', override: { action: 'log' } });
    expect(overridesOf(logged[1] ?? rule(''))).toEqual([{ id: 'r', score_threshold: 60, action: 'log' }]);
    const disabled = adjust(logged, { index: 1, id: 'r', override: { enabled: false } });
    expect(disabled.flatMap(overridesOf)).toEqual([{ id: 'r', enabled: false }]);
    const again = adjust(disabled, { index: 1, id: 'r', override: { action: 'log' } });
    expect(again.flatMap(overridesOf)).toEqual([{ id: 'r', action: 'log' }]);
  });
});
