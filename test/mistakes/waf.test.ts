import { WafMigration } from '../../lib';
import { makeStack, zoneId } from '../constructs/support';
import { constructs, props, synthesized, tellMistakes } from './table';

const usual = { zoneId, target: 'complete', acknowledgeIrreversible: true };
const waf = constructs(WafMigration, usual);
const override = (given: object) => waf({ ruleOverrides: [{ ruleId: zoneId, ...given }] });

describe('a migration', () => {
  tellMistakes({
    'no acknowledgement': [
      waf({ acknowledgeIrreversible: undefined }),
      'acknowledgeIrreversible … null or not set … is required … Set it to true',
    ],
    'an acknowledgement that is none': [
      waf({ acknowledgeIrreversible: false }),
      'acknowledgeIrreversible … is false … cannot be undone … Set acknowledgeIrreversible to true to migrate',
    ],
    'an acknowledgement in quotes': [
      waf({ acknowledgeIrreversible: 'true' }),
      'acknowledgeIrreversible … the string "true" … It must be true or false … Write it without quotes: true',
    ],
    'no target': [
      waf({ target: undefined }),
      'target … null or not set … is required … Set it to "validation" or "complete"',
    ],
    'the word of the API for a target': [
      waf({ target: 'pending' }),
      'target … "pending" … It must be "validation" or "complete" … "complete"',
    ],
    'the number of the API for a target': [
      waf({ target: 2 }),
      'target … the number 2 … It must be "validation" or "complete" … Correct it',
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
    'an action in another case': [
      override({ action: 'Block' }),
      'ruleOverrides[0].action … "Block" … in this case of letters … "block"',
    ],
    'an override that changes nothing': [
      override({}),
      `ruleOverrides … ${zoneId} … changes nothing … Set action, scoreThreshold, or enabled = false`,
    ],
    'an override in the case of HCL': [
      waf({ ruleOverrides: [{ rule_id: zoneId, action: 'log' }] }),
      'ruleOverrides[0].rule_id … rule_id … there is no prop rule_id … Did you mean ruleId?',
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
