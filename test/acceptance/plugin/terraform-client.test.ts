import { isObjectValue, unknown, type ObjectValue } from '../../../lib/schema';
import type { Provider } from '../../support/terraform-client';
import { textAt } from '../../emulator/support';
import { clientStages } from './support';

/** Wraps one call of a provider; the rest stay unchanged. */
function misbehaving(calls: Partial<Provider>): (provider: Provider) => Provider {
  return (provider) => ({
    schemas: () => provider.schemas(),
    configure: (config) => provider.configure(config),
    validate: (type, config) => provider.validate(type, config),
    upgrade: (type, version, stored) => provider.upgrade(type, version, stored),
    upgradeIdentity: (type, version, stored) => provider.upgradeIdentity(type, version, stored),
    read: (...given) => provider.read(...given),
    plan: (type, request) => provider.plan(type, request),
    apply: (type, request) => provider.apply(type, request),
    import: (type, target) => provider.import(type, target),
    generateConfig: (type, state) => provider.generateConfig(type, state),
    validateList: (type, config) => provider.validateList(type, config),
    list: (...given) => provider.list(...given),
    validateAction: (type, config) => provider.validateAction(type, config),
    planAction: (type, config) => provider.planAction(type, config),
    invoke: (type, config) => provider.invoke(type, config),
    move: (type, source) => provider.move(type, source),
    stop: () => provider.stop(),
    ...calls,
  });
}

/** A provider that changes what it answers to one call. */
function answering(
  call: 'plan' | 'apply' | 'read',
  change: (state: ObjectValue) => Partial<ObjectValue>,
): (provider: Provider) => Provider {
  return (provider) => {
    const changed = async <R extends { readonly state: ObjectValue | null }>(reply: Promise<R>) => {
      const { state, ...rest } = await reply;
      return { ...rest, state: state && ({ ...state, ...change(state) } as ObjectValue) };
    };
    return misbehaving({
      plan: (type, request) => {
        const reply = provider.plan(type, request);
        return call === 'plan' ? changed(reply) : reply;
      },
      apply: (type, request) => {
        const reply = provider.apply(type, request);
        return call === 'apply' ? changed(reply) : reply;
      },
      read: (...given) => {
        const reply = provider.read(...given);
        return call === 'read' ? changed(reply) : reply;
      },
    })(provider);
  };
}

const thing = {
  name: 'n',
  tags: ['x', 'y'],
  owner: { mail: 'm' },
  steps: [{ key: 's' }],
  options: [{ key: 'o0' }, { key: 'o1' }],
};

describe('the Terraform client', () => {
  const newStage = clientStages();

  it.each([
    [
      'another value than is configured',
      () => ({ name: 'other' }),
      /invalid plan: fake_thing\.a\n\.name: planned "other", configured "n"/,
    ],
    ['a value that is not configured', () => ({ words: ['w'] }), /invalid plan[^]*\.words: .*non-computed/],
    ['a write-only value', () => ({ password: 'p' }), /invalid plan[^]*\.password: a write-only value/],
    ['fewer elements of a set', () => ({ tags: ['x'] }), /invalid plan[^]*\.tags: planned \["x"\]/],
    [
      'another value in a nested object',
      ({ owner }: ObjectValue) => ({ owner: { ...(isObjectValue(owner) ? owner : {}), mail: 'other' } }),
      /invalid plan[^]*\.owner\.mail: planned "other"/,
    ],
    [
      'another element of a nested set',
      ({ options }: ObjectValue) => ({
        options: (options as ObjectValue[]).map((each) => ({ ...each, key: 'o0' })),
      }),
      /invalid plan[^]*\.options: no planned element for .*o1/,
    ],
  ])('detects a plan of %s', async (_what, change, message) => {
    const { terraform, declare, intercept } = newStage();
    declare({ a: thing });
    intercept(answering('plan', change));
    await expect(terraform.plan()).rejects.toThrow(message);
  });

  it.each([
    [
      'another value than was planned',
      () => ({ size: 2 }),
      /inconsistent result after apply: fake_thing\.a\n\.size: was 1, but now 2/,
    ],
    ['an element of a set that is lost', () => ({ tags: ['x'] }), /inconsistent result[^]*\.tags: was/],
    [
      'another element of a nested list',
      () => ({ steps: [{ key: 'other', note: null, serial: 's', birthmark: 'b' }] }),
      /inconsistent result[^]*\.steps\.0\.key: was "s"/,
    ],
    ['an unknown value', () => ({ revision: unknown }), /invalid result object[^]*\.revision: unknown/],
    ['a write-only value', () => ({ password: 'p' }), /invalid result object[^]*\.password: a write-only/],
  ])('detects a result with %s', async (_what, change, message) => {
    const { terraform, declare, intercept } = newStage();
    declare({ a: thing });
    intercept(answering('apply', change));
    await expect(terraform.apply()).rejects.toThrow(message);
  });

  it('detects a final plan that differs from the first', async () => {
    const { terraform, declare, intercept } = newStage();
    declare({ a: { name: 'n' } });
    const plan = await terraform.plan();
    intercept(answering('plan', () => ({ size: 5 })));
    await expect(terraform.apply(plan)).rejects.toThrow(
      /inconsistent final plan: fake_thing\.a\n\.size: was 1, but now 5/,
    );
  });

  it('detects a plan that is not empty after an apply', async () => {
    const { terraform, declare, intercept } = newStage();
    declare({ a: thing });
    await terraform.apply();
    intercept(answering('read', () => ({ words: ['drift'] })));
    await expect(terraform.expectNoChanges()).rejects.toThrow('the plan is not empty');
  });

  it('detects a refresh with an unknown value', async () => {
    const { terraform, declare, intercept } = newStage();
    declare({ a: thing });
    await terraform.apply();
    intercept(answering('read', () => ({ zone: unknown })));
    await expect(terraform.plan()).rejects.toThrow(/invalid object[^]*\.zone: unknown/);
  });

  it('fails for a configuration that violates the schema', async () => {
    const { terraform, declare } = newStage();
    declare({ a: { name: 'n', nmae: 'n' } });
    await expect(terraform.plan()).rejects.toThrow('Unsupported argument: fake_thing.a.nmae');
    declare({ a: { size: 1 } });
    await expect(terraform.plan()).rejects.toThrow('Missing required argument: fake_thing.a.name');
    declare({ a: { name: ['n'] } });
    await expect(terraform.plan()).rejects.toThrow('Incorrect attribute value type: fake_thing.a.name');
    declare({ a: { name: '${fake_thing.b.id}' } });
    await expect(terraform.plan()).rejects.toThrow('undeclared resource fake_thing.b');
  });

  it('proposes prior values for omitted computed attributes', async () => {
    const { terraform, declare, intercept } = newStage();
    declare({ a: thing });
    await terraform.apply();
    const proposed: (ObjectValue | null)[] = [];
    intercept((provider) =>
      misbehaving({
        plan: (type, request) => {
          proposed.push(request.proposed);
          return provider.plan(type, request);
        },
      })(provider),
    );
    declare({
      a: {
        name: 'n',
        owner: { mail: 'other' },
        steps: [{ key: 'front' }, { key: 's' }],
        options: [{ key: 'o1' }, { key: 'o2' }],
      },
    });
    await terraform.plan();
    expect(proposed).toMatchObject([
      {
        id: 'thing-1',
        revision: 1,
        tags: null,
        owner: { mail: 'other', since: 'thing-1.1' },
        // By its place in a list, by its configuration in a set.
        steps: [
          { key: 'front', birthmark: 'thing-1.1.s' },
          { key: 's', birthmark: null },
        ],
        options: [
          { key: 'o1', birthmark: 'thing-1.1.o1' },
          { key: 'o2', birthmark: null },
        ],
      },
    ]);
  });

  it.each([
    [false, ['create thing-1', 'delete thing-1', 'create thing-2']],
    [true, ['create thing-1', 'create thing-2', 'delete thing-1']],
  ])('replaces, with create_before_destroy %s', async (isBefore, calls) => {
    const { terraform, declare, intercept } = newStage();
    const made: string[] = [];
    intercept((provider) =>
      misbehaving({
        apply: async (type, request) => {
          const reply = await provider.apply(type, request);
          const what = request.planned === null ? 'delete' : 'create';
          made.push(`${what} ${textAt(reply.state ?? request.prior, 'id')}`);
          return reply;
        },
      })(provider),
    );
    const lifecycle = { create_before_destroy: isBefore };
    declare({ a: { name: 'n', kind: 'wood', lifecycle } });
    await terraform.apply();
    declare({ a: { name: 'n', kind: 'stone', lifecycle } });
    await terraform.apply();
    expect(made).toEqual(calls);
  });

  it('deletes dependents before their dependency', async () => {
    const { terraform, declare, intercept } = newStage();
    declare({ b: { name: '${fake_thing.a.id}' }, a: { name: 'n' } });
    await terraform.apply();
    const deleted: unknown[] = [];
    intercept((provider) =>
      misbehaving({
        apply: (type, request) => {
          deleted.push(request.prior?.name);
          return provider.apply(type, request);
        },
      })(provider),
    );
    await terraform.destroy();
    expect(deleted).toEqual(['thing-1', 'n']);
  });
});
