import { readPages } from './pages';
import * as known from './known-members';
import { ObjectReader, readList, type Unreadable } from './reader';
import type { CallOptions, Transport } from './transport';

/** A firewall rule with its filter. Unknown fields are kept. Source: the public schema. */
export interface FirewallRule {
  readonly id: string;
  /** `bypass` with the product `waf` exempts requests from the previous managed rules. */
  readonly action: string;
  readonly filter: { readonly id: string; readonly expression: string; readonly paused: boolean };
  /** What is bypassed; `[]` for other actions. */
  readonly products: readonly string[];
  readonly priority: number | null;
  readonly paused: boolean;
  readonly description: string;
  readonly ref: string;
  readonly [field: string]: unknown;
}

const perPage = 100;

/** The firewall rules of a zone, as far as a WAF migration needs them: it carries over those that bypass the managed rules. */
export class FirewallRulesApi {
  readonly #transport: Transport;

  /** Made by {@link EdgeClient}. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** All firewall rules; every page is read. Rejects with an {@link EdgeError}. */
  async list(zoneId: string, { signal }: CallOptions = {}): Promise<FirewallRule[]> {
    const path = ['zones', zoneId, 'firewall', 'rules'];
    return readPages({
      perPage,
      ask: (paging) => this.#transport.call({ method: 'GET', path, paging, signal }),
      read: ({ result, unreadable }) =>
        readList(result, 'a list of firewall rules', unreadable, (item) =>
          readFirewallRule(item, unreadable),
        ),
    });
  }
}

export function readFirewallRule(value: unknown, unreadable: Unreadable): FirewallRule {
  const read = new ObjectReader(value, 'a firewall rule', unreadable, known.firewallRule);
  const filter = new ObjectReader(read.object('filter') ?? {}, 'a filter', unreadable, known.firewallFilter);
  const priority = read.any('priority', ['number', 'null']) ?? null;
  return {
    ...read.all,
    id: read.identifier('id'),
    action: read.text('action', ''),
    filter: {
      id: filter.text('id', ''),
      expression: filter.text('expression', ''),
      paused: filter.boolean('paused', false),
    },
    products: read.list('products').filter((each) => typeof each === 'string'),
    priority: typeof priority === 'number' && Number.isFinite(priority) ? priority : null,
    paused: read.boolean('paused', false),
    description: read.text('description', ''),
    ref: read.text('ref', ''),
  };
}
