import {
  checkCustomFields,
  currentCustomFieldLimits,
  customFieldLimits,
  customFieldLogFields,
  type CustomFields,
} from '../../lib/logs';

const none = { requestHeaders: [], responseHeaders: [], cookies: [] };
const names = (count: number, prefix: string): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);

describe('checking custom fields', () => {
  it('knows the limits and the log fields of the specification', () => {
    expect(customFieldLimits).toEqual({ names: 40, valueBytes: 8192 });
    expect(customFieldLogFields).toEqual(['Cookies', 'RequestHeaders', 'ResponseHeaders']);
    expect(currentCustomFieldLimits).toEqual({ namesPerKind: 100 });
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
      requestHeaders: ['x-a', 'X-A', '', 'x-a'],
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
      'The request header "X-A" has capital letters; header names are logged in lower case. Write "x-a".',
    );
  });
});

describe('checking custom fields with the current limits', () => {
  const current: CustomFields = { ...none, limits: 'current' };
  const codes = (fields: CustomFields) => checkCustomFields(fields).map(({ code, path }) => [code, ...path]);

  it('accepts 100 names of each kind, one name on both sides and preserved duplicates of both kinds', () => {
    const all = names(100, 'a');
    expect(
      codes({
        ...current,
        requestHeaders: all,
        transformedRequestHeaders: names(100, 'b'),
        responseHeaders: all,
        rawResponseHeaders: names(100, 'b'),
        cookies: all,
        preserveDuplicates: ['a1', 'b1'],
      }),
    ).toEqual([]);
    expect(codes({ ...current, rawResponseHeaders: ['etag'] })).toEqual([]);
  });

  it.each(
    Object.entries<[Partial<CustomFields>, readonly (string | number)[], RegExp]>({
      'on 101 names of a kind': [
        { rawResponseHeaders: names(101, 'a') },
        ['custom_fields.too_many', 'rawResponseHeaders'],
        /^101 raw response headers are named; a zone has 100 of a kind at most\. Remove 1\.$/,
      ],
      'on the request header Range': [
        { transformedRequestHeaders: ['a', 'range'] },
        ['custom_fields.unsupported_header', 'transformedRequestHeaders', 1],
        /does not support the request header "range"/,
      ],
      'on a header that is raw and transformed': [
        { requestHeaders: ['a', 'b'], transformedRequestHeaders: ['c', 'b'] },
        ['custom_fields.raw_and_transformed', 'transformedRequestHeaders', 1],
        /^The request header "b" is named as raw and as transformed; the service logs one of them\. Name it once\.$/,
      ],
      'on duplicates of a header that is not named': [
        { requestHeaders: ['a'], preserveDuplicates: ['a'] },
        ['custom_fields.not_listed', 'preserveDuplicates', 0],
        /"a" are to be preserved, but it is no response header/,
      ],
      'on a header in capitals': [
        { rawResponseHeaders: ['ETag'] },
        ['custom_fields.not_lower_case', 'rawResponseHeaders', 0],
        /^The raw response header "ETag" has capital letters/,
      ],
      'without any name': [{ preserveDuplicates: [] }, ['custom_fields.none'], /^No custom field is named/],
    }),
  )('fails %s', (_name, [fields, place, message]) => {
    const faults = checkCustomFields({ ...current, ...fields });
    expect(faults.map(({ code, path }) => [code, ...path])).toEqual([place]);
    expect(faults[0]?.message).toMatch(message);
  });

  it('fails on what only they allow, with the other limits, and says what to set', () => {
    const newer = {
      ...none,
      responseHeaders: ['a'],
      rawResponseHeaders: ['b'],
      transformedRequestHeaders: ['c'],
      preserveDuplicates: ['a'],
    };
    for (const fields of [newer, { ...newer, limits: 'specification' as const }])
      expect(codes(fields)).toEqual([
        ['custom_fields.needs_current_limits', 'transformedRequestHeaders'],
        ['custom_fields.needs_current_limits', 'rawResponseHeaders'],
        ['custom_fields.needs_current_limits', 'preserveDuplicates'],
      ]);
    expect(checkCustomFields(newer)[1]?.message).toBe(
      'A raw response header needs the current limits of the service: set `customFieldLimits: CustomFieldLimits.CURRENT` of EdgeProvider (`custom_field_limits = "current"` in HCL), or remove it.',
    );
  });
});
