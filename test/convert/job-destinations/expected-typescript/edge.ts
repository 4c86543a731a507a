import { TerraformIterator, TerraformLocal, Token } from 'cdktn';
import { LogpushJob } from 'cdktf-edge-platform/cdktn';
import type { Construct } from 'constructs';

/** From main.tf. */
export function edge2(scope: Construct): void {
  new TerraformLocal(scope, 'variable_destination', '${provider::edge::destination(var.destination)}');
  // Wholly a variable.
  new LogpushJob(scope, 'variable', {
    zoneId: '${var.zone_id}',
    name: 'variable',
    destinationConf: '${local.variable_destination.conf}',
    destinationCredentials: Token.asStringMap('${local.variable_destination.credentials}'),
  });

  // A plus is a space.
  new LogpushJob(scope, 'header', {
    zoneId: '${var.zone_id}',
    name: 'header',
    destinationConf: 'https://logs.example.com/in?tags=env:${var.env}',
    destinationCredentials: { header_Authorization: 'Bearer ${var.collector.token}' },
  });

  // Each expression is a value of its own.
  new LogpushJob(scope, 'lake', {
    forEach: TerraformIterator.fromMap(Token.asAnyMap('${var.lake}')),
    zoneId: '${var.zone_id}',
    name: 'lake-${each.key}',
    destinationConf: 's3://${each.value.bucket}/http/{DATE}?region=eu-central-1',
    destinationCredentials: {
      'access-key-id': '${each.value.key}',
      'secret-access-key': '${each.value.secret}',
    },
  });

  // Secrets in the code.
  // TODO: Values in destination_conf are variables now (literal_header_x_key,
  // literal_header_authorization): set each with TF_VAR_<name>. The history of the code has those that
  // are secrets, so replace them at the destination. The user before the host is header_Authorization
  // now: "Basic " and user:password in base64.
  new LogpushJob(scope, 'literal', {
    count: Token.asNumber('${var.env == "prod" ? 1 : 0}'),
    zoneId: '${var.zone_id}',
    name: 'literal',
    destinationConf: 'https://logs.example.com/in',
    destinationCredentials: {
      'header_X-Key': '${var.literal_header_x_key}',
      'header_Content-Type': 'text/plain',
      header_Authorization: '${var.literal_header_authorization}',
    },
  });

  // TODO: Values in destination_conf are variables now (choice_header_authorization): set each with
  // TF_VAR_<name>. The history of the code has those that are secrets, so replace them at the
  // destination.
  new LogpushJob(scope, 'choice', {
    zoneId: '${var.zone_id}',
    name: 'choice',
    destinationConf:
      '${provider::edge::destination(var.env == "prod" ? "https://a.example.com/?header_Authorization=***&tags=a" : "https://b.example.com/?header_Authorization=${var.collector.token}").conf}',
    destinationCredentials: Token.asStringMap(
      '${provider::edge::destination(var.env == "prod" ? "https://a.example.com/?header_Authorization=${urlencode(var.choice_header_authorization)}&tags=a" : "https://b.example.com/?header_Authorization=${var.collector.token}").credentials}',
    ),
  });
}
