import { TerraformOutput, TerraformStack } from 'cdktn';
import { EdgeProvider, PoolNotificationPolicy } from 'cdktf-edge-platform/cdktn';
import type { Construct } from 'constructs';

export class PoolHealth extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    new EdgeProvider(this, 'edge');

    const health = new PoolNotificationPolicy(this, 'health', {
      accountId: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
      name: 'Health of all pools',
      allPools: true,
      emailAddresses: ['ops@example.com'],
      carryOverRecipients: true, // the legacy addresses become recipients of the policy
    });

    // 0: the migration of the account is complete.
    new TerraformOutput(this, 'legacy_pools', { value: health.legacyPoolCount });
  }
}
