import { Token } from 'cdktf';
import { LogField, LogOutput, LogpushJob, OutputType, TimestampFormat } from 'cdktf-edge-platform';
import type { Construct } from 'constructs';

/** From main.tf. */
export function edge2(scope: Construct): void {
  // The names of fields once: in alphabetical order as fields, and else in the order of the record.
  new LogpushJob(scope, 'literal', {
    zoneId: '${var.zone_id}',
    name: 'literal',
    destinationConf: 'r2://logs/literal?account-id=1',
    timestampFormat: TimestampFormat.RFC3339,
    sampleRate: 0.5,
    fields: [LogField.ClientIP, LogField.RayID],
    output: LogOutput.outputOptions({ cve202144228: true }),
  });

  new LogpushJob(scope, 'csv', {
    zoneId: '${var.zone_id}',
    name: 'csv',
    enabled: Token.asAny('${coalesce(var.enabled, false)}'),
    destinationConf: 'r2://logs/csv?account-id=1',
    fields: [LogField.RayID, LogField.ClientIP],
    output: LogOutput.outputOptions({ outputType: OutputType.CSV }),
  });

  // Each member by itself.
  new LogpushJob(scope, 'members', {
    zoneId: '${var.zone_id}',
    name: 'members',
    destinationConf: 'r2://logs/members?account-id=1',
    timestampFormat: '${try(var.output.timestamp_format, null)}' as TimestampFormat,
    fields: Token.asList('${var.fields}'),
    output: LogOutput.outputOptions(),
    filter: '${var.where == null ? null : jsonencode({ where = var.where })}',
  });

  const whole = new LogpushJob(scope, 'whole', {
    zoneId: '${var.zone_id}',
    name: 'whole',
    destinationConf: 'r2://logs/whole?account-id=1',
    timestampFormat: '${try(var.output.timestamp_format, null)}' as TimestampFormat,
    sampleRate: Token.asNumber('${try(var.output.sample_rate, null)}'),
  });
  whole.resource.addOverride(
    'output_options',
    '${var.output == null ? null : {\n    field_names       = try(var.output.field_names, null)\n    output_type       = try(var.output.output_type, null)\n    batch_prefix      = try(var.output.batch_prefix, null)\n    batch_suffix      = try(var.output.batch_suffix, null)\n    record_prefix     = try(var.output.record_prefix, null)\n    record_suffix     = try(var.output.record_suffix, null)\n    record_delimiter  = try(var.output.record_delimiter, null)\n    field_delimiter   = try(var.output.field_delimiter, null)\n    record_template   = try(var.output.record_template, null)\n    cve_2021_44228    = try(var.output.cve20214428, var.output.cve202144228, var.output.cve_2021_44228, var.output.cve_2021_4428, null)\n    merge_subrequests = try(var.output.merge_subrequests, null)\n  }}',
  );

  const both = new LogpushJob(scope, 'both', {
    zoneId: '${var.zone_id}',
    name: 'both',
    destinationConf: 'r2://logs/both?account-id=1',
    fields: Token.asList('${var.output == null ? var.fields : null}'),
    timestampFormat:
      '${var.output == null ? "rfc3339" : try(var.output.timestamp_format, null)}' as TimestampFormat,
    sampleRate: Token.asNumber('${var.output == null ? 0.5 : try(var.output.sample_rate, null)}'),
  });
  both.resource.addOverride(
    'output_options',
    '${var.output == null ? null : {\n    field_names       = try(var.output.field_names, null)\n    output_type       = try(var.output.output_type, null)\n    batch_prefix      = try(var.output.batch_prefix, null)\n    batch_suffix      = try(var.output.batch_suffix, null)\n    record_prefix     = try(var.output.record_prefix, null)\n    record_suffix     = try(var.output.record_suffix, null)\n    record_delimiter  = try(var.output.record_delimiter, null)\n    field_delimiter   = try(var.output.field_delimiter, null)\n    record_template   = try(var.output.record_template, null)\n    cve_2021_44228    = try(var.output.cve20214428, var.output.cve202144228, var.output.cve_2021_44228, var.output.cve_2021_4428, null)\n    merge_subrequests = try(var.output.merge_subrequests, null)\n  }}',
  );

  new LogpushJob(scope, 'preferred', {
    zoneId: '${var.zone_id}',
    name: 'preferred',
    destinationConf: 'r2://logs/preferred?account-id=1',
    fields: [LogField.RayID],
    output: LogOutput.outputOptions(),
  });

  new LogpushJob(scope, 'pull', {
    zoneId: '${var.zone_id}',
    name: 'pull',
    destinationConf: 'r2://logs/pull?account-id=1',
    fields: Token.asList('${provider::edge::logpull_options(var.pull).fields}'),
    timestampFormat: '${provider::edge::logpull_options(var.pull).timestamp_format}' as TimestampFormat,
    sampleRate: Token.asNumber('${provider::edge::logpull_options(var.pull).sample_rate}'),
  });

  // A block of versions 3 and 4, under a condition.
  const dynamic = new LogpushJob(scope, 'dynamic', {
    zoneId: '${var.zone_id}',
    name: 'dynamic',
    destinationConf: 'r2://logs/dynamic?account-id=1',
    fields: Token.asList('${length(var.output == null ? [] : [var.output]) == 0 ? ["RayID"] : null}'),
    timestampFormat:
      '${length(var.output == null ? [] : [var.output]) == 0 ? "unix" : one([for output_options in [for edge_key, edge_value in (var.output == null ? [] : [var.output]) : { key = edge_key, value = edge_value }] : "rfc3339"])}' as TimestampFormat,
  });
  dynamic.resource.addOverride(
    'output_options',
    '${one([for output_options in [for edge_key, edge_value in (var.output == null ? [] : [var.output]) : { key = edge_key, value = edge_value }] : {\n    field_names    = output_options.value.field_names\n    cve_2021_44228 = true\n    batch_prefix   = try(output_options.value.batch_prefix, "")\n  }])}',
  );
}
