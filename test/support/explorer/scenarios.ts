import { textOf } from '../../../lib/ground/json';
import { planPolicies } from '../../../lib/resources/pool-notification-policy/per-recipients';
import { unknown } from '../../../lib/schema';
import { managedRulesets } from '../../../lib/waf';
import type { Model } from './model';
import { accountId, otherZoneId, zoneId, type ModelPool } from './service';
import { ofSecond } from './terraform';

export interface Scenario {
  readonly name: string;
  /** How many choices of a run in `npm test` differ from the first option, so that all of them take a few seconds. */
  readonly deviations: number;
  readonly run: (model: Model) => Promise<void>;
}

function scenario(name: string, deviations: number, run: Scenario['run']): Scenario {
  return { name, deviations, run };
}

interface PolicyBlock {
  readonly pools: readonly ModelPool[] | 'all';
  readonly to: readonly string[];
  readonly clears?: 'none' | 'covered';
  readonly [attribute: string]: unknown;
}

/** The block of a policy that clears what it covers and carries nothing over. */
function policy(
  name: string,
  { pools, to, clears = 'covered', ...more }: PolicyBlock,
): Readonly<Record<string, unknown>> {
  return {
    account_id: accountId,
    name,
    ...(pools === 'all' ? { all_pools: true } : { pool_ids: pools.map(({ id }) => id) }),
    email_addresses: to,
    clear_legacy_email: clears,
    carry_over_recipients: false,
    ...more,
  };
}

function migration(target: string): object {
  return { zone_id: zoneId, target, acknowledge_irreversible: true };
}

const override = {
  id: '9'.repeat(32),
  description: 'o',
  urls: ['z.example/a'],
  priority: 1,
  groups: {},
  rules: {},
  rewrite_action: {},
  paused: false,
};

function policies(blocks: Readonly<Record<string, object>>): object {
  return { edge_pool_notification_policy: blocks };
}

/** The blocks of `PoolNotificationPolicy.perRecipients`, by the addresses that Terraform gives them. Each letter is a recipient. */
function perRecipients(pools: readonly ModelPool[], recipients: readonly string[]): object {
  const { plans } = planPolicies({
    accountId,
    accountName: undefined,
    namePrefix: 'Pool health',
    pools: pools.map(({ id, name }, at) => ({ id, name, recipients: addressesOf(recipients[at] ?? '') })),
    auditFile: undefined,
    fallbackRecipients: undefined,
  });
  return policies(
    Object.fromEntries(
      plans.map(({ id, name, emailAddresses, poolIds }) => [
        id,
        { ...policy(name, { pools: [], to: emailAddresses }), pool_ids: poolIds },
      ]),
    ),
  );
}

function addressesOf(letters: string): string[] {
  return letters.split('').map((letter) => `${letter}@e.example`);
}

interface ObjectKind {
  readonly type: string;
  readonly owner: string;
  readonly body: object;
  readonly change: object;
}

/** A block of each kind of object that an apply can delete. */
const objects: Readonly<Record<'policy' | 'job' | 'ruleset', ObjectKind>> = {
  policy: {
    type: 'edge_pool_notification_policy',
    owner: accountId,
    body: {
      ...policy('a', { pools: [], to: ['x@e.example'], clears: 'none' }),
      pool_ids: null,
      all_pools: true,
    },
    change: { clear_legacy_email: 'covered' },
  },
  job: {
    type: 'edge_logpush_job',
    owner: zoneId,
    body: {
      zone_id: zoneId,
      name: 'a',
      dataset: 'http_requests',
      destination_conf: 'https://logs.example.com/in',
      fields: ['RayID'],
    },
    change: { fields: ['RayID', 'ClientIP'] },
  },
  ruleset: {
    type: 'edge_custom_fields_ruleset',
    owner: zoneId,
    body: { zone_id: zoneId, request_headers: ['x-a'] },
    change: { request_headers: ['x-b'] },
  },
};

function chooseObject(model: Model): ObjectKind {
  model.service.addPool('p1', '');
  return model.choose('object', objects);
}

/** Whether a resource belongs to another configuration of the provider than the others. */
function chooseConfiguration(model: Model): object {
  return model.choose<object>('configurations of the provider', { one: {}, two: ofSecond });
}

/** The rule of another team in the ruleset of a zone. */
const theirs = {
  id: 'theirs',
  action: 'log_custom_field',
  expression: 'http.host eq "t.example"',
  enabled: true,
  description: 'theirs',
  action_parameters: { request_fields: [{ name: 'x-t' }] },
};

const [x, y, z] = ['x@e.example', 'y@e.example', 'z@e.example'];

export const scenarios: readonly Scenario[] = [
  scenario(
    'a policy loses a recipient or a pool in the change that adds another policy',
    2,
    async (model) => {
      const { service } = model;
      const [p1, p2] = [service.addPool('p1', x), service.addPool('p2', x)];
      model.begin();
      await model.prepare(policies({ a: policy('a', { pools: [p1, p2], to: [x], clears: 'none' }) }));
      const after = model.choose<object | undefined>('a', {
        'sends to z': policy('a', { pools: [p1, p2], to: [z], clears: 'none' }),
        'loses p1': policy('a', { pools: [p2], to: [x], clears: 'none' }),
        'is disabled': policy('a', { pools: [p1, p2], to: [x], clears: 'none', enabled: false }),
        'is deleted': undefined,
        'sends to z, which only the apply knows': policy('a', {
          pools: [p1, p2],
          to: ['${var.later}'],
          clears: 'none',
        }),
      });
      const b = { ...policy('b', { pools: [p1], to: [y] }), ...chooseConfiguration(model) };
      const order = model.choose('order', {
        none: [{}, {}],
        'a after b': [{ depends_on: ['edge_pool_notification_policy.b'] }, {}],
        'b after a': [{}, { depends_on: ['edge_pool_notification_policy.a'] }],
      } as const);
      const blocks: Readonly<Record<string, object>> =
        after === undefined ? { b } : { a: { ...after, ...order[0] }, b: { ...b, ...order[1] } };
      await model.apply(await model.plan(policies(blocks), { later: unknown }), { later: z });
    },
  ),
  scenario('two policies notify the same recipients, and both lose them', 1, async (model) => {
    const pools = [model.service.addPool('p1', '')];
    model.begin();
    const second = chooseConfiguration(model);
    const blocksOf = (to: readonly string[], more: object = {}) => ({
      a: policy('a', { pools, to, ...more }),
      b: { ...policy('b', { pools, to, ...more }), ...second },
    });
    await model.prepare(policies(blocksOf([x])));
    const { a, b } = blocksOf([z]);
    await model.deploy(
      policies(
        model.choose<Readonly<Record<string, object>>>('then', {
          'both are deleted': {},
          'both send to z': { a, b },
          'both are disabled': blocksOf([x], { enabled: false }),
          'one is deleted, and the other one sends to z': { b },
        }),
      ),
    );
  }),
  scenario(
    'a pool moves to a policy that is applied before or after its former one, which stays or is deleted',
    1,
    async (model) => {
      const { service, terraform } = model;
      terraform.parallelism = 1;
      const [p1, p2] = [service.addPool('p1', x), service.addPool('p2', '')];
      model.begin();
      await model.deploy(policies({ a: policy('a', { pools: [p1, p2], to: [x] }) }));
      const a = policy('c', { pools: [p2], to: [x], clears: 'none' });
      const more = { to: [x], clears: 'none', ...chooseConfiguration(model) } as const;
      const b = policy('b', { pools: [p1], ...more });
      const after = model.choose<Readonly<Record<string, ReturnType<typeof policy>>>>('policies', {
        'b, a': { b, a },
        'a, and then b': { a, b: { ...b, depends_on: ['edge_pool_notification_policy.a'] } },
        b: { b: policy('b', { pools: [p1, p2], ...more }) },
      });
      Object.assign(model.schedule.budget, { killed: 1, refused: 1 });
      const inOrder = (of: Iterable<readonly unknown[]>) => JSON.stringify([...of].sort());
      const wanted = inOrder(Object.values(after).map((each) => [each.name, each.pool_ids]));
      const stored = () =>
        inOrder([...service.policies.values()].map((each) => [each.name, each.filters.pool_id]));
      await model.converge(policies(after));
      model.expect(stored() === wanted, `complete: the policies are ${stored()}`);
    },
  ),
  scenario('another client sets an e-mail between plan and apply, and during it', 1, async (model) => {
    const { service } = model;
    const [p1, p2, p3] = [service.addPool('p1', x), service.addPool('p2', x), service.addPool('p3', '')];
    const pools = [p1, p2, p3];
    model.begin();
    const blocks = policies({ a: policy('a', { pools, to: [x, y] }) });
    const planned = await model.plan(blocks);
    for (const [{ id, name }, address] of [
      [p2, z],
      [p3, y],
    ] as const)
      model.may({
        name: `sets ${address} for ${name}`,
        object: id,
        act: () => {
          service.setEmail(id, address);
        },
      });
    const { errors } = await model.apply(planned);
    model.expect(
      errors.every((each) => each.toLowerCase().includes('plan again')),
      `told: nothing says to plan again: ${errors.join()}`,
    );
  }),
  scenario('a policy whose account or pools are known only during the apply', 2, async (model) => {
    const p1 = model.service.addPool('p1', x);
    model.begin();
    const unknownAttribute = model.choose('unknown', {
      account_id: { account_id: '${var.later}' },
      pool_ids: { pool_ids: ['${var.later}'] },
    } as const);
    const blocks = policies({ a: { ...policy('a', { pools: [p1], to: [x] }), ...unknownAttribute } });
    const planned = await model.plan(blocks, { later: unknown });
    await model.apply(planned, { later: 'account_id' in unknownAttribute ? accountId : p1.id });
  }),
  scenario('pools with the names of members of every object', 2, async (model) => {
    const name = model.pick('name', ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf']);
    const pools = [model.service.addPool(name, x), model.service.addPool('p', x)];
    model.begin();
    await model.deploy(policies({ a: policy('a', { pools, to: [x] }) }));
    model.expectRecords(pools);
    await model.deploy(policies({ a: policy('a', { pools, to: [x, y] }) }));
    model.expectRecords(pools);
  }),
  scenario('another client changes a policy between plan and apply of an update', 1, async (model) => {
    const { service } = model;
    const pools = [service.addPool('p1', '')];
    model.begin();
    await model.prepare(policies({ a: policy('a', { pools, to: [x] }) }));
    const planned = await model.plan(policies({ a: policy('a', { pools, to: [x], description: 'new' }) }));
    const [a] = service.policies.values();
    if (a === undefined) throw new Error('the model has a policy');
    const change = model.choose('it', {
      'adds z': { mechanisms: { email: [{ id: x }, { id: z }] } },
      'disables it': { enabled: false },
    } as const);
    model.may({
      name: 'changes a',
      object: a.id,
      act: () => {
        service.policies.set(a.id, { ...a, ...service.policies.get(a.id), ...change });
      },
    });
    const { errors, warnings } = await model.apply(planned);
    const isSaid = [...errors, ...warnings].some((each) => each.includes('since the plan'));
    const stored = JSON.stringify(service.policies.get(a.id));
    const isKept = stored === JSON.stringify({ ...service.policies.get(a.id), ...change });
    model.expect(
      model.schedule.moves.length > 0 || isKept || isSaid,
      'told: a change of another client is reverted without a word',
    );
  }),
  scenario('lists of pools that are not complete', 2, async (model) => {
    const { service } = model;
    const [first, ...pools] = ['p0', 'p1', 'p2', 'p3', 'p4'].map((name) => service.addPool(name, x));
    model.begin();
    const blocks = policies({ a: policy('a', { pools: 'all', to: [x] }) });
    service.pageLimit = 2;
    await model.deploy(blocks);
    if (model.pick('the last pool is left out', [true, false])) service.hidden = 1;
    else
      model.may({
        name: 'deletes p0',
        object: first?.id ?? '',
        act: () => void service.pools.delete(first?.id ?? ''),
      });
    await model.deploy(blocks);
    await model.deploy(blocks);
    model.expect(pools.length === 4, 'the model has five pools');
  }),
  scenario(
    'a policy goes, or loses events, and another one covers its pools for others',
    1,
    async (model) => {
      const p1 = model.service.addPool('p1', '');
      model.begin();
      const b = policy('b', { pools: [p1], to: [y] });
      await model.deploy(policies({ a: policy('a', { pools: [p1], to: [x] }), b }));
      const after = model.choose<Readonly<Record<string, object>>>('a', {
        'is removed': { b },
        'is renamed': { b, c: policy('a', { pools: [p1], to: [z] }) },
        'reports less': { b, a: policy('a', { pools: [p1], to: [x], new_health: ['Unhealthy'] }) },
        'sends to z': { b, a: policy('a', { pools: [p1], to: [z] }) },
      });
      await model.deploy(policies(after));
    },
  ),
  scenario('an id that a later plan does not know', 2, async (model) => {
    const p1 = model.service.addPool('p1', x);
    model.begin();
    const blocks = policies({
      a: { ...policy('a', { pools: [p1], to: [x] }), account_id: '${var.account}' },
    });
    await model.deploy(blocks, { account: accountId });
    const before = [...model.service.policies.keys()];
    await model.apply(await model.plan(blocks, { account: unknown }), { account: accountId });
    model.expect(
      before.every((id) => model.service.policies.has(id)),
      'alive: a policy is made anew because its account was unknown',
    );
  }),
  scenario('a policy while applies are killed, replies are lost and writes are refused', 1, async (model) => {
    const pools = [model.service.addPool('p1', x), model.service.addPool('p2', y)];
    model.begin();
    Object.assign(model.schedule.budget, { killed: 1, lost: 1, refused: 1 });
    const blocks = policies({ a: policy('a', { pools, to: [x, y] }) });
    await model.converge(blocks);
  }),
  scenario(
    'sets of recipients change after the e-mails are cleared, and writes are refused',
    1,
    async (model) => {
      const { service } = model;
      const before = ['xy', 'xy', 'y'];
      const pools = before.map((letters, at) => service.addPool(`p${at + 1}`, addressesOf(letters).join()));
      model.begin();
      await model.prepare(perRecipients(pools, before));
      const ids = [...service.policies.keys()];
      const after = model.choose('then', {
        'z replaces x': ['zy', 'zy', 'y'],
        'p2 loses x, and belongs to the set of p3': ['xy', 'y', 'y'],
        'p3 gets x, and belongs to the set of p1': ['xy', 'xy', 'xy'],
        'p2 gets z, and has a set of its own': ['xy', 'xyz', 'y'],
      });
      model.schedule.budget.refused = 1;
      model.terraform.parallelism = model.pick('parallelism', [3, 1]);
      const failed = await model.deploy(perRecipients(pools, after));
      const isKept = ids.every((id) => service.policies.has(id));
      model.expect(
        after[0] === 'xy' || isKept,
        'alive: a policy is made anew because an address has changed',
      );
      if (failed.errors.length > 0) await model.converge(perRecipients(pools, after));
    },
  ),
  scenario('reads that show a write late', 0, async (model) => {
    model.service.addPool('p1', x);
    model.service.lag = model.pick('late reads', [1, 3, 5]);
    model.begin();
    const { type, body, change } = model.choose('object', {
      ...objects,
      migration: {
        type: 'edge_waf_migration',
        body: migration('validation'),
        change: migration('complete'),
      },
    });
    for (const blocks of [{ a: body }, { a: { ...body, ...change } }, {}]) {
      const { errors } = await model.deploy({ [type]: blocks });
      model.expect(errors.length === 0, `ends: ${errors.join()}`);
    }
  }),
  scenario('an object is made that exists, with or without a target', 1, async (model) => {
    const { terraform } = model;
    const { type, body } = chooseObject(model);
    model.begin();
    const second = chooseConfiguration(model);
    const { before, after } = model.choose<{ readonly before: object; readonly after: object }>('b', {
      'is new, and a exists': { before: { a: body }, after: { a: body, b: { ...body, ...second } } },
      'is new, as a is': { before: {}, after: { a: body, b: { ...body, ...second } } },
      'is new, and a goes': { before: { a: body }, after: { b: { ...body, ...second } } },
    });
    await model.prepare({ [type]: before });
    const options = model.choose<{ readonly target?: string }>('target', {
      none: {},
      b: { target: `${type}.b` },
    });
    terraform.parallelism = model.pick('parallelism', [2, 1]);
    const planned = await model.plan({ [type]: after }, {}, options);
    const isVisible =
      Object.keys(before).length > 0 || (options.target === undefined && !('provider' in second));
    model.expect(!isVisible || planned.plan === undefined, 'once: the plan makes an object twice');
    await model.apply(planned);
  }),
  scenario('an object is replaced, and what depends on it fails', 0, async (model) => {
    const { service, terraform } = model;
    const { type, owner, body } = chooseObject(model);
    model.begin();
    const dependent = {
      ...(type === objects.job.type ? objects.ruleset.body : objects.job.body),
      zone_id: otherZoneId,
      depends_on: [`${type}.a`],
    };
    const blocks = (a: object, after: object) => {
      const other = type === objects.job.type ? objects.ruleset.type : objects.job.type;
      return { [type]: { a }, [other]: after };
    };
    const first = model.choose('create_before_destroy', {
      no: {},
      yes: { lifecycle: { create_before_destroy: true } },
    } as const);
    await model.prepare(blocks({ ...body, ...first }, {}));
    service.locked = model.choose('what depends on it', { fails: otherZoneId, succeeds: '' } as const);
    model.schedule.budget.refused = 1;
    const a = `${type}.a`;
    const replace = model.choose('because of', { '-replace': [a], 'a taint': [] } as const);
    const instance = terraform.client.state.get(a);
    if (instance !== undefined) instance.isTainted = replace.length === 0;
    const id = textOf(terraform.client.attributes(a).id) ?? '';
    const all = blocks({ ...body, ...first }, { after: dependent });
    await model.apply(await model.plan(all, {}, { replace }));
    service.locked = '';
    // The way back from a replacement that is refused because the replaced object still exists.
    if (!terraform.client.state.has(a) && terraform.client.state.delete(`${a} (deposed)`))
      await terraform.import(all, a, `${owner}/${id}`);
    await model.converge(all);
  }),
  scenario('an object is imported at a second address, and one of both goes', 1, async (model) => {
    const { terraform } = model;
    const { type, owner, body } = chooseObject(model);
    model.begin();
    await model.prepare({ [type]: { a: body } });
    const b = { ...body, ...chooseConfiguration(model) };
    const id = textOf(terraform.client.attributes(`${type}.a`).id) ?? '';
    await terraform.import({ [type]: { a: body, b } }, `${type}.b`, `${owner}/${id}`);
    const [left, options] = model.choose('then', {
      'a goes': [{ b }, {}],
      'both go': [{}, {}],
      'a is replaced': [{ a: body, b }, { replace: [`${type}.a`] }],
      'a goes, and c comes': [{ b, c: body }, {}],
    } as const);
    await model.apply(await model.plan({ [type]: left }, {}, options));
  }),
  scenario('another team has a rule in the ruleset of the log fields', 1, async (model) => {
    const { service } = model;
    const { type, body } = objects.ruleset;
    model.begin();
    await model.prepare({ [type]: { a: { ...body, name: 'first' } } });
    const add = () => {
      for (const [id, ruleset] of service.rulesets)
        service.rulesets.set(id, { ...ruleset, rules: [...ruleset.rules, theirs] });
    };
    const planning = () =>
      model.plan(
        ...model.choose<Parameters<Model['plan']>>('then', {
          'it is destroyed': [{}],
          'its name changes': [{ [type]: { a: { ...body, name: 'second' } } }],
          'its fields change': [{ [type]: { a: { ...body, name: 'first', request_headers: ['x-b'] } } }],
          'it is replaced': [{ [type]: { a: { ...body, name: 'first' } } }, {}, { replace: [`${type}.a`] }],
        }),
      );
    const isBefore = model.pick('the rule is there before the plan', [true, false]);
    if (isBefore) model.other(add);
    const planned = await planning();
    if (!isBefore) model.may({ name: 'adds a rule', object: `${zoneId}/rulesets`, act: add });
    await model.apply(planned);
    model.expect(!isBefore || service.rulesets.size === 1, 'kept: the ruleset is gone');
  }),
  scenario('a zone of which something is known only during the apply', 2, async (model) => {
    const { service } = model;
    service.zone.overrides = model.pick('overrides', [[], [override]]);
    model.begin();
    const later = model.choose('unknown', {
      'the zone': { zone_id: '${var.later}' },
      'a skip rule': {
        skip_rules: [{ description: 'x', expression: '${var.later}', ruleset_id: managedRulesets.managed }],
      },
    } as const);
    const blocks = {
      edge_waf_migration: { z: { ...migration('complete'), delete_uri_overrides: true, ...later } },
    };
    const planned = await model.plan(blocks, { later: unknown });
    await model.apply(planned, { later: 'zone_id' in later ? zoneId : 'http.host eq "a.example"' });
  }),
  scenario('a zone that changes between plan and apply', 1, async (model) => {
    const { service } = model;
    model.begin();
    const planned = await model.plan({ edge_waf_migration: { z: migration('complete') } });
    model.may({
      name: 'adds a URI override',
      object: zoneId,
      act: () => {
        service.zone.overrides = [override];
      },
    });
    model.may({
      name: 'adds a rule',
      object: zoneId,
      act: () => {
        service.zone.rules = [
          ...service.zone.rules,
          { action: 'log', expression: 'true', description: 'new', enabled: true },
        ];
      },
    });
    await model.apply(planned);
  }),
  scenario('two resources migrate one zone', 2, async (model) => {
    const { terraform } = model;
    terraform.parallelism = model.pick('parallelism', [2, 1]);
    model.begin();
    const second = { ...migration('complete'), ...chooseConfiguration(model) };
    await model.deploy({ edge_waf_migration: { y: migration('complete'), z: second } });
  }),
  scenario(
    'another client changes the rules of a migrated zone between plan and apply of an update',
    1,
    async (model) => {
      const { service } = model;
      const { zone } = service;
      model.begin();
      await model.prepare({ edge_waf_migration: { z: migration('complete') } });
      await model.prepare({ edge_waf_migration: { z: migration('complete') } });
      const skip = [
        { description: 'x', expression: 'http.host eq "a.example"', ruleset_id: managedRulesets.managed },
      ];
      const planned = await model.plan({
        edge_waf_migration: { z: { ...migration('complete'), skip_rules: skip } },
      });
      const [first, ...rest] = zone.rules;
      const change = model.choose('it', {
        'adds a rule': {
          rules: [
            ...zone.rules,
            {
              id: '8'.repeat(32),
              action: 'block',
              expression: 'true',
              description: 'theirs',
              enabled: true,
            },
          ],
          protects: true,
        },
        'disables a rule': { rules: [{ ...first, enabled: false }, ...rest], protects: false },
        'changes the expression of a rule': {
          rules: [{ ...first, expression: 'not cf.client.bot' }, ...rest],
          protects: false,
        },
      } as const);
      const wanted = JSON.stringify(change.rules.at(change.protects ? -1 : 0));
      model.may({
        name: 'changes the rules',
        object: zoneId,
        act: () => {
          zone.rules = change.rules;
        },
      });
      const result = await model.apply(planned);
      const isKept = zone.rules.some((rule) => JSON.stringify(rule) === wanted);
      const isSaid = [...result.errors, ...result.warnings].some((each) => each.includes('since the plan'));
      model.expect(
        model.schedule.moves.length > 0 || isKept || isSaid,
        `told: a change of another client is reverted without a word`,
      );
    },
  ),
  scenario('a zone with a state that nobody has described', 2, async (model) => {
    const { zone } = model.service;
    const state = model.pick('state', ['', 'in_progress', 'Complete', 'START', 'reverted']);
    zone.migration_state = state;
    model.begin();
    await model.deploy({ edge_waf_migration: { z: migration('complete') } });
    model.expect(
      zone.migration_state === state && !zone.isInCutover && zone.new_waf_status === 'disabled',
      `listed: a zone in state ${JSON.stringify(state)} is migrated`,
    );
  }),
  scenario('a zone that contradicts its state', 2, async (model) => {
    const { zone } = model.service;
    model.begin();
    const blocks = { edge_waf_migration: { z: migration('complete') } };
    await model.deploy(blocks);
    Object.assign(zone, {
      migration_state: 'start',
      old_waf_status: 'enabled',
      new_waf_status: 'disabled',
      rules: [],
      cutover: 0,
    });
    await model.deploy(blocks);
    model.expect(
      zone.migration_state === 'start' && !zone.isInCutover,
      'listed: a zone that the state has as migrated is migrated again',
    );
  }),
  scenario('a zone whose new rules somebody has disabled in validation mode', 2, async (model) => {
    const { service, terraform } = model;
    model.begin();
    await model.deploy({ edge_waf_migration: { z: migration('validation') } });
    service.zone.rules = service.zone.rules.map((rule, at) => ({ ...rule, enabled: at > 0 }));
    if (model.pick('the state is lost', [false, true])) terraform.client.forget();
    await model.deploy({ edge_waf_migration: { z: migration('complete') } });
    await model.deploy({ edge_waf_migration: { z: migration('complete') } });
  }),
  scenario('a zone while applies are killed, replies are lost and writes are refused', 1, async (model) => {
    const { service } = model;
    service.zone.overrides = [override];
    model.begin();
    Object.assign(model.schedule.budget, { killed: 1, lost: 1, refused: 1 });
    const block = { ...migration('complete'), delete_uri_overrides: true };
    await model.converge({ edge_waf_migration: { z: block } });
  }),
];
