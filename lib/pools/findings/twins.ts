import { diagnosticKinds } from '../../ground/findings';
import type { PolicyName } from './words';

const { warning, error } = diagnosticKinds<PolicyName>('name');

export interface WithTwin {
  readonly twin: { readonly id: string; readonly name: string };
}

function describeTwin({ twin }: WithTwin, { account_id: accountId }: PolicyName): string {
  return `Account ${accountId} has the policy "${twin.name}" (${twin.id}) with the same name and alert type.`;
}

export const twinFindings = {
  policy_exists: error<WithTwin & { howToManage: string }>({
    meaning: 'the account has a policy with the same name',
    headline: 'Policy already exists',
    detail: (finding, policy) =>
      `${describeTwin(finding, policy)} A second one would send each notification twice. An interrupted apply may have created it.\n` +
      `${finding.howToManage}To keep both, change the name.`,
  }),
  made_twice: error({
    meaning: 'another resource of the configuration makes a policy of the same name',
    headline: 'Policy in two resources',
    detail: (_, { account_id: accountId }) => [
      `Another resource of this configuration makes a policy of account ${accountId} with the same name and alert type: each change would`,
      'be notified of twice. Change the name of one of them, or remove one.',
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
  becomes_twin: warning<WithTwin>({
    meaning: 'a policy gets the name of another one',
    headline: ({ twin }) => `Policy ${twin.id} becomes a twin`,
    detail: (finding, policy) => [
      describeTwin(finding, policy),
      'This plan gives this policy the same ones, and both notify, unless the plan changes or deletes the other one too. Otherwise change',
      'the name of one of them.',
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
};
