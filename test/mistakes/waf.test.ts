import { Testing } from 'cdktf';
import { WafMigration } from '../../lib';
import { makeStack, zoneId } from '../constructs/support';
import { constructs, props, tellMistakes } from './table';

const usual = { zoneId, target: 'complete', acknowledgeIrreversible: true };
const waf = constructs(WafMigration, usual);
const override = (given: object) => waf({ ruleOverrides: [{ ruleId: zoneId, ...given }] });

describe('a migration', () => {
  tellMistakes([
    {
      mistake: 'no acknowledgement',
      make: waf({ acknowledgeIrreversible: undefined }),
      says: ['acknowledgeIrreversible', 'null or not set', 'is required', 'Set it to true'],
    },
    {
      mistake: 'an acknowledgement that is none',
      make: waf({ acknowledgeIrreversible: false }),
      says: [
        'acknowledgeIrreversible',
        'is false',
        'cannot be undone',
        'Set acknowledgeIrreversible to true to migrate',
      ],
    },
    {
      mistake: 'an acknowledgement in quotes',
      make: waf({ acknowledgeIrreversible: 'true' }),
      says: [
        'acknowledgeIrreversible',
        'the string "true"',
        'It must be true or false',
        'Write it without quotes: true',
      ],
    },
    {
      mistake: 'no target',
      make: waf({ target: undefined }),
      says: ['target', 'null or not set', 'is required', 'Set it to "validation" or "complete"'],
    },
    {
      mistake: 'the word of the API for a target',
      make: waf({ target: 'pending' }),
      says: ['target', '"pending"', 'It must be "validation" or "complete"', '"complete"'],
    },
    {
      mistake: 'the number of the API for a target',
      make: waf({ target: 2 }),
      says: ['target', 'the number 2', 'It must be "validation" or "complete"', 'Correct it'],
    },
    {
      mistake: 'the ID of a rule of the previous WAF',
      make: override({ ruleId: '100015', action: 'log' }),
      says: [
        'ruleOverrides[0].ruleId',
        '"100015"',
        'the new rules have others',
        'GET /zones/<zone>/rulesets/<ruleset>',
      ],
    },
    {
      mistake: 'the action of the previous WAF that only logs',
      make: override({ action: 'simulate' }),
      says: [
        'ruleOverrides[0].action',
        '"simulate"',
        'only rules of the previous WAF have',
        'Write "log" in its place',
      ],
    },
    {
      mistake: 'the action of the previous WAF that disables',
      make: override({ action: 'disable' }),
      says: [
        'ruleOverrides[0].action',
        '"disable"',
        'only rules of the previous WAF have',
        'set enabled to false',
      ],
    },
    {
      mistake: 'an action in another case',
      make: override({ action: 'Block' }),
      says: ['ruleOverrides[0].action', '"Block"', 'in this case of letters', '"block"'],
    },
    {
      mistake: 'an override that changes nothing',
      make: override({}),
      says: ['ruleOverrides', zoneId, 'changes nothing', 'Set action, scoreThreshold, or enabled = false'],
    },
    {
      mistake: 'an override in the case of HCL',
      make: waf({ ruleOverrides: [{ rule_id: zoneId, action: 'log' }] }),
      says: ['ruleOverrides[0].rule_id', 'rule_id', 'there is no prop rule_id', 'Did you mean ruleId?'],
    },
    {
      mistake: 'an override without its array',
      make: waf({ ruleOverrides: { ruleId: zoneId, action: 'log' } }),
      says: [
        'ruleOverrides',
        'an object with ruleId, action',
        'It must be an array of objects',
        'Put it into an array',
      ],
    },
    {
      mistake: 'two overrides of one rule',
      make: waf({ ruleOverrides: ['log', 'block'].map((action) => ({ ruleId: zoneId, action })) }),
      says: ['ruleOverrides', zoneId, 'has two overrides', 'Merge them into one'],
    },
    {
      mistake: 'a setting of the new rules at the migration itself',
      make: waf({ paranoiaLevel: 2 }),
      says: ['[edge/it] WafMigration', 'paranoiaLevel', 'there is no prop paranoiaLevel', 'Remove it'],
    },
    {
      mistake: 'a text in place of the previous configuration',
      make: waf({ expectedPrevious: 'high' }),
      says: [
        'expectedPrevious',
        'the string "high"',
        'It must be an object with packageSensitivities',
        'leave it out',
      ],
    },
    {
      mistake: 'two migrations of one zone',
      make: () => {
        const stack = makeStack('edge');
        for (const id of ['a', 'b']) new WafMigration(stack, id, props(usual));
        Testing.synth(stack, true);
      },
      says: ['[edge/b] WafMigration', `zone ${zoneId}`, 'They would undo each other', 'Keep one of them'],
    },
  ]);
});
