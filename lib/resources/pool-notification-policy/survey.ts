import type { EdgeClient, Pool } from '../../client';
import { byName, isWorkingWebhook, type WorkingDestinations } from '../../pools';

/** What every call needs. */
export interface Caller {
  readonly service: EdgeClient;
  readonly signal: AbortSignal;
}

/** As many pools as are asked for at once: the service's greatest page is not documented, the client asks for less. */
export const largestPage = 1000;

/** Every pool of the account, in the order of operation 6. */
export async function listPools(accountId: string, { service, signal }: Caller): Promise<readonly Pool[]> {
  const pools = await service.pools.list(accountId, { perPage: largestPage, signal });
  return [...pools].sort(byName);
}

/** The destinations of an account: which there are, and which of them work. */
export interface Destinations {
  readonly existing: WorkingDestinations;
  readonly working: WorkingDestinations;
}

/** What a policy tells decides what has to be asked for: e-mail needs no destination. */
export async function listDestinations(
  accountId: string,
  kinds: { readonly webhooks: boolean; readonly pagerduty: boolean },
  { service, signal }: Caller,
): Promise<Destinations> {
  const webhooks = kinds.webhooks ? await service.alerting.listWebhooks(accountId, { signal }) : [];
  const services = kinds.pagerduty ? await service.alerting.listPagerDuty(accountId, { signal }) : [];
  const pagerduty = new Set(services.map(({ id }) => id));
  return {
    existing: { webhooks: new Set(webhooks.map(({ id }) => id)), pagerduty },
    working: { webhooks: new Set(webhooks.filter(isWorkingWebhook).map(({ id }) => id)), pagerduty },
  };
}

/** The pools by what a person calls them; two of one name are told apart by their ids. */
export function labelsOf(pools: readonly Pool[]): (pool: Pool) => string {
  const counts = new Map<string, number>();
  for (const { name } of pools) counts.set(name, (counts.get(name) ?? 0) + 1);
  return ({ id, name }) => (counts.get(name) === 1 && name !== '' ? name : `${name} (${id})`);
}

/** The addresses by pool, of those pools that pass. */
export function legacyEmailsOf(
  pools: readonly Pool[],
  passes: (pool: Pool) => boolean,
): Record<string, string> {
  const label = labelsOf(pools);
  return Object.fromEntries(
    pools.filter(passes).map((pool) => [label(pool), pool.notification_email] as const),
  );
}
