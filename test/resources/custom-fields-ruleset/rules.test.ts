import type { Rule } from '../../../lib/client';
import {
  describeRules,
  describeUnseen,
  fromRules,
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
const cookies = (...names: string[]) => ({ cookie_fields: names.map((name) => ({ name })) });

describe('the rules of custom fields', () => {
  it('omit kinds without names, because the service refuses empty lists', () => {
    const fields = { request_headers: null, response_headers: [], cookies: ['b', 'a'] };
    expect(toRule(fields, { enabled: false, description: 'words', id: null })).toEqual({
      action: 'log_custom_field',
      expression: 'true',
      description: 'words',
      enabled: false,
      action_parameters: cookies('a', 'b'),
    });
  });

  it('count only if enabled, unless all are disabled', () => {
    const on = rule({ action_parameters: cookies('a', 'b') });
    const off = rule({ action_parameters: cookies('c'), enabled: false });
    expect(fromRules([on, off])).toMatchObject({ cookies: ['a', 'b'], enabled: true });
    expect(fromRules([off])).toMatchObject({ cookies: ['c'], enabled: false });
    expect(fromRules([])).toEqual({ request_headers: [], response_headers: [], cookies: [], enabled: true });
  });

  it('list what an update removes although no attribute shows it', () => {
    const rules = [
      rule({ action_parameters: { ...cookies('a'), raw_response_fields: [{ name: 'etag' }] } }),
      rule({ action_parameters: cookies('b'), enabled: false }),
      rule({ action: 'tomorrow' }),
    ];
    expect(describeUnseen(rules)).toEqual([
      'cookies b in a disabled rule',
      'raw_response_fields etag',
      'a rule "tomorrow"',
    ]);
    expect(describeUnseen([rule({ action_parameters: cookies('a') })])).toEqual([]);
  });

  it('have a description even without names', () => {
    expect(describeRules([rule({}), rule({})])).toBe('2 rules');
    expect(describeRules([rule({ action_parameters: cookies('Sid') })])).toBe('cookies Sid');
  });
});
