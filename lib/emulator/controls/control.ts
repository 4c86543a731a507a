import { isObject, type JsonObject } from '../../ground/json';
import { parseJson } from '../http/body';
import { generalRefusals, refuse } from '../http/errors';
import type { ApiRefusal } from '../http/errors';
import type { Method } from '../http/route';
import { hex32, isInteger, isString, unknownKey } from '../shape';
import type { Places } from '../world';
import { own } from '../../ground/record';

/** A path below /__emulator: it needs no credentials, and its replies have no envelope. */
export interface Control {
  readonly method: Method;
  readonly path: string;
  readonly handle: (call: ControlCall) => unknown;
  /** Whether people keep the reply as a file: it is indented then. */
  readonly isFile?: boolean;
}

export interface ControlCall {
  readonly param: (name: string) => string;
  readonly query: URLSearchParams;
  readonly bytes: Uint8Array;
}

export function badControl(reason: string): ApiRefusal {
  return refuse(400, 1000, reason);
}

/** The body of a control: a JSON object that has no other keys than these. */
export function readControlObject(bytes: Uint8Array, keys: readonly string[]): JsonObject {
  const value = parseJson(bytes);
  if (!isObject(value)) throw badControl('the body must be a JSON object');
  refuseUnknownKeys(value, keys);
  return value;
}

/** `prefix` leads to the object, `match.`; `refuse` makes the error. */
export function refuseUnknownKeys(
  value: JsonObject,
  known: readonly string[],
  prefix = '',
  refuse: (reason: string) => Error = badControl,
): void {
  const unknown = unknownKey(value, known);
  if (unknown === undefined) return;
  throw refuse(
    `${prefix}${unknown}: unknown key; allowed ${known.length > 1 ? 'are' : 'is'} ${known.join(', ')}`,
  );
}

export function readText(value: JsonObject, key: string): string | undefined {
  const text = own(value, key);
  if (text !== undefined && !isString(text)) throw badControl(`${key}: must be a string`);
  return text;
}

export function readNumber(value: JsonObject, key: string, least: number, most: number): number | undefined {
  const number = own(value, key);
  if (number === undefined) return undefined;
  if (!isInteger(number) || number < least || number > most)
    throw badControl(`${key}: must be an integer from ${least} to ${most}`);
  return number;
}

/** The zone of a control's path. Throws when there is none. */
export function zoneIdOf(call: ControlCall, places: Places, path: string): string {
  return ownerIdOf('zone_id', call, (id) => places.zone(id), path);
}

/** The account of a control's path. Throws when there is none. */
export function accountIdOf(call: ControlCall, places: Places, path: string): string {
  return ownerIdOf('account_id', call, (id) => places.account(id), path);
}

function ownerIdOf(
  name: string,
  { param }: ControlCall,
  find: (id: string) => object | undefined,
  path: string,
): string {
  const id = param(name);
  if (hex32.test(id) && find(id) !== undefined) return id;
  throw generalRefusals.noRoute(`/__emulator${path.replace(/:(\w+)/g, (_, each: string) => param(each))}`);
}
