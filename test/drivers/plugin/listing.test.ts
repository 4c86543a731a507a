import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlanNotes } from '../../../lib/drivers/plugin/plan-notes';
import { appliedAt } from '../../../lib/resources/apply-phase';
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
import { useDataFolder } from '../../support/data-folder';

const about = { description: 'x' };
const contract = defineContract({
  typeName: 'edge_box',
  version: 0,
  description: 'A box with things. An apply throws away those that the plan listed.',
  attributes: {
    id: required(string, about),
    label: optional(string, about),
    applied_at: appliedAt,
    changes: computed(string, { ...about, listing: true }),
  },
});
type Box = (typeof contract)['attributes'];

/** What the boxes have, and what applies were allowed to do. */
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

const known = { id: 'b', applied_at: '${timestamp()}' };

describe('an apply of a plan with irreversible effects', () => {
  const dataFolder = useDataFolder();
  const withoutNotes = () => {
    process.env.TF_DATA_DIR = join(dataFolder(), 'nowhere');
  };

  it('performs what the plan has listed', async () => {
    const { client, world } = start(known, { b: ['x', 'y'] });
    const plan = await client.plan();
    expect(plan.change().after).toMatchObject({
      changes: expect.stringMatching(/^\[[\da-f]{12}\] throws away 2$/) as unknown,
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

  it('leaves alone what has appeared since the plan', async () => {
    const { client, world } = start(known, { b: ['x'] });
    const plan = await client.plan();
    world.things = { b: ['x', 'new'] };
    await client.apply(plan);
    expect(world.things).toEqual({ b: ['new'] });
  });

  it('is refused by Terraform after such a change where the notes of the plan are missing', async () => {
    withoutNotes();
    const { client, world } = start(known, { b: ['x'] });
    const plan = await client.plan();
    world.things = { b: ['x', 'new'] };
    await expect(client.apply(plan)).rejects.toThrow(
      /inconsistent final plan.*\n.*changes.*throws away 1.*throws away 2/,
    );
    expect(world).toEqual({ things: { b: ['x', 'new'] }, approvals: [] });
  });

  it.each([
    ['nothing', (lines: string[]) => lines],
    ['the effects', (lines: string[]) => lines.map((line) => line.replace('"basis":"x"', '"basis":"new"'))],
    ['the digest', (lines: string[]) => lines.map((line) => line.replace(/\[\w+\]/, '[000000000000]'))],
    ['all of it', () => ['{', '[]', '{"typeName":1}', 'null']],
  ])(
    'performs nothing that the plan did not list where somebody has changed %s in the notes',
    async (_what, change) => {
      const { client, world } = start(known, { b: ['x', 'new'] });
      const plan = await client.plan();
      const file = join(dataFolder(), 'edge-plan.jsonl');
      writeFileSync(file, change(readFileSync(file, 'utf8').split('\n')).join('\n'));
      world.things = { b: ['x', 'new', 'newer'] };
      await client.apply(plan).catch((error: unknown) => {
        expect(String(error)).toMatch(/inconsistent final plan/);
      });
      expect(world.things.b).toContain('newer');
    },
  );

  const later = { id: '${var.later}', applied_at: '${timestamp()}' };

  it('performs nothing where the plan could not know what there is, and warns in the plan', async () => {
    const { client, world } = start(later, { b: ['x'] });
    client.variables = { later: unknown };
    const plan = await client.plan();
    expect(plan.change().after).toMatchObject({ changes: { prefix: 'Not listed by the plan' } });
    expect(plan.diagnostics.map(({ summary, detail }) => `${summary}: ${detail}`)).toEqual([
      expect.stringMatching(
        /^Irreversible changes are not listed: `id` will be known only during the apply.*Plan again/,
      ),
    ]);
    client.variables = { later: 'b' };
    await client.apply(plan);
    expect(world).toEqual({
      things: { b: ['x'] },
      approvals: [{ text: null, effects: [], isListed: false }],
    });
    expect(client.state.get('edge_box.a')?.attributes).toMatchObject({ id: 'b', changes: null });
  });

  it('is refused by Terraform then where the notes of the plan are missing, unless nothing is irreversible', async () => {
    withoutNotes();
    const { client, world } = start(later, { b: ['x'] });
    client.variables = { later: unknown };
    const plan = await client.plan();
    client.variables = { later: 'b' };
    await expect(client.apply(plan)).rejects.toThrow(/inconsistent final plan[^]*Not listed by the plan/);
    expect(world.approvals).toEqual([]);
    world.things = {};
    await client.apply(plan);
    expect(world.approvals).toEqual([{ text: null, effects: [], isListed: true }]);
  });

  it('is bound to the newest plan of the folder', async () => {
    const { client, world } = start(later, { b: ['x'] });
    client.variables = { later: unknown };
    await client.plan();
    client.variables = { later: 'b' };
    await client.apply(await client.plan());
    expect(world.things).toEqual({ b: [] });
  });

  it('writes notes that only the user can read, and none where Terraform has no data folder', async () => {
    const { client } = start(known, { b: ['x'] });
    await client.plan();
    expect(statSync(join(dataFolder(), 'edge-plan.jsonl')).mode & 0o777).toBe(0o600);
    withoutNotes();
    await client.plan();
    expect(existsSync(join(dataFolder(), 'nowhere'))).toBe(false);
  });

  it('knows each note of all processes of a plan once, and none after an apply has begun', () => {
    const [one, other] = [new PlanNotes(dataFolder()), new PlanNotes(dataFolder())];
    expect(one.news()).toEqual([]);
    one.add('a');
    other.add('größe');
    expect(one.news()).toEqual(['a', 'größe']);
    expect(one.news()).toEqual([]);
    other.add('c');
    expect(one.news()).toEqual(['c']);
    expect(other.news()).toEqual(['a', 'größe', 'c']);
    one.all();
    expect(other.news()).toEqual([]);
    new PlanNotes(dataFolder()).add('of the next plan');
    expect(other.news()).toEqual(['of the next plan']);
  });

  it('knows what handlers have noted in the plan, and nothing of the plan of another Terraform', () => {
    const file = join(dataFolder(), 'edge-plan.jsonl');
    writeFileSync(file, '{"terraform":1}\n{"note":"old"}\n');
    const [plan, ofAnotherProvider] = [new PlanNotes(dataFolder()), new PlanNotes(dataFolder())];
    plan.add({ of: 'one' });
    ofAnotherProvider.add({ of: 'other' });
    plan.addDecisions({ typeName: 'edge_box', attributes: {}, isCreate: true, config: {} }, {});
    const apply = new PlanNotes(dataFolder());
    expect(apply.all()).toEqual([{ of: 'one' }, { of: 'other' }]);
    new PlanNotes(dataFolder()).add({ of: 'the next plan' });
    expect(new PlanNotes(dataFolder()).all()).toEqual([{ of: 'the next plan' }]);
    apply.add({ of: 'a plan that is none' });
    expect(apply.all()).toEqual([{ of: 'one' }, { of: 'other' }]);
    expect(new PlanNotes(join(dataFolder(), 'nowhere')).all()).toEqual([]);
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
    await client.apply(plan);
    expect(world.things).toEqual({ b: ['x'] });
  });

  it('shows the same effects as last time as new ones', async () => {
    const { client, world, write } = start(known, { b: ['x'] });
    await client.apply();
    world.things = { b: ['x'] };
    write({ ...known, label: 'l' });
    const plan = await client.plan();
    expect(plan.change().after).toMatchObject({ changes: expect.stringMatching(/^again: \[/) as unknown });
    await client.apply(plan);
    expect(world.things).toEqual({ b: [] });
  });

  it.each([true, false])(
    'performs nothing that a later plan could not list (with notes: %s)',
    async (hasNotes) => {
      if (!hasNotes) withoutNotes();
      const { client, world, write } = start(known, { b: ['x'] });
      await client.apply();
      write({ ...later, label: 'l' });
      client.variables = { later: unknown };
      const plan = await client.plan();
      client.variables = { later: 'b' };
      world.things = { b: ['x'] };
      await client.apply(plan).catch((error: unknown) => {
        expect(String(error)).toMatch(/inconsistent final plan/);
      });
      expect(world.things).toEqual({ b: ['x'] });
      world.things = { b: [] };
      await client.apply(await client.plan());
      await client.expectNoChanges();
    },
  );
});
