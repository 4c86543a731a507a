import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeWithTerraform } from '../../support/terraform';
import { setTheStage, type Stage } from './support';

interface StoredInstance {
  schema_version: number;
  status?: string;
  private?: string;
  attributes: Record<string, unknown>;
}

const stateOf = (stage: Stage) => join(stage.dir.path, 'terraform.tfstate');
const readState = (stage: Stage) => readFileSync(stateOf(stage), 'utf8');

/** Edits the one instance in a state file, as an older provider would have left it. */
function editState(stage: Stage, change: (instance: StoredInstance) => void): void {
  const state = JSON.parse(readState(stage)) as { resources: { instances: StoredInstance[] }[] };
  for (const { instances } of state.resources) instances.forEach(change);
  writeFileSync(stateOf(stage), JSON.stringify(state));
}

/** What handlers keep beside the attributes; the state has it as base64. */
function privateStateOf(stage: Stage): unknown[] {
  const { resources } = JSON.parse(readState(stage)) as { resources: { instances: StoredInstance[] }[] };
  return resources.flatMap(({ instances }) =>
    instances.map(
      (each) => JSON.parse(Buffer.from(each.private ?? '', 'base64').toString('utf8')) as unknown,
    ),
  );
}

describeWithTerraform('what the state holds', () => {
  let stage: Stage;
  beforeEach(async () => {
    stage = await setTheStage();
  });
  afterEach(() => {
    stage.remove();
  });

  it('takes in an existing object by its id, and the plan is empty then', async () => {
    stage.putThing('thing-7', {
      name: 'found',
      size: 3,
      id: 'thing-7',
      zone: 'z',
      revision: 4,
      password_length: 0,
    });
    stage.declare({ a: { name: 'found', size: 3 } });
    await stage.dir.run(['import', '-input=false', '-no-color', 'fake_thing.a', 'thing-7']);
    expect(await stage.attributes('a')).toMatchObject({
      name: 'found',
      size: 3,
      zone: 'z',
      owner: null,
      steps: null,
    });
    expect((await stage.dir.plan()).code).toBe(0);
  });

  it('takes in an object by an import block, and writes its configuration', async () => {
    stage.putThing('thing-7', {
      name: 'found',
      id: 'thing-7',
      size: 1,
      owner: { mail: 'm', role: 'r' },
      revision: 1,
    });
    stage.declare({}, { import: [{ to: 'fake_thing.a', id: 'thing-7' }] });
    const { stdout } = await stage.dir.run([
      'plan',
      '-no-color',
      '-input=false',
      '-generate-config-out=a.tf',
    ]);
    expect(stdout).toContain('1 to import, 0 to add, 0 to change, 0 to destroy');
  });

  it('fails to import what does not exist, with the reason the handler gives', async () => {
    stage.declare({ a: { name: 'found' } });
    const { stderr } = await stage.dir.run(['import', '-no-color', 'fake_thing.a', 'nothing'], {
      expectCode: 1,
    });
    expect(stderr).toContain('There is no nothing.');
  });

  it('is brought from an older version of the schema to the present one', async () => {
    stage.declare({ a: { name: 'old', size: 2 } });
    await stage.dir.apply();
    editState(stage, (instance) => {
      const { name, ...rest } = instance.attributes;
      instance.schema_version = 0;
      instance.attributes = { ...rest, label: name, forgotten: true };
    });
    expect((await stage.dir.plan()).code).toBe(0);
    await stage.dir.run(['apply', '-refresh-only', '-auto-approve', '-no-color']);
    expect(await stage.attributes('a')).toMatchObject({ name: 'old', size: 2 });
  });

  it('fails to be read by a provider older than the one that wrote it', async () => {
    stage.declare({ a: { name: 'new' } });
    await stage.dir.apply();
    editState(stage, (instance) => {
      instance.schema_version = 9;
    });
    const { stderr } = await stage.dir.run(['plan', '-no-color'], { expectCode: 1 });
    expect(stderr).toContain('created by a newer provider version');
  });

  it('keeps an object whose creation broke half-way, and makes it anew with the next apply', async () => {
    stage.declare({ a: { name: 'broken', words: ['w'], owner: { mail: 'm' } } });
    const { stderr } = await stage.dir.apply([], { expectCode: 1 });
    expect(stderr).toContain('thing-1 is there, unfinished.');
    expect(readState(stage)).toContain('"status": "tainted"');
    expect(await stage.attributes('a')).toMatchObject({
      id: 'thing-1',
      words: ['w'],
      owner: { mail: 'm', role: 'reader', since: null },
      revision: null,
    });

    stage.declare({ a: { name: 'mended' } });
    const { stdout } = await stage.dir.plan();
    expect(stdout).toContain('1 to add, 0 to change, 1 to destroy');
    await stage.dir.apply();
    expect(stage.ids()).toEqual(['thing-2']);
    expect((await stage.dir.plan()).code).toBe(0);
  });

  it('never holds a write-only value, which reaches the service all the same', async () => {
    const [password, pin] = ['hush-hush', '4711-0815'];
    stage.declare({ a: { name: 'secretive', password, owner: { mail: 'm', pin } } });
    await stage.dir.plan(['-out=saved.plan']);
    // A plan repeats the configuration as it was written; what it plans has neither value.
    const { configuration, ...planned } = (await stage.dir.show('saved.plan')) as Record<string, unknown>;
    expect(JSON.stringify(configuration)).toContain(password);
    expect(JSON.stringify(planned)).not.toMatch(/hush-hush|4711-0815/);
    await stage.dir.apply();
    expect(await stage.attributes('a')).toMatchObject({
      password: null,
      password_length: 9,
      owner: { pin: null },
    });
    const state = readState(stage);
    expect(state).not.toContain(password);
    expect(state).not.toContain(pin);
    expect(privateStateOf(stage)).toEqual([{ changes: 0, pin }]);
    expect((await stage.dir.plan()).code).toBe(0);
  });

  it('starts the private state of a replacement afresh', async () => {
    stage.declare({ a: { name: 'n', kind: 'k', size: 1 } });
    await stage.dir.apply();
    stage.declare({ a: { name: 'n', kind: 'k', size: 2 } });
    await stage.dir.apply();
    stage.declare({ a: { name: 'n', kind: 'other', size: 2 } });
    await stage.dir.apply();
    const { stdout } = await stage.dir.run(['plan', '-destroy', '-no-color']);
    expect(stdout).toContain('It was changed 0 times.');
  });
});
