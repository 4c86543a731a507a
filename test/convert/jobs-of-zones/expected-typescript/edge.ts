import { TerraformIterator, Token } from 'cdktf';
import { LogField, LogpushJob, TimestampFormat } from 'cdktf-edge-platform';
import type { Construct } from 'constructs';

/** From main.tf. */
export function edge2(scope: Construct): void {
  // What went wrong, for the on-call team.
  new LogpushJob(scope, 'errors', {
    forEach: TerraformIterator.fromMap(Token.asAnyMap('${var.zones}')),
    zoneId: '${each.value}',
    // as it was
    name: 'errors-${each.key}',
    destinationConf: '${provider::edge::destination("https://logs.example/${each.key}").conf}',
    destinationCredentials: Token.asStringMap(
      '${provider::edge::destination("https://logs.example/${each.key}").credentials}',
    ),
    fields: [LogField.RayID, LogField.EdgeResponseStatus],
    timestampFormat: TimestampFormat.RFC3339,
  });
}
