import type { PoolFilter, PoolList, PoolRow } from '../../../model/pools';
import { Badge } from '../../components/content';
import { SelectField } from '../../components/field';
import { ListPage, useList, type ListState } from '../../components/list-page';
import { Table, type Column } from '../../components/table';
import { eventWords, healthWords, originsWords, recipientWords, shortWords } from './words';

interface Filters {
  readonly account: string;
  readonly show: PoolFilter;
}

/** The filters that were chosen before a pool was opened. */
let lastChoice: ListState<PoolList, Filters>['choice'] = { search: '', account: '', show: 'all', page: 1 };

export function PoolListPage() {
  const list = useList<PoolList, Filters>('/pools', lastChoice);
  const { account, show } = list.choice;
  lastChoice = list.choice;
  return (
    <ListPage
      head={
        <div class="row head">
          <h1>Pools</h1>
          <a href="#/pools/notifications">All notifications</a>
        </div>
      }
      list={list}
      what="pools"
      search="Search name, ID, address"
      blank={({ counts }) => (counts.all === 0 && account === '' ? <NoPools /> : undefined)}
      filtersAbove={({ counts }) => (
        <PoolFilters counts={counts} show={show} onShow={(next) => list.choose({ show: next })} />
      )}
      filters={({ accounts }) =>
        accounts.length > 1 && (
          <SelectField
            label="Account"
            value={account}
            choices={[['', 'All accounts'], ...accounts.map(({ id, name }) => [id, name] as const)]}
            onChoose={(id) => list.choose({ account: id })}
          />
        )
      }
    >
      {({ items, accounts }, pager) => (
        <>
          <Table
            class="pool-list"
            caption="Pools, their health, and who is notified"
            columns={columnsOf(accounts)}
            rows={items}
            keyOf={({ accountId, id }) => `${accountId}/${id}`}
            empty="No pool matches."
          />
          {pager}
        </>
      )}
    </ListPage>
  );
}

function NoPools() {
  return (
    <p class="notice">
      There are no pools. Create one with <code>POST /accounts/…/load_balancers/pools</code>, or import a
      fixture with <code>pools</code>.
    </p>
  );
}

const poolFilters: readonly (readonly [filter: PoolFilter, words: string])[] = [
  ['all', 'All'],
  ['attention', 'Needs attention'],
  ['legacy', 'With legacy e-mail'],
  ['covered', 'Covered by a policy'],
  ['silent', 'Without notifications'],
  ['unhealthy', 'Unhealthy'],
];

interface PoolFiltersProps {
  readonly counts: PoolList['counts'];
  readonly show: PoolFilter;
  readonly onShow: (filter: PoolFilter) => void;
}

function PoolFilters({ counts, show, onShow }: PoolFiltersProps) {
  return (
    <div class="row choices" role="group" aria-label="Show pools">
      {poolFilters.map(([filter, words]) => (
        <button key={filter} type="button" aria-pressed={filter === show} onClick={() => onShow(filter)}>
          {words} <b>{counts[filter]}</b>
        </button>
      ))}
    </div>
  );
}

function columnsOf(accounts: PoolList['accounts']): readonly Column<PoolRow>[] {
  const names = new Map(accounts.map(({ id, name }) => [id, name]));
  return [
    {
      name: 'Pool',
      isHeading: true,
      cell: ({ accountId, id, name }) => (
        <>
          <a href={`#/pools/${accountId}/${id}`}>{name}</a>
          {names.size > 1 && <div class="muted small">{names.get(accountId)}</div>}
        </>
      ),
    },
    {
      name: 'Health',
      class: 'whole',
      cell: ({ health }) => (
        <>
          <Badge tone={healthWords[health.status].tone}>{healthWords[health.status].word}</Badge>{' '}
          <span class="muted">{originsWords(health)}</span>
        </>
      ),
    },
    { name: 'Legacy e-mail', cell: ({ legacyAddresses }) => shortWords(legacyAddresses, String) || <None /> },
    {
      name: 'Policies',
      class: 'pool-policies',
      cell: ({ policies, recipients }) => (
        <>
          {shortWords(policies, String) || <None />}
          {recipients.first.length > 0 && (
            <div class="muted">to {shortWords(recipients, recipientWords)}</div>
          )}
        </>
      ),
    },
    { name: 'Events reported', cell: ({ reported }) => <Reported events={reported} /> },
  ];
}

function None() {
  return <span class="muted">none</span>;
}

function Reported({ events }: { readonly events: PoolRow['reported'] }) {
  if (events.length === 0) return <Badge tone="bad">Without notifications</Badge>;
  if (events.length === 4) return <>all</>;
  return <>{events.map(eventWords).join(', ')}</>;
}
