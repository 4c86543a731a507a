import { isObject, type JsonObject } from '../../ground/json';
import { generalRefusals } from './errors';
import { isArray } from '../shape';

export interface Route {
  readonly method: Method;
  /** Below /client/v4; parameters like `:zone_id` are validated by their names. */
  readonly path: string;
  readonly takes: 'object' | 'array';
  readonly handle: (call: Call) => Answer | Promise<Answer>;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Call {
  readonly path: string;
  readonly param: (name: string) => string;
  readonly query: URLSearchParams;
  /** Undefined with a key pair. */
  readonly token: string | undefined;
  readonly body: unknown;
}

export interface Answer {
  /** A report is not a resource: the quirk that omits zero values does not apply. */
  readonly kind: 'resource' | 'report' | 'nothing';
  readonly result?: unknown;
  readonly result_info?: object | undefined;
  readonly messages?: readonly object[];
  /** The result is an array without a meaningful order. */
  readonly isSet?: boolean;
}

export const answer = {
  resource: (result: unknown, result_info?: object): Answer => ({ kind: 'resource', result, result_info }),
  set: (result: readonly unknown[], result_info?: object): Answer => ({
    kind: 'resource',
    result,
    result_info,
    isSet: true,
  }),
  report: (result: unknown, messages: readonly object[] = []): Answer => ({
    kind: 'report',
    result,
    messages,
  }),
  nothing: (): Answer => ({ kind: 'nothing' }),
};

/** Builders of routes or controls, one for each method. `takes` is the type of the body. */
export function methodsOf<Handle>() {
  const written =
    (method: Method) =>
    (path: string, handle: Handle, takes: Route['takes'] = 'object') => ({ method, path, handle, takes });
  return {
    get: written('GET'),
    post: written('POST'),
    put: written('PUT'),
    patch: written('PATCH'),
    delete: written('DELETE'),
  } as const;
}

export const route = methodsOf<Route['handle']>();

export function zoneOf(call: Call): string {
  return call.param('zone_id');
}

export function accountOf(call: Call): string {
  return call.param('account_id');
}

export function bodyOf(call: Call): JsonObject {
  if (!isObject(call.body)) throw generalRefusals.notAnObject();
  return call.body;
}

export function itemsOf(call: Call): readonly unknown[] {
  if (!isArray(call.body)) throw generalRefusals.notAnArray();
  return call.body;
}
