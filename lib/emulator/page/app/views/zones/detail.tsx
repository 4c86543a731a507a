import { capitalize } from '../../../../../ground/words';
import { Card, Badge, Facts } from '../../components/content';
import { DetailPage, useView } from '../../use-view';
import type { ZoneDetail, MigrationStep } from '../../../model/zones';
import { DeployedRules } from './deployed-rules';
import { Review } from './review';
import { stageTones, useRefreshAfter } from './list';

interface ZoneDetailPageProps {
  readonly zoneId: string;
  readonly isReviewing: boolean;
}

/** A zone: its state, and what its plan and state allow. */
export function ZoneDetailPage({ zoneId, isReviewing }: ZoneDetailPageProps) {
  const view = useView<ZoneDetail>(`/zones/${zoneId}`);
  useRefreshAfter(view);
  return (
    <DetailPage list={['#/zones', 'All zones']} heading="Zone" view={view}>
      {(zone) => (
        <>
          <h1>{zone.name}</h1>
          <p class="row head muted">
            <Badge tone={stageTones[zone.stage]}>{zone.state}</Badge>
            <span>{capitalize(zone.plan)} plan</span>
            <span>{zone.account}</span>
            <span class="mono">{zone.id}</span>
          </p>
          {zone.hasBanner && !isReviewing && <Banner zone={zone} />}
          <div class="columns">
            <MigrationState zone={zone} />
            <Eligibility zone={zone} />
          </div>
          {zone.stage === 'start' && zone.hasBanner && isReviewing && <Review zone={zone} />}
          {['validation', 'complete', 'default'].includes(zone.stage) && <DeployedRules zone={zone} />}
        </>
      )}
    </DetailPage>
  );
}

function Banner({ zone }: { readonly zone: ZoneDetail }) {
  return (
    <section class="notice busy row apart banner" aria-label="Update">
      <p>
        <b>Update available.</b> The new managed rules replace the previous version in {zone.name}. Review the
        equivalent configuration, adjust it, and deploy it.
      </p>
      <a class="button" href={`#/zones/${zone.id}/review`}>
        Review configuration
      </a>
    </section>
  );
}

/** Whether the zone can migrate, with every reason why not. */
function Eligibility({ zone: { isEligible, obstacles, stage } }: { readonly zone: ZoneDetail }) {
  return (
    <Card title="Eligibility">
      {isEligible === undefined && (
        <p>
          {stage === 'default'
            ? 'There is nothing to migrate.'
            : 'The update was deployed, and cannot be reverted.'}
        </p>
      )}
      {isEligible === true && (
        <p>
          <Badge tone="good">Eligible</Badge> Nothing prevents the migration of this zone.
        </p>
      )}
      {isEligible === false && (
        <>
          <p>
            <Badge tone="bad">Not eligible</Badge> The migration is refused until every reason is removed.
          </p>
          <ol class="reasons">
            {obstacles.map(({ reason, fix, failsCheck }) => (
              <li key={reason}>
                <p>{reason}</p>
                <p>
                  <b>Fix:</b> {fix}
                </p>
                {!failsCheck && (
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

/** Where the zone is, how it came there, and what the API says. */
function MigrationState({ zone: { steps, status, stage } }: { readonly zone: ZoneDetail }) {
  return (
    <Card title="Migration state">
      {stage === 'cutover' && (
        <p class="notice busy">
          The previous version is being turned off. Until then, both versions protect the zone.
        </p>
      )}
      <ol class="plain-list steps">
        {steps.map((step) => (
          <li
            key={step.stage}
            class={`row ${step.progress}`}
            aria-current={step.progress === 'now' ? 'step' : undefined}
          >
            <b>{step.words}</b>
            <span>{whenOf(step)}</span>
          </li>
        ))}
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

function whenOf({ progress, at }: MigrationStep) {
  const words = { done: '', now: 'now', next: 'not yet', skipped: 'passed over' }[progress];
  if (at === undefined && words !== '') return words;
  if (at === undefined) return 'from the beginning';
  return (
    <>
      {progress === 'now' ? 'now, since ' : 'began '}
      <time dateTime={at}>{`${at.slice(0, 10)} ${at.slice(11, 19)} UTC`}</time>
    </>
  );
}
