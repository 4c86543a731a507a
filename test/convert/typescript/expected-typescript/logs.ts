import { LogField, LogFilter, LogpushJob, TimestampFormat } from 'cdktf-edge-platform/cdktn';
import type { Construct } from 'constructs';

/** From logs.tf. */
export function logs(scope: Construct): void {
  // What went wrong, for the on-call team.
  new LogpushJob(scope, 'errors', {
    zoneId: '00000000000000000000000000000001',
    name: 'errors',
    // Ask the data team before you change it.
    destinationConf: 's3://${terraform_data.a.output}/http?region=eu-central-1',
    fields: [LogField.RayID, LogField.EdgeResponseStatus],
    timestampFormat: TimestampFormat.RFC3339,
    where: LogFilter.field(LogField.EdgeResponseStatus).atLeast(500),
  });

  new LogpushJob(scope, 'gr__e', {
    zoneId: '00000000000000000000000000000001',
    name: 'size',
    destinationConf: 's3://logs?region=eu-central-1',
    fields: [LogField.RayID],
  });

  const defaultJob = new LogpushJob(scope, 'Default-job', {
    zoneId: '00000000000000000000000000000001',
    name: 'default',
    destinationConf: 's3://logs?region=eu-central-1',
    fields: [LogField.RayID],
  });
  defaultJob.resource.overrideLogicalId('Default');
}
