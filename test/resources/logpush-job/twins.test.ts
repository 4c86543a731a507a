import type { EdgeClient } from '../../../lib/client';
import type { LogpushJobAttributes } from '../../../lib/resources/logpush-job/contract';
import type { PlannedChange } from '../../../lib/resources/handler';
import { logpushJobHandler as handler } from '../../../lib/resources/logpush-job/handler';
import type { State } from '../../../lib/schema';
import {
  contextOf,
  describeAll,
  failureOf,
  otherZoneId,
  worlds,
  zoneId,
  type World,
} from '../../support/handler-harness';
import { wantedJob, type Wanted } from './support';

const start = worlds();
const jobs = `/zones/${zoneId}/logpush/jobs`;
const existing = {
  id: 7,
  name: 'errors',
  dataset: 'http_requests',
  destination_conf: 's3://bucket/logs?endpoint=storage.example',
  logpull_options: 'fields=RayID&timestamps=rfc3339',
  enabled: true,
};

type OnExisting = 'refuse' | 'adopt';
const wanted = (onExisting: OnExisting, given: Partial<Wanted> = {}): Wanted =>
  wantedJob({
    destination_conf: existing.destination_conf,
    fields: ['RayID', 'ClientIP'],
    on_existing: onExisting,
    ...given,
  });

/** What a state has of a job. */
const stateOf = (id: number, given: Partial<Wanted> = {}): State<LogpushJobAttributes> => ({
  ...wanted('refuse', given),
  id: String(id),
  last_complete: null,
  last_error: null,
  error_message: null,
  adopted: null,
});

/** What one plan or apply does: its calls share a client. */
function process(world: World, service: EdgeClient = world.connect()) {
  const context = (kept?: unknown) => contextOf<LogpushJobAttributes>(world, kept, service);
  const plan = async (change: PlannedChange<LogpushJobAttributes>, kept?: unknown) =>
    describeAll((await handler.plan?.(change, context(kept)))?.diagnostics ?? []);
  return {
    service,
    plan: (onExisting: OnExisting, given: Partial<Wanted> = {}, kept?: unknown) => {
      const computed = {
        id: null,
        last_complete: null,
        last_error: null,
        error_message: null,
        adopted: null,
      };
      const config = { ...wanted(onExisting, given), ...computed };
      return plan({ prior: null, planned: { ...config, applied_at: null }, config }, kept);
    },
    planKeeping: (state: State<LogpushJobAttributes>) =>
      plan({ prior: state, planned: state, config: state }),
    planDeletion: (state: State<LogpushJobAttributes>) => plan({ prior: state, planned: null, config: null }),
    create: async (onExisting: OnExisting, given: Partial<Wanted> = {}, by = context()) =>
      handler.create(wanted(onExisting, given), by),
    read: (state: State<LogpushJobAttributes>) => handler.read(state, context()),
    delete: async (state: State<LogpushJobAttributes>) => {
      const by = context();
      await handler.delete(state, by);
      return describeAll(by.warnings);
    },
  };
}

const idsOf = async (world: World) =>
  ((await world.api('GET', jobs)) as { id: number }[]).map(({ id }) => id).sort((a, b) => a - b);

describe('unchanged jobs', () => {
  it('cost a plan one list for each zone, also where they have twins', async () => {
    const owners = [zoneId, otherZoneId];
    const world = await start();
    const body = { ...existing, id: undefined };
    const states = await Promise.all(
      owners.flatMap((owner) =>
        ['one', 'two', 'two', 'three'].map(async (name) => {
          const made = (await world.api('POST', `/zones/${owner}/logpush/jobs`, { ...body, name })) as {
            id: number;
          };
          return stateOf(made.id, { zone_id: owner, name, fields: ['RayID'] });
        }),
      ),
    );
    await world.calls();
    const { read, planKeeping } = process(world);
    for (const state of states) {
      expect(await read(state)).toMatchObject({ id: state.id });
      await planKeeping(state);
    }
    expect(await world.calls()).toEqual(owners.map(() => 'GET logpush/jobs'));
  });
});

describe('a job whose twin exists', () => {
  it('fails the plan, which shows the import ID and every resolution', async () => {
    const world = await start({ jobs: [existing] });
    const [error] = await process(world).plan('refuse');
    expect(error).toMatch(/^error at name: Job already exists: .*job 7 with the same name \("errors"\)/);
    for (const way of [`${zoneId}/7`, '"adopt"', 'change the name', '`moveFromId`'])
      expect(error).toContain(way);
  });

  it('fails the apply without a create when the twin was created after the plan', async () => {
    const world = await start();
    expect(await process(world).plan('refuse')).toEqual([]);
    await world.api('POST', jobs, { ...existing, id: undefined });
    const [error] = describeAll(await failureOf(process(world).create('refuse')));
    expect(error).toContain('Job already exists');
    expect(await idsOf(world)).toHaveLength(1);
  });

  it.each([
    ['another name', { name: 'all' }],
    ['another dataset', { dataset: 'firewall_events', fields: ['RayID'] }],
    ['another destination', { destination_conf: 's3://bucket/other?endpoint=storage.example' }],
  ])('does not treat a job as a twin with %s', async (_what, given) => {
    const world = await start({ jobs: [existing] });
    expect(await process(world).plan('refuse', given)).toEqual([]);
  });

  it('adopts the twin, updates it in place, and reports that in the plan', async () => {
    const world = await start({ jobs: [existing] });
    expect(await process(world).plan('adopt')).toEqual([
      expect.stringMatching(/^warning at on_existing: Job 7 is adopted/),
    ]);
    await world.calls();
    const state = await process(world).create('adopt');
    expect(state).toMatchObject({ id: '7', fields: ['ClientIP', 'RayID'], on_existing: 'adopt' });
    expect(await world.calls()).toEqual(['GET logpush/jobs', 'PUT logpush/jobs/:id']);
    expect(await process(world).read(state)).toEqual(state);
    expect(await idsOf(world)).toEqual([7]);
  });

  it('adopts the twin in an apply, which plans again before the create', async () => {
    const world = await start({ jobs: [existing] });
    const apply = process(world);
    expect(await apply.plan('adopt')).toEqual([expect.stringContaining('Job 7 is adopted')]);
    expect((await apply.create('adopt')).id).toBe('7');
    expect(await idsOf(world)).toEqual([7]);
  });

  it('adopts a twin that matches already without a write', async () => {
    const world = await start({ jobs: [existing] });
    await process(world).create('adopt', { fields: ['RayID'] });
    expect(await world.calls()).toEqual(['GET logpush/jobs']);
  });

  it('creates no second job when the reply to the create and the list are lost', async () => {
    const world = await start();
    await world.fail({ kind: 'lost_reply', match: { method: 'POST' } });
    await world.fail({ kind: 'status', status: 429, skip: 1, times: 10, match: { method: 'GET' } });
    await expect(process(world).create('refuse')).rejects.toThrow();
    await world.heal();
    const [orphan = 0] = await idsOf(world);
    expect((await process(world).plan('refuse'))[0]).toContain(`job ${orphan} `);
    expect((await process(world).create('adopt')).id).toBe(String(orphan));
    expect(await idsOf(world)).toEqual([orphan]);
  });
});

describe('two resources of one apply', () => {
  it('never adopt the same job', async () => {
    const world = await start({ jobs: [existing] });
    const apply = process(world);
    const [one, two] = await Promise.all([apply.create('adopt'), apply.create('adopt')]);
    expect(one.id).toBe('7');
    expect(two.id).not.toBe('7');
    expect(await idsOf(world)).toHaveLength(2);
  });

  it.each([
    ['refuse', 'the resource that manages it is planned first'],
    ['refuse', 'the resource that manages it is read first'],
    ['adopt', 'the resource that manages it is planned first'],
    ['adopt', 'the resource that manages it is read first'],
    ['adopt', 'the new one is planned first'],
  ] as const)('fail the plan when both need the same job: %s, %s', async (onExisting, order) => {
    const world = await start({ jobs: [existing] });
    const state = stateOf(7);
    const { read, plan, planKeeping } = process(world);
    const managed = expect.stringMatching(/^error at name: Job managed by another resource/) as string;
    if (order.endsWith('read first')) await read(state);
    if (order.startsWith('the resource that manages it is planned')) {
      expect(await planKeeping(state)).toEqual([]);
      expect(await plan(onExisting)).toEqual([managed]);
    } else {
      expect(await plan(onExisting)).toEqual([expect.stringMatching(/^warning/)]);
      expect(await planKeeping(state)).toEqual([managed]);
    }
  });

  it.each(['the deletion is planned first', 'the create is planned first'])(
    'can transfer a job when one deletes it and the other adopts it: %s',
    async (order) => {
      const world = await start({ jobs: [existing] });
      const state = stateOf(7);
      const { plan, planDeletion } = process(world);
      if (order.startsWith('the deletion')) expect(await planDeletion(state)).toEqual([]);
      expect(await plan('adopt')).toEqual([expect.stringContaining('Job 7 is adopted')]);
      if (order.startsWith('the create')) expect(await planDeletion(state)).toEqual([]);
      const apply = process(world);
      await apply.create('adopt');
      await apply.delete(state);
      expect(await idsOf(world)).toEqual([7]);
    },
  );

  it('do not adopt a job while it is being deleted', async () => {
    const world = await start({ jobs: [existing] });
    const apply = process(world);
    // Both read the list before the job is gone.
    await apply.read(stateOf(7));
    const [, created] = await Promise.all([apply.delete(stateOf(7)), apply.create('adopt')]);
    expect(created.id).not.toBe('7');
    expect(await idsOf(world)).toEqual([Number(created.id)]);
  });

  it('keep a job that one adopts and the other deletes', async () => {
    const world = await start({ jobs: [existing] });
    const apply = process(world);
    const state = await apply.create('adopt');
    expect(await apply.delete(state)).toEqual([expect.stringContaining('Job not deleted')]);
    expect(await idsOf(world)).toEqual([7]);
  });
});

describe('the calls of many jobs of one zone', () => {
  const four = ['a', 'b', 'c', 'd'];

  it('are one list for all reads of a refresh', async () => {
    const world = await start({ jobs: four.map((name, index) => ({ ...existing, name, id: index + 1 })) });
    const refresh = process(world);
    const states = four.map((name, index) => stateOf(index + 1, { name }));
    expect((await Promise.all(states.map((state) => refresh.read(state)))).map((each) => each?.name)).toEqual(
      four,
    );
    expect(await world.calls()).toEqual(['GET logpush/jobs']);
  });

  it('are one list for all plans, and one list and the creates for an apply', async () => {
    const world = await start();
    const plan = process(world);
    for (const name of four) await plan.plan('refuse', { name });
    expect(await world.calls()).toEqual(['GET logpush/jobs']);
    const apply = process(world);
    await Promise.all(four.map((name) => apply.create('refuse', { name })));
    expect(await world.calls()).toEqual([
      'GET logpush/jobs',
      'POST logpush/jobs',
      'POST logpush/jobs',
      'POST logpush/jobs',
      'POST logpush/jobs',
    ]);
  });

  it('read a job that is missing in the list by its ID before they report it as deleted', async () => {
    const world = await start({ jobs: [existing] });
    const gone = stateOf(9);
    expect(await process(world).read(gone)).toBeUndefined();
    expect(await world.calls()).toEqual(['GET logpush/jobs', 'GET logpush/jobs/:id']);
  });
});

describe('a job that is replaced', () => {
  const kept = { id: 7 };

  it('is not a twin of its replacement in the plan', async () => {
    const world = await start({ jobs: [existing] });
    expect(await process(world).plan('refuse', {}, kept)).toEqual([]);
  });

  it('is not shared with its replacement, which is created beside it with create_before_destroy', async () => {
    const world = await start({ jobs: [existing] });
    const apply = process(world);
    const equal = { fields: ['RayID'], applied_at: '2026-01-02T03:04:05Z' };
    // Terraform plans the create again during the apply, without what the first plan knew.
    expect(await apply.plan('refuse', equal)).toEqual([]);
    const by = contextOf<LogpushJobAttributes>(world, undefined, apply.service);
    const created = await apply.create('refuse', equal, by);
    expect(created.id).not.toBe('7');
    expect(describeAll(by.warnings)).toEqual([expect.stringContaining('Job created beside job 7')]);
    await apply.planDeletion(stateOf(7));
    expect(await apply.delete(stateOf(7))).toEqual([]);
    expect(await idsOf(world)).toEqual([Number(created.id)]);
  });

  it('fails the apply where its replacement has other settings and is created first', async () => {
    const world = await start({ jobs: [existing] });
    const { create } = process(world);
    expect(describeAll(await failureOf(create('refuse')))[0]).toContain('Job already exists');
    expect(await idsOf(world)).toEqual([7]);
  });

  it.each([
    ['refuse', /^warning at name: Duplicate job/],
    ['adopt', /^warning at name: Duplicate job/],
  ] as const)(
    'can be tainted with %s: the plan warns, and the create follows the delete',
    async (onExisting, warning) => {
      const world = await start({ jobs: [existing] });
      const state = stateOf(7);
      const plan = process(world);
      await plan.read(state);
      // Terraform hands the plan of a tainted resource neither its state nor its private state.
      expect(await plan.plan(onExisting)).toEqual([expect.stringMatching(warning)]);
      const apply = process(world);
      await apply.delete(state);
      expect((await apply.create(onExisting)).id).not.toBe('7');
      expect(await idsOf(world)).toHaveLength(1);
    },
  );
});
