import { pick, start } from '../emulator/support';
import { listOf } from '../support/edge-stack';
import { isExhaustive } from '../support/exhaustive';
import { IdleClock } from '../support/idle-clock';
import { TerraformClient } from '../support/terraform-client/client';
import { localPlugins } from './support/local-plugin';
import { accountId, zoneIdsOf } from './support/objects';

const windowSeconds = 300;

/** As many jobs, and as many calls in 5 minutes, as at the service; an eighth of all unless the run is exhaustive. */
const [jobCount, requestsPer5Minutes] = isExhaustive ? [2000, 1200] : [248, 150];
const jobsPerZone = 4;
const zoneIds = zoneIdsOf(jobCount / jobsPerZone);

it('Terraform at the request limit is refused no call, and waits as long as its number of calls takes', async () => {
  const place = { account_id: accountId, plan: 'enterprise' } as const;
  const clock = new IdleClock();
  const emulator = await start({
    now: clock.date,
    fixture: {
      accounts: [{ id: accountId, name: 'Example' }],
      zones: zoneIds.map((id, index) => ({ id, name: `zone-${index}.example`, ...place })),
    },
  });
  const startPlugin = localPlugins({ requestsPer5Minutes, clock });
  const terraform = new TerraformClient({
    // A process of its own for each command: what the one before has used it learns from the service.
    provider: async () => (await startPlugin()).provider,
    configuration: makeJobs,
    settings: { base_url: emulator.url, api_token: emulator.token },
    parallelism: 10,
  });
  await emulator.control('PUT', '/limits', { requestsPer5Minutes });
  await terraform.apply();
  await terraform.expectNoChanges();
  const calls = listOf((await emulator.control('GET', '/calls')).body);
  // A plan reads each zone's list, and so does that of the apply. Each create looks again; those of a zone at one time share a look.
  const plans = 3 * zoneIds.length;
  expect(calls.length).toBeGreaterThanOrEqual(plans + zoneIds.length + jobCount);
  expect(calls.length).toBeLessThanOrEqual(plans + 2 * jobCount);
  expect(calls.filter((call) => pick(call, 'status') === 429)).toEqual([]);
  const fewestSeconds = (Math.ceil(calls.length / requestsPer5Minutes) - 1) * windowSeconds;
  expect(clock.now() / 1000).toBeGreaterThanOrEqual(fewestSeconds);
  expect(clock.now() / 1000).toBeLessThan(fewestSeconds * 1.05);
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
