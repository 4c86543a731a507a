import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { CheckField } from './field';

interface ConfirmDialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** What the button that confirms says. */
  readonly action: string;
  /** A sentence that the user has to tick first, for what cannot be undone. */
  readonly acknowledge?: string;
  readonly onConfirm: () => unknown;
  readonly onClose: () => void;
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
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby={heading} onClose={onClose}>
      <h2 id={heading}>{title}</h2>
      {children}
      {acknowledge !== undefined && (
        <CheckField label={acknowledge} isChecked={isAcknowledged} onCheck={setAcknowledged} />
      )}
      <div class="actions">
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
