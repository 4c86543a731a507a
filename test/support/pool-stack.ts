import { TerraformOutput, type TerraformStack } from 'cdktf';
import { PoolNotificationPolicy, type PoolNotificationPolicyProps } from '../../lib';
import { pick, type Running as Emulator } from '../emulator/support';
import { accountId, listOf, startEdgeStack, type EdgeStack } from './edge-stack';

export const poolsPath = `/accounts/${accountId}/load_balancers/pools`;
export const policiesPath = `/accounts/${accountId}/alerting/v3/policies`;
export const policyAddress = 'edge_pool_notification_policy.health';

export function poolId(index: number): string {
  return (index + 1).toString(16).padStart(32, '0');
}

/** The service has its pools in the order of these. */
export function poolName(index: number): string {
  return `pool-${String(index + 1).padStart(3, '0')}`;
}

export const origins = [{ name: 'one', address: '192.0.2.1' }];

/** Pools of a fixture. An e-mail that is undefined is absent. */
export function makePools(count: number, emailOf: (index: number) => string | null | undefined): object[] {
  return Array.from({ length: count }, (_, index) => {
    const email = emailOf(index);
    const legacy = email === undefined ? {} : { notification_email: email };
    return { id: poolId(index), name: poolName(index), origins, ...legacy };
  });
}

export function poolIds(count: number, isMeant: (index: number) => boolean = () => true): string[] {
  return Array.from({ length: count }, (_, index) => index)
    .filter(isMeant)
    .map(poolId);
}

/** An emulated account with pools, and a stack with one policy for them. */
export interface PoolStack extends EdgeStack {
  declarePolicy(props?: Partial<PoolNotificationPolicyProps>): void;
  policies(): Promise<readonly unknown[]>;
  legacyEmails(): Promise<Record<string, string>>;
  setEmail(index: number, email: string): Promise<void>;
  /** What was written since the last look, as `PATCH pools`, `PATCH pools/:id`, `POST policies`. */
  writes(): Promise<string[]>;
}

export async function startPoolStack(account: object): Promise<PoolStack> {
  const edge = await startEdgeStack({}, account);
  const { emulator } = edge;
  return {
    ...edge,
    declarePolicy: (props = {}) => {
      edge.declare((stack) => {
        declareOne(stack, props);
      });
    },
    policies: async () => listOf(await emulator.result('GET', policiesPath)),
    legacyEmails: async () => {
      const pools = listOf(await emulator.result('GET', `${poolsPath}?per_page=1000`));
      return Object.fromEntries(
        pools.flatMap((pool) => {
          const email = pick(pool, 'notification_email');
          return typeof email === 'string' && email !== '' ? [[String(pick(pool, 'name')), email]] : [];
        }),
      );
    },
    setEmail: async (index, email) => {
      await emulator.result('PATCH', `${poolsPath}/${poolId(index)}`, { notification_email: email });
    },
    writes: async () => {
      const calls = (await emulator.takeCalls()).filter(({ method }) => method !== 'GET');
      return calls.map(({ method, path }) => {
        const what = /\/(?:load_balancers|v3)\/(.*)$/.exec(path)?.[1] ?? path;
        return `${method} ${what.replace(/\/[0-9a-f]{32}$/, '/:id')}`;
      });
    },
  };
}

function declareOne(stack: TerraformStack, props: Partial<PoolNotificationPolicyProps>): void {
  const policy = new PoolNotificationPolicy(stack, 'health', {
    accountId,
    name: 'Health of pools',
    emailAddresses: ['ops@example.com'],
    acceptLostRecipients: true,
    ...props,
  });
  new TerraformOutput(stack, 'legacy_pool_count', { value: policy.legacyPoolCount });
  new TerraformOutput(stack, 'cleared', { value: policy.clearedLegacyEmails });
}

/** The legacy e-mails of an account with few pools, in their order. */
export async function emailsOf(emulator: Emulator): Promise<readonly unknown[]> {
  const pools = listOf(await emulator.result('GET', `${poolsPath}?per_page=50`));
  return pools.map((pool) => pick(pool, 'notification_email'));
}

export function countEach(items: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const item of items) counts[item] = (counts[item] ?? 0) + 1;
  return counts;
}
