import { readWhole } from './pages';
import * as known from './known-members';
import { ObjectReader, readList, type Unreadable } from './reader';
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
  readonly #transport: Transport;

  /** Made by {@link EdgeClient}. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** All page rules; the list has no pages. Rejects with an {@link EdgeError}. */
  async list(zoneId: string, options: CallOptions = {}): Promise<PageRule[]> {
    const path = ['zones', zoneId, 'pagerules'];
    return readWhole(
      () => this.#transport.call({ method: 'GET', path, ...options }),
      ({ result, unreadable }) =>
        readList(result, 'a list of page rules', unreadable, (item) => readPageRule(item, unreadable)),
    );
  }
}

export function readPageRule(value: unknown, unreadable: Unreadable): PageRule {
  const read = new ObjectReader(value, 'a page rule', unreadable, known.pageRule);
  return {
    ...read.all,
    id: read.identifier('id'),
    targets: read.list('targets').map((item) => {
      const target = new ObjectReader(item, 'a target', unreadable);
      const constraint = new ObjectReader(target.object('constraint') ?? {}, 'a constraint', unreadable);
      return {
        target: target.text('target', ''),
        constraint: { operator: constraint.text('operator', ''), value: constraint.text('value', '') },
      };
    }),
    actions: read.list('actions').map((item) => {
      const action = new ObjectReader(item, 'an action', unreadable, known.pageRuleAction);
      return { ...action.all, id: action.identifier('id') };
    }),
    priority: read.number('priority', 0),
    status: read.text('status', ''),
  };
}
