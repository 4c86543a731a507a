import type { EdgeClient, Policy, Pool } from '../../client';
import { byName, healthAlertType, isWorkingWebhook, mechanismIds, unknownRecipient } from '../../pools';

/** Snapshot of an account for one plan, one step of an apply or one audit. */
export type Observation = Awaited<ReturnType<typeof observe>>;

/**
 * Freshness of an observation. `shared`: lists of this client may be reused, for a plan or a refresh. `checked`: policies and
 * destinations are read anew, and the pools are those of the last list with the replies to the writes since. `fresh`: all of it is read.
 */
export type Freshness = 'shared' | 'checked' | 'fresh';

interface Reader {
  readonly service: EdgeClient;
  readonly signal?: AbortSignal | undefined;
}

/** The ids of an observation without a configuration, as for an audit: no list may lack something that is named. */
export const noDestinations = { pool_ids: null, webhook_ids: null, pagerduty_ids: null };

/** Page size of the list call. The maximum of the API is not documented; the client falls back to smaller pages. */
const largestPage = 1000;

/**
 * Reads the account. Lists only the kinds of destinations that are in use: e-mail needs none.
 *
 * @param used - the ids that a policy names: a list may lack such an object although it exists
 */
export async function observe(
  accountId: string,
  used: Readonly<Record<'pool_ids' | 'webhook_ids' | 'pagerduty_ids', readonly string[] | null>>,
  { service, signal }: Reader,
  freshness: Freshness,
) {
  const options = { signal, cached: freshness === 'shared' };
  const pools = await listPools(accountId, { service, signal }, freshness, used.pool_ids ?? []);
  const policies: readonly Policy[] = await service.alerting.listPolicies(accountId, options);
  const uses = (kind: 'webhooks' | 'pagerduty') =>
    policies.some(
      (each) => each.enabled && each.alert_type === healthAlertType && mechanismIds(each, kind).length > 0,
    );
  const webhooks =
    uses('webhooks') || used.webhook_ids?.length
      ? await service.alerting.listWebhooks(accountId, {
          ...options,
          knownIds: (used.webhook_ids ?? []).filter((id) => id !== unknownRecipient),
        })
      : [];
  const services =
    uses('pagerduty') || used.pagerduty_ids?.length
      ? await service.alerting.listPagerDuty(accountId, options)
      : [];
  const namesOf = (found: readonly { readonly id: string; readonly name: string }[]) =>
    new Map(found.map(({ id, name }) => [id, name]));
  const working = webhooks.filter(isWorkingWebhook).map(({ id }) => id);
  return {
    pools,
    policies,
    /** The names of destinations by ID, of the kinds in use. */
    existing: { webhooks: namesOf(webhooks), pagerduty: namesOf(services) },
    working: { webhooks: new Set(working), pagerduty: new Set(services.map(({ id }) => id)) },
  };
}

/** Every pool of the account, in the order of operation 6. One of `knownIds` that is missing does not exist. */
export async function listPools(
  accountId: string,
  { service, signal }: Reader,
  freshness: Freshness,
  knownIds: readonly string[] = [],
): Promise<readonly Pool[]> {
  const options = { perPage: largestPage, knownIds, signal, cached: freshness !== 'fresh' };
  return (await service.pools.list(accountId, options)).sort(byName);
}

export function legacyEmailsOf(
  pools: readonly Pool[],
  label: (pool: Pool) => string,
): Record<string, string> {
  return Object.fromEntries(pools.map((pool) => [label(pool), pool.notification_email]));
}
