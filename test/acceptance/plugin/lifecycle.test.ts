import { describeWithTerraform } from '../../support/terraform';
import { setTheStage, type Stage } from './support';

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

describeWithTerraform('a resource from its creation to its end', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await setTheStage();
  });
  afterAll(() => {
    stage.remove();
  });

  it('is valid', async () => {
    stage.declare({ a: full });
    expect((await stage.dir.validate()).stdout).toContain('The configuration is valid');
  });

  it('is planned with what the service computes not known yet', async () => {
    const { changes, stdout } = await stage.dir.plan();
    expect(changes).toBe(1);
    expect(stdout).toMatch(/\+ id += \(known after apply\)/);
    expect(stdout).toMatch(/\+ size += 1$/m);
    expect(stdout).toMatch(/\+ secret += \(sensitive value\)/);
  });

  it('is created with its defaults and what the service computes', async () => {
    await stage.dir.apply();
    expect(await stage.attributes('a')).toMatchObject({
      ...full,
      id: 'thing-1',
      size: 1,
      share: 0.1,
      revision: 1,
      zone: 'zone of thing-1',
    });
  });

  it('has an empty plan after that, though the service spells and orders differently', async () => {
    expect(stage.thing('thing-1')).toMatchObject({ title: 'HELLO', tags: ['z', 'y', 'x'] });
    expect((await stage.dir.plan()).code).toBe(0);
  });

  it('is updated in place: what is computed once is known, the rest is known after apply', async () => {
    stage.declare({ a: { ...full, size: 2, title: 'hELLO' } });
    const { stdout, changes } = await stage.dir.plan();
    expect(changes).toBe(1);
    expect(stdout).toMatch(/~ size += 1 -> 2/);
    expect(stdout).toMatch(/~ revision += 1 -> \(known after apply\)/);
    expect(stdout).not.toMatch(/[~+-] (id|zone|title|tags)\b/);
    await stage.dir.apply();
    expect(await stage.attributes('a')).toMatchObject({
      id: 'thing-1',
      size: 2,
      revision: 2,
      title: 'Hello',
    });
    expect((await stage.dir.plan()).code).toBe(0);
  });

  it('goes back to the default of what is left out', async () => {
    stage.declare({ a: full });
    await stage.dir.apply();
    expect(await stage.attributes('a')).toMatchObject({ size: 1, revision: 3 });
    expect((await stage.dir.plan()).code).toBe(0);
  });

  it('shows what was changed behind its back, and puts it right', async () => {
    stage.putThing('thing-1', { ...stage.thing('thing-1'), words: ['b', 'c'] });
    const { changes, stdout } = await stage.dir.plan();
    expect(changes).toBe(1);
    expect(stdout).toContain('~ "c" -> "a"');
    await stage.dir.apply();
    expect(stage.thing('thing-1')).toMatchObject({ words: ['b', 'a'] });
  });

  it('is made again when it is gone', async () => {
    stage.loseThing('thing-1');
    const { stdout } = await stage.dir.plan();
    expect(stdout).toContain('Plan: 1 to add, 0 to change, 0 to destroy');
    await stage.dir.apply();
    expect(await stage.attributes('a')).toMatchObject({ id: 'thing-2', revision: 1 });
  });

  it('gives what another resource computes to the next one, which is unknown until then', async () => {
    stage.declare({
      a: { ...full, size: 5 },
      b: { name: 'second', title: '${fake_thing.a.revision}', tags: ['${fake_thing.a.zone}', 'fixed'] },
    });
    const { stdout } = await stage.dir.plan();
    expect(stdout).toMatch(/\+ title += \(known after apply\)/);
    await stage.dir.apply();
    expect(await stage.attributes('b')).toMatchObject({ title: '2', tags: ['fixed', 'zone of thing-2'] });
    expect((await stage.dir.plan()).code).toBe(0);
  });

  it('leaves things of an unknown future alone until they are known', async () => {
    stage.declare({
      a: { ...full, size: 6 },
      b: { name: 'second', title: '${fake_thing.a.revision}', tags: ['${fake_thing.a.zone}', 'fixed'] },
    });
    const { stdout } = await stage.dir.plan();
    expect(stdout).toMatch(/~ title += "2" -> \(known after apply\)/);
    await stage.dir.apply();
    expect(await stage.attributes('b')).toMatchObject({ title: '3' });
    expect((await stage.dir.plan()).code).toBe(0);
  });

  it('is replaced when an attribute says so, without the private state of the old one', async () => {
    stage.declare({ a: { ...full, size: 6, kind: 'stone' } });
    const { stdout } = await stage.dir.plan();
    expect(stdout).toMatch(/~ kind += "wood" -> "stone" # forces replacement/);
    expect(stdout).toContain('1 to add, 0 to change, 2 to destroy');
    await stage.dir.apply();
    expect(await stage.attributes('a')).toMatchObject({ kind: 'stone', revision: 1 });
    expect((await stage.dir.plan()).code).toBe(0);
  });

  it('remembers its private state from apply to apply, and warns of a destroy', async () => {
    for (const size of [7, 8, 9]) {
      stage.declare({ a: { ...full, kind: 'stone', size } });
      await stage.dir.apply();
    }
    const { stdout } = await stage.dir.run(['plan', '-destroy', '-no-color', '-input=false']);
    expect(stdout).toContain('It was changed 3 times.');
  });

  it('is deleted', async () => {
    await stage.dir.destroy();
    expect(stage.ids()).toEqual([]);
  });
});
