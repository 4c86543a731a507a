import { App, TerraformOutput, TerraformStack, TerraformVariable } from 'cdktn';
import { EdgeProvider, PoolNotificationPolicy } from 'cdktf-edge-platform/cdktn';
import type { Construct } from 'constructs';

/** Moves the pools of an account from their legacy e-mails to one policy, which also notifies a webhook. */
class PoolNotifications extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    new EdgeProvider(this, 'edge');

    const health = new PoolNotificationPolicy(this, 'health', {
      accountId: new TerraformVariable(this, 'account_id', { type: 'string' }).stringValue,
      name: 'Health of all pools',
      allPools: true,
      webhookIds: [new TerraformVariable(this, 'webhook_id', { type: 'string' }).stringValue],
      carryOverRecipients: true,
    });

    new TerraformOutput(this, 'policy_id', { value: health.id });
    new TerraformOutput(this, 'carried_over', { value: health.carriedOverRecipients });
    new TerraformOutput(this, 'pools_left', { value: health.legacyPoolCount });
  }
}

const app = new App();
new PoolNotifications(app, 'pool-notifications');
app.synth();
