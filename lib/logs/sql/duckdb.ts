import { compare, compareExactly, isDouble, isExactAsDouble, readDigits } from './values';
import type { Dialect, IntComparison, Values } from './values';

export const duckdb: Dialect = {
  text,
  name: (identifier) => `"${identifier.replaceAll('"', '""')}"`,
  startsWith: (found, expected) => `starts_with(${found}, ${expected})`,
  endsWith: (found, expected) => `ends_with(${found}, ${expected})`,
  contains: (found, expected) => `contains(${found}, ${expected})`,
  hasElement: (list, element) => `list_contains(${list}, ${element})`,
  jsonOf,
  recordValues: (record) => jsonValues((key) => jsonOf(record, key)),
  files: (pattern) => `read_ndjson_objects(${text(pattern)})`,
};

/** Reads files with a column of type JSON for each of the fields, which is faster than lines. */
export function jsonColumns(pattern: string, fields: readonly string[]): string {
  const columns = fields.map((field) => `${duckdb.name(field)}: 'JSON'`).join(', ');
  return `read_json(${text(pattern)}, format = 'newline_delimited', columns = {${columns}})`;
}

/** @param json - the value of a field as DuckDB writes JSON: without white space, strings with the fewest escapes */
export function jsonValues(json: (key: string) => string): Values {
  return {
    text: (key) => `CASE WHEN json_type(${json(key)}) = 'VARCHAR' THEN ${textOf(json(key))} END`,
    compareInt: (key, comparison) => compareInt(json(key), comparison),
    isBool: (key, expected) => `${json(key)} = '${expected}'`,
    hasElement: (key, element) =>
      `list_has_any(json_extract(${json(key)}, '$[*]'), [${elementForms(element).join(', ')}])`,
  };
}

/** A backslash is no escape. Control characters would be cut off (NUL) or disturb a terminal. */
function text(value: string): string {
  const parts = value
    .split(/(\p{Cc})/u)
    .map((part, at) => (at % 2 === 1 ? `chr(${part.charCodeAt(0)})` : `'${part.replaceAll("'", "''")}'`))
    .filter((part, at) => at === 0 || part !== "''");
  return parts.length === 1 ? parts.join('') : `(${parts.join(' || ')})`;
}

function jsonOf(record: string, key: string): string {
  return `json_extract(${record}, '$.${key}')`;
}

function textOf(json: string): string {
  return `json_extract_string(${json}, '$')`;
}

/** Integers as DuckDB writes JSON: as numbers, digits in a string, doubles without a fraction. */
const intForms = String.raw`"-?[0-9]+"|-?[0-9]+([.]0)?|-?[0-9.]+e[0-9]+`;

function compareInt(json: string, comparison: IntComparison): string {
  const double = `CASE WHEN regexp_full_match(${json}, '${intForms}') THEN TRY_CAST(${textOf(json)} AS DOUBLE) END`;
  if (isExactAsDouble(comparison)) return compare(double, comparison);
  const digits = `regexp_full_match(${textOf(json)}, '-?[0-9]+')`;
  const exact = `CASE WHEN ${digits} THEN TRY_CAST(${textOf(json)} AS HUGEINT) ELSE TRY_CAST(${double} AS HUGEINT) END`;
  return compareExactly(exact, double, comparison);
}

/** JSON of all elements that are equal to a text: the string, and the number in its two notations. */
function elementForms(element: string): string[] {
  const string = `to_json(${text(element)})`;
  const int = readDigits(element);
  if (int === undefined) return [string];
  return [
    string,
    `CAST('${int}' AS JSON)`,
    ...(isDouble(int) ? [`to_json(CAST(${int} AS DOUBLE))`] : []),
    ...(int === 0n ? [`CAST('-0.0' AS JSON)`] : []),
  ];
}
