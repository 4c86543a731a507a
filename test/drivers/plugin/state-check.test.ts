import { localPlugins } from '../../faults/support/local-plugin';
import { accountId, freeDestination, start, zoneId, type Running } from '../../emulator/support';
import { makeWorld } from '../../support/edge-stack';
import { TerraformClient } from '../../support/terraform-client/client';

const resource = {
  edge_custom_fields_ruleset: { fields: { zone_id: zoneId, request_headers: ['x-id'] } },
  edge_logpush_job: {
    logs: {
      zone_id: zoneId,
      name: 'logs',
      destination_conf: freeDestination.replace(/&.*/, ''),
      destination_credentials: { 'access-key-id': '2', 'secret-access-key': '3' },
    },
  },
  edge_pool_notification_policy: {
    health: {
      account_id: accountId,
      name: 'health',
      all_pools: true,
      email_addresses: ['ops@example.com'],
      clear_legacy_email: 'none',
    },
  },
};

type Types = Partial<typeof resource>;

const fixture = makeWorld(
  { id: zoneId },
  { pools: [{ name: 'eu', origins: [{ name: 'one', address: '192.0.2.1', enabled: true }] }] },
);

const summary = 'State of another API, or of a reset emulator';

/** Terraform with a state that was made at an emulator, and other emulators to ask with it. */
async function deployed(types: Types) {
  const emulator = await start({ fixture });
  const settings = { base_url: emulator.url, api_token: emulator.token };
  const terraform = new TerraformClient({
    // A process of its own for each command, as Terraform starts them.
    provider: async () => (await localPlugins()()).provider,
    configuration: () => ({ resource: types }),
    settings,
    parallelism: 10,
  });
  await terraform.apply();
  return {
    emulator,
    terraform,
    moveTo: ({ url, token }: Running) => Object.assign(settings, { base_url: url, api_token: token }),
    warnings: async () => {
      const { diagnostics } = await terraform.plan();
      return diagnostics.filter((each) => each.summary === summary).map(({ detail }) => detail);
    },
    reset: () => emulator.control('POST', '/reset'),
  };
}

describe('a plan with a state', () => {
  it('warns once where the API has none of the objects, and not where it lacks one', async () => {
    const world = await deployed(resource);
    const { emulator, warnings } = world;
    expect(await warnings()).toEqual([]);
    world.moveTo({ ...emulator, url: emulator.url.replace('127.0.0.1', 'localhost') });
    expect(await warnings()).toEqual([]);
    world.moveTo(emulator);
    await emulator.call('DELETE', `/zones/${zoneId}/logpush/jobs/1001`);
    expect(await warnings()).toEqual([]);
    await world.reset();
    expect(await warnings()).toEqual([
      expect.stringMatching(
        new RegExp(
          `^None of the 3 objects of this state that were read so far exists at ${emulator.url}: .*edge_logpush_job \\d+ of zone ${zoneId}.*` +
            'correct `EDGE_BASE_URL` or `base_url`.*edge-platform emulator --from-state state.json.*apply this plan',
        ),
      ) as string,
    ]);
  });

  it('warns of a single object only at the address of another API, and fails where that has no such zone', async () => {
    const { edge_logpush_job } = resource;
    const world = await deployed({ edge_logpush_job });
    await world.reset();
    expect(await world.warnings()).toEqual([]);
    const [made, other] = [world.emulator.url, await start({ fixture })];
    world.moveTo(other);
    expect(await world.warnings()).toEqual([
      expect.stringContaining(`last seen at ${made}, and unknown at ${other.url}.`) as string,
    ]);
    const accounts = [{ id: accountId, name: 'Other' }];
    const foreign = await start({ fixture: { accounts, zones: [] } });
    world.moveTo(foreign);
    const [error] = await world.terraform.failedPlan();
    expect(error).toMatchObject({ summary: 'Unknown zone, or wrong API' });
    expect(error?.detail).toContain(
      `that ${foreign.url} is the API that you mean (EDGE_BASE_URL or base_url)`,
    );
  });
});
