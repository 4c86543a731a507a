import { getOrAdd } from '../../../ground/remember';
import type { AlertingState } from '../../products/alerting';
import { healthAlert } from '../../products/alerting/model';
import {
  healthEvents,
  legacyAddresses,
  legacyRecipients,
  reportsEvent,
  type HealthEvent,
  type NotifiedRecipient,
} from '../../products/alerting/recipients';
import type { Pool } from '../../products/pools/health';

/** A policy for health that lists a pool, or the pool's legacy e-mail. */
export interface Source {
  /** `legacy` for the e-mail. */
  readonly id: string;
  readonly name: string;
  readonly isEnabled: boolean;
  readonly recipients: readonly NotifiedRecipient[];
  /** The events that it reports: none without a recipient. */
  readonly events: readonly HealthEvent[];
}

/** The policies of an account by the id of each pool that they list: each filter is read once. */
export function policiesByPool(
  accountId: string,
  { policies, recipients }: AlertingState,
): ReadonlyMap<string, readonly Source[]> {
  const byPool = new Map<string, Source[]>();
  for (const policy of policies.list(accountId)) {
    if (policy.alert_type !== healthAlert) continue;
    const listed = recipients.ofPolicy(accountId, policy);
    const source: Source = {
      id: policy.id,
      name: policy.name,
      isEnabled: policy.enabled,
      recipients: listed,
      events: healthEvents.filter((event) => listed.length > 0 && reportsEvent(policy, event)),
    };
    for (const poolId of new Set(policy.filters?.pool_id)) getOrAdd(byPool, poolId, () => []).push(source);
  }
  return byPool;
}

/** Undefined without an address. One stays whatever the pool's filter lets it report: the migration ends when it is cleared. */
export function legacySource(pool: Pool): Source | undefined {
  if ((pool.notification_email ?? '') === '') return undefined;
  return {
    id: 'legacy',
    name: 'Legacy e-mail',
    isEnabled: true,
    recipients: legacyAddresses(pool),
    events: healthEvents.filter((event) => legacyRecipients(pool, event).length > 0),
  };
}

/** Notifications that stop without the legacy e-mail. */
export interface Loss {
  /** Addresses that no policy notifies of the same events. */
  readonly addresses: readonly (readonly [address: string, events: readonly HealthEvent[]])[];
  /** Events of which nobody is notified any more. */
  readonly events: readonly HealthEvent[];
}

export function lossWithout(legacy: Source, policies: readonly Source[]): Loss {
  const reporting = (event: HealthEvent) => policies.filter(({ events }) => events.includes(event));
  // Mail servers do not distinguish case.
  const mails = ({ recipients }: Source, address: string) =>
    recipients.some(
      ({ mechanism, recipient }) =>
        mechanism === 'email' && recipient.toLowerCase() === address.toLowerCase(),
    );
  return {
    addresses: legacy.recipients
      .map(({ recipient }): Loss['addresses'][number] => [
        recipient,
        legacy.events.filter((event) => !reporting(event).some((policy) => mails(policy, recipient))),
      ])
      .filter(([, events]) => events.length > 0),
    events: legacy.events.filter((event) => reporting(event).length === 0),
  };
}
