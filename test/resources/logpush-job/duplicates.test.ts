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

const wanted = (given: Partial<Wanted> = {}): Wanted =>
  wantedJob({ destination_conf: existing.destination_conf, fields: ['RayID', 'ClientIP'], ...given });
const computed = { id: null, last_complete: null, last_error: null, error_message: null };

const stateOf = (id: number, given: Partial<Wanted> = {}): State<LogpushJobAttributes> => ({
  ...wanted(given),
  ...computed,
  id: String(id),
});

/** What one plan or apply does: its calls share a client. */
function process(world: World, service: EdgeClient = world.connect()) {
  const context = (kept?: unknown) => contextOf<LogpushJobAttributes>(world, kept, service);
  const plan = async (change: PlannedChange<LogpushJobAttributes>, kept?: unknown) =>
    describeAll((await handler.plan?.(change, context(kept)))?.diagnostics ?? []);
  return {
    plan: (given: Partial<Wanted> = {}, kept?: unknown) => {
      const config = { ...wanted(given), ...computed };
      return plan({ prior: null, planned: config, config }, kept);
    },
    planKeeping: (state: State<LogpushJobAttributes>, planned = state) =>
      plan({ prior: state, planned, config: planned }),
    create: (given: Partial<Wanted> = {}) => handler.create(wanted(given), context()),
    read: async (state: State<LogpushJobAttributes>) => {
      const by = context();
      return { read: await handler.read(state, by), said: describeAll(by.warnings) };
    },
    delete: (state: State<LogpushJobAttributes>) => handler.delete(state, context()),
  };
}

const idsOf = async (world: World) =>
  ((await world.api('GET', jobs)) as { id: number }[]).map(({ id }) => id).sort((a, b) => a - b);

describe('unchanged jobs', () => {
  it('cost a plan one list for each zone, also where they have twins, which a refresh names', async () => {
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
      const { read: found, said } = await read(state);
      expect(found).toMatchObject({ id: state.id });
      expect(said).toHaveLength(state.name === 'two' ? 1 : 0);
      expect(await planKeeping(state)).toEqual([]);
    }
    expect(await world.calls()).toEqual(owners.map(() => 'GET logpush/jobs'));
  });
});

describe('a new job whose twin exists', () => {
  it('fails the plan, which has the finished import block, the call of a construct and what looks the same', async () => {
    const world = await start({ jobs: [existing] });
    const [error] = await process(world).plan();
    expect(error).toMatch(/^error at name: Job already exists: .*job 7 with the same name \("errors"\)/);
    const id = `${zoneId}/7`;
    for (const way of [
      `import {\n    to = edge_logpush_job.<name>\n    id = "${id}"\n  }`,
      `importFrom('${id}')`,
      'change the name',
      '`moved`',
      '`terraform untaint <address>`',
      '`create_before_destroy`',
    ])
      expect(error).toContain(way);
  });

  it('fails the apply without a create when the twin was created after the plan', async () => {
    const world = await start();
    const { plan, create } = process(world);
    expect(await plan()).toEqual([]);
    await world.api('POST', jobs, { ...existing, id: undefined });
    const [error] = describeAll(await failureOf(create()));
    expect(error).toContain('Job already exists');
    expect(await idsOf(world)).toHaveLength(1);
  });

  it.each([
    ['another name', { name: 'all' }],
    ['another dataset', { dataset: 'firewall_events', fields: ['RayID'] }],
    ['another destination', { destination_conf: 's3://bucket/other?endpoint=storage.example' }],
  ])('does not take a job for a twin with %s', async (_what, given) => {
    const world = await start({ jobs: [existing] });
    expect(await process(world).plan(given)).toEqual([]);
  });

  it('is not made when the reply to the create and the list are lost, and is named by the next plan', async () => {
    const world = await start();
    await world.fail({ kind: 'lost_reply', match: { method: 'POST' } });
    await world.fail({ kind: 'status', status: 429, skip: 1, times: 10, match: { method: 'GET' } });
    await expect(process(world).create()).rejects.toThrow();
    await world.heal();
    const [orphan = 0] = await idsOf(world);
    expect((await process(world).plan())[0]).toContain(`id = "${zoneId}/${orphan}"`);
    expect(await idsOf(world)).toEqual([orphan]);
  });
});

describe('two new jobs with one name, dataset and destination', () => {
  it('fail the plan of one process, whichever is planned second', async () => {
    const world = await start();
    const { plan } = process(world);
    const both = await Promise.all([plan(), plan({ enabled: false })]);
    expect(both.flat()).toEqual([expect.stringMatching(/^error at name: Job in two resources/)]);
  });

  it('are made once by one process, and by two of which one looks after the other', async () => {
    const world = await start();
    const { create } = process(world);
    const outcomes = await Promise.allSettled([create(), create(), create({ enabled: false })]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(describeAll(await failureOf(process(world).create()))[0]).toContain('Job already exists');
    expect(await idsOf(world)).toHaveLength(1);
  });
});

describe('a job that is given the name of another one', () => {
  const named = (name: string, id: number) => ({ ...existing, name, id });

  it('is changed, and the plan names the other one', async () => {
    const world = await start({ jobs: [named('one', 1), named('two', 2)] });
    const state = stateOf(1, { name: 'one', fields: ['RayID'] });
    const { planKeeping } = process(world);
    expect(await planKeeping(state, { ...state, name: 'two' })).toEqual([
      expect.stringMatching(/^warning at name: Job 2 becomes a twin/),
    ]);
    expect(await planKeeping(state, { ...state, name: 'three' })).toEqual([]);
  });

  it('fails the plan where another one of the plan gets it too', async () => {
    const world = await start({ jobs: [named('one', 1)] });
    const state = stateOf(1, { name: 'one', fields: ['RayID'] });
    const { plan, planKeeping } = process(world);
    expect(await plan({ name: 'three' })).toEqual([]);
    expect(await planKeeping(state, { ...state, name: 'three' })).toEqual([
      expect.stringMatching(/^error at name: Job in two resources/),
    ]);
  });
});

describe('the calls of many jobs of one zone', () => {
  const four = ['a', 'b', 'c', 'd'];

  it('are one list for all plans, and a look and a create for each job of an apply', async () => {
    const world = await start();
    const { plan } = process(world);
    for (const name of four) await plan({ name });
    expect(await world.calls()).toEqual(['GET logpush/jobs']);
    const { create } = process(world);
    for (const name of four) await create({ name });
    expect(await world.calls()).toEqual(four.flatMap(() => ['GET logpush/jobs', 'POST logpush/jobs']));
  });

  it('read a job that is missing in the list by its ID before they report it as deleted', async () => {
    const world = await start({ jobs: [existing] });
    expect(await process(world).read(stateOf(9))).toEqual({ read: undefined, said: [] });
    expect(await world.calls()).toEqual(['GET logpush/jobs', 'GET logpush/jobs/:id']);
  });
});

describe('a job that is replaced', () => {
  it('is no twin of its replacement in the plan, and is deleted first', async () => {
    const world = await start({ jobs: [existing] });
    expect(await process(world).plan({}, { id: 7 })).toEqual([]);
    const apply = process(world);
    await apply.delete(stateOf(7));
    expect((await apply.create()).id).not.toBe('7');
    expect(await idsOf(world)).toHaveLength(1);
  });

  it('gets another key in one plan, which Terraform makes as a change and as a create', async () => {
    const world = await start({ jobs: [existing] });
    const { plan, planKeeping } = process(world);
    const state = stateOf(7, { fields: ['RayID'] });
    const other = { dataset: 'firewall_events', fields: ['RayID'] };
    expect(await planKeeping(state, { ...state, ...other })).toEqual([]);
    expect(await plan(other, { id: 7 })).toEqual([]);
  });
});
