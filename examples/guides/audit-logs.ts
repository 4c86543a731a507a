import { App, TerraformStack } from 'cdktn';
import {
  EdgeProvider,
  LogDataset,
  LogField,
  LogFilter,
  LogpushJob,
  SecretVariable,
  TimestampFormat,
} from 'cdktf-edge-platform/cdktn';

const app = new App();
const stack = new TerraformStack(app, 'audit');
const accountId = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'; // the account of the emulator; use your own

new EdgeProvider(stack, 'edge');

const challenge = new SecretVariable(stack, 'ownership_challenge', { default: '' });

new LogpushJob(stack, 'tokens', {
  accountId,
  name: 'audit-tokens',
  dataset: LogDataset.AUDIT_LOGS,
  destinationConf: 's3://my-audit/{DATE}?region=eu-central-1',
  ownershipChallenge: challenge.stringValue,
  fields: [
    LogField.When,
    LogField.ActionType,
    LogField.ActionResult,
    LogField.ActorEmail,
    LogField.ResourceID,
  ],
  timestampFormat: TimestampFormat.RFC3339,
  where: LogFilter.field(LogField.ActionType).startsWith('token_'),
});

app.synth();
