import { JobKind, LogOutput, OutputType, TimestampFormat, type LogpushJobProps } from '../../../lib';
import { propName } from '../../../lib/resources/edge-resource';
import { outputAttributes } from '../../../lib/resources/logpush-job/output';
import { accountId, otherZoneId, zoneId } from '../../support/handler-harness';
import type { ResourceProfile } from '../../support/resource-profile';

const outputProps = {
  outputType: OutputType.CSV,
  batchPrefix: 'batch prefix',
  batchSuffix: 'batch suffix',
  recordPrefix: 'record prefix',
  recordSuffix: 'record suffix',
  recordDelimiter: 'record delimiter',
  fieldDelimiter: 'field delimiter',
  recordTemplate: '{{.RayID}}',
  cve202144228: true,
  mergeSubrequests: true,
};

/** `where` and `filter` exclude each other, and set the same attribute; `zoneId` and `accountId` do so too. */
const props = {
  zoneId,
  name: 'name',
  dataset: 'http_requests',
  destinationConf: 'r2://bucket?account-id=1',
  destinationCredentials: { 'access-key-id': '${var.id}', 'secret-access-key': '${var.key}' },
  destinationCredentialsVersion: 3,
  fields: ['RayID'],
  timestampFormat: TimestampFormat.RFC3339_NS,
  sampleRate: 0.25,
  output: LogOutput.outputOptions(outputProps),
  filter: '{"where":{"and":[{"key":"BotScore","operator":"gt","value":"1"}]}}',
  ownershipChallenge: '${var.challenge}',
  enabled: true,
} satisfies LogpushJobProps;

/** The options of `LogOutput`: all attributes except the order of fields, which comes from the job. */
const optionNames = Object.keys(outputAttributes).filter((name) => name !== 'field_names');

const job = (name: string) => ({
  name,
  dataset: 'http_requests',
  destination_conf: 's3://bucket/logs?endpoint=storage.example',
  logpull_options: 'fields=RayID',
});

const ofAccount = {
  accountId,
  name: 'name',
  dataset: 'audit_logs',
  destinationConf: props.destinationConf,
  fields: ['ActionType'],
} satisfies LogpushJobProps;

/** A job of this kind has no upload limits. */
const edge = {
  zoneId,
  name: 'name',
  kind: JobKind.EDGE,
  destinationConf: props.destinationConf,
  fields: props.fields,
} satisfies LogpushJobProps;

export const profile: ResourceProfile = {
  props,
  alternatives: [ofAccount, edge],
  synthesized: {
    output_options: {
      field_names: ['RayID'],
      ...Object.fromEntries(
        optionNames.map((name) => [name, Reflect.get(outputProps, propName(name)) as unknown]),
      ),
    },
  },
  zone: { jobs: [job('one'), job('two'), job('two')] },
  key: { zone_id: zoneId, account_id: null, name: 'one' },
  importId: `${zoneId}/one`,
  missing: { zone_id: otherZoneId, account_id: null, name: 'one' },
  shared: { zone_id: zoneId, account_id: null, name: 'two' },
};

export { optionNames, outputProps };
