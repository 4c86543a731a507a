import { isApiError, type EdgeClient } from '../../../lib/client';
import type { CustomFieldsRulesetAttributes } from '../../../lib/resources/custom-fields-ruleset/contract';
import { customFieldsRulesetHandler as handler } from '../../../lib/resources/custom-fields-ruleset/handler';
import type { HandlerContext } from '../../../lib/resources/handler';
import { unknown, type Desired, type Planned, type State } from '../../../lib/schema';
import { singleQuirks } from '../../emulator/support';
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

type Wanted = Desired<CustomFieldsRulesetAttributes>;
type Held = State<CustomFieldsRulesetAttributes>;

const start = worlds();
const context = (world: World, kept?: unknown) => contextOf<CustomFieldsRulesetAttributes>(world, kept);

const all = `/zones/${zoneId}/rulesets`;
const phase = 'http_log_custom_fields';

const wanted = (given: Partial<Wanted> = {}): Wanted => ({
  zone_id: zoneId,
  request_headers: ['content-type', 'x-trace'],
  transformed_request_headers: null,
  response_headers: null,
  raw_response_headers: null,
  preserve_duplicates: null,
  cookies: ['Session'],
  enabled: true,
  name: null,
  description: '',
  on_existing: 'refuse',
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

const create = (world: World, given: Partial<Wanted> = {}) => handler.create(wanted(given), context(world));
const read = (world: World, state: Held) => handler.read(state, context(world));
const update = (world: World, prior: Held, given: Partial<Wanted>) =>
  handler.update({ prior, desired: wanted({ name: prior.name, ...given }) }, context(world));
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

const rulesOf = async (world: World) => {
  const list = await world.api('GET', all);
  const found = Array.isArray(list)
    ? list.filter((each) => at(each, 'kind') === 'zone' && at(each, 'phase') === phase)
    : [];
  const whole = await Promise.all(found.map((each) => world.api('GET', `${all}/${String(at(each, 'id'))}`)));
  return whole.map((each) => at(each, 'rules'));
};

/** What an import leaves to the first read: everything else is null, whatever the types say. */
const imported = async (world: World, id: string): Promise<Held | undefined> => {
  const nothing = Object.fromEntries(Object.keys(planned()).map((name) => [name, null]));
  const found = await handler.import(id, context(world));
  return read(world, { ...nothing, ...found } as Held);
};

describe('with the current limits', () => {
  const settings = { customFieldLimits: 'current' } as const;
  const by = (world: World, kept?: unknown) =>
    contextOf<CustomFieldsRulesetAttributes>(world, kept, undefined, settings);
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
    const world = await startCurrent();
    const state = await handler.create(wanted(newer), by(world));
    expect(state).toMatchObject(newer);
    expect(await handler.read(state, by(world))).toEqual(state);
    expect(await rulesOf(world)).toEqual([
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

  it('adopts a ruleset of every kind that matches with one write, and imports it with all', async () => {
    const world = await startCurrent(rule(parameters));
    expect(await imported(world, `${zoneId}/${phase}`)).toMatchObject(newer);
    await world.calls();
    await handler.create(wanted(newer), by(world));
    expect((await world.calls()).filter((call) => !call.startsWith('GET'))).toEqual(['PUT rulesets/:id']);
  });

  it.each(singleQuirks)('read the same when the service answers with $quirk', async ({ quirks }) => {
    const world = await startCurrent();
    await world.setQuirks(quirks);
    const state = await handler.create(wanted(newer), by(world));
    expect(state).toMatchObject(newer);
    expect(await plan(state, { ...planned(newer), name: state.name }, by(world))).toEqual([]);
  });

  it.each<[string, object]>([
    ['a raw header more', { raw_response_fields: [...parameters.raw_response_fields, { name: 'allow' }] }],
    ['a transformed header less', { transformed_request_fields: undefined }],
    ['other duplicates', { response_fields: named('etag', 'set-cookie') }],
  ])('fails the plan for an existing ruleset with %s, and lists its fields', async (_what, more) => {
    const world = await startCurrent(rule({ ...parameters, ...more }));
    expect(await plan(null, planned(newer), by(world))).toEqual([
      expect.stringMatching(/^error at zone_id: .* has request headers content-type, x-trace; .*etag/),
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
      const world = await start();
      const given = { [attribute]: Reflect.get(all, attribute) as string[] };
      const fault = expect.stringMatching(
        attribute === 'cookies' ? /43 custom fields are named/ : /needs the current limits/,
      ) as string;
      const state = await create(world);
      await world.calls();
      expect(await plan(null, planned(given), context(world))).toEqual([fault]);
      expect(await plan(state, planned(given), context(world))).toEqual([fault]);
      expect(describeAll(await failureOf(create(world, given)))).toEqual([fault]);
      expect(describeAll(await failureOf(update(world, state, given)))).toEqual([fault]);
      expect(await world.calls()).toEqual([]);
    },
  );
});

describe('create', () => {
  it('creates the entry point and then its rule', async () => {
    const world = await start();
    const state = await create(world, { description: 'for billing' });

    expect(state).toMatchObject({
      zone_id: zoneId,
      request_headers: ['content-type', 'x-trace'],
      response_headers: null,
      cookies: ['Session'],
      enabled: true,
      name: 'Custom log fields',
      description: 'for billing',
      on_existing: 'refuse',
    });
    expect(await rulesOf(world)).toEqual([
      [
        expect.objectContaining({
          id: state.rule_id,
          action: 'log_custom_field',
          expression: 'true',
          enabled: true,
          action_parameters: {
            request_fields: named('content-type', 'x-trace'),
            cookie_fields: named('Session'),
          },
        }),
      ],
    ]);
  });

  it('reports the id as soon as the entry point exists', async () => {
    const world = await start();
    await world.fail({ kind: 'status', status: 400, code: 20100, message: 'no', match: { method: 'PUT' } });
    const attempt = context(world);
    const error = await errorOf(handler.create(wanted(), attempt));

    const [entryPoint] = await rulesOf(world);
    expect(entryPoint).toEqual([]);
    expect(isApiError(error) && error.hasCode(20100)).toBe(true);
    expect(attempt.kept).toMatchObject([{ name: 'Custom log fields' }]);
    expect(attempt.kept[0]?.id).toMatch(/^[0-9a-f]{32}$/);
  });

  it('adopts an entry point without rules', async () => {
    const world = await start({ rulesets: [existing()] });
    const state = await create(world);

    expect(state.name).toBe('From the dashboard');
    expect(await rulesOf(world)).toHaveLength(1);
    expect(await read(world, state)).toEqual(state);
  });

  it('recreates an empty entry point whose name differs from the configuration', async () => {
    const world = await start({ rulesets: [existing()] });
    const state = await create(world, { name: 'Ours' });

    expect(state.name).toBe('Ours');
    expect(await rulesOf(world)).toHaveLength(1);
  });

  it('adopts an entry point that matches the configuration, and makes its rule its own', async () => {
    const parameters = {
      request_fields: named('x-trace', 'content-type'),
      cookie_fields: named('Session'),
    };
    const world = await start({ rulesets: [existing(rule(parameters))] });
    const [before] = await rulesOf(world);
    const state = await create(world);

    expect(state.rule_id).not.toBe(at(before, 0, 'id'));
    expect(await rulesOf(world)).toEqual([[expect.objectContaining({ id: state.rule_id })]]);
  });

  it('replaces the existing rules with on_existing = "replace"', async () => {
    const world = await start({ rulesets: [existing(rule({ cookie_fields: named('Old') }))] });
    const state = await create(world, { on_existing: 'replace' });

    expect(state).toMatchObject({ name: 'From the dashboard', cookies: ['Session'] });
    expect(await rulesOf(world)).toEqual([[expect.objectContaining({ id: state.rule_id })]]);
  });

  it('replaces an entry point of another name with on_existing = "replace"', async () => {
    const world = await start({ rulesets: [existing(rule({ cookie_fields: named('Old') }))] });
    const state = await create(world, { on_existing: 'replace', name: 'Ours' });

    expect(state).toMatchObject({ name: 'Ours', cookies: ['Session'] });
    expect(await rulesOf(world)).toHaveLength(1);
  });

  it('fails for an entry point with rules, lists them and shows the fix', async () => {
    const rules = [
      rule({ request_fields: named('x-b', 'x-a'), cookie_fields: named('Sid') }),
      rule({ response_fields: named('etag') }, { enabled: false }),
    ];
    const world = await start({ rulesets: [existing(...rules)] });
    const attempt = context(world);
    const [message, ...more] = describeAll(await failureOf(handler.create(wanted(), attempt)));

    expect(message).toMatch(/^error at zone_id: Zone \w+ already has custom log fields: /);
    expect(message).toContain('"From the dashboard"');
    expect(message).toContain(
      'request headers x-a, x-b; cookies Sid; response headers etag in a disabled rule',
    );
    expect(message).toContain(`${zoneId}/${phase}`);
    expect(message).toContain('`on_existing` (`onExisting`) to "replace"');
    expect(more).toEqual([]);
    expect(attempt.kept).toEqual([]);
    expect(await rulesOf(world)).toEqual([[expect.anything(), expect.anything()]]);
  });

  it('fails for the slower of two concurrent creates and keeps the rules of the faster one', async () => {
    const world = await start();
    await world.fail({ kind: 'delay', ms: 150, match: { method: 'PUT' } });
    const attempts = [['first'], ['second']].map((cookies) => create(world, { cookies }));
    const outcomes = await Promise.allSettled(attempts);

    const made = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    const reasons = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    expect(made).toHaveLength(1);
    expect(reasons).toHaveLength(1);
    expect(describeAll(await failureOf(Promise.reject(reasons[0] as Error)))).toEqual([
      expect.stringMatching(
        /^error at zone_id: (Custom log fields of zone \w+ created|Zone \w+ already has)/,
      ),
    ]);
    const [rules] = await rulesOf(world);
    expect(at(rules, 0, 'action_parameters', 'cookie_fields')).toEqual(named(...(made[0]?.cookies ?? [])));
  });

  it('fails for an empty entry point that was created in the meantime', async () => {
    const world = await start();
    await world.fail({ kind: 'delay', ms: 1000, match: { method: 'POST' } });
    const attempt = create(world);
    while (!(await world.calls()).some((call) => call.startsWith('POST')));
    await world.client.rulesets.create(zoneId, { name: 'Theirs', kind: 'zone', description: '', phase });

    expect(describeAll(await failureOf(attempt))).toEqual([
      expect.stringContaining(`error at zone_id: Custom log fields of zone ${zoneId} created concurrently`),
    ]);
    expect(await rulesOf(world)).toEqual([[]]);
  });

  it('fails when the adopted entry point changed in the meantime', async () => {
    const world = await start({ rulesets: [existing()] });
    const attempts = [['first'], ['second']].map((cookies) => {
      const by = context(world);
      return handler.create(wanted({ cookies }), by).then(() => by.warnings);
    });
    await world.fail({ kind: 'delay', ms: 100, match: { method: 'PUT' }, times: 2 });
    const warnings = (await Promise.all(attempts)).flat();

    expect(describeAll(warnings)).toEqual([
      expect.stringContaining('warning at : Concurrent change of the custom log fields'),
    ]);
  });

  it('finds the entry point it created when the reply is lost', async () => {
    const world = await start();
    await world.fail({ kind: 'lost_reply', match: { method: 'POST' } });
    const state = await create(world);

    expect(state).toMatchObject({ name: 'Custom log fields', cookies: ['Session'] });
    expect(await rulesOf(world)).toHaveLength(1);
  });

  it('finds the rules it wrote when the reply is lost', async () => {
    const world = await start();
    await world.fail({ kind: 'lost_reply', match: { method: 'PUT' } });
    const state = await create(world);

    expect(state).toMatchObject({ cookies: ['Session'], version: '2' });
    expect(await read(world, state)).toEqual(state);
  });

  it('continues when the reply to deleting a misnamed empty entry point is lost', async () => {
    const world = await start({ rulesets: [existing()] });
    await world.fail({ kind: 'lost_reply', match: { method: 'DELETE' } });

    expect(await create(world, { name: 'Ours' })).toMatchObject({ name: 'Ours' });
    expect(await rulesOf(world)).toHaveLength(1);
  });

  it('fails and reports no id when the entry point cannot be created', async () => {
    const world = await start();
    await world.fail({ kind: 'lost_request', match: { method: 'POST' }, times: 9 });
    const attempt = context(world);

    expect(await errorOf(handler.create(wanted(), attempt))).toMatchObject({ code: 'EDGE_UNREACHABLE' });
    expect(attempt.kept).toEqual([]);
    await world.heal();
    expect(await create(world)).toMatchObject({ cookies: ['Session'] });
  });

  it('fails when the rules cannot be written, and adopts its entry point in the next apply', async () => {
    const world = await start();
    await world.fail({ kind: 'lost_request', match: { method: 'PUT' }, times: 9 });
    const attempt = context(world);

    expect(await errorOf(handler.create(wanted(), attempt))).toMatchObject({ code: 'EDGE_UNREACHABLE' });
    expect(attempt.kept).toHaveLength(1);
    await world.heal();
    expect(await create(world)).toMatchObject({ id: attempt.kept[0]?.id, cookies: ['Session'] });
  });

  it('fails with the error of the write when reading back also fails', async () => {
    const world = await start();
    await world.fail({ kind: 'lost_reply', match: { method: 'PUT' } });
    await world.fail({ kind: 'status', status: 503, match: { method: 'GET', path: `${all}/*` }, times: 9 });

    expect(await errorOf(create(world))).toMatchObject({
      code: 'EDGE_UNREACHABLE',
      request: { method: 'PUT' },
    });
  });
});

describe('read', () => {
  it('returns the state that create returned', async () => {
    const world = await start();
    const state = await create(world, { cookies: [], response_headers: ['etag'] });
    expect(await read(world, state)).toEqual(state);
  });

  it('reports that the ruleset no longer exists', async () => {
    const world = await start();
    const state = await create(world);
    await world.api('DELETE', `${all}/${state.id ?? ''}`);
    expect(await read(world, state)).toBeUndefined();
  });

  it('shows names that were added or removed out of band', async () => {
    const world = await start();
    const state = await create(world);
    await world.api('PUT', `${all}/${state.id ?? ''}`, { rules: [rule({ cookie_fields: named('Theirs') })] });
    expect(await read(world, state)).toMatchObject({ request_headers: [], cookies: ['Theirs'] });
  });

  it('shows that all names are missing when there are no rules', async () => {
    const world = await start();
    const state = await create(world);
    await world.api('PUT', `${all}/${state.id ?? ''}`, { rules: [] });
    expect(await read(world, state)).toMatchObject({
      request_headers: [],
      response_headers: null,
      cookies: [],
      enabled: true,
      rule_id: null,
    });
  });

  it.each(singleQuirks)('returns the same state with the quirk $quirk', async ({ quirks }) => {
    const world = await start();
    const state = await create(world, { enabled: false });
    await world.setQuirks(quirks);
    expect(await read(world, state)).toEqual(state);
    expect(await update(world, state, { enabled: false, cookies: ['Other'] })).toMatchObject({
      cookies: ['Other'],
      enabled: false,
    });
  });

  it('fails when the service fails, and does not report the ruleset as deleted', async () => {
    const world = await start();
    const state = await create(world);
    await world.fail({ kind: 'not_json', match: { method: 'GET' }, times: 9 });
    expect(await errorOf(read(world, state))).toMatchObject({ code: 'EDGE_UNREADABLE_REPLY' });
  });
});

describe('update', () => {
  it('changes the names and keeps the IDs of ruleset and rule', async () => {
    const world = await start();
    const before = await create(world);
    const after = await update(world, before, { cookies: ['Other'], description: 'now with words' });

    expect(after).toMatchObject({
      id: before.id,
      rule_id: before.rule_id,
      name: before.name,
      cookies: ['Other'],
      description: 'now with words',
      version: '3',
    });
    expect(await read(world, after)).toEqual(after);
  });

  it('disables and enables delivery', async () => {
    const world = await start();
    const before = await create(world);
    const off = await update(world, before, { enabled: false });
    expect(await read(world, off)).toMatchObject({ enabled: false, cookies: ['Session'] });
    expect(await update(world, off, { enabled: true })).toMatchObject({ enabled: true });
  });

  it('finds its own change when the reply is lost', async () => {
    const world = await start();
    const before = await create(world);
    await world.fail({ kind: 'lost_reply', match: { method: 'PUT' } });
    expect(await update(world, before, { cookies: ['Other'] })).toMatchObject({ cookies: ['Other'] });
  });

  it('fails when the ruleset changed since it was read', async () => {
    const world = await start();
    const before = await create(world);
    await world.api('PUT', `${all}/${before.id ?? ''}`, {
      rules: [rule({ cookie_fields: named('Theirs') }, { id: before.rule_id })],
    });
    const by = context(world);
    await handler.update({ prior: before, desired: wanted({ name: before.name }) }, by);
    expect(describeAll(by.warnings)).toEqual([expect.stringContaining('went from version 2 to 4')]);
  });

  it('fails without a change when the request never arrives', async () => {
    const world = await start();
    const before = await create(world);
    await world.fail({ kind: 'lost_request', match: { method: 'PUT' }, times: 5 });
    expect(await errorOf(update(world, before, { cookies: ['Other'] }))).toMatchObject({
      mayHaveBeenApplied: true,
    });
    expect(await read(world, before)).toEqual(before);
  });
});

describe('several rules', () => {
  const several = [
    rule({ request_fields: named('x-a'), cookie_fields: named('Sid') }),
    rule({ request_fields: named('x-b', 'x-a') }),
    rule({ response_fields: named('etag') }, { enabled: false }),
  ];

  it('are read as the union of those that are enabled', async () => {
    const world = await start({ rulesets: [existing(...several)] });
    expect(await imported(world, `${zoneId}/${phase}`)).toMatchObject({
      request_headers: ['x-a', 'x-b'],
      response_headers: null,
      cookies: ['Sid'],
      enabled: true,
    });
  });

  it('are read as disabled when none is enabled', async () => {
    const off = several.map((each) => ({ ...each, enabled: false }));
    const world = await start({ rulesets: [existing(...off)] });
    expect(await imported(world, `${zoneId}/${phase}`)).toMatchObject({
      request_headers: ['x-a', 'x-b'],
      response_headers: ['etag'],
      cookies: ['Sid'],
      enabled: false,
    });
  });

  it('become one rule with an update, and the plan warns about what is lost', async () => {
    const world = await start({ rulesets: [existing(...several)] });
    const found = await imported(world, `${zoneId}/${phase}`);
    if (found === undefined) throw new Error('nothing was imported');
    const by = context(world);
    await handler.read(found, by);

    const change = planned({ name: found.name, cookies: ['Sid', 'New'] });
    expect(await plan(found, change, by)).toEqual([
      expect.stringContaining('response headers etag in a disabled rule'),
    ]);
    expect(await plan(found, { ...change, ...found }, by)).toEqual([]);

    const after = await update(world, found, { cookies: ['Sid', 'New'], request_headers: ['x-a', 'x-b'] });
    expect(await rulesOf(world)).toEqual([[expect.objectContaining({ id: found.rule_id })]]);
    expect(await read(world, after)).toEqual(after);
  });

  it('that were added out of band show as drift, and an update reverts them', async () => {
    const world = await start();
    const before = await create(world);
    await world.api('POST', `${all}/${before.id ?? ''}/rules`, rule({ cookie_fields: named('Theirs') }));
    const drifted = await read(world, before);
    expect(drifted).toMatchObject({ cookies: ['Session', 'Theirs'] });
    if (drifted === undefined) throw new Error('it is gone');

    const after = await update(world, drifted, {});
    expect(after).toMatchObject({ cookies: ['Session'], rule_id: before.rule_id });
    expect(await rulesOf(world)).toEqual([[expect.anything()]]);
  });
});

describe('delete', () => {
  it('deletes the ruleset', async () => {
    const world = await start();
    const state = await create(world);
    await handler.delete(state, context(world));
    expect(await rulesOf(world)).toEqual([]);
  });

  it('succeeds when the ruleset no longer exists', async () => {
    const world = await start();
    const state = await create(world);
    await world.api('DELETE', `${all}/${state.id ?? ''}`);
    await expect(handler.delete(state, context(world))).resolves.toBeUndefined();
  });

  it('succeeds when the reply is lost but the ruleset is deleted', async () => {
    const world = await start();
    const state = await create(world);
    await world.fail({ kind: 'lost_reply', match: { method: 'DELETE' } });
    await expect(handler.delete(state, context(world))).resolves.toBeUndefined();
  });

  it('fails when the request never arrives', async () => {
    const world = await start();
    const state = await create(world);
    await world.fail({ kind: 'lost_request', match: { method: 'DELETE' }, times: 5 });
    expect(await errorOf(handler.delete(state, context(world)))).toMatchObject({ mayHaveBeenApplied: true });
    expect(await rulesOf(world)).toHaveLength(1);
  });
});

describe('import', () => {
  it.each(['intent', 'id'])('finds the ruleset by %s, and the next plan is empty', async (way) => {
    const world = await start();
    const state = await create(world);
    const which = way === 'id' ? (state.id ?? '') : phase;
    expect(await imported(world, `${zoneId}/${which}`)).toEqual(state);
  });

  it.each([
    ['', 'is not an import ID'],
    ['nothing', 'is not an import ID'],
    [`${zoneId}/`, 'is not an import ID'],
    [
      `${zoneId.slice(1)}/${phase}`,
      'the first part must be the ID (32 hexadecimal digits) or the name of a zone. Use',
    ],
    [
      `${zoneId}/my ruleset`,
      `the part after the zone must be ${phase} or the ruleset id (32 hexadecimal digits). Use <zone>/${phase} or`,
    ],
    [`${zoneId}/${phase}`, `has no ruleset of phase ${phase}. Remove the import`],
  ])('fails for "%s"', async (id, reason) => {
    const world = await start();
    expect(describeAll(await failureOf(handler.import(id, context(world))))).toEqual([
      expect.stringContaining(reason),
    ]);
  });

  it('fails for a ruleset without rules, which no configuration expresses', async () => {
    const world = await start({ rulesets: [existing()] });
    expect(describeAll(await failureOf(handler.import(`${zoneId}/${phase}`, context(world))))).toEqual([
      expect.stringContaining(
        'has no custom fields. Remove the import: edge_custom_fields_ruleset adopts it',
      ),
    ]);
  });

  it('fails for a ruleset of another phase', async () => {
    const id = 'f'.repeat(32);
    const other = { id, name: 'Firewall', phase: 'http_request_firewall_managed', rules: [] };
    const world = await start({ rulesets: [other] });
    expect(describeAll(await failureOf(handler.import(`${zoneId}/${id}`, context(world))))).toEqual([
      expect.stringContaining('is of kind zone and phase http_request_firewall_managed'),
    ]);
  });
});

describe('plan', () => {
  const full = existing(rule({ cookie_fields: named('Old') }));

  it('has no diagnostics for a zone without custom fields, or with an empty entry point', async () => {
    const world = await start();
    expect(await plan(null, planned(), context(world))).toEqual([]);
    const adopting = await start({ rulesets: [existing()] });
    expect(await plan(null, planned(), context(adopting))).toEqual([]);
  });

  it('fails where the apply would fail', async () => {
    const world = await start({ rulesets: [full] });
    expect(await plan(null, planned(), context(world))).toEqual([
      expect.stringMatching(/^error at zone_id: Zone \w+ already has custom log fields: .*cookies Old/),
    ]);
  });

  it('warns about rules that will be replaced', async () => {
    const world = await start({ rulesets: [full] });
    expect(await plan(null, planned({ on_existing: 'replace' }), context(world))).toEqual([
      expect.stringMatching(/^warning at on_existing: .*cookies Old/),
    ]);
  });

  it('warns about an entry point that will be adopted because it matches the configuration', async () => {
    const world = await start({ rulesets: [full] });
    const same = planned({ request_headers: null, cookies: ['Old'] });
    expect(await plan(null, same, context(world))).toEqual([
      expect.stringContaining('warning at zone_id: Existing custom log fields are adopted'),
    ]);
  });

  it('ignores its own ruleset during a replacement', async () => {
    const world = await start();
    const by = context(world);
    await handler.create(wanted(), by);
    expect(await plan(null, planned({ name: 'Another' }), by)).toEqual([]);
  });

  it('has no diagnostics for unknown values and for a destroy', async () => {
    const world = await start({ rulesets: [full] });
    const state = await create(world, { zone_id: otherZoneId });
    await world.calls();
    expect(await plan(null, { ...planned(), zone_id: unknown }, context(world))).toEqual([]);
    expect(await plan(null, { ...planned(), on_existing: unknown }, context(world))).toEqual([]);
    expect(await plan(state, null, context(world))).toEqual([]);
    expect(await world.calls()).toEqual([]);
  });
});

describe('the number of calls', () => {
  it('is minimal for each operation', async () => {
    const world = await start();
    const counted = async <T>(work: Promise<T>): Promise<[T, string[]]> => [await work, await world.calls()];

    const [state, created] = await counted(create(world));
    expect(created).toEqual(['GET rulesets', 'POST rulesets', 'PUT rulesets/:id']);
    const [, reading] = await counted(read(world, state));
    expect(reading).toEqual(['GET rulesets/:id']);
    const [, updated] = await counted(update(world, state, { cookies: ['Other'] }));
    expect(updated).toEqual(['PUT rulesets/:id']);
    const [, found] = await counted(handler.import(`${zoneId}/${phase}`, context(world)));
    expect(found).toEqual(['GET rulesets', 'GET rulesets/:id']);
    const [, deleted] = await counted(handler.delete(state, context(world)));
    expect(deleted).toEqual(['DELETE rulesets/:id']);
    const [, plannedFresh] = await counted(plan(null, planned(), context(world)));
    expect(plannedFresh).toEqual(['GET rulesets']);

    const adopting = await start({ rulesets: [existing()] });
    await create(adopting);
    expect(await adopting.calls()).toEqual(['GET rulesets', 'GET rulesets/:id', 'PUT rulesets/:id']);
  });
});

describe('a ruleset whose rule shows which resource has it', () => {
  /** The private state that an operation leaves. */
  const keptBy = async (
    work: (by: Recorded<CustomFieldsRulesetAttributes>) => Promise<unknown>,
    world: World,
  ) => {
    const by = context(world);
    await work(by);
    return by.privateState.get();
  };
  const deleteBy = async (world: World, state: Held, kept: unknown) => {
    const by = contextOf<CustomFieldsRulesetAttributes>(world, kept);
    await handler.delete(state, by);
    return describeAll(by.warnings);
  };
  const notDeleted = expect.stringMatching(
    /Ruleset not deleted: The rule of this resource is no longer/,
  ) as string;

  it('is deleted after a create, an update and an import', async () => {
    const world = await start();
    let state = await create(world);
    const created = await keptBy(async (by) => (state = await handler.create(wanted(), by)), world);
    expect(await deleteBy(world, state, created)).toEqual([]);

    const by = context(world);
    state = await handler.create(wanted(), by);
    state = await handler.update({ prior: state, desired: wanted({ cookies: ['other'] }) }, by);
    expect(await deleteBy(world, state, by.privateState.get())).toEqual([]);

    state = await create(world);
    const imported = await keptBy((reading) => handler.read(state, reading), world);
    expect(await deleteBy(world, state, imported)).toEqual([]);
    expect(await rulesOf(world)).toEqual([]);
  });

  it.each([
    ['equals the configuration', {}, {}],
    ['is replaced', { cookies: ['other'] }, { on_existing: 'replace' }],
  ])('is not deleted by the resource that had it before, where it %s', async (_what, given, how) => {
    const world = await start();
    const by = context(world);
    const old = await handler.create(wanted(given), by);
    // The create of another process adopts it, and its refresh shows the new rule to the old resource.
    const made = await create(world, how);
    await handler.read(old, by);
    expect(await deleteBy(world, old, by.privateState.get())).toEqual([notDeleted]);
    expect(await rulesOf(world)).toEqual([[expect.objectContaining({ id: made.rule_id })]]);
  });

  it('is not deleted where another client has replaced the rule, until an update writes it again', async () => {
    const world = await start();
    const by = context(world);
    const state = await handler.create(wanted(), by);
    await world.api('PUT', `${all}/${state.id ?? ''}`, { rules: [rule({ cookie_fields: named('Theirs') })] });
    const read = await handler.read(state, by);
    if (read === undefined) throw new Error('it is gone');
    expect(await deleteBy(world, read, by.privateState.get())).toEqual([notDeleted]);
    const updated = await handler.update({ prior: read, desired: wanted() }, by);
    expect(await deleteBy(world, updated, by.privateState.get())).toEqual([]);
    expect(await rulesOf(world)).toEqual([]);
  });

  it('is deleted without rules', async () => {
    const world = await start();
    const by = context(world);
    const state = await handler.create(wanted(), by);
    await world.api('PUT', `${all}/${state.id ?? ''}`, { rules: [] });
    expect(await deleteBy(world, state, by.privateState.get())).toEqual([]);
    expect(await rulesOf(world)).toEqual([]);
  });

  it('stays out of the state where its adoption fails, so that Terraform keeps the resource that has it', async () => {
    const world = await start();
    await create(world);
    await world.fail({ kind: 'lost_request', match: { method: 'PUT' }, times: 9 });
    const attempt = context(world);
    await errorOf(handler.create(wanted(), attempt));
    expect(attempt.kept).toEqual([]);
  });

  it('is not taken for adopted where the write that adopts it had no effect', async () => {
    const world = await start();
    await create(world);
    await world.fail({ kind: 'status', status: 503, match: { method: 'PUT' }, times: 9 });
    expect(await errorOf(create(world))).toMatchObject({ request: { method: 'PUT' } });
  });
});

describe('a ruleset that another resource of the same apply manages', () => {
  /** The calls of one apply. */
  const apply = (world: World, service = world.connect()) => ({
    context: () => contextOf<CustomFieldsRulesetAttributes>(world, undefined, service),
  });

  it('is not deleted after it was adopted, and the delete warns', async () => {
    const world = await start();
    const old = await create(world);
    const { context: by } = apply(world);
    const adopted = await handler.create(wanted(), by());
    const deletion = by();
    await handler.delete(old, deletion);
    expect(adopted.id).toBe(old.id);
    expect(describeAll(deletion.warnings)).toEqual([expect.stringContaining('Ruleset not deleted')]);
    expect(await rulesOf(world)).toHaveLength(1);
  });

  it('is deleted by the next apply', async () => {
    const world = await start();
    const { context: by } = apply(world);
    const state = await handler.create(wanted(), by());
    await handler.delete(state, apply(world).context());
    expect(await rulesOf(world)).toEqual([]);
  });

  it.each([
    ['its rules are read', 'GET'],
    ['its rules are written', 'PUT'],
  ])('is created again when it is deleted just before %s', async (_when, method) => {
    const world = await start();
    const old = await create(world);
    const { context: by } = apply(world);
    const service = by().service;
    // The delete of the other resource reaches the service between the calls of the create.
    const api = service.rulesets;
    const original = method === 'GET' ? api.get.bind(api) : api.replaceRules.bind(api);
    const intercepted = method === 'GET' ? 'get' : 'replaceRules';
    jest.spyOn(api, intercepted).mockImplementationOnce(async (...args: unknown[]) => {
      await world.api('DELETE', `${all}/${old.id ?? ''}`);
      return Reflect.apply(original, api, args) as never;
    });
    const made = await handler.create(wanted({ cookies: ['other'], on_existing: 'replace' }), by());
    expect(made.id).not.toBe(old.id);
    expect(await rulesOf(world)).toHaveLength(1);
  });

  describe('from the plan on', () => {
    /** The private state that a plan leaves to the apply. */
    const planBy = async (
      prior: Held | null,
      to: Planned<CustomFieldsRulesetAttributes> | null,
      service: EdgeClient,
      kept?: unknown,
    ) => {
      const by = contextOf<CustomFieldsRulesetAttributes>(world, kept, service);
      return { reported: await plan(prior, to, by), passedOn: by.privateState.get() };
    };
    let world: World;
    let old: Held;
    let kept: unknown;
    beforeEach(async () => {
      world = await start();
      const by = context(world);
      old = await handler.create(wanted(), by);
      kept = by.privateState.get();
    });
    const change = expect.stringMatching(
      /^warning at : Custom log fields of zone \w+ change their resource/,
    ) as string;
    const deleteBy = async (passedOn: unknown, service = world.connect()) => {
      const by = contextOf<CustomFieldsRulesetAttributes>(world, passedOn, service);
      await handler.delete(old, by);
      return describeAll(by.warnings);
    };
    const createBy = (service: EdgeClient, given: Partial<Wanted> = {}) =>
      handler.create(wanted(given), contextOf<CustomFieldsRulesetAttributes>(world, undefined, service));

    it.each([
      ['the create', 'the create'],
      ['the create', 'the deletion'],
      ['the deletion', 'the create'],
      ['the deletion', 'the deletion'],
    ])(
      'stays when its construct is renamed: %s is planned first, %s is applied first',
      async (first, then) => {
        const service = world.connect();
        const steps = {
          'the create': () => planBy(null, planned(), service),
          'the deletion': () => planBy(old, null, service, kept),
        };
        const isCreateFirst = first === 'the create';
        const one = await steps[isCreateFirst ? 'the create' : 'the deletion']();
        const two = await steps[isCreateFirst ? 'the deletion' : 'the create']();
        expect(two.reported).toEqual([change]);
        const { passedOn } = isCreateFirst ? two : one;
        await world.calls();
        const apply = world.connect();
        const order = [() => createBy(apply), () => deleteBy(passedOn, apply)];
        for (const step of then === 'the create' ? order : order.reverse()) await step();
        expect((await world.calls()).filter((call) => !call.startsWith('GET'))).toEqual(['PUT rulesets/:id']);
        expect(await rulesOf(world)).toHaveLength(1);
      },
    );

    it('is deleted where the deletion alone is planned', async () => {
      const { passedOn, reported } = await planBy(old, null, world.connect(), kept);
      expect(reported).toEqual([]);
      expect(await deleteBy(passedOn)).toEqual([]);
      expect(await rulesOf(world)).toEqual([]);
    });

    it('is deleted by an apply of another plan than the one with the create', async () => {
      const { passedOn } = await planBy(old, null, world.connect(), kept);
      const service = world.connect();
      const other = await planBy(old, null, service, kept);
      await planBy(null, planned(), service);
      expect(await deleteBy(passedOn)).toEqual([]);
      expect(await deleteBy(other.passedOn)).toEqual([expect.stringContaining('Ruleset not deleted')]);
    });

    it('fails the plan when the construct is renamed and its fields change, and names `moveFromId`', async () => {
      const service = world.connect();
      await planBy(old, null, service, kept);
      const { reported } = await planBy(null, planned({ cookies: ['other'] }), service);
      expect(reported).toEqual([expect.stringMatching(/already has custom log fields.*`moveFromId`/)]);
    });

    it.each([
      ['is replaced on request', { kept: true }, {}],
      ['is replaced on request with other fields', { kept: true }, { cookies: ['other'] }],
      ['is tainted', { kept: false }, {}],
      ['is tainted and gets other fields', { kept: false }, { cookies: ['other'] }],
    ])('stays when it %s: Terraform deletes it first', async (_what, { kept: isKept }, given) => {
      const service = world.connect();
      await handler.read(old, contextOf<CustomFieldsRulesetAttributes>(world, kept, service));
      const { passedOn } = await planBy(null, planned(given), service, isKept ? kept : undefined);
      await world.calls();
      const apply = world.connect();
      expect(await deleteBy(passedOn, apply)).toEqual([expect.stringContaining('Ruleset not deleted')]);
      expect((await createBy(apply, given)).id).toBe(old.id);
      expect((await world.calls()).filter((call) => !call.startsWith('GET'))).toEqual(['PUT rulesets/:id']);
    });

    it('is deleted when another name replaces it, which the API cannot give it', async () => {
      const { passedOn } = await planBy(null, planned({ name: 'Another' }), world.connect(), kept);
      expect(await deleteBy(passedOn)).toEqual([]);
    });

    it('is not adopted while it is being deleted', async () => {
      const apply = world.connect();
      const [, made] = await Promise.all([deleteBy(undefined, apply), createBy(apply)]);
      expect(made.id).not.toBe(old.id);
      expect(await rulesOf(world)).toHaveLength(1);
    });
  });
});
