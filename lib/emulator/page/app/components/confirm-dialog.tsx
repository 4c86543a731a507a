import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { CheckField } from './field';

interface ConfirmDialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** Label of the button that confirms. */
  readonly action: string;
  /** A sentence that the user has to tick first, for what cannot be undone. */
  readonly acknowledge?: string;
  readonly onConfirm: () => unknown;
  readonly onClose: () => void;
}

interface ConfirmButtonProps extends Omit<ConfirmDialogProps, 'onClose'> {
  readonly label: ComponentChildren;
  /** @default 'danger' */
  readonly class?: string;
  readonly disabled?: boolean;
}

/** A button whose action is confirmed first. */
export function ConfirmButton({
  label,
  class: name = 'danger',
  disabled = false,
  ...dialog
}: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button type="button" class={name} disabled={disabled} onClick={() => setAsking(true)}>
        {label}
      </button>
      {isAsking && <ConfirmDialog {...dialog} onClose={() => setAsking(false)} />}
    </>
  );
}

/** A modal dialog: focus stays inside, Escape closes it, and focus returns to where it was. Render it to open it. */
export function ConfirmDialog({
  title,
  children,
  action,
  acknowledge,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const [isAcknowledged, setAcknowledged] = useState(acknowledge === undefined);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-labelledby={heading} onClose={onClose}>
      <h2 id={heading}>{title}</h2>
      {children}
      {acknowledge !== undefined && (
        <CheckField label={acknowledge} isChecked={isAcknowledged} onCheck={setAcknowledged} />
      )}
      <div class="row actions">
        <button type="button" onClick={() => dialog.current?.close()}>
          Cancel
        </button>
        <button
          type="button"
          class="primary"
          disabled={!isAcknowledged}
          onClick={() => {
            dialog.current?.close();
            onConfirm();
          }}
        >
          {action}
        </button>
      </div>
    </dialog>
  );
}
