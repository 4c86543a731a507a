import type { Fault } from '../fault';
import type { SqlDialect, SqlSource } from '../log-sql';
import { clickhouse } from './clickhouse';
import { duckdb } from './duckdb';
import { compare, type Dialect, type Values } from './values';

export type DialectName = `${SqlDialect}`;

/** How log lines lie in a table. */
export interface SqlForm {
  readonly dialect: DialectName;
  /** `columns`: every field in a column of its name and type. `json`: every line in one column. Default: `columns` */
  readonly source?: `${SqlSource}`;
  /** The column with the line, for `json`. Default: `json` */
  readonly column?: string;
  /** The table or alias to put before the columns. Default: none */
  readonly table?: string;
}

export const dialects: Readonly<Record<DialectName, Dialect>> = { duckdb, clickhouse };

/** The conditions on values that are stored like this. */
export function valuesOf(form: SqlForm): Values {
  const dialect = dialects[form.dialect];
  if (form.source === 'json') return dialect.recordValues(recordOf(form));
  const column = (key: string) => columnOf(form, key);
  return {
    text: column,
    compareInt: (key, comparison) => compare(column(key), comparison),
    isBool: (key, expected) => `${column(key)} = ${expected}`,
    hasElement: (key, element, type) =>
      dialect.hasElement(column(key), type === 'array[int]' ? element : dialect.text(element)),
  };
}

export function selected(form: SqlForm, field: string): string {
  const { name, jsonOf } = dialects[form.dialect];
  if (form.source !== 'json') return columnOf(form, field);
  return `${jsonOf(recordOf(form), field)} AS ${name(field)}`;
}

export function formFaults({ column, table }: SqlForm): Fault[] {
  return [column, table].flatMap((name): Fault[] => {
    if (name === undefined || isName(name)) return [];
    const message = `The name ${JSON.stringify(name)} of a column or table is not possible: it is empty, or has a control character or half of a surrogate pair. Pass the name as it is in the database.`;
    return [{ code: 'filter.sql_option', message, path: [] }];
  });
}

/** Whether it can be the name of a column or table in both dialects. */
export function isName(name: string): boolean {
  return name !== '' && !/[\p{Cc}\p{Surrogate}]/u.test(name);
}

function recordOf(form: SqlForm): string {
  return columnOf(form, form.column ?? 'json');
}

function columnOf({ dialect, table }: SqlForm, column: string): string {
  const { name } = dialects[dialect];
  return table === undefined ? name(column) : `${name(table)}.${name(column)}`;
}
