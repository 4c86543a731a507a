import { generateAccount, type GeneratedAccountOptions } from '.';
import type { Fixture } from '../../../lib/emulator';
import { pick, start } from '../../emulator/support';
import { listOf } from '../edge-stack';
import { runs } from '../exhaustive';

/** How many objects of each kind the service has after it took the account. */
async function countAll(options: GeneratedAccountOptions): Promise<Record<string, number>> {
  const { fixture, account, zones } = generateAccount(options);
  const emulator = await start({ fixture });
  const list = async (path: string) => listOf(await emulator.result('GET', path));
  const owners = [`/accounts/${account.id}`, ...zones.map(({ id }) => `/zones/${id}`)];
  try {
    const jobs = await Promise.all(owners.map((owner) => list(`${owner}/logpush/jobs`)));
    const rulesets = await Promise.all(owners.map((owner) => list(`${owner}/rulesets`)));
    const policies = await list(`/accounts/${account.id}/alerting/v3/policies`);
    return {
      zones: zones.length,
      jobs: jobs.flat().length,
      jobsOfAccount: jobs[0]?.length ?? 0,
      customFields: rulesets.flat().filter((each) => pick(each, 'phase') === 'http_log_custom_fields').length,
      policies: policies.length,
      healthPolicies: policies.filter((each) => pick(each, 'alert_type') === 'load_balancing_health_alert')
        .length,
    };
  } finally {
    await emulator.close();
  }
}

describe('a generated account', () => {
  it('has as many objects of every kind as a large account', async () => {
    expect(await countAll({ jobs: 200 })).toEqual({
      zones: 50,
      jobs: 200,
      jobsOfAccount: 50,
      customFields: 43,
      policies: 30,
      healthPolicies: 23,
    });
  });

  it('is valid for any seed', async () => {
    for (let seed = 1; seed <= runs(5); seed++)
      expect(await countAll({ seed, zones: 7 })).toMatchObject({ zones: 7, jobs: 28 });
  });

  it('is the same for the same seed, and another one for another seed', () => {
    expect(generateAccount({ seed: 3 })).toEqual(generateAccount({ seed: 3 }));
    expect(generateAccount({ seed: 3 })).not.toEqual(generateAccount({ seed: 4 }));
  });

  it('has filters of almost 1,000 bytes, destinations with credentials, and texts that templates evaluate', () => {
    const { fixture, zones } = generateAccount({ zones: 12 });
    const text = JSON.stringify(fixture satisfies Fixture);
    expect(text).toContain('secret-access-key=');
    expect(text).toContain('${');
    expect(text).toContain('%{');
    const filters = zones.flatMap(({ jobs = [] }) =>
      jobs.flatMap((job) => ('filter' in job ? [String(job.filter)] : [])),
    );
    const longest = Math.max(...filters.map((filter) => Buffer.byteLength(filter)));
    expect(longest).toBeGreaterThan(900);
    expect(longest).toBeLessThanOrEqual(1000);
  });
});
