import type { FirewallRule } from '../../../waf';
import { ZoneRules } from '../../previous-api/zone-rules';
import type { Change, Table } from '../../state/store';
import type { World } from '../../world';
import { previousRefusals as refusals } from '../../previous-api/errors';
import type { Stages } from '../waf-migration/stages';
import type { FilterSettings, SentFilter, SentRule } from './parse';

export interface Filter extends FilterSettings {
  readonly id: string;
}

type KeptRule = Omit<FirewallRule, 'filter'> & { readonly filter_id: string };

/** The filters and firewall rules of all zones. */
export class FirewallRules extends ZoneRules<KeptRule> {
  private readonly filters: Table<Filter>;

  constructor(
    world: World,
    private readonly stages: Stages,
  ) {
    super(world, world.store.table<KeptRule>('firewall_rules'));
    this.filters = world.store.table<Filter>('filters');
  }

  listFilters(zoneId: string): readonly Filter[] {
    return this.filters.list(zoneId);
  }

  getFilter(zoneId: string, id: string): Filter {
    const filter = this.filters.get(zoneId, id);
    if (filter === undefined) throw refusals.notFound('filter', id);
    return filter;
  }

  hasFilter(zoneId: string, id: string): boolean {
    return this.filters.get(zoneId, id) !== undefined;
  }

  createFilters(zoneId: string, sent: readonly SentFilter[]): readonly Filter[] {
    const made = sent.map((one) => ({ id: this.world.newId(), ...one }));
    this.world.store.commit(made.map((one) => this.filters.put(zoneId, one.id, one)));
    return made;
  }

  replaceFilter(zoneId: string, id: string, sent: SentFilter): Filter {
    const filter = { ...sent, id };
    this.world.store.commit([this.filters.put(zoneId, id, filter)]);
    return filter;
  }

  deleteFilter(zoneId: string, id: string): void {
    this.getFilter(zoneId, id);
    const user = this.rules.list(zoneId).find((rule) => rule.filter_id === id);
    if (user !== undefined) throw refusals.invalid('/id', `is used by the firewall rule ${user.id}`);
    this.world.store.commit([this.filters.delete(zoneId, id)]);
  }

  list(zoneId: string): readonly FirewallRule[] {
    return this.rules.list(zoneId).map((rule) => this.withFilter(zoneId, rule));
  }

  get(zoneId: string, id: string): FirewallRule {
    const rule = this.rules.get(zoneId, id);
    if (rule === undefined) throw refusals.notFound('firewall rule', id);
    return this.withFilter(zoneId, rule);
  }

  create(zoneId: string, sent: readonly SentRule[]): readonly FirewallRule[] {
    for (const rule of sent) this.checkProducts(zoneId, rule);
    const made = sent.map((rule, index) => this.write(zoneId, this.world.newId(), rule, `/${index}`));
    this.world.store.commit(made.flatMap(({ changes }) => changes));
    return made.map(({ id }) => this.get(zoneId, id));
  }

  replace(zoneId: string, id: string, sent: SentRule): FirewallRule {
    this.checkProducts(zoneId, sent);
    return this.put(zoneId, id, sent);
  }

  /** Without the check of products: a rule of a fixture may be older than the migration. */
  put(zoneId: string, id: string, sent: SentRule): FirewallRule {
    this.world.store.commit(this.write(zoneId, id, sent, '').changes);
    return this.get(zoneId, id);
  }

  private checkProducts(zoneId: string, { products }: SentRule): void {
    // The WAF that it would bypass does not exist any more.
    if (products.includes('waf') && this.stages.isComplete(zoneId)) throw refusals.migrated('firewallrules');
  }

  private write(
    zoneId: string,
    id: string,
    sent: SentRule,
    at: string,
  ): { readonly id: string; readonly changes: readonly Change[] } {
    const { filter, ...rule } = sent;
    if (!('expression' in filter)) {
      if (this.filters.get(zoneId, filter.id) === undefined)
        throw refusals.invalid(`${at}/filter/id`, `is the id of no filter: ${filter.id}`);
      return { id, changes: [this.rules.put(zoneId, id, { ...rule, id, filter_id: filter.id })] };
    }
    const made = { ...filter, id: filter.id ?? this.world.newId() };
    return {
      id,
      changes: [
        this.filters.put(zoneId, made.id, made),
        this.rules.put(zoneId, id, { ...rule, id, filter_id: made.id }),
      ],
    };
  }

  private withFilter(zoneId: string, { filter_id, ...rule }: KeptRule): FirewallRule {
    return { ...rule, filter: this.getFilter(zoneId, filter_id) };
  }
}
