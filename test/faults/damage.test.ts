import { listOf } from '../support/edge-stack';
import { pick, textAt } from '../emulator/support';
import { Deployment } from './support/deployment';
import { findDamage, findLostProtection, takeInventory } from './support/inventory';
import { localPlugins } from './support/local-plugin';
import { accountId, foreignZoneId, zoneIdsOf } from './support/objects';
import { noDamage } from './support/rows';

const [zoneId = ''] = zoneIdsOf(1);
const jobs = `/zones/${zoneId}/logpush/jobs`;
const account = `/accounts/${accountId}`;

describe('the damage of a deployment', () => {
  let deployment: Deployment;
  beforeEach(async () => {
    deployment = await Deployment.start({ startPlugin: localPlugins(), zones: 1 });
    await deployment.terraform.apply();
  });
  afterEach(() => deployment.close());

  const result = (method: string, path: string, body?: object) =>
    deployment.emulator.result(method, path, body);
  const damage = async () =>
    findDamage(deployment.before, await takeInventory(deployment.emulator), deployment.terraform.state);
  const jobNamed = async (name: string) =>
    listOf(await result('GET', jobs)).find((job) => pick(job, 'name') === name);

  it('is none after an apply without faults', async () => {
    expect(await damage()).toEqual(noDamage);
  });

  it('has an object that no state names as an orphan, and as a duplicate where another has its name', async () => {
    deployment.terraform.state.delete('edge_logpush_job.zone_0_0');
    const orphan = `job ${zoneId}/${textAt(await jobNamed('job-0-of-zone-0'), 'id')}`;
    expect(await damage()).toEqual({ ...noDamage, orphans: [orphan] });
    // The zone has no room for a fifth job.
    await result('DELETE', `${jobs}/${textAt(await jobNamed('job-2-of-zone-0'), 'id')}`);
    await result('POST', jobs, {
      name: 'job-0-of-zone-0',
      dataset: 'http_requests',
      destination_conf: 'https://logs.example.com/in',
    });
    expect(await damage()).toMatchObject({
      duplicates: [`job ${zoneId} job-0-of-zone-0`],
      orphans: [orphan, expect.stringContaining(`job ${zoneId}/`)],
    });
  });

  it('has an object of the state that does not exist as lost', async () => {
    const id = textAt(await jobNamed('job-1-of-zone-0'), 'id');
    await result('DELETE', `${jobs}/${id}`);
    expect(await damage()).toEqual({ ...noDamage, lost: [`job ${zoneId}/${id} does not exist`] });
  });

  it('has a legacy e-mail that was cleared as lost, where no policy has its address', async () => {
    const before = await takeInventory(deployment.emulator);
    expect(findLostProtection(deployment.before, before)).toEqual([]);
    const [pool] = listOf(await result('GET', `${account}/load_balancers/pools?per_page=1000`)).slice(-1);
    await result('PATCH', `${account}/load_balancers/pools/${textAt(pool, 'id')}`, {
      notification_email: '',
    });
    expect(await damage()).toMatchObject({
      lost: [`pool ${textAt(pool, 'id')} lost ${textAt(pool, 'notification_email')}`],
    });
  });

  it('has a foreign object that was changed or deleted as a wrong deletion', async () => {
    const foreign = `/zones/${foreignZoneId}/logpush/jobs`;
    const [job] = listOf(await result('GET', foreign));
    await result('PUT', `${foreign}/${textAt(job, 'id')}`, { enabled: true });
    const [policy] = listOf(await result('GET', `${account}/alerting/v3/policies`)).filter((each) =>
      textAt(each, 'name').includes('by hand'),
    );
    await result('DELETE', `${account}/alerting/v3/policies/${textAt(policy, 'id')}`);
    expect([...(await damage()).wrongDeletions].sort()).toEqual([
      `job ${foreignZoneId}/${textAt(job, 'id')} was changed`,
      `policy ${accountId}/${textAt(policy, 'id')} was deleted`,
    ]);
  });
});
