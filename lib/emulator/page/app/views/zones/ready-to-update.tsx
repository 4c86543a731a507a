import { useState } from 'preact/hooks';
import { ConfirmButton } from '../../components/confirm-dialog';
import type { ZoneAction } from '../../../model/zones';
import { focusContent, useAction, writeEntryPoint } from './calls';
import type { DraftProps } from './use-draft';

/** The end of validation mode, in two steps: Ready to update, then Turn off previous version (specification 3.1). */
export function ReadyToUpdate({ zone, draft, action }: DraftProps & { readonly action: ZoneAction }) {
  const [isReady, setReady] = useState(false);
  const [isBusy, run] = useAction();
  const turnOff = async () => {
    const done = `The previous version of ${zone.name} is being turned off.`;
    if (await run(done, () => writeEntryPoint(zone.id, draft.rules, action))) focusContent();
  };
  return (
    <section class="card" aria-labelledby="finish">
      <h2 id="finish">Finish the update</h2>
      {draft.isChanged ? (
        <p>Save or discard the adjustments first.</p>
      ) : isReady ? (
        <p>
          <b>Step 2 of 2.</b> Turn off the previous version. Only the new managed rules will protect the zone.
        </p>
      ) : (
        <p>
          <b>Step 1 of 2.</b> Continue when the security events show that the new version does what you
          expect.
        </p>
      )}
      <div class="row actions">
        {isReady && !draft.isChanged ? (
          <>
            <ConfirmButton
              label="Turn off previous version"
              disabled={isBusy}
              title={`Turn off the previous version of ${zone.name}`}
              action="Turn off previous version"
              acknowledge={`I understand that ${zone.name} cannot go back to the previous version.`}
              onConfirm={turnOff}
            >
              <p>The previous managed rules, their settings and their API stop working for this zone.</p>
            </ConfirmButton>
            <button type="button" onClick={() => setReady(false)}>
              Not yet
            </button>
          </>
        ) : (
          <button type="button" disabled={draft.isChanged} onClick={() => setReady(true)}>
            Ready to update
          </button>
        )}
      </div>
    </section>
  );
}
