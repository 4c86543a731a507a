import { WafMigration } from '../../lib';
import { makeStack, zoneId } from '../constructs/support';
import { constructs, props, synthesized, tellMistakes } from './table';

const usual = { zoneId, target: 'complete', acknowledgeIrreversible: true };
const waf = constructs(WafMigration, usual);
const override = (given: object) => waf({ ruleOverrides: [{ ruleId: zoneId, ...given }] });

describe('a migration', () => {
  tellMistakes({
    'an acknowledgement that is none': [
      waf({ acknowledgeIrreversible: false }),
      'acknowledgeIrreversible … is false … cannot be undone … Set acknowledgeIrreversible to true to migrate',
    ],
    'the ID of a rule of the previous WAF': [
      override({ ruleId: '100015', action: 'log' }),
      'ruleOverrides[0].ruleId … "100015" … the new rules have others … GET /zones/<zone>/rulesets/<ruleset>',
    ],
    'the action of the previous WAF that only logs': [
      override({ action: 'simulate' }),
      'ruleOverrides[0].action … "simulate" … only rules of the previous WAF have … Write "log" in its place',
    ],
    'the action of the previous WAF that disables': [
      override({ action: 'disable' }),
      'ruleOverrides[0].action … "disable" … only rules of the previous WAF have … set enabled to false',
    ],
    'an override that changes nothing': [
      override({}),
      `ruleOverrides … ${zoneId} … changes nothing … Set action, scoreThreshold, or enabled = false`,
    ],
    'an override without its array': [
      waf({ ruleOverrides: { ruleId: zoneId, action: 'log' } }),
      'ruleOverrides … an object with ruleId, action … It must be an array of objects … Put it into an array',
    ],
    'two overrides of one rule': [
      waf({ ruleOverrides: ['log', 'block'].map((action) => ({ ruleId: zoneId, action })) }),
      `ruleOverrides … ${zoneId} … has two overrides … Merge them into one`,
    ],
    'a setting of the new rules at the migration itself': [
      waf({ paranoiaLevel: 2 }),
      '[edge/it] WafMigration … paranoiaLevel … there is no prop paranoiaLevel … Remove it',
    ],
    'a text in place of the previous configuration': [
      waf({ expectedPrevious: 'high' }),
      'expectedPrevious … the string "high" … It must be an object with packageSensitivities … leave it out',
    ],
    'two migrations of one zone': [
      synthesized(
        () => makeStack('edge'),
        (stack) => ['a', 'b'].map((id) => new WafMigration(stack, id, props(usual))),
      ),
      `[edge/b] WafMigration … zone ${zoneId} … They would undo each other … Keep one of them`,
    ],
  });
});
