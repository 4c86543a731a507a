import { typeOf, type Dataset } from '../catalogue';
import type { Fault, FaultPath } from '../fault';
import {
  findInLeaves,
  groupOf,
  isLeaf,
  type Condition,
  type Filter,
  type Leaf,
  type Scalar,
} from '../filter/filter';
import { faultsOfMeaning } from '../filter/check';
import { spellFilter } from '../filter/spell';
import { dialects, formFaults, valuesOf, type SqlForm } from './form';
import type { Dialect, IntComparison, Values } from './values';

/** SQL, or why it cannot be written. */
export interface WrittenSql {
  readonly sql?: string;
  readonly faults: readonly Fault[];
}

/**
 * Writes a filter as a condition for WHERE, with the meaning of `matchesFilter`: true for the records that match, false or NULL
 * for all others. So it can stand between AND and OR, but NOT would drop the records with NULL.
 *
 * Names and strings are quoted for the dialect; control characters in them are written as escapes.
 *
 * Codes: those of `checkFilter` except `filter.too_many_operators`; `filter.half_surrogate`, `filter.sql_option`.
 *
 * @example
 * ```ts
 * const dataset = findDataset('http_requests');
 * const { filter } = parseExpression('EdgeResponseStatus >= 500 and ClientCountry != "de"');
 * if (dataset && filter) writeSql(filter, dataset, { dialect: 'duckdb' }).sql;
 * // ("EdgeResponseStatus" >= 500 AND NOT coalesce("ClientCountry" = 'de', false))
 * ```
 */
export function writeSql(filter: Filter, dataset: Dataset, form: SqlForm): WrittenSql {
  const spelled = spellFilter(filter, dataset);
  const faults = [...formFaults(form), ...filterFaults(spelled, dataset)];
  if (faults.length > 0) return { faults };
  return {
    sql: writeWhere(spelled, dataset, { dialect: dialects[form.dialect], values: valuesOf(form) }),
    faults,
  };
}

/** Faults of a filter whose values are spelled as the service decodes them. */
export function filterFaults(filter: Filter, dataset: Dataset): Fault[] {
  // What a field of an unknown type compares cannot be written. The type of a retired one is known.
  const ofMeaning = faultsOfMeaning(filter, dataset).filter(({ kind }) => kind !== 'retired');
  return [...ofMeaning, ...findInLeaves(filter.where, ['where'], halfSurrogates)];
}

export interface Target {
  readonly dialect: Dialect;
  readonly values: Values;
}

/** For a filter without faults. `between`: the space around the AND or OR of the outermost group. */
export function writeWhere(filter: Filter, dataset: Dataset, target: Target, between = ' '): string {
  const write = (condition: Condition, space: string): string => {
    if (isLeaf(condition)) return writeLeaf(condition, dataset, target);
    const { kind, children } = groupOf(condition);
    const [only = 'true', ...more] = children.map((child) => write(child, ' '));
    return more.length === 0 ? only : `(${[only, ...more].join(`${space}${kind.toUpperCase()} `)})`;
  };
  return write(filter.where, between);
}

function writeLeaf(leaf: Leaf, dataset: Dataset, target: Target): string {
  const isNegated = leaf.operator.startsWith('!');
  const operator = isNegated ? leaf.operator.slice(1) : leaf.operator;
  const sql = writePositive(operator, leaf, dataset, target);
  return isNegated ? `NOT coalesce(${sql}, false)` : sql;
}

function writePositive(
  operator: string,
  { key, value }: Leaf,
  dataset: Dataset,
  { dialect, values }: Target,
): string {
  const type = typeOf(key, dataset);
  switch (type) {
    case 'string':
      return compareText(dialect, values.text(key), operator, value);
    case 'int':
      return values.compareInt(key, intComparison(operator, value));
    case 'bool':
      return values.isBool(key, String(value) === 'true');
    case 'array[string]':
    case 'array[int]':
      return values.hasElement(key, String(value), type);
    default:
      throw new TypeError(`The field ${key} of type ${type} cannot be compared.`);
  }
}

function compareText(dialect: Dialect, found: string, operator: string, value: Leaf['value']): string {
  if (isSet(value)) return `${found} IN (${value.map((item) => dialect.text(String(item))).join(', ')})`;
  const expected = dialect.text(String(value));
  switch (operator) {
    case 'startsWith':
      return dialect.startsWith(found, expected);
    case 'endsWith':
      return dialect.endsWith(found, expected);
    case 'contains':
      return dialect.contains(found, expected);
    default:
      return `${found} = ${expected}`;
  }
}

const signs: ReadonlyMap<string, '<' | '<=' | '>' | '>='> = new Map([
  ['lt', '<'],
  ['leq', '<='],
  ['gt', '>'],
  ['geq', '>='],
]);

function intComparison(operator: string, value: Leaf['value']): IntComparison {
  if (isSet(value)) return { operator: 'IN', values: value.map(BigInt) };
  return { operator: signs.get(operator) ?? '=', value: BigInt(value) };
}

/** SQL is text in UTF-8, which cannot have them. */
function halfSurrogates({ key, value }: Leaf, path: FaultPath): Fault[] {
  const items = isSet(value) ? value : [value];
  return items.flatMap((item, index): Fault[] => {
    if (!/\p{Surrogate}/u.test(String(item))) return [];
    const message = `The value ${JSON.stringify(item)} of "${key}" has half of a surrogate pair, which is no character: SQL cannot represent it. Write whole characters.`;
    const at = isSet(value) ? [...path, 'value', index] : [...path, 'value'];
    return [{ code: 'filter.half_surrogate', message, path: at }];
  });
}

function isSet(value: Leaf['value']): value is readonly Scalar[] {
  return typeof value === 'object';
}
