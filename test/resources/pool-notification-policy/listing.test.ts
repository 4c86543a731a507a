import { listClearing } from '../../../lib/resources/pool-notification-policy/describe';
import { poolNotificationPolicyHandler as handler } from '../../../lib/resources/pool-notification-policy/handler';
import { nothingListed, unknown, type Approval } from '../../../lib/schema';
import { worlds, type World } from '../../support/handler-harness';
import { context, create, desired, p, read, somePools, unknownOutputs, update } from './support';

describe('the e-mails that a plan lists', () => {
  const start = worlds();
  const twoPools = () =>
    start({}, { pools: somePools(2, (number) => ({ email: `old${number}@example.com` })) });
  const settings = { pool_ids: [p(1), p(2)] };
  const planOf = async (world: World, given: object = settings) => {
    const config = { ...desired(), ...unknownOutputs, ...given };
    return handler.plan?.({ prior: null, planned: config, config }, context(world));
  };
  const approvalOf = async (world: World): Promise<Approval> => {
    const { text = null, effects = [] } = (await planOf(world))?.listing ?? {};
    return { text, effects, isListed: true };
  };
  const emails = async (world: World) => {
    const pools = await world.client.pools.list('a'.repeat(32));
    return pools.map(({ notification_email: email }) => email);
  };

  it('are in one line, by e-mail and pool, with a digest of all of them', async () => {
    expect((await planOf(await twoPools()))?.listing?.text).toMatch(
      /^If refused as inconsistent, [^[]*plan again\. \[[\da-f]{12}\] irreversible: clears 2 legacy e-mails \| old1@example\.com of pool-001; old2@example\.com of pool-002$/,
    );
  });

  it('stay readable for thousands of pools', () => {
    const listed = Array.from({ length: 2000 }, (_, at) => ({
      id: `id-${at}`,
      name: `id-${at}`,
      notification_email: `team${at % 40}@example.com`,
    }));
    const { text, effects } = listClearing(listed);
    expect(effects).toHaveLength(2000);
    expect(text?.length).toBeLessThan(2500);
    expect(text).toMatch(/clears 2,?000 legacy e-mails .*and 30 more$/);
  });

  it.each([
    ['nothing is to be cleared', { ...settings, clear_legacy_email: 'none' }],
    ['nothing is to be cleared, whatever is unknown', { account_id: unknown, clear_legacy_email: 'none' }],
    ['no covered pool has an e-mail', { pool_ids: [p(3)] }],
  ])('are none where %s', async (_what, given) => {
    const world = await start(
      {},
      { pools: somePools(3, (number) => (number === 3 ? {} : { email: 'old@example.com' })) },
    );
    expect((await planOf(world, given))?.listing).toEqual(nothingListed);
  });

  it.each(['account_id', 'pool_ids', 'clear_legacy_email', 'enabled', 'accept_lost_recipients'])(
    'are not known where %s is unknown',
    async (name) => {
      expect((await planOf(await twoPools(), { ...settings, [name]: unknown }))?.listing).toBeUndefined();
    },
  );

  it('are all that the apply clears: an e-mail that was set or changed since stays, with a warning', async () => {
    const world = await start(
      {},
      { pools: somePools(3, (number) => ({ email: number === 3 ? '' : `old${number}@example.com` })) },
    );
    const given = { pool_ids: [p(1), p(2), p(3)] };
    const listing = (await planOf(world, given))?.listing ?? nothingListed;
    await world.client.pools.update('a'.repeat(32), p(2), { notification_email: 'changed@example.com' });
    await world.client.pools.update('a'.repeat(32), p(3), { notification_email: 'new@example.com' });
    const by = context(world);
    const state = await create(world, given, { ...by, approved: { ...listing, isListed: true } });
    expect(await emails(world)).toEqual(['', 'changed@example.com', 'new@example.com']);
    expect(state).toMatchObject({
      cleared_legacy_emails: { 'pool-001': 'old1@example.com' },
      legacy_pool_count: 2,
    });
    expect(by.warnings.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/Since the plan, the legacy e-mails of pool-002, pool-003 changed.*plan again/s),
    ]);
  });

  it('fail an update whose plan lacks some, after those that it has', async () => {
    const world = await twoPools();
    const approved = await approvalOf(world);
    const prior = await create(world, { ...settings, clear_legacy_email: 'none' });
    await world.client.pools.update('a'.repeat(32), p(1), { notification_email: 'new@example.com' });
    await expect(update(world, prior, settings, { ...context(world), approved })).rejects.toThrow(
      /1 legacy e-mail not cleared, because the plan did not list it/,
    );
    expect(await emails(world)).toEqual(['new@example.com', '']);
  });

  it('let an apply whose plan could list none do the rest', async () => {
    const world = await twoPools();
    const by = context(world);
    const approved = { text: null, effects: [], isListed: false };
    const state = await create(world, settings, { ...by, approved });
    expect(await emails(world)).toEqual(['old1@example.com', 'old2@example.com']);
    expect(by.warnings.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/could not list.*plan again/s),
    ]);
    expect(await read(world, state)).toMatchObject({ pool_ids: [p(1), p(2)], legacy_pool_count: 2 });
  });
});
