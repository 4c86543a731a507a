import type { EdgeClient, Policy } from '../../client';
import { compare } from '../../ground/compare';
import { healthAlertType, poolFinding, type PolicyName } from '../../pools';
import type { HandlerContext } from '../handler';
import { howToHave } from '../new-object';
import { poolNotificationPolicyContract } from './contract';
import { describePoolFinding } from './describe';
import { policyMemory } from './memory';

const { typeName } = poolNotificationPolicyContract;

/** A policy to be made. The one that the same plan replaces does not count: only that plan gets the private state of it. */
export function newPolicy(
  policy: PolicyName,
  context: HandlerContext<EdgeClient>,
  list: () => Promise<readonly Policy[]>,
) {
  const { account_id: accountId, name } = policy;
  const { id: replaced } = policyMemory.recall(context);
  return {
    service: context.service,
    key: JSON.stringify([typeName, accountId, name]),
    find: async () => findTwins(policy, await list(), replaced)[0],
    exists: ({ id }: Policy) =>
      describePoolFinding(
        policy,
        poolFinding('pools.policy_exists', {
          twin: { id, name },
          howToHave: howToHave(typeName, `${accountId}/${id}`),
        }),
      ),
    replaces: replaced,
    madeTwice: () => describePoolFinding(policy, poolFinding('pools.made_twice')),
  };
}

/** The policies with the same name for the health of pools, oldest first, without the one of this resource. */
export function findTwins(
  { name }: PolicyName,
  policies: readonly Policy[],
  except: string | undefined,
): Policy[] {
  return policies
    .filter((each) => each.id !== except && each.name === name && each.alert_type === healthAlertType)
    .sort((one, other) => compare(one.created, other.created) || compare(one.id, other.id));
}
