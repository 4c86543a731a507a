import { TerraformVariable, Testing } from 'cdktf';
import { WafMigration, WafMigrationTarget, WafRuleAction } from '../../../lib';
import { makeStack, otherZoneId, resourceOf, zoneId } from '../../constructs/support';

const ruleId = '5'.repeat(32);
const props = { zoneId, target: WafMigrationTarget.COMPLETE, acknowledgeIrreversible: true };
const make = (changes: object) => () => new WafMigration(makeStack(), 'waf', { ...props, ...changes });

describe('WafMigration', () => {
  it('is one resource of the edge provider', () => {
    const stack = makeStack();
    new WafMigration(stack, 'waf', {
      ...props,
      ruleOverrides: [
        { ruleId, action: WafRuleAction.LOG },
        { ruleId: '6'.repeat(32), enabled: false },
        { ruleId: '8'.repeat(32), rulesetId: '9'.repeat(32), scoreThreshold: 40 },
      ],
      skipRules: [{ expression: 'true', ruleIds: [ruleId], description: 'all of it', enabled: false }],
    });
    expect(resourceOf(stack, 'edge_waf_migration', 'waf')).toEqual({
      zone_id: zoneId,
      target: 'complete',
      acknowledge_irreversible: true,
      rule_overrides: [
        { rule_id: ruleId, action: 'log' },
        { rule_id: '6'.repeat(32), enabled: false },
        { rule_id: '8'.repeat(32), ruleset_id: '9'.repeat(32), score_threshold: 40 },
      ],
      skip_rules: [{ expression: 'true', rule_ids: [ruleId], description: 'all of it', enabled: false }],
    });
  });

  it.each([
    [
      'a migration that is not acknowledged',
      { acknowledgeIrreversible: false },
      /acknowledgeIrreversible: .*cannot be undone/,
    ],
    ['an unknown target', { target: 'done' }, /target: .*"validation" or "complete"/],
    ['a zone that is no id', { zoneId: 'example.com' }, /zoneId: .*"example.com" is not an ID/],
    [
      'a rule that is no id',
      { ruleOverrides: [{ ruleId: 'x', enabled: false }] },
      /ruleOverrides.*"x" is not an ID/,
    ],
    ['an action in capitals', { ruleOverrides: [{ ruleId, action: 'LOG' }] }, /ruleOverrides.*"LOG"/],
    ['an override that does nothing', { ruleOverrides: [{ ruleId }] }, /changes nothing/],
    [
      'a rule with two overrides',
      {
        ruleOverrides: [
          { ruleId, enabled: false },
          { ruleId, enabled: true },
        ],
      },
      /has two overrides/,
    ],
    ['a score of nothing', { ruleOverrides: [{ ruleId, scoreThreshold: 0 }] }, /scoreThreshold is 0/],
    ['a skip rule for nothing', { skipRules: [{ expression: ' ' }] }, /expression is empty/],
    [
      'a skip rule that is too long',
      { skipRules: [{ expression: 'x'.repeat(4097) }] },
      /expression has 4097 bytes, and at most 4096/,
    ],
    ['a skip rule of no rules', { skipRules: [{ expression: 'true', ruleIds: [] }] }, /is empty/],
    [
      'a skip rule that is given twice',
      {
        skipRules: [
          { expression: 'true', ruleIds: [ruleId] },
          { expression: 'true', ruleIds: [ruleId] },
        ],
      },
      /"true" is given twice/,
    ],
    [
      'an unknown action for ineligible zones',
      { onIneligible: 'ignore' },
      /onIneligible: .*"fail" or "skip"/,
    ],
    [
      'an unknown code',
      { acceptDifferences: ['waf.skip'] },
      /acceptDifferences.*"waf\.skip".*"waf\.skip_missing"/,
    ],
    [
      'a finding that cannot be accepted',
      { acceptDifferences: ['waf.skip_missing', 'waf.skip_all'] },
      /acceptDifferences.*waf\.skip_all means that the zone would have no WAF/,
    ],
    [
      'a setting that the previous WAF does not have',
      { expectedPrevious: { groups: { [ruleId]: 'enabled' } } },
      /expectedPrevious\.groups\.5+: .*"enabled".*"on" or "off"/,
    ],
    [
      'a sensitivity that is no text',
      { expectedPrevious: { packageSensitivities: { [ruleId]: 1 } } },
      /expectedPrevious\.packageSensitivities.*is the number 1/,
    ],
    [
      'an unknown kind of settings',
      { expectedPrevious: { packages: {} } },
      /expectedPrevious\.packages: Unknown prop/,
    ],
    ['a backup nowhere', { backupPath: ' ' }, /backupPath is empty/],
    ['a time limit of nothing', { timeoutSeconds: 0 }, /timeoutSeconds: .*from 1 to 86400/],
  ])('refuses %s', (_, changes, message) => {
    expect(make(changes)).toThrow(message);
  });

  it('accepts the same rule of two rulesets', () => {
    const ruleOverrides = [
      { ruleId, enabled: false },
      { ruleId, rulesetId: '7'.repeat(32), enabled: false },
    ];
    expect(make({ ruleOverrides })).not.toThrow();
  });

  it('skips unresolved tokens', () => {
    const stack = makeStack();
    const text = new TerraformVariable(stack, 'text', { type: 'string' });
    const flag = new TerraformVariable(stack, 'flag', { type: 'bool' });
    new WafMigration(stack, 'waf', {
      zoneId: text.stringValue,
      target: WafMigrationTarget.COMPLETE,
      acknowledgeIrreversible: flag.booleanValue,
      ruleOverrides: [{ ruleId: text.stringValue, enabled: false }],
    });
    expect(resourceOf(stack, 'edge_waf_migration', 'waf')).toEqual({
      zone_id: '${var.text}',
      target: 'complete',
      acknowledge_irreversible: '${var.flag}',
      rule_overrides: [{ rule_id: '${var.text}', enabled: false }],
    });
  });

  describe('of a zone that has another one', () => {
    const { VALIDATION, COMPLETE } = WafMigrationTarget;
    const makeTwo = (more: object = {}, stacks = [makeStack()]) => {
      for (const [at, target] of [VALIDATION, COMPLETE].entries())
        new WafMigration(stacks[at] ?? stacks[0] ?? makeStack(), `waf${at}`, {
          ...props,
          target,
          ...(at === 0 ? {} : more),
        });
      return () => Testing.fullSynth(stacks[0] ?? makeStack());
    };

    it('is refused at synth', () => {
      expect(makeTwo()).toThrow(/WafMigration: zone \w{32} has two migrations, and the other one is .*waf0/);
    });

    it('is accepted for another zone, and if one of them is retired', () => {
      expect(makeTwo({ zoneId: otherZoneId })).not.toThrow();
      expect(makeTwo({ retired: true })).not.toThrow();
    });
  });
});
