import type { Policy, Pool } from '../../../lib/client';
import { decide, type Subject } from '../../../lib/resources/pool-notification-policy/decide';
import { judgeClearing, unknownRecipient } from '../../../lib/pools';
import type { Observation } from '../../../lib/resources/pool-notification-policy/observe';
import type { Settings } from '../../../lib/resources/pool-notification-policy/policy';
import { makePolicy, poolOf } from './account';
import { desired, nameOf, noDestinations, p, somePolicy, type Held } from './support';

const all = (count: number) => Array.from({ length: count }, (_, index) => p(index + 1));

function policyOf(
  poolIds: readonly string[],
  emails: readonly string[],
  changes: Partial<Policy> = {},
): Policy {
  const mechanisms = { email: emails.map((id) => ({ id })) };
  return { ...makePolicy('other', somePolicy(poolIds, { mechanisms })), ...changes };
}

function accountOf(pools: readonly Pool[], policies: readonly Policy[] = []): Observation {
  return { pools, policies, ...noDestinations() };
}

const settingsOf = (given: Partial<Settings> = {}): Settings =>
  desired({ accept_lost_recipients: null, ...given });

function decideOn(now: Observation, given: Partial<Settings>, rest: Partial<Subject> = {}) {
  const memory = { id: undefined, cleared: undefined, carried: undefined, applied: undefined };
  const decision = decide(now, { settings: settingsOf(given), prior: null, memory, ...rest });
  return {
    ...decision,
    codes: decision.findings.map(({ code, severity }) => `${severity} ${code}`),
    cleared: decision.clearing.batches.flat().flatMap(({ ids }) => ids),
    find: (code: string) => decision.findings.find((each) => each.code === code),
  };
}

const stateOf = (given: Partial<Settings>, outputs: Partial<Held> = {}): Held => ({
  ...desired(given),
  id: 'own',
  carried_over_recipients: [],
  cleared_legacy_emails: {},
  legacy_emails: {},
  legacy_pool_count: 0,
  changes: null,
  ...outputs,
});

const legacy = 'old@example.com';
const lost = 'warning pools.recipients_not_carried';
const clears = 'warning pools.will_clear';
const silent = { pool: { disable: true }, origin: { disable: true } };
const onlyDown = { pool: { healthy: false }, origin: { disable: true } };

describe('a legacy e-mail is cleared only when each of its addresses is still notified', () => {
  type Filter = Pool['notification_filter'];
  it.each(
    Object.entries<
      [Partial<Settings>, readonly string[], { email?: string; filter?: Filter; policies?: Policy[] }?]
    >({
      'a recipient of this policy': [{ email_addresses: ['OLD@example.com'] }, [clears]],
      'no recipient': [{}, [lost]],
      'one of two is no recipient': [
        { email_addresses: [legacy] },
        [lost],
        { email: `${legacy}; two@example.com` },
      ],
      accepted: [{ accept_lost_recipients: true }, ['warning pools.recipients_lost', clears]],
      'accepted as false': [{ accept_lost_recipients: false }, [lost]],
      'carried over': [{ carry_over_recipients: true }, [clears]],
      'invalid, so not carried over': [
        { carry_over_recipients: true, accept_lost_recipients: true },
        ['warning pools.invalid_addresses'],
        { email: 'nobody' },
      ],
      'a recipient of another policy': [{}, [lost], { policies: [policyOf([p(1)], [legacy])] }],
      'a recipient of a policy with fewer events': [
        { email_addresses: [legacy], new_health: ['Unhealthy'] },
        ['warning pools.not_covered'],
      ],
      'a recipient for all events that the e-mail reports': [
        { email_addresses: [legacy], new_health: ['Unhealthy'], event_sources: ['pool'] },
        [clears],
        { filter: onlyDown },
      ],
      'notified of nothing by the e-mail': [{}, [clears], { filter: silent }],
      'a blank': [{}, [clears], { email: ' ' }],
      'maybe a recipient that is not known yet': [
        { email_addresses: [unknownRecipient] },
        ['warning pools.undecided'],
      ],
      'notified, whoever the recipient is that is not known yet': [
        { email_addresses: [unknownRecipient, legacy] },
        [clears],
      ],
      'given up, whoever the recipient is that is not known yet': [
        { email_addresses: [unknownRecipient, 'team@example.com'], accept_lost_recipients: true },
        ['warning pools.recipients_lost', clears],
      ],
      'given up, and nobody but a webhook that is not known yet is notified': [
        { email_addresses: null, webhook_ids: [unknownRecipient], accept_lost_recipients: true },
        ['warning pools.undecided'],
      ],
      none: [{ clear_legacy_email: 'none' }, []],
      'a disabled policy': [{ enabled: false }, ['warning pools.not_covered']],
    }),
  )('%s', (_, [given, codes, { email = legacy, filter = null, policies = [] } = {}]) => {
    const now = accountOf([poolOf(1, email, filter), poolOf(2)], policies);
    const decision = decideOn(now, { pool_ids: [p(1)], ...given });
    expect(decision.codes).toEqual(codes);
    expect(decision.cleared).toEqual(codes.includes(clears) ? [p(1)] : []);
  });

  it('lists the lost addresses with their number of pools, most first', () => {
    const pools = [
      poolOf(1, 'a@example.com'),
      poolOf(2, 'b@example.com, a@example.com'),
      poolOf(3, 'A@example.com'),
    ];
    expect(decideOn(accountOf(pools), { pool_ids: all(3) }).find('pools.recipients_not_carried')).toEqual({
      code: 'pools.recipients_not_carried',
      severity: 'warning',
      carries: false,
      isElsewhere: false,
      pools: all(3).map((_, index) => nameOf(index + 1)),
      addresses: [
        { address: 'a@example.com', pools: 3 },
        { address: 'b@example.com', pools: 1 },
      ],
    });
  });

  it('carries over what is valid, and names the rest with its pool', () => {
    const pools = ['noc@example..com', '<ops@example.com>', 'fine@example.com'].map((email, index) =>
      poolOf(index + 1, email),
    );
    const decision = decideOn(accountOf(pools), { pool_ids: all(3), carry_over_recipients: true });
    expect(decision.carried).toEqual(['fine@example.com']);
    expect(decision.cleared).toEqual([p(3)]);
    expect(decision.find('pools.invalid_addresses')).toMatchObject({
      byPool: { [nameOf(1)]: ['noc@example..com'], [nameOf(2)]: ['<ops@example.com>'] },
    });
  });

  it('warns about carried-over recipients that go when carrying over is switched off', () => {
    const current = policyOf([p(1)], ['team@example.com', legacy], { id: 'own' });
    const prior = stateOf(
      { carry_over_recipients: true },
      { carried_over_recipients: [legacy], cleared_legacy_emails: { [nameOf(1)]: legacy } },
    );
    const off = decideOn(accountOf([poolOf(1)], [current]), { pool_ids: [p(1)] }, { prior, current });
    expect(off.find('pools.recipients_removed')).toMatchObject({ addresses: [legacy] });
    const named = { pool_ids: [p(1)], email_addresses: [legacy] };
    const kept = decideOn(accountOf([poolOf(1)], [current]), named, { prior, current });
    // Not the carried-over one, but one that the configuration has named.
    expect(kept.findings).toEqual([
      {
        code: 'pools.recipients_dropped',
        severity: 'warning',
        change: 'narrow',
        addresses: [{ address: 'team@example.com', pools: 1 }],
        carried: [],
      },
    ]);
  });

  it('finds nothing for an unchanged policy whose pools are cleared, whatever it lost before', () => {
    const current = policyOf(all(2), ['team@example.com'], { id: 'own', name: 'Health' });
    const prior = stateOf(
      { pool_ids: all(2), accept_lost_recipients: null },
      { cleared_legacy_emails: { [nameOf(1)]: legacy } },
    );
    const decision = decideOn(
      accountOf([poolOf(1), poolOf(2)], [current]),
      { pool_ids: all(2) },
      { prior, current },
    );
    expect(decision).toMatchObject({ findings: [], cleared: [], hasChanges: false });
  });
});

describe('recipients that are notified of more pools', () => {
  const teams = Array.from({ length: 2000 }, (_, index) =>
    poolOf(index + 1, `team-${index % 50}@example.com`),
  );
  const carrying = { pool_ids: null, all_pools: true, carry_over_recipients: true, email_addresses: null };

  it('are counted with their pools so far and the new ones', () => {
    const finding = decideOn(accountOf(teams), carrying).find('pools.new_recipients');
    expect(finding).toMatchObject({ pools: 2000 });
    const { addresses } = finding as unknown as { addresses: readonly object[] };
    expect(addresses).toHaveLength(50);
    expect(addresses[0]).toEqual({ address: 'team-0@example.com', before: 40, pools: 1960 });
  });

  it('do not include those of a policy that stays as it is, nor configured ones', () => {
    const emails = Array.from({ length: 50 }, (_, index) => `team-${index}@example.com`);
    const current = policyOf(all(2000), emails, { id: 'own' });
    const cleared = teams.map((_, index) => poolOf(index + 1));
    const prior = stateOf({ ...carrying, pool_ids: all(2000) }, { carried_over_recipients: emails });
    expect(decideOn(accountOf(cleared, [current]), carrying, { prior, current }).codes).toEqual([]);
    const named = decideOn(accountOf(teams), { ...carrying, email_addresses: emails });
    expect(named.find('pools.new_recipients')).toBeUndefined();
  });
});

describe('a policy with carried-over recipients only', () => {
  const alone = { pool_ids: [p(1)], carry_over_recipients: true, email_addresses: null };

  it('cannot be created without any', () => {
    expect(decideOn(accountOf([poolOf(1)]), alone).codes).toEqual(['error pools.no_recipients']);
  });
});

describe('a policy that Terraform replaces', () => {
  const pools = [poolOf(1), poolOf(2, legacy)];
  const replaced = policyOf(all(2), ['team@example.com', 'gone@example.com'], { id: 'own' });
  const memory = { id: 'own', cleared: undefined, carried: undefined, applied: undefined };
  const decideOnNew = (given: Partial<Settings>, carried?: readonly string[]) =>
    decideOn(
      accountOf(pools, [replaced]),
      { pool_ids: all(2), clear_legacy_email: 'none', ...given },
      { replaced, memory: { ...memory, carried } },
    );

  it('must not have carried-over recipients that the new one would not have', () => {
    for (const decision of [
      decideOnNew({}, ['gone@example.com']),
      decideOnNew({ carry_over_recipients: true }),
    ])
      expect(decision.find('pools.replacement_loses')).toMatchObject({
        severity: 'error',
        replaced: 'own',
        addresses: ['gone@example.com'],
      });
  });

  it.each<[string, Partial<Settings>, readonly string[]]>([
    ['the new one names them', { email_addresses: ['gone@example.com'] }, ['gone@example.com']],
    ['the new one takes them from the pools', { carry_over_recipients: true }, [legacy]],
    ['a pool has them still', {}, [legacy]],
  ])('may have carried-over recipients where %s', (_, given, carried) => {
    expect(decideOnNew(given, carried).find('pools.replacement_loses')).toBeUndefined();
  });
});

describe('a check during the clearing', () => {
  const settings = settingsOf({ pool_ids: all(3), email_addresses: [legacy] });
  const before = all(3).map((_, index) => poolOf(index + 1, legacy));
  const promised = new Map(before.map((pool) => [pool.id, pool]));
  const cleared = new Map(before.slice(0, 2).map((pool) => [pool.id, pool]));
  const pools = [poolOf(1), poolOf(2), poolOf(3, legacy)];
  const own = (changes: Partial<Policy> = {}, emails = [legacy]) =>
    policyOf(all(3), emails, { id: 'own', ...changes });

  it('goes on while the policy covers the pools', () => {
    const next = judgeClearing(accountOf(pools, [own()]), own(), settings, {
      progress: { promised, cleared },
    });
    expect(next).toMatchObject({ isBroken: false, restore: [] });
    expect(next.batches.flat()).toEqual([{ kind: 'pool', ids: [p(3)] }]);
  });

  it.each<[string, Policy | undefined, readonly number[]]>([
    ['is disabled', own({ enabled: false }), [1, 2]],
    ['is deleted', undefined, [1, 2]],
    ['loses the recipient', own({}, ['team@example.com']), [1, 2]],
    ['covers fewer pools', own({ filters: { ...own().filters, pool_id: [p(1), p(3)] } }), [2]],
    ['covers fewer events', own({ filters: { ...own().filters, new_health: ['Healthy'] } }), [1, 2]],
    [
      'has a failing webhook only',
      own({ mechanisms: { email: [], webhooks: [{ id: 'hook' }], pagerduty: [] } }),
      [1, 2],
    ],
    [
      'no longer covers a pool that is not cleared yet',
      own({ filters: { ...own().filters, pool_id: all(2) } }),
      [],
    ],
  ])('stops, and restores what is not covered, when the policy %s', (_, ours, restored) => {
    const now = accountOf(pools, ours === undefined ? [] : [ours]);
    const next = judgeClearing(now, ours, settings, { progress: { promised, cleared } });
    expect(next).toMatchObject({ isBroken: true, batches: [] });
    expect(next.restore.map(({ id, notification_email: email }) => [id, email])).toEqual(
      restored.map((number) => [p(number), legacy]),
    );
  });

  it('ignores pools that were deleted or got an e-mail again', () => {
    const now = accountOf([poolOf(2, 'new@example.com')], []);
    expect(judgeClearing(now, undefined, settings, { progress: { promised, cleared } }).restore).toEqual([]);
  });
});

it('50 decisions over 2,000 pools read each policy once', () => {
  let reads = 0;
  const policies = Array.from({ length: 50 }, (_, index) => {
    const { filters, ...rest } = policyOf(all(2000), [`team-${index}@example.com`], {
      id: `policy-${index}`,
    });
    return {
      ...rest,
      get filters() {
        reads += 1;
        return filters;
      },
    };
  });
  const now = accountOf(
    Array.from({ length: 2000 }, (_, index) => poolOf(index + 1, 'team-0@example.com')),
    policies,
  );
  for (let number = 1; number <= 50; number += 1)
    decideOn(now, { name: `New ${number}`, pool_ids: [p(number)], carry_over_recipients: true });
  expect(reads).toBe(50);
});
