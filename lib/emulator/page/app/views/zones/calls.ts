import { callApi } from '../../api';
import type { ManagedRule, ZoneAction } from '../../../model/zones';
import { toSend } from './draft';

/** Writes the entry point of the zone's managed rules, with the migration of the action if it has one. */
export function writeEntryPoint(
  zoneId: string,
  rules: readonly ManagedRule[],
  { trigger }: Pick<ZoneAction, 'trigger'>,
): Promise<unknown> {
  const query = trigger === undefined ? '' : `?waf_migration=${trigger}&phase_two=1`;
  const path = `/zones/${zoneId}/rulesets/phases/http_request_firewall_managed/entrypoint`;
  return callApi('PUT', path + query, { name: 'default', rules: toSend(rules, trigger) });
}
