import { useId, useState } from 'preact/hooks';
import { capitalize, plural } from '../../../../../ground/words';
import { Badge } from '../../components/badge';
import { Pager } from '../../components/pager';
import { SearchField } from '../../components/search-field';
import { ShownView } from '../../components/view-state';
import { useView } from '../../use-view';
import type { ZoneItem, ZoneList } from '../../../model/zones';
import { toneOf } from './stage-badge';
import { useRefreshAfter } from './use-refresh-after';

/** All zones, with what is to be done about them. */
export function ZoneListPage() {
  const [search, setSearch] = useState('');
  const [state, setState] = useState('');
  const [page, setPage] = useState(1);
  const id = useId();
  const query = new URLSearchParams({ search, state, page: String(page) });
  const view = useView<ZoneList>(`/zones?${query}`, ['zones', 'world']);
  useRefreshAfter(view);
  return (
    <>
      <h1>Zones</h1>
      <div class="toolbar">
        <SearchField
          label="Search by name, ID, plan or account"
          value={search}
          onSearch={(text) => {
            setSearch(text);
            setPage(1);
          }}
        />
        <div class="field">
          <label for={id}>Migration state</label>
          <select
            id={id}
            value={state}
            onChange={(event) => {
              setState(event.currentTarget.value);
              setPage(1);
            }}
          >
            <option value="">All states</option>
            {view.data?.states.map(({ stage, words, count }) => (
              <option key={stage} value={stage}>{`${words} (${count})`}</option>
            ))}
          </select>
        </div>
      </div>
      <ShownView view={view}>
        {(list) => (
          <>
            <Counts list={list} />
            <Pager list={list} what="zones" onPage={setPage} />
            {list.items.length === 0 ? <p class="muted">No zone matches.</p> : <Zones items={list.items} />}
          </>
        )}
      </ShownView>
    </>
  );
}

function Counts({ list: { states } }: { readonly list: ZoneList }) {
  return (
    <ul class="counts" aria-label="Zones by migration state">
      {states.map(({ stage, words, count }) => (
        <li key={stage}>
          <b>{count}</b> {words}
        </li>
      ))}
    </ul>
  );
}

function Zones({ items }: { readonly items: readonly ZoneItem[] }) {
  return (
    <div class="scroll">
      <table>
        <caption class="hidden">Zones</caption>
        <thead>
          <tr>
            <th scope="col">Zone</th>
            <th scope="col">Plan</th>
            <th scope="col">Account</th>
            <th scope="col">Migration state</th>
            <th scope="col">Eligible</th>
            <th scope="col">Next step</th>
          </tr>
        </thead>
        <tbody>
          {items.map((zone) => (
            <tr key={zone.id}>
              <th scope="row">
                <a href={`#/zones/${zone.id}`}>{zone.name}</a>
                <span class="mono id">{zone.id}</span>
              </th>
              <td data-label="Plan">{capitalize(zone.plan)}</td>
              <td data-label="Account">{zone.account}</td>
              <td data-label="Migration state">
                <Badge tone={toneOf(zone.stage)}>{zone.state}</Badge>
              </td>
              <td data-label="Eligible">{eligibilityOf(zone)}</td>
              <td data-label="Next step">{nextStepOf(zone)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function eligibilityOf({ isEligible, obstacles, stage }: ZoneItem): string {
  if (isEligible === undefined) return stage === 'default' ? 'Nothing to migrate' : 'Update deployed';
  if (isEligible) return 'Yes';
  return `No, ${plural(obstacles, 'obstacle')}`;
}

function nextStepOf({ stage, isEligible, hasBanner }: ZoneItem): string {
  if (isEligible === false) return 'Remove the obstacles';
  if (hasBanner) return 'Update available';
  if (stage === 'validation') return 'Review events, then finish';
  return stage === 'cutover' ? 'Wait for the cutover' : 'None';
}
