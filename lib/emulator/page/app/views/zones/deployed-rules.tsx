import { Card } from '../../components/content';
import type { ZoneDetail, ZoneAction } from '../../../model/zones';
import { useAction, writeEntryPoint, focusContent } from './calls';
import { Configuration } from './configuration';
import { deployRuleset, executedId } from './draft';
import { EventsReview } from './events-review';
import { useDraft, type DraftProps } from './use-draft';
import { useState } from 'preact/hooks';
import { ConfirmButton } from '../../components/confirm-dialog';

/** The entry point of a zone that has the new version: beside the previous one in validation mode, alone afterwards. */
export function DeployedRules({ zone }: { readonly zone: ZoneDetail }) {
  const draft = useDraft(zone);
  const [isBusy, run] = useAction();
  const isValidation = zone.stage === 'validation';
  const canAdjust = zone.actions.some(({ name }) => name === 'adjust' || name === 'manage rulesets');
  const update = zone.actions.find(({ name }) => name === 'ready to update');
  const save = async () => {
    const done = `Saved the managed rules of ${zone.name}.`;
    if (await run(done, () => writeEntryPoint(zone.id, draft.rules, {}))) draft.discard();
  };
  return (
    <>
      {zone.events !== undefined && (
        <EventsReview review={zone.events} draft={draft} isSideBySide={isValidation} />
      )}
      <Card title={isValidation ? 'Deployed configuration' : 'Managed rulesets'} class="part">
        <Configuration
          zone={zone}
          draft={draft}
          title={isValidation ? 'New configuration' : 'Deployed rulesets'}
        />
        {!isValidation && <OtherRulesets zone={zone} draft={draft} />}
        {canAdjust && (
          <div class="row actions">
            <button type="button" class="primary" disabled={!draft.isChanged || isBusy} onClick={save}>
              Save adjustments
            </button>
          </div>
        )}
      </Card>
      {update !== undefined && <ReadyToUpdate zone={zone} draft={draft} action={update} />}
      {isValidation && update === undefined && (
        <p class="notice warning">The update cannot be finished: see the reasons under Eligibility.</p>
      )}
    </>
  );
}

/** Managed rulesets have no global switch: each is deployed by itself (specification 3.1, rule 3). */
function OtherRulesets({ zone, draft }: DraftProps) {
  const others = zone.rulesets.filter(({ id }) => !draft.rules.some((rule) => executedId(rule) === id));
  if (others.length === 0) return null;
  return (
    <Card title="Not deployed" level={3}>
      <ul class="plain-list others">
        {others.map((ruleset) => (
          <li key={ruleset.id} class="row apart">
            {ruleset.name}{' '}
            <button
              type="button"
              aria-label={`Add ${ruleset.name}`}
              onClick={() => draft.change((rules) => deployRuleset(rules, ruleset))}
            >
              Add
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The end of validation mode, in two steps: Ready to update, then Turn off previous version (specification 3.1). */
function ReadyToUpdate({ zone, draft, action }: DraftProps & { readonly action: ZoneAction }) {
  const [isReady, setReady] = useState(false);
  const [isBusy, run] = useAction();
  const turnOff = async () => {
    const done = `The previous version of ${zone.name} is being turned off.`;
    if (await run(done, () => writeEntryPoint(zone.id, draft.rules, action))) focusContent();
  };
  return (
    <Card title="Finish the update">
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
    </Card>
  );
}
