import { placedMessage, type Fault } from './fault';
import type { FaultCode } from './fault-codes';
import { shapeFault } from './filter/check';
import { canonicalFilter } from './filter/canonical';
import { maxDepth, findInLeaves, group, groupOf, isLeaf, mapLeaves } from './filter/filter';
import type { Condition, Filter, Leaf } from './filter/filter';
import { offsetAt, positionsIn } from './filter/json-tree';
import { negate } from './filter/negate';
import type { Operator } from './filter/operators';
import { readFilter } from './filter/parse';
import { parseExpression } from './filter/read-expression';
import { spellFilter } from './filter/spell';
import { formatExpression } from './filter/write-expression';
import type { LogFieldName } from './log-names';
import { SqlDialect, type SqlOptions } from './log-sql';
import { readOptions } from './sql/read-options';
import { writeSql } from './sql/write-sql';

/**
 * A filter that decides which lines a log-delivery job delivers. A filter is immutable: every method returns a new one.
 *
 * It is independent of datasets. The job that uses it checks its fields, operators and values against the dataset, and
 * looks for an equivalent shorter form if it exceeds the service's limits of about 30 operators (conditions and groups) and 1000 bytes.
 *
 * @example
 * LogFilter.field(LogField.EdgeResponseStatus).atLeast(500).and(LogFilter.field(LogField.ClientCountry).in(['nl', 'de']));
 */
export class LogFilter {
  /**
   * Starts a comparison of a log field.
   *
   * @param name - name of the field, such as `LogField.EdgeResponseStatus`; in TypeScript, cast one that is newer than this version:
   * `'NewField' as LogFieldName`
   */
  public static field(name: LogFieldName): LogFilterField {
    return new LogFilterField(name);
  }

  /** Matches lines that match all of the filters. At least one is required. */
  public static allOf(...filters: LogFilter[]): LogFilter {
    return LogFilter.join('and', filters, 'LogFilter.allOf');
  }

  /** Matches lines that match at least one of the filters. At least one is required. */
  public static anyOf(...filters: LogFilter[]): LogFilter {
    return LogFilter.join('or', filters, 'LogFilter.anyOf');
  }

  /** Matches lines that match none of the filters. At least one is required. See `not`. */
  public static noneOf(...filters: LogFilter[]): LogFilter {
    return LogFilter.join('or', filters, 'LogFilter.noneOf').not();
  }

  /**
   * Reads the filter of a job as the service stores it: `{"where":{"and":[...]}}`. Scalars may be strings, numbers and
   * booleans.
   *
   * @throws an error that lists all faults of the text, each with line and column
   */
  public static fromJson(text: string): LogFilter {
    if (!isText(text)) {
      const message = `It is ${named(text)}, not a string. Pass the JSON of a filter as a string.`;
      throw refused('LogFilter.fromJson', 'filter.syntax', message);
    }
    if (isWholeExpression(text)) throw unknownText('LogFilter.fromJson');
    const { parsed, root } = readFilter(text);
    if (parsed.filter === undefined || root === undefined)
      throw unreadable('LogFilter.fromJson', parsed.faults);
    const place = positionsIn(text);
    const faults = findInLeaves(parsed.filter.where, ['where'], shapeFaults).map((fault) => ({
      ...fault,
      position: place(offsetAt(root, fault.path)),
    }));
    if (faults.length > 0) throw unreadable('LogFilter.fromJson', faults);
    return LogFilter._of(parsed.filter.where);
  }

  /**
   * Reads an expression in the style of the service's rules language: comparisons with `==`, `!=`, `<`, `<=`, `>`, `>=` or
   * `eq`, `ne`, `lt`, `le`, `gt`, `ge`, with `contains`, `in {...}`, `starts_with(field, "text")` and
   * `ends_with(field, "text")`, joined by `and`, `or`, `not` and parentheses.
   *
   * @throws an error with what was expected, and its line and column
   *
   * @example
   * LogFilter.fromExpression('EdgeResponseStatus >= 500 and not ClientCountry in {"nl" "de"}');
   */
  public static fromExpression(text: string): LogFilter {
    if (!isText(text)) {
      const message = `It is ${named(text)}, not a string. Pass an expression such as "EdgeResponseStatus >= 500".`;
      throw refused('LogFilter.fromExpression', 'filter.expression', message);
    }
    if (isWholeExpression(text)) throw unknownText('LogFilter.fromExpression');
    const { filter, faults } = parseExpression(text);
    if (filter === undefined) throw unreadable('LogFilter.fromExpression', faults);
    return LogFilter._of(filter.where);
  }

  /** @internal */
  public static _of(condition: Condition): LogFilter {
    return new LogFilter(spellFilter({ where: condition }).where, depthOf(condition));
  }

  /** @internal one comparison, whose value is spelled already */
  public static _ofLeaf(leaf: Leaf): LogFilter {
    return new LogFilter(leaf, 0);
  }

  private static join(kind: 'and' | 'or', filters: readonly LogFilter[], caller: string): LogFilter {
    const children: Condition[] = [];
    let depth = 0;
    for (const each of filters) {
      if (!isFilter(each)) throw refused(caller, 'filter.not_condition', notFilter(each));
      const inner = groupOf(each.condition);
      const isMerged = inner?.kind === kind;
      if (isMerged) children.push(...inner.children);
      else children.push(each.condition);
      depth = Math.max(depth, isMerged ? each.depth : each.depth + 1);
    }
    const [only] = filters;
    if (only === undefined)
      throw refused(caller, 'filter.group_empty', 'There is no filter to join. Pass at least one.');
    if (filters.length === 1) return only;
    if (depth > maxDepth) {
      const message = `Filters are nested ${depth} levels deep; the limit is ${maxDepth}. Nest them less.`;
      throw refused(caller, 'filter.too_deep', message);
    }
    return new LogFilter(group(kind, children), depth);
  }

  private constructor(
    private readonly condition: Condition,
    private readonly depth: number,
  ) {}

  /** Matches lines that match this filter and all given filters. */
  public and(...filters: LogFilter[]): LogFilter {
    return LogFilter.join('and', [this, ...filters], 'LogFilter.and');
  }

  /** Matches lines that match this filter or at least one of the given filters. */
  public or(...filters: LogFilter[]): LogFilter {
    return LogFilter.join('or', [this, ...filters], 'LogFilter.or');
  }

  /**
   * Matches lines that do not match this filter. The service has no `not`, so the filter is rewritten: `and` becomes
   * `or`, and every operator becomes its opposite (`lessThan` becomes `atLeast`).
   *
   * The opposite of a comparison by size (`lessThan`, `atMost`, `greaterThan`, `atLeast`) is exact for lines that have
   * the field. A line without the field matches neither of the two.
   */
  public not(): LogFilter {
    return new LogFilter(negate(this.condition), this.depth);
  }

  /** The filter as the service accepts it, on one line; the same for filters that differ only in order and nesting. */
  public toJson(): string {
    return canonicalFilter(this._filter());
  }

  /**
   * The filter as an expression that `fromExpression` reads.
   *
   * @param width - maximum line length: longer lines are broken before `and` and `or`. Default: one line
   */
  public toExpression(width?: number): string {
    if (width !== undefined && !isLength(width)) {
      const message = `The width is ${named(width)}; it must be a number of characters, at least 1. Pass one, or omit it for one line.`;
      throw refused('LogFilter.toExpression', 'filter.expression', message);
    }
    return formatExpression(this._filter(), width === undefined ? {} : { width });
  }

  /**
   * The filter as a condition for the WHERE clause of a query on log lines in a data warehouse. It is true for exactly those
   * lines that a job with this filter delivers, and false or NULL for all others: a missing field, a string that is no integer,
   * upper and lower case count as in the filter. To select the other lines, write `NOT coalesce(…, false)`.
   *
   * Values are quoted for the dialect. A field needs a column of its type, unless the lines are JSON: see `SqlSource`.
   *
   * @param dialect - the engine. Default: DuckDB
   * @param options - the dataset, and how the log lines lie in the table
   * @throws an error that lists all fields, operators and values that the dataset does not allow, and values that are unknown
   * before a deploy
   *
   * @example
   * LogFilter.field(LogField.EdgeResponseStatus).atLeast(500).toSql(SqlDialect.CLICKHOUSE, { source: SqlSource.JSON });
   */
  public toSql(dialect: SqlDialect = SqlDialect.DUCKDB, options: SqlOptions = {}): string {
    const caller = 'LogFilter.toSql';
    if (!dialects.includes(dialect)) {
      const message = `The dialect is ${named(dialect)}; it must be one of ${dialects.join(', ')}. Pass a member of SqlDialect.`;
      throw refused(caller, 'filter.sql_option', message);
    }
    const { dataset, form, faults: wrong } = readOptions(options);
    if (dataset === undefined) {
      const lines = wrong.map((message) => ({ code: 'filter.sql_option' as const, message, path: [] }));
      throw new LogFilterError([`${caller}:`, ...wrong].join('\n  '), lines);
    }
    const { where } = this._filter();
    const { sql, faults } = writeSql({ where: mapLeaves(where, withoutTokens) }, dataset, {
      ...form,
      dialect,
    });
    if (sql === undefined) throw unreadable(caller, faults);
    return sql;
  }

  /** The filter as an expression that `fromExpression` reads, on one line. */
  public toString(): string {
    return this.toExpression();
  }

  /** @internal */
  public _filter(): Filter {
    const { condition } = this;
    return { where: isLeaf(condition) ? group('and', [condition]) : condition };
  }
}

/**
 * The left side of a comparison: see `LogFilter.field`. Which comparisons a field allows depends on its type in the
 * dataset of the job that uses the filter.
 *
 * A value may be a cdktf token, or a text with tokens, and the items of a set may be the token of a list. The job encodes them with
 * Terraform's `jsonencode`, so the value counts as it would in code, whatever characters it has. Texts are literal: `${` in one begins
 * no expression. To insert the value of an expression, pass a token.
 */
export class LogFilterField {
  /** @param name - name of the field, such as `EdgeResponseStatus` */
  public constructor(private readonly name: string) {
    if (!isText(name)) {
      const message = `The name of the field is ${named(name)}, not a string. Pass the name of a log field.`;
      throw refused('LogFilter.field', 'filter.key_not_string', message);
    }
    if (name === '') {
      const message = 'The name of the field is empty. Pass the name of a log field.';
      throw refused('LogFilter.field', 'filter.unknown_field', message);
    }
  }

  /** The field equals the value. For strings, integers and booleans. */
  public equalTo(value: string | number | boolean): LogFilter {
    return this.compare('eq', value);
  }

  /** The field does not equal the value, or is missing. For strings, integers and booleans. */
  public notEqualTo(value: string | number | boolean): LogFilter {
    return this.compare('!eq', value);
  }

  /** The field is less than the value. For integers; pass a number beyond 2^53 as a string of digits. */
  public lessThan(value: number | string): LogFilter {
    return this.compare('lt', value);
  }

  /** The field is less than or equal to the value. For integers; see `lessThan`. */
  public atMost(value: number | string): LogFilter {
    return this.compare('leq', value);
  }

  /** The field is greater than the value. For integers; see `lessThan`. */
  public greaterThan(value: number | string): LogFilter {
    return this.compare('gt', value);
  }

  /** The field is greater than or equal to the value. For integers; see `lessThan`. */
  public atLeast(value: number | string): LogFilter {
    return this.compare('geq', value);
  }

  /** The field is between two integers, inclusive. Counts as two conditions: `atLeast` and `atMost`. */
  public between(low: number | string, high: number | string): LogFilter {
    return this.atLeast(low).and(this.atMost(high));
  }

  /** The field starts with the value. For strings. */
  public startsWith(value: string): LogFilter {
    return this.compare('startsWith', value);
  }

  /** The field does not start with the value, or is missing. For strings. */
  public notStartsWith(value: string): LogFilter {
    return this.compare('!startsWith', value);
  }

  /** The field ends with the value. For strings. */
  public endsWith(value: string): LogFilter {
    return this.compare('endsWith', value);
  }

  /** The field does not end with the value, or is missing. For strings. */
  public notEndsWith(value: string): LogFilter {
    return this.compare('!endsWith', value);
  }

  /** The field contains the value: as a substring of a string, or as an element of an array. */
  public contains(value: string | number): LogFilter {
    return this.compare('contains', value);
  }

  /** The field does not contain the value (see `contains`), or is missing. */
  public notContains(value: string | number): LogFilter {
    return this.compare('!contains', value);
  }

  /** The field is one of the values, of which at least one is required. For strings and integers. */
  public in(values: (string | number)[]): LogFilter {
    return this.among('in', values);
  }

  /** The field is none of the values, or is missing. At least one value is required. For strings and integers. */
  public notIn(values: (string | number)[]): LogFilter {
    return this.among('!in', values);
  }

  private compare(operator: Operator, value: string | number | boolean): LogFilter {
    return LogFilter._ofLeaf({ key: this.name, operator, value: String(this.checked(operator, value)) });
  }

  private among(operator: Operator, values: readonly (string | number)[]): LogFilter {
    if (!isArray(values)) {
      const message = `The set of values for "${this.name}" is ${named(values)}, not an array. Write it like ["a", "b"] or [200, 204].`;
      throw refused('LogFilter.field', 'filter.not_array', message);
    }
    if (values.length === 0) {
      const message = `The set of values for "${this.name}" is empty. Add at least one value.`;
      throw refused('LogFilter.field', 'filter.set_empty', message);
    }
    return LogFilter._ofLeaf({
      key: this.name,
      operator,
      // Also the holes of a sparse array, which map() would skip.
      value: Array.from(values, (value) => this.checked(operator, value)),
    });
  }

  /** JavaScript users, or a value of type any, can pass anything. */
  private checked(operator: Operator, value: unknown): string | number | boolean {
    // A cdktf reference, such as the value of a variable, converts to its token.
    const given: unknown = isReference(value) ? value.toString() : value;
    const kinds = valueKinds(operator);
    if (!isScalar(given) || !kinds.includes(typeof given)) {
      const message = `A value of "${this.name}" is ${named(given)}; "${operator}" takes a ${kinds.join(' or a ')}. ${fixFor(given)}`;
      throw refused('LogFilter.field', 'filter.value_kind', message);
    }
    // Negative numbers are allowed here, since number tokens are negative; the job checks them.
    if (typeof given !== 'number' || (Number.isFinite(given) && given <= Number.MAX_SAFE_INTEGER))
      return given;
    const fix = Number.isFinite(given)
      ? 'which is not exact. Write a number beyond 2^53 as a string of digits.'
      : 'which no log line has. Pass a finite number.';
    const message = `The value of "${this.name}" is the number ${given}, ${fix}`;
    throw refused('LogFilter.field', 'filter.not_int', message);
  }
}

function valueKinds(operator: Operator): readonly string[] {
  switch (operator) {
    case 'eq':
    case '!eq':
      return ['string', 'number', 'boolean'];
    case 'startsWith':
    case '!startsWith':
    case 'endsWith':
    case '!endsWith':
      return ['string'];
    default:
      return ['string', 'number'];
  }
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** A text that Terraform makes: not even its beginning is known before a deploy. */
function isWholeExpression(text: string): boolean {
  return /^\s*[$#]\{/.test(text);
}

function unknownText(caller: string): LogFilterError {
  const message =
    'The text is a Terraform expression whose value is unknown before a deploy. Give the JSON of a filter as the prop filter of the job, ' +
    'or write the filter here with the expression as one of its values.';
  return refused(caller, 'filter.syntax', message);
}

function isLength(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value >= 1;
}

function isArray(value: unknown): boolean {
  return Array.isArray(value);
}

function isReference(value: unknown): value is { readonly toString: () => string } {
  return (
    typeof value === 'object' && value !== null && 'resolve' in value && typeof value.resolve === 'function'
  );
}

/** Not by class, since it may come from another copy of the package. */
function isFilter(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'condition' in value && 'depth' in value;
}

function notFilter(value: unknown): string {
  const fix = isText(value)
    ? 'Read a string with LogFilter.fromExpression or LogFilter.fromJson.'
    : Array.isArray(value)
      ? 'Spread the array: write ... before it.'
      : 'Pass filters, such as LogFilter.field("EdgeResponseStatus").atLeast(500).';
  return `One of the filters to join is ${named(value)}, not a filter. ${fix}`;
}

/** Describes a value in the middle of a sentence. */
function named(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (Array.isArray(value)) return 'an array';
  if (isText(value))
    return `the string ${JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value)}`;
  if (value instanceof LogFilterField) return 'a field without a comparison';
  return isScalar(value) || typeof value === 'bigint'
    ? `the ${typeof value} ${value}`
    : `of type ${typeof value}`;
}

function fixFor(value: unknown): string {
  if (value === undefined)
    return 'An environment variable that is not set is undefined: set it, or omit the comparison.';
  return typeof value === 'bigint' ? 'Write it as a string of digits.' : 'Pass one, or omit the comparison.';
}

/** Thrown for an invalid filter. Recognized by its name, since it may come from another copy of the package. */
class LogFilterError extends Error {
  public override readonly name = 'LogFilterError';

  public constructor(
    message: string,
    public readonly faults: readonly Fault[],
  ) {
    super(message);
  }
}

function refused(caller: string, code: FaultCode, message: string): LogFilterError {
  return new LogFilterError(`${caller}: ${message}`, [{ code, message, path: [] }]);
}

function unreadable(caller: string, faults: readonly Fault[]): LogFilterError {
  return new LogFilterError(`${caller}: ${faults.map(placedMessage).join('\n  ')}`, faults);
}

const dialects: readonly string[] = Object.values(SqlDialect);

/** Only a deploy knows what tokens of cdktf stand for. */
function withoutTokens(leaf: Leaf): Leaf {
  const { key, value } = leaf;
  for (const item of typeof value === 'object' ? value : [value]) {
    if (typeof item !== 'string' || !/[$#]\{TfToken\[/.test(item)) continue;
    const message = `The value of "${key}" is ${JSON.stringify(item)}, a Terraform expression whose value is unknown before a deploy. Pass the value itself.`;
    throw refused('LogFilter.toSql', 'filter.sql_option', message);
  }
  return leaf;
}

function shapeFaults(leaf: Leaf, path: Fault['path']): Fault[] {
  return [shapeFault(leaf, path) ?? emptySet(leaf, path) ?? []].flat();
}

function emptySet({ key, value }: Leaf, path: Fault['path']): Fault | undefined {
  if (typeof value !== 'object' || value.length > 0) return undefined;
  const message = `The set of values for "${key}" is empty. Add at least one value.`;
  return { code: 'filter.set_empty', message, path: [...path, 'value'] };
}

/** The number of nested groups, as the reader of a text counts. */
function depthOf(condition: Condition): number {
  if (isLeaf(condition)) return 0;
  return 1 + groupOf(condition).children.reduce((deep, child) => Math.max(deep, depthOf(child)), 0);
}
