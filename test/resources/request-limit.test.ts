import { EdgeClient } from '../../lib/client';
import { startEmulator, type Fixture, type Emulator } from '../../lib/emulator';
import { logpushJobHandler } from '../../lib/resources/logpush-job/handler';
import { wafMigrationHandler } from '../../lib/resources/waf-migration/handler';
import type { Advice, ApplyContext } from '../../lib/resources/handler';
import type { Attributes } from '../../lib/schema';
import { JumpingClock } from '../client/support/clocks';
import { accountId, describeAll } from '../support/handler-harness';
import { wantedJob } from './logpush-job/support';
import { computed as computedMigration, desired as desiredMigration } from './waf-migration/support';

const limit = 1200;
const fiveMinutes = 5 * 60_000;
/** As many operations as Terraform has at a time. */
const parallelism = 10;

/** The service with its real limit, and processes of Terraform that share its time. */
class LimitedService {
  readonly #clock: JumpingClock;
  readonly #emulator: Emulator;
  readonly #clients: EdgeClient[] = [];

  static async start(zones: number): Promise<LimitedService> {
    const clock = new JumpingClock(1000);
    const begin = Date.parse('2026-01-02T03:04:05Z');
    const emulator = await startEmulator({
      port: 0,
      fixture: fixtureOf(zones),
      now: () => new Date(begin + clock.now()),
    });
    const service = new LimitedService(emulator, clock);
    await service.#control('PUT', '/limits', { requestsPer5Minutes: limit });
    return service;
  }

  private constructor(emulator: Emulator, clock: JumpingClock) {
    this.#emulator = emulator;
    this.#clock = clock;
  }

  connect(): EdgeClient {
    const client = new EdgeClient({
      baseUrl: this.#emulator.url,
      credentials: { apiToken: this.#emulator.token },
      clock: this.#clock,
    });
    this.#clients.push(client);
    return client;
  }

  /** The calls by their status. */
  async statuses(): Promise<Record<number, number>> {
    const counts: Record<number, number> = {};
    for (const { status } of (await this.#control('GET', '/calls')) as { status: number }[])
      counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  }

  get waitedMs(): number {
    return this.#clients.reduce((sum, { waits }) => sum + waits.waitedMs, 0);
  }

  async close(): Promise<void> {
    await Promise.all(this.#clients.map((each) => each.close()));
    await this.#emulator.close();
  }

  async #control(method: string, path: string, body?: object): Promise<unknown> {
    const init = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const response = await fetch(`${this.#emulator.controlUrl}${path}`, { method, ...init });
    return response.json();
  }
}

const zoneIdOf = (index: number) => index.toString(16).padStart(32, '0');

function fixtureOf(zones: number): Fixture {
  return {
    accounts: [{ id: accountId, name: 'Account' }],
    zones: Array.from({ length: zones }, (_, index) => ({
      id: zoneIdOf(index),
      account_id: accountId,
      name: `zone-${index}.example`,
      plan: 'enterprise' as const,
    })),
  };
}

function contextOf(service: EdgeClient): ApplyContext<Attributes, EdgeClient> {
  let kept: unknown;
  return {
    service,
    signal: new AbortController().signal,
    warn: () => undefined,
    progress: () => undefined,
    keep: () => undefined,
    privateState: { get: () => kept, set: (value) => (kept = value) },
  };
}

/** Runs an operation for each zone, as many at a time as Terraform does. */
async function forEachZone<T>(zones: number, run: (zoneId: string) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const worker = async () => {
    while (next < zones) {
      const index = next;
      next += 1;
      results.push(await run(zoneIdOf(index)));
    }
  };
  await Promise.all(Array.from({ length: parallelism }, worker));
  return results;
}

const errorsIn = (advices: readonly (Advice | undefined)[]) =>
  describeAll(advices.flatMap((advice) => advice?.diagnostics ?? [])).filter((each) =>
    each.startsWith('error'),
  );

/** What so many calls have to wait at least: each 1,200 after the first ones take 5 minutes. */
const leastWaitMs = (calls: number) => Math.floor((calls - 1) / limit) * fiveMinutes;

const jobIn = (zoneId: string) =>
  wantedJob({ zone_id: zoneId, destination_conf: 'https://logs.example.com/in' });

describe('at 1,200 requests per 5 minutes', () => {
  let service: LimitedService;
  afterEach(() => service.close());

  /** No call is refused, and nobody waits longer than the number of calls needs. */
  async function expectFewestWaits(): Promise<void> {
    const statuses = await service.statuses();
    expect(statuses).not.toHaveProperty('429');
    const calls = Object.values(statuses).reduce((sum, count) => sum + count, 0);
    expect(calls).toBeGreaterThan(limit);
    expect(service.waitedMs).toBeGreaterThanOrEqual(leastWaitMs(calls));
    expect(service.waitedMs).toBeLessThanOrEqual(1.05 * leastWaitMs(calls));
  }

  it('plans and creates 1,300 jobs, each in a zone of its own', async () => {
    const zones = 1300;
    service = await LimitedService.start(zones);
    const computed = { id: null, last_complete: null, last_error: null, error_message: null };
    const planning = service.connect();
    const advices = await forEachZone(zones, async (zoneId) => {
      const planned = { ...jobIn(zoneId), ...computed };
      return logpushJobHandler.plan?.({ prior: null, planned, config: planned }, contextOf(planning));
    });
    expect(errorsIn(advices)).toEqual([]);
    const applying = service.connect();
    const created = await forEachZone(zones, (zoneId) =>
      logpushJobHandler.create(jobIn(zoneId), contextOf(applying)),
    );
    expect(created.filter(({ id }) => id !== null)).toHaveLength(zones);
    await expectFewestWaits();
  });

  it('plans the WAF migration of 300 zones', async () => {
    service = await LimitedService.start(300);
    const planning = service.connect();
    const advices = await forEachZone(300, async (zoneId) => {
      const planned = { ...desiredMigration(), ...computedMigration, zone_id: zoneId };
      return wafMigrationHandler.plan?.({ prior: null, planned, config: planned }, contextOf(planning));
    });
    expect(errorsIn(advices)).toEqual([]);
    await expectFewestWaits();
  });
});
