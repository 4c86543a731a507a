import type { EdgeClient, Pool } from '../../client';
import {
  byName,
  isWorkingWebhook,
  mechanismIds,
  type CoveringPolicy,
  type WorkingDestinations,
} from '../../pools';

/** The client and the signal of a call. */
export interface Caller {
  readonly service: EdgeClient;
  readonly signal: AbortSignal;
  /**
   * Whether lists may come from an earlier read of this client. Only for a plan or a refresh: before an apply clears anything,
   * it reads what is there.
   *
   * @default false
   */
  readonly cached?: boolean;
}

/** Page size of the list call. The maximum of the API is not documented; the client falls back to smaller pages. */
export const largestPage = 1000;

/** Every pool of the account, in the order of operation 6. */
export async function listPools(
  accountId: string,
  { service, signal, cached = false }: Caller,
): Promise<readonly Pool[]> {
  const pools = await service.pools.list(accountId, { perPage: largestPage, signal, cached });
  return [...pools].sort(byName);
}

/** The destinations of an account, and those of them that work. */
export interface Destinations {
  readonly existing: WorkingDestinations;
  readonly working: WorkingDestinations;
}

/** Lists only the kinds of destinations that the policies use: e-mail needs no destination. */
export async function listDestinations(
  accountId: string,
  kinds: { readonly webhooks: boolean; readonly pagerduty: boolean },
  { service, signal, cached = false }: Caller,
): Promise<Destinations> {
  const options = { signal, cached };
  const webhooks = kinds.webhooks ? await service.alerting.listWebhooks(accountId, options) : [];
  const services = kinds.pagerduty ? await service.alerting.listPagerDuty(accountId, options) : [];
  const pagerduty = new Set(services.map(({ id }) => id));
  return {
    existing: { webhooks: new Set(webhooks.map(({ id }) => id)), pagerduty },
    working: { webhooks: new Set(webhooks.filter(isWorkingWebhook).map(({ id }) => id)), pagerduty },
  };
}

/** Labels for messages: the name of a pool, with its id if the name is not unique. */
export function labelsOf(pools: readonly Pool[]): (pool: Pool) => string {
  const counts = new Map<string, number>();
  for (const { name } of pools) counts.set(name, (counts.get(name) ?? 0) + 1);
  return ({ id, name }) => (counts.get(name) === 1 && name !== '' ? name : `${name} (${id})`);
}

/** The legacy addresses by label of the pool, for pools that pass. */
export function legacyEmailsOf(
  pools: readonly Pool[],
  passes: (pool: Pool) => boolean,
): Record<string, string> {
  const label = labelsOf(pools);
  return Object.fromEntries(
    pools.filter(passes).map((pool) => [label(pool), pool.notification_email] as const),
  );
}

/** The kinds of destinations of policies, in the form of the API or of the contract. */
export function kindsOf(
  policies: readonly (
    | CoveringPolicy
    | { readonly webhook_ids: readonly string[] | null; readonly pagerduty_ids: readonly string[] | null }
  )[],
): { readonly webhooks: boolean; readonly pagerduty: boolean } {
  const has = (kind: 'webhooks' | 'pagerduty', attribute: 'webhook_ids' | 'pagerduty_ids') =>
    policies.some((each) =>
      'mechanisms' in each ? mechanismIds(each, kind).length > 0 : hasIds(each[attribute]),
    );
  return { webhooks: has('webhooks', 'webhook_ids'), pagerduty: has('pagerduty', 'pagerduty_ids') };
}

export function hasIds(ids: readonly string[] | null): boolean {
  return ids !== null && ids.length > 0;
}

export function readIds(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const ids = value.filter((each) => typeof each === 'string');
  return ids.length === value.length ? ids : undefined;
}
