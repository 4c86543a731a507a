import { useEffect, useRef } from 'preact/hooks';
import { ConfirmButton } from '../../components/confirm-dialog';
import type { ZoneDetail } from '../../../model/zones';
import { focusContent, useAction, writeEntryPoint } from './calls';
import { Configuration } from './configuration';
import { useDraft } from './use-draft';

/** The review before the deployment: the previous configuration beside the equivalent one, adjusted as needed. */
export function Review({ zone }: { readonly zone: ZoneDetail }) {
  const draft = useDraft(zone);
  const heading = useRef<HTMLHeadingElement>(null);
  const [isBusy, run] = useAction();
  const action = zone.actions.find(({ name }) => name === 'deploy');
  const isValidation = action?.trigger === 'validation';
  useEffect(() => heading.current?.focus(), []);
  const deploy = async () => {
    if (action === undefined) return;
    const done = isValidation
      ? `Deployed. ${zone.name} is in validation mode.`
      : `Deployed. The previous version of ${zone.name} is being turned off.`;
    const isDone = await run(done, async () => {
      await writeEntryPoint(zone.id, draft.rules, action);
      draft.discard();
      // Before the outcome is said, which belongs to that page.
      location.hash = `#/zones/${zone.id}`;
    });
    if (isDone) focusContent();
  };
  return (
    <section class="part" aria-labelledby="review">
      <h2 id="review" ref={heading} tabIndex={-1}>
        Review configuration
      </h2>
      <Configuration zone={zone} draft={draft} title="Equivalent new configuration" />
      {action === undefined ? (
        <p class="notice warning">The zone cannot be migrated: see the reasons under Eligibility.</p>
      ) : (
        <div class="row actions">
          <ConfirmButton
            class="primary"
            disabled={isBusy}
            label={draft.isChanged ? 'Deploy with adjustments' : 'Deploy'}
            title={`Deploy the new managed rules to ${zone.name}`}
            action="Deploy"
            acknowledge={
              isValidation
                ? `I understand that ${zone.name} cannot go back to the previous version alone.`
                : `I understand that ${zone.name} cannot go back to the previous version.`
            }
            onConfirm={deploy}
          >
            <p>
              {isValidation
                ? 'The zone enters validation mode: both versions are enabled, and the new one runs first. Review the security events, then turn off the previous version.'
                : 'The new configuration is saved and enabled, then the previous version is turned off. This may take a couple of minutes.'}
            </p>
          </ConfirmButton>
          <a class="button" href={`#/zones/${zone.id}`}>
            Not now
          </a>
        </div>
      )}
    </section>
  );
}
