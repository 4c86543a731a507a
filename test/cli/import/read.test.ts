import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { checkpointIn, readInventory } from '../../../lib/cli/import/read/inventory';
import type { Owner } from '../../../lib/resources/handler';
import { resourceOf } from '../../../lib/cli/import/resource-of';
import { differences } from '../../../lib/drivers/engine';
import { configOf } from '../../../lib/drivers/list-objects';
import { planState } from '../../../lib/drivers/state/planned-state';
import type { Inventory } from '../../../lib/cli/import/inventory';
import type { Fixture } from '../../../lib/emulator';
import { accountId, everyQuirk, start, type Running } from '../../emulator/support';
import { connectionTo } from '../../support/connection';
import { makeFolder } from '../../support/folder';
import { generateAccount } from '../../support/generated-account';
import { account, history, owners, policy, z } from './world';

describe('reading an account for an import', () => {
  let emulator: Running;
  let folder: string;
  const serve = async (fixture: Fixture) => {
    emulator = await start({ fixture });
  };
  beforeEach(() => {
    folder = makeFolder();
    jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  /** As one process of the command does, with a client of its own. */
  const read = async (owners: readonly Owner[], retryTimeoutMs = 0) => {
    const connection = connectionTo(emulator, { retryTimeoutMs });
    try {
      return await readInventory(connection, owners, checkpointIn(folder, connection));
    } finally {
      await connection.close();
    }
  };
  const calls = async () =>
    (await emulator.takeCalls())
      .map(
        ({ method, path }) =>
          `${method} ${path.replace(/^.*?\/client\/v4\//, '').replaceAll(/[0-9a-f]{32}/g, ':id')}`,
      )
      .sort();
  const idsOf = ({ objects }: Inventory) => objects.map(({ importId }) => importId).sort();

  it('takes three calls for a zone, one more each for log fields and a migrated WAF, and three for an account', async () => {
    await serve(history);
    await read(owners);
    const perZone = (count: number, path: string) => Array.from({ length: count }, () => path);
    expect(await calls()).toEqual(
      [
        'GET accounts/:id/alerting/v3/policies',
        'GET accounts/:id/load_balancers/pools',
        'GET accounts/:id/logpush/jobs',
        ...perZone(3, 'GET zones/:id/rulesets'),
        'GET zones/:id/rulesets/phases/http_log_custom_fields/entrypoint',
        ...perZone(3, 'GET zones/:id/logpush/jobs'),
        ...perZone(3, 'GET zones/:id/waf_migration/status'),
        'GET zones/:id/rulesets/phases/http_request_firewall_managed/entrypoint',
      ].sort(),
    );
  });

  it('lists pools and destinations only where a policy for the health of pools uses them', async () => {
    await serve({
      ...history,
      accounts: [
        {
          ...account,
          webhooks: [{ id: 'f'.repeat(32), name: 'Chat', url: 'https://chat.example/hook' }],
          pools: history.accounts?.[0]?.pools ?? [],
          policies: [policy(1, 'Chat', { mechanisms: { webhooks: [{ id: 'f'.repeat(32) }] } })],
        },
        { id: 'c'.repeat(32), name: 'Empty' },
      ],
    });
    const empty = { id: 'c'.repeat(32), name: 'Empty' };
    const { inventory } = await read([
      { kind: 'account', ...account, account },
      { kind: 'account', ...empty, account: empty },
    ]);
    expect(inventory.referenced).toContainEqual({
      group: 'webhooks',
      id: 'f'.repeat(32),
      name: 'Chat',
      accountId,
    });
    expect(await calls()).toEqual([
      'GET accounts/:id/alerting/v3/destinations/webhooks',
      'GET accounts/:id/alerting/v3/policies',
      'GET accounts/:id/alerting/v3/policies',
      'GET accounts/:id/load_balancers/pools',
      'GET accounts/:id/logpush/jobs',
      'GET accounts/:id/logpush/jobs',
    ]);
  });

  it('does not let one zone that cannot be read hide the others, and reads only that one again', async () => {
    await serve(history);
    await emulator.control('POST', '/faults', {
      kind: 'status',
      status: 403,
      match: { path: `/zones/${z(2)}/logpush/jobs` },
      times: 1,
    });
    const { inventory, failed } = await read(owners);
    expect(failed).toMatchObject([{ code: 'EDGE_PERMISSION', owner: { name: 'zone-2.example' } }]);
    expect(idsOf(inventory)).toHaveLength(7);
    await calls();
    const again = await read(owners);
    expect(again.failed).toEqual([]);
    expect(idsOf(again.inventory)).toHaveLength(8);
    expect(await calls()).toEqual([
      'GET zones/:id/logpush/jobs',
      'GET zones/:id/rulesets',
      'GET zones/:id/waf_migration/status',
    ]);
  });

  it('reads the same with every quirk of the service and with faults', async () => {
    const { fixture, zones, account: owner } = generateAccount({ zones: 12 });
    await serve(fixture);
    const all: Owner[] = [
      { kind: 'account', ...owner, account: owner },
      ...zones.map(({ id, name }) => ({ kind: 'zone' as const, id, name, account: owner })),
    ];
    const plain = await read(all);
    await rm(join(folder, '.edge-import'), { recursive: true });
    await emulator.control('PUT', '/quirks', everyQuirk);
    for (const kind of ['lost_reply', 'not_json'])
      await emulator.control('POST', '/faults', { kind, times: 1000, probability: 0.03, seed: 7 });
    const { inventory, failed } = await read(all, 60_000);
    expect(failed).toEqual([]);
    expect(idsOf(inventory)).toEqual(idsOf(plain.inventory));
    // As a plan compares them: without the order of sets and the notation of filters.
    const differing = inventory.objects.flatMap((object) => {
      const before = plain.inventory.objects.find(({ importId }) => importId === object.importId);
      const { contract } = resourceOf(object.typeName);
      const config = configOf(contract, before?.attributes ?? {});
      const planned = planState(contract.attributes, { prior: object.attributes, config });
      return differences(contract.attributes, object.attributes, planned).map(
        ({ name }) => `${object.importId} ${name}`,
      );
    });
    expect(differing).toEqual([]);
    // Without the settings of jobs and policies: a quirk adds some that nobody knows.
    const count = ({ leftOut }: Inventory) =>
      leftOut
        .filter(({ kind }) => !kind.startsWith('settings'))
        .map(({ reason, objects }) => `${objects.length} ${reason}`)
        .sort();
    expect(count(inventory)).toEqual(count(plain.inventory));
  });
});
