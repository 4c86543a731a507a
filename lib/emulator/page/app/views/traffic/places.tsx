import type { TrafficPlaces } from '../../../model/traffic';
import { ListPage, useList } from '../../components/list-page';
import { Table, type Column } from '../../components/table';

/** The choice of a zone or account. */
export function Places() {
  const list = useList<TrafficPlaces>('/traffic/zones', ['world', 'jobs'], {});
  return (
    <ListPage
      head={
        <>
          <h1>Traffic</h1>
          <p class="muted">
            Choose a zone to send sample requests, and to see which lines its jobs deliver and which they
            drop.
          </p>
        </>
      }
      list={list}
      what="zones and accounts"
      search="Search zones and accounts"
    >
      {({ items }, pager) => (
        <section class="card">
          <Table
            caption="Zones and accounts"
            columns={columns}
            rows={items}
            keyOf={({ kind, id }) => `${kind} ${id}`}
          />
          {pager}
        </section>
      )}
    </ListPage>
  );
}

const columns: readonly Column<TrafficPlaces['items'][number]>[] = [
  {
    name: 'Name',
    isHeading: true,
    cell: ({ kind, id, name }) => <a href={`#/traffic/${kind === 'zone' ? id : `accounts/${id}`}`}>{name}</a>,
  },
  { name: 'Kind', cell: ({ kind }) => (kind === 'zone' ? 'Zone' : 'Account') },
  {
    name: 'Log-delivery jobs',
    class: ({ jobs }) => (jobs === 0 ? 'muted' : ''),
    cell: ({ jobs, enabledJobs }) => (jobs === 0 ? 'None' : `${jobs}, ${enabledJobs} enabled`),
  },
];
