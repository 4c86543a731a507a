import { TerraformIterator, Token } from 'cdktn';
import {
  LogField,
  LogOutput,
  LogpushJob,
  OutputType,
  WafMigration,
  WafMigrationTarget,
} from 'cdktf-edge-platform/cdktn';
import type { LogFieldName } from 'cdktf-edge-platform/logs';
import type { Construct } from 'constructs';

/** From names.tf. */
export function names(scope: Construct): void {
  const logs = new LogpushJob(scope, 'logs', {
    forEach: TerraformIterator.fromMap(Token.asAnyMap('${var.zones}')),
    zoneId: '${each.value}',
    name: '${each.key}',
    enabled: Token.asAny('${coalesce(each.key != "", false)}'),
    destinationConf: 's3://logs?region=eu-central-1',
    sampleRate: Token.asNumber('${var.logs == "" ? 1 : 0.5}'),
    fields: ['${each.key}' as LogFieldName],
    output: LogOutput.outputOptions({ outputType: OutputType.CSV, batchPrefix: 'a$${b}\\n' }),
    filter: '${jsonencode({ where = { key = "Bot$${x}", operator = "eq", value = each.key } })}',
  });
  logs.resource.addOverride('output_options.cve_2021_44228', '${var.logs == ""}');

  // TODO: With its values here, the plan refuses cloudflare_logpush_job.constructor["c"]: Invalid
  // identifier: "d" is not an ID: IDs are 32 hexadecimal digits in lower case. Copy it from the overview
  // page of the zone.
  // TODO: Values in destination_conf are variables now (constructor_header_authorization): set each with
  // TF_VAR_<name>. The history of the code has those that are secrets, so replace them at the
  // destination.
  const constructorJob = new LogpushJob(scope, 'constructor-job', {
    forEach: TerraformIterator.fromMap({ 'a b': '${var.logs}', c: 'd' }),
    zoneId: '${each.value}',
    name: 'constructor',
    destinationConf: 'https://logs.example.com/in',
    destinationCredentials: { header_Authorization: '${var.constructor_header_authorization}' },
    fields: [LogField.RayID],
  });
  constructorJob.resource.overrideLogicalId('constructor');

  new LogpushJob(scope, 'lost', {
    zoneId: '${var.logs}',
    // TODO: name refers to cloudflare_waf_group.logs, which is replaced. Write the value or another
    // reference.
    //   cloudflare_waf_group.logs.mode
    name: '${cloudflare_waf_group.logs.mode}',
    destinationConf: 's3://logs?region=eu-central-1',
    fields: [LogField.RayID],
  });

  // The name of a variable that the new code needs.
  new LogpushJob(scope, 'acknowledge_waf_migration', {
    zoneId: '${var.logs}',
    name: 'taken',
    destinationConf: 's3://logs?region=eu-central-1',
    fields: [LogField.RayID],
  });

  // The same name as that of a job.
  const logsWaf = new WafMigration(scope, 'logs-waf', {
    count: Token.asNumber('${var.acknowledge_waf_migration ? 1 : 0}'),
    zoneId: '00000000000000000000000000000001',
    target: WafMigrationTarget.COMPLETE,
    acknowledgeIrreversible: Token.asAny('${var.acknowledge_waf_migration}'),
    expectedPrevious: { groups: { de677e5818985db1285d0e80225f06e5: 'on' } },
  });
  logsWaf.resource.overrideLogicalId('logs');
}
