import { listSome } from '../../../ground/words';
import type { AlertingState } from '../../products/alerting';
import { healthEvents } from '../../products/alerting/recipients';
import type { Pool } from '../../products/pools/health';
import type { Pools } from '../../products/pools/state';
import type { Account, Places } from '../../world';
import { Badge, Table, type Column } from '../content';
import { SelectField } from '../forms';
import { Choices, Pager, Toolbar, pageOf } from '../lists';
import type { Page } from '../page';
import { notificationList } from './notifications';
import { poolPage } from './pool';
import { legacySource, policiesByPool, type Source } from './sources';
import { eventWords, healthOf, recipientWords } from './words';

export function poolPages(places: Places, pools: Pools, alerting: AlertingState): readonly Page[] {
  return [
    { path: '/pools', render: ({ query }) => poolList(places, pools, alerting, query) },
    {
      path: '/pools/:account_id/:pool_id',
      render: ({ param }) => {
        const id = param('account_id');
        const pool = pools.get(id, param('pool_id'));
        return poolPage(places.getAccount(id), pool, alerting);
      },
    },
    {
      path: '/pools/notifications',
      render: ({ query }) => notificationList(alerting.outbox.list(), query),
    },
  ];
}

interface Row {
  readonly account: Account;
  readonly pool: Pool;
  readonly policies: readonly Source[];
  readonly legacy: Source | undefined;
}

const filters: readonly (readonly [name: string, words: string, passes: (row: Row) => boolean])[] = [
  ['all', 'All', () => true],
  ['attention', 'Needs attention', (row) => row.legacy !== undefined || isSilent(row)],
  ['legacy', 'With legacy e-mail', ({ legacy }) => legacy !== undefined],
  ['covered', 'Covered by a policy', ({ policies }) => policies.length > 0],
  ['silent', 'Without notifications', isSilent],
  ['unhealthy', 'Unhealthy', ({ pool }) => healthOf(pool).word === 'Unhealthy'],
];

function isSilent(row: Row): boolean {
  return reportedOf(row).length === 0;
}

function reportedOf({ policies, legacy }: Row) {
  return healthEvents.filter(
    (event) => legacy?.events.includes(event) || policies.some(({ events }) => events.includes(event)),
  );
}

function poolList(places: Places, pools: Pools, alerting: AlertingState, query: URLSearchParams) {
  const accounts = places.listAccounts();
  const chosen = query.get('account') ?? '';
  const rows = accounts
    .filter(({ id }) => chosen === '' || id === chosen)
    .flatMap((account) => {
      const policies = policiesByPool(account.id, alerting);
      return pools.list(account.id).map((pool): Row => ({
        account,
        pool,
        policies: (policies.get(pool.id) ?? []).filter(({ events }) => events.length > 0),
        legacy: legacySource(pool),
      }));
    });
  const [, , passes] = filters.find(([name]) => name === query.get('show')) ?? filters[0] ?? [];
  const list = pageOf(
    rows.filter((row) => passes?.(row)),
    query,
    ({ pool }) => textOf(pool),
  );
  return (
    <>
      <div class="row head">
        <h1>Pools</h1>
        <a href="/pools/notifications">All notifications</a>
      </div>
      {rows.length === 0 && chosen === '' ? (
        <p class="notice">
          There are no pools. Create one with <code>POST /accounts/…/load_balancers/pools</code>, or import a
          fixture with <code>pools</code>.
        </p>
      ) : (
        <>
          <Choices
            label="Show pools"
            name="show"
            query={query}
            choices={filters.map(([name, words, isShown]) => [name, words, rows.filter(isShown).length])}
          />
          <Toolbar label="Search name, ID, address" query={query}>
            {accounts.length > 1 && (
              <SelectField
                label="Account"
                name="account"
                value={chosen}
                data-query
                choices={[['', 'All accounts'], ...accounts.map(({ id, name }) => [id, name] as const)]}
              />
            )}
          </Toolbar>
          <Table
            caption="Pools, their health, and who is notified"
            columns={columnsOf(accounts.length > 1, alerting)}
            rows={list.items}
            idOf={({ account, pool }) => `pool-${account.id}-${pool.id}`}
            empty="No pool matches."
          />
          <Pager list={list} what="pools" query={query} />
        </>
      )}
    </>
  );
}

function textOf({ id, name, description, notification_email, origins }: Pool): string {
  const addresses = origins.map((origin) => `${origin.name} ${origin.address}`);
  return [id, name, description, notification_email ?? '', ...addresses].join('\n');
}

function columnsOf(namesAccount: boolean, alerting: AlertingState): readonly Column<Row>[] {
  const none = <span class="muted">none</span>;
  return [
    {
      name: 'Pool',
      isHeading: true,
      cell: ({ account, pool }) => (
        <>
          <a href={`/pools/${account.id}/${pool.id}`}>{pool.name}</a>
          {namesAccount && <div class="muted small">{account.name}</div>}
        </>
      ),
    },
    {
      name: 'Health',
      class: 'whole',
      cell: ({ pool }) => {
        const { word, tone, origins } = healthOf(pool);
        return (
          <>
            <Badge tone={tone}>{word}</Badge> <span class="muted">{origins}</span>
          </>
        );
      },
    },
    {
      name: 'Legacy e-mail',
      cell: ({ legacy }) =>
        legacy === undefined
          ? none
          : listSome(
              legacy.recipients.map(({ recipient }) => recipient),
              mostInRow,
            ),
    },
    {
      name: 'Policies',
      cell: ({ account, policies }) => {
        if (policies.length === 0) return none;
        const listed = policies.flatMap(({ recipients }) => recipients);
        const recipients = new Set(listed.map((each) => recipientWords(each, account.id, alerting)));
        return (
          <>
            {listSome(
              policies.map(({ name }) => name),
              mostInRow,
            )}
            <div class="muted">to {listSome([...recipients], mostInRow)}</div>
          </>
        );
      },
    },
    {
      name: 'Events reported',
      cell: (row) => {
        const events = reportedOf(row);
        if (events.length === 0) return <Badge tone="bad">Without notifications</Badge>;
        return events.length === healthEvents.length ? 'all' : events.map(eventWords).join(', ');
      },
    },
  ];
}

const mostInRow = 3;
