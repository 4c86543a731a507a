import { TerraformIterator, Token } from 'cdktf';
import { LogField, LogpushJob } from 'cdktf-edge-platform';
import type { Construct } from 'constructs';

/** From main.tf. */
export function edge2(scope: Construct): void {
  new LogpushJob(scope, 'each', {
    forEach: TerraformIterator.fromMap(Token.asAnyMap('${var.zones}')),
    zoneId: '${each.value}',
    name: '${each.key}',
    destinationConf: 's3://logs/${each.key}?region=eu-central-1',
    fields: [LogField.RayID],
    ownershipChallenge: '${lookup(var.challenges, each.key, "")}',
  });
}
