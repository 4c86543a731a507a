import { TerraformVariable, Testing } from 'cdktf';
import { WafMigration, WafMigrationTarget } from '../../../lib';
import { makeStack, otherZoneId, resourceOf, zoneId } from '../../constructs/support';

const ruleId = '5'.repeat(32);
const props = { zoneId, target: WafMigrationTarget.COMPLETE, acknowledgeIrreversible: true };
const make = (changes: object) => () => new WafMigration(makeStack(), 'waf', { ...props, ...changes });

describe('WafMigration', () => {
  it.each(
    Object.entries<[object, RegExp]>({
      'a zone that is no id': [{ zoneId: 'example.com' }, /zoneId: .*"example.com" is not an ID/],
      'a rule that is no id': [
        { ruleOverrides: [{ ruleId: 'x', enabled: false }] },
        /ruleOverrides.*"x" is not an ID/,
      ],
      'a score of nothing': [{ ruleOverrides: [{ ruleId, scoreThreshold: 0 }] }, /scoreThreshold is 0/],
      'a skip rule for nothing': [{ skipRules: [{ expression: ' ' }] }, /expression is empty/],
      'a skip rule that is too long': [
        { skipRules: [{ expression: 'x'.repeat(4097) }] },
        /expression has 4097 bytes, and at most 4096/,
      ],
      'a skip rule of no rules': [{ skipRules: [{ expression: 'true', ruleIds: [] }] }, /is empty/],
      'a skip rule that is given twice': [
        {
          skipRules: [
            { expression: 'true', ruleIds: [ruleId] },
            { expression: 'true', ruleIds: [ruleId] },
          ],
        },
        /"true" is given twice/,
      ],
      'an unknown action for ineligible zones': [
        { onIneligible: 'ignore' },
        /onIneligible: .*"fail" or "skip"/,
      ],
      'an unknown code': [
        { acceptDifferences: ['waf.skip'] },
        /acceptDifferences.*"waf\.skip".*"waf\.skip_missing"/,
      ],
      'a finding that cannot be accepted': [
        { acceptDifferences: ['waf.skip_missing', 'waf.skip_all'] },
        /acceptDifferences.*waf\.skip_all means that the zone would have no WAF/,
      ],
      'a setting that the previous WAF does not have': [
        { expectedPrevious: { groups: { [ruleId]: 'enabled' } } },
        /expectedPrevious\.groups\.5+: .*"enabled".*"on" or "off"/,
      ],
      'a sensitivity that is no text': [
        { expectedPrevious: { packageSensitivities: { [ruleId]: 1 } } },
        /expectedPrevious\.packageSensitivities.*is the number 1/,
      ],
      'an unknown kind of settings': [
        { expectedPrevious: { packages: {} } },
        /expectedPrevious\.packages: Unknown prop/,
      ],
      'a backup nowhere': [{ backupPath: ' ' }, /backupPath is empty/],
      'a time limit of nothing': [{ timeoutSeconds: 0 }, /timeoutSeconds: .*from 1 to 86400/],
    }),
  )('refuses %s', (_, [changes, message]) => {
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

  it.each([
    ['another zone', { zoneId: otherZoneId }],
    ['a zone whose other one is retired', { retired: true }],
  ])('is accepted beside a migration of %s', (_, more) => {
    const stack = makeStack();
    new WafMigration(stack, 'waf0', { ...props, target: WafMigrationTarget.VALIDATION });
    new WafMigration(stack, 'waf1', { ...props, ...more });
    expect(() => Testing.fullSynth(stack)).not.toThrow();
  });
});
