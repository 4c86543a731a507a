import type { ApiError, Policy, PolicyInput } from '../../client';
import { poolFinding, type PolicyName } from '../../pools';
import { errorAt, type Diagnostic } from '../../schema';
import type { Context } from '../handler';
import { sendWithUnknown } from '../unknown-members';
import { createOnce, writeOnce } from '../write-once';
import { describePoolFinding } from './describe';
import { matchesInput } from './policy';
import type { PoolNotificationPolicyAttributes } from './contract';

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

/** Error codes of the API: public facts, section 5.4. */
const noMechanism = 17102;
const filtersMissing = 17103;

const mechanisms: readonly (readonly [RegExp, keyof PoolNotificationPolicyAttributes, string])[] = [
  [/mechanisms\W+email/i, 'email_addresses', 'E-mail address'],
  [/webhook/i, 'webhook_ids', 'Webhook'],
  [/pagerduty/i, 'pagerduty_ids', 'PagerDuty service'],
];

/** A diagnostic at the attribute that a refusal of the API is about; empty if it is about none. */
function describeRefusal(error: ApiError): Diagnostic[] {
  const { message } = error;
  if (error.hasCode(filtersMissing)) return [errorAt(['pool_ids'], 'Filters required by the API', message)];
  const [, attribute, noun] = mechanisms.find(([pattern]) => pattern.test(message)) ?? [];
  if (attribute !== undefined) return [errorAt([attribute], `${noun ?? ''} refused by the API`, message)];
  return error.hasCode(noMechanism)
    ? [errorAt(['email_addresses'], 'Policy has no recipients', message)]
    : [];
}
