import { own } from '../../../ground/record';
import { Collection } from '../../state/collection';
import type { World } from '../../world';
import { alertingRefusals as refusals } from './errors';
import type { Mechanisms, PagerDuty } from './model';
import type { PolicySettings } from './schema';
import type { Webhooks } from './webhooks';

export interface Policy extends PolicySettings {
  readonly id: string;
  readonly created: string;
  readonly modified: string;
}

/** The notification policies of all accounts, and the PagerDuty services that they can use. */
export class Policies extends Collection<Policy> {
  readonly services: Collection<PagerDuty>;

  constructor(
    world: World,
    private readonly webhooks: Webhooks,
  ) {
    super(world, 'alert_policies', refusals.noPolicy);
    // No call is about one service, so no answer says that there is none.
    this.services = new Collection(world, 'alert_pagerduty', refusals.noPolicy);
  }

  /** @param deleted - destinations that need not exist, of a policy that is older than their deletion */
  create(
    accountId: string,
    settings: PolicySettings,
    id = this.world.newId(),
    deleted: readonly string[] = [],
  ): Policy {
    this.checkDestinations(accountId, settings, deleted);
    const now = this.world.now().toISOString();
    return this.put(accountId, { id, ...settings, created: now, modified: now });
  }

  replace(accountId: string, { id, created }: Policy, settings: PolicySettings): Policy {
    this.checkDestinations(accountId, settings);
    return this.put(accountId, { id, ...settings, created, modified: this.world.now().toISOString() });
  }

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
    return Object.entries({ webhooks: this.webhooks, pagerduty: this.services }).flatMap(([kind, known]) =>
      (own(mechanisms, kind) ?? [])
        .map(({ id }, index) => ({ kind, index, id }))
        .filter(({ id }) => known.find(accountId, id) === undefined),
    );
  }
}
