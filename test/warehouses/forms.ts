import { writeQuery, writeSql, type Dataset, type Filter, type WrittenSql } from '../../lib/logs';

export type DialectName = 'duckdb' | 'clickhouse';

/** A way in which records lie in an engine, and how a filter asks for them. */
export interface Form {
  readonly name: string;
  readonly dialect: DialectName;
  /** Which records it can have: with values of any type, or of the types of its columns. */
  readonly records: 'any' | 'typed' | 'typed and complete';
  /** Statements that make a table of a file with one record per line, each with its number as `i`. */
  readonly load: (file: string) => readonly string[];
  readonly select: (filter: Filter, dataset: Dataset, file: string) => WrittenSql;
}

/** A name in which every quote and escape of the dialects has to be quoted. */
const awkward = String.raw`it's "my" \json\ ${'`'}column${'`'} -- /*`;
const quotedForDuckDb = `"${awkward.replaceAll('"', '""')}"`;
const quotedForClickHouse = `"${awkward.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

const duckdbTypes = {
  i: 'INTEGER',
  ClientCountry: 'VARCHAR',
  RayID: 'VARCHAR',
  BotScore: 'UTINYINT',
  ClientASN: 'BIGINT',
  EdgeResponseStatus: 'HUGEINT',
  OriginResponseStatus: 'UBIGINT',
  CacheReserveUsed: 'BOOLEAN',
  BotTags: 'VARCHAR[]',
  SecurityActions: 'VARCHAR[]',
  BotDetectionIDs: 'UBIGINT[]',
};

const clickhouseTypes = {
  i: 'Int32',
  ClientCountry: 'Nullable(String)',
  RayID: 'LowCardinality(Nullable(String))',
  BotScore: 'Nullable(UInt8)',
  ClientASN: 'Nullable(Int64)',
  EdgeResponseStatus: 'Nullable(Int256)',
  OriginResponseStatus: 'Nullable(UInt64)',
  CacheReserveUsed: 'Nullable(Bool)',
  BotTags: 'Array(String)',
  SecurityActions: 'Array(LowCardinality(String))',
  BotDetectionIDs: 'Array(UInt64)',
};

const withoutNull = Object.fromEntries(
  Object.entries(clickhouseTypes).map(([name, type]) => [name, type.replace(/Nullable\((\w+)\)/, '$1')]),
);

const columnList = (types: Readonly<Record<string, string>>) =>
  Object.entries(types)
    .map(([name, type]) => `"${name}" ${type}`)
    .join(', ');

/** A query of one's own, with the clause of a filter in it. */
const ownQuery =
  (select: string, form: Parameters<typeof writeSql>[2]): Form['select'] =>
  (filter, dataset) => {
    const { sql, faults } = writeSql(filter, dataset, form);
    return sql === undefined ? { faults } : { sql: `${select} WHERE i >= 0 AND ${sql} AND true`, faults };
  };

const typedClickHouse = (
  name: string,
  records: Form['records'],
  types: Readonly<Record<string, string>>,
): Form => ({
  name: `ClickHouse, ${name}`,
  dialect: 'clickhouse',
  records,
  load: (file) => [
    'DROP TABLE IF EXISTS typed',
    `CREATE TABLE typed (${columnList(types)}) ENGINE = MergeTree ORDER BY i`,
    `INSERT INTO typed SELECT * FROM file('${file}', 'JSONEachRow', '${columnList(types)}')`,
  ],
  select: ownQuery('SELECT i FROM typed', { dialect: 'clickhouse' }),
});

export const forms: readonly Form[] = [
  {
    name: 'DuckDB, files, fields as JSON',
    dialect: 'duckdb',
    records: 'any',
    load: () => [],
    select: (filter, dataset, files) =>
      writeQuery(filter, dataset, { form: { dialect: 'duckdb' }, from: { files }, select: ['i'] }),
  },
  {
    name: 'DuckDB, lines in a column',
    dialect: 'duckdb',
    records: 'any',
    load: (file) => [
      `CREATE OR REPLACE TABLE lines AS SELECT json AS ${quotedForDuckDb} FROM read_ndjson_objects('${file}')`,
    ],
    select: (filter, dataset) =>
      writeQuery(filter, dataset, {
        form: { dialect: 'duckdb', source: 'json', column: awkward, table: 'l' },
        from: { table: 'lines l' },
        select: ['i'],
      }),
  },
  {
    name: 'DuckDB, files, columns with types',
    dialect: 'duckdb',
    records: 'typed',
    load: (file) => [
      `CREATE OR REPLACE VIEW typed AS SELECT * FROM read_json('${file}', format = 'newline_delimited', columns = {${Object.entries(
        duckdbTypes,
      )
        .map(([name, type]) => `"${name}": '${type}'`)
        .join(', ')}})`,
    ],
    select: ownQuery('SELECT i FROM typed AS "my ""table"', { dialect: 'duckdb', table: 'my "table' }),
  },
  {
    name: 'ClickHouse, files, lines as JSON',
    dialect: 'clickhouse',
    records: 'any',
    load: () => [],
    select: (filter, dataset, files) =>
      writeQuery(filter, dataset, { form: { dialect: 'clickhouse' }, from: { files }, select: ['i'] }),
  },
  {
    name: 'ClickHouse, lines in a column',
    dialect: 'clickhouse',
    records: 'any',
    load: (file) => [
      'DROP TABLE IF EXISTS lines',
      `CREATE TABLE lines (${quotedForClickHouse} String) ENGINE = MergeTree ORDER BY tuple()`,
      `INSERT INTO lines SELECT json FROM file('${file}', 'JSONAsString', 'json String')`,
    ],
    select: (filter, dataset) =>
      writeQuery(filter, dataset, {
        form: { dialect: 'clickhouse', source: 'json', column: awkward, table: 'l' },
        from: { table: 'lines AS l' },
        select: ['i'],
      }),
  },
  typedClickHouse('columns with types', 'typed', clickhouseTypes),
  typedClickHouse('columns with types, without NULL', 'typed and complete', withoutNull),
];
