import { rmSync } from 'node:fs';
import { failureOf, describeAll, worlds, zoneId, type World } from '../../support/handler-harness';
import { deployments } from './simulated-deploy';
import { jobDeployments, jobs, jobsOf, labelOf, makeJob, plainJob } from './zone-jobs';

const start = worlds();
const begin = deployments();

const job = { ...plainJob, name: 'a' };
const { deployed } = jobDeployments(start, begin, job);
const namesOf = async (world: World) => (await jobsOf(world)).map(({ name }) => name);
const idOf = async (world: World, name: string) =>
  String((await jobsOf(world)).find((each) => each.name === name)?.id);
const putting = { method: 'PUT', path: '/zones/*/logpush/jobs/*' };

describe('a renamed job', () => {
  it('is updated in place, with its other changes, and is deleted under its current name', async () => {
    const { world, deployment } = await deployed();
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

  it('fails where another object has the new name, and both stay unchanged', async () => {
    const { world, deployment } = await deployed();
    await makeJob(world, { name: 'b' });
    await world.calls();
    expect(describeAll(await failureOf(deployment.deploy({ ...job, name: 'b' })))).toEqual([
      `error at name: New name already in use: Cannot rename ${labelOf('a')}: ${labelOf('b')} (${await idOf(world, 'b')}) ` +
        'already exists. Nothing was changed. Choose another name, or rename or delete the other object first. If it is the ' +
        'object of this construct, renamed outside of the stack, rename it back first. If this stack renames or deletes the ' +
        'other object in the same deploy, deploy again. To swap two names, rename one to a third name in a deploy of its own.',
    ]);
    expect((await world.calls()).filter((call) => !call.startsWith('GET '))).toEqual([]);
  });

  it('is renamed by the next deploy after a failure, or deleted under its old name', async () => {
    const { world, deployment } = await deployed();
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
      const { world, deployment } = await deployed();
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

  it('fails when it was renamed out of band to the same name, until it is renamed back', async () => {
    const { world, deployment } = await deployed();
    const path = `${jobs}/${await idOf(world, 'a')}`;
    await world.api('PUT', path, { name: 'b' });
    const renamed = { ...job, name: 'b' };
    expect(await failureOf(deployment.deploy(renamed))).toMatchObject([
      { summary: 'New name already in use' },
    ]);
    await world.api('PUT', path, { name: 'a' });
    expect((await deployment.call('apply', renamed)).writes).toEqual(['PUT logpush/jobs/:id']);
    expect(await namesOf(world)).toEqual(['b']);
  });

  it.each(['free', 'in use'])(
    'fails where it cannot determine whether it was renamed, and the new name is %s',
    async (which) => {
      const { world, deployment } = await deployed();
      if (which === 'in use') await makeJob(world, { name: 'b', enabled: false });
      else await world.fail({ kind: 'status', status: 403, match: putting });
      await expect(deployment.deploy({ ...job, name: 'b' })).rejects.toThrow();
      await world.heal();
      const before = await jobsOf(world);
      rmSync(deployment.folder, { recursive: true });
      expect(describeAll(await failureOf(deployment.call('apply', { ...job, name: 'b' })))).toEqual([
        expect.stringMatching(
          /^error at name: Cannot determine whether to rename an object: .* rename it by hand; /,
        ),
      ]);
      expect(await jobsOf(world)).toEqual(before);
      if (which === 'in use') return;
      await world.api('PUT', `${jobs}/${await idOf(world, 'a')}`, { name: 'b' });
      expect((await deployment.call('apply', { ...job, name: 'b' })).writes).toEqual([]);
    },
  );
});

describe('a name that moves from one construct to another in one deploy', () => {
  const both = async () => {
    const world = await start();
    const one = begin(world, 'edge_logpush_job', undefined, 'one');
    const two = begin(world, 'edge_logpush_job', one.folder, 'two');
    await one.deploy(job);
    return { world, one, two };
  };

  it('is refused while the first one has it, and free in the next deploy', async () => {
    const { world, one, two } = await both();
    const kept = await jobsOf(world);
    expect(await failureOf(two.deploy(job))).toMatchObject([{ summary: 'Object already exists' }]);
    expect(await jobsOf(world)).toEqual(kept);
    await one.deploy({ ...job, name: 'b' });
    expect((await two.deploy(job)).writes).toEqual(['POST logpush/jobs']);
    await one.deploy(null);
    expect(await namesOf(world)).toEqual(['a']);
  });

  it('is refused where two swap names, and neither changes', async () => {
    const { world, one, two } = await both();
    await two.deploy({ ...job, name: 'b' });
    const before = await jobsOf(world);
    for (const [deployment, name] of [[one, 'b'] as const, [two, 'a'] as const])
      expect(describeAll(await failureOf(deployment.deploy({ ...job, name })))).toEqual([
        expect.stringContaining('To swap two names, rename one to a third name'),
      ]);
    expect(await jobsOf(world)).toEqual(before);
  });
});
