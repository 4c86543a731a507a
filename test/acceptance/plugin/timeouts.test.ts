import { clientStages } from './support';

describe('timeouts', () => {
  const newStage = clientStages();

  it('leave the plan empty with a state that was written before they existed', async () => {
    const { terraform, declare } = newStage();
    declare({ a: { name: 'old' } });
    await terraform.apply();
    const instance = terraform.state.get('fake_thing.a');
    if (instance === undefined) throw new Error('the state has no fake_thing.a');
    const { timeouts, ...earlier } = instance.attributes;
    expect(timeouts).toBeNull();
    Object.assign(instance, { attributes: earlier });
    await terraform.expectNoChanges();
  });

  it('change alone without a call of the handler, and stay through refresh and update', async () => {
    const { terraform, declare, attributes } = newStage();
    declare({ a: { name: 'first' } });
    await terraform.apply();
    const before = attributes('a');
    declare({ a: { name: 'first', timeouts: { create: '10m', read: '1m' } } });
    const plan = await terraform.plan();
    const timeouts = { create: '10m', read: '1m', update: null, delete: null };
    expect(plan.change()).toMatchObject({ action: 'update', after: { ...before, timeouts } });
    await terraform.apply(plan);
    expect(attributes('a')).toEqual({ ...before, timeouts });
    await terraform.expectNoChanges();
    declare({ a: { name: 'second', timeouts: { create: '10m', read: '1m' } } });
    await terraform.apply();
    expect(attributes('a')).toMatchObject({ name: 'second', revision: 2, timeouts });
  });

  it('end an operation, and the state has what exists', async () => {
    const { terraform, things, declare, attributes } = newStage();
    declare({ a: { name: 'slow', timeouts: { create: '1s' } } });
    expect(await terraform.failedApply()).toMatchObject([
      { severity: 'error', summary: 'Timeout exceeded', attribute: ['timeouts', 'create'] },
    ]);
    expect(things.events()).toContain('slow was cancelled');
    expect(attributes('a')).toMatchObject({ id: 'thing-1', timeouts: { create: '1s' } });
  });

  it('are refused at validation where they are no durations', async () => {
    const { terraform, declare } = newStage();
    declare({ a: { name: 'first', timeouts: { update: 'soon' } } });
    expect(await terraform.validate()).toMatchObject([
      {
        severity: 'error',
        summary: 'Invalid duration',
        attribute: ['timeouts', 'update'],
        detail: expect.stringContaining('timeouts.update is "soon". It must be') as string,
      },
    ]);
  });
});
