import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeWithTerraform, readMessages, TerraformDir, type Message } from '../../support/terraform';
import { configurationOf, startTerraformStage, type TerraformStage } from './support';

interface StoredInstance {
  schema_version: number;
  status?: string;
  private?: string;
  attributes: Record<string, unknown>;
}

/** What the client of the other tests stands in for: each kind of behavior once with Terraform itself. */
describeWithTerraform('Terraform with the fake provider', () => {
  let stage: TerraformStage;
  beforeAll(async () => {
    stage = await startTerraformStage();
  });

  const statePath = () => join(stage.dir.path, 'terraform.tfstate');
  const readState = () =>
    JSON.parse(readFileSync(statePath(), 'utf8')) as {
      resources: { name: string; instances: StoredInstance[] }[];
    };
  const instanceOf = (name: string) => {
    const found = readState().resources.find((each) => each.name === name)?.instances[0];
    if (found === undefined) throw new Error(`the state has no fake_thing.${name}`);
    return found;
  };
  const attributesOf = (name: string) => instanceOf(name).attributes;
  /** The change that a plan announces for each resource: `['create']`, with a replacement's reason. */
  const plannedBy = (messages: readonly Message[]) =>
    Object.fromEntries(
      messages.flatMap(({ type, change }) =>
        type === 'planned_change' && change !== undefined
          ? [[change.resource.resource_name, [change.action, change.reason].filter(Boolean).join(': ')]]
          : [],
      ),
    );

  it('shows the source location of an invalid value', async () => {
    const bad = {
      object: { owner: { mail: 'bad' } },
      list: { steps: [{ key: 'good' }, { key: 'bad' }] },
      map: { stages: { one: { key: 'bad' } } },
      set: { options: [{ key: 'good' }, { key: 'bad' }] },
      several: { words: ['taken'], steps: [{ key: 'taken' }] },
      missing: { steps: [{ note: 'no key' }] },
      digits: { size: 'SIZE' },
      fine: { owner: { mail: 'good' } },
    };
    const things = Object.entries(bad).map(([name, thing]) => [name, { name: 'n', ...thing }]);
    const config = JSON.stringify(configurationOf(Object.fromEntries(things) as Record<string, object>));
    // Beyond what a number of JavaScript holds.
    stage.dir.write('main.tf.json', config.replace('"SIZE"', '90071992547409931'));
    stage.dir.write(
      'more.tf',
      'resource "fake_thing" "hcl" {\n  name = "n"\n  stages = {\n    one = {\n      key = "bad"\n    }\n  }\n}\n',
    );
    const { stdout } = await stage.dir.run(['validate', '-json'], { expectCode: 1 });
    stage.dir.write('more.tf', '');
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: Required<Message>['diagnostic'][] };
    const badWord = (code: RegExp) => ({
      severity: 'error',
      summary: 'Bad word',
      detail: 'The word is "bad". Use another.',
      snippet: { code: expect.stringMatching(code) as string },
    });
    const at = (name: string) =>
      diagnostics.filter(({ snippet }) => snippet?.context?.includes(name.replace('.', '')) === true);
    expect(at('.object')).toMatchObject([badWord(/"mail"/)]);
    expect(at('.list')).toMatchObject([badWord(/steps|key/)]);
    expect(at('.map')).toMatchObject([badWord(/stages|key/)]);
    expect(at('.set')).toMatchObject([badWord(/options/)]);
    expect(at('"hcl"')).toMatchObject([
      { ...badWord(/fake_thing|key = "bad"/), range: { filename: 'more.tf' } },
    ]);
    expect(at('.several')).toMatchObject([{ summary: 'Taken word' }]);
    expect(at('.missing')).toMatchObject([{ detail: expect.stringContaining('key') as string }]);
    expect(at('.digits')).toMatchObject([
      {
        summary: 'Number with too many digits',
        detail: expect.stringContaining('90071992547409931') as string,
      },
    ]);
    expect(at('.fine')).toEqual([]);
  });

  it('creates, refreshes, upgrades, imports, updates, replaces and destroys', async () => {
    const { dir, things } = stage;
    const [password, pin] = ['hush-hush', '4711-0815'];
    const late = {
      fake: [{}, { alias: 'late', folder: `${things.folder}\${substr(fake_thing.first.id, 0, 0)}` }],
    };
    const first = {
      name: 'first',
      kind: 'wood',
      share: 0.1,
      words: ['b', 'a'],
      tags: ['x', 'y', 'z'],
      matrix: { rows: [1, -2, 3.75] },
      title: 'Hello',
      steps: [{ key: 's0' }],
      options: [{ key: 'o0' }, { key: 'o1', note: 'n' }],
      stages: { one: { key: 'm0' } },
    };
    const unchanged = {
      reader: {
        name: 'reader',
        title: '${fake_thing.first.id}',
        owner: { mail: '${fake_thing.first.zone}' },
      },
      secretive: { name: 'secretive', password, owner: { mail: 'm', pin } },
      old: { name: 'old' },
      drifting: { name: 'drifting', words: ['b', 'a'] },
      gone: { name: 'gone' },
      late: { name: 'late', provider: 'fake.late' },
    };
    const replaced = { name: 'replaced', kind: 'wood' };
    stage.declare({ first, ...unchanged, replaced, failing: { name: 'broken' } }, { provider: late });
    const created = await dir.run(['apply', '-auto-approve', '-input=false', '-json'], { expectCode: 1 });
    const errors = readMessages(created).filter((each) => each.diagnostic?.severity === 'error');
    expect(errors).toMatchObject([
      { diagnostic: { detail: expect.stringContaining('is there, unfinished.') as string } },
    ]);
    expect(instanceOf('failing').status).toBe('tainted');
    const { id, zone } = attributesOf('first');
    expect(attributesOf('first')).toMatchObject({
      ...first,
      size: 1,
      revision: 1,
      steps: [{ key: 's0', serial: `${String(id)}.1.s0` }],
    });
    expect(attributesOf('reader')).toMatchObject({
      title: id,
      owner: { mail: zone, since: expect.any(String) as string },
    });
    expect(attributesOf('late')).toMatchObject({ name: 'late' });
    expect(attributesOf('secretive')).toMatchObject({
      password: null,
      password_length: 9,
      owner: { pin: null },
    });
    expect(readFileSync(statePath(), 'utf8')).not.toMatch(/hush-hush|4711-0815/);
    const kept = Buffer.from(instanceOf('secretive').private ?? '', 'base64').toString();
    expect(JSON.parse(kept)).toMatchObject({ changes: 0, pin });

    // As a provider of an older version would have left it.
    const state = readState();
    for (const { name, instances } of state.resources)
      for (const instance of instances.filter(() => name === 'old')) {
        const { name: label, ...rest } = instance.attributes;
        Object.assign(instance, { schema_version: 0, attributes: { ...rest, label, forgotten: true } });
      }
    writeFileSync(statePath(), JSON.stringify(state));
    const drifting = String(attributesOf('drifting').id);
    things.put(drifting, { ...things.get(drifting), words: ['b', 'c'] });
    things.remove(String(attributesOf('gone').id));
    const found = { name: 'found', id: 'thing-77', size: 1, owner: { mail: 'm', role: 'r' }, revision: 1 };
    things.put(found.id, { ...found, password_length: 0 });

    stage.declare(
      {
        first: { ...first, size: 2, title: 'hELLO', steps: [{ key: 'front' }, { key: 's0' }] },
        ...unchanged,
        replaced: { ...replaced, kind: 'stone' },
        failing: { name: 'mended' },
      },
      { provider: late, import: [{ to: 'fake_thing.found', id: found.id }] },
    );
    const planned = readMessages(
      await dir.run(['plan', '-input=false', '-json', '-out=plan.bin', '-generate-config-out=found.tf']),
    );
    expect(plannedBy(planned)).toEqual({
      first: 'update',
      drifting: 'update',
      gone: 'create',
      replaced: 'replace: cannot_update',
      failing: 'replace: tainted',
      found: 'import',
    });
    const drift = planned.filter(({ type }) => type === 'resource_drift');
    expect(drift.map(({ change }) => [change?.resource.resource_name, change?.action]).sort()).toEqual([
      ['drifting', 'update'],
      ['failing', 'update'],
      ['gone', 'delete'],
    ]);
    // A plan repeats the configuration as it was written; what it plans has no write-only value.
    const { configuration, ...rest } = (await dir.show('plan.bin')) as Record<string, unknown>;
    expect(JSON.stringify(configuration)).toContain(password);
    expect(JSON.stringify(rest)).not.toMatch(/hush-hush|4711-0815/);

    await dir.run(['apply', '-input=false', '-no-color', 'plan.bin']);
    expect(attributesOf('first')).toMatchObject({
      id,
      size: 2,
      title: 'Hello',
      revision: 2,
      steps: [{ key: 'front' }, { key: 's0', birthmark: `${String(id)}.1.s0` }],
    });
    expect(instanceOf('old')).toMatchObject({ schema_version: 1, attributes: { name: 'old' } });
    expect(things.get(drifting)).toMatchObject({ words: ['b', 'a'] });
    expect(attributesOf('replaced')).toMatchObject({ kind: 'stone', revision: 1 });
    expect(instanceOf('failing').status).toBeUndefined();
    expect((await dir.plan()).code).toBe(0);

    // As on Windows.
    const log = join(dir.path, 'terraform.log');
    const throughTcp = new TerraformDir(dir.path, {
      FAKE_FOLDER: things.folder,
      FAKE_TRANSPORT: 'tcp',
      TF_LOG_PROVIDER: 'debug',
      TF_LOG_PATH: log,
    });
    const ended = await throughTcp.run(['destroy', '-auto-approve', '-input=false', '-json']);
    expect(readFileSync(log, 'utf8')).toContain('listening through TCP');
    const warnings = readMessages(ended).flatMap(({ diagnostic }) => diagnostic?.detail ?? []);
    expect(warnings).toContain('It was changed 1 times.');
    expect(things.ids()).toEqual([]);
  });
});
