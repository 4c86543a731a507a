import type { EdgeClient, Policy } from '../../client';
import { healthAlertType } from '../../pools';
import type { HandlerContext } from '../handler';
import type { TwinMessages, Twins } from '../twins';
import { poolNotificationPolicyContract } from './contract';
import { policyMemory } from './memory';
import { managedElsewhere, managedTwin, policyExists, willBeAdopted } from './messages';

/** The policies with the same name for the health of pools, oldest first, without the policy that is being replaced. */
export function findTwins(
  { account_id: accountId, name }: { readonly account_id: string; readonly name: string },
  policies: readonly Policy[],
  context: HandlerContext<EdgeClient>,
): Twins<Policy> {
  const { id: replaced } = policyMemory.recall(context);
  const twins = policies
    .filter((each) => each.id !== replaced && each.name === name && each.alert_type === healthAlertType)
    .sort((one, other) => compare(one.created, other.created) || compare(one.id, other.id));
  return { service: context.service, twins, keyOf: ({ id }) => claimKey({ account_id: accountId, id }) };
}

/** The key of a policy in `claims`. */
export function claimKey({
  account_id: accountId,
  id,
}: {
  readonly account_id: string;
  readonly id: string | null;
}): string {
  return `${poolNotificationPolicyContract.typeName} ${accountId}/${id ?? ''}`;
}

/** `unnamed` gives the recipients of a policy that the configuration does not name. */
export function messagesFor(
  accountId: string,
  carries: boolean,
  unnamed: (policy: Policy) => readonly string[],
): TwinMessages<Policy> {
  return {
    exists: (twin) => policyExists(accountId, twin),
    willBeAdopted: (twin) => willBeAdopted(accountId, twin, unnamed(twin), carries),
    isManaged: (twin) => managedTwin(accountId, twin, carries ? unnamed(twin) : []),
    isManagedElsewhere: (twin) => managedElsewhere(accountId, twin),
  };
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
