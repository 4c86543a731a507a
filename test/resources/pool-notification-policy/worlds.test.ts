import fc from 'fast-check';
import type { PoolNotificationPolicyAttributes } from '../../../lib/resources/pool-notification-policy/contract';
import { isDiagnosticError } from '../../../lib/schema';
import { contextOf } from '../../support/handler-harness';
import { Account, makePolicy } from './account';
import {
  accountId,
  desired,
  handler,
  nameOf,
  p,
  unknownOutputs,
  type DesiredSettings,
  type Held,
} from './support';

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
const settings = fc.record({
  pool_ids: fc.subarray(ids, { minLength: 1 }),
  email_addresses: fc.subarray(addresses, { minLength: 1 }),
  new_health: fc.constantFrom(statuses, ['Unhealthy']),
  carry_over_recipients: fc.boolean(),
  clear_legacy_email: fc.constantFrom('covered', 'all', 'none'),
  accept_lost_recipients: fc.constantFrom(true, null),
  // A killed create may leave a policy.
  on_existing: fc.constant('adopt'),
});

function makeAccount(
  pools: readonly PoolSpec[],
  others: readonly PolicySpec[],
  isAccepted: boolean,
): Account {
  const stored = pools.map(({ email, isDownOnly }, index) => ({
    id: ids[index] ?? '',
    name: nameOf(index + 1),
    notification_email: email.join(','),
    notification_filter: isDownOnly ? { pool: { healthy: false }, origin: { healthy: false } } : null,
    description: '',
    enabled: true,
    minimum_origins: 1,
    origins: [],
  }));
  const policies = others.map(({ pools: pool_id, emails, statuses: new_health, enabled }, index) =>
    makePolicy(`other-${index}`, {
      name: `Other ${index}`,
      enabled,
      alert_type: 'load_balancing_health_alert',
      filters: { pool_id, new_health, event_source: sources },
      mechanisms: { email: emails.map((id) => ({ id })) },
    }),
  );
  return new Account(
    new Map(stored.map((pool) => [pool.id, pool])),
    new Map(policies.map((policy) => [policy.id, policy])),
    (account) => pools.flatMap((pool, index) => findLoss(account, ids[index] ?? '', pool, isAccepted)),
  );
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
  try {
    const wanted = desired({ ...given, name: 'Health' });
    return prior === null
      ? await handler.create(wanted, { ...context, planned: { ...wanted, ...unknownOutputs } })
      : await handler.update(
          { prior, desired: wanted },
          { ...context, planned: { ...wanted, ...unknownOutputs } },
        );
  } catch (error) {
    // The account has what the plan refuses, the policies changed, or the process was killed.
    if (isDiagnosticError(error) || account.calls > account.cutAt || account.changeAt < Infinity)
      return prior;
    throw error;
  }
}

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

/** The parts of a configuration that a later one must not reduce: the plan warns about that, and does it. */
function keepCoverage({
  pool_ids,
  email_addresses,
  new_health,
  carry_over_recipients,
}: Partial<DesiredSettings>) {
  return { pool_ids, email_addresses, new_health, carry_over_recipients, account_id: accountId };
}
