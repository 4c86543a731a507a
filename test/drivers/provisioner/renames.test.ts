import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { p, somePools } from '../../resources/pool-notification-policy/support';
import {
  accountId,
  at,
  failureOf,
  describeAll,
  worlds,
  zoneId,
  type World,
} from '../../support/handler-harness';
import { deployments } from './simulated-deploy';
import { jobs, jobsOf, labelOf, makeJob, plainJob } from './zone-jobs';

const start = worlds();
const begin = deployments();

const job = { ...plainJob, name: 'a' };
const namesOf = async (world: World) => (await jobsOf(world)).map(({ name }) => name);
const idOf = async (world: World, name: string) =>
  String((await jobsOf(world)).find((each) => each.name === name)?.id);
const putting = { method: 'PUT', path: '/zones/*/logpush/jobs/*' };

describe('a renamed job', () => {
  it('is updated in place, with its other changes, and is deleted under its current name', async () => {
    const world = await start();
    const deployment = begin(world, 'edge_logpush_job');
    await deployment.deploy(job);
    const id = await idOf(world, 'a');
    const { said, writes } = await deployment.deploy({ ...job, name: 'b', enabled: false });
    expect(writes).toEqual(['PUT logpush/jobs/:id']);
    expect(said).toBe(`Updated ${labelOf('b')}.\n`);
    expect(await jobsOf(world)).toMatchObject([{ id: Number(id), name: 'b', enabled: false }]);
    await deployment.deploy({ ...job, name: 'c' });
    // Somebody else takes the name that it was made with.
    await makeJob(world, { name: 'a' });
    expect(await deployment.deploy(null)).toEqual({
      said: `Deleted ${labelOf('c')}.\n`,
      writes: ['DELETE logpush/jobs/:id'],
    });
    expect(await namesOf(world)).toEqual(['a']);
  });

  it('needs no new challenge', async () => {
    const world = await start();
    const deployment = begin(world, 'edge_logpush_job');
    const destination = 's3://proven/logs?region=eu-central-1';
    const challenge = await world.challenge(destination);
    const proven = { ...job, destination_conf: destination };
    await deployment.deploy(proven, { ownership_challenge: challenge });
    const { writes } = await deployment.deploy({ ...proven, name: 'b' }, { ownership_challenge: '' });
    expect(writes).toEqual(['PUT logpush/jobs/:id']);
  });

  it('fails where another object has the new name, and both stay unchanged', async () => {
    const world = await start();
    const deployment = begin(world, 'edge_logpush_job');
    await deployment.deploy(job);
    await makeJob(world, { name: 'b' });
    await world.calls();
    expect(describeAll(await failureOf(deployment.deploy({ ...job, name: 'b' })))).toEqual([
      `error at name: New name already in use: Cannot rename ${labelOf('a')}: ${labelOf('b')} (${await idOf(world, 'b')}) ` +
        'already exists. Nothing was changed. Choose another name, or rename or delete the other object first. If this ' +
        'stack renames the other object in the same deploy, deploy again. To swap two names, rename one to a third name in ' +
        'a deploy of its own.',
    ]);
    expect((await world.calls()).filter((call) => !call.startsWith('GET '))).toEqual([]);
  });

  it('is renamed by the next deploy after a failure, or deleted under its old name', async () => {
    const world = await start();
    const deployment = begin(world, 'edge_logpush_job');
    await deployment.deploy(job);
    await world.fail({ kind: 'status', status: 403, match: putting });
    await expect(deployment.deploy({ ...job, name: 'b' })).rejects.toThrow();
    await world.heal();
    expect((await deployment.call('apply', { ...job, name: 'b' })).writes).toEqual(['PUT logpush/jobs/:id']);
    expect(await namesOf(world)).toEqual(['b']);

    await world.fail({ kind: 'status', status: 403, match: putting });
    await deployment.call('remember', { ...job, name: 'b' });
    await expect(deployment.call('apply', { ...job, name: 'c' })).rejects.toThrow();
    await world.heal();
    expect((await deployment.call('delete', { zone_id: zoneId, name: 'a' })).writes).toEqual([
      'DELETE logpush/jobs/:id',
    ]);
  });

  it.each(['apply', 'delete'] as const)(
    'is recognized by the next %s when the reply to the change was lost',
    async (command) => {
      const world = await start();
      const deployment = begin(world, 'edge_logpush_job');
      await deployment.deploy(job);
      await world.fail({ kind: 'lost_reply', match: putting });
      const looking = { method: 'GET', path: '/zones/*/logpush/jobs/*' };
      await world.fail({ kind: 'status', status: 403, times: 9, match: looking });
      await expect(deployment.deploy({ ...job, name: 'b' })).rejects.toThrow();
      await world.heal();
      expect(await namesOf(world)).toEqual(['b']);
      await world.calls();
      const desired = command === 'apply' ? { ...job, name: 'b' } : { zone_id: zoneId, name: 'a' };
      const { writes } = await deployment.call(command, desired);
      expect(writes).toEqual(command === 'apply' ? [] : ['DELETE logpush/jobs/:id']);
    },
  );

  it('is recognized when it was renamed out of band to the same name', async () => {
    const world = await start();
    const deployment = begin(world, 'edge_logpush_job');
    await deployment.deploy(job);
    await world.api('PUT', `${jobs}/${await idOf(world, 'a')}`, { name: 'b' });
    const { said, writes } = await deployment.deploy({ ...job, name: 'b' });
    expect(writes).toEqual([]);
    expect(said).toContain('Warning: Existing object adopted');
  });

  it('fails where it cannot determine whether it was renamed', async () => {
    const world = await start();
    const deployment = begin(world, 'edge_logpush_job');
    await deployment.deploy(job);
    await world.fail({ kind: 'status', status: 403, match: putting });
    await expect(deployment.deploy({ ...job, name: 'b' })).rejects.toThrow();
    await world.heal();
    rmSync(deployment.folder, { recursive: true });
    expect(describeAll(await failureOf(deployment.call('apply', { ...job, name: 'b' })))).toEqual([
      expect.stringMatching(
        /^error at name: Cannot determine whether to rename an object: .* rename it by hand; /,
      ),
    ]);
    expect(await namesOf(world)).toEqual(['a']);
    await world.api('PUT', `${jobs}/${await idOf(world, 'a')}`, { name: 'b' });
    expect((await deployment.call('apply', { ...job, name: 'b' })).writes).toEqual([]);
  });
});

describe('a renamed policy', () => {
  const policy = {
    account_id: accountId,
    name: 'Health',
    pool_ids: [p(1), p(2)],
    carry_over_recipients: true,
  };
  const policies = `/accounts/${accountId}/alerting/v3/policies`;

  it('keeps the recipients that it carried over from pools', async () => {
    const pools = somePools(2, (index) => ({ email: `pool-${index}@legacy.example` }));
    const world = await start({}, { pools });
    const deployment = begin(world, 'edge_pool_notification_policy');
    await deployment.deploy(policy);
    const before = await world.api('GET', policies);
    const { writes } = await deployment.deploy({ ...policy, name: 'Pool health' });
    expect(writes).toEqual(['PUT alerting/v3/policies/:id']);
    const after = await world.api('GET', policies);
    expect(at(after, 0)).toMatchObject({ name: 'Pool health' });
    for (const name of ['id', 'mechanisms', 'filters'])
      expect(at(after, 0, name)).toEqual(at(before, 0, name));
  });
});

describe('an object whose name moves from one construct to another in one deploy', () => {
  const deploy = 'one deploy';
  const both = (world: World) => {
    const one = begin(world, 'edge_logpush_job', undefined, { address: 'one', deploy });
    return { one, two: begin(world, 'edge_logpush_job', one.folder, { address: 'two', deploy }) };
  };

  it('stays with the construct that adopted it', async () => {
    const world = await start();
    const { one, two } = both(world);
    await one.deploy(job);
    expect((await two.deploy(job)).said).toContain('Existing object adopted');
    const { said, writes } = await one.deploy(null);
    expect(writes).toEqual([]);
    expect(said).toBe(`Kept ${labelOf('a')}: two has adopted it.\n`);
    expect(await namesOf(world)).toEqual(['a']);
  });

  it('fails where the other construct is about to delete it', async () => {
    const world = await start();
    const { one, two } = both(world);
    await one.deploy(job);
    await world.fail({ kind: 'delay', ms: 2000, match: { method: 'DELETE' } });
    await one.call('remember', job);
    const deleting = one.call('delete', { zone_id: zoneId, name: 'a' });
    await reached(world, 'DELETE');
    expect(describeAll(await failureOf(two.deploy(job)))).toEqual([
      expect.stringMatching(
        /^error at name: Object in use by another construct: one of this stack changes or deletes .*Deploy again/,
      ),
    ]);
    await deleting;
    expect((await two.deploy(job)).writes).toEqual(['POST logpush/jobs']);
  });

  it('leaves the name to the construct that adopted it, and creates another object with the new name', async () => {
    const world = await start();
    const { one, two } = both(world);
    await one.deploy(job);
    await two.deploy(job);
    await one.deploy({ ...job, name: 'b' });
    expect(await namesOf(world)).toEqual(['a', 'b']);
  });

  it('fails where the two swap names, and changes neither', async () => {
    const world = await start();
    const { one, two } = both(world);
    await one.deploy(job);
    await two.deploy({ ...job, name: 'b' });
    const before = await jobsOf(world);
    for (const [deployment, name] of [[one, 'b'] as const, [two, 'a'] as const])
      expect(describeAll(await failureOf(deployment.deploy({ ...job, name })))).toEqual([
        expect.stringContaining('To swap two names, rename one to a third name'),
      ]);
    expect(await jobsOf(world)).toEqual(before);
  });
});

/** Waits for a call to arrive. */
async function reached(world: World, method: string): Promise<void> {
  while (!JSON.stringify(await world.control('GET', '/calls')).includes(`"${method}"`)) await wait(20);
}
