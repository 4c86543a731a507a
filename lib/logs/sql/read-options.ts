import { findDataset, suggest, type Dataset } from '../catalogue';
import { LogScope, SqlSource, type SqlOptions } from '../log-sql';
import { isName, type SqlForm } from './form';

/** Options of `LogFilter.toSql`, or what is wrong with them: lines of place, value, rule and fix. */
export interface ReadOptions {
  readonly dataset?: Dataset;
  readonly form: Omit<SqlForm, 'dialect'>;
  readonly faults: readonly string[];
}

/** @param options - anything that a user of JavaScript may pass */
export function readOptions(options: SqlOptions): ReadOptions {
  const given = entriesOf(options);
  if (given === undefined)
    return {
      form: {},
      faults: [`Wrong type: props is ${describe(options)}. It must be an object. Pass one, or omit it.`],
    };
  const faults = given.flatMap(([name, value]) => (value === undefined ? [] : (faultOf(name, value) ?? [])));
  if (faults.length > 0) return { form: {}, faults };
  const { dataset: name = 'http_requests', scope, source, column, table } = options;
  const dataset = findDataset(name, scope);
  const form = { source, column, table };
  if (dataset !== undefined) return { dataset, form, faults };
  const fault = `scope: The dataset ${name} does not exist in the scope ${scope}. Pass the other scope, or omit it.`;
  return { form, faults: [fault] };
}

function entriesOf(options: unknown): [string, unknown][] | undefined {
  return Object.prototype.toString.call(options) === '[object Object]'
    ? Object.entries(options ?? {})
    : undefined;
}

const sources: readonly string[] = Object.values(SqlSource);
const scopes: readonly string[] = Object.values(LogScope);
const names: readonly (keyof SqlOptions)[] = ['column', 'dataset', 'scope', 'source', 'table'];

function faultOf(name: string, value: unknown): string | undefined {
  const is = `${name}: ${name} is ${describe(value)}.`;
  switch (name) {
    case 'dataset':
      if (typeof value === 'string' && findDataset(value) !== undefined) return undefined;
      return `${is} It must be the name of a dataset. Pass one that "edge-platform logs fields" lists, or omit it.`;
    case 'source':
      if (typeof value === 'string' && sources.includes(value)) return undefined;
      return `${is} It must be one of ${sources.join(', ')}. Pass a member of SqlSource, or omit it.`;
    case 'scope':
      if (typeof value === 'string' && scopes.includes(value)) return undefined;
      return `${is} It must be one of ${scopes.join(', ')}. Pass a member of LogScope, or omit it.`;
    case 'column':
    case 'table':
      if (typeof value === 'string' && isName(value)) return undefined;
      return `${is} It must be a name without control characters and halves of surrogate pairs. Pass it as it is in the database, or omit it.`;
    default: {
      const meant = suggest(name, names);
      const fix =
        meant === undefined ? `Remove it. The props here are ${names.join(', ')}.` : `Did you mean ${meant}?`;
      return `${name}: Unknown prop: there is no prop ${name}. ${fix}`;
    }
  }
}

function describe(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (Array.isArray(value)) return 'an array';
  if (value === '') return 'empty text';
  if (typeof value === 'string')
    return `the string ${JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value)}`;
  if (typeof value === 'number' || typeof value === 'boolean') return `the ${typeof value} ${value}`;
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
