import type { PageRule } from '../../../waf';
import { ZoneRules } from '../../previous-api/zone-rules';
import type { World } from '../../world';
import { previousRefusals as refusals } from '../../previous-api/errors';
import { pageRuleDefaults } from './parse';
import type { NewPageRule, PageRulePatch } from './parse';

/** A page rule in the state. */
export interface KeptPageRule extends PageRule {
  readonly created_on: string;
  readonly modified_on: string;
}

/** The page rules of all zones. */
export class PageRules extends ZoneRules<KeptPageRule> {
  constructor(world: World) {
    super(world, world.store.table<KeptPageRule>('page_rules'));
  }

  list(zoneId: string): readonly KeptPageRule[] {
    return this.rules.list(zoneId);
  }

  get(zoneId: string, id: string): KeptPageRule {
    const rule = this.rules.get(zoneId, id);
    if (rule === undefined) throw refusals.notFound('page rule', id);
    return rule;
  }

  create(zoneId: string, sent: NewPageRule, id = this.world.newId()): KeptPageRule {
    const now = this.world.now().toISOString();
    return this.keep(zoneId, { id, ...pageRuleDefaults, ...sent, created_on: now, modified_on: now });
  }

  /** Resets absent keys to their defaults. */
  replace(zoneId: string, before: KeptPageRule, sent: NewPageRule): KeptPageRule {
    return this.update(zoneId, before, { ...pageRuleDefaults, ...sent });
  }

  update(zoneId: string, before: KeptPageRule, sent: PageRulePatch): KeptPageRule {
    return this.keep(zoneId, { ...before, ...sent, modified_on: this.world.now().toISOString() });
  }

  private keep(zoneId: string, rule: KeptPageRule): KeptPageRule {
    // The plan may not include the setting.
    for (const { id } of rule.actions)
      if (id === 'waf' && this.planOf(zoneId) === 'free')
        throw refusals.planLacks('the page rule setting waf', 'free');
    this.world.store.commit([this.rules.put(zoneId, rule.id, rule)]);
    return rule;
  }

  private planOf(zoneId: string): string | undefined {
    return this.world.places.zone(zoneId)?.plan;
  }
}
