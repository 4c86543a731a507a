import { diagnosticKinds } from '../../ground/findings';
import { capitalize } from '../../ground/words';
import { listNames, type Names, type PolicyName } from './words';

const { warning, error, either } = diagnosticKinds<PolicyName>();

const noPools = ({ ids }: { readonly ids: Names }) => [
  `The account has no pool ${listNames(ids)}. Remove them from \`pool_ids\` (\`poolIds\`), or set \`account_id\``,
  '(`accountId`) to the account of the pools.',
];

const kinds = { webhook_ids: 'webhook', pagerduty_ids: 'PagerDuty service' };

export const referenceFindings = {
  unknown_pools: error<{ ids: Names }>({
    meaning: 'the account has no such pools',
    at: 'pool_ids',
    headline: 'Unknown pools',
    detail: noPools,
  }),
  deleted_pools: warning<{ ids: Names }>({
    meaning: 'listed pools no longer exist',
    at: 'pool_ids',
    headline: 'Pools no longer exist',
    detail: noPools,
  }),
  no_pools: either('warning in the plan, error in the apply', {
    meaning: 'the account has no pools',
    at: 'all_pools',
    headline: 'Account has no pools',
    detail: [
      'The account has no pools, and the API accepts no policy without one. If this apply creates pools, make the policy depend on',
      'them (`dependsOn`). Otherwise create pools first, set `account_id` (`accountId`) to the account of the pools, or remove the',
      'policy.',
    ],
  }),
  no_pools_left: warning({
    meaning: 'the account has no pools any more',
    at: 'all_pools',
    headline: 'Account has no pools left',
    detail: [
      'The account has no pools, and the API accepts no policy without one. The policy keeps its former pools. Remove it if the',
      'account will have no pools.',
    ],
  }),
  pools_changed: warning<{ added: Names; removed: Names }>({
    meaning: 'pools of the account were created or deleted',
    at: 'all_pools',
    headline: 'Pools of the account changed',
    detail: ({ added, removed }) => [
      added.length > 0 && `The policy will also cover ${listNames(added)}.`,
      removed.length > 0 && `It will no longer list ${listNames(removed)}, which no longer exist.`,
    ],
  }),
  /** A warning: somebody has deleted them since. */
  unknown_destinations: either<{ kind: keyof typeof kinds; ids: Names; existing: Names }>(
    'error; a warning if the policy had them',
    {
      meaning: 'the account has no such webhook or PagerDuty service',
      at: ({ kind }) => kind,
      headline: ({ kind, severity }) =>
        severity === 'warning' ? `${capitalize(kinds[kind])} no longer exists` : `Unknown ${kinds[kind]}`,
      detail: ({ kind, severity, ids, existing }) => {
        const isDeleted = severity === 'warning';
        return [
          `The account has no ${kinds[kind]} ${listNames(ids)}${isDeleted ? ' any more, so it is notified of nothing' : ''}.`,
          existing.length === 0 ? 'It has none.' : `It has ${listNames(existing)}.`,
          isDeleted
            ? 'Remove it, or create it again and use its new ID. The API refuses a change of this policy that still names it.'
            : 'Create it first, then use its ID.',
        ];
      },
    },
  ),
  failing_webhooks: warning<{ ids: Names }>({
    meaning: 'the last delivery to a webhook failed',
    at: 'webhook_ids',
    headline: 'Failing webhooks',
    detail: ({ ids }) => [
      `The last delivery to webhook ${listNames(ids)} failed, so it does not count as a working recipient. Fix its`,
      'receiver; it counts again after the next successful delivery.',
    ],
  }),
};
