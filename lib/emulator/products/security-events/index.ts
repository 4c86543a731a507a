import type { Product } from '../../product';
import type { World } from '../../world';
import { lineRefusals, type TrafficWatcher } from '../logpush/exchange';
import { parseTrips } from './parse';
import { recordEvents, type Protection } from './recorder';
import { SecurityEvents } from './state';
import { listControls } from '../../controls/control';

export function securityEvents(world: World, protection: Protection) {
  const events = new SecurityEvents(world);
  const product: Product = {
    // Stands for the Activity log of Security Events, which the API does not show.
    controls: listControls('/zones/:zone_id/security-events', {
      list: ({ param }) => events.list(param('zone_id')),
      clear: ({ param }) => events.clear(param('zone_id')),
    }),
  };
  const watcher: TrafficWatcher = (zoneId, lines) => {
    const read = lines.map(({ exchange, waf, refuse }) => ({
      exchange,
      trips: waf === undefined ? undefined : parseTrips(waf, lineRefusals(refuse)),
    }));
    recordEvents(world, events, protection, zoneId, read);
  };
  return { events, product, watcher };
}
