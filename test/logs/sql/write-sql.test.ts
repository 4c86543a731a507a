import fc from 'fast-check';
import {
  canonicalFilter,
  datasetNames,
  operators,
  parseExpression,
  writeSql,
  type Filter,
  type SqlForm,
} from '../../../lib/logs';
import { filters } from '../filter/arbitraries';
import { datasetOf, httpRequests } from '../dataset-of';

const filterOf = (expression: string): Filter => {
  const { filter } = parseExpression(expression);
  if (filter === undefined) throw new Error(`not an expression: ${expression}`);
  return filter;
};
const sqlOf = (expression: string, form: SqlForm): string | undefined =>
  writeSql(filterOf(expression), httpRequests, form).sql;

const duckdb: SqlForm = { dialect: 'duckdb' };
const clickhouse: SqlForm = { dialect: 'clickhouse' };

/** `%` stands for the column. */
const rows: readonly (readonly [expression: string, duckdb: string, clickhouse?: string])[] = [
  ['ClientCountry == "de"', `% = 'de'`],
  ['ClientCountry != "de"', `NOT coalesce(% = 'de', false)`],
  ['ClientCountry contains "d"', `contains(%, 'd')`, `position(%, 'd') > 0`],
  [
    'ClientCountry not contains "d"',
    `NOT coalesce(contains(%, 'd'), false)`,
    `NOT coalesce(position(%, 'd') > 0, false)`,
  ],
  ['starts_with(ClientCountry, "d")', `starts_with(%, 'd')`, `startsWith(%, 'd')`],
  [
    'not starts_with(ClientCountry, "d")',
    `NOT coalesce(starts_with(%, 'd'), false)`,
    `NOT coalesce(startsWith(%, 'd'), false)`,
  ],
  ['ends_with(ClientCountry, "e")', `ends_with(%, 'e')`, `endsWith(%, 'e')`],
  [
    'not ends_with(ClientCountry, "e")',
    `NOT coalesce(ends_with(%, 'e'), false)`,
    `NOT coalesce(endsWith(%, 'e'), false)`,
  ],
  ['ClientCountry in {"de" "at"}', `% IN ('de', 'at')`],
  ['ClientCountry not in {"de"}', `NOT coalesce(% IN ('de'), false)`],
  ['BotScore == 30', '% = 30'],
  ['BotScore != 30', 'NOT coalesce(% = 30, false)'],
  ['BotScore < 30', '% < 30'],
  ['BotScore <= 30', '% <= 30'],
  ['BotScore > 30', '% > 30'],
  ['BotScore >= 18446744073709551615', '% >= 18446744073709551615'],
  ['BotScore in {1 9007199254740993}', '% IN (1, 9007199254740993)'],
  ['BotScore not in {1}', 'NOT coalesce(% IN (1), false)'],
  ['CacheReserveUsed == true', '% = true'],
  ['CacheReserveUsed != false', 'NOT coalesce(% = false, false)'],
  ['BotTags contains "api"', `list_contains(%, 'api')`, `has(%, 'api')`],
  [
    'BotTags not contains "7"',
    `NOT coalesce(list_contains(%, '7'), false)`,
    `NOT coalesce(has(%, '7'), false)`,
  ],
  ['BotDetectionIDs contains 7', 'list_contains(%, 7)', 'has(%, 7)'],
];

const columns = rows.map(
  ([expression, ofDuckDb, ofClickHouse = ofDuckDb]) => [expression, ofDuckDb, ofClickHouse] as const,
);

describe('a filter as SQL', () => {
  it.each(columns)('writes %s for a column of its type', (expression, expected, other) => {
    const [column = ''] = /[A-Z]\w+/.exec(expression) ?? [];
    expect(sqlOf(expression, duckdb)).toBe(expected.replaceAll('%', `"${column}"`));
    expect(sqlOf(expression, clickhouse)).toBe(other.replaceAll('%', `"${column}"`));
  });

  it('has a row for every operator', () => {
    const used = new Set(
      columns.flatMap(([expression]) =>
        [...canonicalFilter(filterOf(expression)).matchAll(/"operator":"([^"]+)"/g)].map(
          ([, operator]) => operator,
        ),
      ),
    );
    expect([...used].sort()).toEqual(operators.map(({ operator }) => operator).sort());
  });

  it('joins groups in parentheses, so that it fits into any condition', () => {
    expect(sqlOf('BotScore < 3 or BotScore > 9 and (RayID == "a" or RayID == "b")', duckdb)).toBe(
      `("BotScore" < 3 OR ("BotScore" > 9 AND ("RayID" = 'a' OR "RayID" = 'b')))`,
    );
  });

  it('puts the table before every column', () => {
    expect(sqlOf('BotScore < 3 and RayID == "a"', { ...duckdb, table: 'l' })).toBe(
      `("l"."BotScore" < 3 AND "l"."RayID" = 'a')`,
    );
  });

  it('reads fields from a column with the line as JSON, and nothing of another type', () => {
    const json = { ...duckdb, source: 'json', column: 'raw', table: 'l' } as const;
    expect(sqlOf('RayID == "a"', json)).toBe(
      `CASE WHEN json_type(json_extract("l"."raw", '$.RayID')) = 'VARCHAR' THEN json_extract_string(json_extract("l"."raw", '$.RayID'), '$') END = 'a'`,
    );
    expect(sqlOf('RayID == "a"', { ...json, dialect: 'clickhouse' })).toBe(
      `if(JSONType(JSONExtractRaw("l"."raw", 'RayID')) = 'String', JSONExtractString(JSONExtractRaw("l"."raw", 'RayID')), NULL) = 'a'`,
    );
  });

  it('compares integers in JSON as doubles up to 2^53, and beyond exactly', () => {
    const json = (expression: string, dialect: 'duckdb' | 'clickhouse') =>
      sqlOf(expression, { dialect, source: 'json' });
    const duckDbDouble = `CASE WHEN regexp_full_match(json_extract("json", '$.BotScore'), '"-?[0-9]+"|-?[0-9]+([.]0)?|-?[0-9.]+e[0-9]+') THEN TRY_CAST(json_extract_string(json_extract("json", '$.BotScore'), '$') AS DOUBLE) END`;
    expect(json('BotScore >= 9007199254740991', 'duckdb')).toBe(`${duckDbDouble} >= 9007199254740991`);
    expect(json('BotScore >= 9007199254740992', 'duckdb')).toBe(
      `(CASE WHEN regexp_full_match(json_extract_string(json_extract("json", '$.BotScore'), '$'), '-?[0-9]+') THEN TRY_CAST(json_extract_string(json_extract("json", '$.BotScore'), '$') AS HUGEINT) ELSE TRY_CAST(${duckDbDouble} AS HUGEINT) END >= 9007199254740992 OR ${duckDbDouble} > 18446744073709551616)`,
    );
    const text = `JSONExtractString(JSONExtractRaw("json", 'BotScore'))`;
    const double = `if(match(JSONExtractRaw("json", 'BotScore'), '^(?:"-?[0-9]+"|-?[0-9]+|-?[0-9.]+e[+]?[0-9]+)$'), toFloat64OrDefault(${text}, if(startsWith(${text}, '-'), -inf, inf)) + 0, NULL)`;
    expect(json('BotScore in {0 200}', 'clickhouse')).toBe(`${double} IN (0, 200)`);
    expect(json('BotScore < 18446744073709551615', 'clickhouse')).toBe(
      `(if(JSONType("json", 'BotScore') = 'Double', accurateCastOrNull(JSONExtractFloat("json", 'BotScore'), 'Int256'), if(match(${text}, '^-?0*[0-9]{1,76}$'), toInt256OrNull(${text}), NULL)) < 18446744073709551615 OR ${double} < 0)`,
    );
  });

  it('finds elements of an array in JSON as strings and as numbers', () => {
    const elements = `list_has_any(json_extract(json_extract("json", '$.BotTags'), '$[*]')`;
    const json = { ...duckdb, source: 'json' } as const;
    expect(sqlOf('BotTags contains "api"', json)).toBe(`${elements}, [to_json('api')])`);
    expect(sqlOf('BotTags contains "007"', json)).toBe(
      `${elements}, [to_json('007'), CAST('7' AS JSON), to_json(CAST(7 AS DOUBLE))])`,
    );
    expect(sqlOf('BotTags contains "0"', { ...json, dialect: 'clickhouse' })).toBe(
      `arrayExists(x -> JSONType(x) = 'String' AND JSONExtractString(x) = '0' OR x IN ('0', '-0'), JSONExtractArrayRaw(JSONExtractRaw("json", 'BotTags')))`,
    );
  });

  it('knows no field whose name needs quotes in a path', () => {
    const names = datasetNames.flatMap((name) => [...datasetOf(name).fields.keys()]);
    expect(names.filter((name) => !/^[A-Za-z]\w*$/.test(name))).toEqual([]);
  });

  it('takes filters that are only too large for a job', () => {
    const many = Array.from(
      { length: 60 },
      (_, at) => `BotScore == ${at} and RayID == "${'x'.repeat(40)}"`,
    ).join(' or ');
    expect(writeSql(filterOf(many), httpRequests, duckdb).faults).toEqual([]);
  });

  it('fails for what the dataset does not allow, with the codes of a check', () => {
    const filter = filterOf('BotScor < 3 and ClientCountry < 3');
    expect(writeSql(filter, httpRequests, duckdb)).toMatchObject({
      faults: [{ code: 'filter.unknown_field' }, { code: 'filter.operator_not_allowed' }],
    });
  });

  it('fails for half of a surrogate pair, which SQL cannot represent', () => {
    const where = {
      and: [
        { key: 'RayID', operator: 'in', value: ['😀', '\ud83d'] },
        { key: 'RayID', operator: 'contains', value: 'a\ude00' },
      ],
    } as const;
    const { sql, faults } = writeSql({ where }, httpRequests, clickhouse);
    expect(sql).toBeUndefined();
    expect(faults.map(({ code, path }) => [code, ...path])).toEqual([
      ['filter.half_surrogate', 'where', 'and', 0, 'value', 1],
      ['filter.half_surrogate', 'where', 'and', 1, 'value'],
    ]);
    expect(faults[0]?.message).toContain(String.raw`"\ud83d"`);
  });

  it.each(['', 'a\0b', '\n', '\ud83d'])('fails for %j as the name of a column or table', (name) => {
    for (const form of [{ ...duckdb, table: name }, { ...clickhouse, source: 'json', column: name } as const])
      expect(writeSql(filterOf('BotScore < 3'), httpRequests, form).faults).toMatchObject([
        { code: 'filter.sql_option', path: [] },
      ]);
  });
});

/** Reads SQL as the engines do: `'…'` becomes `<n>`, and its value is returned. */
function readStrings(
  sql: string,
  dialect: SqlForm['dialect'],
): { readonly rest: string; readonly strings: readonly string[] } {
  const strings: string[] = [];
  const keep = (value: string) => `<${strings.push(value) - 1}>`;
  if (dialect === 'clickhouse') {
    const rest = sql.replaceAll(/'((?:[^'\\]|\\.)*)'/gsu, (_, body: string) => {
      return keep(
        body.replaceAll(
          /((?:\\x[\da-f]{2})+)|\\(['\\])/g,
          (_escape, bytes: string | undefined, quoted: string) =>
            bytes === undefined ? quoted : Buffer.from(bytes.replaceAll('\\x', ''), 'hex').toString(),
        ),
      );
    });
    return { rest, strings };
  }
  const literal = /'(?:[^']|'')*'/gsu;
  const parts = new RegExp(
    `\\((?:${literal.source}|chr\\(\\d+\\))(?: \\|\\| (?:${literal.source}|chr\\(\\d+\\)))+\\)|chr\\(\\d+\\)|${literal.source}`,
    'gsu',
  );
  const rest = sql.replaceAll(parts, (whole) => {
    const values = [...whole.matchAll(/chr\((\d+)\)|'((?:[^']|'')*)'/gsu)].map(([, code, text = '']) =>
      code === undefined ? text.replaceAll("''", "'") : String.fromCharCode(Number(code)),
    );
    return keep(values.join(''));
  });
  return { rest, strings };
}

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc
    .array(
      fc.constantFrom(
        ...["'", '"', '\\', '`', '\0', '\n', '\r', ';', '--', '/*', '${', '{a:String}', 'chr(1)', '||'],
        ...['\u0085', '\u202e', 'é', '😀', '\\x27', "\\'", 'x'],
      ),
      { maxLength: 6 },
    )
    .map((parts) => parts.join('')),
);

describe.each(['duckdb', 'clickhouse'] as const)('strings in the SQL of %s', (dialect) => {
  it('come back whole, and nothing of them is outside of the quotes', () => {
    fc.assert(
      fc.property(hostile, (value) => {
        const where = { and: [{ key: 'RayID', operator: 'eq', value }] } as const;
        const { sql = '' } = writeSql({ where }, httpRequests, { dialect });
        expect(readStrings(sql, dialect)).toEqual({ rest: '"RayID" = <0>', strings: [value] });
      }),
    );
  });

  it('have no control characters, which a terminal would obey', () => {
    fc.assert(
      fc.property(hostile, (value) => {
        const where = { and: [{ key: 'RayID', operator: '!in', value: [value, 'x'] }] } as const;
        const { sql = '' } = writeSql({ where }, httpRequests, { dialect });
        expect(sql).not.toMatch(/\p{Cc}/u);
      }),
    );
  });

  it('are those of the filter, for any filter and source', () => {
    fc.assert(
      fc.property(filters, fc.constantFrom('columns' as const, 'json' as const), (filter, source) => {
        const { sql, faults } = writeSql(filter, httpRequests, { dialect, source });
        expect(faults).toEqual([]);
        const { rest } = readStrings(sql ?? '', dialect);
        expect(rest).not.toMatch(/['\\;]/);
        const depths = rest
          .split('')
          .reduce((depth, letter) => depth + (letter === '(' ? 1 : letter === ')' ? -1 : 0), 0);
        expect(depths).toBe(0);
      }),
    );
  });
});

describe('names in SQL', () => {
  const name = String.raw`it's "my" \column`;

  it('are quoted as DuckDB reads them', () => {
    expect(sqlOf('BotScore < 3', { ...duckdb, table: name })).toBe(
      String.raw`"it's ""my"" \column"."BotScore" < 3`,
    );
  });

  it('are quoted as ClickHouse reads them', () => {
    expect(sqlOf('BotScore < 3', { ...clickhouse, table: name })).toBe(
      String.raw`"it's \"my\" \\column"."BotScore" < 3`,
    );
  });
});
