import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { withFileErrors } from '../ground/file-error';
import { messageOf } from '../ground/words';
import { Credentials } from './http/auth';
import { Buckets } from './buckets';
import { Clock } from './clock';
import { ControlState } from './controls/control-state';
import { defaultFixture } from './fixture/default-fixture';
import { exportFixture, naming, readFixture, seedFixture } from './fixture/seed-fixture';
import type { AnswerQuirk, Fixture } from './fixture/fixture';
import { listProducts } from './list-products';
import { PageEvents } from './page/events';
import { requestsPage } from './page/requests';
import { addPages } from './page/serve';
import { worldPage } from './page/world';
import { apiRoot, buildServer, controlRoot } from './http/server';
import { reachOf } from './hosts';
import { ServiceLists } from './service-lists';
import { Store } from './state/store';
import { Places, type World } from './world';

export interface EmulatorOptions {
  /**
   * TCP port to listen on.
   * @default 0 - any free port
   */
  readonly port?: number;
  /** @default '127.0.0.1' - reachable from this machine only */
  readonly host?: string;
  /**
   * The state to start with: a fixture, or the path of a JSON file with one.
   * @default - `defaultFixture`: what the examples of the docs need, with `defaultAccountId` and `defaultZoneId` first
   */
  readonly fixture?: Fixture | string;
  /**
   * File that keeps the state over restarts and crashes. An existing state takes precedence; the fixture is used by a
   * reset only.
   * @default - the state is in memory
   */
  readonly stateFile?: string;
  /**
   * Folder that stands for object storage: `<bucketsDir>/<bucket>/<path>`.
   * @default - a temporary folder, removed on close
   */
  readonly bucketsDir?: string;
  /**
   * Mail server that e-mail notifications are sent through, `smtp://host:port`. One that is not on this machine must be
   * in `deliverBeyond` too.
   * @default - e-mails are not sent; the outbox lists them
   */
  readonly smtp?: string;
  /**
   * Hosts other than this machine that notifications may be sent to, each a name or an address, optionally with a port.
   * Notifications to all others are not sent; the outbox lists them as `recorded`.
   * @default - none
   */
  readonly deliverBeyond?: readonly string[];
  /**
   * Attempts of a notification: the timeout of each, and the pauses between them. Milliseconds.
   * @default a timeout of 5000, pauses of 1000, 4000 and 16000
   */
  readonly notificationRetry?: { readonly attemptTimeoutMs?: number; readonly pausesMs?: readonly number[] };
  /**
   * Duration of a cutover: a zone that migrates has the previous and the new WAF managed rules for so long. Milliseconds.
   * @default 1000
   */
  readonly wafCutoverMs?: number;
  /**
   * The emulator's clock, for tests that need to control time. `PUT /__emulator/clock` moves it on.
   * @default - the clock of the machine
   */
  readonly now?: () => Date;
}

export interface Emulator {
  /** Base URL of the API, `http://127.0.0.1:<port>/client/v4`. */
  readonly url: string;
  /** URL of the dashboard, a page for the browser: `http://127.0.0.1:<port>/`. */
  readonly dashboardUrl: string;
  /** Base URL of the emulator's controls, `http://127.0.0.1:<port>/__emulator`. */
  readonly controlUrl: string;
  /** A token the emulator accepts. */
  readonly token: string;
  /** A key pair the emulator accepts. */
  readonly email: string;
  readonly key: string;
  readonly bucketsDir: string;
  /** Ids of the zones, in the order of the fixture. */
  readonly zoneIds: readonly string[];
  /** Ids of the accounts, in the order of the fixture. */
  readonly accountIds: readonly string[];
  /** Whether the state file had a state; then the fixture was not used. */
  readonly resumed: boolean;
  /** Closes all connections and releases the port, the state file and the temporary folder. */
  close(): Promise<void>;
}

/**
 * Starts an emulator of the API in this process.
 *
 * It throws `FixtureError` for an invalid fixture, `StateFileError` for a state file that is damaged or in use by another
 * emulator, and the error of Node.js for a port that is not available.
 *
 * @example
 * const emulator = await startEmulator();
 * const reply = await fetch(`${emulator.url}/zones/${defaultZoneId}/rulesets`, {
 *   headers: { authorization: `Bearer ${emulator.token}` },
 * });
 * await emulator.close();
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const isReachable = reachOf(options.deliverBeyond);
  const fixture = readFixture(options.fixture ?? defaultFixture);
  const temporary =
    options.bucketsDir === undefined
      ? await withFileErrors(tmpdir(), () => mkdtemp(join(tmpdir(), 'edge-buckets-')))
      : undefined;
  const undo: (() => Promise<void>)[] = [];
  if (temporary !== undefined) undo.push(() => rm(temporary, { recursive: true, force: true }));
  let closing: Promise<void> | undefined;
  const stopping = new AbortController();
  // Every notification that waits for its next attempt adds a listener.
  setMaxListeners(0, stopping.signal);
  const close = () => {
    stopping.abort();
    return (closing ??= undoAll(undo));
  };
  try {
    const { store, fresh } = await Store.open(options.stateFile);
    undo.push(() => store.close());
    const clock = new Clock(store, options.now);
    const events = new PageEvents(store);
    const world: World = {
      store,
      places: new Places(store),
      lists: new ServiceLists(store),
      buckets: await Buckets.open(options.bucketsDir ?? temporary ?? ''),
      now: () => clock.now(),
      newId: () => randomBytes(16).toString('hex'),
      random: Math.random,
      delivery: {
        smtp: options.smtp,
        isReachable,
        attemptTimeoutMs: options.notificationRetry?.attemptTimeoutMs ?? 5000,
        pausesMs: options.notificationRetry?.pausesMs ?? [1000, 4000, 16_000],
      },
      wafCutoverMs: options.wafCutoverMs ?? 1000,
      announce: () => events.announce(),
      closing: stopping.signal,
    };
    const controlToken = randomBytes(32).toString('hex');
    const credentials = new Credentials(store, controlToken);
    const answerQuirks = store.setting<readonly AnswerQuirk[]>('answer_quirks', []);
    const products = listProducts(world);
    for (const product of products) if (product.close !== undefined) undo.push(product.close);
    const seed = (from: unknown) => () =>
      seedFixture(from, { places: world.places, credentials, answerQuirks, products });
    const reseed = (from: unknown) => () => {
      store.commit([['clear']]);
      seed(from)();
    };
    naming(options.fixture, () => {
      if (fresh) store.atomically(seed(fixture));
      // An invalid fixture fails the start, not only the reset that uses it.
      else store.rehearse(reseed(fixture));
    });
    const resetWorld = (other: unknown, keepCredentials: boolean) => {
      const before = credentials.lists.get();
      store.atomically(() => {
        reseed(other === undefined ? fixture : other)();
        if (keepCredentials) credentials.lists.set(before);
      });
      for (const product of products) product.forget?.();
    };
    const controls = new ControlState(world, clock, resetWorld, () =>
      exportFixture(world.places, answerQuirks.get(), products),
    );
    await store.settled();
    const host = options.host ?? '127.0.0.1';
    const app = buildServer({
      host,
      world,
      credentials,
      products,
      controls: [...controls.list(), ...products.flatMap((product) => product.controls ?? [])],
      faults: controls.faults,
      calls: controls.calls,
      limit: controls.limit,
      quirks: () => controls.quirks.get(),
      answerQuirks: answerQuirks.get,
    });
    const { stateFile } = options;
    const pages = [
      ...products.flatMap((product) => product.pages ?? []),
      requestsPage(controls),
      worldPage({ world, clock, quirks: () => controls.quirks.get(), stateFile }),
    ];
    addPages(app, { host, token: controlToken, pages, events });
    app.addHook('preClose', (done) => {
      events.close();
      done();
    });
    undo.push(() => app.close());
    for (const product of products) product.begin?.();
    await app.listen({ port: options.port ?? 0, host });
    const [address] = app.addresses();
    const origin = `http://${hostInUrl(host)}:${portOf(address)}`;
    const { tokens, keys } = credentials.lists.get();
    return {
      url: origin + apiRoot,
      dashboardUrl: `${origin}/`,
      controlUrl: origin + controlRoot,
      token: tokens[0] ?? '',
      email: keys[0]?.email ?? '',
      key: keys[0]?.key ?? '',
      bucketsDir: world.buckets.root,
      zoneIds: world.places.listZones().map((zone) => zone.id),
      accountIds: world.places.listAccounts().map((account) => account.id),
      resumed: !fresh,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Runs all steps, the last one first, even when one of them fails. */
async function undoAll(steps: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of [...steps].reverse()) await step().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, failures.map(messageOf).join('; '));
}

function portOf(address: AddressInfo | string | undefined): number {
  if (address === undefined || typeof address === 'string') throw new Error('the server listens on no port');
  return address.port;
}

/** A wildcard address cannot be called; the loopback address can. */
function hostInUrl(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
