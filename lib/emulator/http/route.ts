import { generalRefusals } from './errors';
import { isArray, isObject } from '../shape';
import type { JsonObject } from '../shape';

export interface Route {
  readonly method: Method;
  /** Below /client/v4; parameters as `:zone_id`, whose shapes are checked by their names. */
  readonly path: string;
  /** What a body has to be. @default 'object' */
  readonly takes?: 'object' | 'array';
  readonly handle: (call: Call) => Answer | Promise<Answer>;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Call {
  readonly path: string;
  readonly param: (name: string) => string;
  readonly query: URLSearchParams;
  /** The parsed body; undefined on GET and DELETE. */
  readonly body: unknown;
}

export type Answer =
  | {
      readonly kind: 'resource';
      readonly result: unknown;
      readonly resultInfo?: object;
      /** The result is an array whose order means nothing. */
      readonly isSet?: boolean;
    }
  /** A result that is no resource: quirks that drop zero values leave it alone. */
  | { readonly kind: 'report'; readonly result: unknown }
  | { readonly kind: 'nothing' };

export const answer = {
  resource: (result: unknown, resultInfo?: object): Answer =>
    resultInfo === undefined ? { kind: 'resource', result } : { kind: 'resource', result, resultInfo },
  set: (result: readonly unknown[], resultInfo?: object): Answer => ({
    kind: 'resource',
    result,
    ...(resultInfo === undefined ? {} : { resultInfo }),
    isSet: true,
  }),
  report: (result: unknown): Answer => ({ kind: 'report', result }),
  nothing: (): Answer => ({ kind: 'nothing' }),
};

export function bodyOf(call: Call): JsonObject {
  if (!isObject(call.body)) throw generalRefusals.notAnObject();
  return call.body;
}

export function itemsOf(call: Call): readonly unknown[] {
  if (!isArray(call.body)) throw generalRefusals.notAnArray();
  return call.body;
}
