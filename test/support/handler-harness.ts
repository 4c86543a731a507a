import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EdgeClient, type ClientOptions } from '../../lib/client';
import { startEmulator, type Fixture, type FixtureAccount, type FixtureZone } from '../../lib/emulator';
import type { ApplyContext } from '../../lib/resources/handler';
import { defaultSettings, type Settings } from '../../lib/resources/settings';
import { isDiagnosticError, type Attributes, type Diagnostic, type State } from '../../lib/schema';
import { pick, request as send } from '../emulator/support';

export const zoneId = '1'.repeat(32);
export const otherZoneId = '2'.repeat(32);
export const accountId = 'a'.repeat(32);

export type ZoneContent = Partial<Omit<FixtureZone, 'id' | 'name' | 'account_id'>>;
export type AccountContent = Pick<FixtureAccount, 'pools' | 'policies' | 'webhooks' | 'pagerduty'>;
/** How the service differs from the one that this version knows. */
export type ServiceContent = Omit<Fixture, 'accounts' | 'zones'>;

/** The service as a handler meets it: a client, real sockets, and an emulator of its own for each test. */
export interface World {
  readonly client: EdgeClient;
  readonly access: { readonly baseUrl: string; readonly apiToken: string };
  /**
   * A client of its own for a plan or an apply: it knows nothing of what others have read. It repeats no call unless the
   * options say so, so that a failure that a test orders ends the call.
   */
  connect(options?: Partial<ClientOptions>): EdgeClient;
  /** Calls the API beside the handler, as a colleague in the dashboard would; gives the result of the envelope. */
  api(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Orders a failure: `{ kind: 'lost_reply', match: { method: 'PUT' } }`. */
  fail(order: object): Promise<void>;
  heal(): Promise<void>;
  setQuirks(quirks: object): Promise<void>;
  /** The calls since the last look, as `GET rulesets/:id`, below the zone or account, ids left out. */
  calls(): Promise<string[]>;
  control(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Writes a challenge into the destination and gives the token from its file. */
  challenge(destinationConf: string): Promise<string>;
  close(): Promise<void>;
}

/** Gives worlds to the tests of a file and ends them after each test. */
export function worlds(): (
  zone?: ZoneContent,
  account?: AccountContent,
  service?: ServiceContent,
) => Promise<World> {
  const open: World[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((each) => each.close()));
  });
  return async (...content) => {
    const world = await startWorld(...content);
    open.push(world);
    return world;
  };
}

export async function startWorld(
  zone: ZoneContent = {},
  account: AccountContent = {},
  service: ServiceContent = {},
): Promise<World> {
  const place = { account_id: accountId, plan: 'enterprise' } as const;
  const emulator = await startEmulator({
    port: 0,
    wafCutoverMs: 50,
    fixture: {
      ...service,
      accounts: [{ id: accountId, name: 'Account', ...account }],
      zones: [
        { id: zoneId, name: 'one.example', ...place, ...zone },
        { id: otherZoneId, name: 'two.example', ...place },
      ],
    },
  });
  const clients: EdgeClient[] = [];
  const connect: World['connect'] = (options) => {
    const client = new EdgeClient({
      baseUrl: emulator.url,
      credentials: { apiToken: emulator.token },
      retryTimeoutMs: 0,
      ...options,
    });
    clients.push(client);
    return client;
  };
  const client = connect();
  const control = (method: string, path: string, body?: unknown) =>
    request(method, `${emulator.controlUrl}${path}`, body);
  const api: World['api'] = async (method, path, body) => {
    const reply = await request(method, `${emulator.url}${path}`, body, {
      authorization: `Bearer ${emulator.token}`,
    });
    return at(reply, 'result');
  };
  return {
    client,
    access: { baseUrl: emulator.url, apiToken: emulator.token },
    connect,
    api,
    fail: async (order) => {
      await control('POST', '/faults', order);
    },
    heal: async () => {
      await control('DELETE', '/faults');
    },
    setQuirks: async (quirks) => {
      await control('PUT', '/quirks', quirks);
    },
    calls: async () => {
      const calls = await control('DELETE', '/calls');
      return Array.isArray(calls) ? calls.map(tell) : [];
    },
    control,
    challenge: async (destinationConf) => {
      const { filename } = await client.logpush.requestOwnership(zoneId, destinationConf);
      const bucket = /:\/\/([^/?]+)/.exec(destinationConf)?.[1] ?? '';
      return readFile(join(emulator.bucketsDir, bucket, filename), 'utf8');
    },
    close: async () => {
      await Promise.all(clients.map((each) => each.close()));
      await emulator.close();
    },
  };
}

/** The context of one call of a handler, and what came of it. */
export interface Recorded<A extends Attributes> extends ApplyContext<A, EdgeClient> {
  readonly kept: Partial<State<A>>[];
  readonly warnings: Diagnostic[];
  readonly progressed: string[];
}

/**
 * `kept` is what earlier calls put into private state: pass it on as Terraform does. Calls of one plan or apply share a
 * `service`.
 */
export function contextOf<A extends Attributes>(
  world: World,
  kept?: unknown,
  service: EdgeClient = world.connect(),
  settings: Settings = defaultSettings,
): Recorded<A> {
  const record = {
    kept: new Array<Partial<State<A>>>(),
    warnings: new Array<Diagnostic>(),
    progressed: new Array<string>(),
  };
  let held: unknown = kept;
  return {
    ...record,
    service,
    settings,
    signal: new AbortController().signal,
    warn: (diagnostic) => void record.warnings.push(diagnostic),
    progress: (text) => void record.progressed.push(text),
    keep: (part) => void record.kept.push(part),
    privateState: {
      get: () => held,
      // Through JSON, as the driver keeps it.
      set: (value) => {
        held = JSON.parse(JSON.stringify(value)) as unknown;
      },
    },
  };
}

export async function failureOf(attempt: Promise<unknown>): Promise<readonly Diagnostic[]> {
  const error = await errorOf(attempt);
  if (isDiagnosticError(error)) return error.diagnostics;
  throw error;
}

export async function errorOf(attempt: Promise<unknown>): Promise<unknown> {
  const nothing = Symbol();
  const outcome: unknown = await attempt.then(
    () => nothing,
    (error: unknown) => error,
  );
  if (outcome === nothing) throw new Error('it does not fail');
  return outcome;
}

/** Diagnostics as a test reads them: `error at fields: Log fields: There is no field …`. */
export function describeAll(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(
    ({ severity, path = [], summary, detail }) => `${severity} at ${path.join('.')}: ${summary}: ${detail}`,
  );
}

/** A member deep inside a value; undefined where the way ends. */
export const at = pick;

async function request(
  method: string,
  url: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const reply = await send(method, url, body, headers);
  if (reply.status >= 300) throw new Error(`${method} ${url}: ${reply.status} ${reply.text}`);
  return reply.body;
}

function tell(call: unknown): string {
  const path = String(at(call, 'path')).replace(/^.*\/(?:zones|accounts)\/[0-9a-f]{32}\//, '');
  return `${String(at(call, 'method'))} ${path.replace(/\/(?:[0-9a-f]{32}|\d+)(?=\/|$)/g, '/:id')}`;
}
