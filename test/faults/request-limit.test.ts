import { clock } from './support/moved-clock';
import { pick, start, type Running as Emulator } from '../emulator/support';
import { listOf } from '../support/edge-stack';
import { isExhaustive } from '../support/exhaustive';
import { TerraformClient } from '../support/terraform-client/client';
import { localPlugins } from './support/local-plugin';
import { accountId, zoneIdsOf } from './support/objects';

const windowSeconds = 300;

/** As many jobs, and as many calls in 5 minutes, as at the service; an eighth of both unless the run is exhaustive. */
const [jobCount, requestsPer5Minutes] = isExhaustive ? [2000, 1200] : [248, 150];
const jobsPerZone = 4;
const zoneIds = zoneIdsOf(jobCount / jobsPerZone);

let emulator: Emulator;
beforeAll(async () => {
  const place = { account_id: accountId, plan: 'enterprise' } as const;
  emulator = await start({
    now: clock.date,
    fixture: {
      accounts: [{ id: accountId, name: 'Example' }],
      zones: zoneIds.map((id, index) => ({ id, name: `zone-${index}.example`, ...place })),
    },
  });
  await emulator.control('PUT', '/limits', { requestsPer5Minutes });
});
afterAll(() => emulator.close());

it('an apply within the request limit is refused no call, and waits as long as its number of calls takes', async () => {
  const startPlugin = localPlugins({ requestsPer5Minutes });
  const terraform = new TerraformClient({
    // A process of its own for each command: what the one before has used it learns from the service.
    provider: async () => (await startPlugin()).provider,
    configuration: makeJobs,
    settings: { base_url: emulator.url, api_token: emulator.token },
    parallelism: 10,
  });
  const begin = clock.now();
  await terraform.apply();
  await terraform.expectNoChanges();
  const calls = listOf((await emulator.control('GET', '/calls')).body);
  expect(calls.filter((call) => pick(call, 'status') === 429)).toEqual([]);
  // A plan reads each zone's list, and so does the apply before it creates the jobs.
  expect(calls).toHaveLength(3 * zoneIds.length + jobCount);
  const windows = Math.ceil(calls.length / requestsPer5Minutes);
  const waitedSeconds = (clock.now() - begin) / 1000;
  expect(waitedSeconds).toBeGreaterThanOrEqual((windows - 1) * windowSeconds);
  expect(waitedSeconds).toBeLessThan((windows - 1) * windowSeconds * 1.05);
});

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
