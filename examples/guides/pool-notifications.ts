import { App, TerraformStack } from 'cdktn';
import { EdgeProvider, PoolNotificationPolicy } from 'cdktf-edge-platform/cdktn';

const app = new App();
const stack = new TerraformStack(app, 'pools');

new EdgeProvider(stack, 'edge');

PoolNotificationPolicy.perRecipients(stack, 'health', {
  accountId: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', // the account of the emulator; use your own
  auditFile: 'pools.json',
  fallbackRecipients: ['ops@example.com'], // for pools that have no recipients
});

app.synth();
