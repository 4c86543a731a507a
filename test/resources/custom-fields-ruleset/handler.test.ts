import timers from 'node:timers/promises';
import { isApiError, type EdgeClient } from '../../../lib/client';
import {
  customFieldsRulesetContract as contract,
  type CustomFieldsRulesetAttributes,
} from '../../../lib/resources/custom-fields-ruleset/contract';
import { customFieldsRulesetHandler as handler } from '../../../lib/resources/custom-fields-ruleset/handler';
import type { HandlerContext } from '../../../lib/resources/handler';
import { unknown, type Desired, type Planned, type State } from '../../../lib/schema';
import {
  at,
  contextOf,
  errorOf,
  failureOf,
  otherZoneId,
  describeAll,
  worlds,
  zoneId,
  type Recorded,
  type World,
} from '../../support/handler-harness';
import { omitted } from '../../support/sample-values';

type Wanted = Desired<CustomFieldsRulesetAttributes>;
type Held = State<CustomFieldsRulesetAttributes>;

/** Reads that are repeated until a write shows do not wait. */
beforeEach(() => {
  jest.spyOn(timers, 'setTimeout').mockResolvedValue(undefined);
});

const start = worlds();

let world: World;
beforeEach(async () => {
  world = await start();
});

const context = (kept?: unknown) => contextOf<CustomFieldsRulesetAttributes>(world, kept);

const all = `/zones/${zoneId}/rulesets`;
const phase = 'http_log_custom_fields';

const wanted = (given: Partial<Wanted> = {}): Wanted => ({
  ...omitted(contract.attributes),
  zone_id: zoneId,
  request_headers: ['content-type', 'x-trace'],
  cookies: ['Session'],
  ...given,
});

/** What a plan makes of it: computed values are known later. */
const planned = (given: Partial<Wanted> = {}): Planned<CustomFieldsRulesetAttributes> => {
  const { name, ...rest } = wanted(given);
  return {
    ...rest,
    name: name ?? unknown,
    id: unknown,
    rule_id: unknown,
    version: unknown,
    last_updated: unknown,
  };
};

const create = (given: Partial<Wanted> = {}) => handler.create(wanted(given), context());
const read = (state: Held) => handler.read(state, context());
const update = (prior: Held, given: Partial<Wanted>) =>
  handler.update({ prior, desired: wanted({ name: prior.name, ...given }) }, context());
const plan = async (
  prior: Held | null,
  to: Planned<CustomFieldsRulesetAttributes> | null,
  by: HandlerContext<EdgeClient>,
) => describeAll((await handler.plan?.({ prior, planned: to, config: to }, by))?.diagnostics ?? []);

const rule = (parameters: object, more: object = {}) => ({
  action: 'log_custom_field',
  expression: 'true',
  description: 'made elsewhere',
  action_parameters: parameters,
  ...more,
});
const named = (...names: string[]) => names.map((name) => ({ name }));
const existing = (...rules: object[]) => ({ name: 'From the dashboard', phase, rules });

const rulesOf = async () => {
  const list = await world.api('GET', all);
  const found = Array.isArray(list)
    ? list.filter((each) => at(each, 'kind') === 'zone' && at(each, 'phase') === phase)
    : [];
  const whole = await Promise.all(found.map((each) => world.api('GET', `${all}/${String(at(each, 'id'))}`)));
  return whole.map((each) => at(each, 'rules'));
};

const replaceRules = ({ id }: Held, ...rules: object[]) => world.api('PUT', `${all}/${id ?? ''}`, { rules });
const addRule = ({ id }: Held, cookie: string, more: object = {}) =>
  world.api('POST', `${all}/${id ?? ''}/rules`, rule({ cookie_fields: named(cookie) }, more));

/** What an import leaves to the first read: everything else is null, whatever the types say. */
const imported = async (id: string): Promise<Held | undefined> => {
  const nothing = Object.fromEntries(Object.keys(planned()).map((name) => [name, null]));
  const found = await handler.import(id, context());
  return read({ ...nothing, ...found } as Held);
};

describe('with the current limits', () => {
  const settings = { customFieldLimits: 'current' } as const;
  const by = (kept?: unknown) => contextOf<CustomFieldsRulesetAttributes>(world, kept, undefined, settings);
  const newer = {
    cookies: null,
    transformed_request_headers: ['host'],
    response_headers: ['etag', 'set-cookie'],
    raw_response_headers: ['vary'],
    preserve_duplicates: ['set-cookie', 'vary'],
  };
  const parameters = {
    request_fields: named('content-type', 'x-trace'),
    transformed_request_fields: named('host'),
    response_fields: [{ name: 'etag' }, { name: 'set-cookie', preserve_duplicates: true }],
    raw_response_fields: [{ name: 'vary', preserve_duplicates: true }],
  };
  const startCurrent = (...rules: object[]) =>
    start({ custom_field_limits: 'current', rulesets: rules.length === 0 ? [] : [existing(...rules)] });

  it('writes and reads every kind', async () => {
    world = await startCurrent();
    const state = await handler.create(wanted(newer), by());
    expect(state).toMatchObject(newer);
    expect(await handler.read(state, by())).toEqual(state);
    expect(await rulesOf()).toEqual([
      [
        expect.objectContaining({
          action_parameters: {
            ...parameters,
            response_fields: [
              { name: 'etag', preserve_duplicates: false },
              { name: 'set-cookie', preserve_duplicates: true },
            ],
          },
        }),
      ],
    ]);
  });

  it.each([
    ['transformed_request_headers', newer],
    ['raw_response_headers', newer],
    ['preserve_duplicates', newer],
    ['cookies', { cookies: Array.from({ length: 41 }, (_item, index) => `c${index}`) }],
  ] as const)(
    'fails without them for %s, in the plan and before any call of the apply',
    async (attribute, all) => {
      const given = { [attribute]: Reflect.get(all, attribute) as string[] };
      const fault = expect.stringMatching(
        attribute === 'cookies' ? /43 custom fields are named/ : /needs the current limits/,
      ) as string;
      const state = await create();
      await world.calls();
      expect(await plan(null, planned(given), context())).toEqual([fault]);
      expect(await plan(state, planned(given), context())).toEqual([fault]);
      expect(describeAll(await failureOf(create(given)))).toEqual([fault]);
      expect(describeAll(await failureOf(update(state, given)))).toEqual([fault]);
      expect(await world.calls()).toEqual([]);
    },
  );
});

describe('create', () => {
  it('uses an entry point without rules', async () => {
    world = await start({ rulesets: [existing()] });
    const state = await create();

    expect(state.name).toBe('From the dashboard');
    expect(await rulesOf()).toHaveLength(1);
    expect(await read(state)).toEqual(state);
  });

  it.each([
    ['other rules', { request_headers: ['x-c'] }],
    ['the same fields', {}],
  ])('fails for an entry point with %s, lists its rules and shows how to import it', async (_what, given) => {
    const rules = [
      rule({ request_fields: named('content-type', 'x-trace'), cookie_fields: named('Session') }),
      rule({ response_fields: named('etag') }, { enabled: false }),
    ];
    world = await start({ rulesets: [existing(...rules)] });
    const before = await rulesOf();
    const attempt = context();
    const refused = describeAll(await failureOf(handler.create(wanted(given), attempt)));

    expect(refused).toEqual([
      expect.stringMatching(
        /^error at zone_id: Zone \w+ already has custom log fields: The ruleset "From the/,
      ),
    ]);
    for (const part of [
      'request headers content-type, x-trace; cookies Session; response headers etag in a disabled rule',
      `id = "${zoneId}/${phase}"`,
      `importFrom('${zoneId}/${phase}')`,
      'terraform untaint',
    ])
      expect(refused[0]).toContain(part);
    expect(await plan(null, planned(given), context())).toEqual(refused);
    expect(attempt.kept).toEqual([]);
    expect(await rulesOf()).toEqual(before);
  });

  it('fails for the second of two creates in one process', async () => {
    const service = world.connect();
    const attempts = [['first'], ['second']].map((cookies) =>
      handler.create(
        wanted({ cookies }),
        contextOf<CustomFieldsRulesetAttributes>(world, undefined, service),
      ),
    );
    const [first, second] = await Promise.allSettled(attempts);

    expect(first).toMatchObject({ status: 'fulfilled', value: { cookies: ['first'] } });
    expect(second).toMatchObject({ status: 'rejected' });
    const [rules] = await rulesOf();
    expect(rules).toMatchObject([{ action_parameters: { cookie_fields: named('first') } }]);
  });

  it.each([
    ['is refused', {}],
    ['has no reply', { kind: 'lost_request', match: { method: 'POST' }, skip: 1 }],
  ])('fails for an entry point that another client created where its own %s', async (_what, fault) => {
    if ('kind' in fault) await world.fail(fault);
    const by = context();
    const { rulesets: api } = by.service;
    const make = api.create.bind(api);
    const theirs = { name: 'Theirs', kind: 'zone', description: '', phase } as const;
    jest.spyOn(api, 'create').mockImplementationOnce(async (...args) => {
      await world.client.rulesets.create(zoneId, theirs);
      return make(...args);
    });
    const attempt = handler.create(wanted(), by);

    expect(describeAll(await failureOf(attempt))).toEqual([
      expect.stringContaining(`error at zone_id: Custom log fields of zone ${zoneId} created concurrently`),
    ]);
    expect(await rulesOf()).toEqual([[]]);
  });

  it.each([
    ['that it found empty', [existing()]],
    ['that it made', []],
  ])(
    'fails for rules that appear in an entry point %s, before it writes its own',
    async (_what, rulesets) => {
      world = await start({ rulesets });
      const attempt = context();
      const { rulesets: api } = attempt.service;
      const get = api.get.bind(api);
      let reads = rulesets.length;
      jest.spyOn(api, 'get').mockImplementation(async (...[zone, id, options]) => {
        if (reads-- === 0)
          await world.api('PUT', `${all}/${id}`, { rules: [rule({ cookie_fields: named('b') })] });
        return get(zone, id, options);
      });

      expect(describeAll(await failureOf(handler.create(wanted(), attempt)))).toEqual([
        expect.stringMatching(/created concurrently: .* with cookies b\..* written no rule/),
      ]);
      expect(attempt.kept).toEqual([]);
      expect(await rulesOf()).toMatchObject([[{ action_parameters: { cookie_fields: named('b') } }]]);
    },
  );

  it('waits until the entry point that it made can be read', async () => {
    const attempt = context();
    const { rulesets: api } = attempt.service;
    const notYet = () => api.delete(zoneId, 'f'.repeat(32)) as Promise<never>;
    const get = jest.spyOn(api, 'get').mockImplementationOnce(notYet).mockImplementationOnce(notYet);

    expect(await handler.create(wanted(), attempt)).toMatchObject({ cookies: ['Session'] });
    expect(get).toHaveBeenCalledTimes(3);
  });

  it('keeps nothing where its rule is refused, so that one more apply makes it', async () => {
    await world.fail({ kind: 'status', status: 400, code: 20100, message: 'no', match: { method: 'PUT' } });
    const attempt = context();
    const error = await errorOf(handler.create(wanted(), attempt));

    expect(isApiError(error) && error.hasCode(20100)).toBe(true);
    expect(attempt.kept).toEqual([]);
    expect(await rulesOf()).toEqual([[]]);
    expect(await plan(null, planned(), context())).toEqual([]);
    expect(await create()).toMatchObject({ cookies: ['Session'] });
    expect(await rulesOf()).toHaveLength(1);
  });

  it('finds the entry point it created when the reply is lost', async () => {
    await world.fail({ kind: 'lost_reply', match: { method: 'POST' } });
    const state = await create();

    expect(state).toMatchObject({ name: 'Custom log fields', cookies: ['Session'] });
    expect(await rulesOf()).toHaveLength(1);
  });

  it('fails after half a minute when a page answers the write, and nothing shows it', async () => {
    await world.fail({ kind: 'not_json', status: 200, match: { method: 'PUT' } });
    expect(await errorOf(create())).toMatchObject({ code: 'EDGE_UNREADABLE_REPLY' });
    const pauses = jest.mocked(timers.setTimeout).mock.calls.map(([pause = 0]) => pause);
    const waitedMs = pauses.reduce((sum, pause) => sum + pause, 0);
    expect(waitedMs).toBeGreaterThanOrEqual(30_000);
    expect(waitedMs).toBeLessThan(40_000);
  });

  it('continues when the reply to deleting a misnamed empty entry point is lost', async () => {
    world = await start({ rulesets: [existing()] });
    await world.fail({ kind: 'lost_reply', match: { method: 'DELETE' } });

    expect(await create({ name: 'Ours' })).toMatchObject({ name: 'Ours' });
    expect(await rulesOf()).toHaveLength(1);
  });

  it('keeps an entry point that may have its rule', async () => {
    await world.fail({ kind: 'lost_reply', match: { method: 'PUT' } });
    await world.fail({
      kind: 'status',
      status: 503,
      match: { method: 'GET', path: `${all}/*` },
      skip: 1,
      times: 9,
    });
    const attempt = context();

    expect(await errorOf(handler.create(wanted(), attempt))).toMatchObject({
      code: 'EDGE_UNREACHABLE',
      request: { method: 'PUT' },
    });
    await world.heal();
    const [part] = attempt.kept;
    expect(part).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      name: 'Custom log fields',
      rule_id: null,
    });
    const kept = { ...wanted(), ...part, version: null, last_updated: null } as Held;
    expect(await handler.read(kept, attempt)).toMatchObject({ cookies: ['Session'], version: '2' });
    await handler.delete(kept, attempt);
    expect(await rulesOf()).toEqual([]);
  });
});

describe('read', () => {
  it('reports that the ruleset no longer exists', async () => {
    const state = await create();
    await world.api('DELETE', `${all}/${state.id ?? ''}`);
    expect(await read(state)).toBeUndefined();
  });
});

describe('update', () => {
  it.each([
    ['names', { rules: [rule({ cookie_fields: named('Theirs') })] }, 'cookies Theirs; no request headers'],
    ['what it delivers', { enabled: false }, 'disabled'],
    ['the description', { description: 'theirs' }, 'description "theirs"'],
  ])(
    'overwrites %s that another client changed since the plan, and warns',
    async (_what, change, changes) => {
      const by = context();
      const before = await handler.create(wanted(), by);
      const [[own]] = (await rulesOf()) as [[object]];
      const { enabled = true, ...rest } = change as { enabled?: boolean; rules?: object[] };
      await world.api('PUT', `${all}/${before.id ?? ''}`, { rules: [{ ...own, enabled }], ...rest });
      const after = await handler.update(
        { prior: before, desired: wanted({ name: before.name, cookies: ['New'] }) },
        by,
      );
      expect(after).toMatchObject({ cookies: ['New'], enabled: true, description: '' });
      expect(describeAll(by.warnings)).toEqual([
        `warning at : Ruleset ${before.id ?? ''} of zone ${zoneId} changed since the plan: Since the plan, another client has changed it: ` +
          `${changes}. This apply overwrites that with the configuration.`,
      ]);
    },
  );

  it('warns about a change between its read and its write', async () => {
    const before = await create();
    const by = context();
    const { rulesets: api } = by.service;
    const replaceRules = api.replaceRules.bind(api);
    jest.spyOn(api, 'replaceRules').mockImplementationOnce(async (...args) => {
      await world.api('POST', `${all}/${before.id ?? ''}/rules`, rule({ cookie_fields: named('b') }));
      return replaceRules(...args);
    });
    await handler.update({ prior: before, desired: wanted({ name: before.name }) }, by);
    expect(describeAll(by.warnings)).toEqual([expect.stringContaining('went from version 2 to 4')]);
  });

  it('is not sent again over the change of another client', async () => {
    const before = await create();
    const by = contextOf<CustomFieldsRulesetAttributes>(
      world,
      undefined,
      world.connect({ retryTimeoutMs: 10_000 }),
    );
    await world.fail({ kind: 'status', status: 503, match: { method: 'PUT' } });
    const { rulesets: api } = by.service;
    const get = api.get.bind(api);
    let reads = 0;
    jest.spyOn(api, 'get').mockImplementation(async (...args) => {
      reads += 1;
      if (reads === 2)
        await world.api('POST', `${all}/${before.id ?? ''}/rules`, rule({ cookie_fields: named('b') }));
      return get(...args);
    });
    const desired = wanted({ name: before.name, cookies: ['New'] });
    expect(await errorOf(handler.update({ prior: before, desired }, by))).toMatchObject({ status: 503 });
    expect(await rulesOf()).toMatchObject([
      [
        { action_parameters: { cookie_fields: named('Session') } },
        { action_parameters: { cookie_fields: named('b') } },
      ],
    ]);
  });

  it('reads back until its change shows, where the reply is lost', async () => {
    const before = await create();
    const by = context();
    const stale = await world.client.rulesets.get(zoneId, before.id ?? '');
    await world.fail({ kind: 'lost_reply', match: { method: 'PUT' } });
    const { rulesets: api } = by.service;
    const get = api.get.bind(api);
    let reads = 0;
    jest.spyOn(api, 'get').mockImplementation(async (...args) => ((reads += 1) < 5 ? stale : get(...args)));
    const desired = wanted({ name: before.name, cookies: ['New'] });
    expect(await handler.update({ prior: before, desired }, by)).toMatchObject({ cookies: ['New'] });
  });
});

describe('a change of the name', () => {
  const rename = async (by: Recorded<CustomFieldsRulesetAttributes>, prior: Held) => ({
    planned: await plan(prior, planned({ name: 'New' }), by),
    applied: await handler.update({ prior, desired: wanted({ name: 'New' }) }, by),
  });

  it('deletes the ruleset and creates it again', async () => {
    const by = context();
    const before = await handler.create(wanted(), by);
    const { planned: shown, applied } = await rename(by, before);
    expect(shown).toEqual([
      expect.stringMatching(/^warning at name: Ruleset \w+ is deleted and created again/),
    ]);
    expect(applied).toMatchObject({ name: 'New', cookies: ['Session'] });
    expect(applied.id).not.toBe(before.id);
    await handler.delete(applied, by);
    expect(await rulesOf()).toEqual([]);
  });

  it('is refused by plan and apply where the ruleset has rules of others', async () => {
    const by = context();
    const before = await handler.create(wanted(), by);
    await addRule(before, 'theirs');
    const stored = await rulesOf();
    const refused = [
      expect.stringMatching(
        /^error at name: Cannot rename ruleset \w+: .*cookies theirs.* Keep the name "Custom log/,
      ),
    ];
    expect(await plan(before, planned({ name: 'New' }), by)).toEqual(refused);
    expect(
      describeAll(await failureOf(handler.update({ prior: before, desired: wanted({ name: 'New' }) }, by))),
    ).toEqual(refused);
    expect(await rulesOf()).toEqual(stored);
  });

  it('is complete where the reply is lost and nothing can be read', async () => {
    const by = context();
    const before = await handler.create(wanted(), by);
    await world.fail({ kind: 'lost_reply', match: { method: 'PUT' } });
    await world.fail({
      kind: 'status',
      status: 503,
      match: { method: 'GET', path: `${all}/*` },
      skip: 2,
      times: 9,
    });
    await errorOf(handler.update({ prior: before, desired: wanted({ name: 'New' }) }, by));
    await world.heal();
    const after = await handler.read({ ...before, ...by.kept[0] }, by);
    expect(after).toMatchObject({ name: 'New', cookies: ['Session'] });
    await handler.delete(after ?? before, by);
    expect(await rulesOf()).toEqual([]);
  });

  it('needs one more apply where it is interrupted', async () => {
    const by = context();
    const before = await handler.create(wanted(), by);
    await world.fail({ kind: 'status', status: 400, code: 20100, message: 'no', match: { method: 'PUT' } });
    await errorOf(handler.update({ prior: before, desired: wanted({ name: 'New' }) }, by));
    expect(by.kept).toEqual([]);
    expect(await handler.read(before, by)).toBeUndefined();
    expect(await create({ name: 'New' })).toMatchObject({ name: 'New' });
    expect(await rulesOf()).toHaveLength(1);
  });
});

describe('rules of others in the ruleset', () => {
  /** One before and one after the rule of the resource, as they are stored. */
  const shared = async () => {
    const by = context();
    const state = await handler.create(wanted(), by);
    await addRule(state, 'first', { position: { index: 1 } });
    await addRule(state, 'last', { ref: 'mine', enabled: false });
    const [rules] = (await rulesOf()) as [[object, object, object]];
    return { by, state, rules };
  };

  it('are reported by the first read that finds them, and are not shown in the attributes', async () => {
    const { by, state } = await shared();
    expect(await handler.read(state, by)).toEqual({
      ...state,
      version: '4',
      last_updated: expect.anything() as unknown,
    });
    await handler.read(state, by);
    expect(describeAll(by.warnings)).toEqual([
      expect.stringMatching(
        /^warning at : Rules of others in ruleset \w+: .*cookies first; cookies last in a disabled rule,/,
      ),
    ]);
  });

  it('stay through an update, in their order, and those since the plan too', async () => {
    const { by, state, rules } = await shared();
    const [first, own, last] = rules;
    await handler.update({ prior: state, desired: wanted({ name: state.name, cookies: ['New'] }) }, by);
    expect(await rulesOf()).toEqual([
      [first, expect.objectContaining({ id: at(own, 'id'), version: '2' }), last],
    ]);
    expect(by.warnings).toEqual([]);
  });

  it('stay where the rule of the resource was deleted and is added again', async () => {
    const { by, state, rules } = await shared();
    await handler.read(state, by);
    const [first, , last] = rules;
    for (const kept of [[first, last], [first]]) {
      await replaceRules(state, ...kept);
      const drifted = await handler.read(state, by);
      if (drifted === undefined) throw new Error('it is gone');
      expect(drifted).toMatchObject({ request_headers: [], cookies: [], rule_id: null });
      const updated = await handler.update({ prior: drifted, desired: wanted({ name: state.name }) }, by);
      expect(updated).toMatchObject({ cookies: ['Session'] });
      expect(await rulesOf()).toEqual([
        [
          ...kept.map((each) => expect.objectContaining({ id: at(each, 'id') }) as unknown),
          expect.objectContaining({ id: updated.rule_id }),
        ],
      ]);
    }
  });

  it('stay in the ruleset when the resource is deleted', async () => {
    const { by, state, rules } = await shared();
    const [first, , last] = rules;
    await world.calls();
    await handler.delete(state, by);
    expect(await world.calls()).toEqual(['GET rulesets/:id', 'DELETE rulesets/:id/rules/:id']);
    expect(await rulesOf()).toEqual([[first, last]]);
    expect(by.warnings).toEqual([]);
  });

  it('refuse a replacement in the plan', async () => {
    const { by } = await shared();
    expect(await plan(null, planned(), by)).toEqual([
      expect.stringMatching(/^error at : Cannot replace ruleset \w+: .*cookies first; cookies last/),
    ]);
  });

  it('stay after an import, which has the first rule', async () => {
    const rules = [
      rule({ cookie_fields: named('Sid') }, { ref: 'mine' }),
      rule({ request_fields: named('x-b') }),
    ];
    world = await start({ rulesets: [existing(...rules)] });
    const state = await imported(`${zoneId}/${phase}`);
    expect(state).toMatchObject({ request_headers: null, cookies: ['Sid'], enabled: true });
    if (state === undefined) throw new Error('nothing was imported');
    await update(state, { request_headers: null, cookies: ['Sid', 'New'] });
    expect(await rulesOf()).toMatchObject([
      [
        { id: state.rule_id, ref: 'mine', action_parameters: { cookie_fields: named('New', 'Sid') } },
        { action_parameters: { request_fields: named('x-b') } },
      ],
    ]);
  });
});

describe('delete', () => {
  it('succeeds when the ruleset no longer exists', async () => {
    const state = await create();
    await world.api('DELETE', `${all}/${state.id ?? ''}`);
    await expect(handler.delete(state, context())).resolves.toBeUndefined();
  });

  it.each([
    ['/zones/*/rulesets/*/rules/*', 0],
    ['/zones/*/rulesets/*/rules/*', 10_000],
    ['/zones/*/rulesets/*', 0],
  ])('succeeds when the reply of DELETE %s is lost, repeated within %s ms', async (path, retryTimeoutMs) => {
    const state = await create();
    await world.fail({ kind: 'lost_reply', match: { method: 'DELETE', path } });
    const service = world.connect({ retryTimeoutMs });
    await handler.delete(state, contextOf<CustomFieldsRulesetAttributes>(world, undefined, service));
    expect(await rulesOf()).toEqual([]);
  });

  it('leaves the ruleset where another client has replaced the rule, until an update writes it again', async () => {
    const by = context();
    const state = await handler.create(wanted(), by);
    await replaceRules(state, rule({ cookie_fields: named('Theirs') }));
    const drifted = await handler.read(state, by);
    if (drifted === undefined) throw new Error('it is gone');
    expect(drifted).toMatchObject({ request_headers: [], cookies: ['Theirs'] });
    await handler.delete(drifted, by);
    expect(describeAll(by.warnings)).toEqual([
      expect.stringMatching(/Ruleset not deleted: The rule of this resource is no longer .* cookies Theirs:/),
    ]);
    expect(await rulesOf()).toHaveLength(1);

    const updated = await handler.update({ prior: drifted, desired: wanted({ name: state.name }) }, by);
    await handler.delete(updated, by);
    expect(await rulesOf()).toEqual([]);
  });

  it('deletes a ruleset whose rules are gone', async () => {
    const state = await create();
    await replaceRules(state);
    await handler.delete(state, context());
    expect(await rulesOf()).toEqual([]);
  });

  it('deletes the rule with its fields where no ID is known', async () => {
    const state = await create();
    await addRule(state, 'first', { position: { index: 1 } });
    await handler.delete({ ...state, rule_id: null }, context());
    expect(await rulesOf()).toMatchObject([[{ action_parameters: { cookie_fields: named('first') } }]]);
  });
});

describe('import', () => {
  it.each(['intent', 'id'])('finds the ruleset by %s, and the next plan is empty', async (way) => {
    const state = await create();
    const which = way === 'id' ? (state.id ?? '') : phase;
    expect(await imported(`${zoneId}/${which}`)).toEqual(state);
  });

  it('fails for a zone without such a ruleset', async () => {
    expect(describeAll(await failureOf(handler.import(`${zoneId}/${phase}`, context())))).toEqual([
      expect.stringContaining(`has no ruleset of phase ${phase}. Remove the import`),
    ]);
  });

  it('fails for a ruleset without rules, which no configuration expresses', async () => {
    world = await start({ rulesets: [existing()] });
    expect(describeAll(await failureOf(handler.import(`${zoneId}/${phase}`, context())))).toEqual([
      expect.stringContaining(
        'has no custom fields. Remove the import: edge_custom_fields_ruleset adds them to it',
      ),
    ]);
  });

  it('fails for a ruleset of another phase', async () => {
    const id = 'f'.repeat(32);
    const other = { id, name: 'Firewall', phase: 'http_request_firewall_managed', rules: [] };
    world = await start({ rulesets: [other] });
    expect(describeAll(await failureOf(handler.import(`${zoneId}/${id}`, context())))).toEqual([
      expect.stringContaining('is of kind zone and phase http_request_firewall_managed'),
    ]);
  });
});

describe('plan', () => {
  const full = existing(rule({ cookie_fields: named('Old') }));

  it('fails for the second new resource of a zone', async () => {
    const by = contextOf<CustomFieldsRulesetAttributes>(world);
    expect(await plan(null, planned(), by)).toEqual([]);
    expect(await plan(null, planned({ cookies: ['other'] }), by)).toEqual([
      expect.stringMatching(/^error at zone_id: Custom log fields of zone \w+ in two resources/),
    ]);
  });

  it('allows the replacement of its own ruleset, but not where another client has replaced the rule', async () => {
    const by = context();
    const state = await handler.create(wanted(), by);
    expect(await plan(null, planned({ name: 'Another' }), by)).toEqual([]);
    // Its second plan, with `create_before_destroy`, has no private state.
    expect(await plan(null, planned({ name: 'Another' }), context())).toHaveLength(1);
    await replaceRules(state, rule({ cookie_fields: named('Theirs') }));
    expect(await plan(null, planned(), by)).toEqual([
      expect.stringMatching(/^error at : Cannot replace ruleset \w+: .*cookies Theirs/),
    ]);
  });

  it('has no diagnostics and no calls for an unknown zone and for a destroy', async () => {
    world = await start({ rulesets: [full] });
    const state = await create({ zone_id: otherZoneId });
    await world.calls();
    expect(await plan(null, { ...planned(), zone_id: unknown }, context())).toEqual([]);
    expect(await plan(state, null, context())).toEqual([]);
    expect(await world.calls()).toEqual([]);
  });
});

describe('the number of calls', () => {
  it('is minimal for each operation', async () => {
    const counted = async <T>(work: Promise<T>): Promise<[T, string[]]> => [await work, await world.calls()];

    const [state, created] = await counted(create());
    expect(created).toEqual(['GET rulesets', 'POST rulesets', 'GET rulesets/:id', 'PUT rulesets/:id']);
    const [, reading] = await counted(read(state));
    expect(reading).toEqual(['GET rulesets/:id']);
    const [, updated] = await counted(update(state, { cookies: ['Other'] }));
    expect(updated).toEqual(['GET rulesets/:id', 'PUT rulesets/:id']);
    const [, found] = await counted(handler.import(`${zoneId}/${phase}`, context()));
    expect(found).toEqual(['GET rulesets', 'GET rulesets/:id']);
    const [, deleted] = await counted(handler.delete(state, context()));
    expect(deleted).toEqual(['GET rulesets/:id', 'DELETE rulesets/:id/rules/:id', 'DELETE rulesets/:id']);
    const [, plannedFresh] = await counted(plan(null, planned(), context()));
    expect(plannedFresh).toEqual(['GET rulesets']);
  });
});
