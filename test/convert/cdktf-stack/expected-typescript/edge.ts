import { LogField, LogpushJob, PoolNotificationPolicy } from 'cdktf-edge-platform/cdktn';
import type { Construct } from 'constructs';

/** The new resources of the stack. */
export function edge2(scope: Construct): void {
  new LogpushJob(scope, 'logs_errors', {
    zoneId: '00000000000000000000000000000001',
    name: 'errors',
    destinationConf: 's3://logs?region=eu-central-1',
    fields: [LogField.RayID],
  });

  // Replaces notification_email of the pools: the provider clears it as soon as the policy exists.
  new PoolNotificationPolicy(scope, 'pool_health', {
    accountId: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    name: 'Health of pools (pool)',
    poolIds: ['${cloudflare_load_balancer_pool.pool.id}'],
    emailAddresses: ['ops@example.com'],
  });
}
