import type { PageProps } from '../router';
import { PlaceTraffic } from './traffic/place-traffic';
import { Places } from './traffic/places';

/** `#/traffic`, `#/traffic/<zone id>`, `#/traffic/accounts/<account id>`. */
export function TrafficPage({ path }: PageProps) {
  if (path.length === 0) return <Places />;
  const view = `/traffic/${path.join('/')}`;
  return <PlaceTraffic key={view} path={view} />;
}
