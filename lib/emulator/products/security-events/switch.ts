import type { Control } from '../../controls';
import { generalRefusals } from '../../errors';
import { hex32 } from '../../shape';
import type { Places } from '../../world';
import type { SecurityEvents } from './state';

/** Stands for the Activity log of Security Events, which the API does not show. */
export function eventsSwitch(places: Places, events: SecurityEvents): readonly Control[] {
  const path = '/zones/:zone_id/security-events';
  const known = (zoneId: string) => {
    if (!hex32.test(zoneId) || places.zone(zoneId) === undefined)
      throw generalRefusals.noRoute(`/__emulator/zones/${zoneId}/security-events`);
    return zoneId;
  };
  return [
    { method: 'GET', path, handle: ({ param }) => events.list(known(param('zone_id'))) },
    {
      method: 'DELETE',
      path,
      handle: ({ param }) => {
        events.clear(known(param('zone_id')));
        return [];
      },
    },
  ];
}
