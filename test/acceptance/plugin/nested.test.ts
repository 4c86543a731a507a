import { clientStages } from './support';

const some = {
  name: 'nested',
  owner: { mail: 'a@example.com' },
  steps: [{ key: 's0' }, { key: 's1', note: 'n' }],
  options: [{ key: 'o0' }, { key: 'o1', note: 'n' }],
  stages: { first: { key: 'm0' }, second: { key: 'm1', note: 'n' } },
};

describe('nested attributes', () => {
  const { terraform, declare, attributes } = clientStages()();

  it('are created with computed values, and the next plan is empty', async () => {
    declare({ a: some });
    await terraform.apply();
    expect(attributes('a')).toMatchObject({
      owner: { mail: 'a@example.com', role: 'reader', since: 'thing-1.1', pin: null },
      steps: [
        { key: 's0', serial: 'thing-1.1.s0', birthmark: 'thing-1.1.s0' },
        { key: 's1', note: 'n', serial: 'thing-1.1.s1' },
      ],
      options: [
        { key: 'o0', serial: 'thing-1.1.o0' },
        { key: 'o1', serial: 'thing-1.1.o1' },
      ],
      stages: { first: { key: 'm0', serial: 'thing-1.1.m0' }, second: { serial: 'thing-1.1.m1' } },
    });
    await terraform.expectNoChanges();
  });

  it('keep stable values of kept elements, and read the other computed values again', async () => {
    declare({
      a: {
        ...some,
        options: [{ key: 'o2' }, { key: 'o1', note: 'n' }, { key: 'o0' }],
        stages: { ...some.stages, first: { key: 'm0', note: 'new' } },
      },
    });
    await terraform.apply();
    expect(attributes('a')).toMatchObject({
      owner: { since: 'thing-1.1' },
      steps: [{ serial: 'thing-1.2.s0', birthmark: 'thing-1.1.s0' }, { birthmark: 'thing-1.1.s1' }],
      options: [
        { key: 'o0', serial: 'thing-1.2.o0', birthmark: 'thing-1.1.o0' },
        { key: 'o1', serial: 'thing-1.2.o1', birthmark: 'thing-1.1.o1' },
        { key: 'o2', serial: 'thing-1.2.o2', birthmark: 'thing-1.2.o2' },
      ],
      stages: { first: { note: 'new', serial: 'thing-1.2.m0', birthmark: 'thing-1.1.m0' } },
    });
    await terraform.expectNoChanges();
  });

  it('keep stable values of a list element that moves', async () => {
    declare({ a: { ...some, steps: [{ key: 'front' }, ...some.steps] } });
    await terraform.apply();
    expect(attributes('a')).toMatchObject({
      steps: [
        { key: 'front', birthmark: 'thing-1.3.front' },
        { key: 's0', birthmark: 'thing-1.1.s0' },
        { key: 's1', birthmark: 'thing-1.1.s1' },
      ],
    });
    await terraform.expectNoChanges();
  });

  it('accept values that are unknown before apply', async () => {
    declare({
      source: { name: 'source' },
      a: {
        ...some,
        owner: { mail: '${fake_thing.source.id}' },
        options: [{ key: 'o0', note: '${fake_thing.source.id}' }, { key: 'o1' }],
        stages: { third: { key: '${fake_thing.source.zone}' } },
      },
    });
    await terraform.apply();
    expect(attributes('a')).toMatchObject({
      owner: { mail: 'thing-2' },
      options: [
        { key: 'o0', note: 'thing-2' },
        { key: 'o1', note: null },
      ],
      stages: { third: { key: 'zone of thing-2' } },
    });
    await terraform.expectNoChanges();
  });

  it('are removed', async () => {
    declare({ a: { name: 'nested' } });
    await terraform.apply();
    expect(attributes('a')).toMatchObject({
      owner: null,
      steps: null,
      options: null,
      stages: null,
    });
    await terraform.expectNoChanges();
  });
});
