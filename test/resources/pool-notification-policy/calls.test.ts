import { contextOf, worlds } from '../../support/handler-harness';
import type { PoolNotificationPolicyAttributes } from '../../../lib/resources/pool-notification-policy/contract';
import { create, p, plan, planAgain, read, somePools } from './support';

const start = worlds();

it('50 policies over 2,000 pools are refreshed and planned with one list of each kind', async () => {
  const world = await start({}, { pools: somePools(2000) });
  const first = await create(world, { pool_ids: [p(1)] });
  const service = world.connect();
  const context = () => contextOf<PoolNotificationPolicyAttributes>(world, undefined, service);
  await world.calls();
  for (let number = 1; number <= 25; number += 1) {
    const state = (await read(world, first, context())) ?? first;
    await planAgain(world, state, context());
    await plan(world, null, { name: `New ${number}`, pool_ids: [p(number)] }, context());
  }
  // The emulator's largest page has 1,000 pools.
  expect(await world.calls()).toEqual([
    'GET alerting/v3/policies',
    'GET load_balancers/pools',
    'GET load_balancers/pools',
  ]);
});
