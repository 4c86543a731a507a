import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { messageOf } from '../../../../../ground/words';
import { control } from '../../api';
import { act, announce } from '../../components/announcer';
import { emptyForm, faultChoices, faultOrderOf, labelOfFault, presets, type FaultForm } from './fault-order';

/** Buttons for the faults that people try first. */
export function FaultPresets() {
  return (
    <div class="presets" role="group" aria-label="Common faults">
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
  const set = (change: Partial<FaultForm>) => {
    setForm((before) => ({ ...before, ...change }));
  };
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
    <Labeled label={label}>
      {(id) => (
        <input
          id={id}
          autocomplete="off"
          value={form[name]}
          onInput={(event) => {
            set({ [name]: event.currentTarget.value });
          }}
          {...more}
        />
      )}
    </Labeled>
  );
  return (
    <form
      class="fault-form"
      aria-label="Other fault"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Labeled label="Kind">
        {(id) => (
          <select
            id={id}
            value={form.kind}
            onChange={(event) => {
              set({ kind: event.currentTarget.value });
            }}
          >
            {faultChoices.map(({ kind, label }) => (
              <option key={kind} value={kind}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Labeled>
      <Labeled label="Method">
        {(id) => (
          <select
            id={id}
            value={form.method}
            onChange={(event) => {
              set({ method: event.currentTarget.value });
            }}
          >
            <option value="">Any method</option>
            <option value="writes">Writes</option>
            {['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => (
              <option key={method} value={method}>
                {method}
              </option>
            ))}
          </select>
        )}
      </Labeled>
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
        <Labeled label="Result (JSON)" isWide>
          {(id) => (
            <textarea
              id={id}
              rows={3}
              value={form.result}
              onInput={(event) => {
                set({ result: event.currentTarget.value });
              }}
            />
          )}
        </Labeled>
      )}
      {fields.includes('after') && (
        <label class="check wide">
          <input
            type="checkbox"
            checked={form.after}
            onChange={(event) => {
              set({ after: event.currentTarget.checked });
            }}
          />
          Execute the call first
        </label>
      )}
      {error !== undefined && (
        <p class="notice bad wide" role="alert">
          {error}
        </p>
      )}
      <div class="wide">
        <button type="submit" class="primary">
          Add fault
        </button>
      </div>
    </form>
  );
}

type TextName = Exclude<keyof FaultForm, 'after'>;

function Labeled({
  label,
  isWide = false,
  children,
}: {
  readonly label: string;
  readonly isWide?: boolean;
  readonly children: (id: string) => ComponentChildren;
}) {
  const id = useId();
  return (
    <div class={isWide ? 'field wide' : 'field'}>
      <label for={id}>{label}</label>
      {children(id)}
    </div>
  );
}
