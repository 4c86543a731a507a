import { domainKey, unicodeDomain } from './domain';
import { ListCache } from './list-cache';
import { NameSearch } from './name-search';
import { readPages } from './pages';
import * as known from './known-members';
import { ObjectReader, readList, type Unreadable } from './reader';
import type { Answer, CachedCallOptions, CallOptions, Page, Transport } from './transport';

/** A zone. Unknown fields are kept. Source: the public schema. */
export interface Zone {
  readonly id: string;
  /** The domain. The service shows an internationalized one in Unicode (public fact). */
  readonly name: string;
  readonly account: ZoneAccount;
  readonly plan: ZonePlan;
  readonly [field: string]: unknown;
}

/** The account of a zone, both `""` when the service leaves it out. Unknown fields are kept. */
export interface ZoneAccount {
  readonly id: string;
  readonly name: string;
  readonly [field: string]: unknown;
}

/** The plan of a zone. Unknown fields are kept. */
export interface ZonePlan {
  /** `free`, `pro`, `business` or `enterprise`. `""` when the service leaves it out. */
  readonly legacy_id: string;
  readonly [field: string]: unknown;
}

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

/** The most zones that the service sends at once (public fact). */
const pageSize = 50;

/** Reads zones and their plans. */
export class ZonesApi {
  readonly #transport: Transport;
  readonly #cache = new ListCache<Zone>();
  readonly #search = new NameSearch<Zone>();

  /** Made by {@link EdgeClient}. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * One zone, with its plan: validation mode of a WAF migration is for Enterprise zones alone (specification 3.1, rule 4).
   *
   * Rejects with an {@link EdgeError}: an {@link AuthenticationError} or a {@link PermissionError} if the credentials
   * cannot read zones. A migration does not need that permission.
   */
  async get(zoneId: string, { signal }: CallOptions = {}): Promise<Zone> {
    const path = ['zones', zoneId];
    const answer = await this.#transport.call({ method: 'GET', path, expected: { id: zoneId }, signal });
    return readZone(answer.result, answer.unreadable);
  }

  /**
   * All zones that the credentials can read, or those of a name or an account; every page is read, and no zone is there
   * twice. Zones of different accounts can have the same name.
   *
   * Rejects with an {@link EdgeError}: an {@link AuthenticationError} if the credentials are not accepted, a
   * {@link PermissionError} if they cannot read zones, a {@link ReplyLimitError} for a list that does not end.
   */
  async list(options: ZoneListOptions = {}): Promise<Zone[]> {
    return this.#list(options);
  }

  async #list(
    { name, accountId, cached = false, signal }: ZoneListOptions,
    mostPages?: number,
  ): Promise<Zone[]> {
    const query = {
      ...(name !== undefined && { name: unicodeDomain(name) }),
      ...(accountId !== undefined && { 'account.id': accountId }),
    };
    // Only a search gives up a long list.
    const scope = `${mostPages === undefined ? '' : 'search'}?${new URLSearchParams(query).toString()}`;
    if (!cached) this.#cache.forget(scope);
    return this.#cache.read(
      scope,
      (loading) =>
        readPages({
          perPage: pageSize,
          ask: (paging) =>
            this.#transport.call({ method: 'GET', path: ['zones'], query, paging, signal: loading }),
          read: readZones,
          mostPages,
        }),
      signal,
    );
  }

  /**
   * The zones with a name, in any case, in Unicode or as punycode: none, one, or one in each of several accounts. The first two
   * names cost one call each; further ones are looked up in the list of all zones, which is read once, unless it has more pages
   * than names were looked up, and more than 10.
   *
   * Rejects as `list` does.
   */
  async find(name: string, { signal }: CallOptions = {}): Promise<Zone[]> {
    const key = domainKey(name);
    return this.#search.find(
      key,
      ({ isByName, cached, mostPages }) =>
        this.#list({ ...(isByName && { name }), cached, signal }, mostPages),
      (zone) => domainKey(zone.name) === key,
    );
  }

  /**
   * One page of the zones that the credentials can read, by default the first 50, the most that the service sends at once
   * (public fact).
   *
   * Rejects with an {@link EdgeError}: an {@link AuthenticationError} if the credentials are not accepted, a
   * {@link PermissionError} if they cannot read zones.
   */
  async listPage({ page = 1, perPage = pageSize, signal }: Partial<Page> & CallOptions = {}): Promise<
    readonly Zone[]
  > {
    return readZones(
      await this.#transport.call({ method: 'GET', path: ['zones'], paging: { page, perPage }, signal }),
    );
  }
}

function readZones({ result, unreadable }: Answer): Zone[] {
  return readList(result, 'a list of zones', unreadable, (item) => readZone(item, unreadable));
}

export function readZone(value: unknown, unreadable: Unreadable): Zone {
  const read = new ObjectReader(value, 'a zone', unreadable, known.zone);
  const account = new ObjectReader(
    read.object('account') ?? {},
    'an account',
    unreadable,
    known.accountOfZone,
  );
  const plan = new ObjectReader(read.object('plan') ?? {}, 'a plan', unreadable, known.plan);
  return {
    ...read.all,
    id: read.identifier('id'),
    name: read.text('name', ''),
    account: { ...account.all, id: account.text('id', ''), name: account.text('name', '') },
    plan: { ...plan.all, legacy_id: plan.text('legacy_id', '') },
  };
}
