import type { Policy } from '../../client';
import { healthAlertType, listNames } from '../../pools';
import { nothingToImport } from '../import-id';

/** The policy of an import ID, which has its ID or its name. */
export function choosePolicy(accountId: string, which: string, policies: readonly Policy[]): Policy {
  const candidates = policies.filter(({ alert_type: type }) => type === healthAlertType);
  const list = listNames(candidates.map(({ id, name }) => `${id} "${name}"`));
  const has =
    candidates.length === 0
      ? 'It has none for the health of pools. Remove the import: edge_pool_notification_policy creates the policy.'
      : `It has ${list}. Use the ID of one of them.`;
  const refuse = (detail: string) => nothingToImport(`${detail} ${has}`);
  const byId = policies.find(({ id }) => id === which);
  const found = byId === undefined ? candidates.filter(({ name }) => name === which) : [byId];
  const [policy] = found;
  if (policy === undefined) throw refuse(`Account ${accountId} has no policy "${which}".`);
  if (found.length > 1) throw refuse(`Account ${accountId} has ${found.length} policies "${which}".`);
  if (policy.alert_type === healthAlertType) return policy;
  throw refuse(`The policy "${policy.name}" (${policy.id}) is of alert type ${policy.alert_type}.`);
}
