import { resources } from '../../../lib/resources';
import type { State } from '../../../lib/schema';
import { p, somePolicy, somePools } from '../../resources/pool-notification-policy/support';
import {
  accountId,
  at,
  contextOf,
  otherZoneId,
  worlds,
  zoneId,
  type World,
} from '../../support/handler-harness';
import { resourceOf, type Given } from './simulated-deploy';

const start = worlds();

const phase = 'http_log_custom_fields';
const job = (name: string) => ({
  name,
  dataset: 'http_requests',
  destination_conf: 's3://bucket/logs?endpoint=storage.example',
  logpull_options: 'fields=RayID',
});
const zone = {
  migration_state: 'validation',
  jobs: [job('one'), job('two'), job('two')],
  rulesets: [{ name: 'fields', kind: 'zone', phase, rules: [] }],
} as const;
const account = {
  pools: somePools(1),
  policies: [
    somePolicy([p(1)], { name: 'one' }),
    somePolicy([p(1)], { name: 'two' }),
    somePolicy([p(1)], { name: 'two' }),
  ],
};

const cases: readonly {
  typeName: string;
  key: Given;
  /** What a user would write behind `terraform import`. */
  importId: string;
  /** A key that no object has. */
  missing: Given;
  /** A key that several objects have. */
  shared?: Given;
}[] = [
  {
    typeName: 'edge_custom_fields_ruleset',
    key: { zone_id: zoneId },
    importId: `${zoneId}/${phase}`,
    missing: { zone_id: otherZoneId },
  },
  {
    typeName: 'edge_logpush_job',
    key: { zone_id: zoneId, name: 'one' },
    importId: `${zoneId}/one`,
    missing: { zone_id: otherZoneId, name: 'one' },
    shared: { zone_id: zoneId, name: 'two' },
  },
  {
    typeName: 'edge_pool_notification_policy',
    key: { account_id: accountId, name: 'one' },
    importId: `${accountId}/one`,
    missing: { account_id: accountId, name: 'One' },
    shared: { account_id: accountId, name: 'two' },
  },
  {
    typeName: 'edge_waf_migration',
    key: { zone_id: zoneId },
    importId: zoneId,
    missing: { zone_id: otherZoneId },
  },
];

function find(world: World, typeName: string, key: Given): Promise<readonly unknown[]> {
  const { handler } = resourceOf(typeName);
  if (handler.find === undefined) throw new Error(`${typeName} cannot be found by its key`);
  return handler.find(key as State<never>, contextOf(world));
}

describe('finding an object by its natural key', () => {
  it('is known of every resource', () => {
    expect(cases.map(({ typeName }) => typeName).sort()).toEqual(
      resources.map(({ contract }) => contract.typeName).sort(),
    );
    for (const { typeName, key } of cases)
      expect(Object.keys(key)).toEqual(resourceOf(typeName).contract.naturalKey?.attributes);
  });

  it.each(cases)('gives what an import gives: $typeName', async ({ typeName, key, importId }) => {
    const world = await start(zone, account);
    const imported = await resourceOf(typeName).handler.import(importId, contextOf(world));
    expect(await find(world, typeName, key)).toEqual([imported]);
    expect(at(imported, 'id')).toEqual(expect.any(String));
  });

  it.each(cases)('gives nothing where there is none: $typeName', async ({ typeName, missing }) => {
    const world = await start(zone, account);
    expect(await find(world, typeName, missing)).toEqual([]);
  });

  it.each(cases.flatMap(({ typeName, shared }) => (shared === undefined ? [] : [{ typeName, shared }])))(
    'gives all that share a name: $typeName',
    async ({ typeName, shared }) => {
      const world = await start(zone, account);
      const found = await find(world, typeName, shared);
      expect(new Set(found.map((each) => at(each, 'id'))).size).toBe(2);
    },
  );

  it.each(cases)(
    'has room for several exactly where a key is not unique: $typeName',
    ({ typeName, shared }) => {
      expect(resourceOf(typeName).contract.naturalKey?.isUnique).toBe(shared === undefined);
    },
  );
});
