import type { Fault } from './fault';
import { shapeFault } from './filter/check';
import { canonicalFilter } from './filter/canonical';
import { deepest, group, groupOf, isLeaf, type Condition, type Filter, type Leaf } from './filter/filter';
import { offsetAt, placesIn } from './filter/json-tree';
import { negate } from './filter/negate';
import type { Operator } from './filter/operators';
import { readFilter } from './filter/parse';
import { parseExpression } from './filter/read-expression';
import { spellFilter } from './filter/spell';
import { formatExpression } from './filter/write-expression';

/**
 * Which lines a log-delivery job delivers, said in code. A filter is a value: every method gives a new one.
 *
 * It knows nothing of datasets. The job that takes it checks its fields, operators and values against the dataset,
 * and looks for a shorter form where it is over the service's limits, about 30 operators and 1000 bytes.
 *
 * @example
 * LogFilter.field('EdgeResponseStatus').atLeast(500).and(LogFilter.field('ClientCountry').in(['nl', 'de']));
 */
export class LogFilter {
  /**
   * Begins a comparison of a log field.
   *
   * @param name - of the field, such as `EdgeResponseStatus`
   */
  public static field(name: string): LogFilterField {
    return new LogFilterField(name);
  }

  /** Lines that pass all of the filters, of which there is at least one. */
  public static allOf(...filters: LogFilter[]): LogFilter {
    return LogFilter.join('and', filters, 'LogFilter.allOf');
  }

  /** Lines that pass one of the filters or more, of which there is at least one. */
  public static anyOf(...filters: LogFilter[]): LogFilter {
    return LogFilter.join('or', filters, 'LogFilter.anyOf');
  }

  /** Lines that pass none of the filters, of which there is at least one. See `not`. */
  public static noneOf(...filters: LogFilter[]): LogFilter {
    return LogFilter.join('or', filters, 'LogFilter.noneOf').not();
  }

  /**
   * Takes the filter of a job as the service has it: `{"where":{"and":[...]}}`. Scalars may be strings, numbers and
   * booleans.
   *
   * @throws an error that names everything that is wrong with the text, each with line and column
   */
  public static fromJson(text: string): LogFilter {
    if (!isText(text)) {
      const message = `It is ${named(text)} and not a text. Give the JSON of a filter as a text.`;
      throw refused('LogFilter.fromJson', 'filter.syntax', message);
    }
    const { parsed, root } = readFilter(text);
    if (parsed.filter === undefined || root === undefined)
      throw unreadable('LogFilter.fromJson', parsed.faults);
    const place = placesIn(text);
    const faults = shapeFaults(parsed.filter.where, ['where']).map((fault) => ({
      ...fault,
      position: place(offsetAt(root, fault.path)),
    }));
    if (faults.length > 0) throw unreadable('LogFilter.fromJson', faults);
    return LogFilter._of(parsed.filter.where);
  }

  /**
   * Reads a text in the style of the service's rules language: comparisons with `==`, `!=`, `<`, `<=`, `>`, `>=` or
   * `eq`, `ne`, `lt`, `le`, `gt`, `ge`, with `contains`, `in {...}`, `starts_with(field, "text")` and
   * `ends_with(field, "text")`, joined by `and`, `or`, `not` and parentheses.
   *
   * @throws an error that says what was expected, with line and column
   *
   * @example
   * LogFilter.fromExpression('EdgeResponseStatus >= 500 and not ClientCountry in {"nl" "de"}');
   */
  public static fromExpression(text: string): LogFilter {
    if (!isText(text)) {
      const message = `It is ${named(text)} and not a text. Give an expression such as "EdgeResponseStatus >= 500".`;
      throw refused('LogFilter.fromExpression', 'filter.expression', message);
    }
    const { filter, faults } = parseExpression(text);
    if (filter === undefined) throw unreadable('LogFilter.fromExpression', faults);
    return LogFilter._of(filter.where);
  }

  /** @internal */
  public static _of(condition: Condition): LogFilter {
    return new LogFilter(spellFilter({ where: condition }).where, depthOf(condition));
  }

  private static join(kind: 'and' | 'or', filters: readonly LogFilter[], caller: string): LogFilter {
    for (const each of filters) {
      if (!isFilter(each)) throw refused(caller, 'filter.not_condition', notFilter(each));
    }
    const [only, ...others] = filters;
    if (only === undefined) {
      throw refused(caller, 'filter.group_empty', 'There is no filter to join. Give it at least one.');
    }
    if (others.length === 0) return only;
    const children = filters.flatMap(({ condition }) => {
      const inner = groupOf(condition);
      return inner?.kind === kind ? inner.children : [condition];
    });
    const depth = filters.reduce((deep, each) => Math.max(deep, each.depthIn(kind)), 0);
    if (depth > deepest) {
      const message = `Filters are nested ${depth} levels deep; the service could not take more than a few. Nest them less.`;
      throw refused(caller, 'filter.too_deep', message);
    }
    return new LogFilter(group(kind, children), depth);
  }

  private constructor(
    private readonly condition: Condition,
    private readonly depth: number,
  ) {}

  /** Lines that pass this filter and all of the others. */
  public and(...others: LogFilter[]): LogFilter {
    return LogFilter.join('and', [this, ...others], 'LogFilter.and');
  }

  /** Lines that pass this filter or one of the others. */
  public or(...others: LogFilter[]): LogFilter {
    return LogFilter.join('or', [this, ...others], 'LogFilter.or');
  }

  /**
   * Lines that do not pass this filter. The service has no `not`, so it is pushed inwards: `and` becomes `or`, every
   * operator its opposite, less-than and its like each other.
   *
   * The opposite of a comparison by size (`lessThan`, `atMost`, `greaterThan`, `atLeast`) is exact for lines that have
   * the field. A line without it passes neither of the two.
   */
  public not(): LogFilter {
    return new LogFilter(negate(this.condition), this.depth);
  }

  /** The filter as the service takes it, on one line; the same for all filters that differ only in order and nesting. */
  public toJson(): string {
    return canonicalFilter(this._filter());
  }

  /**
   * The filter as text that `fromExpression` reads.
   *
   * @param width - longer lines are broken before `and` and `or`; default: all on one line
   */
  public toExpression(width?: number): string {
    return formatExpression(this._filter(), width === undefined ? {} : { width });
  }

  /** The filter as text that `fromExpression` reads, on one line. */
  public toString(): string {
    return this.toExpression();
  }

  /** @internal */
  public _filter(): Filter {
    const { condition } = this;
    return { where: isLeaf(condition) ? group('and', [condition]) : condition };
  }

  private depthIn(kind: 'and' | 'or'): number {
    return groupOf(this.condition)?.kind === kind ? this.depth : this.depth + 1;
  }
}

/**
 * A log field that is about to be compared: see `LogFilter.field`. Which comparisons a field allows depends on its
 * type in the dataset of the job that takes the filter.
 *
 * A value may be a token of cdktf: the job then leaves it to Terraform, which writes it into the JSON as it is, so it
 * must need no escapes there. A literal `${` is written `$${`, as everywhere in Terraform.
 */
export class LogFilterField {
  /**
   * @param name - of the field, such as `EdgeResponseStatus`
   */
  public constructor(private readonly name: string) {
    if (!isText(name)) {
      const message = `The name of the field is ${named(name)} and not a text. Name a log field.`;
      throw refused('LogFilter.field', 'filter.key_not_string', message);
    }
    if (name === '') {
      throw refused(
        'LogFilter.field',
        'filter.unknown_field',
        'The name of the field is empty. Name a log field.',
      );
    }
  }

  /** Is equal. For strings, whole numbers and booleans. */
  public equalTo(value: string | number | boolean): LogFilter {
    return this.compare('eq', value);
  }

  /** Is not equal, or is not there. For strings, whole numbers and booleans. */
  public notEqualTo(value: string | number | boolean): LogFilter {
    return this.compare('!eq', value);
  }

  /** Is less. For whole numbers; a number beyond 2^53 is written as a string of digits. */
  public lessThan(value: number | string): LogFilter {
    return this.compare('lt', value);
  }

  /** Is less or equal. For whole numbers; see `lessThan`. */
  public atMost(value: number | string): LogFilter {
    return this.compare('leq', value);
  }

  /** Is greater. For whole numbers; see `lessThan`. */
  public greaterThan(value: number | string): LogFilter {
    return this.compare('gt', value);
  }

  /** Is greater or equal. For whole numbers; see `lessThan`. */
  public atLeast(value: number | string): LogFilter {
    return this.compare('geq', value);
  }

  /** Lies between two whole numbers, or is one of them: `atLeast` and `atMost`, two operators. */
  public between(low: number | string, high: number | string): LogFilter {
    return this.atLeast(low).and(this.atMost(high));
  }

  /** Begins with a text. For strings. */
  public startsWith(value: string): LogFilter {
    return this.compare('startsWith', value);
  }

  /** Does not begin with a text, or is not there. For strings. */
  public notStartsWith(value: string): LogFilter {
    return this.compare('!startsWith', value);
  }

  /** Ends with a text. For strings. */
  public endsWith(value: string): LogFilter {
    return this.compare('endsWith', value);
  }

  /** Does not end with a text, or is not there. For strings. */
  public notEndsWith(value: string): LogFilter {
    return this.compare('!endsWith', value);
  }

  /** Has a text in it, as a string, or has an element that is equal, as an array. */
  public contains(value: string | number): LogFilter {
    return this.compare('contains', value);
  }

  /** Has no such text in it, as a string, has no such element, as an array, or is not there. */
  public notContains(value: string | number): LogFilter {
    return this.compare('!contains', value);
  }

  /** Is one of the values. For strings and whole numbers, at least one. */
  public in(values: (string | number)[]): LogFilter {
    return this.among('in', values);
  }

  /** Is none of the values, or is not there. For strings and whole numbers, at least one. */
  public notIn(values: (string | number)[]): LogFilter {
    return this.among('!in', values);
  }

  private compare(operator: Operator, value: string | number | boolean): LogFilter {
    return LogFilter._of({ key: this.name, operator, value: this.checked(operator, value) });
  }

  private among(operator: Operator, values: readonly (string | number)[]): LogFilter {
    if (!isArray(values)) {
      const message = `The set of values for "${this.name}" is ${named(values)} and not an array. Write it like ["a", "b"] or [200, 204].`;
      throw refused('LogFilter.field', 'filter.not_array', message);
    }
    if (values.length === 0) {
      const message = `The set of values for "${this.name}" is empty. Give it at least one value.`;
      throw refused('LogFilter.field', 'filter.set_empty', message);
    }
    return LogFilter._of({
      key: this.name,
      operator,
      value: values.map((value) => this.checked(operator, value)),
    });
  }

  /** Code without types, or with a value of type any, gets here with anything. */
  private checked(operator: Operator, value: unknown): string | number | boolean {
    // A reference of cdktf, such as the value of a variable, has its token as text.
    const given: unknown = isReference(value) ? value.toString() : value;
    const kinds = valueKinds(operator);
    if (!isScalar(given) || !kinds.includes(typeof given)) {
      const message = `A value of "${this.name}" is ${named(given)}; "${operator}" takes a ${kinds.join(' or a ')}. ${cureOf(given)}`;
      throw refused('LogFilter.field', 'filter.value_kind', message);
    }
    // A negative number passes, since number tokens are negative: the job tells what it is.
    if (typeof given !== 'number' || (Number.isFinite(given) && given <= Number.MAX_SAFE_INTEGER))
      return given;
    const message = `The value of "${this.name}" is the number ${given}, which is not exact. Write a number beyond 2^53 as a string of digits.`;
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

function isArray(value: unknown): boolean {
  return Array.isArray(value);
}

function isReference(value: unknown): value is { readonly toString: () => string } {
  return (
    typeof value === 'object' && value !== null && 'resolve' in value && typeof value.resolve === 'function'
  );
}

/** By what it has, since it may come from another copy of the package. */
function isFilter(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'condition' in value && 'depth' in value;
}

function notFilter(value: unknown): string {
  const cure = isText(value)
    ? 'Read a text with LogFilter.fromExpression or LogFilter.fromJson.'
    : Array.isArray(value)
      ? 'Give the filters of an array one by one, with ... before it.'
      : 'Give filters, such as LogFilter.field("EdgeResponseStatus").atLeast(500).';
  return `One of the filters to join is ${named(value)} and not a filter. ${cure}`;
}

/** What a value is, in the middle of a sentence. */
function named(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (Array.isArray(value)) return 'an array';
  if (isText(value))
    return `the text ${JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value)}`;
  if (value instanceof LogFilterField) return 'a field that is not compared yet';
  return isScalar(value) || typeof value === 'bigint'
    ? `the ${typeof value} ${value}`
    : `of type ${typeof value}`;
}

function cureOf(value: unknown): string {
  if (value === undefined)
    return 'An environment variable that is not set is undefined: set it, or leave the comparison out.';
  return typeof value === 'bigint'
    ? 'Write it as a string of digits.'
    : 'Give it one, or leave the comparison out.';
}

/** What is wrong with a filter that was to be made. Known by its name, since it may come from another copy of the package. */
class LogFilterError extends Error {
  public override readonly name = 'LogFilterError';

  public constructor(
    message: string,
    public readonly faults: readonly Fault[],
  ) {
    super(message);
  }
}

function refused(caller: string, code: string, message: string): LogFilterError {
  return new LogFilterError(`${caller}: ${message}`, [{ code, message, path: [] }]);
}

function unreadable(caller: string, faults: readonly Fault[]): LogFilterError {
  const lines = faults.map(({ message, position }) => {
    const place = position === undefined ? '' : ` (line ${position.line}, column ${position.column})`;
    return message.includes(place) ? message : `${message}${place}`;
  });
  return new LogFilterError(`${caller}: ${lines.join('\n  ')}`, faults);
}

function shapeFaults(condition: Condition, path: Fault['path']): Fault[] {
  if (isLeaf(condition)) return [shapeFault(condition, path) ?? emptySet(condition, path) ?? []].flat();
  const { kind, children } = groupOf(condition) ?? { kind: 'and', children: [] };
  return children.flatMap((child, index) => shapeFaults(child, [...path, kind, index]));
}

function emptySet({ key, value }: Leaf, path: Fault['path']): Fault | undefined {
  if (typeof value !== 'object' || value.length > 0) return undefined;
  const message = `The set of values for "${key}" is empty. Give it at least one value.`;
  return { code: 'filter.set_empty', message, path: [...path, 'value'] };
}

/** How many groups lie in each other, as the reader of a text counts. */
function depthOf(condition: Condition): number {
  const inner = groupOf(condition);
  return inner === undefined
    ? 0
    : 1 + inner.children.reduce((deep, child) => Math.max(deep, depthOf(child)), 0);
}
