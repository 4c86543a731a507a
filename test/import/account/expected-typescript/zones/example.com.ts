import {
  CustomFieldsRuleset,
  LogDataset,
  LogField,
  LogFilter,
  LogOutput,
  LogpushJob,
  OutputType,
  TimestampFormat,
  WafMigration,
  WafMigrationTarget,
} from 'cdktf-edge-platform/cdktn';
import type { Construct } from 'constructs';
import { destinations, fieldSets } from '../shared';

/** Zone example.com */
const zoneId = 'eeeeeeeeeeeeeeeeeeeeeeeeeeeeeee1';

export function exampleCom(scope: Construct): void {
  new CustomFieldsRuleset(scope, 'example-com-custom-fields', {
    zoneId,
    requestHeaders: ['x-request-id'],
    transformedRequestHeaders: ['x-transformed'],
    cookies: ['sessionId'],
  });

  new LogpushJob(scope, 'example-com-job', {
    zoneId,
    dataset: LogDataset.FIREWALL_EVENTS,
    destinationConf: destinations.logsBucketHttp,
    fields: [LogField.Action, LogField.ClientIP, LogField.RayID],
    where: LogFilter.field(LogField.ClientCountry).notEqualTo('nl'),
    enabled: false,
  });

  new LogpushJob(scope, 'example-com-errors', {
    zoneId,
    name: 'errors',
    destinationConf: destinations.logsBucketHttp,
    fields: fieldSets.httpRequests,
    timestampFormat: TimestampFormat.RFC3339,
    where: LogFilter.allOf(
      LogFilter.field(LogField.EdgeResponseStatus).atLeast(500),
      LogFilter.field(LogField.ClientCountry).in(['nl', 'de']),
    ),
  });

  new LogpushJob(scope, 'example-com-sampled', {
    zoneId,
    name: 'sampled',
    destinationConf: 'https://logs.example.net/ingest?tags=edge',
    fields: fieldSets.httpRequests,
    sampleRate: 0.01,
    output: LogOutput.outputOptions({
      outputType: OutputType.CSV,
      batchPrefix: 'ClientIP;ClientRequestHost;EdgeResponseStatus;EdgeStartTimestamp;RayID;RequestHeaders\n',
      fieldDelimiter: ';',
    }),
  });

  new WafMigration(scope, 'example-com-waf', {
    zoneId,
    target: WafMigrationTarget.COMPLETE,
    acknowledgeIrreversible: true,
  });
}
