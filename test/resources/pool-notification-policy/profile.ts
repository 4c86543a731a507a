import {
  ClearLegacyEmail,
  HealthEventSource,
  HealthStatus,
  type PoolNotificationPolicyProps,
} from '../../../lib';
import { accountId } from '../../support/handler-harness';
import type { ResourceProfile } from '../../support/resource-profile';
import { p, somePolicy, somePools } from './support';

const props = {
  accountId,
  name: 'name',
  description: 'description',
  enabled: false,
  poolIds: [p(1)],
  allPools: false,
  newHealth: [HealthStatus.UNHEALTHY],
  eventSources: [HealthEventSource.ORIGIN],
  emailAddresses: ['email@example.com'],
  webhookIds: ['webhook'],
  pagerdutyIds: ['pagerduty'],
  carryOverRecipients: true,
  clearLegacyEmail: ClearLegacyEmail.NONE,
  acceptLostRecipients: true,
} satisfies PoolNotificationPolicyProps;

export const profile: ResourceProfile = {
  props,
  account: {
    pools: somePools(1),
    policies: ['one', 'two', 'two'].map((name) => somePolicy([p(1)], { name })),
  },
  key: { account_id: accountId, name: 'one' },
  importId: `${accountId}/one`,
  missing: { account_id: accountId, name: 'One' },
  shared: { account_id: accountId, name: 'two' },
};
