import type { WorldData } from '../../../model/world';
import { control } from '../../api';
import { act } from '../../components/announcer';
import { ConfirmButton } from '../../components/confirm-dialog';
import { Lost } from './lost';

/** Returns to the fixture of the start. */
export function ResetCard({ world }: { readonly world: WorldData }) {
  return (
    <section class="card" aria-labelledby="reset">
      <h2 id="reset">Reset</h2>
      <p>Returns to the fixture that the emulator was started with.</p>
      <div class="row actions">
        <ConfirmButton
          label="Reset…"
          title="Reset the world?"
          action="Reset"
          onConfirm={() =>
            act('The world was reset.', () => control('POST', '/reset', { keepCredentials: true }))
          }
        >
          <Lost world={world} />
        </ConfirmButton>
      </div>
    </section>
  );
}
