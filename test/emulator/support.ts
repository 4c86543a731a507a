import { randomBytes } from 'node:crypto';
import {
  startEmulator,
  type CallRecord,
  type Emulator,
  type EmulatorOptions,
  type Fixture,
} from '../../lib/emulator';
import { jsonOf } from '../../lib/ground/json';
import { afterTest } from '../support/after-test';

export const accountId = 'a'.repeat(32);
export const zoneId = '1'.repeat(32);
export const otherZoneId = '2'.repeat(32);
export const proZoneId = '3'.repeat(32);

export const poolId = 'c'.repeat(32);
export const otherPoolId = 'b'.repeat(32);
export const webhookId = 'd'.repeat(32);
export const serviceId = 'e'.repeat(32);

export const healthPolicy = {
  name: 'health',
  enabled: true,
  alert_type: 'load_balancing_health_alert',
  mechanisms: { email: [{ id: 'ops@example.com' }] },
  filters: { pool_id: [poolId], new_health: ['Unhealthy', 'Healthy'], event_source: ['pool', 'origin'] },
};

export const world: Fixture = {
  accounts: [{ id: accountId, name: 'Account' }],
  zones: [
    { id: zoneId, account_id: accountId, name: 'one.example', plan: 'enterprise' },
    { id: otherZoneId, account_id: accountId, name: 'two.example', plan: 'enterprise' },
    { id: proZoneId, account_id: accountId, name: 'pro.example', plan: 'pro' },
  ],
  tokens: ['first-token', 'second-token'],
  keys: [{ email: 'a@example.com', key: 'k'.repeat(37) }],
};

/** Every quirk the other way round than by default. */
export const everyQuirk = {
  shuffleKeys: true,
  shuffleArrays: true,
  omitZeroValues: true,
  unknownFields: true,
  serviceWording: false,
};

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: unknown;
}

export interface Running extends Emulator {
  /** Calls the API with a token; an object is sent as JSON. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  /** The same, and the result of an answer that must be a success. */
  result(method: string, path: string, body?: unknown): Promise<unknown>;
  control(method: string, path: string, body?: unknown): Promise<Reply>;
  calls(): Promise<readonly CallRecord[]>;
  /** The same, which it forgets then. */
  takeCalls(): Promise<readonly CallRecord[]>;
  /** Those that write, as `PUT /client/v4/…`, which it forgets too. */
  writes(): Promise<readonly string[]>;
}

/** Starts an emulator, which is closed after the test. */
export async function start(options: EmulatorOptions = {}): Promise<Running> {
  const emulator = await startEmulator({ fixture: world, ...options });
  afterTest(() => emulator.close());
  const call: Running['call'] = (method, path, body, headers = {}) =>
    request(method, emulator.url + path, body, { authorization: `Bearer ${emulator.token}`, ...headers });
  const control: Running['control'] = (method, path, body) =>
    request(method, emulator.controlUrl + path, body, {});
  const takeCalls: Running['takeCalls'] = async () =>
    (await control('DELETE', '/calls')).body as readonly CallRecord[];
  return {
    ...emulator,
    call,
    control,
    calls: async () => (await control('GET', '/calls')).body as readonly CallRecord[],
    takeCalls,
    writes: async () =>
      (await takeCalls()).flatMap(({ method, path }) => (method === 'GET' ? [] : [`${method} ${path}`])),
    result: async (method, path, body) => {
      const reply = await call(method, path, body);
      if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
      return pick(reply.body, 'result');
    },
  };
}

export function startBeforeEach(options?: EmulatorOptions): Running {
  return startBefore(beforeEach, options);
}

export function startBeforeAll(options?: EmulatorOptions): Running {
  return startBefore(beforeAll, options);
}

function startBefore(hook: typeof beforeEach, options?: EmulatorOptions): Running {
  let running: Running | undefined;
  hook(async () => {
    running = await start(options);
  });
  return new Proxy({} as Running, {
    get: (_target, name) => {
      if (running === undefined) throw new Error('The emulator runs only during a test.');
      return Reflect.get(running, name) as unknown;
    },
  });
}

/** Resolves when the emulator has received that many calls of the API. */
export async function callsRecorded(emulator: Running, count: number): Promise<void> {
  while ((await emulator.calls()).length < count);
}

export async function request(
  method: string,
  url: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Reply> {
  const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  const response = await fetch(url, { method, headers: { ...type, ...headers }, ...sent });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: jsonOf(text) };
}

/** A member deep inside a value; undefined where the way ends. */
export function pick(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>(
    (found, key) =>
      typeof found === 'object' && found !== null
        ? Object.getOwnPropertyDescriptor(found, key)?.value
        : undefined,
    value,
  );
}

export function textAt(value: unknown, ...path: (string | number)[]): string {
  const found = pick(value, ...path);
  if (typeof found !== 'string' && typeof found !== 'number')
    throw new Error(`nothing at ${path.join('.')} of ${JSON.stringify(value)}`);
  return String(found);
}

export function hexId(): string {
  return randomBytes(16).toString('hex');
}

export const rulesets = `/zones/${zoneId}/rulesets`;
export const jobs = `/zones/${zoneId}/logpush/jobs`;
export const customFieldsPhase = 'http_log_custom_fields';

export const emptyRuleset = {
  name: 'Custom fields',
  kind: 'zone',
  phase: customFieldsPhase,
  description: 'what is logged',
};

export function customFieldRule(parameters: object, more: object = {}): object {
  return {
    action: 'log_custom_field',
    expression: 'true',
    description: '',
    action_parameters: parameters,
    ...more,
  };
}

/** A destination without an ownership challenge. */
export const freeDestination = 'r2://bucket/logs/{DATE}?account-id=1&access-key-id=2&secret-access-key=3';
export const challengedDestination = 's3://bucket/logs/{DATE}?region=eu-central-1';
