import { describeAll as describeWhole, type AccountContent } from '../../support/handler-harness';
import {
  poolNotificationPolicyContract,
  type PoolNotificationPolicyAttributes,
} from '../../../lib/resources/pool-notification-policy/contract';
import { poolNotificationPolicyHandler as handler } from '../../../lib/resources/pool-notification-policy/handler';
import {
  unknown,
  type Desired,
  type Diagnostic,
  type ObjectValue,
  type Planned,
  type State,
} from '../../../lib/schema';
import { accountId, at, contextOf, type Recorded, type World } from '../../support/handler-harness';
import { omitted } from '../../support/sample-values';

const { attributes } = poolNotificationPolicyContract;

export type DesiredSettings = Desired<PoolNotificationPolicyAttributes>;
export type Held = State<PoolNotificationPolicyAttributes>;
export type PlannedPolicy = Planned<PoolNotificationPolicyAttributes>;

/** Ids of pools: `p(1)` is that of `pool-001`. */
export const p = (number: number) => number.toString(16).padStart(32, '0');
export const nameOf = (number: number) => `pool-${String(number).padStart(3, '0')}`;

export interface PoolContent {
  readonly email?: string | null;
  readonly filter?: object;
}

export function somePools(
  count: number,
  content: (number: number) => PoolContent = () => ({ email: 'ops@example.com' }),
): NonNullable<AccountContent['pools']> {
  return Array.from({ length: count }, (_, index) => {
    const { email, filter } = content(index + 1);
    return {
      id: p(index + 1),
      name: nameOf(index + 1),
      origins: [{ name: 'one', address: '192.0.2.1' }],
      ...(email === undefined ? {} : { notification_email: email }),
      ...(filter === undefined ? {} : { notification_filter: filter }),
    };
  });
}

export const somePolicy = (poolIds: readonly string[], changes: object = {}, filters: object = {}) => ({
  name: 'Other',
  enabled: true,
  alert_type: 'load_balancing_health_alert',
  mechanisms: { email: [{ id: 'other@example.com' }] },
  ...changes,
  filters: {
    pool_id: poolIds,
    new_health: ['Unhealthy', 'Healthy'],
    event_source: ['pool', 'origin'],
    ...filters,
  },
});

export const desired = (given: Partial<DesiredSettings> = {}): DesiredSettings => ({
  ...omitted(attributes),
  account_id: accountId,
  name: 'Health',
  pool_ids: [p(1)],
  email_addresses: ['team@example.com'],
  accept_lost_recipients: true,
  ...given,
});

export const context = (world: World, kept?: unknown, service = world.connect()) =>
  contextOf<PoolNotificationPolicyAttributes>(world, kept, service);

export const create = (world: World, given: Partial<DesiredSettings> = {}, by = context(world)) =>
  handler.create(desired(given), by);

export const update = (world: World, prior: Held, given: Partial<DesiredSettings>, by = context(world)) =>
  handler.update({ prior, desired: desired(given) }, by);

export const read = (world: World, state: Held, by = context(world)) => handler.read(state, by);

export const unknownOutputs = {
  id: unknown,
  carried_over_recipients: unknown,
  cleared_legacy_emails: unknown,
  legacy_emails: unknown,
  legacy_pool_count: unknown,
  changes: unknown,
};

export interface Looked {
  readonly reported: readonly string[];
  readonly predicted: ObjectValue;
}

/** The advice on a plan: of a new policy, or of a change of one. */
export async function plan(
  world: World,
  prior: Held | null,
  given: Partial<PlannedPolicy> = {},
  by: Recorded<PoolNotificationPolicyAttributes> = context(world),
): Promise<Looked> {
  const config: PlannedPolicy = { ...desired(), ...unknownOutputs, ...given };
  const planned: PlannedPolicy = { ...config, ...(prior === null ? {} : { id: prior.id }), ...given };
  return look(await handler.plan?.({ prior, planned, config }, by));
}

/** The advice on a plan in which the configuration has not changed. */
export async function planAgain(world: World, state: Held, by = context(world)): Promise<Looked> {
  const config: PlannedPolicy = { ...state, ...(state.all_pools ? { pool_ids: null } : {}) };
  return look(await handler.plan?.({ prior: state, planned: state, config }, by));
}

export async function planDestroy(world: World, prior: Held): Promise<Looked> {
  return look(await handler.plan?.({ prior, planned: null, config: null }, context(world)));
}

/** Diagnostics without the beginning of their headlines, which names the policy. */
export function describeAll(diagnostics: readonly Diagnostic[]): string[] {
  return describeWhole(diagnostics).map((each) => each.replace(/Policy "[^"]*" of account \w{32}: /, ''));
}

function look(advice: Awaited<ReturnType<NonNullable<typeof handler.plan>>> = {}): Looked {
  return { reported: describeAll(advice.diagnostics ?? []), predicted: advice.predicted ?? {} };
}

const pools = `/accounts/${accountId}/load_balancers/pools`;
const policies = `/accounts/${accountId}/alerting/v3/policies`;

/** The legacy e-mails that there are, by the number of the pool. */
export async function emails(world: World): Promise<Record<number, string>> {
  const list = await world.api('GET', `${pools}?per_page=1000`);
  if (!Array.isArray(list)) return {};
  return Object.fromEntries(
    list.flatMap((pool: unknown) => {
      const email = at(pool, 'notification_email');
      const isThere = typeof email === 'string' && email !== '';
      return isThere ? [[parseInt(String(at(pool, 'id')), 16), email]] : [];
    }),
  );
}

export async function setEmail(world: World, number: number, email: string): Promise<void> {
  await world.api('PATCH', `${pools}/${p(number)}`, { notification_email: email });
}

export async function storedPolicies(world: World): Promise<unknown[]> {
  const list = await world.api('GET', policies);
  return Array.isArray(list) ? list.map((each): unknown => each) : [];
}

export const storedPolicy = (world: World, id: string | null) => world.api('GET', `${policies}/${id ?? ''}`);
export const storePolicy = (world: World, id: string | null, body: object) =>
  world.api('PUT', `${policies}/${id ?? ''}`, body);

/** The calls that write: `PATCH load_balancers/pools` is operation 6. */
export async function writes(world: World): Promise<string[]> {
  return (await world.calls()).filter((call) => !call.startsWith('GET '));
}

export { accountId, handler };

/** An account without webhooks and PagerDuty services, as an observation has it. */
export const noDestinations = () => ({
  existing: { webhooks: new Map<string, string>(), pagerduty: new Map<string, string>() },
  working: { webhooks: new Set<string>(), pagerduty: new Set<string>() },
});
