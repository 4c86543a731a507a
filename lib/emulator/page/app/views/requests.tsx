import { ShownView } from '../use-view';
import { useState } from 'preact/hooks';
import type { RequestFilter, RequestsView } from '../../model/requests';
import { SelectField } from '../components/field';
import { ListToolbar, Pager, useList } from '../components/list-page';
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

export function RequestsPage() {
  const [pause, setPause] = useState<Pause | undefined>(undefined);
  const [selected, setSelected] = useState<number | undefined>(undefined);
  const list = useList<RequestsView, { readonly show: RequestFilter }>(
    '/requests',
    ['requests'],
    { show: 'all' },
    pause === undefined ? {} : { until: String(pause.until) },
  );
  const { view, choice } = list;
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
              <ListToolbar list={list} label="Search method, path or status">
                <SelectField
                  label="Show"
                  value={choice.show}
                  choices={[
                    ['all', 'All calls'],
                    ['failed', 'Failed calls'],
                    ['writes', 'Writes'],
                  ]}
                  onChoose={(show) => list.choose({ show })}
                />
                <button
                  type="button"
                  onClick={() =>
                    setPause(pause === undefined ? { until: newestId, isAsked: true } : undefined)
                  }
                >
                  {pause === undefined ? 'Pause' : 'Resume'}
                </button>
                {pause !== undefined && <p class="muted">{formatPause(newestId - pause.until)}</p>}
              </ListToolbar>
              <div class={selected === undefined ? '' : 'split'}>
                {selected !== undefined && <CallDetails id={selected} onClose={close} />}
                <div>
                  {calls.total === 0 ? (
                    <p class="muted">
                      {choice.show === 'all' ? 'No calls of the API so far.' : 'No such calls so far.'}
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
                  <Pager list={calls} what="calls" onPage={list.turnTo} />
                </div>
              </div>
            </section>
          </>
        )}
      </ShownView>
    </>
  );
}
