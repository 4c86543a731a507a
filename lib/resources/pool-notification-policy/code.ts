import type { ResourceCode } from '../code';
import { poolNotificationPolicyContract } from './contract';

export const poolNotificationPolicyCode = {
  contract: poolNotificationPolicyContract,
  construct: 'PoolNotificationPolicy',
  nouns: ['pool notification policy', 'pool notification policies'],
  title: 'policies',
  reading: 'notification policies',
  idNoun: 'policy',
  references: { pool_ids: 'pools', webhook_ids: 'webhooks', pagerduty_ids: 'pagerdutyServices' },
  importComments: {
    clear_legacy_email: (value) =>
      `Pools still have legacy e-mails. ${value('covered')} clears those of the pools of this policy.`,
  },
  foreignTypes: { notification_policy: 'id' },
  permissions: [
    {
      of: 'account',
      path: 'load_balancers/pools',
      read: (client, accountId) => client.pools.listPage(accountId, { page: 1, perPage: 5 }),
    },
    {
      of: 'account',
      path: 'alerting/v3/policies',
      read: (client, accountId) => client.alerting.listPolicies(accountId),
    },
  ],
} as const satisfies ResourceCode;
