import { formatNumber, messageOf } from '../../../../../ground/words';
import type { FaultRow } from '../../../model/requests';
import { control } from '../../api';
import { act, announce } from '../../components/announcer';
import { Badge, Problem } from '../../components/content';
import { Table, type Column } from '../../components/table';
import {
  describeCalls,
  describeEffect,
  labelOfFault,
  emptyForm,
  faultChoices,
  faultOrderOf,
  presets,
  type FaultForm,
} from './fault-order';
import { useState } from 'preact/hooks';
import { CheckField, SelectField, TextField } from '../../components/field';

/** The faults in the order in which they apply, each with what it has hit. */
export function FaultList({ faults }: { readonly faults: readonly FaultRow[] }) {
  if (faults.length === 0) return <p class="muted">No faults.</p>;
  return (
    <>
      <Table
        class="faults"
        caption="Faults; the first one that hits a call applies"
        columns={columns}
        rows={faults}
        keyOf={({ id }) => id}
      />
      <div class="row actions">
        <button
          type="button"
          class="danger"
          onClick={() => void act('All faults are removed.', () => control('DELETE', '/faults'))}
        >
          Remove all faults
        </button>
      </div>
    </>
  );
}

const columns: readonly Column<FaultRow>[] = [
  {
    name: 'Fault',
    isHeading: true,
    cell: (fault) => (
      <>
        {labelOfFault(fault.kind)}{' '}
        {fault.times !== null && fault.hits >= fault.times ? (
          <Badge>Used up</Badge>
        ) : (
          <Badge tone="warning">Active</Badge>
        )}
        <div class="muted small">{describeEffect(fault)}</div>
      </>
    ),
  },
  { name: 'Calls', cell: describeCalls },
  {
    name: 'Hits',
    isNumber: true,
    cell: ({ hits, times }) =>
      times === null ? formatNumber(hits) : `${formatNumber(hits)} of ${formatNumber(times)}`,
  },
  {
    name: '',
    heading: <span class="hidden">Actions</span>,
    cell: (fault) => (
      <button
        type="button"
        aria-label={`Remove the fault ${labelOfFault(fault.kind)}: ${describeCalls(fault)}`}
        onClick={() => void act('The fault is removed.', () => control('DELETE', `/faults/${fault.id}`))}
      >
        Remove
      </button>
    ),
  },
];

/** Buttons for the faults that people try first. */
export function FaultPresets() {
  return (
    <div class="row choices" role="group" aria-label="Common faults">
      {presets.map(({ label, order }) => (
        <button
          key={label}
          type="button"
          onClick={() => void act(`Fault added: ${label}.`, () => control('POST', '/faults', order))}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

/** Injects any fault that the control takes; what the control refuses is said here. */
export function FaultOrderForm() {
  const [form, setForm] = useState(emptyForm);
  const [error, setError] = useState<string | undefined>(undefined);
  const fields = faultChoices.find(({ kind }) => kind === form.kind)?.fields ?? [];
  const set = (change: Partial<FaultForm>) => setForm((before) => ({ ...before, ...change }));
  const submit = async () => {
    try {
      await control('POST', '/faults', faultOrderOf(form));
      setError(undefined);
      announce(`Fault added: ${labelOfFault(form.kind)}.`);
    } catch (failure) {
      setError(messageOf(failure));
    }
  };
  const text = (name: TextName, label: string, more: { placeholder?: string; size?: number } = {}) => (
    <TextField
      label={label}
      autocomplete="off"
      value={form[name]}
      onText={(value) => set({ [name]: value })}
      {...more}
    />
  );
  return (
    <form
      class="row end fault-form"
      aria-label="Other fault"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <SelectField
        label="Kind"
        value={form.kind}
        choices={faultChoices.map(({ kind, label }) => [kind, label] as const)}
        onChoose={(kind) => set({ kind })}
      />
      <SelectField
        label="Method"
        value={form.method}
        choices={[['', 'Any method'], ['writes', 'Writes'], 'GET', 'POST', 'PUT', 'PATCH', 'DELETE']}
        onChoose={(method) => set({ method })}
      />
      {text('path', 'Path pattern', { placeholder: '/zones/*/logpush/jobs', size: 28 })}
      {text('times', 'Times', { placeholder: form.probability === '' ? '1' : 'no end', size: 8 })}
      {text('skip', 'Skip first', { placeholder: '0', size: 8 })}
      {text('probability', 'Probability', { placeholder: '0.1', size: 8 })}
      {form.probability !== '' && text('seed', 'Seed', { placeholder: '0', size: 8 })}
      {fields.includes('status') &&
        text('status', 'Status', { placeholder: form.kind === 'status' ? '500' : '502', size: 8 })}
      {fields.includes('code') && text('code', 'Error code', { placeholder: '1000', size: 8 })}
      {fields.includes('ms') && text('ms', 'Milliseconds', { placeholder: '0', size: 8 })}
      {fields.includes('message') &&
        text('message', form.kind === 'status' ? 'Error message' : 'Body', { size: 28 })}
      {fields.includes('result') && (
        <TextField
          label="Result (JSON)"
          isWide
          rows={3}
          value={form.result}
          onText={(result) => set({ result })}
        />
      )}
      {fields.includes('after') && (
        <CheckField
          class="check wide"
          label="Execute the call first"
          isChecked={form.after}
          onCheck={(after) => set({ after })}
        />
      )}
      <Problem class="notice bad wide" text={error} />
      <div class="wide">
        <button type="submit" class="primary">
          Add fault
        </button>
      </div>
    </form>
  );
}

type TextName = Exclude<keyof FaultForm, 'after'>;
