import { unknown } from '../../../lib/schema';
import { everyQuirk } from '../../emulator/support';
import { at, errorOf, failureOf, worlds } from '../../support/handler-harness';
import {
  accountId,
  context,
  create,
  describeAll,
  desired,
  type DesiredSettings,
  emails,
  handler,
  p,
  plan,
  planAgain,
  planDestroy,
  read,
  setEmail,
  somePolicy,
  somePools,
  storedPolicies,
  storedPolicy,
  storePolicy,
  unknownOutputs,
  update,
  writes,
} from './support';

const start = worlds();
const pools = `/accounts/${accountId}/load_balancers/pools`;
const policies = `/accounts/${accountId}/alerting/v3/policies`;
const all = (count: number) => Array.from({ length: count }, (_, index) => p(index + 1));
const recipientsOf = (policy: unknown) => {
  const list = at(policy, 'mechanisms', 'email');
  return Array.isArray(list) ? list.map((each: unknown) => at(each, 'id')).sort() : [];
};

describe('a created policy', () => {
  it('is stored with its filters and recipients, and the legacy e-mail of its pool is cleared', async () => {
    const world = await start({}, { pools: somePools(2) });
    const state = await create(world, { description: 'why' });
    expect(await storedPolicy(world, state.id)).toMatchObject({
      name: 'Health',
      description: 'why',
      enabled: true,
      alert_type: 'load_balancing_health_alert',
      filters: { pool_id: [p(1)], new_health: ['Unhealthy', 'Healthy'], event_source: ['pool', 'origin'] },
      mechanisms: { email: [{ id: 'team@example.com' }] },
    });
    expect(await emails(world)).toEqual({ 2: 'ops@example.com' });
    expect(state).toMatchObject({
      cleared_legacy_emails: { 'pool-001': 'ops@example.com' },
      legacy_emails: { 'pool-002': 'ops@example.com' },
      legacy_pool_count: 1,
      carried_over_recipients: [],
    });
  });

  it('writes the policy before it clears anything, and reads it back in between', async () => {
    const world = await start({}, { pools: somePools(1) });
    await create(world);
    expect(await world.calls()).toEqual([
      'GET load_balancers/pools',
      'GET alerting/v3/policies',
      'POST alerting/v3/policies',
      'GET alerting/v3/policies',
      'GET load_balancers/pools/:id',
      'PATCH load_balancers/pools/:id',
      'GET load_balancers/pools',
      'GET alerting/v3/policies',
    ]);
  });

  it('is found again if the reply to its creation is lost, and created once', async () => {
    const world = await start({}, { pools: somePools(1) });
    await world.fail({ kind: 'lost_reply', match: { method: 'POST' } });
    const state = await create(world);
    expect(await storedPolicies(world)).toHaveLength(1);
    expect(at(await storedPolicy(world, state.id), 'name')).toBe('Health');
    expect(await emails(world)).toEqual({});
  });

  it.each([
    ['mechanisms.email[0].id is no e-mail address: x', 'email_addresses: E-mail address refused by the API'],
    ['mechanisms.webhooks[0].id is unknown', 'webhook_ids: Webhook refused by the API'],
    ['mechanisms.pagerduty[0].id is unknown', 'pagerduty_ids: PagerDuty service refused by the API'],
  ])('reports which recipients the service refuses: %s', async (said, expected) => {
    const world = await start({}, { pools: somePools(1) });
    const match = { path: policies, method: 'POST' };
    await world.fail({
      kind: 'status',
      status: 400,
      code: 17102,
      message: `invalid mechanisms: ${said}`,
      match,
    });
    expect(describeAll(await failureOf(create(world)))).toEqual([expect.stringContaining(expected)]);
  });

  it('reports at all_pools that the account has no pools, at plan and at apply', async () => {
    const world = await start();
    const given = { pool_ids: null, all_pools: true };
    expect((await plan(world, null, given)).reported).toEqual([
      expect.stringContaining('warning at all_pools: Account has no pools:'),
    ]);
    expect(describeAll(await failureOf(create(world, given)))).toEqual([
      expect.stringContaining('error at all_pools: Account has no pools'),
    ]);
    expect(await storedPolicies(world)).toEqual([]);
  });

  it('is unchanged when the account loses its last pool', async () => {
    const world = await start({}, { pools: somePools(1) });
    const given = { pool_ids: null, all_pools: true };
    const state = await create(world, given);
    await world.api('DELETE', `${pools}/${p(1)}`);
    const next = (await read(world, state)) ?? state;
    expect(await planAgain(world, next)).toEqual({
      reported: [expect.stringContaining('warning at all_pools: Account has no pools left')],
      predicted: {},
    });
    expect(await update(world, next, { ...given, name: 'Other' })).toMatchObject({
      name: 'Other',
      pool_ids: [p(1)],
    });
  });
});

describe('clearing', () => {
  const numbers = (count: number, passes: (number: number) => boolean) =>
    Array.from({ length: count }, (_, index) => index + 1).filter(passes);

  it.each([
    ['26 pools', 26, () => true, { pages: 0, single: 26 }],
    ['one of 26 pools', 26, (number: number) => number === 26, { pages: 0, single: 1 }],
    ['half of 500 pools', 500, (number: number) => number % 2 === 1, { pages: 0, single: 250 }],
    ['all of 651 pools', 651, () => true, { pages: 13, single: 1 }],
    ['29 of 30 pools each, of 900', 900, (number: number) => number % 30 !== 0, { pages: 30, single: 0 }],
  ])('takes the planned calls for %s', async (_, count, isCovered, expected) => {
    const world = await start({}, { pools: somePools(count) });
    const covered = numbers(count, isCovered);
    await create(world, { pool_ids: covered.map(p) });
    const calls = await writes(world);
    const countOf = (call: string) => calls.filter((each) => each === call).length;
    expect({
      pages: countOf('PATCH load_balancers/pools'),
      single: countOf('PATCH load_balancers/pools/:id'),
    }).toEqual(expected);
    expect(Object.keys(await emails(world)).map(Number)).toEqual(
      numbers(count, (number) => !isCovered(number)),
    );
  });

  it('reads the pools again after a lost reply, and continues', async () => {
    const world = await start({}, { pools: somePools(5) });
    const ids = [p(1), p(3), p(5)];
    await world.fail({ kind: 'lost_reply', skip: 1, match: { method: 'PATCH' } });
    const by = context(world);
    await create(world, { pool_ids: ids }, by);
    expect(by.warnings).toEqual([]);
    expect(Object.keys(await emails(world))).toEqual(['2', '4']);
  });

  it('records nothing for a pool that is deleted in the meantime', async () => {
    const world = await start({}, { pools: somePools(3) });
    const by = context(world);
    const clear = by.service.pools.update.bind(by.service.pools);
    by.service.pools.update = async (...args) => {
      by.service.pools.update = clear;
      await world.api('DELETE', `${pools}/${p(3)}`);
      return clear(...args);
    };
    const state = await create(world, { pool_ids: [p(1), p(3)] }, by);
    expect(state.cleared_legacy_emails).toEqual({ 'pool-001': 'ops@example.com' });
  });

  it('warns about a failure halfway after a create, keeps the policy, and the next apply continues', async () => {
    const world = await start({}, { pools: somePools(5) });
    await world.fail({ kind: 'status', status: 500, skip: 1, times: 9, match: { method: 'PATCH' } });
    const by = context(world);
    const state = await create(world, { pool_ids: [p(1), p(3), p(5)] }, by);
    expect(describeAll(by.warnings)).toEqual([expect.stringContaining('Legacy e-mails not cleared yet')]);
    expect(state).toMatchObject({
      legacy_pool_count: 4,
      cleared_legacy_emails: { 'pool-001': 'ops@example.com' },
    });
    await world.heal();
    const again = await planAgain(world, state, context(world, by.privateState.get()));
    expect(again.reported).toEqual([expect.stringContaining('clears 2 legacy e-mails')]);
    await world.calls();
    const done = await update(world, state, { pool_ids: [p(1), p(3), p(5)] });
    expect(done.legacy_pool_count).toBe(2);
    expect(done.cleared_legacy_emails).toEqual({
      'pool-001': 'ops@example.com',
      'pool-003': 'ops@example.com',
      'pool-005': 'ops@example.com',
    });
    expect(await writes(world)).toEqual(Array(2).fill('PATCH load_balancers/pools/:id'));
  });

  it('keeps a new policy that cannot be read back', async () => {
    const world = await start({}, { pools: somePools(1) });
    await world.fail({
      kind: 'status',
      status: 500,
      times: 9,
      skip: 1,
      match: { path: policies, method: 'GET' },
    });
    const by = context(world);
    const state = await create(world, {}, by);
    expect(describeAll(by.warnings)).toEqual([expect.stringContaining('Legacy e-mails not cleared yet')]);
    expect(state).toMatchObject({ name: 'Health', legacy_pool_count: 1, pool_ids: [p(1)] });
    expect(await emails(world)).toEqual({ 1: 'ops@example.com' });
    await world.heal();
    expect(at(await storedPolicy(world, state.id), 'name')).toBe('Health');
  });

  it('fails on a failure halfway after an update, and keeps the change and the record', async () => {
    const world = await start({}, { pools: somePools(5) });
    const prior = await create(world, { pool_ids: [p(1)] });
    await world.fail({ kind: 'status', status: 500, skip: 1, times: 9, match: { method: 'PATCH' } });
    const by = context(world);
    const attempt = update(world, prior, { pool_ids: [p(1), p(3), p(5)] }, by);
    expect(await errorOf(attempt)).toMatchObject({ status: 500 });
    await world.heal();
    const kept = { ...prior, ...by.kept.at(-1) };
    expect(kept.pool_ids).toEqual([p(1), p(3), p(5)]);
    expect((await read(world, kept, by))?.cleared_legacy_emails).toEqual({
      'pool-001': 'ops@example.com',
      'pool-003': 'ops@example.com',
    });
  });

  it.each([
    ['works', null, {}],
    ['fails', '2026-11-02T03:04:05Z', { 1: 'ops@example.com' }],
  ])('relies on a webhook only while it works: it %s', async (_, last_failure, left) => {
    const id = 'b'.repeat(32);
    const webhooks = [{ id, name: 'hook', url: 'http://127.0.0.1:9/hook' }];
    const world = await start({}, { pools: somePools(1), webhooks });
    const by = context(world);
    const { alerting } = by.service;
    const [stored] = await alerting.listWebhooks(accountId);
    jest.spyOn(alerting, 'listWebhooks').mockResolvedValue([{ ...stored, last_failure } as never]);
    await create(world, { email_addresses: null, webhook_ids: [id] }, by);
    expect(await emails(world)).toEqual(left);
  });
});

it('keeps the record of a pool that is cleared again', async () => {
  const world = await start({}, { pools: somePools(1) });
  const by = context(world);
  const state = await create(world, {}, by);
  await setEmail(world, 1, 'late@example.com, ops@example.com');
  const next = await update(world, state, {}, context(world, by.privateState.get()));
  expect(next.cleared_legacy_emails).toEqual({ 'pool-001': 'ops@example.com, late@example.com' });
});

describe('carried-over recipients', () => {
  const content = [
    { email: 'a@example.com, b@example.com' },
    { email: 'B@example.com,team@example.com' },
    { email: null },
    {},
    { email: 'foreign@example.com' },
  ];
  const accounts = { pools: somePools(5, (number) => content[number - 1] ?? {}) };
  const given = { pool_ids: all(4), carry_over_recipients: true };
  const carried = ['a@example.com', 'b@example.com'];

  it('become recipients of the policy without duplicates, separate from configured ones', async () => {
    const world = await start({}, accounts);
    const state = await create(world, given);
    expect(recipientsOf(await storedPolicy(world, state.id))).toEqual([...carried, 'team@example.com']);
    expect(state).toMatchObject({
      email_addresses: ['team@example.com'],
      carried_over_recipients: carried,
      legacy_emails: { 'pool-005': 'foreign@example.com' },
    });
    expect(await read(world, state)).toEqual(state);
    expect(await planAgain(world, state)).toEqual({ reported: [], predicted: {} });
  });

  it('are kept through later changes, although no pool has them any more', async () => {
    const world = await start({}, accounts);
    const state = await update(world, await create(world, given), { ...given, name: 'Other name' });
    expect(recipientsOf(await storedPolicy(world, state.id))).toEqual([...carried, 'team@example.com']);
    expect(state.carried_over_recipients).toEqual(carried);
  });

  it('of a pool that gets an e-mail later show as a change and are added before it is cleared', async () => {
    const world = await start({}, accounts);
    const state = await create(world, given);
    await setEmail(world, 3, 'late@example.com');
    const { reported: said, predicted } = await planAgain(world, state);
    expect(said).toEqual([expect.stringMatching(/late@example.com +1 +this policy +3\n/)]);
    expect(predicted.carried_over_recipients).toBe(unknown);
    const next = await update(world, state, given);
    expect(next.carried_over_recipients).toEqual([...carried, 'late@example.com']);
  });

  it('are all recipients when carrying over is enabled, so a killed apply loses none', async () => {
    const world = await start({}, accounts);
    const prior = await create(world, { pool_ids: all(4), clear_legacy_email: 'none' });
    await world.fail({ kind: 'status', status: 500, skip: 1, times: 9, match: { method: 'PATCH' } });
    await errorOf(update(world, prior, given));
    await world.heal();
    // As if nothing had been noted of the change.
    const found = await read(world, prior);
    expect(found?.email_addresses).toEqual(['team@example.com', ...carried]);
    const state = await update(world, found ?? prior, given);
    expect(recipientsOf(await storedPolicy(world, state.id))).toEqual([...carried, 'team@example.com']);
    expect(await emails(world)).toEqual({ 5: 'foreign@example.com' });
  });

  it('are restored after an out-of-band removal', async () => {
    const world = await start({}, accounts);
    const by = context(world);
    const prior = await create(world, given, by);
    const less = {
      name: 'Health',
      mechanisms: { email: [{ id: 'team@example.com' }, { id: 'a@example.com' }] },
    };
    await storePolicy(world, prior.id, somePolicy(all(4), less));
    const next = context(world, by.privateState.get());
    const found = (await read(world, prior, next)) ?? prior;
    expect(found.carried_over_recipients).toEqual(['a@example.com']);
    const { reported: said, predicted } = await planAgain(world, found, next);
    expect(said).toEqual([
      expect.stringMatching(/Removed recipients are restored: b@example.com were carried over/),
    ]);
    expect(predicted.carried_over_recipients).toBe(unknown);
    const state = await update(world, found, given, next);
    expect([...(state.carried_over_recipients ?? [])].sort()).toEqual(carried);
    expect(await planAgain(world, state, context(world, next.privateState.get()))).toEqual({
      reported: [],
      predicted: {},
    });
  });

  it('stay when they are configured too, and then no longer', async () => {
    const world = await start({}, accounts);
    const by = context(world);
    const both = { ...given, email_addresses: ['team@example.com', 'a@example.com'] };
    const prior = await create(world, both, by);
    expect(prior.carried_over_recipients).toEqual(['b@example.com']);
    const state = await update(world, prior, given, context(world, by.privateState.get()));
    expect(recipientsOf(await storedPolicy(world, state.id))).toEqual([...carried, 'team@example.com']);
  });

  it('are removed when carrying over is disabled', async () => {
    const world = await start({}, accounts);
    const prior = await create(world, given);
    const state = await update(world, prior, { ...given, carry_over_recipients: false });
    expect(recipientsOf(await storedPolicy(world, state.id))).toEqual(['team@example.com']);
    expect(state.carried_over_recipients).toEqual([]);
  });
});

describe('an update of a policy that another client has changed since the plan', () => {
  const begin = async (changes: object, filters: object = {}) => {
    const world = await start({}, { pools: somePools(2, () => ({})) });
    const state = await create(world);
    const before = { name: 'Health', mechanisms: { email: [{ id: 'team@example.com' }] } };
    await storePolicy(world, state.id, somePolicy([p(1)], { ...before, ...changes }, filters));
    await world.calls();
    return { world, state };
  };
  const withRecipient = { mechanisms: { email: [{ id: 'team@example.com' }, { id: 'New@example.com' }] } };

  it.each<[string, object, object, RegExp]>([
    ['a recipient', withRecipient, {}, /email_addresses new@example\.com/],
    ['a pool', {}, { pool_id: [p(1), p(2)] }, /pool_ids 0+2/],
    ['another type', { alert_type: 'universal_ssl_event_type' }, {}, /alert_type universal_ssl_event_type/],
  ])('is refused where it would take %s from it', async (_, changes, filters, what) => {
    const { world, state } = await begin(changes, filters);
    const [error] = await failureOf(update(world, state, { description: 'Another' }));
    expect(error?.summary).toBe(`Policy "Health" of account ${accountId} changed since the plan`);
    expect(error?.detail).toMatch(what);
    expect(error?.detail).toContain('Nothing was changed. Plan again.');
    expect(await writes(world)).toEqual([]);
  });

  it('is done where the configuration has the same', async () => {
    const { world, state } = await begin(withRecipient);
    const by = context(world);
    const email_addresses = ['team@example.com', 'New@example.com'];
    await update(world, state, { description: 'Another', email_addresses }, by);
    expect(by.warnings).toEqual([]);
  });

  it('is done, with a warning, where it gives back what was taken', async () => {
    const { world, state } = await begin({ enabled: false, description: 'Theirs' });
    const by = context(world);
    await update(world, state, { description: 'Ours' }, by);
    expect(describeAll(by.warnings)).toEqual([
      expect.stringContaining('has changed it: no enabled true; description "Theirs". This apply overwrites'),
    ]);
    expect(await storedPolicy(world, state.id)).toMatchObject({ enabled: true, description: 'Ours' });
  });
});

describe('a list that lags behind a write', () => {
  /** Each list of policies is as it was, so many times. */
  const lag = (by: ReturnType<typeof context>, times: number) => {
    const { alerting } = by.service;
    const list = alerting.listPolicies.bind(alerting);
    const lists: Awaited<ReturnType<typeof list>>[] = [];
    alerting.listPolicies = async (...args) => {
      lists.push(await list(...args));
      return lists.at(lists.length > 1 && lists.length <= times + 1 ? 0 : -1) ?? [];
    };
  };

  it('is read again until it shows an update', async () => {
    const world = await start({}, { pools: somePools(1) });
    const prior = await create(world, { clear_legacy_email: 'none', description: 'Old' });
    const by = context(world);
    lag(by, 2);
    expect(await update(world, prior, { description: 'New' }, by)).toMatchObject({ description: 'New' });
    expect(by.warnings).toEqual([]);
    expect(await emails(world)).toEqual({});
  });

  it.each(['an update', 'a create'])(
    'leaves the e-mails of %s that it does not show in time',
    async (what) => {
      const world = await start({}, { pools: somePools(1) });
      const prior = what === 'an update' ? await create(world, { clear_legacy_email: 'none' }) : undefined;
      const by = context(world);
      Object.defineProperty(by.service, 'patienceMs', { value: 0 });
      lag(by, 9);
      const sent =
        /The API accepted the policy, and 0 seconds later .*: (?:description: sent New, returned none|policy: sent Health, returned none)\..*Apply again/;
      if (prior === undefined) {
        const state = await create(world, {}, by);
        expect(state).toMatchObject({ name: 'Health', legacy_pool_count: 1 });
        expect(describeAll(by.warnings)).toEqual([expect.stringMatching(/Legacy e-mails not cleared yet/)]);
      } else {
        const [error] = await failureOf(update(world, prior, { description: 'New' }, by));
        expect(error?.detail).toMatch(sent);
      }
      expect(await emails(world)).toEqual({ 1: 'ops@example.com' });
    },
  );
});

describe('a policy with unknown settings', () => {
  const strange = {
    id: 'c'.repeat(32),
    name: 'Strange',
    alert_interval: '30m',
    mechanisms: { email: [{ id: 'team@example.com' }], pigeon: [{ id: 'loft' }] },
  };
  const policies = [somePolicy([p(1)], strange, { region: ['WEU'] })];

  it('keeps them through an update', async () => {
    const world = await start({}, { pools: somePools(1), policies });
    const prior = await create(world, { name: 'Other' }).then(async (state) => {
      const found = await read(world, { ...state, id: 'c'.repeat(32), name: 'Strange' });
      if (found === undefined) throw new Error('there is no policy to read');
      return found;
    });
    await setEmail(world, 1, 'ops@example.com');
    const next = await planAgain(world, prior);
    expect(next.reported).toEqual([expect.stringMatching(/is not cleared.*unknown filters.*region/s)]);
    await update(world, prior, { name: 'Renamed' });
    expect(await storedPolicy(world, 'c'.repeat(32))).toMatchObject({
      name: 'Renamed',
      alert_interval: '30m',
      filters: { region: ['WEU'], pool_id: [p(1)] },
      mechanisms: { pigeon: [{ id: 'loft' }], email: [{ id: 'team@example.com' }] },
    });
    expect(await emails(world)).toEqual({ 1: 'ops@example.com' });
  });

  it('has no changes because of them', async () => {
    const world = await start({}, { pools: somePools(2) });
    const state = await create(world, { pool_ids: all(2) });
    await world.setQuirks(everyQuirk);
    await world.calls();
    const found = await read(world, state);
    expect(found).toMatchObject({ name: 'Health', enabled: true, legacy_pool_count: 0 });
    await update(world, state, { pool_ids: all(2) });
    expect(await writes(world)).toEqual([]);
  });
});

describe('a policy without a description', () => {
  it('reads the same and has an empty plan, whether replies have null or an empty string', async () => {
    const undescribed = somePolicy([p(1)], { id: 'c'.repeat(32) });
    const world = await start({}, { pools: somePools(1, () => ({})), policies: [undescribed] });
    const given = { id: 'c'.repeat(32), name: 'Other', email_addresses: ['other@example.com'] };
    const prior = { ...(await create(world)), ...given };
    for (const quirks of [{ serviceWording: true }, { serviceWording: false }]) {
      await world.setQuirks(quirks);
      const found = await read(world, prior);
      expect(found).toMatchObject({ ...given, description: '' });
      if (found === undefined) throw new Error('there is no policy to read');
      expect(await planAgain(world, found)).toEqual({ reported: [], predicted: {} });
      await world.calls();
      await update(world, found, given);
      expect(await writes(world)).toEqual([]);
    }
  });
});

describe('a plan', () => {
  it('names the policy in each headline, and counts pools by recipient', async () => {
    const world = await start(
      {},
      { pools: somePools(30, (number) => ({ email: `team-${number % 3}@example.com` })) },
    );
    const given = { pool_ids: all(26), carry_over_recipients: true };
    const advice = await handler.plan?.(
      { prior: null, planned: { ...desired(given), ...unknownOutputs }, config: null },
      context(world),
    );
    expect(advice?.diagnostics?.map(({ summary }) => summary)).toEqual([
      `Policy "Health" of account ${accountId}: clears 26 legacy e-mails, 3 carried-over recipients are notified of more pools`,
    ]);
    expect(advice?.diagnostics?.[0]?.detail.split('\n').slice(1, -1)).toEqual([
      '  LEGACY RECIPIENT    POOLS  NOTIFIED BY  NEW POOLS',
      '  team-0@example.com  8      this policy  18',
      '  team-1@example.com  9      this policy  17',
      '  team-2@example.com  9      this policy  17',
    ]);
  });

  it('predicts no value that may differ at apply', async () => {
    const world = await start({}, { pools: somePools(2) });
    const given = { pool_ids: null, all_pools: true, carry_over_recipients: true };
    expect((await plan(world, null, given)).predicted).toEqual({});
    const state = await create(world, given);
    await setEmail(world, 1, 'late@example.com');
    expect((await planAgain(world, state)).predicted).toStrictEqual({
      pool_ids: unknown,
      cleared_legacy_emails: unknown,
      legacy_emails: unknown,
      legacy_pool_count: unknown,
      carried_over_recipients: unknown,
    });
  });

  it('has an update if a covered pool got an e-mail, and none for another pool', async () => {
    const world = await start({}, { pools: somePools(2, () => ({})) });
    const state = await create(world);
    await setEmail(world, 2, 'late@example.com');
    expect(await planAgain(world, state)).toEqual({ reported: [], predicted: {} });
    await setEmail(world, 1, 'late@example.com');
    const { reported: said, predicted } = await planAgain(world, state);
    expect(said).toEqual([expect.stringContaining('clears 1 legacy e-mail')]);
    expect(predicted.cleared_legacy_emails).toBe(unknown);
  });

  it('adds a new pool with all_pools, and drops a deleted one', async () => {
    const world = await start({}, { pools: somePools(3, () => ({})) });
    const state = await create(world, { pool_ids: null, all_pools: true });
    await world.api('DELETE', `/accounts/${accountId}/load_balancers/pools/${p(2)}`);
    const { reported: said, predicted } = await planAgain(world, state);
    expect(said).toEqual([
      expect.stringContaining(`Pools of the account changed: It will no longer list ${p(2)}`),
    ]);
    expect(predicted.pool_ids).toBe(unknown);
    const next = await update(world, state, { pool_ids: null, all_pools: true });
    expect(next.pool_ids).toEqual([p(1), p(3)]);
  });

  it('reports unknown pools, webhooks and PagerDuty services at their attributes', async () => {
    const world = await start({}, { pools: somePools(1) });
    const { reported: said } = await plan(world, null, {
      pool_ids: [p(1), p(9)],
      webhook_ids: ['nowhere'],
      pagerduty_ids: ['nobody'],
    });
    expect(said).toEqual(
      expect.arrayContaining([
        expect.stringContaining(`error at pool_ids: Unknown pools: The account has no pool ${p(9)}.`),
        expect.stringContaining('error at webhook_ids: Unknown webhook: The account has no webhook nowhere.'),
        expect.stringContaining('error at pagerduty_ids: Unknown PagerDuty service'),
      ]),
    );
  });

  it.each(['the policy still names it', 'the policy names it no longer'])(
    'only warns about a webhook, and about a listed pool, that were deleted later: %s',
    async (stays) => {
      const [hook, other] = ['b'.repeat(32), 'd'.repeat(32)];
      const webhooks = [hook, other].map((id) => ({ id, name: id, url: 'http://127.0.0.1:9/hook' }));
      const world = await start({}, { pools: somePools(2), webhooks });
      const given = { pool_ids: all(2), webhook_ids: [hook, other] };
      const by = context(world);
      const state = await create(world, given, by);
      await world.api('DELETE', `/accounts/${accountId}/alerting/v3/destinations/webhooks/${hook}`);
      await world.api('DELETE', `/accounts/${accountId}/load_balancers/pools/${p(2)}`);
      const now =
        stays === 'the policy still names it' ? state : { ...state, pool_ids: [p(1)], webhook_ids: [other] };
      const again = context(world, by.privateState.get());
      const { reported: said } = await plan(world, now, given, again);
      expect(said.filter((each) => each.includes('no longer exist'))).toEqual([
        expect.stringContaining(
          `warning at pool_ids: Pools no longer exist: The account has no pool ${p(2)}.`,
        ),
        expect.stringMatching(
          /^warning at webhook_ids: Webhook no longer exists: The account has no webhook b{32} any more, .* Remove it/,
        ),
      ]);
      expect(said.filter((each) => each.startsWith('error'))).toEqual([]);
      const typo = await plan(world, now, { ...given, webhook_ids: [other, 'typo'] }, again);
      expect(typo.reported.join()).toContain(
        'error at webhook_ids: Unknown webhook: The account has no webhook typo.',
      );
    },
  );

  it.each<Partial<DesiredSettings>>([{ all_pools: true, pool_ids: null }, { pool_ids: all(2) }])(
    'keeps an e-mail that no recipient covers, and only warns about it, when somebody sets it later: %j',
    async (given) => {
      const wanted = { accept_lost_recipients: null, ...given };
      const world = await start({}, { pools: somePools(2, () => ({})) });
      const state = await create(world, wanted);
      await world.api('PATCH', `/accounts/${accountId}/load_balancers/pools/${p(2)}`, {
        notification_email: 'foreign@example.com',
      });
      const { reported: said, predicted } = await planAgain(world, state);
      expect(said).toEqual([
        expect.stringMatching(/^warning at clear_legacy_email: 1 legacy e-mail is not cleared: .*pool-002/),
      ]);
      expect(predicted).toEqual({});
      const changed = { ...wanted, description: 'Another' };
      await update(world, state, changed);
      expect(await world.api('GET', `/accounts/${accountId}/load_balancers/pools/${p(2)}`)).toMatchObject({
        notification_email: 'foreign@example.com',
      });
    },
  );

  it('clears nothing that depends on a webhook which the same apply creates', async () => {
    const world = await start({}, { pools: somePools(1) });
    const found = await plan(world, null, { email_addresses: null, webhook_ids: [unknown] as never });
    expect(found.reported).toEqual([
      expect.stringMatching(/1 legacy e-mail is not cleared yet: .*pool-001.*Apply once more/),
    ]);
  });

  it.each([
    ['account', { account_id: unknown }],
    ['pools', { pool_ids: unknown }],
    ['one of the pools', { pool_ids: [p(1), unknown] as never }],
  ])('predicts no clearing while the %s is unknown', async (_, given) => {
    const world = await start({}, { pools: somePools(1) });
    expect(await plan(world, null, given)).toEqual({ reported: [], predicted: {} });
    const state = await create(world);
    expect((await plan(world, state, given)).reported).toEqual([]);
  });

  it.each([
    ['is disabled', { enabled: false }, 'When this policy is disabled'],
    ['names other pools', { pool_ids: [p(2)] }, 'When this policy covers less'],
  ])('warns about pools without notifications when the policy %s', async (_, given, words) => {
    const world = await start({}, { pools: somePools(2) });
    const state = await create(world);
    const { reported: said } = await plan(world, state, given);
    expect(said).toEqual(
      expect.arrayContaining([expect.stringMatching(new RegExp(`1 pool without.*${words}.*pool-001`, 's'))]),
    );
  });
});

describe('a policy that covers less', () => {
  const cleared = { email: '' };

  it.each([
    [
      'a status and a source are left out',
      { new_health: ['Healthy'], event_sources: ['origin'] },
      /pool-001, pool-002: /,
      'pool unhealthy, pool healthy, origin unhealthy',
    ],
    [
      'a status is left out',
      { new_health: ['Unhealthy'] },
      /pool-001, pool-002: /,
      'pool healthy, origin healthy',
    ],
  ])('warns about the events that nobody is notified about when %s', async (_, given, pools, events) => {
    const other = somePolicy([p(3)]);
    const world = await start({}, { pools: somePools(3, () => cleared), policies: [other] });
    const state = await create(world, { pool_ids: all(3) });
    const { reported: said } = await plan(world, state, { pool_ids: all(3), ...given });
    expect(said).toEqual([
      expect.stringMatching(/2 pools lose notifications: /),
      expect.stringMatching(/1 recipient without notifications: .*team@example.com +1\n/s),
    ]);
    expect(said[0]).toMatch(pools);
    expect(said[0]).toContain(`nobody is notified about the events ${events} of`);
  });

  it('warns that its former account is without notifications', async () => {
    const world = await start({}, { pools: somePools(1) });
    const state = await create(world, { carry_over_recipients: true });
    const { reported: said } = await plan(world, state, { account_id: 'f'.repeat(32) });
    expect(said).toEqual([
      expect.stringMatching(/1 pool without.*pool-001.*emailAddresses: \['ops@example.com'\]/),
    ]);
  });
});

describe('a destroyed policy', () => {
  it('is deleted even if the remaining coverage cannot be read', async () => {
    const world = await start({}, { pools: somePools(1) });
    const state = await create(world);
    await world.fail({ kind: 'status', status: 500, times: 9, match: { path: pools } });
    await handler.delete(state, context(world));
    expect(await storedPolicies(world)).toEqual([]);
  });

  it('warns about the pools without notifications, and neither restores nor clears an e-mail', async () => {
    const policies = [somePolicy([p(2)])];
    const world = await start({}, { pools: somePools(4), policies });
    const state = await create(world, { pool_ids: all(3) });
    await setEmail(world, 3, 'late@example.com');
    const before = await emails(world);
    expect((await planDestroy(world, state)).reported).toEqual([
      expect.stringMatching(/1 pool without notifications: When this policy is deleted,.* pool-001:/),
      expect.stringMatching(/1 recipient without notifications: .*team@example.com +2\n/s),
    ]);
    await world.calls();
    const by = context(world);
    await handler.delete(state, by);
    expect(describeAll(by.warnings)).toEqual([
      expect.stringContaining('1 pool without notifications'),
      expect.stringContaining('1 recipient without notifications'),
    ]);
    expect(await writes(world)).toEqual(['DELETE alerting/v3/policies/:id']);
    expect(await emails(world)).toEqual(before);
  });

  it('warns about a pool that another client has added to it since the plan', async () => {
    const world = await start({}, { pools: somePools(2, () => ({})) });
    const state = await create(world);
    await storePolicy(world, state.id, somePolicy([p(1), p(2)], { name: 'Health' }));
    const by = context(world);
    await handler.delete(state, by);
    expect(describeAll(by.warnings)[0]).toMatch(/2 pools without notifications.* pool-002/s);
  });

  it('succeeds when it no longer exists, and reads as deleted', async () => {
    const world = await start({}, { pools: somePools(1) });
    const state = await create(world);
    await handler.delete(state, context(world));
    await handler.delete(state, context(world));
    expect(await read(world, state)).toBeUndefined();
  });
});

describe('a policy that got something unknown out of band', () => {
  const changed = async (filters: object, mechanisms: object = {}) => {
    const world = await start({}, { pools: somePools(2) });
    const state = await create(world);
    await storePolicy(
      world,
      state.id,
      somePolicy(
        [p(1)],
        { name: 'Health', mechanisms: { email: [{ id: 'team@example.com' }], ...mechanisms } },
        filters,
      ),
    );
    const by = context(world);
    const found = await read(world, state, by);
    return { world, state: found ?? state, warnings: describeAll(by.warnings) };
  };

  it('has a warning with the filter, its value and what it means', async () => {
    const { world, state, warnings } = await changed({ region: ['WEU'] });
    expect(warnings).toEqual([
      expect.stringMatching(
        /^warning at : Unknown filters: .*region \["WEU"\].*covers no pool, and nothing is cleared relying on it/,
      ),
      expect.stringMatching(/1 pool without notifications: .*pool-001/),
    ]);
    await setEmail(world, 1, 'team@example.com');
    expect((await planAgain(world, state)).reported).toEqual([
      expect.stringMatching(/1 legacy e-mail is not cleared: .*unknown filters.*region \["WEU"\]/),
    ]);
  });

  it('has a warning with the recipients of an unknown kind', async () => {
    const { warnings } = await changed({}, { pigeon: [{ id: 'loft' }] });
    expect(warnings).toEqual([expect.stringMatching(/Unknown recipients: .*pigeon \[\{"id":"loft"\}\]/)]);
  });

  it('has none while the unknown parts are empty', async () => {
    expect((await changed({ region: [] }, { pigeon: null })).warnings).toEqual([]);
  });
});

describe('a refresh of a policy', () => {
  const notified = expect.stringMatching(
    /^warning at : 1 pool without notifications: As stored now, nobody .*pool-001: no policy covers them/,
  ) as string;
  const refresh = async (email: string, given: Partial<DesiredSettings>) => {
    const world = await start({}, { pools: somePools(2, () => ({ email })) });
    const made = context(world);
    const prior = await create(world, { pool_ids: all(2) }, made);
    const updated = context(world, made.privateState.get());
    const state = await update(world, prior, given, updated);
    const by = context(world, updated.privateState.get());
    await read(world, state, by);
    return { world, state, updated: describeAll(updated.warnings), refreshed: describeAll(by.warnings) };
  };

  it.each(['ops@example.com', ''])(
    'warns about a pool that it has left, and that nobody has taken over; its legacy e-mail was "%s"',
    async (email) => {
      const { updated, refreshed } = await refresh(email, { pool_ids: [p(2)] });
      expect(updated).toEqual([expect.stringMatching(/leaves 1 pool without notifications: .*pool-001/)]);
      expect(refreshed).toEqual([notified]);
    },
  );

  it('warns where somebody else has disabled it, and not where the configuration has', async () => {
    const { world, state, refreshed } = await refresh('', { pool_ids: [p(1)], enabled: false });
    expect(refreshed).toEqual([]);
    const by = context(world);
    await read(world, { ...state, enabled: true }, by);
    expect(describeAll(by.warnings)).toEqual([notified]);
  });
});

describe('a policy that was deleted out of band', () => {
  it('has a warning with its recipients, the cleared e-mails and the pools without notifications', async () => {
    const world = await start({}, { pools: somePools(1) });
    const by = context(world);
    const state = await create(world, { carry_over_recipients: true }, by);
    await world.api('DELETE', `${policies}/${state.id ?? ''}`);
    const next = context(world, by.privateState.get());
    expect(await read(world, state, next)).toBeUndefined();
    expect(describeAll(next.warnings)).toEqual([expect.stringContaining('Policy no longer exists')]);
    const [said] = describeAll(next.warnings);
    expect(said).toContain('Nobody is notified about the health of pool-001');
    expect(said).toContain("To keep them, set emailAddresses: ['ops@example.com']");
    expect(said).toContain('\n  pool-001  ops@example.com');
  });
});

describe('an import', () => {
  it('fails with the existing policies if none matches', async () => {
    const policies = [
      somePolicy([p(1)], { id: 'c'.repeat(32), name: 'Twice' }),
      somePolicy([p(1)], { id: 'd'.repeat(32), name: 'Twice' }),
    ];
    const world = await start({}, { pools: somePools(1), policies });
    const attempt = (which: string) => failureOf(handler.import(`${accountId}/${which}`, context(world)));
    expect(describeAll(await attempt('Nobody'))[0]).toContain(
      `The account ${accountId} has no policy for the health of pools with the ID or name "Nobody".`,
    );
    expect(describeAll(await attempt('Twice'))[0]).toContain(
      'has 2 policies for the health of pools named "Twice". Its policies for the health of pools are ',
    );
    expect(describeAll(await failureOf(handler.import('x', context(world))))[0]).toContain(
      'Use <account>/<policy id> or <account>/<policy name>',
    );
  });

  it.each<[string, string, number, string]>([
    ['none, where it would clear one', 'other@example.com', 1, 'none'],
    ['none, where it would be refused because of a recipient', 'lost@example.com', 1, 'none'],
    ['those of its pools, where they have none', 'other@example.com', 2, 'covered'],
  ])('reads every setting, and clears %s, so that the next plan is empty', async (...given) => {
    const [, email, legacyPool, expected] = given;
    const policies = [somePolicy([p(1)], { id: 'c'.repeat(32) })];
    const pools = somePools(2, (number) => (number === legacyPool ? { email } : {}));
    const world = await start({}, { pools, policies });
    const imported = await handler.import(`${accountId}/Other`, context(world));
    const names = Object.keys({ ...desired(), ...unknownOutputs });
    const nothing = Object.fromEntries(names.map((name) => [name, null]));
    const found = await read(world, { ...nothing, ...imported } as never);
    if (found === undefined) throw new Error('there is no policy to read');
    expect(found).toMatchObject({
      name: 'Other',
      pool_ids: [p(1)],
      all_pools: false,
      carry_over_recipients: false,
      clear_legacy_email: expected,
      email_addresses: ['other@example.com'],
      webhook_ids: null,
      pagerduty_ids: null,
    });
    expect(await planAgain(world, found)).toEqual({ reported: [], predicted: {} });
  });
});

it('reads a policy whose alert type was changed as deleted', async () => {
  const world = await start({}, { pools: somePools(1) });
  const state = await create(world);
  await storePolicy(world, state.id, {
    ...somePolicy([p(1)]),
    alert_type: 'failing_logpush_job_disabled_alert',
    filters: {},
  });
  expect(await read(world, state)).toBeUndefined();
});
