import { PoolNotificationPolicy } from 'cdktf-edge-platform/cdktn';
import type { Construct } from 'constructs';

/** From pools.tf. */
export function pools(scope: Construct): void {
  // Replaces notification_email of the pools: the provider clears it as soon as the policy exists.
  new PoolNotificationPolicy(scope, 'eu_health', {
    accountId: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    name: 'Health of pools (eu)',
    poolIds: ['${cloudflare_load_balancer_pool.eu.id}'],
    emailAddresses: ['ops@example.com'],
  });
}
