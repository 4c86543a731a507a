import { isUnknown } from '../../../lib/schema';
import type { Change } from '../../support/terraform-client';
import { clientStages } from './support';

const full = {
  name: 'first',
  kind: 'wood',
  share: 0.1,
  open: false,
  words: ['b', 'a'],
  tags: ['x', 'y', 'z'],
  labels: { one: '1' },
  matrix: { rows: [1, -2, 3.75] },
  title: 'Hello',
  secret: 'kept',
};

/** The attributes that a plan changes, and those that it leaves to be known after apply. */
function differencesOf({ before, after }: Change): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(after ?? {})
      .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before?.[name] ?? null))
      .map(([name, value]) => [name, isUnknown(value) ? 'unknown' : value]),
  );
}

describe('a resource', () => {
  const newStage = clientStages();

  async function applied(thing: object = full, more: Record<string, object> = {}) {
    const stage = newStage();
    stage.declare({ a: thing, ...more });
    await stage.terraform.apply();
    return stage;
  }

  it('is valid', async () => {
    const { terraform, declare } = newStage();
    declare({ a: full });
    expect(await terraform.validate()).toEqual([]);
  });

  it('is planned with unknown computed values', async () => {
    const { terraform, declare } = newStage();
    declare({ a: full });
    const plan = await terraform.plan();
    expect(plan.counts).toEqual({ import: 0, add: 1, change: 0, destroy: 0 });
    expect(differencesOf(plan.change())).toEqual({
      ...full,
      size: 1,
      id: 'unknown',
      zone: 'unknown',
      revision: 'unknown',
      password_length: 'unknown',
    });
  });

  it('is created with its defaults and computed values', async () => {
    const { attributes } = await applied();
    expect(attributes('a')).toMatchObject({
      ...full,
      id: 'thing-1',
      size: 1,
      share: 0.1,
      revision: 1,
      zone: 'zone of thing-1',
    });
  });

  it('has an empty plan after its create, although the service uses another notation and order', async () => {
    const { terraform, things } = await applied();
    expect(things.get('thing-1')).toMatchObject({ title: 'HELLO', tags: ['z', 'y', 'x'] });
    await terraform.expectNoChanges();
  });

  it('is updated in place: stable values are known, other computed ones are known after apply', async () => {
    const { terraform, declare, attributes } = await applied();
    declare({ a: { ...full, size: 2, title: 'hELLO' } });
    const plan = await terraform.plan();
    expect(plan.counts).toMatchObject({ add: 0, change: 1, destroy: 0 });
    expect(differencesOf(plan.change())).toEqual({
      size: 2,
      revision: 'unknown',
      password_length: 'unknown',
    });
    await terraform.apply();
    expect(attributes('a')).toMatchObject({ id: 'thing-1', size: 2, revision: 2, title: 'Hello' });
    await terraform.expectNoChanges();
  });

  it('resets removed attributes to their defaults', async () => {
    const { terraform, declare, attributes } = await applied({ ...full, size: 2 });
    declare({ a: full });
    await terraform.apply();
    expect(attributes('a')).toMatchObject({ size: 1, revision: 2 });
    await terraform.expectNoChanges();
  });

  it('shows drift and reverts it', async () => {
    const { terraform, things } = await applied();
    things.put('thing-1', { ...things.get('thing-1'), words: ['b', 'c'] });
    const plan = await terraform.plan();
    expect(plan.drifted).toEqual(['fake_thing.a']);
    expect(plan.counts).toMatchObject({ add: 0, change: 1, destroy: 0 });
    expect(plan.change().before).toMatchObject({ words: ['b', 'c'] });
    expect(plan.change().after).toMatchObject({ words: ['b', 'a'] });
    await terraform.apply(plan);
    expect(things.get('thing-1')).toMatchObject({ words: ['b', 'a'] });
  });

  it('is created again when it was deleted out of band', async () => {
    const { terraform, things, attributes } = await applied();
    things.remove('thing-1');
    const plan = await terraform.plan();
    expect(plan.counts).toMatchObject({ add: 1, change: 0, destroy: 0 });
    await terraform.apply(plan);
    expect(attributes('a')).toMatchObject({ id: 'thing-2', revision: 1 });
  });

  it('uses a computed value of another resource, which is unknown at plan', async () => {
    const reads = {
      name: 'second',
      title: '${fake_thing.a.revision}',
      tags: ['${fake_thing.a.zone}', 'fixed'],
    };
    const { terraform, declare, attributes } = await applied({ ...full, size: 5 }, { b: reads });
    expect(attributes('b')).toMatchObject({ title: '1', tags: ['fixed', 'zone of thing-1'] });
    await terraform.expectNoChanges();

    declare({ a: { ...full, size: 6 }, b: reads });
    const plan = await terraform.plan();
    expect(differencesOf(plan.change('fake_thing.b'))).toMatchObject({ title: 'unknown' });
    await terraform.apply(plan);
    expect(attributes('b')).toMatchObject({ title: '2' });
    await terraform.expectNoChanges();
  });

  it('is replaced when an attribute forces it, without the private state of the old one', async () => {
    const { terraform, declare, attributes } = await applied();
    declare({ a: { ...full, size: 2 } });
    await terraform.apply();
    declare({ a: { ...full, kind: 'stone' } });
    const plan = await terraform.plan();
    expect(plan.change()).toMatchObject({ action: 'replace', replacedBy: ['kind'] });
    expect(plan.change()).toHaveProperty('private.length', 0);
    expect(plan.counts).toMatchObject({ add: 1, change: 0, destroy: 1 });
    await terraform.apply(plan);
    expect(attributes('a')).toMatchObject({ id: 'thing-2', kind: 'stone', revision: 1 });
    await terraform.expectNoChanges();
    expect((await terraform.plan({ destroy: true })).diagnostics).toMatchObject([
      { severity: 'warning', detail: 'It was changed 0 times.' },
    ]);
  });

  it('keeps its private state between applies, and warns about a destroy', async () => {
    const { terraform, declare } = await applied();
    for (const size of [7, 8, 9]) {
      declare({ a: { ...full, size } });
      await terraform.apply();
    }
    expect((await terraform.plan({ destroy: true })).diagnostics).toMatchObject([
      { severity: 'warning', detail: 'It was changed 3 times.' },
    ]);
  });

  it('changes its timeouts alone without a call of the handler', async () => {
    const { terraform, things, declare, attributes } = await applied();
    const before = attributes('a');
    const timeouts = { create: '10m', read: '1m', update: null, delete: null };
    declare({ a: { ...full, timeouts: { create: '10m', read: '1m' } } });
    await terraform.apply();
    expect(attributes('a')).toEqual({ ...before, timeouts });
    expect(things.get('thing-1')).toMatchObject({ revision: 1 });
    await terraform.expectNoChanges();
  });

  it('is deleted', async () => {
    const { terraform, things } = await applied();
    await terraform.destroy();
    expect(things.ids()).toEqual([]);
    expect(terraform.state.size).toBe(0);
  });
});
