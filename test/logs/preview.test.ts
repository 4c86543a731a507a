import { deliveryOf, linePreviewer, parseFilter, readSampleLine, whyDropped } from '../../lib/logs';
import { parseExactly } from '../../lib/logs/preview/json';
import { datasetOf } from './dataset-of';

const dataset = datasetOf('http_requests');

describe('a sample line', () => {
  it('keeps all digits of integers beyond 2^53, and otherwise reads as JSON.parse', () => {
    expect(
      parseExactly('{"a":1767323045123456789,"b":[-12345678901234567890],"c":"1767323045123456789"}'),
    ).toEqual({ a: 1767323045123456789n, b: [-12345678901234567890n], c: '1767323045123456789' });
    expect(
      parseExactly('{"a":0.12345678901234567890,"b":12345678901234567890e2,"c":"\\"1767323045123456789"}'),
    ).toEqual({
      a: Number('0.12345678901234567890'),
      b: Number('12345678901234567890e2'),
      c: '"1767323045123456789',
    });
    expect(
      parseExactly('{"a":1767323045123456789,"b":"\\u00011767323045123456789","c":[{"d":null}]}'),
    ).toEqual({ a: 1767323045123456789n, b: '\u00011767323045123456789', c: [{ d: null }] });
    expect(parseExactly('9007199254740991')).toBe(9007199254740991);
    expect(
      parseExactly(
        String.raw`["\u0001\u00011767323045123456789","\u0001","\\",1767323045123456789,"\"",1e999]`,
      ),
    ).toEqual(['\u0001\u00011767323045123456789', '\u0001', '\\', 1767323045123456789n, '"', Infinity]);
  });

  it('keeps them beside a string that looks like them, and refuses them as keys', () => {
    const big = '1767323045123456789';
    expect(parseExactly(`{"a" : ${big} ,"b":"x: ${big}, [-${big}]","c":[ -${big}\t]}`)).toEqual({
      a: 1767323045123456789n,
      b: `x: ${big}, [-${big}]`,
      c: [-1767323045123456789n],
    });
    expect(parseExactly(`"[${big}]"`)).toBe(`[${big}]`);
    for (const text of [
      `{${big}:1}`,
      `{${big} :1}`,
      `[0${big}]`,
      `["\\:${big},"]`,
      `[${big} 1]`,
      `[--${big}]`,
    ])
      expect(() => parseExactly(text)).toThrow(SyntaxError);
  });

  it('keeps them beside a string of megabytes', () => {
    const long = 'x'.repeat(9_000_000);
    expect(parseExactly(`{"a":${JSON.stringify(long)},"b":1767323045123456789}`)).toEqual({
      a: long,
      b: 1767323045123456789n,
    });
  });

  it('can be a record, whose headers and cookies become those of the exchange', () => {
    const text =
      '{"RayID":"a","RequestHeaders":{"x-id":"1"},"Cookies":{"Sid":"s"},"ResponseHeaders":{"server":"o","n":1}}';
    expect(readSampleLine(text)).toMatchObject({
      kind: 'record',
      exchange: {
        fields: { RayID: 'a' },
        request: {
          headers: [
            ['x-id', '1'],
            ['cookie', 'Sid=s'],
          ],
        },
        response: { headers: [['server', 'o']] },
      },
    });
  });

  it('can be an exchange of the emulator', () => {
    expect(readSampleLine('{"request":{"headers":[["A","b"]]},"fields":{"RayID":"a"},"waf":{}}')).toEqual({
      kind: 'record',
      exchange: { request: { headers: [['A', 'b']] }, response: {}, fields: { RayID: 'a' } },
    });
  });

  it.each([
    ['', 'empty'],
    [' \t\r', 'empty'],
    ['\ufeff', 'empty'],
    ['oops', /^is not JSON: .* \(column 1\)$/],
    ['{"a":01}', /^is not JSON/],
    ['[]', 'is JSON, but not an object'],
    ['null', 'is JSON, but not an object'],
    ['{"fields":[]}', 'has fields that are not an object'],
    ['{"request":{"headers":[["a"]]}}', /^has a request that is not/],
    [`{"a":${'['.repeat(101)}${']'.repeat(101)}}`, 'is nested more than 100 levels deep'],
  ])('is refused as a record: %j', (text, reason) => {
    const line = readSampleLine(text);
    if (reason === 'empty') expect(line).toEqual({ kind: 'empty' });
    else
      expect(line).toEqual({
        kind: 'bad',
        reason: typeof reason === 'string' ? reason : (expect.stringMatching(reason) as string),
      });
  });
});

describe('why a line is dropped', () => {
  const { filter } = parseFilter(
    JSON.stringify({
      where: {
        and: [
          { key: 'BotScore', operator: 'lt', value: '30' },
          {
            or: [
              { key: 'ClientCountry', operator: 'eq', value: 'de' },
              {
                and: [
                  { key: 'ClientCountry', operator: 'eq', value: 'at' },
                  { key: 'RayID', operator: 'eq', value: 'a' },
                ],
              },
            ],
          },
        ],
      },
    }),
  );
  const why = (record: Readonly<Record<string, unknown>>) =>
    (filter === undefined ? [] : whyDropped(filter, record, dataset)).map(({ path, value }) => [
      path.join('.'),
      value,
    ]);

  it('is the first condition of "and" and all of "or" that are not met', () => {
    expect(why({ BotScore: 40, ClientCountry: 'us' })).toEqual([['where.and.0', 40]]);
    expect(why({ BotScore: 2, ClientCountry: 'us' })).toEqual([
      ['where.and.1.or.0', 'us'],
      ['where.and.1.or.1.and.0', 'us'],
    ]);
    expect(why({ BotScore: 2, ClientCountry: 'at' })).toEqual([
      ['where.and.1.or.0', 'at'],
      ['where.and.1.or.1.and.1', undefined],
    ]);
  });

  it('is undefined for a delivered line', () => {
    expect(why({ BotScore: 2, ClientCountry: 'de' })).toEqual([]);
  });
});

describe('the preview of a line', () => {
  it('is the delivered record, or the reason why it is dropped', () => {
    const { filter } = parseFilter('{"where":{"and":[{"key":"BotScore","operator":"lt","value":"30"}]}}');
    const delivery = deliveryOf(
      { logpull_options: 'fields=RayID,EdgeStartTimestamp', output_options: null },
      dataset,
    );
    const preview = linePreviewer({ dataset, filter, delivery, customFields: undefined });
    expect(preview('{"BotScore":2,"RayID":"a","EdgeStartTimestamp":1767323045123456789}')).toEqual({
      outcome: 'delivered',
      record: '{"RayID":"a","EdgeStartTimestamp":1767323045123456789}\n',
    });
    expect(preview('{"BotScore":40}')).toMatchObject({ outcome: 'dropped', unmet: [{ value: 40 }] });
    expect(preview('{"BotScore":2,"EdgeStartTimestamp":"soon"}')).toMatchObject({
      outcome: 'bad',
      reason: expect.stringContaining('has an invalid value') as string,
    });
    expect(preview('oops')).toMatchObject({ outcome: 'bad' });
    expect(preview(' ')).toEqual({ outcome: 'empty' });
  });
});
