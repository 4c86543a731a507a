import {
  ClearLegacyEmail,
  HealthStatus,
  LogDataset,
  LogField,
  LogpushJob,
  PoolNotificationPolicy,
  TimestampFormat,
} from 'cdktf-edge-platform/cdktn';
import type { Construct } from 'constructs';
import { destinations, recipients } from './shared';

/** Account Example, Inc. */
const accountId = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';

const pools = {
  euEast: 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb2',
  euWest: 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb1',
  us: 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb3',
};

const webhooks = { chatOfOnCall: 'ffffffffffffffffffffffffffffffff' };

export function account(scope: Construct): void {
  new LogpushJob(scope, 'audit', {
    accountId,
    name: 'audit',
    dataset: LogDataset.AUDIT_LOGS,
    destinationConf: destinations.logsBucketHttp,
    fields: [LogField.ActionType, LogField.ActorEmail, LogField.When],
    timestampFormat: TimestampFormat.RFC3339,
  });

  new PoolNotificationPolicy(scope, 'pools-of-the-eu', {
    accountId,
    name: 'Pools of the EU',
    poolIds: [pools.euWest, pools.euEast],
    emailAddresses: recipients.opsAndEu,
    // Pools still have legacy e-mails. COVERED clears those of the pools of this policy.
    clearLegacyEmail: ClearLegacyEmail.NONE,
  });

  new PoolNotificationPolicy(scope, 'pools-of-the-us', {
    accountId,
    name: 'Pools of the US',
    poolIds: [pools.us],
    newHealth: [HealthStatus.UNHEALTHY],
    emailAddresses: recipients.opsAndEu,
    webhookIds: [webhooks.chatOfOnCall],
  });
}
