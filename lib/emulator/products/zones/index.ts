import type { Product } from '../../product';
import type { World } from '../../world';
import { zoneRoutes } from './routes';

/** Zones as the API shows them. They come from the fixture and cannot be changed. */
export function zones({ places }: World): Product {
  return { name: 'zones', routes: zoneRoutes(places) };
}
