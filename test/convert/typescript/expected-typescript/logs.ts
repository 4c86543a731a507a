import { LogField, LogFilter, LogpushJob, TimestampFormat } from 'cdktf-edge-platform/cdktn';
import type { Construct } from 'constructs';

const zoneId = '00000000000000000000000000000001';

/** From logs.tf. */
export function logs(scope: Construct): void {
  // What went wrong, for the on-call team.
  new LogpushJob(scope, 'errors', {
    zoneId,
    name: 'errors',
    // Ask the data team before you change it.
    destinationConf: 's3://${terraform_data.a.output}/http?region=eu-central-1',
    fields: [LogField.RayID, LogField.EdgeResponseStatus],
    timestampFormat: TimestampFormat.RFC3339,
    where: LogFilter.field(LogField.EdgeResponseStatus).atLeast(500),
  });

  new LogpushJob(scope, 'gr__e', {
    zoneId,
    name: 'size',
    destinationConf: 's3://logs?region=eu-central-1',
    fields: [LogField.RayID],
  });

  const defaultJob = new LogpushJob(scope, 'Default-job', {
    zoneId,
    name: 'default',
    destinationConf: 's3://logs?region=eu-central-1',
    fields: [LogField.RayID],
  });
  defaultJob.resource.overrideLogicalId('Default');
}
