import { STATUS_CODES } from 'node:http';
import { formatNumber, groupedPlural } from '../../../ground/words';
import type { Call, CallLog } from '../../controls/calls';
import type { Faults } from '../../faults/faults';
import type { RequestLimit } from '../../http/request-limit';
import { Badge, Card, Facts, RefreshAfter, Table, Time, type Column, type Tone } from '../content';
import { CopyButton, Form, Problem, TextField, control } from '../forms';
import { Choices, Pager, Toolbar, linkWith, pageOf, type Paged } from '../lists';
import type { Page, PageCall } from '../page';
import { faultsCard, labelOfFault } from './faults';
import { curlOf, readErrors, readSentBody, targetOf } from './sent-body';

interface RequestParts {
  readonly calls: CallLog;
  readonly faults: Faults;
  readonly limit: RequestLimit;
}

export function requestsPage({ calls, faults, limit }: RequestParts): Page {
  return {
    path: '/requests',
    render: (call) => (
      <>
        <h1>Requests</h1>
        <div class="columns requests-top">
          {limitCard(limit)}
          {faultsCard(faults.list(), call.query)}
        </div>
        {callsCard(calls, call)}
      </>
    ),
  };
}

function limitCard(requestLimit: RequestLimit) {
  const { limit, remaining, isRefusing, resetsInMs } = requestLimit.read();
  const left = resetsInMs === null ? undefined : formatCountdown(resetsInMs);
  return (
    <Card title="Request limit">
      <RefreshAfter ms={resetsInMs === null ? undefined : 1000} />
      {limit === null || remaining === null ? (
        <p>No limit. Every reply says that all 1,200 requests are left.</p>
      ) : (
        <div class="budget">
          <p id="budget">
            {isRefusing ? (
              <>
                <Badge tone="bad">Refused</Badge> All calls are refused with 429{left && ` for ${left}`}
              </>
            ) : (
              `${formatNumber(remaining)} of ${formatNumber(limit)} left${left === undefined ? '' : `, resets in ${left}`}`
            )}
          </p>
          <meter aria-labelledby="budget" min={0} max={limit} low={limit * 0.2} value={remaining} />
        </div>
      )}
      <Form
        action={control('PUT', '/limits', 'The limit is {requestsPer5Minutes} requests in 5 minutes.')}
        data-resets
      >
        <div class="row end">
          <TextField
            label="Requests in 5 minutes"
            name="requestsPer5Minutes"
            inputMode="numeric"
            size={9}
            required
            placeholder={String(limit ?? 1200)}
            data-json
          />
          <button>Set limit</button>
          {limit !== null && (
            <button
              type="button"
              {...control('PUT', '/limits', 'The limit is removed.', { requestsPer5Minutes: null })}
            >
              Remove limit
            </button>
          )}
        </div>
        <Problem />
        <p class="muted small">
          Setting a limit starts to count anew. The calls of this dashboard count too.
        </p>
      </Form>
    </Card>
  );
}

/** The list stands still at `until`, or at `hold` while a call of it is shown. */
function callsCard(calls: CallLog, { query, origin }: PageCall) {
  const newest = calls.list().at(-1)?.id ?? 0;
  const standing = query.get('until') ?? query.get('hold');
  const list = listCalls(calls, query);
  const selected = calls.find(Number(query.get('call')));
  const link = ({ id }: Call) => linkWith(query, { call: id, hold: standing ?? newest });
  return (
    <Card title="Calls">
      <Choices
        label="Show calls"
        name="show"
        query={query}
        choices={[
          ['all', 'All calls'],
          ['failed', 'Failed calls'],
          ['writes', 'Writes'],
        ]}
      />
      <Toolbar label="Search method, path or status" query={query}>
        {standing === null ? (
          <a class="button" href={linkWith(query, { until: newest })}>
            Pause
          </a>
        ) : (
          <>
            <a class="button" href={linkWith(query, { until: undefined, hold: undefined })}>
              Resume
            </a>
            <p class="muted">{formatPause(newest - Number(standing))}</p>
          </>
        )}
      </Toolbar>
      <div class={selected && 'split'}>
        {selected && callDetails(selected, calls, origin, query)}
        <div>
          <Table
            class="calls"
            caption="Calls of the API, the newest first"
            columns={columnsFor(link, selected)}
            rows={list.items}
            idOf={({ id }) => `row-${id}`}
            {...(list.total === 0 && {
              empty:
                (query.get('show') ?? '') === '' ? 'No calls of the API so far.' : 'No such calls so far.',
            })}
          />
          <Pager list={list} what="calls" query={query} />
        </div>
      </div>
    </Card>
  );
}

export function listCalls(calls: CallLog, query: URLSearchParams): Paged<Call> {
  const until = Number(query.get('until') ?? query.get('hold') ?? Infinity);
  const show = query.get('show');
  const listed = calls
    .list()
    .toReversed()
    .filter((call) => call.id <= until)
    .filter((call) => show !== 'failed' || isFailed(call))
    .filter((call) => show !== 'writes' || call.method !== 'GET');
  return pageOf(
    listed,
    query,
    (call) => `${call.method} ${call.path}${call.query && `?${call.query}`} ${outcomeOf(call)}`,
  );
}

function columnsFor(link: (call: Call) => string, selected: Call | undefined): readonly Column<Call>[] {
  return [
    { name: 'Time', cell: ({ startedMs }) => <Time at={new Date(startedMs).toISOString()} /> },
    {
      name: 'Request',
      isHeading: true,
      cell: (call) => (
        <a
          class="target mono"
          id={`call-${call.id}`}
          href={`${link(call)}#selected`}
          aria-current={call === selected ? 'true' : undefined}
        >
          <b>{call.method}</b> {targetOf(call).replace(/^\/client\/v4(?=\/)/, '')}
        </a>
      ),
    },
    { name: 'Status', cell: (call) => <Outcome call={call} /> },
    { name: 'Duration', class: 'number', cell: (call) => durationOf(call, '') },
    { name: 'Fault', cell: ({ fault }) => (fault === null ? '' : labelOfFault(fault)) },
  ];
}

function callDetails(call: Call, calls: CallLog, origin: string, query: URLSearchParams) {
  const { id, method, startedMs, fault, isOverLimit } = call;
  const started = new Date(startedMs).toISOString();
  const errors = readErrors(calls.failureOf(call));
  const body = readSentBody(call, calls.bodyOf(call));
  const command = curlOf(origin, call, body);
  const replaced = body.kind === 'text' ? body.replaced : [];
  return (
    <section class="card call-details" aria-label="Selected request">
      <div class="row apart head">
        <h3 id="selected" tabIndex={-1}>
          Request {id}
        </h3>
        <a
          class="button"
          data-escape
          href={`${linkWith(query, { call: undefined, hold: undefined })}#call-${id}`}
        >
          Close
        </a>
      </div>
      <Facts
        facts={[
          ['Request', <span class="mono">{`${method} ${targetOf(call)}`}</span>],
          [
            'Outcome',
            <>
              <Outcome call={call} />
              {isOverLimit && ' over the request limit'}
            </>,
          ],
          errors.length > 0 && ['Errors', errors.map((error) => <div>{error}</div>)],
          ['Started', <time dateTime={started}>{started.replace('T', ' ').replace('Z', ' UTC')}</time>],
          ['Duration', durationOf(call, 'not known yet')],
          ['Fault', fault === null ? 'none' : labelOfFault(fault)],
        ]}
      />
      {command === undefined ? (
        <p class="notice">
          There is no command that repeats this call. {body.kind === 'withheld' && body.reason}
        </p>
      ) : (
        <>
          <pre class="lines" tabIndex={0} role="region" aria-label="Command that repeats the call">
            {command}
          </pre>
          {replaced.length > 0 && (
            <p class="small">
              Replace the placeholders first: {replaced.map((name) => `<${name}>`).join(', ')}.
            </p>
          )}
          <p class="small muted">
            The command reads the token from the environment variable <code>EDGE_API_TOKEN</code>.
          </p>
          <CopyButton text={command} label="Copy as curl" done="The curl command is copied." />
        </>
      )}
    </section>
  );
}

function Outcome({ call }: { readonly call: Call }) {
  return <Badge tone={toneOf(call)}>{outcomeOf(call)}</Badge>;
}

function toneOf(call: Call): Tone {
  const { status, durationMs } = call;
  if (status === null && durationMs === null) return 'busy';
  if (!isFailed(call)) return 'good';
  return status !== null && status >= 400 && status < 500 ? 'warning' : 'bad';
}

/** The status with its reason phrase, `No reply` or `In flight`. */
export function outcomeOf({ status, durationMs }: Call): string {
  if (status === null) return durationMs === null ? 'In flight' : 'No reply';
  return `${status} ${STATUS_CODES[status] ?? ''}`.trim();
}

/** Whether the client got an error, nothing, or a reply that it cannot read. */
export function isFailed({ status, durationMs, fault }: Call): boolean {
  if (status === null) return durationMs !== null;
  return status >= 400 || fault === 'cut_body' || fault === 'not_json';
}

function durationOf({ durationMs: ms }: Call, unknown: string): string {
  return ms === null ? unknown : formatDuration(ms);
}

export function formatDuration(ms: number): string {
  if (ms < 1) return '<1 ms';
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return `${(ms / 1000).toFixed(1)} s`;
}

/** `3:12`, rounded up. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** How many calls a list that stands still does not show. */
export function formatPause(newer: number): string {
  return newer <= 0 ? 'Paused' : `Paused, ${groupedPlural(newer, 'newer call')}`;
}
