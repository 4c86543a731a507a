import { useState } from 'preact/hooks';
import type { WorldData } from '../../../model/world';
import { control } from '../../api';
import { act } from '../../components/announcer';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { Lost } from './lost';

/** Returns to the fixture of the start. */
export function ResetCard({ world }: { readonly world: WorldData }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <section class="card" aria-labelledby="reset">
      <h2 id="reset">Reset</h2>
      <p>Returns to the fixture that the emulator was started with.</p>
      <div class="actions">
        <button type="button" class="danger" onClick={() => setAsking(true)}>
          Reset…
        </button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Reset the world?"
          action="Reset"
          onConfirm={() =>
            act('The world was reset.', () => control('POST', '/reset', { keepCredentials: true }))
          }
          onClose={() => setAsking(false)}
        >
          <Lost world={world} />
        </ConfirmDialog>
      )}
    </section>
  );
}
