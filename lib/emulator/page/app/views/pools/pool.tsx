import { plural } from '../../../../../ground/words';
import type { PoolDetail } from '../../../model/pools';
import { Badge } from '../../components/badge';
import { ShownView, useView } from '../../use-view';
import { CoverageCard } from './coverage';
import { NotificationFeed } from './feed';
import { HealthCard } from './health';
import { LegacyCard } from './legacy';
import { healthWords } from './words';

interface PoolPageProps {
  readonly accountId: string;
  readonly poolId: string;
}

export function PoolPage({ accountId, poolId }: PoolPageProps) {
  const view = useView<PoolDetail>(`/pools/${accountId}/${poolId}`, ['pools', 'world']);
  return (
    <>
      <p>
        <a href="#/pools">All pools</a>
      </p>
      {view.data === undefined && <h1>Pool</h1>}
      <ShownView view={view}>
        {(pool) => (
          <>
            <PoolHead pool={pool} />
            <div class="columns">
              <HealthCard pool={pool} />
              <NotificationFeed accountId={accountId} poolId={poolId} />
            </div>
            <CoverageCard pool={pool} />
            <LegacyCard pool={pool} />
          </>
        )}
      </ShownView>
    </>
  );
}

function PoolHead({ pool }: { readonly pool: PoolDetail }) {
  const { word, tone } = healthWords[pool.health.status];
  return (
    <>
      <div class="row head">
        <h1>{pool.name}</h1>
        <Badge tone={tone}>{word}</Badge>
      </div>
      <p class="muted">
        {pool.description !== '' && <>{pool.description}. </>}
        Account {pool.accountName}, pool <code>{pool.id}</code>. Healthy while at least{' '}
        {plural(pool.minimumOrigins, 'enabled origin')} {pool.minimumOrigins === 1 ? 'is' : 'are'}.
      </p>
    </>
  );
}
