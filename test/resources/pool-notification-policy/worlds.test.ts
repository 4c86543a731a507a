import fc from 'fast-check';
import type { Policy } from '../../../lib/client';
import type { PoolNotificationPolicyAttributes } from '../../../lib/resources/pool-notification-policy/contract';
import { isDiagnosticError } from '../../../lib/schema';
import { contextOf } from '../../support/handler-harness';
import { Account, makePolicy, poolOf } from './account';
import { accountId, desired, handler, p, unknownOutputs, type DesiredSettings, type Held } from './support';

const addresses = ['a@example.com', 'b@example.com', 'c@example.com'];
const sources = ['pool', 'origin'];
const statuses = ['Unhealthy', 'Healthy'];
const size = 5;
const ids = Array.from({ length: size }, (_, index) => p(index + 1));

interface PoolSpec {
  readonly email: readonly string[];
  readonly isDownOnly: boolean;
}

interface PolicySpec {
  readonly pools: readonly string[];
  readonly emails: readonly string[];
  readonly statuses: readonly string[];
  readonly enabled: boolean;
}

const poolSpecs = fc.array(
  fc.record({ email: fc.subarray(addresses, { maxLength: 2 }), isDownOnly: fc.boolean() }),
  { minLength: size, maxLength: size },
);
const policySpecs = fc.array(
  fc.record({
    pools: fc.subarray(ids, { minLength: 1 }),
    emails: fc.subarray(addresses, { minLength: 1 }),
    statuses: fc.subarray(statuses, { minLength: 1 }),
    enabled: fc.boolean(),
  }),
  { maxLength: 2 },
);
const policySettings = {
  pool_ids: fc.subarray(ids, { minLength: 1 }),
  email_addresses: fc.subarray(addresses, { minLength: 1 }),
  new_health: fc.constantFrom(statuses, ['Unhealthy']),
  carry_over_recipients: fc.boolean(),
  clear_legacy_email: fc.constantFrom('covered', 'none'),
  accept_lost_recipients: fc.constantFrom(true, null),
};
const settings = fc.record(policySettings);

function makeAccount(
  pools: readonly PoolSpec[],
  others: readonly PolicySpec[],
  isAccepted: boolean,
): Account {
  const downOnly = { pool: { healthy: false }, origin: { healthy: false } };
  const stored = pools.map(({ email, isDownOnly }, index) =>
    poolOf(index + 1, email.join(','), isDownOnly ? downOnly : null),
  );
  const policies = others.map(({ pools: pool_ids, emails, statuses: new_health, enabled }, index) =>
    policyOf(`other ${index}`, { pool_ids, email_addresses: emails, new_health, enabled }),
  );
  return new Account(
    new Map(stored.map((pool) => [pool.id, pool])),
    new Map(policies.map((policy) => [policy.id, policy])),
    (account) => pools.flatMap((pool, index) => findLoss(account, ids[index] ?? '', pool, isAccepted)),
  );
}

function policyOf(name: string, given: Partial<DesiredSettings>): Policy {
  const { enabled, pool_ids, email_addresses, new_health } = desired(given);
  return makePolicy(`id of ${name}`, {
    name,
    enabled,
    alert_type: 'load_balancing_health_alert',
    filters: { pool_id: pool_ids ?? [], new_health, event_source: sources },
    mechanisms: { email: (email_addresses ?? []).map((id) => ({ id })) },
  });
}

/** What the legacy e-mail of a pool sent, and nothing sends now. Written without the code under test. */
function findLoss({ pools, policies }: Account, id: string, spec: PoolSpec, isAccepted: boolean): string[] {
  if (spec.email.length === 0 || pools.get(id)?.notification_email !== '') return [];
  const events = spec.isDownOnly ? ['Unhealthy'] : statuses;
  const reporting = (status: string) =>
    [...policies.values()].filter(
      ({ enabled, filters }) =>
        enabled && filters.pool_id?.includes(id) === true && filters.new_health?.includes(status) === true,
    );
  return events.flatMap((status) => {
    const policiesOf = reporting(status);
    if (policiesOf.length === 0) return [`${id} ${status}: nobody`];
    const told = policiesOf.flatMap(({ mechanisms }) => mechanisms.email.map((each) => each.id));
    const missing = isAccepted ? [] : spec.email.filter((address) => !told.includes(address));
    return missing.map((address) => `${id} ${status}: not ${address}`);
  });
}

/** Applies the settings as Terraform does: a create while no state has the policy, an update afterwards. */
async function apply(
  account: Account,
  given: Partial<DesiredSettings>,
  prior: Held | null,
): Promise<Held | null> {
  const context = contextOf<PoolNotificationPolicyAttributes>(undefined as never, undefined, account.client);
  const wanted = desired({ ...given, name: 'Health' });
  // A create that was killed may have left the policy, which the user imports then.
  const left = [...account.policies.values()].find(({ name }) => name === 'Health');
  try {
    const known =
      prior ?? (left && (await handler.read({ ...wanted, ...noOutputs, id: left.id }, context))) ?? null;
    return known === null
      ? await handler.create(wanted, context)
      : await handler.update({ prior: known, desired: wanted }, context);
  } catch (error) {
    // The account has what the plan refuses, the policies changed, or the process was killed.
    if (isDiagnosticError(error) || account.calls > account.cutAt || account.changeAt < Infinity)
      return prior;
    throw error;
  }
}

const noOutputs = {
  carried_over_recipients: [],
  cleared_legacy_emails: {},
  legacy_emails: {},
  legacy_pool_count: 0,
  changes: null,
};

describe('in any account', () => {
  it('every pool is covered after every call, recipients included, wherever an apply is killed', async () => {
    await fc.assert(
      fc.asyncProperty(
        poolSpecs,
        policySpecs,
        settings,
        settings,
        fc.nat(25),
        async (pools, others, first, next, cut) => {
          const accepts = first.accept_lost_recipients === true || next.accept_lost_recipients === true;
          // Switching off carried-over recipients removes them, which is the wish of the configuration.
          const later = { ...next, ...keepCoverage(first) };
          const account = makeAccount(pools, others, accepts);
          account.cutAt = cut;
          let state = await apply(account, first, null);
          account.cutAt = Infinity;
          state = await apply(account, first, state);
          account.cutAt = account.calls + (cut % 7);
          state = await apply(account, later, state);
          account.cutAt = Infinity;
          await apply(account, later, state);
          expect(account.violations).toEqual([]);
        },
      ),
    );
  });

  it('the e-mails that an apply has cleared come back when the policies change before its last check', async () => {
    const changes = fc.record({
      at: fc.integer({ min: 1, max: 20 }),
      which: fc.nat(2),
      how: fc.constantFrom('disable', 'delete', 'narrow', 'remove a recipient'),
    });
    await fc.assert(
      fc.asyncProperty(
        poolSpecs,
        policySpecs,
        settings,
        changes,
        async (pools, others, given, { at, which, how }) => {
          const accepts = given.accept_lost_recipients === true;
          const account = makeAccount(pools, others, accepts);
          account.changeAt = at;
          account.change = () => {
            const policy = [...account.policies.values()].at(-1 - which);
            if (policy === undefined) return;
            const { filters, mechanisms } = policy;
            account.policies.set(policy.id, {
              ...policy,
              ...(how === 'disable' ? { enabled: false } : {}),
              ...(how === 'narrow'
                ? { filters: { ...filters, pool_id: filters.pool_id?.slice(1) ?? [] } }
                : {}),
              ...(how === 'remove a recipient'
                ? { mechanisms: { ...mechanisms, email: mechanisms.email.slice(1) } }
                : {}),
            });
            if (how === 'delete') account.policies.delete(policy.id);
          };
          await apply(account, given, null);
          if (account.lastCheck < at) return;
          const loss = pools.flatMap((pool, index) => findLoss(account, ids[index] ?? '', pool, accepts));
          expect(loss).toEqual([]);
        },
      ),
    );
  });
});

/** What a configuration makes of one policy: `before` is stored and in the state, `after` is configured. */
interface Change {
  readonly before: Partial<DesiredSettings> | null;
  readonly after: Partial<DesiredSettings> | null;
}

/** Plans or applies a change with a client of its own, as another configuration of the provider does. Returns what it says. */
async function run(
  account: Account,
  name: string,
  { before, after }: Change,
  isApply: boolean,
): Promise<string> {
  const by = contextOf<PoolNotificationPolicyAttributes>(undefined as never, undefined, account.client);
  const prior =
    before === null ? null : { ...desired({ ...before, name }), ...noOutputs, id: `id of ${name}` };
  const wanted = after === null ? null : desired({ ...after, name });
  const planned = wanted === null ? null : { ...wanted, ...unknownOutputs, id: prior?.id ?? null };
  if (prior === null && planned === null) return '';
  const said = [...by.warnings];
  try {
    if (!isApply)
      said.push(...((await handler.plan?.({ prior, planned, config: planned }, by))?.diagnostics ?? []));
    else if (wanted === null || planned === null) await handler.delete(prior as Held, by);
    else if (prior === null) await handler.create(wanted, by);
    else await handler.update({ prior, desired: wanted }, by);
  } catch (error) {
    if (!isDiagnosticError(error)) throw error;
    said.push(...error.diagnostics);
  }
  return [...said, ...by.warnings].map(({ summary, detail }) => `${summary} ${detail}`).join('\n');
}

/** Who is notified of a pool and a status, by its e-mail or a policy. Written without the code under test. */
function notified({ pools, policies }: Account): Set<string> {
  const found = new Set<string>();
  for (const { id, name, notification_email: email } of pools.values())
    for (const status of statuses) {
      for (const address of email === '' ? [] : email.split(',')) found.add(`${name} ${address} ${status}`);
      for (const { enabled, filters, mechanisms } of policies.values())
        if (
          enabled &&
          filters.pool_id?.includes(id) === true &&
          filters.new_health?.includes(status) === true
        )
          for (const each of mechanisms.email) found.add(`${name} ${each.id} ${status}`);
    }
  return found;
}

it('nobody loses notifications without a word, whatever becomes of two policies and in which order', async () => {
  const isSet = fc.record({
    email: fc.subarray(addresses, { maxLength: 2 }),
    isDownOnly: fc.constant(false),
  });
  const given = fc.option(fc.record({ ...policySettings, enabled: fc.boolean() }));
  const change = fc.record({ before: given, after: given });
  await fc.assert(
    fc.asyncProperty(
      fc.array(isSet, { minLength: size, maxLength: size }),
      fc.record({ a: change, b: change }),
      fc.constantFrom<readonly (readonly string[])[]>([['a'], ['b']], [['b'], ['a']], [['a', 'b']]),
      async (pools, changes: Readonly<Record<string, Change>>, order) => {
        const account = makeAccount(pools, [], true);
        for (const [name, { before }] of Object.entries(changes))
          if (before !== null) account.policies.set(`id of ${name}`, policyOf(name, before));
        const was = notified(account);
        const said: string[] = [];
        for (const isApply of [false, true])
          for (const names of order)
            said.push(
              ...(await Promise.all(
                names.map((name) =>
                  run(account, name, changes[name] ?? { before: null, after: null }, isApply),
                ),
              )),
            );
        const is = notified(account);
        // A recipient that a policy notifies from now on is none that is lost.
        const text = said.join('\n').replace(/^ {2}.*this policy$/gm, '');
        const nobody = text.split('nobody is notified about').slice(1);
        const silent = [...was].filter((each) => {
          const [pool = '', address = ''] = each.split(' ');
          return !is.has(each) && !text.includes(address) && !nobody.some((part) => part.includes(pool));
        });
        expect(silent).toEqual([]);
      },
    ),
    { numRuns: 300 },
  );
});

/** The parts of a configuration that a later one must not reduce: the plan warns about that, and does it. */
function keepCoverage({
  pool_ids,
  email_addresses,
  new_health,
  carry_over_recipients,
}: Partial<DesiredSettings>) {
  return { pool_ids, email_addresses, new_health, carry_over_recipients, account_id: accountId };
}
