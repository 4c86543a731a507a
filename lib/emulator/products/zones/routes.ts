import { generalRefusals } from '../../http/errors';
import { answer } from '../../http/route';
import type { Call, Route } from '../../http/route';
import type { Places, Zone } from '../../world';
import { listed } from '../../http/list-query';
import type { ListRules } from '../../http/list-query';
import { renderZone, shownName } from './render';

export function zoneRoutes(places: Places): readonly Route[] {
  const shown = (zone: Zone) => renderZone(zone, places.account(zone.account_id));
  return [
    {
      method: 'GET',
      path: '/zones',
      handle: (call) => listed(places.listZones(), call.query, listsOf(places), shown),
    },
    {
      method: 'GET',
      path: '/zones/:zone_id',
      handle: (call) => answer.resource(shown(zoneOf(call, places))),
    },
  ];
}

function listsOf(places: Places): ListRules<Zone> {
  return {
    filters: {
      name: (zone, value) => shownName(zone) === value,
      'account.id': (zone, value) => zone.account_id === value,
      'account.name': (zone, value) => places.account(zone.account_id)?.name === value,
    },
    orders: { name: shownName },
    sizes: { least: 5, most: 50, otherwise: 20 },
  };
}

function zoneOf(call: Call, places: Places): Zone {
  const zone = places.zone(call.param('zone_id'));
  if (zone === undefined) throw generalRefusals.noRoute(call.path);
  return zone;
}
