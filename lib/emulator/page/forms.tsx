import type { ComponentChildren } from 'preact';

/** The attributes of a button, a control or a form that calls the emulator, as `browser/script.ts` reads them. */
export interface Action {
  readonly 'data-method': string;
  readonly 'data-path': string;
  /** Said when the call has succeeded; `{name}` is a member of the reply. */
  readonly 'data-done': string;
  /** JSON; the named controls of a form, or the control itself, are added to it. */
  readonly 'data-body'?: string | undefined;
}

/** Uses a control, such as `POST /faults`. */
export const control = actionBelow('/__emulator');

/** Calls the API as any client does: the call is listed, counted by the request limit, and faults apply. */
export const apiCall = actionBelow('/client/v4');

function actionBelow(root: string) {
  return (method: string, path: string, done: string, body?: object): Action => ({
    'data-method': method,
    'data-path': root + path,
    'data-done': done,
    'data-body': body && JSON.stringify(body),
  });
}

export function CopyButton(props: { readonly text: string; readonly label: string; readonly done: string }) {
  return (
    <button type="button" data-copies={props.text} data-done={props.done}>
      {props.label}
    </button>
  );
}

interface FieldProps {
  readonly label: ComponentChildren;
  /** Of the control, which has it as its id too. */
  readonly name: string;
  /** Where the name is not unique on the page. */
  readonly id?: string;
  readonly class?: string;
  /** Other attributes of the control. */
  readonly [attribute: string]: unknown;
}

/** A line of text, or several ones where it has `rows`: the text is its `children` then. */
export function TextField({ label, name, id = name, class: style = 'field', ...given }: FieldProps) {
  const Control = given.rows === undefined ? 'input' : 'textarea';
  return (
    <div class={style}>
      <label for={id}>{label}</label>
      <Control {...given} id={id} name={name} autocomplete="off" spellcheck={false} />
    </div>
  );
}

/** Values, with their words if they are others. */
type Options = readonly (string | readonly [value: string, words: string])[];

export function SelectField(props: FieldProps & { readonly value?: string; readonly choices: Options }) {
  const { label, name, id = name, class: style = 'field', value, choices, ...given } = props;
  return (
    <div class={style}>
      <label for={id}>{label}</label>
      <select {...given} id={id} name={name}>
        {choices.map((choice) => {
          const [each, words] = typeof choice === 'string' ? [choice, choice] : choice;
          return (
            <option value={each} selected={each === value}>
              {words}
            </option>
          );
        })}
      </select>
    </div>
  );
}

export function CheckField({ label, ...given }: Omit<FieldProps, 'name'>) {
  return (
    <label class="check">
      <input type="checkbox" {...given} />
      {label}
    </label>
  );
}

/** A form that makes a call; one with `data-resets` is empty again afterwards. What the emulator refuses is said in its `Problem`. */
export function Form({ action, ...given }: { readonly action: Action } & Readonly<Record<string, unknown>>) {
  return <form {...given} {...(action as object)} />;
}

export function Problem({ id }: { readonly id?: string }) {
  return <p class="notice bad wide problem" role="alert" data-keep hidden {...(id && { id })} />;
}

interface ConfirmDialogProps {
  readonly id: string;
  readonly title: string;
  readonly children: ComponentChildren;
  readonly confirm: string;
  /** A sentence that the user has to tick first, for what cannot be undone. */
  readonly acknowledge?: string | undefined;
}

/** A question that a button with `data-opens` opens, in the form that it is about. */
export function ConfirmDialog({ id, title, children, confirm, acknowledge }: ConfirmDialogProps) {
  return (
    <dialog id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
      {acknowledge !== undefined && <CheckField label={acknowledge} required />}
      <div class="row actions">
        <button type="button" data-closes>
          Cancel
        </button>
        <button class="primary">{confirm}</button>
      </div>
    </dialog>
  );
}

interface ConfirmButtonProps extends ConfirmDialogProps {
  readonly label: string;
  readonly class?: string;
  readonly action: Action;
  /** The path of a control that is deleted after the call. */
  readonly after?: string;
}

export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, class: name = 'danger', action, after, ...dialog } = props;
  return (
    <>
      <button type="button" class={name} data-opens={dialog.id}>
        {label}
      </button>
      <Form action={action} data-resets data-after={after}>
        <ConfirmDialog {...dialog} />
      </Form>
    </>
  );
}
