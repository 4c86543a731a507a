import { resources } from '../../../lib/resources';
import { accountId, start, type Running } from '../../emulator/support';
import { history, policyId, z } from '../../cli/import/world';
import { localPlugins } from '../../faults/support/local-plugin';
import { hasErrors } from '../../support/terraform-client/provider';
import type { SavedPlan } from '../../support/terraform-client/plan';
import { TerraformClient, type Provider } from '../../support/terraform-client';

/** Objects of the account by address: how each is imported. */
const objects = [
  ['edge_logpush_job.zones', `${z(1)}/11`, { zone_id: z(1), account_id: null, id: '11' }],
  [
    'edge_logpush_job.accounts',
    `accounts/${accountId}/30`,
    { zone_id: null, account_id: accountId, id: '30' },
  ],
  ['edge_custom_fields_ruleset.one', `${z(1)}/http_log_custom_fields`, { zone_id: z(1) }],
  [
    'edge_pool_notification_policy.one',
    `${accountId}/${policyId(1)}`,
    { account_id: accountId, id: policyId(1) },
  ],
  ['edge_waf_migration.one', z(1), { zone_id: z(1) }],
] as const;

describe('the identity of a resource', () => {
  let emulator: Running;
  let provider: Provider;
  beforeAll(async () => {
    emulator = await start({ fixture: history });
    ({ provider } = await localPlugins()());
  });

  const makeClient = (configuration: object = {}) =>
    new TerraformClient({
      provider: () => Promise.resolve(provider),
      configuration: () => configuration,
      settings: { base_url: emulator.url, api_token: emulator.token, custom_field_limits: 'current' },
    });

  it('has a schema for every resource, which says what an import must have', async () => {
    const { resources: schemas } = await provider.schemas();
    const required = Object.entries(schemas).map(([type, { identity = {} }]) => [
      type,
      Object.entries(identity).map(([name, each]) => (each.required ? name : `${name}?`)),
    ]);
    expect(Object.fromEntries(required)).toEqual({
      edge_custom_fields_ruleset: ['zone_id'],
      edge_logpush_job: ['zone_id?', 'account_id?', 'id'],
      edge_pool_notification_policy: ['account_id', 'id'],
      edge_waf_migration: ['zone_id'],
    });
    expect(resources).toHaveLength(Object.keys(schemas).length);
  });

  it.each(objects)('imports %s as its import id does', async (address, importId, identity) => {
    const [byId, byIdentity] = [makeClient(), makeClient()];
    await byId.import(address, importId);
    await byIdentity.import(address, identity);
    expect(byIdentity.attributes(address)).toEqual(byId.attributes(address));
    for (const { state } of [byId, byIdentity]) expect(state.get(address)?.identity).toEqual(identity);
  });

  it('is planned once all of it is known', async () => {
    const job = { zone_id: z(2), name: 'created', destination_conf: 'https://logs.example.com/created' };
    const terraform = makeClient({ resource: { edge_logpush_job: { it: { ...job, fields: ['RayID'] } } } });
    const plan = await terraform.plan();
    expect(plan.change().identity).toBeUndefined();
    await terraform.apply(plan);
    const { id } = terraform.attributes('edge_logpush_job.it');
    const identity = { zone_id: z(2), account_id: null, id };
    expect(terraform.state.get('edge_logpush_job.it')?.identity).toEqual(identity);
  });

  it('is added to an object of an earlier version when it is read', async () => {
    const [address, importId, identity] = objects[0];
    const imported = makeClient();
    await imported.import(address, importId);
    const earlier = makeClient();
    earlier.state.set(address, { ...defined(imported.state.get(address)), identity: undefined });
    const plan = await earlier.plan();
    expect(plan.drifted).toEqual([]);
    expect((plan as SavedPlan).state.get(address)?.identity).toEqual(identity);
  });

  it.each([
    ['no zone and no account', { zone_id: null, account_id: null, id: '11' }],
    ['an empty id', { zone_id: z(1), account_id: null, id: '' }],
  ])('fails to import by an identity with %s', async (_what, identity) => {
    const diagnostics = await makeClient().tryImport('edge_logpush_job.it', identity);
    expect(diagnostics).toMatchObject([
      {
        summary: 'Invalid identity',
        detail: expect.stringMatching(
          /^The identity has `.+"\. It must have exactly one of `zone_id` and `account_id` with an ID of 32 hexadecimal digits, and `id`\.$/,
        ) as string,
      },
    ]);
  });

  it('fails to import by the identity of an object that does not exist', async () => {
    const identity = { zone_id: z(1), account_id: null, id: '4711' };
    expect(hasErrors(await makeClient().tryImport('edge_logpush_job.it', identity))).toBe(true);
  });

  it('is upgraded from the version that it has, without what it does not know, and fails from a later one', async () => {
    const stored = { zone_id: z(1), other: 'x' };
    expect(await provider.upgradeIdentity('edge_waf_migration', 0, stored)).toEqual({
      identity: { zone_id: z(1) },
      diagnostics: [],
    });
    const { diagnostics } = await provider.upgradeIdentity('edge_waf_migration', 1, stored);
    expect(diagnostics).toMatchObject([{ summary: 'Cannot read the identity of edge_waf_migration' }]);
  });
});

function defined<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('there is none');
  return value;
}
