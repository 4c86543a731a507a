import { isDeepStrictEqual } from 'node:util';
import type { FirewallRule } from '../../../waf';
import { withoutDefaults, writeItems } from '../../fixture/write';
import type { FirewallRules } from './state';

const defaults = { paused: false, description: '', ref: '' };

/** The filters of a zone for a fixture; undefined where each is in its rule. */
export function writeFilters(rules: FirewallRules, zoneId: string): readonly object[] | undefined {
  return areInRules(rules, zoneId) ? undefined : writeItems(rules.listFilters(zoneId), writeFilter);
}

/** The rules with their filters, or with the ids of filters that `writeFilters` writes. */
export function writeRules(rules: FirewallRules, zoneId: string): readonly object[] | undefined {
  const hasFilters = areInRules(rules, zoneId);
  return writeItems(rules.list(zoneId), ({ filter, ...rule }: FirewallRule) =>
    withoutDefaults(
      { ...rule, filter: hasFilters ? writeFilter(filter) : { id: filter.id } },
      { ...defaults, products: [], priority: null },
    ),
  );
}

function writeFilter(filter: object): object {
  return withoutDefaults(filter, defaults);
}

/** Whether seeding each rule with its filter makes the same filters in the same order. */
function areInRules(rules: FirewallRules, zoneId: string): boolean {
  return isDeepStrictEqual(
    rules.list(zoneId).map(({ filter }) => filter.id),
    rules.listFilters(zoneId).map(({ id }) => id),
  );
}
