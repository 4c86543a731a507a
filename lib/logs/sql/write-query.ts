import type { Dataset } from '../catalogue';
import { keysIn, type Filter } from '../filter/filter';
import { spellFilter } from '../filter/spell';
import { jsonColumns, jsonValues } from './duckdb';
import { dialects, formFaults, selected, valuesOf, type SqlForm } from './form';
import { filterFaults, writeWhere, type WrittenSql } from './write-sql';

/** A query for the lines that a job delivers. */
export interface SqlQuery {
  /** For files, only the dialect matters. */
  readonly form: SqlForm;
  /**
   * What to read: a table or table function, which becomes part of the query as it is, or files with one JSON object per line,
   * by a path or a pattern of paths.
   */
  readonly from: { readonly table: string } | { readonly files: string };
  /** The fields to read, `*` for everything, or the number of lines. */
  readonly select: readonly string[] | '*' | 'count';
}

/**
 * Writes a query for the lines that match a filter, or for all lines without one.
 *
 * @returns the query, with a semicolon and a line break; faults as of `writeSql`
 *
 * @example
 * ```ts
 * const form = { dialect: 'clickhouse' } as const;
 * writeQuery(filter, dataset, { form, from: { table: 'logs' }, select: ['RayID'] }).sql;
 * // SELECT "RayID"\nFROM logs\nWHERE "EdgeResponseStatus" >= 500;\n
 * ```
 */
export function writeQuery(filter: Filter | undefined, dataset: Dataset, query: SqlQuery): WrittenSql {
  const spelled = filter && spellFilter(filter, dataset);
  const faults = [
    ...formFaults(query.form),
    ...(spelled === undefined ? [] : filterFaults(spelled, dataset)),
  ];
  if (faults.length > 0) return { faults };
  const { values, select, from } = layOut(query, spelled);
  const lines = [`SELECT ${select}`, `FROM ${from}`];
  if (spelled !== undefined) {
    const target = { dialect: dialects[query.form.dialect], values };
    lines.push(`WHERE ${writeWhere(spelled, dataset, target, '\n  ')}`);
  }
  return { sql: `${lines.join('\n')};\n`, faults };
}

function layOut({ form, from, select }: SqlQuery, filter: Filter | undefined) {
  if ('table' in from) return { values: valuesOf(form), select: listOf(form, select), from: from.table };
  const { dialect } = form;
  const names = select === 'count' ? [] : select;
  const fields =
    names === '*' ? [] : [...new Set([...names, ...(filter === undefined ? [] : keysIn(filter))])];
  // All fields of a line are in no list of columns.
  if (dialect === 'duckdb' && fields.length > 0) {
    const { name } = dialects[dialect];
    return {
      values: jsonValues(name),
      select: listOf({ dialect }, select),
      from: jsonColumns(from.files, fields),
    };
  }
  const lines: SqlForm = { dialect, source: 'json' };
  return {
    values: valuesOf(lines),
    select: listOf(lines, select),
    from: dialects[dialect].files(from.files),
  };
}

function listOf(form: SqlForm, select: SqlQuery['select']): string {
  if (select === '*') return '*';
  return select === 'count' ? 'count(*)' : select.map((field) => selected(form, field)).join(', ');
}
