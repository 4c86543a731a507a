import { textsOf } from '../../../lib/ground/json';
import { localPlugins } from '../../faults/support/local-plugin';
import { pick, start, type Running } from '../../emulator/support';
import { startAltering, type Altering } from '../../support/altered-replies';
import { accountId } from '../../support/handler-harness';
import { TerraformClient, type Diagnostic } from '../../support/terraform-client';
import { p, somePools } from './support';

const webhookId = 'e'.repeat(32);
const all = (count: number) => Array.from({ length: count }, (_, index) => p(index + 1));
const address = 'edge_pool_notification_policy.health';

let emulator: Running;
let api: Altering;
let close: () => Promise<void>;

/** Terraform's calls, with a plugin in this process behind a proxy that changes replies. */
async function begin(policy: Record<string, unknown>, pools = 60): Promise<TerraformClient> {
  emulator = await start({
    fixture: {
      accounts: [
        {
          id: accountId,
          name: 'Account',
          pools: somePools(pools),
          webhooks: [{ id: webhookId, name: 'hook', url: 'https://example.com/hook' }],
        },
      ],
      zones: [],
    },
  });
  api = await startAltering(emulator.url);
  const startPlugin = localPlugins();
  const plugins: { kill: () => Promise<void> }[] = [];
  close = async () => {
    await Promise.all(plugins.map((each) => each.kill()));
    await api.close();
    await emulator.close();
  };
  return new TerraformClient({
    provider: async () => {
      const plugin = await startPlugin();
      plugins.push(plugin);
      return plugin.provider;
    },
    configuration: () => ({
      terraform: { required_providers: { edge: { source: 'terraform.local/edge-platform/edge' } } },
      resource: {
        edge_pool_notification_policy: {
          health: {
            account_id: accountId,
            name: 'Health',
            email_addresses: ['ops@example.com'],
            clear_legacy_email: 'none',
            ...policy,
          },
        },
      },
    }),
    settings: { base_url: api.baseUrl, api_token: emulator.token },
  });
}

afterEach(() => close());

const isPools = (call: string) => /GET .*\/load_balancers\/pools\?/.test(call);
const listIn = (envelope: unknown): readonly unknown[] => {
  const list = pick(envelope, 'result');
  return Array.isArray(list) ? (list as unknown[]) : [];
};

/** The list lacks pools, and tells of all or only of those that it has. */
function lackPools(ids: readonly string[], total: 'told' | 'hidden'): void {
  api.alter = (envelope, call) => {
    if (!isPools(call)) return envelope;
    const result = listIn(envelope).filter((pool) => !ids.includes(String(pick(pool, 'id'))));
    const lacking = total === 'told' ? 0 : ids.length;
    const numbers = {
      count: result.length,
      total_count: Number(pick(envelope, 'result_info', 'total_count')) - lacking,
    };
    return { ...envelope, result, result_info: { page: 1, per_page: 1000, total_pages: 1, ...numbers } };
  };
}

const policies = `/accounts/${accountId}/alerting/v3/policies`;
const storedPools = async (): Promise<readonly string[]> =>
  textsOf(pick(await emulator.result('GET', policies), 0, 'filters', 'pool_id')).toSorted();
const summaries = (diagnostics: readonly Diagnostic[]) => diagnostics.map(({ summary }) => summary);

describe('a policy for all pools keeps its pools', () => {
  it('when the list has 50 of 60: the plan and the apply fail', async () => {
    const policy = { all_pools: true, description: '' };
    const terraform = await begin(policy);
    await terraform.apply();
    expect(await storedPools()).toEqual(all(60));
    policy.description = 'changed';
    const plan = await terraform.plan();
    lackPools(all(10), 'told');
    expect(summaries(await terraform.failedPlan())).toEqual(['Incomplete list in API reply']);
    expect(summaries(await terraform.failedApply(plan))).toEqual(['Incomplete list in API reply']);
    expect(await storedPools()).toEqual(all(60));
  });

  it('when the list lacks some and says nothing of it: each is read by its id', async () => {
    const terraform = await begin({ all_pools: true });
    await terraform.apply();
    lackPools([p(7), p(8)], 'hidden');
    await terraform.expectNoChanges();
    await terraform.apply();
    expect(await storedPools()).toEqual(all(60));
  });

  it('when a pool is deleted between two pages: the list is read again', async () => {
    const terraform = await begin({ all_pools: true }, 1001);
    await terraform.apply();
    const gone = p(3);
    let isDeleted = false;
    api.alter = async (envelope, call) => {
      if (isPools(call) && !isDeleted) {
        isDeleted = true;
        await emulator.result('DELETE', `/accounts/${accountId}/load_balancers/pools/${gone}`);
      }
      return envelope;
    };
    const plan = await terraform.plan();
    expect(JSON.stringify(plan.diagnostics)).toContain(gone);
    expect(JSON.stringify(plan.diagnostics)).not.toContain(p(1001));
    await terraform.apply(plan);
    expect(await storedPools()).toEqual(all(1001).filter((id) => id !== gone));
  });
});

it('a policy for listed pools is planned without a warning where the list lacks one that exists', async () => {
  const terraform = await begin({ pool_ids: [p(1), p(2)], webhook_ids: [webhookId] });
  await terraform.apply();
  lackPools([p(2)], 'hidden');
  expect((await terraform.plan()).diagnostics).toEqual([]);
  expect((await terraform.plan()).isEmpty).toBe(true);
});

it('a new policy for pools and webhooks that the lists lack is planned', async () => {
  const terraform = await begin({ pool_ids: [p(1), p(2)], webhook_ids: [webhookId] });
  api.alter = (envelope, call) =>
    call.endsWith('/webhooks') || isPools(call)
      ? { ...envelope, result: [], result_info: undefined }
      : envelope;
  expect((await terraform.plan()).change(address).action).toBe('create');
});

it('a listed pool that was deleted is still reported as that', async () => {
  const terraform = await begin({ pool_ids: [p(1), p(2)] });
  await terraform.apply();
  await emulator.result('DELETE', `/accounts/${accountId}/load_balancers/pools/${p(2)}`);
  expect(summaries((await terraform.plan()).diagnostics)).toEqual([
    expect.stringContaining('no longer exist'),
  ]);
});
