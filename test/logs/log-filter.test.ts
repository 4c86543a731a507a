import { TerraformStack, TerraformVariable, Testing } from 'cdktf';
import fc from 'fast-check';
import { LogFilter, matchesFilter, parseFilter, type Leaf, type LogFieldName } from '../../lib/logs';
import { httpRequests } from './dataset-of';
import { builtFilters, denseRecords, type Built } from './filter/dense';
import { means } from './filter/naive';
import { runs } from '../support/exhaustive';

const status = LogFilter.field('EdgeResponseStatus');
const country = LogFilter.field('ClientCountry');
const path = LogFilter.field('ClientRequestPath');

const faultOf = (make: () => unknown): Error => {
  try {
    make();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('nothing was thrown');
};

function leafOf({ key, operator, value }: Leaf): LogFilter {
  const field = LogFilter.field(key as LogFieldName);
  const one = typeof value === 'object' ? '' : String(value);
  const several =
    typeof value === 'object' ? value.map((item) => (typeof item === 'number' ? item : String(item))) : [];
  const makers: Readonly<Record<Leaf['operator'], () => LogFilter>> = {
    eq: () => field.equalTo(one),
    '!eq': () => field.notEqualTo(one),
    lt: () => field.lessThan(one),
    leq: () => field.atMost(one),
    gt: () => field.greaterThan(one),
    geq: () => field.atLeast(one),
    startsWith: () => field.startsWith(one),
    '!startsWith': () => field.notStartsWith(one),
    endsWith: () => field.endsWith(one),
    '!endsWith': () => field.notEndsWith(one),
    contains: () => field.contains(one),
    '!contains': () => field.notContains(one),
    in: () => field.in(several),
    '!in': () => field.notIn(several),
  };
  return makers[operator]();
}

function build(built: Built): LogFilter {
  if ('leaf' in built) return leafOf(built.leaf);
  if ('not' in built) return build(built.not).not();
  return 'and' in built ? LogFilter.allOf(...built.and.map(build)) : LogFilter.anyOf(...built.or.map(build));
}

const passes = (text: string, record: Readonly<Record<string, unknown>>): boolean => {
  const { filter } = parseFilter(text);
  if (filter === undefined) throw new Error(`not a filter: ${text}`);
  return matchesFilter(filter, record, httpRequests);
};

describe('LogFilter', () => {
  it('produces the JSON that the service accepts', () => {
    expect(
      status
        .atLeast(500)
        .and(country.in(['nl', 'de']))
        .toJson(),
    ).toBe(
      '{"where":{"and":[{"key":"ClientCountry","operator":"in","value":["de","nl"]},{"key":"EdgeResponseStatus","operator":"geq","value":"500"}]}}',
    );
  });

  it('wraps a single comparison in a group, as the service requires', () => {
    expect(status.equalTo(200).toJson()).toBe(
      '{"where":{"and":[{"key":"EdgeResponseStatus","operator":"eq","value":"200"}]}}',
    );
  });

  it.each<[LogFilter, string]>([
    [status.equalTo(200), 'EdgeResponseStatus == 200'],
    [status.notEqualTo(200), 'EdgeResponseStatus != 200'],
    [status.lessThan(200), 'EdgeResponseStatus < 200'],
    [status.atMost(200), 'EdgeResponseStatus <= 200'],
    [status.greaterThan('18446744073709551614'), 'EdgeResponseStatus > 18446744073709551614'],
    [status.between(500, 599), 'EdgeResponseStatus >= 500 and EdgeResponseStatus <= 599'],
    [path.startsWith('/a'), 'starts_with(ClientRequestPath, "/a")'],
    [path.notStartsWith('/a'), 'not starts_with(ClientRequestPath, "/a")'],
    [path.endsWith('/a'), 'ends_with(ClientRequestPath, "/a")'],
    [path.notEndsWith('/a'), 'not ends_with(ClientRequestPath, "/a")'],
    [path.contains('/a'), 'ClientRequestPath contains "/a"'],
    [path.notContains('/a'), 'not ClientRequestPath contains "/a"'],
    [status.in([200, 204]), 'EdgeResponseStatus in {200 204}'],
    [country.notIn(['nl', 'de']), 'not ClientCountry in {"nl" "de"}'],
    [LogFilter.field('CacheReserveUsed').equalTo(true), 'CacheReserveUsed == true'],
    [LogFilter.field('and' as LogFieldName).equalTo('x'), '"and" == "x"'],
    [
      LogFilter.noneOf(status.lessThan(5), country.equalTo('nl')),
      'EdgeResponseStatus >= 5 and ClientCountry != "nl"',
    ],
    [
      country.equalTo('nl').or(country.equalTo('de')).and(status.equalTo(200), status.notEqualTo(3)),
      '(ClientCountry == "nl" or ClientCountry == "de") and EdgeResponseStatus == 200 and EdgeResponseStatus != 3',
    ],
  ])('reports %s', (filter, text) => {
    expect(filter.toExpression()).toBe(text);
    expect(String(filter)).toBe(text);
  });

  it('does not modify the filters that it joins and negates', () => {
    const one = status.atLeast(500);
    one.and(country.equalTo('nl'));
    one.not();
    expect(one.toExpression()).toBe('EdgeResponseStatus >= 500');
  });

  it('reads existing filters with scalars in any notation', () => {
    const text =
      '{ "where": { "or": [{"key":"BotScore","operator":"lt","value":30},{"key":"CacheReserveUsed","operator":"eq","value":true}] } }';
    expect(LogFilter.fromJson(text).toExpression()).toBe('BotScore < 30 or CacheReserveUsed == true');
    expect(LogFilter.fromJson(text).and(status.atLeast(500)).toExpression()).toBe(
      '(BotScore < 30 or CacheReserveUsed == true) and EdgeResponseStatus >= 500',
    );
  });

  it('matches the same records as a naive evaluator, also after a round trip through JSON', () => {
    fc.assert(
      fc.property(builtFilters, denseRecords, (built, record) => {
        expect(passes(build(built).toJson(), record)).toBe(means(built, record));
      }),
      { numRuns: runs(1000) },
    );
  });

  describe('not', () => {
    it('matches a record without the field neither with a comparison by size nor with its opposite', () => {
      for (const filter of [status.lessThan(5), status.atMost(5), status.greaterThan(5), status.atLeast(5)]) {
        expect(passes(filter.toJson(), {})).toBe(false);
        expect(passes(filter.not().toJson(), {})).toBe(false);
      }
      expect(passes(status.equalTo(5).not().toJson(), {})).toBe(true);
    });

    it('applied twice returns the filter itself', () => {
      fc.assert(
        fc.property(builtFilters, (built) => {
          expect(build(built).not().not().toJson()).toBe(build(built).toJson());
        }),
      );
    });
  });

  describe('fails', () => {
    it.each<[string, () => unknown, RegExp]>([
      ['to join nothing', () => LogFilter.allOf(), /^LogFilter\.allOf: There is no filter to join\./],
      ['on a field without a name', () => LogFilter.field('' as LogFieldName), /name of the field is empty/],
      ['on an empty set', () => country.in([]), /set of values for "ClientCountry" is empty/],
      ['on a number that is none', () => status.atLeast(NaN), /"EdgeResponseStatus" is the number NaN/],
      [
        'on a number that is rounded',
        () => status.in([1, 2 ** 53]),
        /9007199254740992, which is not exact\. .*string of digits/,
      ],
      [
        'on invalid JSON, with the position',
        () => LogFilter.fromJson('{"where":\n  oops}'),
        /^LogFilter\.fromJson: .*\(line 2, column 3\)/,
      ],
      [
        'on a set in place of a scalar, with the position',
        () => LogFilter.fromJson('{"where":{"and":[{"key":"A","operator":"eq","value":["a"]}]}}'),
        /"eq" takes one scalar.*\(line 1, column 53\)/,
      ],
      [
        'on a scalar in place of a set',
        () => LogFilter.fromJson('{"where":{"and":[{"key":"A","operator":"in","value":"200,201"}]}}'),
        /"200,201"; "in" takes a JSON array/,
      ],
      [
        'on an empty set in JSON',
        () => LogFilter.fromJson('{"where":{"and":[{"key":"A","operator":"in","value":[]}]}}'),
        /set of values for "A" is empty/,
      ],
      [
        'on an invalid expression, with the position',
        () => LogFilter.fromExpression('EdgeResponseStatus => 500'),
        /^LogFilter\.fromExpression: .*">=" \(line 1, column 20\)/,
      ],
    ])('%s', (_what, make, message) => {
      const fault = faultOf(make);
      expect(fault.name).toBe('LogFilterError');
      expect(fault.message).toMatch(message);
    });

    /** As code without types calls it. */
    const call = (target: object, method: string, ...given: unknown[]): unknown =>
      Reflect.apply(Reflect.get(target, method) as () => unknown, target, given);

    it.each(
      Object.entries<[() => unknown, RegExp]>({
        'as a value that is not set': [
          () => call(country, 'equalTo', process.env.EDGE_NOT_SET),
          /^LogFilter\.field: A value of "ClientCountry" is undefined; "eq" takes a string or a number or a boolean\. An environment variable that is not set/,
        ],
        'as a bound': [() => call(status, 'between', 500, undefined), /is undefined; "leq" takes/],
        'as a null in a set': [
          () => call(country, 'in', ['nl', null]),
          /is null; "in" takes a string or a number\./,
        ],
        'as a set': [
          () => call(country, 'in', undefined),
          /values for "ClientCountry" is undefined, not an array/,
        ],
        'as an object': [() => call(country, 'equalTo', { a: 1 }), /is of type object; "eq" takes/],
        'as a set where a scalar belongs': [
          () => call(country, 'equalTo', ['nl']),
          /is an array; "eq" takes/,
        ],
        'as a boolean that is compared by size': [
          () => call(status, 'atLeast', true),
          /is the boolean true; "geq"/,
        ],
        'as a number that a text begins with': [
          () => call(path, 'startsWith', 5),
          /is the number 5; "startsWith" takes a string\./,
        ],
        'as a bigint': [
          () => call(status, 'equalTo', 5n),
          /is the bigint 5; .*Write it as a string of digits\./,
        ],
        'as a field': [
          () => call(LogFilter, 'field', undefined),
          /^LogFilter\.field: The name of the field is undefined/,
        ],
        'as a filter': [
          () => call(country.equalTo('nl'), 'and', undefined),
          /^LogFilter\.and: One of the filters to join is undefined/,
        ],
        'as the only filter': [
          () => call(LogFilter, 'allOf', null),
          /^LogFilter\.allOf: .* is null, not a filter/,
        ],
        'as an array of filters': [
          () => call(LogFilter, 'anyOf', [country.equalTo('nl')]),
          /is an array, not a filter\. Spread the array/,
        ],
        'as an expression among filters': [
          () => call(country.equalTo('nl'), 'or', 'BotScore < 3'),
          /is the string "BotScore < 3".*fromExpression/,
        ],
        'as a field among filters': [
          () => call(country.equalTo('nl'), 'or', status),
          /is a field without a comparison, not a filter/,
        ],
        'as JSON that is read already': [
          () => call(LogFilter, 'fromJson', { where: {} }),
          /^LogFilter\.fromJson: It is of type object, not a string/,
        ],
        'as an expression': [
          () => call(LogFilter, 'fromExpression', undefined),
          /^LogFilter\.fromExpression: It is undefined, not a string/,
        ],
      }),
    )('on what the types would refuse, %s', (_what, [make, message]) => {
      const fault = faultOf(make);
      expect(fault.name).toBe('LogFilterError');
      expect(fault.message).toMatch(message);
    });

    it('on filters that are nested too deep', () => {
      let filter = status.atLeast(1);
      const nest = () => {
        for (let depth = 0; depth < 300; depth++)
          filter = filter.and(country.equalTo('nl')).or(country.equalTo('de'));
      };
      expect(nest).toThrow(/LogFilter\.(and|or): Filters are nested 501 levels deep/);
    });
  });

  it('accepts references of cdktf as values, and uses their tokens', () => {
    const stack = new TerraformStack(Testing.app(), 'stack');
    const { value } = new TerraformVariable(stack, 'country', {}) as { readonly value: string };
    expect(typeof value).toBe('object');
    expect(country.equalTo(value).toExpression()).toMatch(/^ClientCountry == "\$\{TfToken\[\w+.*\]\}"$/);
    expect(country.in([value]).toJson()).toMatch(/"value":\["\$\{TfToken\[\w+.*\]\}"\]/);
  });

  it('joins long chains without nesting them', () => {
    let filter = status.equalTo(0);
    for (let value = 1; value < 2000; value++) filter = filter.or(status.equalTo(value));
    expect(filter.toExpression().split(' or ')).toHaveLength(2000);
  });
});
