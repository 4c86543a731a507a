import type { Rule } from '../../../lib/client';
import {
  describeRules,
  describeSettings,
  findOwnRule,
  fromRule,
  phase,
  toRule,
} from '../../../lib/resources/custom-fields-ruleset/rules';

const rule = (given: Partial<Rule>): Rule => ({
  id: 'a',
  version: '1',
  action: 'log_custom_field',
  expression: 'true',
  description: '',
  ref: 'a',
  enabled: true,
  last_updated: '',
  ...given,
});
const summary = { id: 'r', name: '', description: '', kind: 'zone', phase, version: '1', last_updated: '' };
const none = {
  request_headers: [],
  transformed_request_headers: [],
  response_headers: [],
  raw_response_headers: [],
  cookies: [],
  preserve_duplicates: [],
};
const cookies = (...names: string[]) => ({ cookie_fields: names.map((name) => ({ name })) });

describe('the rules of custom fields', () => {
  it('omit kinds without names, because the service refuses empty lists', () => {
    const fields = { ...none, request_headers: null, cookies: ['b', 'a'] };
    expect(toRule(fields, { enabled: false, description: 'words', id: null })).toEqual({
      action: 'log_custom_field',
      expression: 'true',
      description: 'words',
      enabled: false,
      action_parameters: cookies('a', 'b'),
    });
  });

  it('are read one by one, enabled or not', () => {
    const off = rule({ action_parameters: cookies('c', 'a'), enabled: false });
    expect(fromRule(off)).toEqual({ ...none, cookies: ['a', 'c'], enabled: false });
    expect(fromRule(undefined)).toEqual({ ...none, enabled: true });
  });

  it('are described one by one, with what no attribute shows', () => {
    const rules = [
      rule({ action_parameters: { ...cookies('a'), trailer_fields: [{ name: 'etag' }] } }),
      rule({ action_parameters: cookies('b'), enabled: false }),
      rule({ action: 'tomorrow' }),
      rule({}),
    ];
    expect(describeRules(rules)).toBe(
      'cookies a; trailer_fields etag; cookies b in a disabled rule; a rule "tomorrow"; a rule "log_custom_field"',
    );
  });

  it('differ in each setting of a resource', () => {
    const settings = { ...none, cookies: ['b', 'a'], enabled: false, description: 'mine' };
    expect(describeSettings(settings)).toEqual([
      'cookies a, b',
      'no request headers',
      'no transformed request headers',
      'no response headers',
      'no raw response headers',
      'disabled',
      'description "mine"',
    ]);
  });

  it('preserve the duplicates of response headers, raw and transformed', () => {
    const fields = {
      ...none,
      transformed_request_headers: ['host'],
      response_headers: ['vary', 'etag'],
      raw_response_headers: ['set-cookie'],
      preserve_duplicates: ['set-cookie', 'vary'],
    };
    const written = toRule(fields, { enabled: true, description: '', id: null });
    expect(written.action_parameters).toEqual({
      transformed_request_fields: [{ name: 'host' }],
      response_fields: [{ name: 'etag' }, { name: 'vary', preserve_duplicates: true }],
      raw_response_fields: [{ name: 'set-cookie', preserve_duplicates: true }],
    });
    const stored = rule({ action_parameters: written.action_parameters ?? {} });
    expect(fromRule(stored)).toEqual({ ...fields, response_headers: ['etag', 'vary'], enabled: true });
    expect(describeRules([stored])).toBe(
      'transformed request headers host; response headers etag, vary (duplicates preserved); ' +
        'raw response headers set-cookie (duplicates preserved)',
    );
  });
});

describe('the rule of a resource', () => {
  const ruleset = (...rules: Rule[]) => ({ ...summary, rules });
  const [ours, theirs, third] = ['ours', 'theirs', 'third'].map((id) =>
    rule({ id, action_parameters: cookies(id) }),
  ) as [Rule, Rule, Rule];
  const find = (rules: readonly Rule[], known: { ruleId?: string; others?: string[]; cookies?: string[] }) =>
    findOwnRule(ruleset(...rules), {
      ruleId: known.ruleId,
      others: known.others ?? [],
      fields: { ...none, cookies: known.cookies ?? [] },
    }).own?.id;

  it('is the one with its ID', () => {
    expect(find([theirs, ours], { ruleId: 'ours', cookies: ['theirs'] })).toBe('ours');
  });

  it('is the one with its fields, or else the only one, while its ID is not known; without fields the first one', () => {
    expect(find([theirs, ours], { cookies: ['ours'] })).toBe('ours');
    expect(find([theirs], { cookies: ['ours'] })).toBe('theirs');
    expect(find([theirs, third], { cookies: ['ours'] })).toBeUndefined();
    expect(find([rule({ action: 'tomorrow' }), theirs, ours], {})).toBe('theirs');
    expect(find([], {})).toBeUndefined();
  });

  it('is the only rule if its ID is gone, unless that one belongs to others', () => {
    expect(find([third], { ruleId: 'ours', others: ['theirs'] })).toBe('third');
    expect(find([theirs, third], { ruleId: 'ours' })).toBeUndefined();
    expect(find([theirs], { ruleId: 'ours', others: ['theirs'] })).toBeUndefined();
    expect(find([], { ruleId: 'ours' })).toBeUndefined();
  });
});
