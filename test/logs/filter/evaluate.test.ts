import { matchesFilter, parseFilter, type Leaf, type Operator } from '../../../lib/logs';
import { datasetOf, httpRequests } from '../dataset-of';

const matches = (
  key: string,
  operator: Operator,
  value: Leaf['value'],
  record: Record<string, unknown>,
): boolean => matchesFilter({ where: { and: [{ key, operator, value }] } }, record, httpRequests);

const fields = {
  string: 'ClientRequestPath',
  int: 'EdgeResponseStatus',
  bool: 'CacheReserveUsed',
  strings: 'BotTags',
  ints: 'BotDetectionIDs',
} as const;

type Row = readonly [
  type: keyof typeof fields,
  found: unknown,
  operator: Operator,
  value: Leaf['value'],
  passes: boolean,
];

const rows: readonly Row[] = [
  ['string', '/login', 'eq', '/login', true],
  ['string', '/login', 'eq', '/Login', false],
  ['string', '/login', '!eq', '/login', false],
  ['string', '/login', '!eq', '/', true],
  ['string', '/login', 'startsWith', '/log', true],
  ['string', '/login', 'startsWith', 'log', false],
  ['string', '/login', '!startsWith', '/log', false],
  ['string', '/login', '!startsWith', 'log', true],
  ['string', '/login', 'endsWith', 'in', true],
  ['string', '/login', 'endsWith', 'log', false],
  ['string', '/login', '!endsWith', 'in', false],
  ['string', '/login', '!endsWith', 'log', true],
  ['string', '/login', 'contains', 'ogi', true],
  ['string', '/login', 'contains', 'OGI', false],
  ['string', '/login', '!contains', 'ogi', false],
  ['string', '/login', '!contains', 'x', true],
  ['string', '/login', 'in', ['/', '/login'], true],
  ['string', '/login', 'in', ['/'], false],
  ['string', '/login', '!in', ['/', '/login'], false],
  ['string', '/login', '!in', ['/'], true],
  ['string', '', 'eq', '', true],
  ['int', 200, 'eq', '200', true],
  ['int', 200, 'eq', '201', false],
  ['int', 200, '!eq', '200', false],
  ['int', 200, '!eq', '201', true],
  ['int', 9, 'lt', '10', true],
  ['int', 10, 'lt', '10', false],
  ['int', 10, 'leq', '10', true],
  ['int', 11, 'leq', '10', false],
  ['int', 10, 'gt', '9', true],
  ['int', 10, 'gt', '10', false],
  ['int', 10, 'geq', '10', true],
  ['int', 9, 'geq', '10', false],
  ['int', 200, 'in', [200, 204], true],
  ['int', 201, 'in', [200, 204], false],
  ['int', 200, '!in', [200, 204], false],
  ['int', 201, '!in', [200, 204], true],
  ['int', 9007199254740993n, 'eq', '9007199254740993', true],
  ['int', 9007199254740993n, 'eq', '9007199254740992', false],
  ['int', '18446744073709551615', 'gt', '18446744073709551614', true],
  ['int', 18446744073709551615n, 'in', [18446744073709551615n], true],
  ['int', 1.5, 'gt', '1', false],
  ['int', 0, 'eq', '0', true],
  ['bool', true, 'eq', 'true', true],
  ['bool', true, 'eq', 'false', false],
  ['bool', false, '!eq', 'true', true],
  ['bool', false, '!eq', 'false', false],
  ['strings', ['api', 'bot'], 'contains', 'api', true],
  ['strings', ['api', 'bot'], 'contains', 'ap', false],
  ['strings', ['api', 'bot'], '!contains', 'api', false],
  ['strings', [], '!contains', 'api', true],
  ['ints', [7, 8], 'contains', '8', true],
  ['ints', [7, 8], 'contains', '9', false],
  ['ints', [7, 8], '!contains', '8', false],
  ['ints', [7, 8], '!contains', '9', true],
];

const absent: readonly (readonly [Operator, Leaf['value']])[] = [
  ['eq', '0'],
  ['lt', '1'],
  ['leq', '1'],
  ['gt', '1'],
  ['geq', '0'],
  ['startsWith', ''],
  ['endsWith', ''],
  ['contains', ''],
  ['in', [0]],
];

describe('matching a record', () => {
  it.each(rows)('evaluates a %s of %j %s %j to %s', (type, found, operator, value, passes) => {
    expect(matches(fields[type], operator, value, { [fields[type]]: found })).toBe(passes);
  });

  it.each(absent)('fails an absent or null field for %s', (operator, value) => {
    for (const key of Object.values(fields)) {
      expect(matches(key, operator, value, {})).toBe(false);
      expect(matches(key, operator, value, { [key]: null })).toBe(false);
    }
  });

  it.each(['!eq', '!startsWith', '!endsWith', '!contains', '!in'] as const)(
    'passes an absent or null field for %s',
    (operator) => {
      const value = operator === '!in' ? ['a'] : 'a';
      for (const key of Object.values(fields)) {
        expect(matches(key, operator, value, {})).toBe(true);
        expect(matches(key, operator, value, { [key]: null })).toBe(true);
      }
    },
  );

  it('fails a value that is not of its type', () => {
    expect(matches('ClientRequestPath', 'eq', '1', { ClientRequestPath: 1 })).toBe(false);
    expect(matches('CacheReserveUsed', 'eq', 'true', { CacheReserveUsed: 'true' })).toBe(false);
    expect(matches('BotTags', 'contains', 'api', { BotTags: 'api' })).toBe(false);
    expect(matches('RequestHeaders', 'eq', 'x', { RequestHeaders: 'x' })).toBe(false);
    expect(matches('constructor', 'contains', 'Object', {})).toBe(false);
  });

  it('joins conditions with and, or, and both in each other', () => {
    const text = `{"where":{"and":[
      {"key":"ClientRequestPath","operator":"startsWith","value":"/api"},
      {"or":[{"key":"EdgeResponseStatus","operator":"geq","value":"500"},{"key":"ClientCountry","operator":"in","value":["de","at"]}]}
    ]}}`;
    const { filter } = parseFilter(text);
    const passes = (
      ClientRequestPath: string,
      EdgeResponseStatus: number,
      ClientCountry: string,
    ): boolean | undefined =>
      filter && matchesFilter(filter, { ClientRequestPath, EdgeResponseStatus, ClientCountry }, httpRequests);
    expect(passes('/api/a', 503, 'fr')).toBe(true);
    expect(passes('/api/a', 200, 'at')).toBe(true);
    expect(passes('/api/a', 200, 'fr')).toBe(false);
    expect(passes('/', 503, 'de')).toBe(false);
  });

  it('compares by the types of the dataset', () => {
    const filter = {
      where: { and: [{ key: 'TemporaryAccessDuration', operator: 'gt', value: '9' }] },
    } as const;
    expect(matchesFilter(filter, { TemporaryAccessDuration: 10 }, datasetOf('access_requests'))).toBe(true);
    expect(matchesFilter(filter, { TemporaryAccessDuration: 10 }, httpRequests)).toBe(false);
  });
});
