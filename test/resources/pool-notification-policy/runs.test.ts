import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { Policy, Pool } from '../../../lib/client';
import type { PoolNotificationPolicyAttributes } from '../../../lib/resources/pool-notification-policy/contract';
import type { PlanNotes } from '../../../lib/resources/handler';
import { isDiagnosticError } from '../../../lib/schema';
import { contextOf } from '../../support/handler-harness';
import { Account, makePolicy } from './account';
import { desired, handler, nameOf, p, unknownOutputs, type DesiredSettings, type Held } from './support';

/** What a configuration makes of one policy: `before` is stored and in the state, `after` is configured. */
interface Change {
  readonly before: Partial<DesiredSettings> | null;
  readonly after: Partial<DesiredSettings> | null;
}

const x = 'x@example.com';
const y = 'y@example.com';
const z = 'z@example.com';
const keep = { clear_legacy_email: 'none', accept_lost_recipients: null } as const;
const clear = { clear_legacy_email: 'covered', accept_lost_recipients: null } as const;

function startAccount(emails: readonly string[], changes: Readonly<Record<string, Change>>): Account {
  const pools = emails.map((notification_email, index): Pool => ({
    id: p(index + 1),
    name: nameOf(index + 1),
    notification_email,
    notification_filter: null,
    description: '',
    enabled: true,
    minimum_origins: 1,
    origins: [],
  }));
  const policies = Object.entries(changes).flatMap(([name, { before }]) =>
    before === null ? [] : [policyOf(name, before)],
  );
  return new Account(
    new Map(pools.map((pool) => [pool.id, pool])),
    new Map(policies.map((policy) => [policy.id, policy])),
    () => [],
  );
}

function policyOf(name: string, given: Partial<DesiredSettings>): Policy {
  const { pool_ids, new_health, event_sources, email_addresses, enabled } = desired(given);
  return makePolicy(`id of ${name}`, {
    name,
    enabled,
    alert_type: 'load_balancing_health_alert',
    filters: { pool_id: pool_ids ?? [], new_health, event_source: event_sources },
    mechanisms: { email: (email_addresses ?? []).map((id) => ({ id })) },
  });
}

const stateOf = (name: string, given: Partial<DesiredSettings>): Held => ({
  ...desired({ ...given, name }),
  id: `id of ${name}`,
  carried_over_recipients: [],
  cleared_legacy_emails: {},
  legacy_emails: {},
  legacy_pool_count: 0,
  changes: null,
  adopted: null,
});

const contextFor = (service: Account['client'], planNotes?: PlanNotes) => ({
  ...contextOf<PoolNotificationPolicyAttributes>(undefined as never, undefined, service),
  ...(planNotes === undefined ? {} : { planNotes }),
});

/** What a plan notes, as its apply reads it. */
function notes(): PlanNotes & { readonly lines: string[] } {
  const lines: string[] = [];
  return {
    lines,
    add: (note) => void lines.push(JSON.stringify(note)),
    all: () => lines.map((line): unknown => JSON.parse(line)),
    peek: () => lines.map((line): unknown => JSON.parse(line)),
    ofSameRun: () => [],
    news: () => [],
  };
}

/** One resource in one run of Terraform. */
async function planOne(
  name: string,
  { before, after }: Change,
  service: Account['client'],
  planNotes?: PlanNotes,
): Promise<string[]> {
  const wanted = after === null ? null : { ...desired({ ...after, name }), ...unknownOutputs };
  const prior = before === null ? null : stateOf(name, before);
  if (prior === null && wanted === null) return [];
  const planned = wanted === null ? null : { ...wanted, id: prior?.id ?? wanted.id };
  const advice = await handler.plan?.({ prior, planned, config: wanted }, contextFor(service, planNotes));
  return (advice?.diagnostics ?? []).map(
    ({ severity, summary, detail }) => `${severity}: ${summary}: ${detail}`,
  );
}

/** States that Terraform would not accept. */
const unplanned: string[] = [];
afterEach(() => {
  expect(unplanned.splice(0)).toEqual([]);
});

async function applyOne(
  name: string,
  { before, after }: Change,
  service: Account['client'],
  planNotes?: PlanNotes,
): Promise<string[]> {
  const context = contextFor(service, planNotes);
  const prior = before === null ? null : stateOf(name, before);
  try {
    if (after === null) {
      if (prior !== null) await handler.delete(prior, context);
      return [];
    }
    const wanted = desired({ ...after, name });
    const applying = { ...context, planned: { ...wanted, ...unknownOutputs } };
    const { pool_ids: poolIds, email_addresses: emails } =
      prior === null
        ? await handler.create(wanted, applying)
        : await handler.update({ prior, desired: wanted }, applying);
    const said = [wanted.pool_ids, wanted.email_addresses];
    if (!isDeepStrictEqual([poolIds, emails], said)) unplanned.push(`${name}: ${JSON.stringify(said)}`);
    return [];
  } catch (error) {
    if (!isDiagnosticError(error)) return [String(error)];
    return error.diagnostics.map(({ summary, detail }) => `${summary}: ${detail}`);
  }
}

type Order = readonly string[];

/** A plan, or an apply with the plans that it makes again. At the same time, or one after the other. */
async function run(
  account: Account,
  changes: Readonly<Record<string, Change>>,
  order: Order,
  how: { readonly isApply: boolean; readonly isParallel: boolean; readonly planNotes?: PlanNotes },
): Promise<string[]> {
  const service = account.client;
  const one = async (name: string) => {
    const change = changes[name];
    if (change === undefined) return [];
    if (!how.isApply) return planOne(name, change, service, how.planNotes);
    // A deletion is not planned again.
    const again = change.after === null ? [] : await planOne(name, change, service);
    const errors = again.filter((each) => each.startsWith('error'));
    return errors.length > 0 ? errors : applyOne(name, change, service, how.planNotes);
  };
  if (how.isParallel) return (await Promise.all(order.map(one))).flat();
  const said: string[] = [];
  for (const name of order) said.push(...(await one(name)));
  return said;
}

/** Who is notified of a pool: by its legacy e-mail and by policies. */
function notified({ pools, policies }: Pick<Account, 'pools' | 'policies'>): Set<string> {
  const legacy = [...pools.values()].flatMap(({ id, notification_email: email }) =>
    email === '' ? [] : [`${id} ${email}`],
  );
  const covered = [...policies.values()].flatMap(({ enabled, filters, mechanisms }) =>
    enabled
      ? (filters.pool_id ?? []).flatMap((id) => mechanisms.email.map((each) => `${id} ${each.id}`))
      : [],
  );
  return new Set([...legacy, ...covered]);
}

const orders: readonly Order[] = [
  ['a', 'b'],
  ['b', 'a'],
];
const parallel = [true, false];
const ways = orders.flatMap((order) =>
  parallel.map((isParallel) => [order.join(' then '), isParallel, order] as const),
);

describe('a policy that clears an e-mail, beside one that stops to notify its recipient', () => {
  const both = [p(1), p(2)];
  const before = { pool_ids: both, email_addresses: [x], ...keep };
  const b: Change = { before: null, after: { pool_ids: [p(1)], email_addresses: [y], ...clear } };
  const cases: readonly [string, Partial<DesiredSettings> | null][] = [
    ['replaces the address', { ...before, email_addresses: [z] }],
    ['leaves the pool', { ...before, pool_ids: [p(2)] }],
    ['reports fewer events', { ...before, new_health: ['Unhealthy'] }],
    ['is disabled', { ...before, enabled: false }],
    ['is deleted', null],
  ];

  describe.each(cases)('%s', (_, after) => {
    const changes = { a: { before, after }, b };

    it.each(ways)('fails the plan: %s, at the same time: %s', async (_order, isParallel, order) => {
      const account = startAccount([x, ''], changes);
      const said = await run(account, changes, order, { isApply: false, isParallel });
      const errors = said.filter((each) => each.startsWith('error'));
      expect(errors.length).toBeGreaterThan(0);
      expect(errors.join()).toMatch(
        /"b", "a" contradict each other[^]*pool-001 +x@example.com[^]*apply twice: first "b"/,
      );
    });

    it.each(ways)(
      'loses nobody in an apply without such a plan: %s, at the same time: %s',
      async (_order, isParallel, order) => {
        const account = startAccount([x, ''], changes);
        await run(account, changes, order, { isApply: true, isParallel });
        expect(notified(account)).toContain(`${p(1)} ${x}`);
      },
    );
  });

  it('counts on it where that one is not changed, or only gains recipients', async () => {
    for (const after of [before, { ...before, email_addresses: [x, z] }])
      for (const [, isParallel, order] of ways) {
        const changes = { a: { before, after }, b };
        const account = startAccount([x, ''], changes);
        const said = await run(account, changes, order, { isApply: false, isParallel });
        expect(said.filter((each) => !each.includes('clears 1 legacy e-mail'))).toEqual([]);
        expect(await run(account, changes, order, { isApply: true, isParallel })).toEqual([]);
        expect(account.pools.get(p(1))?.notification_email).toBe('');
        expect(notified(account)).toContain(`${p(1)} ${x}`);
      }
  });

  it('does not count on an address that is not stored yet', async () => {
    const changes = { a: { before, after: { ...before, email_addresses: [x, z] } }, b };
    const account = startAccount([z, ''], changes);
    for (const [, isParallel, order] of ways) {
      const said = await run(account, changes, order, { isApply: false, isParallel });
      expect(said.join()).toMatch(/warning: .*1 legacy e-mail is not cleared/);
    }
  });
});

describe('notifications that move from one policy to another', () => {
  const a = {
    before: { pool_ids: [p(1), p(2)], email_addresses: [x], ...keep },
    after: { pool_ids: [p(2)], email_addresses: [x], ...keep },
  };
  const moved = { pool_ids: [p(1)], email_addresses: [x], ...keep };
  const successors: readonly [string, Change][] = [
    ['a new policy', { before: null, after: moved }],
    [
      'a stored policy',
      { before: { ...moved, pool_ids: [p(3)] }, after: { ...moved, pool_ids: [p(1), p(3)] } },
    ],
    ['a policy that was disabled', { before: { ...moved, enabled: false }, after: moved }],
  ];

  it.each(successors)('never stop in between: to %s', async (_, b) => {
    const changes = { a, b };
    for (const order of orders) {
      const account = startAccount(['', '', ''], changes);
      const gaps: number[] = [];
      const watched = watch(account, () => {
        if (!notified(account).has(`${p(1)} ${x}`)) gaps.push(account.calls);
      });
      expect(await run(watched, changes, order, { isApply: true, isParallel: true })).toEqual([]);
      expect(gaps).toEqual([]);
      expect(account.policies.get('id of a')?.filters.pool_id).toEqual([p(2)]);
    }
  });

  it.each(successors)('stay where they are if %s cannot be stored, and the apply says so', async (_, b) => {
    for (const after of [a.after, null]) {
      const changes = { a: { ...a, after }, b };
      for (const order of orders) {
        const account = startAccount(['', '', ''], changes);
        account.refuses = (name) => name === 'b';
        const errors = await run(account, changes, order, { isApply: true, isParallel: true });
        expect(errors.join('\n')).toMatch(
          /The policy "b" should notify in place of this one, and is not stored/,
        );
        expect(notified(account)).toContain(`${p(1)} ${x}`);
      }
    }
  });

  it('are exchanged by two policies', async () => {
    const of = (email: string) => ({ pool_ids: [p(1)], email_addresses: [email], ...keep });
    const changes = { a: { before: of(x), after: of(y) }, b: { before: of(y), after: of(x) } };
    const account = startAccount([''], changes);
    const gaps: number[] = [];
    const watched = watch(account, () => {
      if (notified(account).size < 2) gaps.push(account.calls);
    });
    expect(await run(watched, changes, ['a', 'b'], { isApply: true, isParallel: true })).toEqual([]);
    expect(gaps).toEqual([]);
    expect([...account.policies.values()].map(({ mechanisms }) => mechanisms.email)).toEqual([
      [{ id: y }],
      [{ id: x }],
    ]);
  });

  describe('when Terraform applies one after the other', () => {
    const alone = { isApply: true, isParallel: false };
    const planned = async (account: Account, changes: Readonly<Record<string, Change>>) => {
      const planNotes = notes();
      await run(account, changes, ['b', 'a'], { isApply: false, isParallel: true, planNotes });
      return planNotes;
    };

    it.each(successors)('never stop in between: to %s', async (_, b) => {
      const changes = { a, b };
      for (const order of orders) {
        const account = startAccount(['', '', ''], changes);
        const gaps: number[] = [];
        const watched = watch(account, () => {
          if (!notified(account).has(`${p(1)} ${x}`)) gaps.push(account.calls);
        });
        const planNotes = await planned(watched, changes);
        expect(await run(watched, changes, order, { ...alone, planNotes })).toEqual([]);
        expect(gaps).toEqual([]);
        expect(account.policies.get('id of a')?.filters.pool_id).toEqual([p(2)]);
      }
    });

    it.each(successors)('stay where they are if %s cannot be stored', async (_, b) => {
      for (const order of orders) {
        const changes = { a, b };
        const account = startAccount(['', '', ''], changes);
        const planNotes = await planned(account, changes);
        account.refuses = (name) => name === 'b';
        const errors = await run(account, changes, order, { ...alone, planNotes });
        expect(errors.join('\n')).toMatch(/the service refuses b/);
        expect(notified(account)).toContain(`${p(1)} ${x}`);
      }
    });

    it('are exchanged by two policies', async () => {
      const of = (email: string) => ({ pool_ids: [p(1)], email_addresses: [email], ...keep });
      const changes = { a: { before: of(x), after: of(y) }, b: { before: of(y), after: of(x) } };
      const account = startAccount([''], changes);
      const gaps: number[] = [];
      const watched = watch(account, () => {
        if (notified(account).size < 2) gaps.push(account.calls);
      });
      const planNotes = await planned(watched, changes);
      expect(await run(watched, changes, ['a', 'b'], { ...alone, planNotes })).toEqual([]);
      expect(gaps).toEqual([]);
      expect([...account.policies.values()].map(({ mechanisms }) => mechanisms.email)).toEqual([
        [{ id: y }],
        [{ id: x }],
      ]);
    });

    it('leave step by step where several policies take them over', async () => {
      const changes = {
        a: { before: { ...a.before, pool_ids: [p(1), p(2), p(3)] }, after: { ...a.after, pool_ids: [p(3)] } },
        b: { before: null, after: moved },
        c: { before: null, after: { ...moved, pool_ids: [p(2)] } },
      };
      const account = startAccount(['', '', ''], changes);
      const planNotes = notes();
      await run(account, changes, ['a', 'b', 'c'], { isApply: false, isParallel: true, planNotes });
      const service = account.client;
      const of = () => account.policies.get('id of a')?.filters.pool_id;
      for (const [name, left] of [
        ['a', [p(1), p(2), p(3)]],
        ['b', [p(1), p(2), p(3)]],
        ['c', [p(3)]],
      ] as const) {
        expect(await applyOne(name, changes[name], service, planNotes)).toEqual([]);
        expect(of()).toEqual(left);
      }
    });

    it('stay in a policy that somebody has changed meanwhile', async () => {
      const changes = { a, b: { before: null, after: moved } };
      const account = startAccount(['', '', ''], changes);
      const planNotes = await planned(account, changes);
      const service = account.client;
      await applyOne('a', a, service, planNotes);
      const stored = account.policies.get('id of a');
      if (stored !== undefined) account.policies.set(stored.id, { ...stored, description: 'by a colleague' });
      expect(await applyOne('b', changes.b, service, planNotes)).toEqual([]);
      expect(account.policies.get('id of a')?.description).toBe('by a colleague');
      expect(notified(account)).toContain(`${p(1)} ${x}`);
    });

    it('keep a policy that is deleted before the other one is stored, and the apply fails', async () => {
      const changes = { a: { ...a, after: null }, b: { before: null, after: { ...a.before } } };
      const account = startAccount(['', ''], changes);
      const planNotes = await planned(account, changes);
      const errors = await run(account, changes, ['a', 'b'], { ...alone, planNotes });
      expect(errors.join()).toMatch(/Policy not deleted: The policy "b" should notify in place of this one/);
      expect([...account.policies.keys()]).toEqual(['id of a', 'id of b']);
      expect(await run(account, { a: changes.a }, ['a'], { ...alone, planNotes })).toEqual([]);
      expect([...account.policies.keys()]).toEqual(['id of b']);
    });

    it('stay where a note is wrong, however wrong it is', async () => {
      const changes = { a, b: { before: null, after: moved } };
      const planNotes = await planned(startAccount(['', '', ''], changes), changes);
      const account = startAccount(['', '', ''], { a });
      expect(await run(account, { a }, ['a'], { ...alone, planNotes })).toEqual([]);
      expect(notified(account)).toContain(`${p(1)} ${x}`);
      // Another policy takes over less than the note says.
      const b = { before: null, after: { ...moved, pool_ids: [p(3)] } };
      const service = account.client;
      await applyOne('a', a, service, planNotes);
      expect(await applyOne('b', b, service, planNotes)).toEqual([]);
      expect(notified(account)).toContain(`${p(1)} ${x}`);
      // What is no note says nothing.
      const other = startAccount(['', '', ''], { a });
      const junk = notes();
      for (const [from, to] of [
        ['"ids":', '"ids":7,"was":'],
        ['"enabled":true', '"enabled":"yes"'],
        ['"email":', '"e":'],
        ['"key":', '"k":'],
      ] as const)
        junk.lines.push(...planNotes.lines.map((line) => line.replaceAll(from, to)));
      junk.lines.push('null', '[]', '{"policy":[]}');
      expect(await run(other, { a }, ['a'], { ...alone, planNotes: junk })).toEqual([]);
      expect(other.policies.get('id of a')?.filters.pool_id).toEqual([p(2)]);
    });
  });

  it('leave at once where no policy takes them over', async () => {
    const account = startAccount(['', ''], { a });
    expect(await run(account, { a }, ['a'], { isApply: true, isParallel: true })).toEqual([]);
    expect(account.policies.get('id of a')?.filters.pool_id).toEqual([p(2)]);
  });
});

describe('a change of a policy whose pools another policy covers for other people', () => {
  const before = { pool_ids: [p(1)], email_addresses: [x], ...keep };
  const stays: Change = { before: { pool_ids: [p(1)], email_addresses: [y], ...keep }, after: null };
  const planBeside = async (change: Change, others: Readonly<Record<string, Change>> = {}) => {
    const account = startAccount(['', ''], { a: change, stays, ...others });
    const said = await run(account, { a: change, ...others }, ['a', ...Object.keys(others)], {
      isApply: false,
      isParallel: true,
    });
    return said;
  };
  const loses = expect.stringMatching(
    /^warning: .*1 recipient without notifications: [^]*x@example.com +1\n/,
  ) as string;

  it.each<[string, Partial<DesiredSettings> | null]>([
    ['removes the policy', null],
    ['disables it', { ...before, enabled: false }],
    ['leaves events out', { ...before, new_health: ['Unhealthy'] }],
    ['leaves a source out', { ...before, event_sources: ['pool'] }],
    ['leaves the pool out', { ...before, pool_ids: [p(2)] }],
    ['replaces the recipient', { ...before, email_addresses: [z] }],
  ])('has a warning if it %s', async (_, after) => {
    expect(await planBeside({ before, after })).toEqual([loses]);
  });

  it.each<[string, Partial<DesiredSettings>]>([
    ['changes nothing', before],
    ['adds a recipient', { ...before, email_addresses: [x, z] }],
    ['writes the address otherwise', { ...before, email_addresses: ['X@example.com'] }],
  ])('has none if it %s', async (_, after) => {
    expect(await planBeside({ before, after })).toEqual([]);
  });

  it('has none where a policy of the same plan takes over, and one where it does so for somebody else', async () => {
    const after = { ...before, pool_ids: [p(2)] };
    const taking = (email: string) => ({
      b: { before: null, after: { pool_ids: [p(1)], email_addresses: [email], ...keep } },
    });
    expect(await planBeside({ before, after }, taking(x))).toEqual([]);
    expect(await planBeside({ before, after: null }, taking(x))).toEqual([]);
    expect(await planBeside({ before, after }, taking(z))).toEqual([loses]);
  });
});

describe('a driver without plans', () => {
  const b: Change = { before: null, after: { pool_ids: [p(1)], email_addresses: [y], ...clear } };
  const stays: Change = { before: { pool_ids: [p(1), p(2)], email_addresses: [x], ...keep }, after: null };
  const applyAlone = async (given: Partial<DesiredSettings>, emails: readonly string[] = [x, x]) => {
    const account = startAccount(emails, { stays, b });
    const context = contextFor(account.client);
    const outcome = handler.create(desired({ ...b.after, name: 'b', ...given }), context);
    const failure = await outcome.then(
      () => '',
      (error: unknown) =>
        isDiagnosticError(error) ? error.diagnostics.map(({ detail }) => detail).join() : String(error),
    );
    const said = context.warnings.map(({ detail }) => detail).join();
    return { failure, said, left: [...account.pools.values()].map(({ notification_email: email }) => email) };
  };

  it('clears no e-mail relying on another policy, which the same apply may change', async () => {
    expect(await applyAlone({})).toEqual({
      failure: '',
      said: expect.stringMatching(
        /counts on no other one[^]*No policy notifies these recipients[^]*x@example.com/,
      ) as string,
      left: [x, x],
    });
  });

  it('clears what the policy itself replaces, and with `all` nothing else', async () => {
    const given = { email_addresses: [x], clear_legacy_email: 'all' };
    expect(await applyAlone(given)).toEqual({
      failure: '',
      said: expect.stringContaining('This policy does not cover pool-002') as string,
      left: ['', x],
    });
  });

  it('clears the e-mails of recipients that are given up', async () => {
    expect(await applyAlone({ accept_lost_recipients: true })).toEqual({
      failure: '',
      said: '',
      left: ['', x],
    });
  });
});

const settings = fc.record({
  pool_ids: fc.subarray([p(1), p(2), p(3)], { minLength: 1 }),
  email_addresses: fc.subarray([x, y, z], { minLength: 1 }),
  new_health: fc.constantFrom(['Unhealthy', 'Healthy'], ['Unhealthy']),
  enabled: fc.constantFrom(true, true, true, false),
  carry_over_recipients: fc.boolean(),
  clear_legacy_email: fc.constantFrom('covered', 'all', 'none'),
  accept_lost_recipients: fc.constant(null),
});
const change: fc.Arbitrary<Change> = fc.record({
  before: fc.option(settings.map((each) => ({ ...each, ...keep, carry_over_recipients: false }))),
  after: fc.option(settings),
});

it('no recipient of a legacy e-mail loses anything in any run of several policies, whoever fails', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('', x, y, z), { minLength: 3, maxLength: 3 }),
      fc.record({ a: change, b: change, c: change }),
      fc.shuffledSubarray(['a', 'b', 'c'], { minLength: 3 }),
      fc.boolean(),
      fc.boolean(),
      fc.constantFrom('', 'a', 'b', 'c'),
      fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 40 }),
      async (emails, changes, order, isParallel, isNoted, refused, turns) => {
        const account = startAccount(emails, changes);
        account.turns = turns;
        account.refuses = (name) => name === refused;
        const owed = emails.flatMap((email, index) => (email === '' ? [] : [`${p(index + 1)} ${email}`]));
        const lost = new Set<string>();
        const watched = watch(account, () => {
          const now = notifiedOfAll(account);
          for (const each of owed) if (!now.has(each)) lost.add(each);
        });
        const planNotes = notes();
        if (isNoted) await run(watched, changes, order, { isApply: false, isParallel, planNotes });
        await run(watched, changes, order, { isApply: true, isParallel, planNotes });
        expect([...lost]).toEqual([]);
      },
    ),
    { numRuns: 300 },
  );
});

/** As `notified`, for all events of a pool. */
function notifiedOfAll({ pools, policies }: Account): Set<string> {
  const of = (status: string) =>
    notified({
      pools,
      policies: new Map([...policies].filter(([, { filters }]) => filters.new_health?.includes(status))),
    });
  const [up, down] = [of('Healthy'), of('Unhealthy')];
  return new Set([...up].filter((each) => down.has(each)));
}

/** The account, looked at after every call. */
function watch(account: Account, look: () => void): Account {
  account.afterCall = look;
  return account;
}
