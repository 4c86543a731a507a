import type { PageRule } from '../../../waf';
import { previousRefusals as refusals } from '../../previous-api/errors';
import { Collection } from '../../state/collection';
import type { World } from '../../world';
import type { PageRulePatch, PageRuleSettings } from './schema';

export interface KeptPageRule extends PageRule {
  readonly created_on: string;
  readonly modified_on: string;
}

export class PageRules extends Collection<KeptPageRule> {
  constructor(world: World) {
    super(world, 'page_rules', (id) => refusals.notFound('page rule', id));
  }

  create(zoneId: string, settings: PageRuleSettings, id = this.world.newId()): KeptPageRule {
    const now = this.world.now().toISOString();
    return this.put(zoneId, { id, ...settings, created_on: now, modified_on: now });
  }

  update(zoneId: string, before: KeptPageRule, sent: PageRulePatch): KeptPageRule {
    return this.put(zoneId, { ...before, ...sent, modified_on: this.world.now().toISOString() });
  }

  /** The plan may not include the setting. */
  override put(zoneId: string, rule: KeptPageRule): KeptPageRule {
    const isFree = this.world.places.zone(zoneId)?.plan === 'free';
    if (isFree && rule.actions.some(({ id }) => id === 'waf'))
      throw refusals.planLacks('the page rule setting waf', 'free');
    return super.put(zoneId, rule);
  }
}
