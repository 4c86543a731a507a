import { ShownView, useView } from '../use-view';
import { useState, useEffect, useRef } from 'preact/hooks';
import type { RequestFilter, RequestsView, RequestRow, RequestDetails } from '../../model/requests';
import { SelectField } from '../components/field';
import { ListToolbar, Pager, useList } from '../components/list-page';
import { Budget } from './requests/budget';
import { FaultOrderForm, FaultPresets, FaultList } from './requests/faults';
import { formatPause, formatDuration, formatTarget } from './requests/format';
import { Table, type Column } from '../components/table';
import { Card, Time, CopyButton, Facts, Badge, type Tone } from '../components/content';
import { labelOfFault } from './requests/fault-order';
import { curlOf } from './requests/curl';

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
    { show: 'all' },
    pause === undefined ? {} : { until: String(pause.until) },
  );
  const { view, choice } = list;
  const newestId = view.data?.newestId ?? 0;
  const hold = () => setPause((before) => before ?? { until: newestId, isAsked: false });
  const release = () => setPause((before) => (before?.isAsked === true ? before : undefined));
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
              <Card title="Fault injection">
                <FaultPresets />
                <FaultList faults={faults} />
                <details>
                  <summary>Other fault</summary>
                  <FaultOrderForm />
                </details>
              </Card>
            </div>
            <Card title="Calls">
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
            </Card>
          </>
        )}
      </ShownView>
    </>
  );
}

interface CallListProps {
  readonly calls: readonly RequestRow[];
  readonly selected: number | undefined;
  readonly onSelect: (id: number) => void;
  /** Called when the pointer is pressed in the list or the keyboard enters it, and when either leaves it. */
  readonly onHold: () => void;
  readonly onRelease: () => void;
}

/** The newest call first. */
function CallList({ calls, selected, onSelect, onHold, onRelease }: CallListProps) {
  return (
    <Table
      class="calls"
      caption="Calls of the API, the newest first"
      columns={columnsFor(selected)}
      rows={calls}
      keyOf={({ id }) => id}
      body={{
        onPointerDown: onHold,
        onPointerLeave: onRelease,
        onFocusIn: ({ target }) => {
          if (target instanceof Element && target.matches(':focus-visible')) onHold();
        },
        onFocusOut: (event) => {
          const next = event.relatedTarget;
          if (!(next instanceof Node && event.currentTarget.contains(next))) onRelease();
        },
      }}
      rowProps={({ id }) => ({
        class: id === selected ? 'selected' : '',
        onClick: () => onSelect(id),
      })}
    />
  );
}

function columnsFor(selected: number | undefined): readonly Column<RequestRow>[] {
  return [
    { name: 'Time', cell: ({ startedAt }) => <Time at={startedAt} /> },
    {
      name: 'Request',
      isHeading: true,
      cell: (call) => (
        <button type="button" class="target" id={`call-${call.id}`} aria-expanded={call.id === selected}>
          <span class="method">{call.method}</span> {formatTarget(call)}
        </button>
      ),
    },
    { name: 'Status', cell: (call) => <Outcome call={call} /> },
    {
      name: 'Duration',
      isNumber: true,
      cell: ({ durationMs }) => (durationMs === null ? '' : formatDuration(durationMs)),
    },
    { name: 'Fault', cell: ({ fault }) => (fault === null ? '' : labelOfFault(fault)) },
  ];
}

/** One call, and the command that repeats it. */
function CallDetails({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const view = useView<RequestDetails>(`/requests/${id}`);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [id]);
  return (
    <section
      class="call-details"
      aria-label="Selected request"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <div class="row apart head">
        <h3 ref={heading} tabIndex={-1}>
          Request {id}
        </h3>
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
      <ShownView view={view}>{(call) => <Details call={call} />}</ShownView>
    </section>
  );
}

function Details({ call }: { readonly call: RequestDetails }) {
  const { method, path, query, startedAt, durationMs, fault, isOverLimit, errors, body } = call;
  const command = curlOf(location.origin, call);
  const replaced = body.kind === 'text' ? body.replaced : [];
  return (
    <>
      <Facts
        facts={[
          ['Request', <span class="mono">{`${method} ${path}${query === '' ? '' : `?${query}`}`}</span>],
          [
            'Outcome',
            <>
              <Outcome call={call} />
              {isOverLimit && ' over the request limit'}
            </>,
          ],
          errors.length > 0 && ['Errors', errors.map((error) => <div key={error}>{error}</div>)],
          ['Started', <time dateTime={startedAt}>{startedAt.replace('T', ' ').replace('Z', ' UTC')}</time>],
          ['Duration', durationMs === null ? 'not known yet' : formatDuration(durationMs)],
          ['Fault', fault === null ? 'none' : labelOfFault(fault)],
        ]}
      />
      {command === undefined ? (
        <p class="notice">
          There is no command that repeats this call. {body.kind === 'withheld' && body.reason}
        </p>
      ) : (
        <>
          <pre class="command" tabIndex={0} role="region" aria-label="Command that repeats the call">
            {command}
          </pre>
          {replaced.length > 0 && (
            <p class="small hint">
              Replace the placeholders first: {replaced.map((name) => `<${name}>`).join(', ')}.
            </p>
          )}
          <p class="small hint muted">
            The command reads the token from the environment variable <code>EDGE_API_TOKEN</code>.
          </p>
          <CopyButton text={command} label="Copy as curl" done="The curl command is copied." />
        </>
      )}
    </>
  );
}

function Outcome({ call }: { readonly call: RequestRow }) {
  return <Badge tone={toneOf(call)}>{call.outcome}</Badge>;
}

function toneOf({ status, durationMs, isFailed }: RequestRow): Tone {
  if (status === null && durationMs === null) return 'busy';
  if (!isFailed) return 'good';
  return status !== null && status >= 400 && status < 500 ? 'warning' : 'bad';
}
