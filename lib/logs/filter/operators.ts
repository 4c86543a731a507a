import type { FieldType } from '../catalogue';

/** The kinds of field in the operator table of specification 4.3. */
export type FilterKind = 'string' | 'int' | 'bool' | 'array';

const table = [
  { operator: 'eq', meaning: 'equal', types: ['string', 'int', 'bool'], value: 'scalar' },
  { operator: '!eq', meaning: 'not equal', types: ['string', 'int', 'bool'], value: 'scalar' },
  { operator: 'lt', meaning: 'less than', types: ['int'], value: 'scalar' },
  { operator: 'leq', meaning: 'less than or equal', types: ['int'], value: 'scalar' },
  { operator: 'gt', meaning: 'greater than', types: ['int'], value: 'scalar' },
  { operator: 'geq', meaning: 'greater than or equal', types: ['int'], value: 'scalar' },
  { operator: 'startsWith', meaning: 'starts with', types: ['string'], value: 'scalar' },
  { operator: 'endsWith', meaning: 'ends with', types: ['string'], value: 'scalar' },
  { operator: '!startsWith', meaning: 'does not start with', types: ['string'], value: 'scalar' },
  { operator: '!endsWith', meaning: 'does not end with', types: ['string'], value: 'scalar' },
  { operator: 'contains', meaning: 'contains', types: ['string', 'array'], value: 'scalar' },
  { operator: '!contains', meaning: 'does not contain', types: ['string', 'array'], value: 'scalar' },
  { operator: 'in', meaning: 'value in a set', types: ['string', 'int'], value: 'array' },
  { operator: '!in', meaning: 'value not in a set', types: ['string', 'int'], value: 'array' },
] as const;

export type Operator = (typeof table)[number]['operator'];

export interface OperatorRule {
  readonly operator: Operator;
  readonly meaning: string;
  /** The kinds of field it applies to; `array` stands for `array[string]` and `array[int]`. */
  readonly types: readonly FilterKind[];
  /** Whether `value` is one scalar or an array of values. */
  readonly value: 'scalar' | 'array';
}

/** The operators of a filter, in the order of specification 4.3. */
export const operators: readonly OperatorRule[] = table;

const byName: ReadonlyMap<string, OperatorRule> = new Map(operators.map((rule) => [rule.operator, rule]));

export function findOperator(name: string): OperatorRule | undefined {
  return byName.get(name);
}

/** `undefined` for the types that no operator supports: objects, arrays of objects, floats and timestamps. */
export function filterKind(type: FieldType): FilterKind | undefined {
  switch (type) {
    case 'string':
    case 'int':
    case 'bool':
      return type;
    case 'array[string]':
    case 'array[int]':
      return 'array';
    case 'object':
    case 'array[object]':
    case 'float':
    case 'timestamp':
      return undefined;
    default:
      return type satisfies never;
  }
}
