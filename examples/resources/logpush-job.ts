import { TerraformStack } from 'cdktn';
import {
  EdgeProvider,
  LogField,
  LogFilter,
  LogpushJob,
  SecretVariable,
  TimestampFormat,
} from 'cdktf-edge-platform/cdktn';
import type { Construct } from 'constructs';

export class FailedRequests extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    new EdgeProvider(this, 'edge');
    const keyId = new SecretVariable(this, 'bucket_key_id');
    const key = new SecretVariable(this, 'bucket_key');

    new LogpushJob(this, 'failures', {
      zoneId: 'eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
      name: 'failed-requests',
      destinationConf: 's3://my-logs/http/{DATE}?region=eu-central-1&endpoint=s3.example.com',
      destinationCredentials: {
        'access-key-id': keyId.stringValue,
        'secret-access-key': key.stringValue,
      },
      destinationCredentialsVersion: 1, // raise it to send new credentials
      fields: [
        LogField.RayID,
        LogField.EdgeStartTimestamp,
        LogField.ClientRequestPath,
        LogField.EdgeResponseStatus,
      ],
      timestampFormat: TimestampFormat.RFC3339,
      where: LogFilter.field(LogField.EdgeResponseStatus).atLeast(500),
    });
  }
}
