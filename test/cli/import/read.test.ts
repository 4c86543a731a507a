import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkpointIn, readInventory } from '../../../lib/cli/import/read/inventory';
import type { Owner } from '../../../lib/resources/handler';
import { resourceOf } from '../../../lib/cli/import/resource-of';
import { differences } from '../../../lib/drivers/engine';
import { configOf } from '../../../lib/drivers/list-objects';
import { planState } from '../../../lib/drivers/state/planned-state';
import type { Inventory } from '../../../lib/cli/import/inventory';
import { EdgeClient } from '../../../lib/client';
import { systemClock } from '../../../lib/client/clock';
import type { Fixture } from '../../../lib/emulator';
import { accountId, everyQuirk, start, type Running } from '../../emulator/support';
import { generateAccount } from '../../support/generated-account';
import { history, job, policy, policyId, z } from './world';

describe('reading an account for an import', () => {
  let emulator: Running;
  let folder: string;
  const serve = async (fixture: Fixture) => {
    emulator = await start({ fixture });
  };
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'edge-import-'));
    jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await emulator.close();
    await rm(folder, { recursive: true });
  });

  /** As one process of the command does, with a client of its own. */
  const read = async (owners: readonly Owner[], retryTimeoutMs = 0) => {
    const client = new EdgeClient({
      baseUrl: emulator.url,
      credentials: { apiToken: emulator.token },
      retryTimeoutMs,
    });
    const connection = {
      client,
      clock: systemClock,
      requestsPer5Minutes: 1200,
      baseUrl: emulator.url,
      showProgress: () => undefined,
      close: () => client.close(),
    };
    try {
      return await readInventory(connection, owners, checkpointIn(folder, connection));
    } finally {
      await client.close();
    }
  };
  const account = { id: accountId, name: 'Example account' };
  const owners: readonly Owner[] = [
    { kind: 'account', ...account, account },
    ...[1, 2, 3].map((number) => ({
      kind: 'zone' as const,
      id: z(number),
      name: `zone-${number}.example`,
      account,
    })),
  ];
  const calls = async () => {
    const { body } = await emulator.control('DELETE', '/calls');
    return (body as { method: string; path: string }[])
      .map(
        ({ method, path }) =>
          `${method} ${path.replace(/^.*?\/client\/v4\//, '').replaceAll(/[0-9a-f]{32}/g, ':id')}`,
      )
      .sort();
  };
  const idsOf = ({ objects }: Inventory) => objects.map(({ importId }) => importId).sort();
  const leftOutOf = ({ leftOut }: Inventory) =>
    Object.fromEntries(leftOut.map(({ reason, objects }) => [reason, objects]));

  it('returns each object with its import id and the attributes of an import', async () => {
    await serve(history);
    const { inventory, failed } = await read(owners);
    expect(failed).toEqual([]);
    const [ruleset = ''] = idsOf(inventory).filter((id) => /\/[0-9a-f]{32}$/.test(id) && id.startsWith(z(1)));
    expect(idsOf(inventory)).toEqual(
      [
        `accounts/${accountId}/30`,
        `${accountId}/${policyId(1)}`,
        z(1),
        `${z(1)}/11`,
        `${z(1)}/12`,
        `${z(1)}/13`,
        ruleset,
        `${z(2)}/21`,
      ].sort(),
    );
    const find = (id: string) => inventory.objects.find(({ importId }) => importId === id);
    expect(find(`${z(1)}/11`)).toMatchObject({
      typeName: 'edge_logpush_job',
      zone: { id: z(1), name: 'zone-1.example' },
      account,
      attributes: {
        zone_id: z(1),
        account_id: null,
        name: 'errors',
        destination_conf: 's3://logs/http?region=eu-central-1',
        fields: ['ClientIP', 'RayID'],
        output_options: null,
      },
    });
    expect(find(`${z(1)}/13`)?.attributes.name).toBe('');
    expect(find(`accounts/${accountId}/30`)?.zone).toBeUndefined();
    // Its pool has a legacy e-mail, which an import leaves alone.
    expect(find(`${accountId}/${policyId(1)}`)?.attributes).toMatchObject({ clear_legacy_email: 'none' });
    expect(find(z(1))?.attributes).toMatchObject({ target: 'complete', rule_overrides: null });
    expect(inventory.pools.map(({ name, accountId: id }) => [name, id])).toEqual([
      ['pool-1', accountId],
      ['pool-2', accountId],
    ]);
  });

  it('counts what has no resource, with the reason, and what the API does not return', async () => {
    await serve(history);
    const { inventory } = await read(owners);
    expect(leftOutOf(inventory)).toEqual({
      'The jobs keep these settings. No attribute has them, so a job that is created anew lacks them.': [
        'zone-2.example: job 21 "errors": CVE-2021-44228',
      ],
      'Only load_balancing_health_alert has a resource.': [
        `Example account: policy "Attacks" (${policyId(2)}): dos_attack_l7`,
      ],
      'The zones still have the previous WAF. `edge-platform waf survey` shows what their migration needs.': [
        'zone-2.example',
      ],
      'The zones never had the previous WAF.': ['zone-3.example'],
      'They have no resource here.': [
        expect.stringMatching(/^zone-2\.example: http_request_firewall_custom "Firewall" \([0-9a-f]{32}\)$/),
      ],
    });
    expect(inventory.secrets.map(({ kind, objects }) => [kind, objects.length])).toEqual([
      ['credentials of destinations', 4],
      ['ownership challenges', 1],
    ]);
    expect(JSON.stringify(inventory)).not.toContain('SK');
    expect(await readFile(join(folder, '.edge-import/checkpoint.ndjson'), 'utf8')).not.toContain('SK');
  });

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
    expect(inventory.webhooks).toEqual([{ id: 'f'.repeat(32), name: 'Chat', accountId }]);
    expect(await calls()).toEqual([
      'GET accounts/:id/alerting/v3/destinations/webhooks',
      'GET accounts/:id/alerting/v3/policies',
      'GET accounts/:id/alerting/v3/policies',
      'GET accounts/:id/load_balancers/pools',
      'GET accounts/:id/logpush/jobs',
      'GET accounts/:id/logpush/jobs',
    ]);
  });

  it('leaves out a policy whose plan would fail, with the reason of the plan', async () => {
    await serve({
      ...history,
      accounts: [
        {
          ...history.accounts?.[0],
          ...account,
          policies: [policy(1, 'None', { mechanisms: { carrier_pigeon: [{ id: 'one' }] } })],
        },
      ],
    });
    const { inventory } = await read(owners.slice(0, 1));
    expect(leftOutOf(inventory)).toMatchObject({
      'Policy has no recipients.': [expect.stringContaining(`policy "None" (${policyId(1)})`)],
    });
  });

  it('leaves out further rules of custom fields, which stay', async () => {
    await serve(generateAccount({ zones: 4, policies: 0, pools: 0, jobs: 0 }).fixture);
    const { zones, account: owner } = generateAccount({ zones: 4, policies: 0, pools: 0, jobs: 0 });
    const { inventory } = await read(
      zones.map(({ id, name }) => ({ kind: 'zone', id, name, account: owner })),
    );
    expect(leftOutOf(inventory)).toMatchObject({
      'A resource has one rule of the ruleset. The others stay as they are.': [
        expect.stringMatching(/response headers x-b in a disabled rule$/),
      ],
    });
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

  it('has a job for each kind of name that the service allows', async () => {
    const jobs = [job(1, 'a'.repeat(512)), job(2, '-.-')];
    const [zone] = history.zones ?? [];
    await serve({ ...history, zones: zone === undefined ? [] : [{ ...zone, jobs }] });
    const { inventory } = await read(owners.slice(1, 2));
    expect(idsOf(inventory)).toEqual(expect.arrayContaining([`${z(1)}/1`, `${z(1)}/2`]));
  });
});
