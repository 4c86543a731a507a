import { h, type AllHTMLAttributes, type ComponentChildren, type Ref } from 'preact';
import { useId } from 'preact/hooks';

interface FieldProps {
  readonly label: ComponentChildren;
  /** @default 'field' */
  readonly class?: string;
  /** The control, with the id that its label names. */
  readonly children: (id: string) => ComponentChildren;
}

export function Field({ label, class: name = 'field', children }: FieldProps) {
  const id = useId();
  return (
    <div class={name}>
      <label for={id}>{label}</label>
      {children(id)}
    </div>
  );
}

/** All that is used of an input is what a text area has too. */
type Control = HTMLTextAreaElement;

interface TextFieldProps extends Omit<AllHTMLAttributes<Control>, 'children' | 'id' | 'label' | 'onInput'> {
  readonly label: string;
  readonly isWide?: boolean;
  readonly control?: Ref<Control>;
  readonly onText: (text: string) => void;
  /** Below the control. */
  readonly children?: ComponentChildren;
}

/** A line of text, or several ones where it has `rows`. Other properties are those of the control. */
export function TextField({ label, isWide = false, control, onText, children, ...given }: TextFieldProps) {
  const onInput = (event: { readonly currentTarget: Control }) => onText(event.currentTarget.value);
  return (
    <Field label={label} class={isWide ? 'field wide' : 'field'}>
      {(id) => (
        <>
          {h(given.rows === undefined ? 'input' : 'textarea', { ...given, id, ref: control, onInput })}
          {children}
        </>
      )}
    </Field>
  );
}

interface SelectFieldProps<Value extends string> extends Omit<FieldProps, 'children'> {
  readonly value: Value;
  /** Values, with their words if they are others. */
  readonly choices: readonly (Value | readonly [value: Value, words: string])[];
  readonly onChoose: (value: Value) => void;
}

export function SelectField<Value extends string>({
  value,
  choices,
  onChoose,
  ...field
}: SelectFieldProps<Value>) {
  const pairs = choices.map((choice) => (typeof choice === 'string' ? ([choice, choice] as const) : choice));
  return (
    <Field {...field}>
      {(id) => (
        <select
          id={id}
          value={value}
          onChange={(event) => {
            const chosen = pairs.find(([each]) => each === event.currentTarget.value);
            if (chosen !== undefined) onChoose(chosen[0]);
          }}
        >
          {pairs.map(([each, words]) => (
            <option key={each} value={each}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface CheckFieldProps {
  readonly label: ComponentChildren;
  readonly isChecked: boolean;
  readonly onCheck: (isChecked: boolean) => void;
  /** @default 'check' */
  readonly class?: string;
  readonly role?: 'switch';
}

/** A box to tick, before its label. */
export function CheckField({ label, isChecked, onCheck, class: name = 'check', role }: CheckFieldProps) {
  return (
    <label class={name}>
      <input
        type="checkbox"
        {...(role && { role })}
        checked={isChecked}
        onChange={(event) => onCheck(event.currentTarget.checked)}
      />
      {label}
    </label>
  );
}
