import type { PageProps } from '../router';
import { ZoneDetailPage } from './zones/detail';
import { ZoneListPage } from './zones/list';

export function ZonesPage({ path: [zoneId, part] }: PageProps) {
  return (
    <div class="zones">
      {zoneId === undefined ? (
        <ZoneListPage />
      ) : (
        <ZoneDetailPage key={zoneId} zoneId={zoneId} isReviewing={part === 'review'} />
      )}
    </div>
  );
}
