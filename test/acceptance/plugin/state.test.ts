import type { ClientStage } from './support';
import { clientStages } from './support';

const found = { name: 'found', size: 3, id: 'thing-7', zone: 'z', revision: 4, password_length: 0 };

/** The object of `a` in the state. */
function instanceOf({ terraform }: ClientStage) {
  const instance = terraform.state.get('fake_thing.a');
  if (instance === undefined) throw new Error('the state has no fake_thing.a');
  return instance;
}

describe('the state', () => {
  const newStage = clientStages();

  it('gets an existing object by its id, and the next plan is empty', async () => {
    const { terraform, things, declare, attributes } = newStage();
    things.put('thing-7', found);
    declare({ a: { name: 'found', size: 3 } });
    await terraform.import('fake_thing.a', 'thing-7');
    expect(attributes('a')).toMatchObject({ name: 'found', size: 3, zone: 'z', owner: null, steps: null });
    await terraform.expectNoChanges();
  });

  it('gets an existing object by an import block', async () => {
    const { terraform, things, declare, attributes } = newStage();
    things.put('thing-7', { ...found, owner: { mail: 'm', role: 'r' } });
    declare(
      { a: { name: 'found', size: 3, owner: { mail: 'm', role: 'r' } } },
      { import: [{ to: 'fake_thing.a', id: 'thing-7' }] },
    );
    const plan = await terraform.plan();
    expect(plan.counts).toEqual({ import: 1, add: 0, change: 0, destroy: 0 });
    await terraform.apply(plan);
    expect(attributes('a')).toMatchObject({ id: 'thing-7', owner: { mail: 'm', role: 'r' } });
    await terraform.expectNoChanges();
  });

  it('fails to import a missing object, with the error of the handler', async () => {
    const { terraform, declare } = newStage();
    declare({ a: { name: 'found' } });
    expect(await terraform.tryImport('fake_thing.a', 'nothing')).toMatchObject([
      { severity: 'error', detail: 'There is no nothing.' },
    ]);
    expect(terraform.state.size).toBe(0);
  });

  it('is upgraded from an older version of the schema', async () => {
    const stage = newStage();
    const { terraform, declare, attributes } = stage;
    declare({ a: { name: 'old', size: 2 } });
    await terraform.apply();
    const instance = instanceOf(stage);
    const { name = null, ...rest } = instance.attributes;
    Object.assign(instance, { version: 0, attributes: { ...rest, label: name, forgotten: true } });
    const plan = await terraform.plan();
    expect(plan).toMatchObject({ isEmpty: true, drifted: [] });
    await terraform.apply(plan);
    expect(attributes('a')).toMatchObject({ name: 'old', size: 2 });
    expect(attributes('a')).not.toHaveProperty('forgotten');
    expect(instanceOf(stage).version).toBe(1);
  });

  it('keeps an object whose creation failed halfway, and the next apply replaces it', async () => {
    const stage = newStage();
    const { terraform, things, declare, attributes } = stage;
    declare({ a: { name: 'broken', words: ['w'], owner: { mail: 'm' } } });
    expect(await terraform.failedApply()).toMatchObject([{ detail: 'thing-1 is there, unfinished.' }]);
    expect(instanceOf(stage).isTainted).toBe(true);
    expect(attributes('a')).toMatchObject({
      id: 'thing-1',
      words: ['w'],
      owner: { mail: 'm', role: 'reader', since: null },
      revision: null,
    });

    declare({ a: { name: 'mended' } });
    const plan = await terraform.plan();
    expect(plan.counts).toMatchObject({ add: 1, change: 0, destroy: 1 });
    await terraform.apply(plan);
    expect(things.ids()).toEqual(['thing-2']);
    await terraform.expectNoChanges();
  });

  it('never has a write-only value, which is still sent to the service', async () => {
    const stage = newStage();
    const { terraform, declare, attributes } = stage;
    const [password, pin] = ['hush-hush', '4711-0815'];
    declare({ a: { name: 'secretive', password, owner: { mail: 'm', pin } } });
    const plan = await terraform.plan();
    expect(JSON.stringify(plan.changes[0]?.after)).not.toMatch(/hush-hush|4711-0815/);
    await terraform.apply(plan);
    expect(attributes('a')).toMatchObject({ password: null, password_length: 9, owner: { pin: null } });
    expect(JSON.parse(Buffer.from(instanceOf(stage).private).toString())).toMatchObject({ changes: 0, pin });
    await terraform.expectNoChanges();
  });
});
