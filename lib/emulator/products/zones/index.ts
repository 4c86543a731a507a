import { crud } from '../../http/crud';
import type { Product } from '../../product';
import type { World } from '../../world';
import { renderZone, shownName } from './render';

/** Zones as the API shows them. They come from the fixture and cannot be changed. */
export function zones({ places }: World): Product {
  return {
    name: 'zones',
    routes: crud({
      path: '/zones',
      id: 'zone_id',
      owner: () => undefined,
      items: { list: () => places.listZones(), get: (_, id) => places.getZone(id) },
      render: (zone) => renderZone(zone, places.getAccount(zone.account_id)),
      pages: () => ({
        filters: {
          name: (zone, value) => shownName(zone) === value,
          'account.id': (zone, value) => zone.account_id === value,
          'account.name': (zone, value) => places.getAccount(zone.account_id).name === value,
        },
        orders: { name: shownName },
        sizes: { least: 5, most: 50, otherwise: 20 },
      }),
    }),
  };
}
