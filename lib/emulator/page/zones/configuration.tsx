import { plural } from '../../../ground/words';
import { executedRuleset, managedRulesets, rulesetName } from '../../../waf';
import type { DashboardAction } from '../../products/waf-migration/dashboard-actions';
import { Badge, Card, type Tone } from '../content';
import {
  CheckField,
  ConfirmButton,
  Form,
  Problem,
  SelectField,
  TextField,
  apiCall,
  control,
  type Action,
} from '../forms';
import {
  adjustAction,
  effectNames,
  effectOf,
  overridesOf,
  toSend,
  type ManagedRule,
  type RuleOverride,
} from './draft';
import { reviewCard } from './events';
import { judgeSent, type ShownFinding } from './findings';
import { describePreviousWaf } from './previous-configuration';
import type { ZonePageProps, ZoneState } from './state';

/** Writes the entry point of the zone's managed rules, with the migration of the action if it has one. */
function writeOf(
  { state: { zone }, draft }: ZonePageProps,
  done: string,
  trigger?: DashboardAction['trigger'],
): { readonly action: Action; readonly after: string } {
  const query = trigger === undefined ? '' : `?waf_migration=${trigger}&phase_two=1`;
  const path = `/zones/${zone.id}/rulesets/phases/http_request_firewall_managed/entrypoint${query}`;
  const body = { name: 'default', rules: toSend(draft.rules, trigger) };
  return { action: apiCall('PUT', path, done, body), after: `/__emulator/page/zones/${zone.id}/draft` };
}

/** The review before the deployment: the previous configuration beside the equivalent one, adjusted as needed. */
export function review(props: ZonePageProps) {
  const { zone } = props.state;
  const deploy = props.state.actions.find(({ name }) => name === 'deploy');
  const isValidation = deploy?.trigger === 'validation';
  const done = isValidation
    ? `${zone.name} is in validation mode.`
    : `The previous version of ${zone.name} is being turned off.`;
  return (
    <details class="part">
      <summary>Review configuration</summary>
      {configuration(props, 'Equivalent new configuration')}
      {deploy === undefined ? (
        <p class="notice warning">The zone cannot be migrated: see the reasons under Eligibility.</p>
      ) : (
        <div class="row actions">
          <ConfirmButton
            id="deploy"
            class="primary"
            label={props.draft.isChanged ? 'Deploy with adjustments' : 'Deploy'}
            title={`Deploy the new managed rules to ${zone.name}`}
            confirm="Deploy"
            acknowledge={`I understand that ${zone.name} cannot go back to the previous version${isValidation ? ' alone' : ''}.`}
            {...writeOf(props, `Deployed. ${done}`, deploy.trigger)}
          >
            <p>
              {isValidation
                ? 'The zone enters validation mode: both versions are enabled, and the new one runs first. Review the security events, then turn off the previous version.'
                : 'The new configuration is saved and enabled, then the previous version is turned off. This may take a couple of minutes.'}
            </p>
          </ConfirmButton>
        </div>
      )}
    </details>
  );
}

/** The entry point of a zone that has the new version: beside the previous one in validation mode, alone afterwards. */
export function deployedRules(props: ZonePageProps) {
  const { state, readers, draft } = props;
  const { zone, actions } = state;
  const isValidation = state.stage === 'validation';
  const update = actions.find(({ name }) => name === 'ready to update');
  const save = writeOf(props, `Saved the managed rules of ${zone.name}.`);
  const others = Object.values(managedRulesets).filter(
    (id) => !draft.rules.some((rule) => executedRuleset(rule) === id),
  );
  return (
    <>
      {reviewCard(zone.id, draft, readers.eventsOf(zone.id), isValidation)}
      <Card title={isValidation ? 'Deployed configuration' : 'Managed rulesets'} class="part">
        {configuration(props, isValidation ? 'New configuration' : 'Deployed rulesets')}
        {/* Managed rulesets have no global switch: each is deployed by itself (specification 3.1, rule 3). */}
        {!isValidation && others.length > 0 && (
          <Card title="Not deployed" level={3}>
            <ul class="plain-list ruled">
              {others.map((ruleset) => (
                <li class="row apart">
                  {rulesetName(ruleset)}{' '}
                  <button
                    type="button"
                    aria-label={`Add ${rulesetName(ruleset)}`}
                    {...adjustAction(zone.id, { ruleset })}
                  >
                    Add
                  </button>
                </li>
              ))}
            </ul>
          </Card>
        )}
        {actions.some(({ name }) => name === 'adjust' || name === 'manage rulesets') && (
          <div class="row actions">
            <button
              type="button"
              class="primary"
              disabled={!draft.isChanged}
              {...save.action}
              data-after={save.after}
            >
              Save adjustments
            </button>
          </div>
        )}
      </Card>
      {update !== undefined && finish(props, update.trigger)}
      {isValidation && update === undefined && (
        <p class="notice warning">The update cannot be finished: see the reasons under Eligibility.</p>
      )}
    </>
  );
}

/** The end of validation mode, in two steps: Ready to update, then Turn off previous version (specification 3.1). */
function finish(props: ZonePageProps, trigger: DashboardAction['trigger']) {
  const { name } = props.state.zone;
  if (props.draft.isChanged)
    return <Card title="Finish the update">Save or discard the adjustments first.</Card>;
  return (
    <Card title="Finish the update">
      <p>Continue when the security events show that the new version does what you expect.</p>
      <details>
        <summary>Ready to update</summary>
        <p>Turn off the previous version. Only the new managed rules will protect the zone.</p>
        <ConfirmButton
          id="turn-off"
          label="Turn off previous version"
          title={`Turn off the previous version of ${name}`}
          confirm="Turn off previous version"
          acknowledge={`I understand that ${name} cannot go back to the previous version.`}
          {...writeOf(props, `The previous version of ${name} is being turned off.`, trigger)}
        >
          <p>The previous managed rules, their settings and their API stop working for this zone.</p>
        </ConfirmButton>
      </details>
    </Card>
  );
}

/** The previous configuration beside the new one, which can be adjusted, and what is found about it. */
function configuration({ state, readers, draft }: ZonePageProps, title: string) {
  const { zone, previous } = state;
  const { rules: texts, findings, losses } = judgeSent(readers, zone.id, { rules: draft.rules });
  return (
    <>
      <div class="columns">
        {previous !== undefined && (
          <Card title="Previous configuration" level={3}>
            <p>The previous WAF is {previous.setting}.</p>
            {describePreviousWaf(previous).map(([heading, lines]) => (
              <>
                <h4>{heading}</h4>
                <ul>
                  {lines.map((line) => (
                    <li>{line}</li>
                  ))}
                </ul>
              </>
            ))}
          </Card>
        )}
        <Card title={title} level={3}>
          {draft.isChanged && (
            <p class="notice warning row apart" role="status">
              {draft.isOutdated
                ? 'Adjustments are not saved, and the configuration has changed since you began. Saving replaces it.'
                : 'Adjustments are not saved.'}
              <button type="button" {...control('DELETE', `/page/zones/${zone.id}/draft`, 'Discarded.')}>
                Discard adjustments
              </button>
            </p>
          )}
          {draft.rules.length === 0 && <p>No rules are deployed.</p>}
          <ol class="plain-list ruled">
            {draft.rules.map((rule, index) => (
              <li>{ruleEditor(rule, index, texts[index], state)}</li>
            ))}
          </ol>
        </Card>
      </div>
      {/* In the words of `edge-platform waf`. */}
      <Card title="Findings" level={3}>
        {findings.length === 0 && (
          <p>
            {previous === undefined
              ? 'The zone is protected by managed rules.'
              : `The zone is protected, and the new configuration is equivalent to the previous one${losses.length === 0 ? '' : ', apart from what does not carry over'}.`}
          </p>
        )}
        {listFindings(findings)}
        {losses.length > 0 && <h4>Does not carry over</h4>}
        {listFindings(losses)}
      </Card>
    </>
  );
}

const tones: Readonly<Record<ShownFinding['severity'], readonly [Tone, string]>> = {
  error: ['bad', 'Error'],
  warning: ['warning', 'Warning'],
  info: ['neutral', 'Note'],
};

function listFindings(findings: readonly ShownFinding[]) {
  if (findings.length === 0) return null;
  return (
    <ul class="ruled plain-list">
      {findings.map(({ code, severity, text, explanation }) => (
        <li>
          <Badge tone={tones[severity][0]}>{tones[severity][1]}</Badge> {text}{' '}
          <code class="muted">{code}</code>
          {explanation !== undefined && <p class="muted">{explanation}</p>}
        </li>
      ))}
    </ul>
  );
}

/** A rule that can be enabled, and whose ruleset's rules can be overridden (specification 4.6, rule 3). */
function ruleEditor(rule: ManagedRule, index: number, text: string | undefined, state: ZoneState) {
  const { zone, previous } = state;
  const ruleset = executedRuleset(rule);
  const name = ruleset === undefined ? rule.description || `${rule.action} rule` : rulesetName(ruleset);
  // The rules of the Cloudflare ruleset are those of the package that became it, as far as is public.
  const known =
    (ruleset === managedRulesets.managed &&
      previous?.packages.find((each) => each.name === 'Cloudflare' && each.detection_mode === 'traditional')
        ?.rules) ||
    [];
  const overrides = overridesOf(rule);
  return (
    <>
      <CheckField
        label={<b>{name}</b>}
        name="enabled"
        checked={rule.enabled}
        {...adjustAction(zone.id, { index })}
      />
      <p class="muted">{text}</p>
      {ruleset !== undefined && (
        <details>
          <summary>
            {plural(overrides.length, 'rule override')}
            <span class="hidden"> of {name}</span>
          </summary>
          {overrides.map((override) => (
            <SelectField
              class="row apart end"
              id={`effect-${index}-${override.id}`}
              name="effect"
              label={labelOf(override, known.find(({ id }) => id === override.id)?.description)}
              value={effectOf(override)}
              choices={Object.entries(effectNames)}
              {...adjustAction(zone.id, { index, id: override.id })}
            />
          ))}
          <Form class="row apart end" action={adjustAction(zone.id, { index, effect: 'log' })} data-resets>
            <TextField
              label={`Override another rule of ${name}, by ID`}
              id={`override-${index}`}
              name="id"
              list={`rules-${index}`}
              required
            />
            <datalist id={`rules-${index}`}>
              {known.map(({ id, description }) => (
                <option value={id}>{description}</option>
              ))}
            </datalist>
            <button>Add override</button>
            <Problem />
          </Form>
        </details>
      )}
    </>
  );
}

function labelOf({ id, score_threshold: threshold }: RuleOverride, description = '') {
  return `${description} ${id}${threshold === undefined ? '' : `, score threshold ${threshold}`}`;
}
