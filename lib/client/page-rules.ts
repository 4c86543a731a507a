import { Collection, defineCollection } from './collection';
import {
  anything,
  apiObject,
  filledText,
  identifier,
  items,
  number,
  part,
  text,
  type ObjectOf,
} from './object';
import type { CallOptions, Transport } from './transport';

const target = apiObject('a target', {
  target: text(),
  constraint: part(apiObject('a constraint', { operator: text(), value: text() })),
});

const action = apiObject('an action', {
  id: filledText(),
  /** The value, which depends on the action. */
  value: anything,
});

/** Source: the public schema. */
const pageRule = apiObject('a page rule', {
  id: identifier(),
  /** The matching URLs: `target` is `url`, `constraint` a pattern with `*`. */
  targets: items(target),
  /** `disable_security` has no value, `waf` has `on` or `off`. The value of other actions depends on the action. */
  actions: items(action),
  /** The priority: of the rules that match a URL, the one with the highest applies. */
  priority: number(),
  status: text().words('active', 'disabled'),
  created_on: text().asIs(),
  modified_on: text().asIs(),
});

/** A page rule. Unknown fields are kept. */
export interface PageRule extends ObjectOf<typeof pageRule> {}

/** The page rules of a zone, as far as a WAF migration needs them. */
export class PageRulesApi {
  readonly #pageRules: Collection<string, PageRule>;

  /** Made by {@link EdgeClient}. */
  constructor(transport: Transport) {
    this.#pageRules = new Collection(transport, pageRules);
  }

  /** All page rules; the list has no pages. Rejects with an {@link EdgeError}. */
  async list(zoneId: string, options: CallOptions = {}): Promise<PageRule[]> {
    return this.#pageRules.readAll(zoneId, options);
  }
}

export const pageRules = defineCollection<string, PageRule>(pageRule, {
  several: 'page rules',
  pathOf: (zoneId) => ['zones', zoneId, 'pagerules'],
});
