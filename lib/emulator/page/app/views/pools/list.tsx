import { useId, useState } from 'preact/hooks';
import { poolFilters, type PoolFilter, type PoolList, type PoolRow } from '../../../model/pools';
import { Badge } from '../../components/badge';
import { Pager } from '../../components/pager';
import { SearchField } from '../../components/search-field';
import { ShownView } from '../../components/view-state';
import { useView } from '../../use-view';
import { eventWords, healthWords, originsWords, recipientWords, shortWords } from './words';

interface Choice {
  readonly search: string;
  readonly account: string;
  readonly show: PoolFilter;
  readonly page: number;
}

/** What was chosen before a pool was opened. */
let lastChoice: Choice = { search: '', account: '', show: 'all', page: 1 };

export function PoolListPage() {
  const [choice, setChoice] = useState(lastChoice);
  const choose = (change: Partial<Choice>) => {
    // Not the choice that was rendered: a search begins a moment after the last key.
    lastChoice = { ...lastChoice, page: 1, ...change };
    setChoice(lastChoice);
  };
  const { search, account, show, page } = choice;
  const query = new URLSearchParams({ search, account, show, page: String(page) });
  const view = useView<PoolList>(`/pools?${query}`, ['pools', 'world']);
  return (
    <>
      <div class="pool-head">
        <h1>Pools</h1>
        <a href="#/pools/notifications">All notifications</a>
      </div>
      <ShownView view={view}>
        {(list) =>
          list.counts.all === 0 && account === '' ? (
            <p class="notice">
              There are no pools. Create one with <code>POST /accounts/…/load_balancers/pools</code>, or
              import a fixture with <code>pools</code>.
            </p>
          ) : (
            <>
              <PoolFilters counts={list.counts} show={show} onShow={(next) => choose({ show: next })} />
              <div class="toolbar">
                <SearchField
                  label="Search name, ID, address"
                  value={search}
                  onSearch={(text) => choose({ search: text })}
                />
                {list.accounts.length > 1 && (
                  <AccountField
                    accounts={list.accounts}
                    value={account}
                    onChoose={(id) => choose({ account: id })}
                  />
                )}
              </div>
              <PoolTable list={list} />
              <Pager list={list} what="pools" onPage={(next) => choose({ page: next })} />
            </>
          )
        }
      </ShownView>
    </>
  );
}

const filterWords: Readonly<Record<PoolFilter, string>> = {
  all: 'All',
  attention: 'Needs attention',
  legacy: 'With legacy e-mail',
  covered: 'Covered by a policy',
  silent: 'Without notifications',
  unhealthy: 'Unhealthy',
};

interface PoolFiltersProps {
  readonly counts: PoolList['counts'];
  readonly show: PoolFilter;
  readonly onShow: (filter: PoolFilter) => void;
}

function PoolFilters({ counts, show, onShow }: PoolFiltersProps) {
  return (
    <div class="pool-filters" role="group" aria-label="Show pools">
      {poolFilters.map((filter) => (
        <button
          key={filter}
          type="button"
          aria-pressed={filter === show}
          onClick={() => {
            onShow(filter);
          }}
        >
          {filterWords[filter]} <b>{counts[filter]}</b>
        </button>
      ))}
    </div>
  );
}

interface AccountFieldProps {
  readonly accounts: PoolList['accounts'];
  readonly value: string;
  readonly onChoose: (id: string) => void;
}

function AccountField({ accounts, value, onChoose }: AccountFieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>Account</label>
      <select
        id={id}
        value={value}
        onChange={(event) => {
          onChoose(event.currentTarget.value);
        }}
      >
        <option value="">All accounts</option>
        {accounts.map((account) => (
          <option key={account.id} value={account.id}>
            {account.name}
          </option>
        ))}
      </select>
    </div>
  );
}

function PoolTable({ list }: { readonly list: PoolList }) {
  if (list.items.length === 0) return <p class="muted">No pool matches.</p>;
  const names = new Map(list.accounts.map(({ id, name }) => [id, name]));
  return (
    <table class="pools">
      <caption class="hidden">Pools, their health, and who is notified</caption>
      <thead>
        <tr>
          <th scope="col">Pool</th>
          <th scope="col">Health</th>
          <th scope="col">Legacy e-mail</th>
          <th scope="col">Policies</th>
          <th scope="col">Events reported</th>
        </tr>
      </thead>
      <tbody>
        {list.items.map((row) => (
          <PoolLine
            key={`${row.accountId}/${row.id}`}
            row={row}
            account={names.size > 1 ? names.get(row.accountId) : undefined}
          />
        ))}
      </tbody>
    </table>
  );
}

function PoolLine({ row, account }: { readonly row: PoolRow; readonly account: string | undefined }) {
  const { word, tone } = healthWords[row.health.status];
  return (
    <tr>
      <th scope="row">
        <a href={`#/pools/${row.accountId}/${row.id}`}>{row.name}</a>
        {account !== undefined && <div class="muted pool-account">{account}</div>}
      </th>
      <td data-label="Health" class="pool-health">
        <Badge tone={tone}>{word}</Badge> <span class="muted">{originsWords(row.health)}</span>
      </td>
      <td data-label="Legacy e-mail">{shortWords(row.legacyAddresses, String) || <None />}</td>
      <td data-label="Policies" class="pool-policies">
        {shortWords(row.policies, String) || <None />}
        {row.recipients.first.length > 0 && (
          <div class="muted">to {shortWords(row.recipients, recipientWords)}</div>
        )}
      </td>
      <td data-label="Events reported">
        <Reported events={row.reported} />
      </td>
    </tr>
  );
}

function None() {
  return <span class="muted">none</span>;
}

function Reported({ events }: { readonly events: PoolRow['reported'] }) {
  if (events.length === 0) return <Badge tone="bad">Without notifications</Badge>;
  if (events.length === 4) return <>all</>;
  return <>{events.map(eventWords).join(', ')}</>;
}
