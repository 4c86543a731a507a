import type { Dataset, Leaf, Operator, Scalar } from '../../../logs';
import { LogField } from '../../../logs/log-names';
import { array, as, call, method, name, plainText, value, type Code } from '../typescript';
import type { SourceFile } from '../source-file';
import { childrenOf, type JobFilter } from './filter-of-job';
import { logsName, packageName } from '../package-name';

export function filterCode({ where, dataset }: JobFilter, file: SourceFile): Code {
  const logFilter = file.import(packageName, 'LogFilter');
  const codeOf = (condition: JobFilter['where']): Code => {
    if ('operator' in condition) return leafCode(condition);
    const join = 'and' in condition ? 'allOf' : 'anyOf';
    const parts = withRanges('and' in condition, childrenOf(condition)).map((part) =>
      'low' in part ? rangeCode(part) : codeOf(part),
    );
    const [only, ...more] = parts;
    return only !== undefined && more.length === 0 ? only : call(`${logFilter}.${join}`, ...parts);
  };
  const field = (key: string) => call(`${logFilter}.field`, fieldCode(key, plainText, file));
  const leafCode = ({ key, operator, value: of }: Leaf) =>
    method(
      field(key),
      methods[operator],
      typeof of === 'object'
        ? array(of.map((item) => itemCode(item)))
        : scalarCode(of, operator, dataset?.fields.get(key)),
    );
  const rangeCode = ({ key, low, high }: Range) =>
    method(field(key), 'between', ...[low, high].map((each) => scalarCode(each, 'geq', 'int')));
  return codeOf(where);
}

/** The constant of a log field; its name with a cast, if this version does not know the field. */
export function fieldCode(field: string, toCode: (name: string) => Code, file: SourceFile): Code {
  if (logFields.has(field)) return name(`${file.import(packageName, 'LogField')}.${field}`);
  return as(toCode(field), file.importType(logsName, 'LogFieldName'));
}

const logFields = new Set<string>(Object.values(LogField));

const methods: Readonly<Record<Operator, string>> = {
  eq: 'equalTo',
  '!eq': 'notEqualTo',
  lt: 'lessThan',
  leq: 'atMost',
  gt: 'greaterThan',
  geq: 'atLeast',
  startsWith: 'startsWith',
  endsWith: 'endsWith',
  '!startsWith': 'notStartsWith',
  '!endsWith': 'notEndsWith',
  contains: 'contains',
  '!contains': 'notContains',
  in: 'in',
  '!in': 'notIn',
};

/** The operators that compare by size, so that their value is a number. */
const bySize: readonly Operator[] = ['lt', 'leq', 'gt', 'geq'];

/** The code of a scalar: a number or a boolean where the dataset has one, instead of the text of the API. */
function scalarCode(scalar: Scalar, operator: Operator, type: ReturnType<Dataset['fields']['get']>): Code {
  const text = String(scalar);
  const isNumber = type === 'int' || type === 'array[int]' || bySize.includes(operator);
  if (isNumber && isExact(text)) return value(Number(text));
  if (type === 'bool' && (text === 'true' || text === 'false')) return value(text === 'true');
  return plainText(text);
}

/** The code of an item. A number beyond 2^53 is a string of digits. */
function itemCode(item: Scalar): Code {
  return typeof item === 'number' ? value(item) : plainText(String(item));
}

function isExact(text: string): boolean {
  return /^(?:0|[1-9]\d*)$/.test(text) && Number.isSafeInteger(Number(text));
}

interface Range {
  readonly key: string;
  readonly low: Scalar;
  readonly high: Scalar;
}

/** Replaces a lower bound followed by an upper bound of the same field by their range. */
function withRanges(
  isAnd: boolean,
  conditions: readonly JobFilter['where'][],
): (JobFilter['where'] | Range)[] {
  const parts: (JobFilter['where'] | Range)[] = [];
  for (const condition of conditions) {
    const range = isAnd ? rangeOf(parts.at(-1), condition) : undefined;
    if (range === undefined) parts.push(condition);
    else parts.splice(-1, 1, range);
  }
  return parts;
}

function rangeOf(
  first: JobFilter['where'] | Range | undefined,
  second: JobFilter['where'],
): Range | undefined {
  if (first === undefined || !('operator' in first) || !('operator' in second)) return undefined;
  const { key, operator, value: low } = first;
  const { value: high } = second;
  if (operator !== 'geq' || second.operator !== 'leq' || second.key !== key) return undefined;
  return typeof low === 'object' || typeof high === 'object' ? undefined : { key, low, high };
}
