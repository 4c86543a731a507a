import { checkFilter, checkFilterText } from '../../../lib/logs';
import { datasetOf, httpRequests } from '../dataset-of';
import { nestedFilter, parsed } from './strict-count';

const text = (key: string, operator: string, value: string): string =>
  `{"where":{"and":[{"key":"${key}","operator":"${operator}","value":${value}}]}}`;
const codes = (filter: string): string[] => checkFilterText(filter, httpRequests).map((fault) => fault.code);
const message = (filter: string): string | undefined => checkFilterText(filter, httpRequests)[0]?.message;

describe('checking the values of a filter', () => {
  it.each([
    ['EdgeResponseStatus', 'eq', '"0"'],
    ['EdgeResponseStatus', 'lt', '"18446744073709551615"'],
    ['EdgeResponseStatus', 'in', '[0,200,18446744073709551615]'],
    ['ClientCountry', 'eq', '""'],
    ['ClientCountry', 'in', '["","de"]'],
    ['CacheReserveUsed', '!eq', '"false"'],
    ['BotDetectionIDs', 'contains', '"33554817"'],
  ])('accepts %s %s %s', (key, operator, value) => {
    expect(codes(text(key, operator, value))).toEqual([]);
  });

  it.each([
    ['EdgeResponseStatus', 'eq', '200', 'filter.scalar_not_string'],
    ['CacheReserveUsed', 'eq', 'true', 'filter.scalar_not_string'],
    ['ClientCountry', 'eq', '1', 'filter.scalar_not_string'],
    ['EdgeResponseStatus', 'eq', '["200"]', 'filter.not_scalar'],
    ['EdgeResponseStatus', 'eq', '"-1"', 'filter.not_int'],
    ['EdgeResponseStatus', 'eq', '"+1"', 'filter.not_int'],
    ['EdgeResponseStatus', 'eq', '" 1"', 'filter.not_int'],
    ['EdgeResponseStatus', 'eq', '"1.0"', 'filter.not_int'],
    ['EdgeResponseStatus', 'eq', '"1e3"', 'filter.not_int'],
    ['EdgeResponseStatus', 'eq', '"0x10"', 'filter.not_int'],
    ['EdgeResponseStatus', 'eq', '"007"', 'filter.not_int'],
    ['EdgeResponseStatus', 'eq', '""', 'filter.not_int'],
    ['EdgeResponseStatus', 'eq', '"18446744073709551616"', 'filter.not_int'],
    ['EdgeResponseStatus', 'eq', '"99999999999999999999999"', 'filter.not_int'],
    ['BotDetectionIDs', 'contains', '"x"', 'filter.not_int'],
    ['CacheReserveUsed', 'eq', '"True"', 'filter.not_bool'],
    ['CacheReserveUsed', 'eq', '"1"', 'filter.not_bool'],
    ['EdgeResponseStatus', 'in', '"200,201"', 'filter.not_array'],
    ['EdgeResponseStatus', 'in', '200', 'filter.not_array'],
    ['EdgeResponseStatus', 'in', '[]', 'filter.set_empty'],
    ['EdgeResponseStatus', 'in', '["200"]', 'filter.set_kind'],
    ['EdgeResponseStatus', 'in', '[-1]', 'filter.set_kind'],
    ['EdgeResponseStatus', 'in', '[1.5]', 'filter.set_kind'],
    ['EdgeResponseStatus', 'in', '[true]', 'filter.set_kind'],
    ['EdgeResponseStatus', 'in', '[18446744073709551616]', 'filter.set_kind'],
    ['ClientCountry', '!in', '[1]', 'filter.set_kind'],
  ])('fails on %s %s %s', (key, operator, value, code) => {
    expect(codes(text(key, operator, value))).toEqual([code]);
  });

  it('shows the correct value', () => {
    expect(message(text('EdgeResponseStatus', 'geq', '500'))).toBe(
      'The value of "EdgeResponseStatus" is the number 500; "geq" takes its scalar as a string. Write "500".',
    );
    expect(message(text('CacheReserveUsed', 'eq', 'true'))).toContain('Write "true".');
    expect(message(text('EdgeResponseStatus', 'in', '"200,201"'))).toBe(
      'The value of "EdgeResponseStatus" is "200,201"; "in" takes a JSON array. Write it like [200, 204].',
    );
    expect(message(text('ClientCountri', 'eq', '"de"'))).toBe(
      '"ClientCountri" is not among the fields of http_requests that this version knows, as of 2026-07. The service may have added it since. Did you mean "ClientCountry"?',
    );
    expect(message(text('BotScore', 'contains', '"3"'))).toBe(
      'The operator "contains" does not apply to "BotScore", which is of type int. Use one of eq, !eq, lt, leq, gt, geq, in, !in.',
    );
  });

  it('has the position of every invalid item of a set', () => {
    const filter = text('ClientCountry', 'in', '["de", 1,\n true]');
    expect(checkFilterText(filter, httpRequests)).toMatchObject([
      { path: ['where', 'and', 0, 'value', 1], position: { line: 1, column: 72 } },
      { path: ['where', 'and', 0, 'value', 2], position: { line: 2, column: 2 } },
    ]);
  });

  it.each(['zone', 'account'] as const)(
    'fails on the fields of firewall_events that the service excludes, in the %s',
    (scope) => {
      const excluded = 'Action Description Kind MatchIndex Metadata OriginatorRayID RuleID Source'.split(' ');
      const dataset = datasetOf('firewall_events', scope);
      for (const key of excluded) {
        expect(checkFilterText(text(key, 'eq', '"1"'), dataset).map((fault) => fault.code)).toEqual([
          'filter.field_not_filterable',
        ]);
      }
      expect(checkFilterText(text('Ref', 'eq', '"a"'), dataset)).toEqual([]);
    },
  );

  it('accepts fields of the same name in other datasets', () => {
    expect(checkFilterText(text('Action', 'eq', '"a"'), datasetOf('gateway_network'))).toEqual([]);
  });

  it('finds the same faults without a text, but no positions', () => {
    const broken =
      '{"where":{"or":[{"and":[{"key":"Nope","operator":"eq","value":"a"}]},{"key":"BotScore","operator":"in","value":[]}]}}';
    const faults = checkFilter(parsed(broken), httpRequests);
    expect(faults.map((fault) => fault.path)).toEqual([
      ['where', 'or', 0, 'and', 0, 'key'],
      ['where', 'or', 1, 'value'],
    ]);
    expect(checkFilterText(broken, httpRequests).map(({ position: _, ...fault }) => fault)).toEqual(faults);
  });

  it('fails on an empty group of a filter object', () => {
    expect(checkFilter({ where: { and: [{ or: [] }] } }, httpRequests)).toMatchObject([
      { code: 'filter.group_empty', path: ['where', 'and', 0] },
    ]);
  });
});

describe('a filter object', () => {
  it('fails for the value of a condition without a group', () => {
    expect(
      checkFilter({ where: { key: 'BotScore', operator: 'lt', value: 30 } }, httpRequests),
    ).toMatchObject([{ code: 'filter.scalar_not_string', path: ['where', 'value'] }]);
  });
});

describe('the size of a filter', () => {
  const many = (count: number): string =>
    `{"where":{"or":[{"and":[${Array.from({ length: count }, () => '{"key":"JA4","operator":"eq","value":""}').join(',')}]}]}}`;
  const sized = (bytes: number, character: string): string => {
    const empty = text('ClientRequestPath', 'eq', '""');
    const room = bytes - Buffer.byteLength(empty);
    const width = Buffer.byteLength(character);
    const value = 'a'.repeat(room % width) + character.repeat(Math.floor(room / width));
    return text('ClientRequestPath', 'eq', JSON.stringify(value));
  };

  it('allows 30 operators, where every condition and every group counts', () => {
    expect(codes(many(28))).toEqual(['filter.too_long']);
    expect(checkFilter(parsed(many(28)), httpRequests)).toEqual([]);
    for (const count of [3, 17, 30]) expect(codes(nestedFilter(count))).toEqual([]);
  });

  it('fails on 31 operators in less than 1000 bytes', () => {
    expect(Buffer.byteLength(nestedFilter(31))).toBeLessThan(1000);
    expect(checkFilterText(nestedFilter(31), httpRequests)).toMatchObject([
      { code: 'filter.too_many_operators', path: ['where'], position: { offset: 9, line: 1, column: 10 } },
    ]);
  });

  it('counts groups within groups of the same kind, groups of one and empty ones', () => {
    const condition = { key: 'RayID', operator: 'eq', value: 'a' } as const;
    const groups = Array.from({ length: 10 }, () => ({ and: [{ or: [condition] }] }));
    expect(checkFilter({ where: { and: [{ and: groups.slice(0, 9) }] } }, httpRequests)).toEqual([]);
    expect(checkFilter({ where: { and: groups } }, httpRequests)[0]?.message).toContain(
      '31 operators (10 conditions and 21 groups',
    );
    const empty = checkFilter(
      { where: { and: Array.from({ length: 30 }, () => ({ or: [] })) } },
      httpRequests,
    );
    expect(empty[0]?.message).toContain('31 operators (0 conditions and 31 groups');
  });

  it.each(['a', 'é', '語', '😀'])('allows 1000 bytes and fails on 1001, made of %s', (character) => {
    expect(Buffer.byteLength(sized(1000, character))).toBe(1000);
    expect(codes(sized(1000, character))).toEqual([]);
    expect(Buffer.byteLength(sized(1001, character))).toBe(1001);
    const faults = checkFilterText(sized(1001, character), httpRequests);
    expect(faults).toMatchObject([{ code: 'filter.too_long', path: [] }]);
    expect(faults[0]?.message).toContain('1001 bytes');
  });

  it('counts white space, and reports the other faults too', () => {
    expect(codes(' '.repeat(1000) + '{}')).toEqual(['filter.too_long', 'filter.no_where']);
  });
});
