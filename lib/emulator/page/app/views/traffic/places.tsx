import { useState } from 'preact/hooks';
import type { TrafficPlaces } from '../../../model/traffic';
import { Pager } from '../../components/pager';
import { SearchField } from '../../components/search-field';
import { ShownView } from '../../components/view-state';
import { useView } from '../../use-view';

/** The choice of a zone or account. */
export function Places() {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const query = new URLSearchParams({ search, page: String(page) });
  const view = useView<TrafficPlaces>(`/traffic/zones?${query}`, ['world', 'jobs']);
  return (
    <>
      <h1>Traffic</h1>
      <p class="muted">
        Choose a zone to send sample requests, and to see which lines its jobs deliver and which they drop.
      </p>
      <div class="toolbar">
        <SearchField
          label="Search zones and accounts"
          value={search}
          onSearch={(text) => {
            setSearch(text);
            setPage(1);
          }}
        />
      </div>
      <ShownView view={view}>
        {(places) => (
          <section class="card">
            <table>
              <caption class="hidden">Zones and accounts</caption>
              <thead>
                <tr>
                  <th scope="col">Name</th>
                  <th scope="col">Kind</th>
                  <th scope="col">Log-delivery jobs</th>
                </tr>
              </thead>
              <tbody>
                {places.items.map(({ kind, id, name, jobs, enabledJobs }) => (
                  <tr key={`${kind} ${id}`}>
                    <th scope="row">
                      <a href={`#/traffic/${kind === 'zone' ? id : `accounts/${id}`}`}>{name}</a>
                    </th>
                    <td data-label="Kind">{kind === 'zone' ? 'Zone' : 'Account'}</td>
                    <td data-label="Log-delivery jobs" class={jobs === 0 ? 'muted' : ''}>
                      {jobs === 0 ? 'None' : `${jobs}, ${enabledJobs} enabled`}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            <Pager list={places} what="zones and accounts" onPage={setPage} />
          </section>
        )}
      </ShownView>
    </>
  );
}
