import { control, zoneIdOf, type Control } from '../../controls/control';
import type { Places } from '../../world';
import type { SecurityEvents } from './state';

const path = '/zones/:zone_id/security-events';

/** Stands for the Activity log of Security Events, which the API does not show. */
export function eventControls(places: Places, events: SecurityEvents): readonly Control[] {
  return [
    control.get(path, (call) => events.list(zoneIdOf(call, places, path))),
    control.delete(path, (call) => {
      events.clear(zoneIdOf(call, places, path));
      return [];
    }),
  ];
}
