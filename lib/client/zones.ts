import { Collection, defineCollection } from './collection';
import { domainKey, unicodeDomain } from './domain';
import { NameSearch } from './name-search';
import {
  apiObject,
  boolean,
  identifier,
  list,
  map,
  number,
  part,
  text,
  texts,
  type ObjectOf,
} from './object';
import type { CachedCallOptions, CallOptions, Page, Transport } from './transport';

/** The account of a zone, both `""` when the service leaves it out. */
const accountOfZone = apiObject('an account', { id: text(), name: text() });

const plan = apiObject('a plan', {
  /** `free`, `pro`, `business` or `enterprise`. `""` when the service leaves it out. */
  legacy_id: text().words('free', 'pro', 'business', 'enterprise'),
  id: text().asIs(),
  name: text().asIs(),
  price: number().asIs(),
  currency: text().asIs(),
  frequency: text().asIs(),
  is_subscribed: boolean(false).asIs(),
  can_subscribe: boolean(false).asIs(),
  legacy_discount: boolean(false).asIs(),
  externally_managed: boolean(false).asIs(),
});

/** Source: the public schema. */
const zone = apiObject('a zone', {
  id: identifier(),
  /** The domain. The service shows an internationalized one in Unicode (public fact). */
  name: text(),
  account: part(accountOfZone),
  plan: part(plan),
  status: text().words('initializing', 'pending', 'active', 'moved', 'deleted', 'deactivated').asIs(),
  paused: boolean(false).asIs(),
  type: text().words('full', 'partial', 'secondary', 'internal').asIs(),
  development_mode: number().asIs(),
  created_on: text().asIs(),
  modified_on: text().asIs(),
  activated_on: text().orNull().asIs(),
  name_servers: list().asIs(),
  original_name_servers: list().asIs(),
  original_registrar: text().orNull().asIs(),
  original_dnshost: text().orNull().asIs(),
  vanity_name_servers: list().asIs(),
  vanity_name_servers_ips: map().asIs(),
  cname_suffix: text().orNull().asIs(),
  verification_key: text().orNull().asIs(),
  meta: map().asIs(),
  owner: map().asIs(),
  tenant: map().asIs(),
  tenant_unit: map().asIs(),
  permissions: texts().asIs(),
  host: map().asIs(),
});

/** A zone. Unknown fields are kept. */
export interface Zone extends ObjectOf<typeof zone> {}

/** The account of a zone. Unknown fields are kept. */
export interface ZoneAccount extends ObjectOf<typeof accountOfZone> {}

/** The plan of a zone. Unknown fields are kept. */
export interface ZonePlan extends ObjectOf<typeof plan> {}

/** The options of {@link ZonesApi.list}. */
export interface ZoneListOptions extends CachedCallOptions {
  /**
   * The domain, in any case, in Unicode or as punycode.
   *
   * @default - zones of every name
   */
  readonly name?: string;
  /** @default - zones of every account */
  readonly accountId?: string;
}

/** Reads zones and their plans. */
export class ZonesApi {
  readonly #zones: Collection<null, Zone>;
  readonly #zonesByName: NameSearch<Zone>;

  /** Made by {@link EdgeClient}. */
  constructor(transport: Transport) {
    this.#zones = new Collection(transport, zones);
    this.#zonesByName = new NameSearch(this.#zones, { keyOf: domainKey, toSend: unicodeDomain });
  }

  /**
   * One zone, with its plan: validation mode of a WAF migration is for Enterprise zones alone (specification 3.1, rule 4).
   *
   * Rejects with an {@link EdgeError}: an {@link AuthenticationError} or a {@link PermissionError} if the credentials
   * cannot read zones. A migration does not need that permission.
   */
  async get(zoneId: string, options: CallOptions = {}): Promise<Zone> {
    return this.#zones.read(null, zoneId, options);
  }

  /**
   * All zones that the credentials can read, or those of a name or an account; every page is read, and no zone is there
   * twice. Zones of different accounts can have the same name.
   *
   * Rejects with an {@link EdgeError}: an {@link AuthenticationError} if the credentials are not accepted, a
   * {@link PermissionError} if they cannot read zones, a {@link ReplyLimitError} for a list that does not end.
   */
  async list({ name, accountId, ...options }: ZoneListOptions = {}): Promise<Zone[]> {
    const query = {
      ...(name !== undefined && { name: unicodeDomain(name) }),
      ...(accountId !== undefined && { 'account.id': accountId }),
    };
    return this.#zones.list(null, { query, ...options });
  }

  /**
   * The zones with a name, in any case, in Unicode or as punycode: none, one, or one in each of several accounts. The first two
   * names cost one call each; further ones are looked up in the list of all zones, which is read once, unless it has more pages
   * than names were looked up, and more than 10.
   *
   * Rejects as `list` does.
   */
  async find(name: string, options: CallOptions = {}): Promise<Zone[]> {
    return this.#zonesByName.find(name, options);
  }

  /**
   * One page of the zones that the credentials can read, by default the first 50, the most that the service sends at once
   * (public fact).
   *
   * Rejects with an {@link EdgeError}: an {@link AuthenticationError} if the credentials are not accepted, a
   * {@link PermissionError} if they cannot read zones.
   */
  async listPage({ page = 1, perPage = 50, signal }: Partial<Page> & CallOptions = {}): Promise<
    readonly Zone[]
  > {
    return this.#zones.readPage(null, { paging: { page, perPage }, signal });
  }
}

export const zones = defineCollection<null, Zone>(zone, {
  several: 'zones',
  pathOf: () => ['zones'],
  // The most that the service sends at once (public fact).
  perPage: 50,
});
