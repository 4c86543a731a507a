import { App, TerraformStack } from 'cdktn';
import {
  CustomFieldsRuleset,
  EdgeProvider,
  LogField,
  LogFilter,
  LogpushJob,
  SecretVariable,
  TimestampFormat,
} from 'cdktf-edge-platform/cdktn';

const app = new App();
const stack = new TerraformStack(app, 'logs');
const zoneId = 'eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'; // the zone of the emulator; use your own

new EdgeProvider(stack, 'edge');

const fields = new CustomFieldsRuleset(stack, 'fields', {
  zoneId,
  requestHeaders: ['X-Request-Id'],
  responseHeaders: ['Server-Timing'],
  cookies: ['sessionId'],
});

new LogpushJob(stack, 'failures', {
  zoneId,
  name: 'failed-requests',
  destinationConf: 's3://my-logs/http/{DATE}?region=eu-central-1&endpoint=s3.example.com',
  destinationCredentials: {
    'access-key-id': new SecretVariable(stack, 'bucket_key_id').stringValue,
    'secret-access-key': new SecretVariable(stack, 'bucket_key').stringValue,
  },
  fields: [
    LogField.RayID,
    LogField.EdgeStartTimestamp,
    LogField.EdgeResponseStatus,
    LogField.RequestHeaders,
    LogField.ResponseHeaders,
    LogField.Cookies,
  ],
  timestampFormat: TimestampFormat.RFC3339,
  where: LogFilter.field(LogField.EdgeResponseStatus).atLeast(500),
  dependsOn: [fields], // the first lines have the fields already
});

app.synth();
