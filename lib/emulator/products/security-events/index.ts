import type { Product } from '../../product';
import type { World } from '../../world';
import { lineRefusals, type TrafficWatcher } from '../logpush/exchange';
import { parseTrips } from './parse';
import { recordEvents } from './recorder';
import type { Protection } from './recorder';
import { SecurityEvents } from './state';
import { eventControls } from './controls';

export function securityEvents(
  world: World,
  protection: Protection,
): { readonly product: Product; readonly watcher: TrafficWatcher; readonly events: SecurityEvents } {
  const events = new SecurityEvents(world);
  return {
    events,
    product: { name: 'security-events', routes: [], controls: eventControls(world.places, events) },
    watcher: (zoneId, lines) => {
      const read = lines.map(({ exchange, waf, refuse }) => ({
        exchange,
        trips: waf === undefined ? undefined : parseTrips(waf, lineRefusals(refuse)),
      }));
      recordEvents(world, events, protection, zoneId, read);
    },
  };
}
