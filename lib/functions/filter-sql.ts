import { SqlDialect, SqlSource, writeSql } from '../logs';
import { listWords, string } from '../schema';
import { knownDataset, typedDataset } from './dataset';
import { filterParameter, readFilter, refuse } from './filter-argument';
import { ArgumentError } from './parameter';
import { providerFunction } from './provider-function';

const dialects = Object.values(SqlDialect);
const sources = Object.values(SqlSource);

export const filterSql = providerFunction({
  name: 'filter_sql',
  summary: 'Returns a filter as the condition of a SQL query on log lines in a data warehouse.',
  description:
    'The condition, for `WHERE`, is true for exactly the lines that a job with this filter delivers, and false or NULL for ' +
    'all others. To select those, write `NOT coalesce(…, false)`. Without a filter it is `true`.\n\nNames and values are quoted for ' +
    'the dialect.',
  parameters: [
    filterParameter,
    { name: 'dialect', type: string, description: 'The engine: `duckdb` or `clickhouse`.' },
  ],
  options: {
    ...typedDataset,
    source: {
      description:
        '`columns` (default), where every field is in a column of its name and type, or `json`, where every line is JSON in one column',
      values: sources,
    },
    column: { description: 'the column with the line, for the source `json`. Defaults to `json`' },
    table: { description: 'the table or alias to put before the columns' },
  },
  returns: string,
  examples: [
    {
      code: 'provider::edge::filter_sql(provider::edge::filter("EdgeResponseStatus >= 500 and ClientCountry != \\"de\\""), "duckdb")',
      result: `(NOT coalesce("ClientCountry" = 'de', false) AND "EdgeResponseStatus" >= 500)`,
    },
    {
      code: 'provider::edge::filter_sql(provider::edge::filter("ClientCountry == \\"de\\""), "clickhouse", { source = "json", table = "lines" })',
      result: `if(JSONType(JSONExtractRaw("lines"."json", 'ClientCountry')) = 'String', JSONExtractString(JSONExtractRaw("lines"."json", 'ClientCountry')), NULL) = 'de'`,
    },
  ],
  call: ([text, given], options) => {
    const dialect = dialects.find((each: string) => each === given);
    if (dialect === undefined)
      throw new ArgumentError(
        'dialect',
        `It is ${JSON.stringify(given)}. It must be ${listWords(dialects)}.`,
      );
    const dataset = knownDataset(options);
    const filter = readFilter(text, dataset, () => false);
    if (filter === undefined) return 'true';
    const { column, table } = options;
    const source = sources.find((each: string) => each === options.source);
    const { sql, faults } = writeSql(filter, dataset, { dialect, source, column, table });
    refuse('options', faults, ({ code }) => code === 'filter.sql_option');
    refuse('filter', faults);
    return sql ?? null;
  },
});
