import type { AlertingState } from '../../products/alerting';
import { healthEvents, legacyAddresses, legacyRecipients } from '../../products/alerting/recipients';
import type { Pool } from '../../products/pools/health';
import type { Pools } from '../../products/pools/state';
import type { Places } from '../../world';
import { pageOf, type View } from '../view';
import { coveragesByPool, renderEvent, renderRecipient, type Coverage } from './coverage';
import { readPoolDetail, hasLegacyEmail, healthOf } from './pool-detail';

/** The pools of all accounts, and one of them. */
export function poolViews(places: Places, pools: Pools, alerting: AlertingState): readonly View[] {
  return [
    { path: '/pools', read: ({ query }) => readPoolList(query, places, pools, alerting) },
    {
      path: '/pools/:account_id/:pool_id',
      read: ({ param }) => {
        const accountId = param('account_id');
        const accountName = places.account(accountId)?.name ?? accountId;
        return readPoolDetail(
          { id: accountId, name: accountName },
          pools.get(accountId, param('pool_id')),
          alerting,
        );
      },
    },
  ];
}

/** Filters of the list of pools; `silent` are pools without notifications. */
const poolFilters = ['all', 'attention', 'legacy', 'covered', 'silent', 'unhealthy'] as const;
export type PoolFilter = (typeof poolFilters)[number];

/** A pool and what decides which filters it passes; the rest is rendered for the pools of a page alone. */
interface Judged {
  readonly accountId: string;
  readonly pool: Pool;
  readonly coverages: readonly Coverage[];
  readonly passes: Readonly<Record<PoolFilter, boolean>>;
}

export function readPoolList(query: URLSearchParams, places: Places, pools: Pools, alerting: AlertingState) {
  const accounts = places.listAccounts();
  const chosen = query.get('account') ?? '';
  const judged = accounts
    .filter(({ id }) => chosen === '' || id === chosen)
    .flatMap(({ id }) => {
      const coverages = coveragesByPool(id, alerting);
      return pools.list(id).map((pool) => judge(id, pool, coverages.get(pool.id) ?? []));
    });
  const filter = poolFilters.find((each) => each === query.get('show')) ?? 'all';
  const page = pageOf(
    judged.filter(({ passes }) => passes[filter]),
    query,
    ({ pool }) => textOf(pool),
  );
  return {
    ...page,
    items: page.items.map((each) => renderRow(each, alerting)),
    accounts: accounts.map(({ id, name }) => ({ id, name })),
    /** Pools of the chosen account, whatever the search and the filter. */
    counts: count(judged),
  };
}

function judge(accountId: string, pool: Pool, coverages: readonly Coverage[]): Judged {
  const legacy = hasLegacyEmail(pool);
  const covered = coverages.length > 0;
  const silent = !covered && !healthEvents.some((event) => legacyRecipients(pool, event).length > 0);
  const unhealthy = healthOf(pool).status === 'unhealthy';
  const passes = { all: true, attention: legacy || silent, legacy, covered, silent, unhealthy };
  return { accountId, pool, coverages, passes };
}

function count(judged: readonly Judged[]): Readonly<Record<PoolFilter, number>> {
  const counts = { all: 0, attention: 0, legacy: 0, covered: 0, silent: 0, unhealthy: 0 };
  for (const { passes } of judged) for (const filter of poolFilters) counts[filter] += Number(passes[filter]);
  return counts;
}

function textOf({ id, name, description, notification_email, origins }: Pool): string {
  const addresses = origins.map((origin) => `${origin.name} ${origin.address}`);
  return [id, name, description, notification_email ?? '', ...addresses].join('\n');
}

function renderRow({ accountId, pool, coverages }: Judged, alerting: AlertingState) {
  const recipients = coverages.flatMap((coverage) =>
    coverage.recipients.map((each) => renderRecipient(each, accountId, alerting)),
  );
  const distinct = new Map(recipients.map((each) => [`${each.mechanism} ${each.name}`, each]));
  const isReported = (event: (typeof healthEvents)[number]) =>
    coverages.some(({ events }) => events.includes(event)) || legacyRecipients(pool, event).length > 0;
  return {
    accountId,
    id: pool.id,
    name: pool.name,
    health: healthOf(pool),
    legacyAddresses: shorten(legacyAddresses(pool)),
    policies: shorten(coverages.map(({ policy }) => policy.name)),
    recipients: shorten([...distinct.values()]),
    /** The events of which somebody is notified, by a policy or the legacy e-mail. */
    reported: healthEvents.filter(isReported).map(renderEvent),
  };
}

/** The beginning of a list, and how much it goes on. */
export interface Shortened<Item> {
  readonly first: readonly Item[];
  readonly more: number;
}

function shorten<Item>(items: readonly Item[]): Shortened<Item> {
  const first = items.slice(0, mostInRow);
  return { first, more: items.length - first.length };
}

const mostInRow = 3;
