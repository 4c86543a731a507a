import {
  accountWithPools,
  combineFixtures,
  enterpriseZone,
  startEmulator,
  useEmulator,
  zoneWithPreviousWaf,
} from '../../lib/testing';

const edge = useEmulator();

describe('a ready-made fixture', () => {
  it('has a zone of another plan and with other objects, where these are given', async () => {
    await edge.seed(enterpriseZone({ name: 'shop.example', plan: 'pro' }));
    expect(await edge.client.zones.get(edge.zoneId)).toMatchObject({
      name: 'shop.example',
      plan: { legacy_id: 'pro' },
    });
  });

  it('has a zone with everything that the migration of the WAF looks at', async () => {
    await edge.seed(zoneWithPreviousWaf());
    const { waf, pageRules, firewallRules, wafMigration } = edge.client;
    const all = await Promise.all([
      waf.listPackages(edge.zoneId),
      waf.listOverrides(edge.zoneId),
      pageRules.list(edge.zoneId),
      firewallRules.list(edge.zoneId),
    ]);
    expect(all.map(({ length }) => length)).toEqual([3, 1, 1, 1]);
    expect(await wafMigration.status(edge.zoneId)).toMatchObject({ migration_state: 'start' });
  });

  it('has pools with legacy e-mails', async () => {
    await edge.seed(accountWithPools({ 'eu-shop': 'eu@example.com, on-call@example.com', 'us-shop': '' }));
    const pools = await edge.client.pools.list(edge.accountId);
    expect(pools.map(({ name, notification_email }) => [name, notification_email])).toEqual([
      ['eu-shop', 'eu@example.com, on-call@example.com'],
      ['us-shop', ''],
    ]);
  });

  it('combines with others: the same account and the same zone get the lists of all', async () => {
    const job = { dataset: 'http_requests', destination_conf: 's3://logs?region=eu-central-1' };
    const fixture = combineFixtures(
      enterpriseZone({ jobs: [{ ...job, name: 'one' }] }),
      zoneWithPreviousWaf({ jobs: [{ ...job, name: 'two' }] }),
      accountWithPools({ 'eu-shop': 'eu@example.com' }),
      { tokens: ['a-token'] },
    );
    await edge.seed(fixture);
    expect((await edge.client.logpush.list(edge.zoneId)).map(({ name }) => name)).toEqual(['one', 'two']);
    expect(await edge.client.pools.list(edge.accountId)).toHaveLength(1);
    expect(await edge.client.waf.listOverrides(edge.zoneId)).toHaveLength(1);

    const emulator = await startEmulator({ fixture });
    expect(emulator.token).toBe('a-token');
    await emulator.close();
  });
});
