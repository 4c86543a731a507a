import { useId, useState } from 'preact/hooks';
import type { RequestFilter, RequestsView } from '../../model/requests';
import type { PageProps } from '../router';
import { Pager } from '../components/pager';
import { SearchField } from '../components/search-field';
import { ShownView } from '../components/view-state';
import { useView } from '../use-view';
import { Budget } from './requests/budget';
import { CallDetails } from './requests/call-details';
import { CallList } from './requests/call-list';
import { FaultOrderForm, FaultPresets } from './requests/fault-form';
import { FaultList } from './requests/fault-list';
import { formatPause } from './requests/format';

/** Where the list stands still: at a call, and whether the user asked for it. */
interface Pause {
  readonly until: number;
  readonly isAsked: boolean;
}

export function RequestsPage(_props: PageProps) {
  const [search, setSearch] = useState('');
  const [show, setShow] = useState<RequestFilter>('all');
  const [page, setPage] = useState(1);
  const [pause, setPause] = useState<Pause | undefined>(undefined);
  const [selected, setSelected] = useState<number | undefined>(undefined);
  const filter = useId();
  const query = new URLSearchParams({ search, show, page: String(page) });
  if (pause !== undefined) query.set('until', String(pause.until));
  const view = useView<RequestsView>(`/requests?${query.toString()}`, ['requests']);
  const newestId = view.data?.newestId ?? 0;
  const hold = () => {
    setPause((before) => before ?? { until: newestId, isAsked: false });
  };
  const release = () => {
    setPause((before) => (before?.isAsked === true ? before : undefined));
  };
  const close = () => {
    setSelected(undefined);
    const row = selected === undefined ? null : document.getElementById(`call-${selected}`);
    row?.focus();
    if (row?.matches(':focus-visible') !== true) release();
  };
  return (
    <>
      <h1>Requests</h1>
      <ShownView view={view}>
        {({ budget, faults, calls }) => (
          <>
            <div class="columns requests-top">
              <Budget budget={budget} onOver={view.refresh} />
              <section class="card" aria-label="Fault injection">
                <h2>Fault injection</h2>
                <FaultPresets />
                <FaultList faults={faults} />
                <details>
                  <summary>Other fault</summary>
                  <FaultOrderForm />
                </details>
              </section>
            </div>
            <section class="card" aria-label="Calls">
              <h2>Calls</h2>
              <div class="toolbar">
                <SearchField
                  label="Search method, path or status"
                  value={search}
                  onSearch={(text) => {
                    setSearch(text);
                    setPage(1);
                  }}
                />
                <div class="field">
                  <label for={filter}>Show</label>
                  <select
                    id={filter}
                    value={show}
                    onChange={(event) => {
                      setShow(event.currentTarget.value as RequestFilter);
                      setPage(1);
                    }}
                  >
                    <option value="all">All calls</option>
                    <option value="failed">Failed calls</option>
                    <option value="writes">Writes</option>
                  </select>
                </div>
                <button
                  type="button"
                  onClick={() => {
                    setPause(pause === undefined ? { until: newestId, isAsked: true } : undefined);
                  }}
                >
                  {pause === undefined ? 'Pause' : 'Resume'}
                </button>
                {pause !== undefined && <p class="pause muted">{formatPause(newestId - pause.until)}</p>}
              </div>
              <div class={selected === undefined ? '' : 'split'}>
                {selected !== undefined && <CallDetails id={selected} onClose={close} />}
                <div>
                  {calls.total === 0 ? (
                    <p class="muted">
                      {show === 'all' ? 'No calls of the API so far.' : 'No such calls so far.'}
                    </p>
                  ) : (
                    <CallList
                      calls={calls.items}
                      selected={selected}
                      onSelect={(id) => {
                        hold();
                        setSelected(id);
                      }}
                      onHold={hold}
                      onRelease={() => {
                        if (selected === undefined) release();
                      }}
                    />
                  )}
                  <Pager list={calls} what="calls" onPage={setPage} />
                </div>
              </div>
            </section>
          </>
        )}
      </ShownView>
    </>
  );
}
