import { rulesetMemory } from '../../lib/resources/custom-fields-ruleset/memory';
import { jobMemory } from '../../lib/resources/logpush-job/memory';
import { policyMemory } from '../../lib/resources/pool-notification-policy/memory';
import { migrationMemory } from '../../lib/resources/waf-migration/memory';
import { canonical } from '../../lib/resources/waf-migration/values';

const holding = (kept: unknown) => ({ privateState: { get: () => kept, set: () => undefined } });

const override = { id: 'r1', action: 'log', enabled: true };
const skip = canonical(['http.host eq "a"', { ruleset: 'current' }]);
const baseline = { overrides: { 'm1/r1': override }, enabled: ['m1'], skips: { [skip]: true } };
const remainder = {
  executes: { m1: { expression: 'true', parameters: { overrides: { action: 'log' } } } },
  skips: { [skip]: false },
};
const noMigration = {
  key: undefined,
  zoneName: undefined,
  baseline: undefined,
  isImported: false,
  isHandingOver: false,
};
const assigned = { id: '', ref: '', version: '', last_updated: '', description: '', enabled: true };
const skipRule = {
  ...assigned,
  action: 'skip',
  expression: 'http.host eq "a"',
  action_parameters: { ruleset: 'current' },
};
const execute = (overrides: object) => ({
  ...assigned,
  action: 'execute',
  expression: 'true',
  action_parameters: { id: 'm1', overrides },
});

describe('private state', () => {
  it.each([
    ['nothing', undefined, { id: undefined, unseen: [] }],
    ['the first version', { id: 'r' }, { id: 'r', unseen: [] }],
    ['this version', { id: 'r', unseen: ['x'] }, { id: 'r', unseen: ['x'] }],
    ['wrong types', { id: 7, unseen: 'x' }, { id: undefined, unseen: [] }],
    ['no object', 'r', { id: undefined, unseen: [] }],
  ])('of edge_custom_fields_ruleset is read from %s', (_, kept, memory) => {
    expect(rulesetMemory.recall(holding(kept))).toEqual(memory);
  });

  it.each([
    ['nothing', undefined, { id: undefined, credentials: [], options: [] }],
    ['the first version', { id: 7 }, { id: 7, credentials: [], options: [] }],
    ['the second version', { id: 7, credentials: ['k'] }, { id: 7, credentials: ['k'], options: [] }],
    [
      'this version',
      { id: 7, credentials: ['k'], options: ['o'] },
      { id: 7, credentials: ['k'], options: ['o'] },
    ],
    [
      'wrong types',
      { id: '7', credentials: [1, 'k'], options: {} },
      { id: undefined, credentials: ['k'], options: [] },
    ],
  ])('of edge_logpush_job is read from %s', (_, kept, memory) => {
    expect(jobMemory.recall(holding(kept))).toEqual(memory);
  });

  it.each([
    ['nothing', undefined, { cleared: undefined, carried: undefined, replaced: [] }],
    [
      'the first version',
      { cleared: { eu: 'a@x' } },
      { cleared: { eu: 'a@x' }, carried: undefined, replaced: [] },
    ],
    [
      'this version',
      { cleared: {}, carried: ['a@x'], replaced: ['p'] },
      { cleared: {}, carried: ['a@x'], replaced: ['p'] },
    ],
    [
      'wrong types',
      { cleared: { eu: 1 }, carried: null, replaced: [2] },
      { cleared: {}, carried: undefined, replaced: [] },
    ],
  ])('of edge_pool_notification_policy is read from %s', (_, kept, memory) => {
    expect(policyMemory.recall(holding(kept))).toEqual(memory);
  });

  it.each([
    ['nothing', undefined, noMigration],
    // Without skip rules, which are as important as the rest, the baseline is taken anew from the zone.
    [
      'the first version',
      { baseline: { overrides: {}, enabled: ['m1'] }, isHandingOver: true },
      { ...noMigration, isHandingOver: true },
    ],
    [
      'the second version',
      { baseline, isImported: true },
      { ...noMigration, baseline: [skipRule, execute({ rules: [override] })], isImported: true },
    ],
    [
      'the third version',
      { baseline: { ...baseline, remainder }, isImported: false, isHandingOver: false },
      {
        ...noMigration,
        baseline: [{ ...skipRule, enabled: false }, execute({ action: 'log', rules: [override] })],
      },
    ],
    [
      'this version',
      { key: 'k', zoneName: 'a.example', baseline: [skipRule], isImported: true },
      { ...noMigration, key: 'k', zoneName: 'a.example', baseline: [skipRule], isImported: true },
    ],
    ['wrong types', { baseline: [], isImported: 1, isHandingOver: 'yes' }, noMigration],
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
  ])('has the same bytes for %j as in earlier versions', (value, text) => {
    expect(canonical(value)).toBe(text);
  });
});
