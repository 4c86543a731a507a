import { rulesetMemory } from '../../lib/resources/custom-fields-ruleset/memory';
import { jobMemory } from '../../lib/resources/logpush-job/memory';
import { policyMemory } from '../../lib/resources/pool-notification-policy/memory';
import { migrationMemory } from '../../lib/resources/waf-migration/memory';
import { canonical } from '../../lib/resources/waf-migration/values';

const holding = (kept: unknown) => ({ privateState: { get: () => kept, set: () => undefined } });

const noRuleset = { id: undefined, ruleId: undefined, others: [] };
const noMigration = {
  cutoverBegan: undefined,
  reached: undefined,
  zoneName: undefined,
  baseline: undefined,
  isImported: false,
  isInCutover: false,
};
const assigned = { id: '', ref: '', version: '', last_updated: '', description: '', enabled: true };
const skipRule = {
  ...assigned,
  action: 'skip',
  expression: 'http.host eq "a"',
  action_parameters: { ruleset: 'current' },
};
describe('private state', () => {
  it.each([
    ['nothing', undefined, noRuleset],
    ['a part', { id: 'r' }, { ...noRuleset, id: 'r' }],
    ['all', { id: 'r', ruleId: 's', others: ['t'] }, { id: 'r', ruleId: 's', others: ['t'] }],
    ['wrong types', { id: 7, ruleId: '', others: 't' }, noRuleset],
    ['no object', 'r', noRuleset],
  ])('of edge_custom_fields_ruleset is read from %s', (_, kept, memory) => {
    expect(rulesetMemory.recall(holding(kept))).toEqual(memory);
  });

  it.each([
    ['nothing', undefined, { id: undefined, credentials: [], options: [] }],
    ['a part', { id: 7 }, { id: 7, credentials: [], options: [] }],
    ['all', { id: 7, credentials: ['k'], options: ['o'] }, { id: 7, credentials: ['k'], options: ['o'] }],
    [
      'wrong types',
      { id: '7', credentials: [1, 'k'], options: {} },
      { id: undefined, credentials: ['k'], options: [] },
    ],
  ])('of edge_logpush_job is read from %s', (_, kept, memory) => {
    expect(jobMemory.recall(holding(kept))).toEqual(memory);
  });

  it.each([
    ['nothing', undefined, { cleared: undefined, carried: undefined }],
    ['a part', { cleared: { eu: 'a@x' } }, { cleared: { eu: 'a@x' }, carried: undefined }],
    ['all', { cleared: {}, carried: ['a@x'] }, { cleared: {}, carried: ['a@x'] }],
    ['wrong types', { cleared: { eu: 1 }, carried: null }, { cleared: {}, carried: undefined }],
  ])('of edge_pool_notification_policy is read from %s', (_, kept, memory) => {
    expect(policyMemory.recall(holding(kept))).toEqual(memory);
  });

  it.each([
    ['nothing', undefined, noMigration],
    [
      'all',
      { zoneName: 'a.example', baseline: [skipRule], isImported: true },
      { ...noMigration, zoneName: 'a.example', baseline: [skipRule], isImported: true },
    ],
    ['wrong types', { baseline: [], isImported: 1, isInCutover: 'yes' }, noMigration],
  ])('of edge_waf_migration is read from %s', (_, kept, memory) => {
    expect(migrationMemory.recall(holding(kept))).toEqual(memory);
  });

  it('keeps unchanged entries', () => {
    const set = jest.fn();
    const context = { privateState: { get: () => ({ id: 7, credentials: ['k'], options: ['o'] }), set } };
    expect(jobMemory.remember(context, { options: [] })).toEqual({ id: 7, credentials: ['k'], options: [] });
    expect(set).toHaveBeenCalledWith({ id: 7, credentials: ['k'], options: [] });
  });
});

describe('canonical', () => {
  it.each([
    [{ b: 1, a: [{ d: null, c: undefined }, undefined] }, '{"a":[{"d":null},null],"b":1}'],
    [{ ä: 1, Z: 2, a: 3, '"': 'é\n' }, '{"\\"":"é\\n","Z":2,"a":3,"ä":1}'],
    [undefined, 'null'],
  ])('has the same bytes for %j in every version', (value, text) => {
    expect(canonical(value)).toBe(text);
  });
});
