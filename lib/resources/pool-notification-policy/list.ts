import type { Policy } from '../../client';
import { ifAny } from '../../ground/findings';
import { healthAlertType, partNames } from '../../pools';
import type { Context, Listed, ListedObject, Owner } from '../handler';

const unmanaged = {
  kind: 'settings of policies',
  reason:
    'The policies keep these settings. No attribute has them, so a policy that is created anew lacks them.',
};

export async function listPolicies(account: Owner, { service, signal }: Context): Promise<Listed> {
  const policies = await service.alerting.listPolicies(account.id, { signal });
  const ours = policies.filter(({ alert_type: type }) => type === healthAlertType);
  return {
    objects: ours.map((policy) => toListed(policy, account)),
    leftOut: policies
      .filter((policy) => !ours.includes(policy))
      .map((policy) => ({
        kind: 'policies of other alert types',
        reason: `Only ${healthAlertType} has a resource.`,
        object: `${labelOf(policy, account)}: ${policy.alert_type}`,
      })),
  };
}

function toListed(policy: Policy, account: Owner): ListedObject {
  const label = labelOf(policy, account);
  return {
    found: { account_id: account.id, id: policy.id },
    importId: `${account.id}/${policy.id}`,
    label,
    kind: 'policies',
    unmanaged: ifAny(unmanagedIn(policy), (of) => ({ ...unmanaged, object: `${label}: ${of.join(', ')}` })),
  };
}

function unmanagedIn({ filters, mechanisms, alert_interval: interval }: Policy): string[] {
  const known: ReadonlySet<string> = new Set(partNames);
  const names = [...Object.keys(filters), ...Object.keys(mechanisms)].filter((name) => !known.has(name));
  return [...names, ...(interval === undefined || interval === '' ? [] : ['alert_interval'])];
}

function labelOf({ id, name }: Policy, account: Owner): string {
  return `${account.name}: policy "${name}" (${id})`;
}
