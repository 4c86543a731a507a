import { TerraformIterator, TerraformLocal, Token } from 'cdktn';
import { LogField, LogpushJob, TimestampFormat } from 'cdktf-edge-platform/cdktn';
import type { Construct } from 'constructs';

/** From main.tf. */
export function edge2(scope: Construct): void {
  new TerraformLocal(
    scope,
    'errors_destination',
    '${{ for each_key, each_value in var.zones : each_key => provider::edge::destination("https://logs.example/${each_key}") }}',
  );
  // What went wrong, for the on-call team.
  new LogpushJob(scope, 'errors', {
    forEach: TerraformIterator.fromMap(Token.asAnyMap('${var.zones}')),
    zoneId: '${each.value}',
    // as it was
    name: 'errors-${each.key}',
    destinationConf: '${local.errors_destination[each.key].conf}',
    destinationCredentials: Token.asStringMap('${local.errors_destination[each.key].credentials}'),
    fields: [LogField.RayID, LogField.EdgeResponseStatus],
    timestampFormat: TimestampFormat.RFC3339,
  });
}
