import { Collection, defineKind } from './collection';
import * as known from './known-members';
import { ObjectReader, readerOf, type Unreadable } from './reader';
import type { CallOptions, Transport } from './transport';

/** A page rule. Unknown fields are kept. Source: the public schema. */
export interface PageRule {
  readonly id: string;
  /** The matching URLs: `target` is `url`, `constraint` a pattern with `*`. */
  readonly targets: readonly {
    readonly target: string;
    readonly constraint: { readonly operator: string; readonly value: string };
  }[];
  /** `disable_security` has no value, `waf` has `on` or `off`. The value of other actions depends on the action. */
  readonly actions: readonly { readonly id: string; readonly value?: unknown }[];
  /** Of the rules that match a URL, the one with the highest priority applies. */
  readonly priority: number;
  /** `active` or `disabled`. */
  readonly status: string;
  readonly [field: string]: unknown;
}

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

export const pageRules = defineKind<string, PageRule>({
  nouns: ['a page rule', 'page rules'],
  pathOf: (zoneId) => ['zones', zoneId, 'pagerules'],
  known: known.pageRule,
  members: (rule) => ({
    id: rule.identifier('id'),
    targets: rule.items('targets', readTarget),
    actions: rule.items('actions', readAction),
    priority: rule.number('priority', 0),
    status: rule.text('status', ''),
  }),
});

function readTarget(value: unknown, unreadable: Unreadable): PageRule['targets'][number] {
  const target = new ObjectReader(value, 'a target', unreadable);
  return { target: target.text('target', ''), constraint: target.part('constraint', readConstraint) };
}

function readConstraint(value: unknown, unreadable: Unreadable) {
  const constraint = new ObjectReader(value, 'a constraint', unreadable);
  return { operator: constraint.text('operator', ''), value: constraint.text('value', '') };
}

const readAction = readerOf('an action', known.pageRuleAction, (action) => ({ id: action.identifier('id') }));
