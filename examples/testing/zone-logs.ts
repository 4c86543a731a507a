import { TerraformOutput, TerraformStack } from 'cdktn';
import {
  CustomFieldsRuleset,
  EdgeProvider,
  LogField,
  LogFilter,
  LogpushJob,
  SecretVariable,
} from 'cdktf-edge-platform/cdktn';
import type { Construct } from 'constructs';

export interface ZoneLogsProps {
  readonly zoneId: string;
  /** Where the lines go, such as `s3://<bucket>/<path>?region=<region>`. */
  readonly destination: string;
}

/** The stack under test: it delivers the failed requests of a zone to a bucket, with the request id of each. */
export class ZoneLogs extends TerraformStack {
  constructor(scope: Construct, id: string, { zoneId, destination }: ZoneLogsProps) {
    super(scope, id);
    new EdgeProvider(this, 'edge');

    const challenge = new SecretVariable(this, 'ownership_challenge', {
      description: 'The content of the file that the service wrote into the bucket.',
    });
    const fields = new CustomFieldsRuleset(this, 'fields', { zoneId, requestHeaders: ['X-Request-Id'] });
    const job = new LogpushJob(this, 'failures', {
      zoneId,
      name: 'failed-requests',
      destinationConf: destination,
      ownershipChallenge: challenge.stringValue,
      fields: [LogField.RayID, LogField.EdgeResponseStatus, LogField.RequestHeaders],
      where: LogFilter.field(LogField.EdgeResponseStatus).atLeast(500),
      dependsOn: [fields],
    });

    new TerraformOutput(this, 'job_id', { value: job.id });
  }
}
