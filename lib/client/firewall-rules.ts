import { listOf } from '../ground/json';
import { Collection, defineCollection } from './collection';
import { apiObject, boolean, identifier, lenient, part, text, type ObjectOf } from './object';
import type { CallOptions, Transport } from './transport';

const filter = apiObject('a filter', {
  id: text(),
  expression: text(),
  paused: boolean(false),
  description: text().asIs(),
  ref: text().asIs(),
  created_on: text().asIs(),
  modified_on: text().asIs(),
});

/** Source: the public schema. */
const firewallRule = apiObject('a firewall rule', {
  id: identifier(),
  /** `bypass` with the product `waf` exempts requests from the previous managed rules. */
  action: text().words('block', 'challenge', 'js_challenge', 'managed_challenge', 'allow', 'log', 'bypass'),
  filter: part(filter),
  /** The products that the rule bypasses; `[]` for other actions. */
  products: lenient(['list'], (value) => listOf(value).filter((each) => typeof each === 'string')),
  priority: lenient(['number', 'null'], (value) =>
    typeof value === 'number' && Number.isFinite(value) ? value : null,
  ),
  paused: boolean(false),
  description: text(),
  ref: text(),
  created_on: text().asIs(),
  modified_on: text().asIs(),
});

/** A firewall rule with its filter. Unknown fields are kept. */
export interface FirewallRule extends ObjectOf<typeof firewallRule> {}

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

export const firewallRules = defineCollection<string, FirewallRule>(firewallRule, {
  several: 'firewall rules',
  pathOf: (zoneId) => ['zones', zoneId, 'firewall', 'rules'],
  perPage: 100,
});
