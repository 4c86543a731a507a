import { App, TerraformStack, TerraformVariable } from 'cdktn';
import {
  CustomFieldsRuleset,
  EdgeDriver,
  EdgeProvider,
  LogField,
  LogFilter,
  LogpushJob,
  SecretVariable,
} from 'cdktf-edge-platform/cdktn';
import type { Construct } from 'constructs';

/** Log delivery for a runner that admits only providers of the public registry: docs/drivers.md. */
class LogDelivery extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    // EDGE_API_TOKEN is in the environment where Terraform runs.
    new EdgeProvider(this, 'edge', { driver: EdgeDriver.PROVISIONER });

    const zoneId = new TerraformVariable(this, 'zone_id', { type: 'string' }).stringValue;
    // Set with TF_VAR_bucket_id and TF_VAR_bucket_key; they are passed in the environment of local-exec and are
    // in no trigger, state or file.
    const keyId = new SecretVariable(this, 'bucket_id');
    const key = new SecretVariable(this, 'bucket_key');

    const fields = new CustomFieldsRuleset(this, 'fields', { zoneId, requestHeaders: ['X-Request-Id'] });

    new LogpushJob(this, 'failures', {
      zoneId,
      name: 'failed-requests',
      destinationConf: 's3://logs/http/{DATE}?region=eu-central-1&endpoint=s3.example.com',
      destinationCredentials: { 'access-key-id': keyId.stringValue, 'secret-access-key': key.stringValue },
      // Raise it to send new credentials.
      destinationCredentialsVersion: 1,
      fields: [
        LogField.RayID,
        LogField.EdgeStartTimestamp,
        LogField.EdgeResponseStatus,
        LogField.RequestHeaders,
      ],
      where: LogFilter.field(LogField.EdgeResponseStatus).atLeast(500),
      dependsOn: [fields],
    });
  }
}

const app = new App();
new LogDelivery(app, 'provisioner');
app.synth();
