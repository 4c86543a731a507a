import type { Table } from '../../state/store';
import type { World } from '../../world';
import { alertingRefusals as refusals } from './errors';
import type { Mechanisms, PagerDuty, Policy, PolicySettings } from './model';
import type { Webhooks } from './webhooks';
import { own } from '../../../ground/record';

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

  /**
   * @param deleted - destinations that need not exist, of a policy that is older than their deletion
   */
  create(
    accountId: string,
    settings: PolicySettings,
    id = this.world.newId(),
    deleted: readonly string[] = [],
  ): Policy {
    this.checkDestinations(accountId, settings, deleted);
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

  /** The destinations of a policy that the account does not have any more. */
  deletedDestinations(accountId: string, { mechanisms }: PolicySettings): readonly string[] {
    return this.unknownDestinations(accountId, mechanisms).map(({ id }) => id);
  }

  private checkDestinations(
    accountId: string,
    { mechanisms }: PolicySettings,
    deleted: readonly string[] = [],
  ): void {
    const unknown = this.unknownDestinations(accountId, mechanisms).find(({ id }) => !deleted.includes(id));
    if (unknown !== undefined)
      throw refusals.badRecipient(
        `/mechanisms/${unknown.kind}/${unknown.index}/id`,
        `is no destination of this account: ${unknown.id.slice(0, 80)}`,
      );
  }

  private unknownDestinations(accountId: string, mechanisms: Mechanisms) {
    const isKnown = {
      webhooks: (id: string) => this.webhooks.find(accountId, id) !== undefined,
      pagerduty: (id: string) => this.getPagerDuty(accountId, id) !== undefined,
    };
    return Object.entries(isKnown).flatMap(([kind, known]) =>
      [...(own(mechanisms, kind) ?? []).entries()].flatMap(([index, { id }]) =>
        known(id) ? [] : [{ kind, index, id }],
      ),
    );
  }

  private keep(accountId: string, policy: Policy): Policy {
    this.world.store.commit([this.policies.put(accountId, policy.id, policy)]);
    return policy;
  }
}
