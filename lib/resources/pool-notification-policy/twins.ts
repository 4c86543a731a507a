import type { EdgeClient, Policy } from '../../client';
import { compare } from '../../ground/compare';
import {
  distinctRecipients,
  healthAlertType,
  mechanismIds,
  poolFinding,
  type PolicyName,
  type PoolFinding,
} from '../../pools';
import type { HandlerContext } from '../handler';
import { leavingTwins, type TwinMessages, type Twins } from '../twins';
import { poolNotificationPolicyContract } from './contract';
import { describePoolFinding } from './describe';
import { policyMemory } from './memory';
import type { PolicyState } from './policy';

/** The policies with the same name for the health of pools, oldest first, without one: by default the policy that is being replaced. */
export function findTwins(
  { account_id: accountId, name }: PolicyName,
  policies: readonly Policy[],
  context: HandlerContext<EdgeClient>,
  except = policyMemory.recall(context).id,
): Twins<Policy> {
  const twins = policies
    .filter((each) => each.id !== except && each.name === name && each.alert_type === healthAlertType)
    .sort((one, other) => compare(one.created, other.created) || compare(one.id, other.id));
  return {
    context,
    kind: poolNotificationPolicyContract.typeName,
    twinKey: twinKeyOf({ account_id: accountId, name }),
    twins,
    keyOf: ({ id }) => claimKey({ account_id: accountId, id }),
    hasReplaced: policies.some(({ id }) => id === except),
  };
}

/** Policies for the health of pools with the same twin key have the same name. Undefined while that is not known. */
export function twinKeyOf(policy: Readonly<Record<'account_id' | 'name', unknown>>): string | undefined {
  const { account_id: accountId, name } = policy;
  return typeof accountId === 'string' && typeof name === 'string'
    ? JSON.stringify([poolNotificationPolicyContract.typeName, accountId, name])
    : undefined;
}

export function claimKey({ account_id: accountId, id }: Pick<PolicyState, 'account_id' | 'id'>): string {
  return `${poolNotificationPolicyContract.typeName} ${id ?? ''} of account ${accountId}`;
}

/** `unnamed` gives the recipients of a policy that the configuration does not name. */
export function messagesFor(
  policy: PolicyName,
  carries = false,
  unnamed: (twin: Policy) => readonly string[] = () => [],
): TwinMessages<Policy> {
  const say = (finding: PoolFinding) => describePoolFinding(policy, finding);
  const of = ({ id, name }: Policy) => ({ id, name });
  return {
    exists: (twin) => say(poolFinding('pools.policy_exists', { twin: of(twin) })),
    willBeAdopted: (twin) => [
      say(poolFinding('pools.policy_adopted', { twin: of(twin), recipients: unnamed(twin), carries })),
    ],
    isManaged: (twin) =>
      say(poolFinding('pools.policy_leaving', { twin: of(twin), recipients: carries ? unnamed(twin) : [] })),
    isManagedElsewhere: (twin) => say(poolFinding('pools.managed_elsewhere', { twin: of(twin) })),
    madeTwice: () => say(poolFinding('pools.made_twice')),
  };
}

/**
 * The recipients of the policies that a new one replaces: the one that Terraform replaces, and those with its name that no
 * resource keeps. Terraform hands the plan of a tainted policy neither its state nor its private state.
 */
export function inheritedRecipients(
  policy: PolicyName,
  policies: readonly Policy[],
  context: HandlerContext<EdgeClient>,
): readonly string[] {
  const { id: replaced } = policyMemory.recall(context);
  const twins = leavingTwins(findTwins(policy, policies, context));
  const former = [...policies.filter(({ id }) => id === replaced), ...twins];
  return distinctRecipients(former.flatMap((policy) => mechanismIds(policy, 'email')));
}
