import { describeWithTerraform } from '../../support/terraform';
import { setTheStage, type Stage } from './support';

interface Told {
  readonly severity: string;
  readonly summary: string;
  readonly detail: string;
  readonly snippet?: { readonly context: string; readonly code: string };
}

describeWithTerraform('what the user is told', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await setTheStage();
  });
  afterAll(() => {
    stage.remove();
  });

  async function validate(thing: object): Promise<readonly Told[]> {
    stage.declare({ a: { name: 'n', ...thing } });
    const { stdout } = await stage.dir.run(['validate', '-json'], { expectCode: [0, 1] });
    return (JSON.parse(stdout) as { diagnostics: Told[] }).diagnostics;
  }

  it('is nothing when nothing is wrong', async () => {
    expect(await validate({})).toEqual([]);
  });

  it.each([
    ['an object', { owner: { mail: 'bad' } }, /"owner": \{"mail":"bad"\}|"mail"/],
    ['an element of a list', { steps: [{ key: 'good' }, { key: 'bad' }] }, /steps|key/],
    ['an element of a map', { stages: { one: { key: 'bad' } } }, /stages|key/],
    ['an element of a set, at the set', { options: [{ key: 'good' }, { key: 'bad' }] }, /options/],
  ])('points into %s', async (_where, thing, place) => {
    const [told, ...others] = await validate(thing);
    expect(others).toEqual([]);
    expect(told).toMatchObject({
      severity: 'error',
      summary: 'Bad word',
      detail: 'The word is "bad". Use another.',
    });
    expect(told?.snippet?.code).toMatch(place);
  });

  it('names the attribute that a nested path leads to', async () => {
    stage.declare({});
    stage.dir.write(
      'more.tf',
      'resource "fake_thing" "a" {\n  name = "n"\n  stages = {\n    one = {\n      key = "bad"\n    }\n  }\n}\n',
    );
    const { stderr } = await stage.dir.run(['validate', '-no-color'], { expectCode: 1 });
    stage.dir.write('more.tf', '');
    expect(stderr).toMatch(/on more\.tf line \d, in resource "fake_thing" "a"/);
    expect(stderr).toContain('Bad word');
  });

  it('covers rules over several attributes', async () => {
    const [told] = await validate({ words: ['taken'], steps: [{ key: 'taken' }] });
    expect(told).toMatchObject({ summary: 'Taken word' });
  });

  it('covers what is missing in a nested object', async () => {
    const told = await validate({ steps: [{ note: 'no key' }] });
    expect(told.map(({ detail }) => detail).join('\n')).toContain('key');
  });

  it('refuses a number that would lose digits', async () => {
    stage.dir.write('main.tf.json', JSON.stringify(numberConfig()).replace('"SIZE"', '90071992547409931'));
    const { stdout } = await stage.dir.run(['validate', '-json'], { expectCode: 1 });
    expect(stdout).toContain('Number with too many digits');
    expect(stdout).toContain('90071992547409931');
  });

  it('keeps the attribute of an error that a handler throws while reading', async () => {
    stage.declare({ a: { name: 'fine', owner: { mail: 'm' } } });
    await stage.dir.apply();
    stage.putThing('thing-1', { ...stage.thing('thing-1'), name: 'unreadable' });
    await stage.dir.run(['apply', '-refresh-only', '-auto-approve', '-no-color']);
    const { stdout } = await stage.dir.run(['plan', '-json'], { expectCode: 1 });
    const told = stdout
      .split('\n')
      .filter((line) => line.includes('"Not readable"'))
      .join('\n');
    expect(told).toContain('Nobody may read it.');
    expect(told).toContain('"mail');
  });

  it('is not troubled by what a handler writes to stdout', async () => {
    stage.declare({ noisy: { name: 'noisy' } });
    const { stdout } = await stage.dir.apply(['-target=fake_thing.noisy']);
    expect(stdout).not.toContain('a stray line');
  });

  function numberConfig(): object {
    return {
      terraform: { required_providers: { fake: { source: 'terraform.local/test/fake', version: '0.1.0' } } },
      resource: { fake_thing: { a: { name: 'n', size: 'SIZE' } } },
    };
  }
});

describeWithTerraform('a provider whose configuration is not known before apply', () => {
  it('plans new resources, and serves them once it is known', async () => {
    const stage = await setTheStage();
    try {
      stage.declare(
        { a: { name: 'late', provider: 'fake.late' }, first: { name: stage.things } },
        { provider: [{ fake: { alias: 'late', folder: '${fake_thing.first.secret}' } }] },
      );
      stage.declare(
        {
          first: { name: 'first' },
          a: { name: 'late', provider: 'fake.late' },
        },
        {
          provider: {
            fake: [{}, { alias: 'late', folder: `${stage.things}\${substr(fake_thing.first.id, 0, 0)}` }],
          },
        },
      );
      expect((await stage.dir.plan()).changes).toBe(2);
      await stage.dir.apply();
      expect(stage.ids()).toHaveLength(2);
    } finally {
      stage.remove();
    }
  });
});
