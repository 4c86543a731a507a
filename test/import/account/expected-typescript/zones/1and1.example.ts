import { JobKind, LogField, LogFilter, LogpushJob, TimestampFormat } from 'cdktf-edge-platform/cdktn';
import type { LogFieldName } from 'cdktf-edge-platform/logs';
import type { Construct } from 'constructs';
import { destinations } from '../shared';

/** Zone 1and1.example */
const zoneId = 'eeeeeeeeeeeeeeeeeeeeeeeeeeeeeee2';

export function zone1and1Example(scope: Construct): void {
  new LogpushJob(scope, 'zone-1and1-example-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', {
    zoneId,
    name: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    destinationConf: destinations.logsBucketHttp,
    fields: [LogField.RayID],
    maxUploadBytes: 5000000,
  });

  new LogpushJob(scope, 'zone-1and1-example-unknown', {
    zoneId,
    name: 'unknown',
    destinationConf: 'r2://pigeon?account-id=1',
    // "SomeNewField" is not among the fields of http_requests that this version knows, as of 2026-07. The service may have added it since.
    // The service has retired the field "WAFAction" of http_requests: existing jobs keep it, and it may stay empty. Its successor is "SecurityAction".
    fields: [LogField.RayID, 'SomeNewField' as LogFieldName, 'WAFAction' as LogFieldName],
    timestampFormat: TimestampFormat.RFC3339,
    // "NewCount" is not among the fields of http_requests that this version knows, as of 2026-07. The service may have added it since. (line 1, column 17)
    where: LogFilter.field('NewCount' as LogFieldName).lessThan(9),
    kind: JobKind.EDGE,
  });
}
