import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EdgeClient, type LogpushScope } from '../client';
import { pathOf } from '../client/logpush';
import {
  readFixture,
  startEmulator,
  type CallRecord,
  type Emulator,
  type EmulatorOptions,
  type Fixture,
  type Notification,
} from '../emulator';
import { emptyBuckets, readDeliveredLines, readObject } from './buckets';
import { linesOf, useControl, type FaultInput, type SampleRequest } from './controls';
import { Deployment, type DeployOptions } from './deployment';
import { enterpriseZone } from './fixtures';
import type { AnyConstruct } from './stack';

/**
 * An emulator of the API for the tests of a file. `useEmulator` starts and closes it with the hooks of the test runner. Before
 * the start, only `zoneId` and `accountId` have values.
 */
export class TestEmulator {
  readonly #options: EmulatorOptions;
  readonly #fixture: Fixture;
  readonly #deployments: Deployment[] = [];
  readonly #folders: string[] = [];
  #seeded: Fixture;
  #running: Running | undefined;

  /** @param options - as `startEmulator` takes them. Without a fixture: one account with one Enterprise zone */
  constructor(options: EmulatorOptions = {}) {
    this.#options = options;
    // One that is invalid fails the start, with the path of the fault.
    this.#fixture = readFixture(options.fixture ?? enterpriseZone());
    this.#seeded = this.#fixture;
  }

  /** Starts the emulator. `useEmulator` does this before the first test. */
  async start(): Promise<void> {
    if (this.#running !== undefined) throw new Error('The emulator has already started.');
    const emulator = await startEmulator({ ...this.#options, fixture: this.#fixture });
    const credentials = { apiToken: emulator.token };
    this.#running = { emulator, client: new EdgeClient({ baseUrl: emulator.url, credentials }) };
  }

  /** Ends what still runs, and removes all folders. `useEmulator` does this after the last test. */
  async close(): Promise<void> {
    await Promise.all(this.#deployments.splice(0).map((deployment) => deployment._stop()));
    await Promise.all(this.#folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
    const running = this.#running;
    this.#running = undefined;
    await running?.client.close();
    await running?.emulator.close();
  }

  /** Base URL of the API. */
  get url(): string {
    return this.#emulator.url;
  }

  /** An API token that the emulator accepts. */
  get token(): string {
    return this.#emulator.token;
  }

  /** Environment variables with which Terraform and the command `edge-platform` use the emulator. */
  get env(): { readonly EDGE_BASE_URL: string; readonly EDGE_API_TOKEN: string } {
    return { EDGE_BASE_URL: this.url, EDGE_API_TOKEN: this.token };
  }

  /** The emulator itself, as `startEmulator` returns it. */
  get emulator(): Emulator {
    return this.#emulator;
  }

  /** A client of the API, to look at what the service has and to change it out of band. */
  get client(): EdgeClient {
    return this.#started.client;
  }

  /** Id of the first zone of the fixture. */
  get zoneId(): string {
    return first(this.zoneIds, 'zone');
  }

  /** Ids of the zones, in the order of the fixture. */
  get zoneIds(): readonly string[] {
    return (this.#seeded.zones ?? []).map(({ id }) => id);
  }

  /** Id of the first account of the fixture. */
  get accountId(): string {
    return first(this.accountIds, 'account');
  }

  /** Ids of the accounts, in the order of the fixture. */
  get accountIds(): readonly string[] {
    return (this.#seeded.accounts ?? []).map(({ id }) => id);
  }

  /**
   * Returns to the fixture: removes everything else, with faults, calls and delivered files. Deployments keep their state, so the
   * next plan of each shows that its objects no longer exist.
   */
  async reset(): Promise<void> {
    await this.seed(this.#fixture);
  }

  /** Replaces everything by another fixture, or that of a JSON file, until the next `seed` or `reset`. The credentials stay. */
  async seed(given: Fixture | string): Promise<void> {
    const fixture = readFixture(given);
    const { token, email, key, bucketsDir } = this.#emulator;
    const withKeys = { ...fixture, tokens: [token], keys: [{ email, key }] };
    await this.#control('POST', '/reset', { fixture: withKeys });
    this.#seeded = fixture;
    // A folder of the user may have other files.
    if (this.#options.bucketsDir === undefined) await emptyBuckets(bucketsDir);
  }

  /**
   * The present world as a fixture, without credentials of the API and of destinations: `seed` takes it back. docs/emulator.md
   * says what it does not have.
   */
  async exportFixture(): Promise<Fixture> {
    return (await this.#control('GET', '/fixture')) as Fixture;
  }

  /** The calls of the API since the start, the last `reset` or the last `clearCalls`, oldest first. */
  async calls(): Promise<readonly CallRecord[]> {
    return (await this.#control('GET', '/calls')) as readonly CallRecord[];
  }

  async clearCalls(): Promise<void> {
    await this.#control('DELETE', '/calls');
  }

  /** Sends requests to a zone: its jobs have delivered them when the promise resolves. */
  async sendRequests(requests: readonly SampleRequest[], zoneId = this.zoneId): Promise<void> {
    await this.#control('POST', `/zones/${zoneId}/requests`, linesOf(requests));
  }

  /**
   * Logs records of a dataset: the jobs of the account have delivered them when the promise resolves. A record has log fields by
   * name, such as `{ ActionType: 'login' }` of `audit_logs`.
   *
   * @param scope - another account, or the zone of a zone's dataset; a text is the id of a zone
   */
  async sendRecords(
    dataset: string,
    records: readonly Readonly<Record<string, unknown>>[],
    scope: LogpushScope = { accountId: this.accountId },
  ): Promise<void> {
    const lines = records.map((record) => JSON.stringify(record));
    const path = ['', ...pathOf(scope), 'datasets', dataset, 'records'].join('/');
    await this.#control('POST', path, lines.join('\n'));
  }

  /** The lines that jobs delivered to a bucket. */
  deliveredLines(bucket: string): readonly string[] {
    return readDeliveredLines(this.#emulator.bucketsDir, bucket);
  }

  /**
   * Requests an ownership challenge for a destination, and reads it from the bucket: the value of `ownershipChallenge` of a
   * job with this destination.
   *
   * @param scope - whose job: by default of the first zone; `{ accountId }` for one of an account
   */
  async proveOwnership(destinationConf: string, scope: LogpushScope = this.zoneId): Promise<string> {
    const { filename, valid, message } = await this.client.logpush.requestOwnership(scope, destinationConf);
    if (!valid) throw new Error(`The service cannot write a challenge to the destination: ${message}`);
    return readObject(this.#emulator.bucketsDir, new URL(destinationConf).hostname, filename).trim();
  }

  /** Lets the health monitors of a pool fail or succeed: those of one origin, or of all. */
  async setPoolHealth(
    poolName: string,
    health: { readonly healthy: boolean; readonly origin?: string },
    accountId = this.accountId,
  ): Promise<void> {
    const pools = await this.client.pools.list(accountId);
    const pool = pools.find(({ name }) => name === poolName);
    if (pool === undefined) {
      const names = pools.map(({ name }) => name).join(', ');
      throw new Error(`The account has no pool ${poolName}. Its pools: ${names === '' ? 'none' : names}.`);
    }
    await this.#control('POST', `/accounts/${accountId}/pools/${pool.id}/health`, health);
  }

  /** All notifications, oldest first. */
  async outbox(): Promise<readonly Notification[]> {
    return (await this.#control('GET', '/outbox')) as readonly Notification[];
  }

  /** Lets calls of the API fail, those of the test too. */
  async injectFault(fault: FaultInput): Promise<void> {
    await this.#control('POST', '/faults', fault);
  }

  async clearFaults(): Promise<void> {
    await this.#control('DELETE', '/faults');
  }

  /** Moves the emulator's clock on. */
  async advanceClock(ms: number): Promise<void> {
    await this.#control('PUT', '/clock', { advanceMs: ms });
  }

  /**
   * Synthesizes a stack, or the only stack of an app, and deploys it with Terraform or OpenTofu: TERRAFORM_BINARY_NAME names
   * which. The providers of this package call the emulator and the state is in a temporary folder, whatever the stack says. Providers of
   * other packages are downloaded and called as usual.
   *
   * It throws what synth throws, and `TerraformError` where the plan or the apply fails.
   */
  async deploy(appOrStack: AnyConstruct, options: DeployOptions = {}): Promise<Deployment> {
    const deployment = await this.prepare(appOrStack, options);
    await deployment.redeploy();
    return deployment;
  }

  /** Prepares a deployment without an apply, to look at the first plan: `(await edge.prepare(stack)).plan()`. */
  async prepare(appOrStack: AnyConstruct, options: DeployOptions = {}): Promise<Deployment> {
    const { url, token } = this.#emulator;
    const folder = await mkdtemp(join(tmpdir(), 'edge-stack-'));
    this.#folders.push(folder);
    const deployment = new Deployment(appOrStack, folder, { url, token }, options);
    this.#deployments.push(deployment);
    await deployment._init();
    return deployment;
  }

  get #emulator(): Emulator {
    return this.#started.emulator;
  }

  async #control(method: string, path: string, body?: unknown): Promise<unknown> {
    return useControl(this.#emulator.controlUrl, method, path, body);
  }

  get #started(): Running {
    if (this.#running !== undefined) return this.#running;
    throw new Error(
      'The emulator is not running: it starts in beforeAll. Use it in a test or in a later hook.',
    );
  }
}

interface Running {
  readonly emulator: Emulator;
  readonly client: EdgeClient;
}

function first(ids: readonly string[], what: string): string {
  const [id] = ids;
  if (id === undefined) throw new Error(`The fixture has no ${what}.`);
  return id;
}
