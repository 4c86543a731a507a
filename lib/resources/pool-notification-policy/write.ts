import type { Policy, PolicyInput } from '../../client';
import { poolFinding, type PolicyName } from '../../pools';
import type { Context } from '../handler';
import { sendWithUnknown } from '../unknown-members';
import { createOnce, writeOnce } from '../write-once';
import { describePoolFinding } from './describe';
import { matchesInput } from './policy';
import { describeRefusal } from './refusals';

/** Creates the policy. After a lost reply, it is the one that matches and that `before` does not have. */
export async function createPolicy(
  desired: PolicyName,
  input: PolicyInput,
  before: readonly Policy[],
  context: Context,
): Promise<string> {
  const { service, signal } = context;
  const { account_id: accountId } = desired;
  const { id } = await createOnce<Pick<Policy, 'id'>, Policy>({
    before,
    create: (options) => service.alerting.createPolicy(accountId, input, { ...options, signal }),
    explain: describeRefusal,
    list: () => service.alerting.listPolicies(accountId, { signal }),
    matches: (policy) => matchesInput(policy, input),
    reportSecond: ({ id: second }, { id: first }) =>
      context.warn(
        describePoolFinding(desired, poolFinding('pools.created_twice', { created: first, second })),
      ),
  });
  return id;
}

export async function updatePolicy(
  current: Policy,
  accountId: string,
  input: PolicyInput,
  context: Context,
): Promise<void> {
  const { service, signal } = context;
  const { id } = current;
  await writeOnce<unknown, Policy>({
    write: () =>
      sendWithUnknown('policy', [{ sent: input, stored: current }], service, ([body = input]) =>
        service.alerting.updatePolicy(accountId, id, body, { signal }),
      ),
    explain: describeRefusal,
    readBack: () => service.alerting.getPolicy(accountId, id, { signal }),
    isDone: (stored) => matchesInput(stored, input),
  });
}
