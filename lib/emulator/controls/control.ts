import { isObject } from '../../ground/json';
import { parseJson } from '../http/body';
import { fieldAt, refuse, type ApiRefusal } from '../http/errors';
import { methodsOf, type Method } from '../http/route';
import { body, type Complete, type Fields } from '../schema/body';
import { keyRefusals } from '../schema/field';

/** A path below /__emulator: it needs no credentials, and its replies have no envelope. */
export interface Control {
  readonly method: Method;
  readonly path: string;
  readonly handle: (call: ControlCall) => unknown;
  /** Whether people keep the reply as a file: it is indented then. */
  readonly isFile?: boolean;
}

export const control = methodsOf<Control['handle']>();

export interface ControlCall {
  readonly param: (name: string) => string;
  readonly query: URLSearchParams;
  readonly bytes: Uint8Array;
}

/** A setting: a GET shows it, a PUT changes it and shows it then. */
export function settingControls<Table extends Fields>(
  path: string,
  fields: Table,
  setting: { readonly show: () => unknown; readonly change: (sent: Complete<Table>) => void },
): readonly Control[] {
  return [
    control.get(path, setting.show),
    control.put(path, ({ bytes }) => {
      setting.change(readControl(bytes, fields));
      return setting.show();
    }),
  ];
}

/** A list: a GET shows it, a DELETE empties it. */
export function listControls(
  path: string,
  {
    list,
    clear,
  }: {
    readonly list: (call: ControlCall) => readonly unknown[];
    readonly clear: (call: ControlCall) => void;
  },
): readonly Control[] {
  return [
    control.get(path, list),
    control.delete(path, (call) => {
      clear(call);
      return [];
    }),
  ];
}

export function badControl(reason: string): ApiRefusal {
  return refuse(400, 1000, reason);
}

export function readControl<Table extends Fields>(bytes: Uint8Array, members: Table): Complete<Table> {
  const value = parseJson(bytes);
  if (!isObject(value)) throw badControl('the body must be a JSON object');
  return body(controlRefusals, members).parse(value);
}

const controlRefusals = keyRefusals((at, reason) => badControl(`${fieldAt(at)}: ${reason}`));
