import { ObjectReader, readList, type Unreadable } from './reader';
import type { CallOptions, Page, Transport } from './transport';

/** A zone. Unknown fields are kept. Source: the public schema. */
export interface Zone {
  readonly id: string;
  /** The domain. */
  readonly name: string;
  readonly plan: ZonePlan;
  readonly [field: string]: unknown;
}

/** The plan of a zone. Unknown fields are kept. */
export interface ZonePlan {
  /** `free`, `pro`, `business` or `enterprise`. `""` when the service leaves it out. */
  readonly legacy_id: string;
  readonly [field: string]: unknown;
}

/** Reads zones and their plans. */
export class ZonesApi {
  readonly #transport: Transport;

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
   * One page of the zones that the credentials can read, by default the first 50, the most that the service sends at once
   * (public fact).
   *
   * Rejects with an {@link EdgeError}: an {@link AuthenticationError} if the credentials are not accepted, a
   * {@link PermissionError} if they cannot read zones.
   */
  async listPage({ page = 1, perPage = 50, signal }: Partial<Page> & CallOptions = {}): Promise<
    readonly Zone[]
  > {
    const { result, unreadable } = await this.#transport.call({
      method: 'GET',
      path: ['zones'],
      paging: { page, perPage },
      signal,
    });
    return readList(result, 'a list of zones', unreadable, (item) => readZone(item, unreadable));
  }
}

function readZone(value: unknown, unreadable: Unreadable): Zone {
  const read = new ObjectReader(value, 'a zone', unreadable);
  const plan = new ObjectReader(read.object('plan') ?? {}, 'a plan', unreadable);
  return {
    ...read.all,
    id: read.identifier('id'),
    name: read.text('name', ''),
    plan: { ...plan.all, legacy_id: plan.text('legacy_id', '') },
  };
}
