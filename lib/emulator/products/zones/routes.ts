import { generalRefusals } from '../../http/errors';
import { answer } from '../../http/route';
import type { Call, Route } from '../../http/route';
import type { Places, Zone } from '../../world';
import { listed } from '../../http/list-query';
import type { ListRules } from '../../http/list-query';
import { renderZone } from './render';

export function zoneRoutes(places: Places): readonly Route[] {
  const shown = (zone: Zone) => renderZone(zone, places.account(zone.account_id));
  return [
    {
      method: 'GET',
      path: '/zones',
      handle: (call) => listed(places.listZones(), call.query, lists, shown),
    },
    {
      method: 'GET',
      path: '/zones/:zone_id',
      handle: (call) => answer.resource(shown(zoneOf(call, places))),
    },
  ];
}

const lists: ListRules<Zone> = {
  filters: {
    name: (zone, value) => zone.name === value,
    'account.id': (zone, value) => zone.account_id === value,
  },
  orders: { name: (zone) => zone.name },
  sizes: { least: 5, most: 50, otherwise: 20 },
};

function zoneOf(call: Call, places: Places): Zone {
  const zone = places.zone(call.param('zone_id'));
  if (zone === undefined) throw generalRefusals.noRoute(call.path);
  return zone;
}
