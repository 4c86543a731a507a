import {
  defaultAccount,
  defaultZone,
  type Fixture,
  type FixtureAccount,
  type FixtureZone,
} from '../emulator';

/**
 * One account with one Enterprise zone, `example.com`, which can have log-delivery jobs.
 *
 * @param zone - what the zone has besides, such as `rulesets` and `jobs`; `plan` makes it a zone of another plan
 */
export function enterpriseZone(zone: Partial<FixtureZone> = {}): Fixture {
  return { accounts: [defaultAccount], zones: [{ ...defaultZone, ...zone }] };
}

/**
 * One account with one Enterprise zone that has the previous managed WAF rules, as `WafMigration` migrates them: the default
 * packages, an override for URLs, a page rule that switches the WAF off, and a firewall rule that bypasses it.
 */
export function zoneWithPreviousWaf(zone: Partial<FixtureZone> = {}): Fixture {
  return enterpriseZone({
    waf: {
      overrides: [
        {
          description: 'Search terms look like attacks',
          urls: ['example.com/search/*'],
          rewrite_action: { challenge: 'disable', block: 'disable', simulate: 'disable' },
          groups: { [previousGroupId]: 'default' },
        },
      ],
    },
    page_rules: [
      {
        targets: [{ target: 'url', constraint: { operator: 'matches', value: 'example.com/hooks/*' } }],
        actions: [{ id: 'waf', value: 'off' }],
        status: 'active',
      },
    ],
    firewall_rules: [
      {
        action: 'bypass',
        products: ['waf'],
        filter: { expression: 'ip.src eq 192.0.2.1' },
        description: 'Monitoring',
      },
    ],
    ...zone,
  });
}

/** "Cloudflare Specials" of the default packages. */
const previousGroupId = 'de677e5818985db1285d0e80225f0601';

/**
 * The account of `enterpriseZone` with load-balancer pools that have legacy e-mails, as `PoolNotificationPolicy` replaces them.
 *
 * @param emails - for each pool by name its legacy e-mails, separated by commas; `''` for none
 *
 * @example
 * accountWithPools({ 'eu-shop': 'eu@example.com, on-call@example.com', 'us-shop': '' })
 */
export function accountWithPools(emails: Readonly<Record<string, string>>): Fixture {
  const pools = Object.entries(emails).map(([name, notification_email], index) => ({
    id: (index + 1).toString(16).padStart(32, '0'),
    name,
    origins: [{ name: 'one', address: `192.0.2.${(index % 254) + 1}` }],
    ...(notification_email !== '' && { notification_email }),
  }));
  return { accounts: [{ ...defaultAccount, pools }], zones: [defaultZone] };
}

/** One fixture of several: accounts and zones with the same id become one, which has the lists of all. */
export function combineFixtures(...fixtures: readonly Fixture[]): Fixture {
  return {
    accounts: merge(fixtures.flatMap(({ accounts = [] }) => accounts)),
    zones: merge(fixtures.flatMap(({ zones = [] }) => zones)),
    tokens: [...new Set(fixtures.flatMap(({ tokens = [] }) => tokens))],
    keys: fixtures.flatMap(({ keys = [] }) => keys),
  };
}

function merge<Owner extends FixtureAccount | FixtureZone>(owners: readonly Owner[]): Owner[] {
  const byId = new Map<string, Owner>();
  for (const owner of owners) {
    const known = byId.get(owner.id);
    byId.set(owner.id, known === undefined ? owner : { ...known, ...owner, ...joinLists(known, owner) });
  }
  return [...byId.values()];
}

function joinLists(one: object, other: object): Record<string, unknown> {
  const lists = new Map<string, unknown>(Object.entries(one));
  return Object.fromEntries(
    Object.entries(other).flatMap(([key, value]) => {
      const known = lists.get(key);
      return Array.isArray(known) && Array.isArray(value)
        ? [[key, [...(known as unknown[]), ...(value as unknown[])]]]
        : [];
    }),
  );
}
