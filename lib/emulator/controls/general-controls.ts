import { isObject, type JsonObject } from '../../ground/json';
import { faultKinds, kindsWithAfter } from '../faults/faults';
import type { FaultKind, FaultOrder, Faults } from '../faults/faults';
import type { Fixture } from '../fixture/fixture';
import { FixtureError } from '../fixture/seed';
import { patternFault } from '../faults/path-pattern';
import { defaultQuirks, quirkNames } from '../http/quirks';
import type { Quirks } from '../http/quirks';
import { refuse } from '../http/errors';
import { isHeader } from '../http/headers';
import { isArray, isString } from '../shape';
import { recordOf } from './calls';
import type { CallLog } from './calls';
import { badControl, readControlObject, readNumber, readText, refuseUnknownKeys } from './control';
import type { Control } from './control';
import { setOwn } from '../../ground/record';

export function generalControls(parts: {
  readonly quirks: { get: () => Quirks; set: (quirks: Quirks) => void };
  readonly faults: Faults;
  readonly calls: CallLog;
  /** Returns to the given fixture, or to that of the start. Throws FixtureError, and changes nothing then. */
  readonly reset: (fixture: unknown, keepCredentials: boolean) => void;
  readonly exportFixture: () => Fixture;
}): readonly Control[] {
  const { quirks, faults, calls, reset, exportFixture } = parts;
  return [
    { method: 'GET', path: '/quirks', handle: () => quirks.get() },
    {
      method: 'PUT',
      path: '/quirks',
      handle: ({ bytes }) => {
        quirks.set(readQuirks(readControlObject(bytes, quirkNames)));
        return quirks.get();
      },
    },
    { method: 'GET', path: '/calls', handle: () => calls.list().map(recordOf) },
    {
      method: 'DELETE',
      path: '/calls',
      handle: () => {
        // In one step, so that no call is lost between a list and its clearing.
        const cleared = calls.list().map(recordOf);
        calls.clear();
        return cleared;
      },
    },
    { method: 'GET', path: '/faults', handle: () => faults.list() },
    {
      method: 'POST',
      path: '/faults',
      handle: ({ bytes }) => {
        faults.add(readFaultOrder(readControlObject(bytes, faultKeys)));
        return faults.list();
      },
    },
    {
      method: 'DELETE',
      path: '/faults',
      handle: () => {
        faults.clear();
        return [];
      },
    },
    {
      method: 'DELETE',
      path: '/faults/:fault_id',
      handle: ({ param }) => {
        const id = param('fault_id');
        if (!faults.remove(id)) throw refuse(404, 1000, `there is no fault ${id.slice(0, 80)}`);
        return faults.list();
      },
    },
    {
      method: 'POST',
      path: '/reset',
      handle: ({ bytes }) => {
        const { fixture, keepCredentials = false } =
          bytes.length === 0 ? {} : readControlObject(bytes, ['fixture', 'keepCredentials']);
        if (typeof keepCredentials !== 'boolean') throw badControl('keepCredentials: must be true or false');
        asControl(() => {
          reset(fixture, keepCredentials);
        });
        return {};
      },
    },
    { method: 'GET', path: '/fixture', handle: exportFixture, isFile: true },
  ];
}

/** A fixture that a call sends is a fault of the caller. */
function asControl(work: () => void): void {
  try {
    work();
  } catch (error) {
    throw error instanceof FixtureError ? badControl(`fixture: ${error.message}`) : error;
  }
}

function readQuirks(value: JsonObject): Quirks {
  const read = (name: keyof Quirks): boolean => {
    const flag = value[name] ?? defaultQuirks[name];
    if (typeof flag !== 'boolean') throw badControl(`${name}: must be true or false`);
    return flag;
  };
  return {
    shuffleKeys: read('shuffleKeys'),
    shuffleArrays: read('shuffleArrays'),
    omitZeroValues: read('omitZeroValues'),
    unknownFields: read('unknownFields'),
    serviceWording: read('serviceWording'),
  };
}

const faultKeys = [
  'match',
  'skip',
  'times',
  'probability',
  'seed',
  'after',
  'kind',
  'status',
  'code',
  'message',
  'ms',
  'headers',
  'result',
];

function readFaultOrder(value: JsonObject): FaultOrder {
  const match = value.match ?? {};
  if (!isObject(match)) throw badControl('match: must be an object');
  refuseUnknownKeys(match, ['method', 'path'], 'match.');
  const kind = faultKinds.find((name) => name === value.kind);
  if (kind === undefined) throw badControl(`kind: must be one of ${faultKinds.join(', ')}`);
  const path = readText(match, 'path');
  const fault = path === undefined ? undefined : patternFault(path);
  if (fault !== undefined) throw badControl(`match.path: ${fault}`);
  const headers = value.headers;
  if (headers !== undefined && !isHeaders(headers))
    throw badControl('headers: must be an object of names and values that HTTP can carry');
  const probability = readProbability(value);
  return {
    match: { ...optional('method', readMethods(match)), ...optional('path', path) },
    skip: readNumber(value, 'skip', 0, Number.MAX_SAFE_INTEGER) ?? 0,
    times:
      readNumber(value, 'times', 1, Number.MAX_SAFE_INTEGER) ??
      (probability === undefined ? 1 : Number.MAX_SAFE_INTEGER),
    ...optional('probability', probability),
    ...optional('seed', readNumber(value, 'seed', 0, 2 ** 32 - 1)),
    ...optional('after', readAfter(value, kind)),
    kind,
    ...optional('status', readNumber(value, 'status', 200, 599)),
    ...optional('code', readNumber(value, 'code', 0, Number.MAX_SAFE_INTEGER)),
    ...optional('message', readText(value, 'message')),
    ...optional('ms', readNumber(value, 'ms', 0, 3_600_000)),
    ...optional('headers', headers),
    ...readResult(value, kind),
  };
}

function readMethods({ method }: JsonObject): string | readonly string[] | undefined {
  if (method === undefined || isString(method)) return method;
  if (!isArray(method) || method.length === 0 || !method.every(isString))
    throw badControl('match.method: must be a string, or an array of at least one');
  return method;
}

function readResult(value: JsonObject, kind: FaultKind): Pick<FaultOrder, 'result'> {
  if ('result' in value !== (kind === 'result'))
    throw badControl('result: goes with the kind result, which needs it');
  return kind === 'result' ? { result: value.result } : {};
}

function readProbability({ probability, seed }: JsonObject): number | undefined {
  if (probability === undefined && seed !== undefined) throw badControl('seed: needs a probability');
  if (probability === undefined) return undefined;
  if (typeof probability !== 'number' || !(probability >= 0 && probability <= 1))
    throw badControl('probability: must be a number from 0 to 1');
  return probability;
}

function readAfter({ after }: JsonObject, kind: FaultKind): boolean | undefined {
  if (after === undefined) return undefined;
  if (typeof after !== 'boolean') throw badControl('after: must be true or false');
  if (!kindsWithAfter.includes(kind))
    throw badControl(`after: goes with the kinds ${kindsWithAfter.join(', ')} only`);
  return after;
}

function isHeaders(value: unknown): value is Readonly<Record<string, string>> {
  if (!isObject(value)) return false;
  return Object.entries(value).every(([name, text]) => isHeader(name, text));
}

function optional<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): Partial<Record<Key, Value>> {
  const entry: Partial<Record<Key, Value>> = {};
  if (value !== undefined) setOwn(entry, key, value);
  return entry;
}
