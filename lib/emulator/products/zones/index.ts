import { crud } from '../../http/crud';
import { oneOfWords, textFilter } from '../../http/list-query';
import type { Product } from '../../product';
import type { World, Account, Plan, Zone } from '../../world';
import { domainToUnicode } from 'node:url';

/** Zones as the API shows them. They come from the fixture and cannot be changed. */
export function zones({ places }: World): Product {
  const accountName = (zone: Zone) => places.getAccount(zone.account_id).name;
  return {
    routes: crud({
      path: '/zones',
      id: 'zone_id',
      owner: () => undefined,
      items: { list: () => places.listZones(), get: (_, id) => places.getZone(id) },
      render: (zone) => renderZone(zone, places.getAccount(zone.account_id)),
      pages: () => ({
        filters: {
          name: textFilter(shownName),
          status: oneOfWords('status', ['initializing', 'pending', 'active', 'moved'], () => status),
          type: oneOfWords('type', ['full', 'partial', 'secondary', 'internal'], () => type),
          'account.id': (zone, value) => zone.account_id === value,
          'account.name': textFilter(accountName),
        },
        lists: ['type'],
        orders: {
          name: shownName,
          status: () => status,
          'account.id': (zone) => zone.account_id,
          'account.name': accountName,
          'plan.id': ({ plan }) => known[plan].id,
        },
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
    status,
    paused: false,
    type,
    development_mode: 0,
    name_servers: ['ada.ns.emulator.invalid', 'bob.ns.emulator.invalid'],
    original_name_servers: null,
    original_registrar: null,
    original_dnshost: null,
    meta: {
      step: 2,
      custom_certificate_quota: known[plan].certificates,
      page_rule_quota: known[plan].pageRules,
      phishing_detected: false,
      cdn_only: false,
      dns_only: false,
      foundation_dns: false,
    },
    owner: { ...account, type: 'organization' },
    account,
    plan: renderPlan(plan),
    created_on: createdOn,
    modified_on: createdOn,
    activated_on: createdOn,
  };
}

const status = 'active';
const type = 'full';

/** Domains are shown, and found, in Unicode. */
function shownName({ name }: Zone): string {
  return domainToUnicode(name) || name;
}

/** Older than the new managed rules, so that a zone can have the previous ones. */
const createdOn = '2020-01-01T00:00:00.000000Z';

/** The ids are those of the service, the same for every zone; the numbers are quotas. */
const known = {
  free: { id: '0feeeeeeeeeeeeeeeeeeeeeeeeeeeeee', name: 'Free Website', pageRules: 3, certificates: 0 },
  pro: { id: 'a577b510288e82b26486fd1df47000ec', name: 'Pro Website', pageRules: 20, certificates: 0 },
  business: {
    id: '1ac039f6c29b691475c3d74fe588d1ae',
    name: 'Business Website',
    pageRules: 50,
    certificates: 1,
  },
  enterprise: {
    id: '94f3b7b768b0458b56d2cac4fe5ec0f9',
    name: 'Enterprise Website',
    pageRules: 125,
    certificates: 1,
  },
} satisfies Readonly<Record<Plan, object>>;

function renderPlan(plan: Plan): object {
  const { id, name } = known[plan];
  return {
    id,
    name,
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
