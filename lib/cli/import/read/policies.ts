import type { Policy } from '../../../client';
import { healthAlertType, mechanismIds } from '../../../pools';
import { observe } from '../../../resources/pool-notification-policy/observe';
import { importedObject, obstaclesOf } from './objects';
import { joinRows, type Owner, type OwnerRow } from './owner-row';
import { PlannedImport, type Caller } from './planned-import';

const typeName = 'edge_pool_notification_policy';

/**
 * The notification policies for the health of pools: one call, and where the account has such a policy, the pages of its pools and
 * one call for each kind of destination that such policies use.
 */
export async function readPolicies(account: Owner, caller: Caller): Promise<OwnerRow> {
  const { client, signal } = caller;
  const policies = await client.alerting.listPolicies(account.id, { signal });
  const ours = policies.filter(({ alert_type: type }) => type === healthAlertType);
  const others = policies.filter((policy) => !ours.includes(policy));
  const rows: Partial<OwnerRow>[] = [
    {
      leftOut: others.map((policy) => ({
        kind: 'policies of other alert types',
        reason: `Only ${healthAlertType} has a resource.`,
        object: `${nameOf(policy, account)}: ${policy.alert_type}`,
      })),
    },
    ...(ours.length === 0 ? [] : [await readNames(ours, account, caller)]),
  ];
  for (const policy of ours) rows.push(await readPolicy(policy, account, caller));
  return joinRows(rows);
}

async function readPolicy(policy: Policy, account: Owner, caller: Caller): Promise<Partial<OwnerRow>> {
  const object = nameOf(policy, account);
  const planned = new PlannedImport(typeName, caller);
  const attributes = await planned.read({ account_id: account.id, id: policy.id });
  if (attributes === undefined) return {};
  const obstacles = await planned.findObstacles(attributes);
  if (obstacles.length > 0) return { leftOut: obstaclesOf('policies', obstacles, object) };
  const unseen = unseenIn(policy);
  return {
    objects: [importedObject(typeName, `${account.id}/${policy.id}`, account, attributes)],
    ...(unseen.length > 0 && {
      leftOut: [
        {
          kind: 'settings of policies',
          reason:
            'The policies keep these settings. No attribute has them, so a policy that is created anew lacks them.',
          object: `${object}: ${unseen.join(', ')}`,
        },
      ],
    }),
  };
}

/** The pools and destinations of the account, which policies refer to by id. Plans read them too. */
async function readNames(
  policies: readonly Policy[],
  account: Owner,
  { client, signal }: Caller,
): Promise<Partial<OwnerRow>> {
  const { id } = account;
  const used = {
    pool_ids: null,
    webhook_ids: policies.flatMap((each) => mechanismIds(each, 'webhooks')),
    pagerduty_ids: policies.flatMap((each) => mechanismIds(each, 'pagerduty')),
  };
  const { pools } = await observe(id, used, { service: client, signal }, 'shared');
  const options = { signal, cached: true };
  const webhooks = used.webhook_ids.length === 0 ? [] : await client.alerting.listWebhooks(id, options);
  const services = used.pagerduty_ids.length === 0 ? [] : await client.alerting.listPagerDuty(id, options);
  const named = (list: readonly { readonly id: string; readonly name: string }[]) =>
    list.map((each) => ({ id: each.id, name: each.name }));
  return { pools: named(pools), webhooks: named(webhooks), pagerdutyServices: named(services) };
}

/** Filters and mechanisms without an attribute. */
function unseenIn({ filters, mechanisms, alert_interval: interval }: Policy): string[] {
  const known = ['pool_id', 'new_health', 'event_source', 'email', 'webhooks', 'pagerduty'];
  const names = [...Object.keys(filters), ...Object.keys(mechanisms)].filter((name) => !known.includes(name));
  return [...names, ...(interval === undefined || interval === '' ? [] : ['alert_interval'])];
}

function nameOf({ id, name }: Policy, account: Owner): string {
  return `${account.name}: policy "${name}" (${id})`;
}
