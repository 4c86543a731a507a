import { pick, start, type Running as Emulator } from '../emulator/support';
import { listOf } from '../support/edge-stack';
import { isExhaustive } from '../support/exhaustive';
import { IdleClock } from '../support/idle-clock';
import { TerraformClient } from '../support/terraform-client/client';
import { localPlugins } from './support/local-plugin';
import { accountId, zoneIdsOf } from './support/objects';

const windowSeconds = 300;

/** As many resources, and as many calls in 5 minutes, as at the service; an eighth of all unless the run is exhaustive. */
const [jobCount, migrationCount, requestsPer5Minutes] = isExhaustive ? [2000, 300, 1200] : [248, 37, 150];
const jobsPerZone = 4;
const zoneIds = zoneIdsOf(jobCount / jobsPerZone);

describe('Terraform at the request limit', () => {
  let clock: IdleClock;
  let emulator: Emulator;
  let terraform: TerraformClient;
  let configuration: object;
  beforeEach(async () => {
    const place = { account_id: accountId, plan: 'enterprise' } as const;
    clock = new IdleClock();
    emulator = await start({
      now: clock.date,
      fixture: {
        accounts: [{ id: accountId, name: 'Example' }],
        zones: zoneIds.map((id, index) => ({ id, name: `zone-${index}.example`, ...place })),
      },
    });
    configuration = makeJobs();
    const startPlugin = localPlugins({ requestsPer5Minutes, clock });
    terraform = new TerraformClient({
      // A process of its own for each command: what the one before has used it learns from the service.
      provider: async () => (await startPlugin()).provider,
      configuration: () => configuration,
      settings: { base_url: emulator.url, api_token: emulator.token },
      parallelism: 10,
    });
  });

  const limitTo = (requests: number) => emulator.control('PUT', '/limits', { requestsPer5Minutes: requests });
  const callsSoFar = async () => listOf((await emulator.control('GET', '/calls')).body);
  const refused = async () => (await callsSoFar()).filter((call) => pick(call, 'status') === 429);

  it('is refused no call, and waits as long as its number of calls takes', async () => {
    await limitTo(requestsPer5Minutes);
    await terraform.apply();
    await terraform.expectNoChanges();
    // A plan reads each zone's list, and so does that of the apply. Each create looks again; those of a zone at one time share a look.
    const plans = 3 * zoneIds.length;
    expect((await callsSoFar()).length).toBeGreaterThanOrEqual(plans + zoneIds.length + jobCount);
    expect((await callsSoFar()).length).toBeLessThanOrEqual(plans + 2 * jobCount);
    await expectFewestWaits();
  });

  it('plans the WAF migrations of many zones', async () => {
    configuration = makeMigrations();
    await limitTo(requestsPer5Minutes);
    await terraform.plan();
    expect((await callsSoFar()).length).toBeGreaterThan(5 * migrationCount);
    await expectFewestWaits();
  });

  async function expectFewestWaits(): Promise<void> {
    const calls = await callsSoFar();
    expect(await refused()).toEqual([]);
    const windows = Math.ceil(calls.length / requestsPer5Minutes);
    const waitedSeconds = clock.now() / 1000;
    expect(waitedSeconds).toBeGreaterThanOrEqual((windows - 1) * windowSeconds);
    expect(waitedSeconds).toBeLessThan((windows - 1) * windowSeconds * 1.05);
  }

  it('is refused no call where the command before it has left fewer than it makes at once', async () => {
    await limitTo(zoneIds.length + 1);
    await terraform.plan();
    await terraform.plan();
    expect(await callsSoFar()).toHaveLength(2 * zoneIds.length);
    expect(await refused()).toEqual([]);
  });
});

function makeMigrations(): object {
  const migrations = zoneIds
    .slice(0, migrationCount)
    .map((zone_id, zone) => [
      `zone_${zone}`,
      { zone_id, target: 'complete', acknowledge_irreversible: true },
    ]);
  return {
    provider: { edge: [{}] },
    resource: { edge_waf_migration: Object.fromEntries(migrations) as object },
  };
}

function makeJobs(): object {
  const jobs = zoneIds.flatMap((zoneId, zone) =>
    Array.from({ length: jobsPerZone }, (_, number) => [
      `zone_${zone}_${number}`,
      {
        zone_id: zoneId,
        name: `job-${number}-of-zone-${zone}`,
        destination_conf: 'https://logs.example.com/in',
        fields: ['RayID'],
      },
    ]),
  );
  return { provider: { edge: [{}] }, resource: { edge_logpush_job: Object.fromEntries(jobs) as object } };
}
