import type { FirewallRule } from '../../../waf';
import { previousRefusals as refusals } from '../../previous-api/errors';
import { Collection } from '../../state/collection';
import type { Change } from '../../state/store';
import type { World } from '../../world';
import type { Stages } from '../waf-migration/stages';
import type { SentFilter, SentRule } from './schema';

export interface Filter extends SentFilter {
  readonly id: string;
}

type KeptRule = Omit<SentRule, 'filter'> & { readonly id: string; readonly filter_id: string };

export class FirewallRules {
  readonly filters: Filters;
  private readonly rules: Collection<KeptRule>;

  constructor(
    private readonly world: World,
    private readonly stages: Stages,
  ) {
    this.rules = new Collection(world, 'firewall_rules', (id) => refusals.notFound('firewall rule', id));
    this.filters = new Filters(world, this.rules);
  }

  list(zoneId: string): readonly FirewallRule[] {
    return this.rules.list(zoneId).map((rule) => this.withFilter(zoneId, rule));
  }

  has(zoneId: string, id: string): boolean {
    return this.rules.find(zoneId, id) !== undefined;
  }

  get(zoneId: string, id: string): FirewallRule {
    return this.withFilter(zoneId, this.rules.get(zoneId, id));
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

  delete(zoneId: string, id: string): void {
    this.rules.delete(zoneId, id);
  }

  private checkProducts(zoneId: string, { products }: SentRule): void {
    if (products.includes('waf') && this.stages.isComplete(zoneId)) throw refusals.migrated('firewallrules');
  }

  private write(
    zoneId: string,
    id: string,
    { filter, ...rule }: SentRule,
    at: string,
  ): { readonly id: string; readonly changes: readonly Change[] } {
    const isNew = 'expression' in filter;
    if (!isNew && this.filters.find(zoneId, filter.id) === undefined)
      throw refusals.invalid(`${at}/filter/id`, `is the id of no filter: ${filter.id}`);
    const filterId = filter.id ?? this.world.newId();
    const changes = [
      ...(isNew ? [this.filters.write(zoneId, { ...filter, id: filterId })] : []),
      this.rules.write(zoneId, { ...rule, id, filter_id: filterId }),
    ];
    return { id, changes };
  }

  private withFilter(zoneId: string, { filter_id, ...rule }: KeptRule): FirewallRule {
    return { ...rule, filter: this.filters.get(zoneId, filter_id) };
  }
}

class Filters extends Collection<Filter> {
  constructor(
    world: World,
    private readonly rules: Collection<KeptRule>,
  ) {
    super(world, 'filters', (id) => refusals.notFound('filter', id));
  }

  create(zoneId: string, sent: readonly SentFilter[]): readonly Filter[] {
    const made = sent.map((one) => ({ ...one, id: this.world.newId() }));
    this.world.store.commit(made.map((one) => this.write(zoneId, one)));
    return made;
  }

  override delete(zoneId: string, id: string): void {
    this.get(zoneId, id);
    const user = this.rules.list(zoneId).find((rule) => rule.filter_id === id);
    if (user !== undefined) throw refusals.invalid('/id', `is used by the firewall rule ${user.id}`);
    super.delete(zoneId, id);
  }
}
