import {
  accountId,
  at,
  describeAll,
  failureOf,
  worlds,
  zoneId,
  type World,
} from '../../support/handler-harness';
import { deployments } from './simulated-deploy';
import { jobsOf } from './zone-jobs';

const start = worlds();
const begin = deployments();

const job = {
  account_id: accountId,
  name: 'events',
  dataset: 'firewall_events',
  destination_conf: 's3://bucket/events?endpoint=storage.example',
  fields: ['RayID', 'ZoneName'],
};
const label = (name: string) => `edge_logpush_job (account_id "${accountId}", name "${name}")`;
const ofAccount = async (world: World) =>
  (await world.api('GET', `/accounts/${accountId}/logpush/jobs`)) as readonly Record<string, unknown>[];

describe('a job of an account under the provisioner driver', () => {
  it('is created, updated, renamed and deleted beside a job of a zone with the same name', async () => {
    const world = await start();
    const ofZone = begin(world, 'edge_logpush_job', undefined, 'zone');
    await ofZone.deploy({ ...job, account_id: undefined, zone_id: zoneId, fields: ['RayID'] });
    const deployment = begin(world, 'edge_logpush_job');

    const { said, writes } = await deployment.deploy(job);
    expect(writes).toEqual(['POST logpush/jobs']);
    expect(said).toBe(`Created ${label('events')}.\n${label('events')} is unchanged.\n`);
    expect((await deployment.call('apply', job)).writes).toEqual([]);
    const [created] = await ofAccount(world);

    const filter = '{"where":{"and":[{"key":"ZoneName","operator":"eq","value":"a.example"}]}}';
    expect((await deployment.deploy({ ...job, name: 'renamed', filter })).writes).toEqual([
      'PUT logpush/jobs/:id',
    ]);
    expect(await ofAccount(world)).toMatchObject([{ id: at(created, 'id'), name: 'renamed', filter }]);

    expect((await deployment.deploy(null)).writes).toEqual(['DELETE logpush/jobs/:id']);
    expect(await ofAccount(world)).toEqual([]);
    expect(await jobsOf(world)).toMatchObject([{ name: 'events' }]);
  });

  it('becomes one of a zone: deleted there, created here', async () => {
    const world = await start();
    const deployment = begin(world, 'edge_logpush_job');
    await deployment.deploy(job);
    const { said } = await deployment.deploy({
      ...job,
      account_id: undefined,
      zone_id: zoneId,
      fields: ['RayID'],
    });
    expect(said).toContain(`Deleted ${label('events')}.`);
    expect(await ofAccount(world)).toEqual([]);
    expect(await jobsOf(world)).toMatchObject([{ name: 'events', dataset: 'firewall_events' }]);
  });

  it('fails with neither and with both, before any call', async () => {
    const world = await start();
    const deployment = begin(world, 'edge_logpush_job');
    for (const wrong of [
      { ...job, account_id: null },
      { ...job, zone_id: zoneId },
    ])
      expect(describeAll(await failureOf(deployment.call('create', wrong)))).toEqual([
        expect.stringMatching(/^error at \w+_id: Zone (?:or account missing|and account): /),
      ]);
    expect(await world.calls()).toEqual([]);
  });
});
