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

  it('count only if enabled, unless all are disabled', () => {
    const on = rule({ action_parameters: cookies('a', 'b') });
    const off = rule({ action_parameters: cookies('c'), enabled: false });
    expect(fromRules([on, off])).toMatchObject({ cookies: ['a', 'b'], enabled: true });
    expect(fromRules([off])).toMatchObject({ cookies: ['c'], enabled: false });
    expect(fromRules([])).toEqual({ ...none, enabled: true });
  });

  it('list what an update removes although no attribute shows it', () => {
    const rules = [
      rule({ action_parameters: { ...cookies('a'), kept_fields: [{ name: 'etag' }] } }),
      rule({ action_parameters: { ...cookies('a'), trailer_fields: [{ name: 'etag' }] } }),
      rule({ action_parameters: cookies('b'), enabled: false }),
      rule({ action: 'tomorrow' }),
    ];
    expect(describeUnseen(rules)).toEqual([
      'cookies b in a disabled rule',
      'trailer_fields etag',
      'a rule "tomorrow"',
    ]);
    expect(describeUnseen([rule({ action_parameters: cookies('a') })])).toEqual([]);
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
    expect(fromRules([stored])).toEqual({ ...fields, response_headers: ['etag', 'vary'], enabled: true });
    expect(describeRules([stored])).toBe(
      'transformed request headers host; response headers etag, vary (duplicates preserved); ' +
        'raw response headers set-cookie (duplicates preserved)',
    );
    expect(describeUnseen([stored])).toEqual([]);
  });

  it('have a description even without names', () => {
    expect(describeRules([rule({}), rule({})])).toBe('2 rules');
    expect(describeRules([rule({ action_parameters: cookies('Sid') })])).toBe('cookies Sid');
  });
});
