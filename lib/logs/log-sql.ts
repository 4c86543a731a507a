/** The engine that a filter is written for: see `LogFilter.toSql`. */
export enum SqlDialect {
  /** DuckDB. Tested with 1.5. */
  DUCKDB = 'duckdb',
  /** ClickHouse. Tested with 26.9. */
  CLICKHOUSE = 'clickhouse',
}

/** How log lines lie in a table: see `LogFilter.toSql`. */
export enum SqlSource {
  /**
   * Every field in a column of its name and type. String fields are of type VARCHAR or String, int fields of an integer type,
   * bool fields BOOLEAN or Bool, array fields lists of strings or integers. A missing field is NULL, or an empty array.
   */
  COLUMNS = 'columns',
  /** Every line as JSON in one column: of type JSON or VARCHAR in DuckDB, String in ClickHouse. */
  JSON = 'json',
}

/** Whose logs a dataset has. */
export enum LogScope {
  ZONE = 'zone',
  ACCOUNT = 'account',
}

/** Options of `LogFilter.toSql`. */
export interface SqlOptions {
  /**
   * The dataset of the log lines, which has the types of the fields.
   *
   * @default - `http_requests`
   */
  readonly dataset?: string;

  /**
   * Whose fields the dataset has: those of `firewall_events` and `websocket_analytics` differ between zone and account.
   *
   * @default - the zone, where the dataset has it, else the account
   */
  readonly scope?: LogScope;

  /**
   * How the log lines lie in the table.
   *
   * @default SqlSource.COLUMNS
   */
  readonly source?: SqlSource;

  /**
   * The column with the line, for `SqlSource.JSON`.
   *
   * @default - `json`
   */
  readonly column?: string;

  /**
   * The table or alias to put before the columns, where a query has several tables.
   *
   * @default - none
   */
  readonly table?: string;
}
