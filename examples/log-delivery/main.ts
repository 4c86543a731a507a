import { App, TerraformOutput, TerraformStack, TerraformVariable } from 'cdktn';
import {
  CustomFieldsRuleset,
  EdgeProvider,
  LogField,
  LogFilter,
  LogpushJob,
  SecretVariable,
  TimestampFormat,
} from 'cdktf-edge-platform/cdktn';
import type { Construct } from 'constructs';

/** Delivers the failed requests of a zone to a bucket, with a request id, a timing header and a session cookie. */
class LogDelivery extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    new EdgeProvider(this, 'edge');

    const zoneId = new TerraformVariable(this, 'zone_id', { type: 'string' }).stringValue;
    const challenge = new SecretVariable(this, 'ownership_challenge', {
      default: '',
      description:
        'The content of the file that the service wrote into the bucket. Needed when the job is created.',
    });

    const fields = new CustomFieldsRuleset(this, 'fields', {
      zoneId,
      requestHeaders: ['X-Request-Id'],
      cookies: ['sessionId'],
    });
    fields.addResponseHeaders('Server-Timing');

    const job = new LogpushJob(this, 'failures', {
      zoneId,
      name: 'failed-requests',
      destinationConf: 's3://edge-logs/http/{DATE}?region=eu-central-1',
      ownershipChallenge: challenge.stringValue,
      fields: [
        LogField.RayID,
        LogField.EdgeStartTimestamp,
        LogField.ClientRequestPath,
        LogField.EdgeResponseStatus,
        LogField.RequestHeaders,
        LogField.ResponseHeaders,
        LogField.Cookies,
      ],
      timestampFormat: TimestampFormat.RFC3339,
      where: LogFilter.field(LogField.EdgeResponseStatus).atLeast(500),
      dependsOn: [fields],
    });

    new TerraformOutput(this, 'job_id', { value: job.id });
    new TerraformOutput(this, 'ruleset_version', { value: fields.version });
  }
}

const app = new App();
new LogDelivery(app, 'log-delivery');
app.synth();
