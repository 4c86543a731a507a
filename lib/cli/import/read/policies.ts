import type { EdgeClient } from '../../../client';
import type { Reading } from '../../../drivers/engine';
import { own } from '../../../ground/record';
import { isListValue } from '../../../schema';
import type { Owner } from '../../../resources/handler';
import { observe } from '../../../resources/pool-notification-policy/observe';
import type { ImportedObject } from '../inventory';
import type { OwnerRow } from './owner-row';

/**
 * The pools and destinations of an account with policies, which refer to them by id: pages of pools, and one call for each kind of
 * destination in use. Plans have read the pools already.
 */
export async function readNames(
  policies: readonly ImportedObject[],
  account: Owner,
  { service, signal }: Reading<EdgeClient>,
): Promise<Partial<OwnerRow>> {
  if (policies.length === 0) return {};
  const { id } = account;
  const usedAs = (name: string) =>
    policies.flatMap(({ attributes }) => {
      const ids = own(attributes, name) ?? null;
      return isListValue(ids) ? ids.map(String) : [];
    });
  const used = { pool_ids: null, webhook_ids: usedAs('webhook_ids'), pagerduty_ids: usedAs('pagerduty_ids') };
  const { pools } = await observe(id, used, { service, signal }, 'shared');
  const options = { signal, cached: true };
  const webhooks = used.webhook_ids.length === 0 ? [] : await service.alerting.listWebhooks(id, options);
  const services = used.pagerduty_ids.length === 0 ? [] : await service.alerting.listPagerDuty(id, options);
  const named = (list: readonly { readonly id: string; readonly name: string }[]) =>
    list.map((each) => ({ id: each.id, name: each.name }));
  return { pools: named(pools), webhooks: named(webhooks), pagerdutyServices: named(services) };
}
