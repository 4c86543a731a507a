import { crud } from '../../http/crud';
import type { Product } from '../../product';
import type { World, Account, Plan, Zone } from '../../world';
import { domainToUnicode } from 'node:url';

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

function renderZone(zone: Zone, account: Account): object {
  const { id, plan } = zone;
  return {
    id,
    name: shownName(zone),
    status: 'active',
    paused: false,
    type: 'full',
    development_mode: 0,
    account,
    plan: renderPlan(plan),
    created_on: createdOn,
    modified_on: createdOn,
    activated_on: createdOn,
  };
}

/** Domains are shown, and found, in Unicode. */
function shownName({ name }: Zone): string {
  return domainToUnicode(name) || name;
}

/** Older than the new managed rules, so that a zone can have the previous ones. */
const createdOn = '2020-01-01T00:00:00.000000Z';

/** The ids are those of the service, the same for every zone. */
const known: Readonly<Record<Plan, { readonly id: string; readonly name: string }>> = {
  free: { id: '0feeeeeeeeeeeeeeeeeeeeeeeeeeeeee', name: 'Free Website' },
  pro: { id: 'a577b510288e82b26486fd1df47000ec', name: 'Pro Website' },
  business: { id: '1ac039f6c29b691475c3d74fe588d1ae', name: 'Business Website' },
  enterprise: { id: '94f3b7b768b0458b56d2cac4fe5ec0f9', name: 'Enterprise Website' },
};

function renderPlan(plan: Plan): object {
  return {
    ...known[plan],
    price: 0,
    currency: 'USD',
    frequency: '',
    is_subscribed: plan !== 'free',
    can_subscribe: plan === 'enterprise',
    legacy_id: plan,
    legacy_discount: false,
    externally_managed: plan === 'enterprise',
  };
}
