import type { Table } from '../../state/store';
import type { World } from '../../world';
import { alertingRefusals as refusals } from './errors';
import type { PagerDuty, Policy, PolicySettings } from './model';
import type { Webhooks } from './webhooks';

/** The notification policies of all accounts, and the PagerDuty services that they can use. */
export class Policies {
  private readonly policies: Table<Policy>;
  private readonly services: Table<PagerDuty>;

  constructor(
    private readonly world: World,
    private readonly webhooks: Webhooks,
  ) {
    this.policies = world.store.table<Policy>('alert_policies');
    this.services = world.store.table<PagerDuty>('alert_pagerduty');
  }

  list(accountId: string): readonly Policy[] {
    return this.policies.list(accountId);
  }

  get(accountId: string, id: string): Policy {
    const policy = this.policies.get(accountId, id);
    if (policy === undefined) throw refusals.noPolicy();
    return policy;
  }

  has(accountId: string, id: string): boolean {
    return this.policies.get(accountId, id) !== undefined;
  }

  create(accountId: string, settings: PolicySettings, id = this.world.newId()): Policy {
    this.checkDestinations(accountId, settings);
    const now = this.world.now().toISOString();
    return this.keep(accountId, { id, ...settings, created: now, modified: now });
  }

  replace(accountId: string, id: string, settings: PolicySettings): Policy {
    const { created } = this.get(accountId, id);
    this.checkDestinations(accountId, settings);
    return this.keep(accountId, { id, ...settings, created, modified: this.world.now().toISOString() });
  }

  delete(accountId: string, id: string): void {
    this.get(accountId, id);
    this.world.store.commit([this.policies.delete(accountId, id)]);
  }

  listPagerDuty(accountId: string): readonly PagerDuty[] {
    return this.services.list(accountId);
  }

  getPagerDuty(accountId: string, id: string): PagerDuty | undefined {
    return this.services.get(accountId, id);
  }

  addPagerDuty(accountId: string, service: PagerDuty): void {
    this.world.store.commit([this.services.put(accountId, service.id, service)]);
  }

  private checkDestinations(accountId: string, { mechanisms }: PolicySettings): void {
    const isKnown = {
      webhooks: (id: string) => this.webhooks.find(accountId, id) !== undefined,
      pagerduty: (id: string) => this.getPagerDuty(accountId, id) !== undefined,
    };
    for (const [kind, known] of Object.entries(isKnown))
      for (const [index, { id }] of (mechanisms[kind] ?? []).entries())
        if (!known(id))
          throw refusals.badRecipient(
            `/mechanisms/${kind}/${index}/id`,
            `is no destination of this account: ${id.slice(0, 80)}`,
          );
  }

  private keep(accountId: string, policy: Policy): Policy {
    this.world.store.commit([this.policies.put(accountId, policy.id, policy)]);
    return policy;
  }
}
