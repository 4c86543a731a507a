import { rmSync } from 'node:fs';
import { p, somePools } from '../../resources/pool-notification-policy/support';
import { accountId, at, failureOf, worlds, zoneId } from '../../support/handler-harness';
import { deployments, type Given } from './simulated-deploy';
import { jobDeployments, jobsOf, labelOf, makeJob, plainJob as job } from './zone-jobs';

const start = worlds();
const begin = deployments();
const { deployed, beginJob } = jobDeployments(start, begin, job);

const key = { zone_id: zoneId, name: 'errors' };
const label = labelOf(job.name);

describe('a job whose replacement stopped before the old one was deleted', () => {
  const other = { ...job, dataset: 'firewall_events', fields: ['RayID'] };
  const begun = async () => {
    const { world, deployment } = await deployed();
    const id = String(at(await jobsOf(world), 0, 'id'));
    await world.fail({ kind: 'status', status: 403, match: { method: 'DELETE' } });
    let said = '';
    await expect(deployment.deploy(other, {}, (text) => (said += text))).rejects.toThrow('403');
    await world.heal();
    expect(await jobsOf(world)).toHaveLength(2);
    return { world, deployment, id, said };
  };

  it('fails with an error about the old one', async () => {
    const { id, said } = await begun();
    expect(said).toBe(
      'Error: Replaced object not deleted\n' +
        `  name: The new ${label} exists. The old one (${id}) could not be deleted; the next error gives the reason. ` +
        'The next deploy or destroy deletes it first if the folder edge-platform/.memory of the stack still exists. ' +
        'Otherwise delete it by hand.\n',
    );
  });

  it('is finished by the next deploy', async () => {
    const { world, deployment, id } = await begun();
    const { said, writes } = await deployment.call('apply', { ...other, enabled: false });
    expect(writes).toEqual(['DELETE logpush/jobs/:id', 'PUT logpush/jobs/:id']);
    expect(said).toBe(`Deleted ${label} (${id}), which was replaced.\nUpdated ${label}.\n`);
    expect(await jobsOf(world)).toMatchObject([{ dataset: 'firewall_events', enabled: false }]);
  });

  it('is deleted together with the new one', async () => {
    const { world, deployment } = await begun();
    const { writes } = await deployment.call('delete', key);
    expect(writes).toEqual(['DELETE logpush/jobs/:id', 'DELETE logpush/jobs/:id']);
    expect(await jobsOf(world)).toEqual([]);
  });

  it('does not take a foreign object of its name for the new one', async () => {
    const { world, deployment } = await deployed();
    await world.fail({ kind: 'status', status: 500, times: 9, match: { method: 'POST' } });
    await expect(deployment.deploy(other)).rejects.toThrow();
    await world.heal();
    await makeJob(world);
    const failure = await failureOf(deployment.call('apply', other));
    expect(failure).toMatchObject([{ summary: 'Several objects with this name' }]);
    expect(await jobsOf(world)).toHaveLength(2);
  });
});

describe('a job whose create reply was lost', () => {
  const begun = async () => {
    const { world, deployment } = await beginJob();
    await world.fail({ kind: 'lost_reply', match: { method: 'POST' } });
    await world.fail({ kind: 'status', status: 403, match: { method: 'GET' }, skip: 2, times: 20 });
    await expect(deployment.call('create', job)).rejects.toThrow();
    await world.heal();
    expect(await jobsOf(world)).toHaveLength(1);
    return { world, deployment };
  };

  it.each<[what: string, change: Given, write: string[]]>([
    ['just as it was made', {}, []],
    ['with other attributes', { fields: ['RayID', 'ClientIP'] }, ['PUT logpush/jobs/:id']],
    ['with another name', { name: 'renamed' }, ['PUT logpush/jobs/:id']],
  ])('belongs to the next deploy, %s', async (_, change, expected) => {
    const { world, deployment } = await begun();
    const desired = { ...job, ...change };
    const { said, writes } = await deployment.deploy(desired);
    expect(writes).toEqual(expected);
    expect(said).not.toContain('Warning');
    expect(await jobsOf(world)).toMatchObject([{ name: desired.name }]);
  });

  it.each<[what: string, changes: readonly object[]]>([
    ['differs', [{ enabled: false }]],
    ['is one of two', [{}, {}]],
  ])('is not recognized by its values where what has the name %s', async (_, changes) => {
    const { world, deployment } = await begun();
    await world.api('DELETE', `/zones/${zoneId}/logpush/jobs/${String(at(await jobsOf(world), 0, 'id'))}`);
    for (const each of changes) await makeJob(world, each);
    expect(await failureOf(deployment.call('create', job))).toMatchObject([
      { summary: 'Object already exists' },
    ]);
  });

  it('is reported as an orphan when the next deploy names another zone', async () => {
    const { deployment } = await begun();
    const { said } = await deployment.call('create', { ...job, zone_id: '2'.repeat(32) });
    expect(said).toMatch(
      /^Warning: Orphan from a failed deploy\n {2}A failed deploy created edge_logpush_job .* Delete the object by hand\.\n/,
    );
  });
});

describe('a job whose id is known, because its deploy has not ended', () => {
  const begun = async () => {
    const { world, deployment } = await beginJob();
    await deployment.call('create', job);
    const id = String(at(await jobsOf(world), 0, 'id'));
    return { world, deployment, id };
  };
  const replacedByOthers = async () => {
    const { world, deployment, id } = await begun();
    await world.api('DELETE', `/zones/${zoneId}/logpush/jobs/${id}`);
    const other = String(at(await makeJob(world), 'id'));
    await world.calls();
    return { world, deployment, id, other };
  };

  it('is not made again when Terraform has lost the step', async () => {
    const { deployment } = await begun();
    expect(await deployment.call('create', job)).toEqual({ said: `${label} is unchanged.\n`, writes: [] });
  });

  it.each(['create', 'apply'] as const)('is not taken for another one of its name by %s', async (command) => {
    const { world, deployment } = await replacedByOthers();
    const failure = await failureOf(deployment.call(command, { ...job, enabled: false }));
    expect(failure).toMatchObject([{ summary: 'Object already exists' }]);
    expect(await jobsOf(world)).toMatchObject([{ enabled: true }]);
  });

  it('is gone: a deletion leaves another one of its name, with a warning', async () => {
    const { world, deployment, id, other } = await replacedByOthers();
    expect(await deployment.call('delete', key)).toEqual({
      said:
        'Warning: Object of the same name kept\n' +
        `  name: This construct made ${id}, which no longer exists. ${label} (${other}) is another object and was not deleted.\n` +
        `${label} no longer exists.\n`,
      writes: [],
    });
    expect(await jobsOf(world)).toHaveLength(1);
  });

  it('is deleted by a destroy, beside another one of its name', async () => {
    const { world, deployment, id } = await begun();
    const other = await makeJob(world);
    expect((await deployment.call('delete', key)).writes).toEqual(['DELETE logpush/jobs/:id']);
    expect(await jobsOf(world)).toEqual([expect.objectContaining({ id: at(other, 'id') })]);
    expect(String(at(other, 'id'))).not.toBe(id);
  });
});

it('a job that the service refused to create is foreign if it exists later', async () => {
  const { world, deployment } = await beginJob();
  await world.fail({ kind: 'status', status: 400, match: { method: 'POST' } });
  await expect(deployment.call('create', job)).rejects.toThrow();
  await world.heal();
  await makeJob(world);
  expect(await failureOf(deployment.call('create', job))).toMatchObject([
    { summary: 'Object already exists' },
  ]);
});

it('two constructs of one name that were created at once each delete their own object', async () => {
  const world = await start();
  const one = begin(world, 'edge_logpush_job', undefined, 'one');
  const two = begin(world, 'edge_logpush_job', one.folder, 'two');
  await world.fail({ kind: 'delay', ms: 500, times: 2, match: { method: 'POST' } });
  await Promise.all([one, two].map((each) => each.call('create', job)));
  expect(await jobsOf(world)).toHaveLength(2);
  for (const each of [one, two])
    expect(await failureOf(each.call('apply', job))).toMatchObject([
      { summary: 'Several objects with this name' },
    ]);
  for (const each of [one, two])
    expect((await each.call('delete', key)).writes).toEqual(['DELETE logpush/jobs/:id']);
  expect(await jobsOf(world)).toEqual([]);
});

it('warns that removals cannot be determined after a failed deploy whose folder no longer exists', async () => {
  const world = await start({}, { pools: somePools(1) });
  const deployment = begin(world, 'edge_pool_notification_policy');
  const policy = {
    account_id: accountId,
    name: 'Health',
    pool_ids: [p(1)],
    email_addresses: ['ops@example.com'],
  };
  await deployment.deploy(policy);
  rmSync(deployment.folder, { recursive: true, force: true });
  const { said } = await deployment.call('apply', policy);
  expect(said).toMatch(/^Warning: Previous configuration unknown\n.*check the object\.\n/);
});

it('a new ownership challenge alone changes nothing: it is no property of the object', async () => {
  const { deployment } = await beginJob();
  await deployment.deploy(job, { ownership_challenge: 'first' });
  await deployment.call('remember', job, { ownership_challenge: 'first' });
  expect((await deployment.call('apply', job, { ownership_challenge: 'second' })).writes).toEqual([]);
});

describe('a deploy whose Terraform was killed', () => {
  const changed = { ...job, enabled: false };

  it('is finished by apply where update has not ended', async () => {
    const { world, deployment } = await deployed();
    await deployment.call('remember', job);
    await world.fail({ kind: 'status', status: 500, times: 9, match: { method: 'PUT' } });
    await expect(deployment.call('update', changed)).rejects.toThrow();
    await world.heal();
    expect((await deployment.call('apply', changed)).writes).toEqual(['PUT logpush/jobs/:id']);
  });

  it('makes no call in apply where update has ended, unless the configuration is another one', async () => {
    const { world, deployment } = await deployed();
    await deployment.call('remember', job);
    await deployment.call('update', changed);
    expect((await deployment.call('apply', job)).writes).toEqual(['PUT logpush/jobs/:id']);
    await deployment.call('remember', job);
    await deployment.call('update', changed);
    await world.calls();
    await deployment.call('apply', changed);
    expect(await world.calls()).toEqual([]);
  });

  it('leaves an update without a memo to apply', async () => {
    const { world, deployment } = await deployed();
    await deployment.call('update', changed);
    expect(await world.calls()).toEqual([]);
    expect((await deployment.call('apply', changed)).writes).toEqual(['PUT logpush/jobs/:id']);
  });

  it.each(['update', 'apply'] as const)(
    'refuses in %s an object that create had not looked for yet',
    async (command) => {
      const { world, deployment } = await beginJob();
      await makeJob(world, { enabled: false });
      await world.fail({ kind: 'status', status: 500, times: 9, match: { method: 'GET' } });
      await expect(deployment.call('create', job)).rejects.toThrow();
      await world.heal();
      expect(await failureOf(deployment.call(command, job))).toMatchObject([
        { summary: 'Object already exists' },
      ]);
      expect(await jobsOf(world)).toMatchObject([{ enabled: false }]);
    },
  );
});
