import type { ManagedRule } from '../../lib/emulator/page/model/zones';
import {
  applyChange,
  deployRuleset,
  effectOf,
  overridesOf,
  setEffect,
  setEnabled,
  toSend,
} from '../../lib/emulator/page/app/views/zones/draft';

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
    const logged = setEffect(rules, 0, 'r', 'log');
    expect(logged[0]?.action_parameters).toEqual({
      id: 'one',
      overrides: { rules: [{ id: 'r', action: 'log' }] },
    });
    const disabled = setEffect(logged, 0, 'r', 'disabled');
    expect(disabled.flatMap(overridesOf)).toEqual([{ id: 'r', enabled: false }]);
    expect(setEffect(disabled, 0, 'r', 'none')).toEqual(rules);
    expect(rules).toEqual([rule('one'), rules[1]]);
  });

  it('keeps the other overrides, thresholds, and what enables a rule', () => {
    const categories = [{ category: 'c', enabled: false }];
    const kept = { id: 'r', action: 'block', enabled: true, score_threshold: 40 };
    const [changed] = setEffect([rule('one', { categories, rules: [kept] })], 0, 'r', 'log');
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

  it('applies a suggestion to the rule that executes the ruleset, and to none if nothing does', () => {
    const raised = applyChange(rules, 'two', 'r', { score_threshold: 60 });
    expect(overridesOf(raised[1] ?? rule(''))).toEqual([{ id: 'r', score_threshold: 60 }]);
    const logged = applyChange(raised, 'two', 'r', { action: 'log' });
    expect(overridesOf(logged[1] ?? rule(''))).toEqual([{ id: 'r', score_threshold: 60, action: 'log' }]);
    expect(applyChange(rules, 'three', 'r', { action: 'log' })).toEqual(rules);
  });

  it('enables and disables rules, and deploys rulesets', () => {
    expect(setEnabled(rules, 1, false).map(({ enabled }) => enabled)).toEqual([true, false]);
    expect(deployRuleset(rules, { id: 'three', name: 'Three' })[2]).toEqual({
      ...rule('three'),
      description: 'Three',
    });
  });

  it('omits id, version and ref for validation mode alone', () => {
    expect(toSend(rules, 'pending')).toEqual(rules);
    for (const sent of toSend(rules, 'validation'))
      expect(Object.keys(sent)).toEqual([
        'action',
        'action_parameters',
        'expression',
        'description',
        'enabled',
      ]);
  });
});
