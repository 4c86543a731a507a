import type { Policy } from '../../client';
import { compare } from '../../ground/compare';
import { healthAlertType, poolFinding, type PolicyName } from '../../pools';
import type { Diagnostic, Planned } from '../../schema';
import type { Context } from '../handler';
import { howToManage, planKeyChange, planNew, type NewObject } from '../new-object';
import { poolNotificationPolicyContract, type PoolNotificationPolicyAttributes } from './contract';
import { describePoolFinding } from './describe';
import { policyMemory } from './memory';
import type { PolicyState } from './policy';

const { typeName } = poolNotificationPolicyContract;

/** Finds the duplicates of a policy (twins in messages): others with its name for the health of pools, oldest first. */
export function findDuplicates(
  { name }: PolicyName,
  id: string | null,
  policies: readonly Policy[],
): readonly Policy[] {
  return policies
    .filter((each) => each.id !== id && each.name === name && each.alert_type === healthAlertType)
    .sort((one, other) => compare(one.created, other.created) || compare(one.id, other.id));
}

/** A policy to create, with its name as key. The one that it replaces does not count: only that plan gets the private state of it. */
export function newPolicy(
  policy: PolicyName,
  context: Context,
  list: () => Promise<readonly Policy[]>,
  prior: PolicyState | null = null,
): NewObject<Policy> {
  const { account_id: accountId, name } = policy;
  const id = prior?.id ?? policyMemory.recall(context).id;
  return {
    service: context.service,
    key: JSON.stringify([typeName, accountId, name]),
    id,
    find: async () => findDuplicates(policy, id ?? null, await list()),
    exists: (twin) =>
      describePoolFinding(
        policy,
        poolFinding('pools.policy_exists', {
          twin: { id: twin.id, name },
          howToManage: howToManage(typeName, `${accountId}/${twin.id}`),
        }),
      ),
    madeTwice: () => describePoolFinding(policy, poolFinding('pools.made_twice')),
  };
}

/** Checks the name of a planned policy: a new one must be the only one that has it, and a changed one may become a duplicate. */
export async function checkDuplicates(
  prior: PolicyState | null,
  { account_id: accountId, name }: Planned<PoolNotificationPolicyAttributes>,
  context: Context,
): Promise<Diagnostic[]> {
  if (typeof accountId !== 'string' || typeof name !== 'string') return [];
  const policy = { account_id: accountId, name };
  const { service, signal } = context;
  const list = () => service.alerting.listPolicies(accountId, { signal, cached: true });
  const made = newPolicy(policy, context, list, prior);
  if (prior === null) return planNew(made);
  if (name === prior.name || accountId !== prior.account_id) return [];
  return planKeyChange(made, (twin) =>
    describePoolFinding(policy, poolFinding('pools.becomes_twin', { twin })),
  );
}
