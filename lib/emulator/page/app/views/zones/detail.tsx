import { capitalize } from '../../../../../ground/words';
import { Badge } from '../../components/badge';
import { ShownView, useView } from '../../use-view';
import type { ZoneDetail } from '../../../model/zones';
import { DeployedRules } from './deployed-rules';
import { Eligibility } from './eligibility';
import { MigrationState } from './migration-state';
import { Review } from './review';
import { stageTones } from './stage-badge';
import { useRefreshAfter } from './use-refresh-after';

interface ZoneDetailPageProps {
  readonly zoneId: string;
  readonly isReviewing: boolean;
}

/** A zone: its state, and what its plan and state allow. */
export function ZoneDetailPage({ zoneId, isReviewing }: ZoneDetailPageProps) {
  const view = useView<ZoneDetail>(`/zones/${zoneId}`, ['zones', 'rulesets', 'world']);
  useRefreshAfter(view);
  return (
    <>
      <p>
        <a href="#/zones">All zones</a>
      </p>
      {view.data === undefined && <h1>Zone</h1>}
      <ShownView view={view}>
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
      </ShownView>
    </>
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
