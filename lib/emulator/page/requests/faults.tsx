import { own } from '../../../ground/record';
import { formatNumber, formatShare } from '../../../ground/words';
import type { FaultState } from '../../faults/faults';
import { Badge, Card, Table, type Column } from '../content';
import { CheckField, Form, Problem, SelectField, TextField, control } from '../forms';

const writes = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;
const endless = Number.MAX_SAFE_INTEGER;

/** The faults in the order in which they apply, each with what it has hit, and what injects more. */
export function faultsCard(faults: readonly FaultState[], query: URLSearchParams) {
  return (
    <Card title="Fault injection">
      <div class="row choices" role="group" aria-label="Common faults">
        {presets.map(({ label, order }) => (
          <button type="button" {...control('POST', '/faults', `Fault added: ${label}.`, order)}>
            {label}
          </button>
        ))}
      </div>
      <Table
        caption="Faults; the first one that hits a call applies"
        columns={columns}
        rows={faults}
        idOf={({ id }) => `fault-${id}`}
        empty="No faults."
      />
      {faults.length > 0 && (
        <div class="row actions">
          <button type="button" class="danger" {...control('DELETE', '/faults', 'All faults are removed.')}>
            Remove all faults
          </button>
        </div>
      )}
      <details>
        <summary>Other fault</summary>
        {faultForm(query.get('kind') ?? 'status')}
      </details>
    </Card>
  );
}

const columns: readonly Column<FaultState>[] = [
  {
    name: 'Fault',
    isHeading: true,
    cell: (fault) => (
      <>
        {labelOfFault(fault.kind)}{' '}
        {fault.hits >= fault.times ? <Badge>Used up</Badge> : <Badge tone="warning">Active</Badge>}
        <div class="muted small">{describeEffect(fault)}</div>
      </>
    ),
  },
  { name: 'Calls', cell: describeCalls },
  {
    name: 'Hits',
    class: 'number',
    cell: ({ hits, times }) =>
      times === endless ? formatNumber(hits) : `${formatNumber(hits)} of ${formatNumber(times)}`,
  },
  {
    name: 'Action',
    cell: (fault) => (
      <button
        type="button"
        aria-label={`Remove the fault ${labelOfFault(fault.kind)}: ${describeCalls(fault)}`}
        {...control('DELETE', `/faults/${fault.id}`, 'The fault is removed.')}
      >
        Remove
      </button>
    ),
  },
];

/** Injects any fault that the control takes. What is left empty is left out of the order. */
function faultForm(kind: string) {
  const fields = faultChoices.find((choice) => choice.kind === kind)?.fields ?? [];
  return (
    <Form
      class="row end"
      aria-label="Other fault"
      action={control('POST', '/faults', `Fault added: ${labelOfFault(kind)}.`, { kind })}
    >
      <SelectField
        label="Kind"
        name="kind"
        value={kind}
        choices={faultChoices.map((choice) => [choice.kind, choice.label] as const)}
        data-query
      />
      <SelectField
        label="Method"
        name="match.method"
        choices={[['', 'Any method'], [JSON.stringify(writes), 'Writes'], 'GET', ...writes]}
        data-json
      />
      <TextField label="Path pattern" name="match.path" placeholder="/zones/*/logpush/jobs" size={28} />
      <TextField label="Times" name="times" placeholder="1" {...number} />
      <TextField label="Skip first" name="skip" placeholder="0" {...number} />
      <TextField label="Probability" name="probability" placeholder="0.1" {...number} />
      <TextField label="Seed of it" name="seed" placeholder="0" {...number} />
      {fields.map((name) => {
        const [label, more] = own(fieldsOfKinds, name) ?? [];
        return label && <TextField label={label} name={name} {...more} />;
      })}
      {fields.includes('after') && (
        <div class="wide">
          <CheckField label="Execute the call first" name="after" />
        </div>
      )}
      <Problem />
      <div class="wide">
        <button class="primary">Add fault</button>
      </div>
    </Form>
  );
}

const number = { size: 8, 'data-json': true };

/** Labels and attributes of the settings besides the calls that a fault hits. */
const fieldsOfKinds: Readonly<Record<string, readonly [label: string, attributes: object]>> = {
  status: ['Status', number],
  code: ['Error code', { ...number, placeholder: '1000' }],
  message: ['Message or body', { size: 28 }],
  ms: ['Milliseconds', number],
  result: ['Result (JSON)', { rows: 3, class: 'field wide', 'data-json': true, 'data-keep': true }],
};

/** The calls that a fault hits: `The next 3 writes below /zones, after the first 2`. */
export function describeCalls({ match, skip, times, probability }: FaultState): string {
  const { path } = match;
  const isOne = probability === undefined && times === 1;
  const kind = `${methodsInWords([match.method ?? []].flat())}${isOne ? '' : 's'}`;
  const amount =
    probability !== undefined
      ? `About ${formatShare(probability)} of all ${kind}`
      : times === endless
        ? `All ${kind}`
        : `The next ${isOne ? '' : `${formatNumber(times)} `}${kind}`;
  return [
    amount,
    path === undefined ? '' : path.includes('*') ? ` to ${path}` : ` to paths that begin with ${path}`,
    skip > 0 ? `, after the first ${formatNumber(skip)}` : '',
    probability !== undefined && times !== endless ? `, at most ${formatNumber(times)}` : '',
  ].join('');
}

function methodsInWords(methods: readonly string[]): string {
  const names = methods.map((method) => method.toUpperCase());
  if (names.length === 0) return 'call';
  if (names.length === writes.length && writes.every((method) => names.includes(method))) return 'write';
  return `${names.join(' or ')} call`;
}

/** The effect of a fault in words: `Executed; half of the reply arrives`. */
export function describeEffect({ kind, status, ms = 0, after = false }: FaultState): string {
  const execution = after ? 'Executed' : 'Not executed';
  return {
    status: `${execution}; the reply has status ${status ?? 500}`,
    not_json: `${execution}; the reply is HTML with status ${status ?? 502}`,
    delay: after ? `Executed; the reply waits ${ms} ms` : `Executed after ${ms} ms`,
    lost_reply: 'Executed; the connection closes without a reply',
    lost_request: 'Not executed; the connection closes without a reply',
    cut_body: 'Executed; half of the reply arrives',
    result: 'Executed; the reply has another result',
    hang: 'Not executed; no reply',
  }[kind];
}

/** Each kind, with its settings besides the calls that it hits. */
export const faultChoices = [
  { kind: 'status', label: 'Error status', fields: ['status', 'code', 'message', 'after'] },
  { kind: 'not_json', label: 'HTML instead of JSON', fields: ['status', 'message', 'after'] },
  { kind: 'lost_reply', label: 'Lost reply', fields: [] },
  { kind: 'lost_request', label: 'Lost request', fields: [] },
  { kind: 'cut_body', label: 'Cut reply', fields: [] },
  { kind: 'result', label: 'Other result', fields: ['result'] },
  { kind: 'delay', label: 'Delay', fields: ['ms', 'after'] },
  { kind: 'hang', label: 'Hanging call', fields: [] },
];

export function labelOfFault(kind: string): string {
  return faultChoices.find((choice) => choice.kind === kind)?.label ?? kind;
}

export const presets = [
  { label: 'About every 10th call fails with 503', order: { kind: 'status', status: 503, probability: 0.1 } },
  { label: 'Lose the reply of the next write', order: { kind: 'lost_reply', match: { method: writes } } },
  { label: 'Slow: 500 ms for each call', order: { kind: 'delay', ms: 500, times: endless } },
];
