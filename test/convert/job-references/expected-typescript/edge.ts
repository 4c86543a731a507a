import { TerraformIterator, Token } from 'cdktf';
import { LogField, LogOutput, LogpushJob, TimestampFormat } from 'cdktf-edge-platform';
import type { Construct } from 'constructs';

/** From main.tf. */
export function edge2(scope: Construct): void {
  new LogpushJob(scope, 'one', {
    zoneId: '${var.zone_id}',
    name: 'one',
    destinationConf: 'r2://logs/one?account-id=1',
    fields: [LogField.ClientIP, LogField.RayID],
    timestampFormat: TimestampFormat.RFC3339,
    sampleRate: 0.5,
    output: LogOutput.outputOptions({ cve202144228: true }),
  });

  new LogpushJob(scope, 'each', {
    forEach: TerraformIterator.fromMap(Token.asAnyMap('${var.zones}')),
    zoneId: '${each.value}',
    name: '${each.key}',
    destinationConf: 'https://logs.example.com/in',
    destinationCredentials: { 'header_X-Key': '${var.token}' },
    fields: [LogField.RayID, LogField.ClientIP],
    output: LogOutput.outputOptions(),
  });
}
