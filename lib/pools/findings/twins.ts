import { diagnosticKinds } from '../../ground/findings';
import type { Names, PolicyName } from './kind';
import { listNames } from './words';

const { warning, error } = diagnosticKinds<PolicyName>('name');

export interface WithTwin {
  readonly twin: { readonly id: string; readonly name: string };
}

function describeTwin({ twin }: WithTwin, { account_id: accountId }: PolicyName): string {
  return `Account ${accountId} has the policy "${twin.name}" (${twin.id}) with the same name and alert type.`;
}

const renamed =
  'If you renamed a construct or an address, keep its policy with `resource.moveFromId` (a `moved` block in HCL).';

/** Policies of the same name. */
export const twinFindings = {
  policy_exists: error<WithTwin>({
    meaning: 'the account has a policy with the same name',
    headline: 'Policy already exists',
    detail: (finding, policy) => [
      describeTwin(finding, policy),
      'A second one would send each notification twice. An interrupted apply may have created it. To manage it, set `on_existing`',
      `(\`onExisting\`) to "adopt", or import it with the ID ${policy.account_id}/${finding.twin.id}. If another resource of your configurations`,
      `manages it, remove one of the two. To keep both, change the name. ${renamed}`,
    ],
  }),
  policy_adopted: warning<WithTwin & { recipients: Names; carries: boolean }>({
    meaning: 'the existing policy is adopted',
    at: 'on_existing',
    headline: ({ twin }) => `Policy ${twin.id} is adopted`,
    detail: (finding, policy) => [
      describeTwin(finding, policy),
      'The apply updates it to this configuration instead of creating another one, unless the same apply deletes it first.',
      finding.recipients.length > 0 &&
        `It also notifies ${listNames(finding.recipients)}: ` +
          (finding.carries
            ? 'they stay, because `carry_over_recipients` (`carryOverRecipients`) is true.'
            : 'they are removed. To keep them, add them to `email_addresses` (`emailAddresses`).'),
    ],
  }),
  policy_leaving: warning<WithTwin & { recipients: Names }>({
    meaning: 'this configuration deletes a policy with the same name',
    headline: 'Policy of the same name is deleted',
    detail: (finding, policy) => [
      describeTwin(finding, policy),
      'The state has it. If this plan deletes it, and the apply does that before it creates the new one, its pools are without',
      'notifications in between. If this plan only removes it from the state (a `removed` block with `destroy = false`), do not apply:',
      'both policies would notify. Use a `moved` block instead, or remove it from the state first (`terraform state rm`).',
      finding.recipients.length > 0 &&
        `It also notifies ${listNames(finding.recipients)}; the new policy includes them if the old one still exists then.`,
      `For a replacement, keep \`lifecycle.createBeforeDestroy\`. ${renamed}`,
    ],
  }),
  managed_elsewhere: error<WithTwin>({
    meaning: 'another resource of the configuration manages the policy',
    headline: 'Policy managed by another resource',
    detail: (finding, policy) => [
      describeTwin(finding, policy),
      'Two resources of this configuration need it, or will have the same name, so that each change is notified of twice. Change the',
      `name of one of them, or remove one. ${renamed}`,
    ],
  }),
  made_twice: error({
    meaning: 'another resource of the configuration makes a policy of the same name',
    headline: 'Policy in two resources',
    detail: (_, { account_id: accountId }) => [
      `Another resource of this configuration makes a policy of account ${accountId} with the same name and alert type: each change would`,
      `be notified of twice. Change the name of one of them, or remove one. ${renamed}`,
    ],
  }),
  has_twin: warning<WithTwin & { id: string }>({
    meaning: 'the account has another policy with the name of a managed one',
    headline: ({ id }) => `Policy ${id} has a twin`,
    detail: (finding, policy) => [
      describeTwin(finding, policy),
      `This resource manages policy ${finding.id}, and both notify. Two applies at the same time may have created both. If this plan deletes`,
      `one of them, apply it. If no other resource manages policy ${finding.twin.id}, delete that policy`,
      `(\`DELETE /accounts/${policy.account_id}/alerting/v3/policies/${finding.twin.id}\`). Otherwise change the name of one of them, or remove one of`,
      'the resources.',
    ],
  }),
  created_twice: diagnosticKinds<PolicyName>().warning<{ created: string; second: string }>({
    meaning: 'a repeated request created a second policy',
    headline: 'Policy created twice',
    detail: ({ created, second }) => [
      `The account has policy ${second} with the same settings as policy ${created}, which this apply created. A`,
      'request without a reply had an effect only after it was repeated, unless another client has created that policy. Both notify',
      `of every change. Delete policy ${second}.`,
    ],
  }),
  name_taken: warning<WithTwin>({
    meaning: 'another policy has the same name',
    headline: 'Policies of the same name',
    detail: ({ twin }, { account_id: accountId, name }) => [
      `Account ${accountId} also has the policy "${name}" (${twin.id}). If this apply replaces it, Terraform deletes it next.`,
      'Otherwise it has appeared since the plan, and both send notifications: delete one of them, or manage the other one with',
      `\`terraform import edge_pool_notification_policy.<name> ${accountId}/${twin.id}\`.`,
    ],
  }),
};
