import type { Handler } from '../../../lib/resources/handler';
import { resource } from '../../../lib/resources/resource';
import {
  computed,
  defineContract,
  isApproved,
  isUnknown,
  listingOf,
  optional,
  required,
  string,
  unknown,
  type Approval,
  type Effect,
} from '../../../lib/schema';
import { TerraformClient } from '../../support/terraform-client';
import { startLocalPlugin } from '../../support/terraform-client/local';

const about = { description: 'x' };
const contract = defineContract({
  typeName: 'edge_box',
  version: 0,
  description: 'A box with things. An apply throws away those that the plan listed.',
  attributes: {
    id: required(string, about),
    label: optional(string, about),
    changes: computed(string, { ...about, listing: true }),
  },
});
type Box = (typeof contract)['attributes'];

interface World {
  things: Record<string, string[]>;
  readonly approvals: (Approval | undefined)[];
}

function boxes(world: World): Handler<Box, World> {
  const effectsIn = (id: string): Effect[] =>
    (world.things[id] ?? []).map((basis) => ({ kind: 'clear-legacy-email', object: id, basis }));
  const empty = (id: string, approved: Approval | undefined) => {
    world.approvals.push(approved);
    const stays = effectsIn(id).filter((effect) => !isApproved(approved, effect));
    world.things[id] = stays.map(({ basis }) => basis);
  };
  return {
    plan: ({ planned }) => {
      if (planned === null || isUnknown(planned.id) || planned.id === null) return Promise.resolve({});
      const effects = effectsIn(planned.id);
      return Promise.resolve({ listing: listingOf(`throws away ${effects.length}`, effects) });
    },
    create: (desired, { approved }) => {
      empty(desired.id, approved);
      return Promise.resolve({ ...desired, changes: null });
    },
    update: ({ desired }, { approved }) => {
      empty(desired.id, approved);
      return Promise.resolve({ ...desired, changes: null });
    },
    read: (state) => Promise.resolve(state),
    delete: () => Promise.resolve(),
    import: (id) => Promise.resolve({ id }),
  };
}

/** Two resources: the first one's id is known only during its apply. */
function start(body: object, things: World['things'] = {}) {
  const world: World = { things, approvals: [] };
  const provider = () =>
    Promise.resolve(
      startLocalPlugin<World>({
        description: 'Boxes.',
        attributes: {},
        resources: [resource(contract, boxes(world))],
        configure: () => ({ isReady: true, service: world }),
      }).provider,
    );
  let written = body;
  const client = new TerraformClient({
    provider,
    configuration: () => ({ resource: { edge_box: { a: written } } }),
  });
  return {
    client,
    world,
    write: (other: object) => {
      written = other;
    },
  };
}

const known = { id: 'b' };
const later = { id: '${var.later}' };

describe('an apply of a plan with irreversible effects', () => {
  it('performs what the plan has listed', async () => {
    const { client, world } = start(known, { b: ['x', 'y'] });
    const plan = await client.plan();
    expect(plan.change().after).toMatchObject({
      changes: expect.stringMatching(
        /^If refused as inconsistent, .*: plan again\. \[[\da-f]{12}\] throws away 2$/,
      ) as unknown,
    });
    await client.apply(plan);
    expect(world.things).toEqual({ b: [] });
    await client.expectNoChanges();
  });

  it('lists null where nothing is irreversible', async () => {
    const { client, world } = start(known);
    expect((await client.plan()).change().after).toMatchObject({ changes: null });
    await client.apply();
    expect(world.approvals).toEqual([{ text: null, effects: [], isListed: true }]);
  });

  it('is refused by Terraform where something has changed since the plan, in a text that says what to do', async () => {
    const { client, world } = start(known, { b: ['x'] });
    const plan = await client.plan();
    world.things = { b: ['x', 'new'] };
    await expect(client.apply(plan)).rejects.toThrow(
      /inconsistent final plan.*\n.*changes.*service has changed since the plan and nothing was done: plan again.*throws away 2/,
    );
    expect(world).toEqual({ things: { b: ['x', 'new'] }, approvals: [] });
  });

  it('is refused by Terraform where the plan could not know what there is, unless nothing is irreversible', async () => {
    const { client, world } = start(later, { b: ['x'] });
    client.variables = { later: unknown };
    const plan = await client.plan();
    expect(plan.change().after).toMatchObject({ changes: { prefix: 'Not listed by the plan' } });
    expect(plan.diagnostics.map(({ summary, detail }) => `${summary}: ${detail}`)).toEqual([
      expect.stringMatching(
        /^Irreversible changes are not listed: `id` will be known only during the apply.*plan again/,
      ),
    ]);
    client.variables = { later: 'b' };
    await expect(client.apply(plan)).rejects.toThrow(/inconsistent final plan[^]*Not listed by the plan/);
    expect(world.approvals).toEqual([]);
    world.things = {};
    await client.apply(plan);
    expect(world.approvals).toEqual([{ text: null, effects: [], isListed: true }]);
  });

  it('keeps the listing of the last apply while nothing else is irreversible, which approves nothing', async () => {
    const { client, world, write } = start(known, { b: ['x'] });
    await client.apply();
    const { changes } = client.attributes('edge_box.a');
    await client.expectNoChanges();
    write({ ...known, label: 'l' });
    const plan = await client.plan();
    expect(plan.change().after).toMatchObject({ label: 'l', changes });
    world.things = { b: ['x'] };
    await expect(client.apply(plan)).rejects.toThrow(/inconsistent final plan/);
    expect(world.things).toEqual({ b: ['x'] });
  });

  it('shows the same effects as last time as new ones', async () => {
    const { client, world, write } = start(known, { b: ['x'] });
    await client.apply();
    world.things = { b: ['x'] };
    write({ ...known, label: 'l' });
    const plan = await client.plan();
    expect(plan.change().after).toMatchObject({
      changes: expect.stringMatching(/^again: If refused/) as unknown,
    });
    await client.apply(plan);
    expect(world.things).toEqual({ b: [] });
  });

  it('performs nothing that a later plan could not list', async () => {
    const { client, world, write } = start(known, { b: ['x'] });
    await client.apply();
    write({ ...later, label: 'l' });
    client.variables = { later: unknown };
    const plan = await client.plan();
    client.variables = { later: 'b' };
    world.things = { b: ['x'] };
    await expect(client.apply(plan)).rejects.toThrow(/inconsistent final plan/);
    expect(world.things).toEqual({ b: ['x'] });
    world.things = { b: [] };
    await client.apply(await client.plan());
    await client.expectNoChanges();
  });
});
