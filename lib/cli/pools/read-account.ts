import type { EdgeClient, Policy, Pool } from '../../client';
import { isWorkingWebhook, mechanismIds, type WorkingDestinations } from '../../pools';
import { kindsInUse, type PolicyRecord } from './audit';

/** What decides who is notified about the pools of an account. */
export interface PoolAccountRecord {
  readonly pools: readonly Pool[];
  readonly policies: readonly Policy[];
  readonly destinations: WorkingDestinations;
  /** The names of its webhooks and PagerDuty services, by id, if a policy has some. */
  readonly destinationNames: ReadonlyMap<string, string>;
}

/** The fewest calls that `readPoolAccount` takes: a page of pools, and the policies. */
export const fewestCalls = 2;

/** Reads the pools and notification policies of an account; its webhooks and PagerDuty services only if a policy has some. */
export async function readPoolAccount(
  { pools, alerting }: EdgeClient,
  accountId: string,
  signal?: AbortSignal,
): Promise<PoolAccountRecord> {
  const [found, policies] = await Promise.all([
    // The largest page size is not documented; the client falls back to a smaller one.
    pools.list(accountId, { perPage: 1000, signal }),
    alerting.listPolicies(accountId, { signal }),
  ]);
  return { pools: found, policies, ...(await readDestinations(alerting, accountId, policies, signal)) };
}

async function readDestinations(
  alerting: EdgeClient['alerting'],
  accountId: string,
  policies: readonly PolicyRecord[],
  signal: AbortSignal | undefined,
): Promise<Pick<PoolAccountRecord, 'destinations' | 'destinationNames'>> {
  const kinds = kindsInUse(policies);
  const webhooks = kinds.webhooks ? await alerting.listWebhooks(accountId, { signal }) : [];
  const services = kinds.pagerduty ? await alerting.listPagerDuty(accountId, { signal }) : [];
  return {
    destinations: {
      webhooks: new Set(webhooks.filter(isWorkingWebhook).map(({ id }) => id)),
      pagerduty: new Set(services.map(({ id }) => id)),
    },
    destinationNames: new Map([...webhooks, ...services].map(({ id, name }) => [id, name])),
  };
}

/** The recipients of a policy that are no e-mail addresses: by name, since the URL of a webhook may contain its secret. */
export function describeServices(
  policy: Pick<PolicyRecord, 'mechanisms'>,
  working: WorkingDestinations,
  names: ReadonlyMap<string, string>,
): string[] {
  const nameOf = (id: string) => names.get(id) ?? id;
  return [
    ...mechanismIds(policy, 'webhooks').map(
      (id) => `webhook ${nameOf(id)}${working.webhooks.has(id) ? '' : ' (its last delivery failed)'}`,
    ),
    ...mechanismIds(policy, 'pagerduty').map((id) => `PagerDuty service ${nameOf(id)}`),
  ];
}
