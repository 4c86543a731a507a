import { checkCustomFields, customFieldLimits, customFieldLogFields } from '../../lib/logs';

const none = { requestHeaders: [], responseHeaders: [], cookies: [] };
const names = (count: number, prefix: string): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);

describe('checking custom fields', () => {
  it('knows the limits and the log fields of the specification', () => {
    expect(customFieldLimits).toEqual({ names: 40, valueBytes: 8192 });
    expect(customFieldLogFields).toEqual(['Cookies', 'RequestHeaders', 'ResponseHeaders']);
  });

  it.each(['requestHeaders', 'responseHeaders', 'cookies'] as const)('accepts %s alone', (kind) => {
    expect(checkCustomFields({ ...none, [kind]: ['x-trace_1'] })).toEqual([]);
  });

  it('accepts cookies in any case, and one name in several arrays', () => {
    const fields = {
      requestHeaders: ['id'],
      responseHeaders: ['id'],
      cookies: ['id', 'ID', '__Host-Id', 'cart[id]'],
    };
    expect(checkCustomFields(fields)).toEqual([]);
  });

  it('fails without any name', () => {
    expect(checkCustomFields(none)).toMatchObject([{ code: 'custom_fields.none', path: [] }]);
  });

  it('accepts 40 names in total and fails on 41', () => {
    const fields = {
      requestHeaders: names(20, 'a'),
      responseHeaders: names(10, 'b'),
      cookies: names(10, 'c'),
    };
    expect(checkCustomFields(fields)).toEqual([]);
    expect(checkCustomFields({ ...fields, cookies: names(11, 'c') })).toMatchObject([
      {
        code: 'custom_fields.too_many',
        path: [],
        message: '41 custom fields are named; a zone has 40 at most, headers and cookies together. Remove 1.',
      },
    ]);
  });

  it('fails on each wrong name, at its place', () => {
    const faults = checkCustomFields({
      requestHeaders: ['x-a', 'X-B', '', 'x-a'],
      responseHeaders: ['x a', 'x:a', 'é'],
      cookies: ['a=b', 'a;b', 'Session', 'Session'],
    });
    expect(faults.map(({ code, path }) => [code, ...path])).toEqual([
      ['custom_fields.not_lower_case', 'requestHeaders', 1],
      ['custom_fields.empty_name', 'requestHeaders', 2],
      ['custom_fields.duplicate', 'requestHeaders', 3],
      ['custom_fields.not_a_token', 'responseHeaders', 0],
      ['custom_fields.not_a_token', 'responseHeaders', 1],
      ['custom_fields.not_a_token', 'responseHeaders', 2],
      ['custom_fields.not_a_token', 'cookies', 0],
      ['custom_fields.not_a_token', 'cookies', 1],
      ['custom_fields.duplicate', 'cookies', 3],
    ]);
    expect(faults[0]?.message).toBe(
      'The request header "X-B" has capital letters; header names are logged in lower case. Write "x-b".',
    );
  });
});
