import { projectLine, type CustomFields, type Exchange, type LineTimestampFormat } from '../../lib/logs';
import { datasetOf, httpRequests } from './dataset-of';

const custom = (fields: Partial<CustomFields>): CustomFields => ({
  requestHeaders: [],
  responseHeaders: [],
  cookies: [],
  ...fields,
});
const three = ['Cookies', 'RequestHeaders', 'ResponseHeaders'];

function line(exchange: Exchange, fields: readonly string[], customFields?: CustomFields): unknown {
  return JSON.parse(projectLine(exchange, { fields, timestamps: 'unixnano' }, customFields, httpRequests));
}

function stamp(value: unknown, timestamps: LineTimestampFormat): string {
  const fields = { EdgeStartTimestamp: value };
  return projectLine({ fields }, { fields: ['EdgeStartTimestamp'], timestamps }, undefined, httpRequests);
}

describe('a delivered line', () => {
  it('has the listed fields only, in their order, on one line', () => {
    const fields = {
      RayID: 'a\n"b',
      ClientIP: '192.0.2.1',
      BotScore: 7,
      BotTags: ['x'],
      WorkerSubrequest: true,
    };
    const job = {
      fields: ['BotTags', 'RayID', 'WorkerSubrequest', 'BotScore', 'RayID'],
      timestamps: 'unix',
    } as const;
    expect(projectLine({ fields }, job, undefined, httpRequests)).toBe(
      '{"BotTags":["x"],"RayID":"a\\n\\"b","WorkerSubrequest":true,"BotScore":7}',
    );
  });

  it('has the zero value of its type for a field that the exchange lacks', () => {
    const fields = [
      'RayID',
      'BotScore',
      'EdgeResponseCompressionRatio',
      'CacheReserveUsed',
      'BotTags',
      'JA4Signals',
    ];
    const job = { fields: [...fields, 'EdgeEndTimestamp', 'NotKnown'], timestamps: 'unixnano' } as const;
    expect(projectLine({ fields: { RayID: null } }, job, undefined, httpRequests)).toBe(
      '{"RayID":"","BotScore":0,"EdgeResponseCompressionRatio":0,"CacheReserveUsed":false,"BotTags":[],"JA4Signals":{},"EdgeEndTimestamp":0}',
    );
  });

  it('delivers a field that only the exchange knows', () => {
    expect(line({ fields: { Tomorrow: { a: [1, null, undefined] } } }, ['Tomorrow'])).toEqual({
      Tomorrow: { a: [1, null, null] },
    });
  });
});

describe('a timestamp in a line', () => {
  const exact = '2024-05-01T12:00:00.123456789Z';

  it.each([
    ['unixnano', '1714564800123456789'],
    ['unix', '1714564800'],
    ['rfc3339', '"2024-05-01T12:00:00Z"'],
    ['rfc3339ms', '"2024-05-01T12:00:00.123Z"'],
    ['rfc3339ns', '"2024-05-01T12:00:00.123456789Z"'],
  ] as const)('is written as %s with full precision', (format, written) => {
    expect(stamp(exact, format)).toBe(`{"EdgeStartTimestamp":${written}}`);
  });

  it('before 1970 rounds seconds down', () => {
    expect(stamp('1969-12-31T23:59:58.25Z', 'unix')).toBe('{"EdgeStartTimestamp":-2}');
    expect(stamp('1969-12-31T23:59:58.25Z', 'rfc3339ms')).toBe(
      '{"EdgeStartTimestamp":"1969-12-31T23:59:58.250Z"}',
    );
  });

  it.each([
    ['unixnano', '0'],
    ['unix', '0'],
    ['rfc3339', '""'],
    ['rfc3339ms', '""'],
    ['rfc3339ns', '""'],
  ] as const)('that is absent fits the format %s', (format, written) => {
    expect(stamp(undefined, format)).toBe(`{"EdgeStartTimestamp":${written}}`);
  });

  it('fails where it is not a point in time', () => {
    expect(() => stamp('yesterday', 'rfc3339')).toThrow(/EdgeStartTimestamp is .* not a point in time/);
  });
});

describe('custom fields in a line', () => {
  const exchange: Exchange = {
    request: {
      headers: Object.entries({
        'X-Trace': 'first',
        'x-trace': 'second',
        COOKIE: 'Session=a=b; theme=dark',
        cookie: 'Session=late;lang=de; flag',
      }),
      transformedHeaders: Object.entries({ 'x-trace': 'changed', 'x-added': 'later' }),
    },
    response: {
      headers: Object.entries({ 'Set-Cookie': 'one', 'set-cookie': 'two' }),
      transformedHeaders: Object.entries({ 'x-added': 'later' }),
    },
    fields: { Cookies: { not: 'this' }, RequestHeaders: { not: 'this' } },
  };

  it('are the configured names of the exchange, the first value of each', () => {
    const configured = custom({
      requestHeaders: ['x-trace', 'x-added', 'missing'],
      responseHeaders: ['set-cookie', 'x-added'],
      cookies: ['lang', 'Session', 'session', 'flag'],
    });
    expect(line(exchange, three, configured)).toEqual({
      Cookies: { lang: 'de', Session: 'a=b' },
      RequestHeaders: { 'x-trace': 'first' },
      ResponseHeaders: { 'set-cookie': 'one' },
    });
  });

  it('are empty objects without configured names or without an exchange', () => {
    const empty = { Cookies: {}, RequestHeaders: {}, ResponseHeaders: {} };
    expect(line(exchange, three)).toEqual(empty);
    expect(line({}, three, custom({ requestHeaders: ['a'], cookies: ['b'] }))).toEqual(empty);
  });

  it('are only written where they are listed', () => {
    expect(line(exchange, ['RayID'], custom({ requestHeaders: ['x-trace'] }))).toEqual({ RayID: '' });
  });

  it('can have names such as __proto__', () => {
    const request: Exchange['request'] = {
      headers: Object.entries({ cookie: '__proto__=a; constructor=b' }),
    };
    const job = { fields: ['Cookies'], timestamps: 'unix' } as const;
    expect(
      projectLine({ request }, job, custom({ cookies: ['__proto__', 'constructor'] }), httpRequests),
    ).toBe('{"Cookies":{"__proto__":"a","constructor":"b"}}');
  });

  it('are not added in other datasets', () => {
    const job = { fields: ['Cookies', 'RayID'], timestamps: 'unix' } as const;
    expect(projectLine(exchange, job, custom({ cookies: ['lang'] }), datasetOf('dns_logs'))).toBe(
      '{"Cookies":{"not":"this"}}',
    );
  });
});

describe('custom fields with the current limits', () => {
  const current = (fields: Partial<CustomFields>) => custom({ limits: 'current', ...fields });
  const exchange: Exchange = {
    request: {
      headers: Object.entries({ 'X-Raw': 'sent', 'X-Both': 'sent', cookie: 'a=sent' }),
      transformedHeaders: Object.entries({ 'x-both': 'changed', 'X-Added': 'added', cookie: 'a=changed' }),
    },
    response: {
      headers: Object.entries({
        'Set-Cookie': 'a=1',
        Server: 'origin',
        'set-cookie': 'b=2',
        Vary: 'one',
        vary: 'two',
      }),
      transformedHeaders: Object.entries({ 'set-cookie': 'a=1', server: 'edge', 'SET-COOKIE': 'c=3' }),
    },
  };

  it('log request headers raw and response headers transformed, unless the other kind names them', () => {
    const configured = current({
      requestHeaders: ['x-raw', 'x-added'],
      transformedRequestHeaders: ['x-both'],
      responseHeaders: ['server', 'vary'],
      rawResponseHeaders: ['set-cookie'],
      cookies: ['a'],
    });
    expect(line(exchange, three, configured)).toEqual({
      Cookies: { a: 'sent' },
      RequestHeaders: { 'x-raw': 'sent', 'x-both': 'changed' },
      ResponseHeaders: { server: 'edge', 'set-cookie': 'a=1' },
    });
  });

  it('take headers for both kinds where no transform rule changed them', () => {
    const configured = current({ transformedRequestHeaders: ['x-both'], responseHeaders: ['server'] });
    const unchanged = {
      request: { headers: exchange.request?.headers ?? [] },
      response: { headers: exchange.response?.headers ?? [] },
    };
    expect(line(unchanged, three, configured)).toEqual({
      Cookies: {},
      RequestHeaders: { 'x-both': 'sent' },
      ResponseHeaders: { server: 'origin' },
    });
  });

  it('have an array of all instances where duplicates are preserved', () => {
    const configured = current({
      responseHeaders: ['set-cookie', 'server', 'etag'],
      rawResponseHeaders: ['vary'],
      preserveDuplicates: ['set-cookie', 'vary', 'etag'],
    });
    expect(line(exchange, ['ResponseHeaders'], configured)).toEqual({
      ResponseHeaders: { 'set-cookie': ['a=1', 'c=3'], server: 'edge', vary: ['one', 'two'] },
    });
    const once = { response: { headers: Object.entries({ 'Set-Cookie': 'only' }) } } as const;
    expect(line(once, ['ResponseHeaders'], configured)).toEqual({
      ResponseHeaders: { 'set-cookie': ['only'] },
    });
  });

  it('are not cut', () => {
    const long = 'x'.repeat(10_000);
    const request = { headers: [['a', long]] } as const;
    expect(line({ request }, ['RequestHeaders'], current({ requestHeaders: ['a'] }))).toEqual({
      RequestHeaders: { a: long },
    });
  });

  it('have no effect without them', () => {
    const configured = custom({
      requestHeaders: ['x-raw'],
      transformedRequestHeaders: ['x-both'],
      responseHeaders: ['set-cookie', 'server'],
      rawResponseHeaders: ['vary'],
      preserveDuplicates: ['set-cookie'],
    });
    expect(line(exchange, three, configured)).toEqual({
      Cookies: {},
      RequestHeaders: { 'x-raw': 'sent' },
      ResponseHeaders: { 'set-cookie': 'a=1', server: 'origin' },
    });
  });
});

describe('the 8 KB of custom fields', () => {
  const all = custom({ requestHeaders: ['a', 'b'], responseHeaders: ['r', 's'], cookies: ['c'] });
  const sized = (a: string, c: string, r: string): Exchange => ({
    request: {
      headers: Object.entries({ a, cookie: `c=${c}` }),
    },
    response: { headers: Object.entries({ r, s: 'z' }) },
  });
  const x = (length: number): string => 'x'.repeat(length);

  it('keep values of 8192 bytes in total', () => {
    expect(line(sized(x(4000), x(4000), x(191)), three, all)).toEqual({
      RequestHeaders: { a: x(4000) },
      Cookies: { c: x(4000) },
      ResponseHeaders: { r: x(191), s: 'z' },
    });
  });

  it('are used up by request headers, then cookies, then response headers, whatever the order of the fields', () => {
    const cut = {
      RequestHeaders: { a: x(4000) },
      Cookies: { c: x(4000) },
      ResponseHeaders: { r: x(192), s: '' },
    };
    expect(line(sized(x(4000), x(4000), x(500)), three, all)).toEqual(cut);
    expect(line(sized(x(4000), x(4000), x(500)), [...three].reverse(), all)).toEqual(cut);
    expect(line(sized(x(9000), 'c', 'r'), three, all)).toEqual({
      RequestHeaders: { a: x(8192) },
      Cookies: { c: '' },
      ResponseHeaders: { r: '', s: '' },
    });
  });

  it.each([
    ['é', 2],
    ['語', 3],
    ['😀', 4],
  ])('are cut between characters such as %s, and nothing follows the cut', (character, width) => {
    const fits = Math.floor(8191 / width);
    expect(line(sized(`x${character.repeat(5000)}`, 'c', 'r'), three, all)).toEqual({
      RequestHeaders: { a: `x${character.repeat(fits)}` },
      Cookies: { c: '' },
      ResponseHeaders: { r: '', s: '' },
    });
  });

  it('are counted over what the line delivers', () => {
    expect(line(sized(x(8192), 'c', 'r'), ['Cookies'], all)).toEqual({ Cookies: { c: 'c' } });
  });
});
