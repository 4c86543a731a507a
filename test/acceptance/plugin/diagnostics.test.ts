import { clientStages } from './support';

describe('a diagnostic', () => {
  const newStage = clientStages();

  async function validate(thing: object) {
    const { terraform, declare } = newStage();
    declare({ a: { name: 'n', ...thing } });
    return terraform.validate();
  }

  it.each([
    ['an object', { owner: { mail: 'bad' } }, ['owner', 'mail']],
    ['the first element of a list', { steps: [{ key: 'bad' }] }, ['steps', 0, 'key']],
    ['an element of a list', { steps: [{ key: 'good' }, { key: 'bad' }] }, ['steps', 1, 'key']],
    ['an element of a map', { stages: { one: { key: 'bad' } } }, ['stages', 'one', 'key']],
    ['an element of a set, at the set', { options: [{ key: 'good' }, { key: 'bad' }] }, ['options']],
  ])('points into %s', async (_where, thing, attribute) => {
    expect(await validate(thing)).toEqual([
      {
        severity: 'error',
        summary: 'Bad word',
        detail: 'The word is "bad". Use another.',
        attribute,
        address: 'fake_thing.a',
      },
    ]);
  });

  it('covers rules over several attributes', async () => {
    expect(await validate({ words: ['taken'], steps: [{ key: 'taken' }] })).toMatchObject([
      { summary: 'Taken word', attribute: ['steps', 0, 'key'] },
    ]);
  });

  it('keeps the attribute of an error that a handler throws while reading', async () => {
    const { terraform, things, declare } = newStage();
    declare({ a: { name: 'fine', owner: { mail: 'm' } } });
    await terraform.apply();
    things.put('thing-1', { ...things.get('thing-1'), name: 'unreadable' });
    declare({ a: { name: 'unreadable', owner: { mail: 'm' } } });
    await terraform.apply();
    expect(await terraform.failedPlan()).toMatchObject([
      { summary: 'Not readable', detail: 'Access denied.', attribute: ['owner', 'mail'] },
    ]);
  });

  it('is not disturbed by what a handler writes to stdout', async () => {
    const { terraform, things, declare } = newStage();
    declare({ noisy: { name: 'noisy' } });
    expect(await terraform.apply()).toEqual([]);
    expect(things.ids()).toEqual(['thing-1']);
  });
});
