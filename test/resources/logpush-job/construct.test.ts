import { Testing, TerraformVariable, type TerraformStack } from 'cdktf';
import {
  CustomFieldsRuleset,
  LogField,
  LogFilter,
  LogOutput,
  LogpushJob,
  OutputType,
  TimestampFormat,
  type LogpushJobProps,
} from '../../../lib';
import type { LogFieldName, LogDatasetName } from '../../../lib/logs';
import { makeStack, otherZoneId, resourceOf, synth, warningsOf, zoneId } from '../../constructs/support';
import { messageOf } from '../../support/message-of';
import { props } from './support';

let stack: TerraformStack;
beforeEach(() => {
  stack = makeStack();
});

const type = 'edge_logpush_job';

const where = (...leaves: object[]) => JSON.stringify({ where: { and: leaves } });

const make = (more: Partial<LogpushJobProps> = {}) => new LogpushJob(stack, 'job', { ...props, ...more });

describe('LogpushJob', () => {
  // test/mistakes and contract.test.ts have the rules. These are those whose text names props.
  it.each([
    [
      'a template with a field that is not listed',
      { output: LogOutput.outputOptions({ recordTemplate: '{{.RayId}}' }) },
      /output\.recordTemplate: Output options: recordTemplate uses "RayId".*Did you mean "RayID"\?/,
    ],
    [
      'csv that cannot be parsed',
      { output: LogOutput.outputOptions({ outputType: OutputType.CSV, fieldDelimiter: '' }) },
      /output\.fieldDelimiter: Output options: fieldDelimiter is empty/,
    ],
  ])('fails with %s', (_what, wrong, message) => {
    const said = messageOf(() => make(wrong));
    expect(said).toMatch(/^\[logs\/job\] LogpushJob:\n/);
    expect(said).toMatch(message);
  });

  it('fails with all faults in one error', () => {
    const attempt = () => make({ name: 'a b', fields: [], sampleRate: 2 });
    expect(attempt).toThrow(/name:.*\n.*sampleRate:.*\n.*fields:/);
  });

  it('writes output options with the order of the fields, and without the defaults of the type', () => {
    new LogpushJob(stack, 'plain', { ...props, output: LogOutput.outputOptions() });
    new LogpushJob(stack, 'csv', {
      ...props,
      name: 'csv',
      timestampFormat: TimestampFormat.RFC3339_MS,
      output: LogOutput.outputOptions({
        outputType: OutputType.CSV,
        batchPrefix: 'RayID,EdgeResponseStatus\n',
        recordPrefix: '',
        recordSuffix: '\r\n',
      }),
    });
    expect(resourceOf(stack, type, 'plain').output_options).toEqual({ field_names: props.fields });
    expect(resourceOf(stack, type, 'csv')).toMatchObject({
      timestamp_format: 'rfc3339ms',
      output_options: {
        field_names: props.fields,
        output_type: 'csv',
        batch_prefix: 'RayID,EdgeResponseStatus\n',
        record_suffix: '\r\n',
      },
    });
    expect(resourceOf(stack, type, 'csv').output_options).not.toHaveProperty('record_prefix');
  });

  describe('with unresolved tokens', () => {
    it('passes them to Terraform unchanged', () => {
      const text = new TerraformVariable(stack, 'text', { type: 'string' });
      const list = new TerraformVariable(stack, 'list', { type: 'list(string)' });
      const number = new TerraformVariable(stack, 'number', { type: 'number' });
      new LogpushJob(stack, 'job', {
        zoneId: text.stringValue,
        name: `job-${text.stringValue}`,
        dataset: '${var.text}' as LogDatasetName,
        destinationConf: text.stringValue,
        destinationCredentials: { 'access-key-id': text.stringValue, 'secret-access-key': text.stringValue },
        fields: list.listValue as LogFieldName[],
        sampleRate: number.numberValue,
        output: LogOutput.outputOptions({ batchPrefix: text.stringValue, recordTemplate: text.stringValue }),
        filter: text.stringValue,
      });
      expect(resourceOf(stack, type, 'job')).toEqual({
        zone_id: '${var.text}',
        name: 'job-${var.text}',
        dataset: '${var.text}',
        destination_conf: '${var.text}',
        destination_credentials: { 'access-key-id': '${var.text}', 'secret-access-key': '${var.text}' },
        fields: '${var.list}',
        sample_rate: '${var.number}',
        output_options: {
          field_names: '${var.list}',
          batch_prefix: '${var.text}',
          record_template: '${var.text}',
        },
        filter: '${var.text}',
      });
    });
  });

  describe('warns about', () => {
    it('what this version does not know, and synthesizes it', () => {
      const job = make({
        fields: ['RayID', 'SomeNewField', 'WAFAction'] as LogFieldName[],
        destinationConf: 'carrier://pigeon',
        where: LogFilter.field('OtherNewField' as LogFieldName).in(['a', 'b']),
        timestampFormat: 'rfc9999' as TimestampFormat,
        sampleRate: 0,
      });
      expect(warningsOf(job)).toEqual([
        expect.stringMatching(/^destinationConf: Destination unknown to this version: .*"carrier:\/\/"/),
        expect.stringMatching(
          /^timestampFormat: Value unknown to this version: timestampFormat is "rfc9999"/,
        ),
        expect.stringMatching(/^fields: Log fields unknown to this version: "SomeNewField" .* 2026-07/),
        expect.stringMatching(/^fields: Log fields retired by the service: .*"WAFAction".*"SecurityAction"/),
        expect.stringMatching(/^where: Log filter unknown to this version: "OtherNewField"/),
      ]);
      expect(resourceOf(stack, type, 'job')).toMatchObject({
        fields: ['RayID', 'SomeNewField', 'WAFAction'],
        destination_conf: 'carrier://pigeon',
        filter: where({ key: 'OtherNewField', operator: 'in', value: ['a', 'b'] }),
        timestamp_format: 'rfc9999',
        sample_rate: 0,
      });
    });

    it('a dataset that this version does not know, once', () => {
      const job = make({
        dataset: 'quantum_events' as LogDatasetName,
        fields: ['Any' as LogFieldName],
        where: LogFilter.field('Other' as LogFieldName).equalTo('x'),
      });
      expect(warningsOf(job)).toEqual([
        expect.stringMatching(/^dataset: Dataset unknown to this version: "quantum_events"/),
      ]);
      expect(resourceOf(stack, type, 'job')).toMatchObject({ dataset: 'quantum_events', fields: ['Any'] });
    });

    it('a literal ownership challenge, without showing it', () => {
      const job = make({ ownershipChallenge: 'canary' });
      expect(warningsOf(job)).toEqual([expect.stringContaining('ownershipChallenge is a literal')]);
      expect(warningsOf(job).join()).not.toContain('canary');
    });

    it('literal destination credentials, without showing them', () => {
      const job = make({
        destinationConf: 'r2://bucket?account-id=1',
        destinationCredentials: { 'access-key-id': 'canary', 'secret-access-key': '${var.secret}' },
      });
      expect(warningsOf(job)).toEqual([
        expect.stringContaining('destinationCredentials["access-key-id"] is a literal'),
      ]);
      expect(warningsOf(job).join()).not.toContain('canary');
    });

    it('custom-field log fields that no construct configures', () => {
      const job = make({ fields: ['RayID', 'Cookies', 'RequestHeaders'] });
      new CustomFieldsRuleset(stack, 'fields', { zoneId, cookies: ['a'] });
      new CustomFieldsRuleset(stack, 'others', { zoneId: otherZoneId, requestHeaders: ['a'] });
      synth(stack);
      expect(warningsOf(job)).toEqual([expect.stringMatching(/^RequestHeaders is listed in fields/)]);
    });

    it('a fifth job of a zone, once', () => {
      const jobs = Array.from(
        { length: 6 },
        (_, index) => new LogpushJob(stack, `job${index}`, { ...props, name: `job${index}` }),
      );
      new LogpushJob(stack, 'other', { ...props, zoneId: otherZoneId });
      synth(stack);
      expect(jobs.map((job) => warningsOf(job).length)).toEqual([0, 0, 0, 0, 1, 0]);
      expect(jobs.flatMap(warningsOf).join()).toMatch(
        /declares 6 jobs for the zone, and 4 are .*logs\/job0, .*logs\/job5/,
      );
    });
  });

  describe('does not warn about', () => {
    it('custom-field log fields that are configured, also later and with a variable as the zone', () => {
      const zone = new TerraformVariable(stack, 'zone', { type: 'string' });
      const fields = [LogField.Cookies, LogField.RequestHeaders, LogField.ResponseHeaders];
      const job = make({ zoneId: zone.stringValue, fields });
      const custom = new CustomFieldsRuleset(stack, 'fields', { zoneId: zone.stringValue, cookies: ['a'] });
      custom.addRequestHeaders('b');
      custom.addResponseHeaders('c');
      synth(stack);
      expect(warningsOf(job)).toEqual([]);
    });

    it('custom-field log fields that a construct of another stack configures', () => {
      const app = Testing.app();
      new CustomFieldsRuleset(makeStack('fields', app), 'fields', { zoneId, cookies: ['a'] });
      stack = makeStack('jobs', app);
      const job = make({ fields: ['Cookies'] });
      synth(stack);
      expect(warningsOf(job)).toEqual([]);
    });

    it('custom-field log fields when it cannot determine whether they are configured', () => {
      const zone = new TerraformVariable(stack, 'zone', { type: 'string' });
      const list = new TerraformVariable(stack, 'list', { type: 'list(string)' });
      new CustomFieldsRuleset(stack, 'fields', { zoneId: zone.stringValue, cookies: list.listValue });
      const job = make({ fields: ['Cookies'] });
      synth(stack);
      expect(warningsOf(job)).toEqual([]);
    });
  });
});
