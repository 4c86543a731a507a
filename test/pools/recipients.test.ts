import fc from 'fast-check';
import {
  coverageOf,
  describeEvent,
  groupByRecipients,
  unnotifiedRecipients,
  type CoveringPolicy,
} from '../../lib/pools';
import { healthPolicy } from './policy';

const destinations = { webhooks: new Set(['working']), pagerduty: new Set<string>() };
const [down, up] = ['Unhealthy', 'Healthy'];
const policy = (emails: readonly string[], changes: object = {}, filters: object = {}): CoveringPolicy =>
  healthPolicy(['p'], emails, changes, filters);
const pool = { id: 'p', notification_email: 'a@example.com; B@example.com' };
const unnotified = (policies: readonly CoveringPolicy[], setting: object = {}) =>
  unnotifiedRecipients({ ...pool, ...setting }, coverageOf(policies, destinations)).map(
    ({ address, events }) => `${address}: ${events.map(describeEvent).join(', ')}`,
  );
const all = 'pool unhealthy, pool healthy, origin unhealthy, origin healthy';

describe('the legacy recipients that no policy notifies', () => {
  it.each(
    Object.entries<[readonly CoveringPolicy[], readonly string[]]>({
      'all without a policy': [[], [`a@example.com: ${all}`, `B@example.com: ${all}`]],
      'none of a policy with both': [[policy(['b@example.com', 'A@example.com'])], []],
      'none of two policies with one each': [[policy(['a@example.com']), policy(['b@example.com'])], []],
      'one that the policy lacks': [[policy(['a@example.com', 'c@example.com'])], [`B@example.com: ${all}`]],
      'all of a policy with a webhook alone': [
        [policy([], { mechanisms: { webhooks: [{ id: 'working' }] } })],
        [`a@example.com: ${all}`, `B@example.com: ${all}`],
      ],
      'one of a policy that is disabled': [
        [policy(['a@example.com', 'b@example.com'], { enabled: false }), policy(['a@example.com'])],
        [`B@example.com: ${all}`],
      ],
      'one of a policy for another pool': [
        [policy(['b@example.com'], {}, { pool_id: ['q'] }), policy(['a@example.com'])],
        [`B@example.com: ${all}`],
      ],
      'one that misses some events, although others get them': [
        [policy(['a@example.com']), policy(['b@example.com'], {}, { new_health: [down] })],
        ['B@example.com: pool healthy, origin healthy'],
      ],
      'none of policies that report the events of one address in parts': [
        [
          policy(['a@example.com', 'b@example.com'], {}, { new_health: [down] }),
          policy(['a@example.com', 'b@example.com'], {}, { new_health: [up] }),
        ],
        [],
      ],
    }),
  )('are %s', (_, [policies, expected]) => {
    expect(unnotified(policies)).toEqual(expected);
  });

  it('miss only what the legacy e-mail reports', () => {
    const filter = { pool: { healthy: false }, origin: { disable: true } };
    expect(unnotified([], { notification_filter: filter })).toEqual([
      'a@example.com: pool unhealthy',
      'B@example.com: pool unhealthy',
    ]);
    expect(
      unnotified([policy(['a@example.com', 'b@example.com'], {}, { new_health: [down] })], {
        notification_filter: filter,
      }),
    ).toEqual([]);
  });

  it.each([[''], [' '], [null], [undefined]])('are none of the e-mail %j', (notification_email) => {
    expect(unnotified([], { notification_email })).toEqual([]);
  });
});

describe('the sets of recipients', () => {
  it('hold the pools whose addresses are the same in any order and spelling', () => {
    const pools = [
      { id: '1', recipients: ['b@example.com', 'A@example.com'] },
      { id: '2', recipients: ['c@example.com'] },
      { id: '3', recipients: ['a@example.com', 'B@example.com', 'A@example.com'] },
      { id: '4', recipients: [] },
    ];
    expect(
      groupByRecipients(pools).map(({ addresses, pools: found }) => [addresses, found.map(({ id }) => id)]),
    ).toEqual([
      [
        ['A@example.com', 'B@example.com'],
        ['1', '3'],
      ],
      [['c@example.com'], ['2']],
      [[], ['4']],
    ]);
  });

  const address = fc.constantFrom('a@x.org', 'A@x.org', 'b@x.org', 'B@X.org', 'c@x.org', '"a, b"@x.org');
  const anyPools = fc.array(fc.record({ recipients: fc.array(address, { maxLength: 4 }) }), { maxLength: 8 });

  it('hold each pool once, and keep their keys whatever other pools there are', () => {
    fc.assert(
      fc.property(anyPools, anyPools, (pools, more) => {
        const sets = groupByRecipients(pools);
        expect(sets.flatMap((set) => set.pools)).toHaveLength(pools.length);
        const keys = new Set(groupByRecipients([...more, ...pools]).map(({ key }) => key));
        for (const { key } of sets) expect(keys).toContain(key);
      }),
    );
  });
});
