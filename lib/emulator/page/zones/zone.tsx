import { capitalize } from '../../../ground/words';
import { isIncompatible } from '../../../waf';
import type { ReachedStage } from '../../products/waf-migration/stages';
import type { Stage } from '../../products/waf-migration/transitions';
import { Badge, Card, Facts, RefreshAfter } from '../content';
import { deployedRules, review } from './configuration';
import { nextEnd, StageBadge, stageWords, type ZonePageProps, type ZoneState } from './state';

export function zonePage(props: ZonePageProps) {
  const { state, readers } = props;
  const { zone, account, stage, hasBanner } = state;
  return (
    <>
      <RefreshAfter ms={nextEnd(readers, [zone])} />
      <p>
        <a href="/zones">All zones</a>
      </p>
      <h1>{zone.name}</h1>
      <p class="row head muted">
        <StageBadge stage={stage} />
        <span>{capitalize(zone.plan)} plan</span>
        <span>{account}</span>
        <span class="mono">{zone.id}</span>
      </p>
      {hasBanner && (
        <p class="notice busy">
          <b>Update available.</b> The new managed rules replace the previous version in {zone.name}. Review
          the equivalent configuration, adjust it, and deploy it.
        </p>
      )}
      <div class="columns">
        {migrationState(props)}
        {eligibility(state)}
      </div>
      {hasBanner && review(props)}
      {['validation', 'complete', 'default'].includes(stage) && deployedRules(props)}
    </>
  );
}

function eligibility({ stage, previous, obstacles }: ZoneState) {
  return (
    <Card title="Eligibility">
      {previous === undefined ? (
        <p>
          {stage === 'default'
            ? 'There is nothing to migrate.'
            : 'The update was deployed, and cannot be reverted.'}
        </p>
      ) : obstacles.length === 0 ? (
        <p>
          <Badge tone="good">Eligible</Badge> Nothing prevents the migration of this zone.
        </p>
      ) : (
        <>
          <p>
            <Badge tone="bad">Not eligible</Badge> The migration is refused until every reason is removed.
          </p>
          <ol class="ruled plain-list">
            {obstacles.map((obstacle) => (
              <li>
                <p>{obstacle.reason}</p>
                <p>
                  <b>Fix:</b> {obstacle.fix}
                </p>
                {!isIncompatible(obstacle) && (
                  <p class="muted">The compatibility check passes; the migration itself fails.</p>
                )}
              </li>
            ))}
          </ol>
        </>
      )}
    </Card>
  );
}

function migrationState({ state: { zone, stage }, readers }: ZonePageProps) {
  const status = readers.statusOf(zone.id);
  return (
    <Card title="Migration state">
      {stage === 'cutover' && (
        <p class="notice busy">
          The previous version is being turned off. Until then, both versions protect the zone.
        </p>
      )}
      <ol class="plain-list ruled" aria-label="Stages">
        {stepsOf(zone.plan === 'enterprise', readers.stages.timeline(zone.id)).map(
          ([each, progress, when]) => (
            <li
              class={progress === 'next' ? 'row muted' : 'row'}
              aria-current={progress === 'now' ? 'step' : undefined}
            >
              {progress === 'now' ? <b>{stageWords[each][0]}</b> : stageWords[each][0]}
              <span>{when}</span>
            </li>
          ),
        )}
      </ol>
      <Facts
        facts={[
          ['Previous managed rules', status.old_waf_status],
          ['New managed rules', status.new_waf_status],
          [<code>migration_state</code>, <code>{status.migration_state}</code>],
        ]}
      />
    </Card>
  );
}

/**
 * The stages of a zone in the order in which it passes them: those reached, and those to come. Zones without validation mode
 * pass it over, and so do Enterprise zones that the API migrates in one call.
 */
function stepsOf(hasValidation: boolean, timeline: readonly ReachedStage[]) {
  const present = timeline.at(-1)?.stage;
  const path: readonly Stage[] =
    present === 'default'
      ? ['default']
      : ['start', ...(hasValidation ? ['validation' as const] : []), 'cutover', 'complete'];
  const now = path.findIndex((stage) => stage === present);
  return path.map((stage, index) => {
    // A call that is repeated in the cutover does not begin it again.
    const reached = timeline.find((each) => each.stage === stage);
    const time =
      reached?.at === undefined ? undefined : `${reached.at.slice(0, 10)} ${reached.at.slice(11, 19)} UTC`;
    if (index > now) return [stage, 'next', 'not yet'] as const;
    if (index === now) return [stage, 'now', time === undefined ? 'now' : `now, since ${time}`] as const;
    // Every zone began with the previous version, also where its time is unknown.
    if (reached === undefined && stage !== 'start') return [stage, 'skipped', 'passed over'] as const;
    return [stage, 'done', time === undefined ? 'from the beginning' : `began ${time}`] as const;
  });
}
