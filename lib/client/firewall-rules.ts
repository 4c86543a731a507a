import { Collection, defineKind } from './collection';
import * as known from './known-members';
import { ObjectReader, type Unreadable } from './reader';
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

/** The firewall rules of a zone, as far as a WAF migration needs them: it carries over those that bypass the managed rules. */
export class FirewallRulesApi {
  readonly #firewallRules: Collection<string, FirewallRule>;

  /** Made by {@link EdgeClient}. */
  constructor(transport: Transport) {
    this.#firewallRules = new Collection(transport, firewallRules);
  }

  /** All firewall rules; every page is read. Rejects with an {@link EdgeError}. */
  async list(zoneId: string, options: CallOptions = {}): Promise<FirewallRule[]> {
    return this.#firewallRules.readAll(zoneId, options);
  }
}

export const firewallRules = defineKind<string, FirewallRule>({
  nouns: ['a firewall rule', 'firewall rules'],
  pathOf: (zoneId) => ['zones', zoneId, 'firewall', 'rules'],
  perPage: 100,
  known: known.firewallRule,
  members: (rule) => {
    const priority = rule.any('priority', ['number', 'null']) ?? null;
    return {
      id: rule.identifier('id'),
      action: rule.text('action', ''),
      filter: rule.part('filter', readFilter),
      products: rule.list('products').filter((each) => typeof each === 'string'),
      priority: typeof priority === 'number' && Number.isFinite(priority) ? priority : null,
      paused: rule.boolean('paused', false),
      ...rule.texts('description', 'ref'),
    };
  },
});

function readFilter(value: unknown, unreadable: Unreadable): FirewallRule['filter'] {
  const filter = new ObjectReader(value, 'a filter', unreadable, known.firewallFilter);
  return { ...filter.texts('id', 'expression'), paused: filter.boolean('paused', false) };
}
