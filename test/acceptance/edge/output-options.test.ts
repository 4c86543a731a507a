import { TerraformVariable } from 'cdktf';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { LogOutput, LogpushJob, OutputType, TimestampFormat, type LogpushJobProps } from '../../../lib';
import { deliveryOf, findDataset, formatBatch, parseOutputOptions, recordWriter } from '../../../lib/logs';
import { everyQuirk, pick, textAt } from '../../emulator/support';
import { jobsPath, listOf, startEdgeStack, zoneId, type EdgeStack } from '../../support/edge-stack';

const exchanges = ['a,"b"', 'plain', '${jndi:x}'].map((path, index) => ({
  fields: {
    RayID: `ray-${index}`,
    ClientRequestPath: path,
    EdgeResponseStatus: 200,
    EdgeStartTimestamp: '2026-01-02T03:04:05.678901234Z',
  },
}));

const csv = {
  timestampFormat: TimestampFormat.RFC3339_NS,
  output: LogOutput.outputOptions({
    outputType: OutputType.CSV,
    batchPrefix: 'RayID;EdgeStartTimestamp;ClientRequestPath\n',
    fieldDelimiter: ';',
    cve202144228: true,
  }),
};

describe('output options', () => {
  let edge: EdgeStack;
  beforeEach(async () => {
    edge = await startEdgeStack();
  });
  afterEach(() => edge.close());

  const declare = (more: Partial<LogpushJobProps>, imports?: string) => {
    edge.declare((stack) => {
      const job = new LogpushJob(stack, 'logs', {
        zoneId,
        name: 'logs',
        destinationConf: 's3://logs/out?endpoint=storage.example',
        fields: ['RayID', 'EdgeStartTimestamp', 'ClientRequestPath'],
        ...more,
      });
      if (imports !== undefined) job.importFrom(imports);
    });
  };
  const job = async () => {
    const [found, ...more] = listOf(await edge.emulator.result('GET', jobsPath));
    expect(more).toEqual([]);
    return found;
  };
  const settle = async () => {
    await edge.terraform.apply();
    await edge.terraform.expectNoChanges();
    return job();
  };
  const put = async (body: object) =>
    edge.emulator.result('PUT', `${jobsPath}/${textAt(await job(), 'id')}`, body);
  const deliver = async (bucket: string) => {
    const body = exchanges.map((each) => JSON.stringify(each)).join('\n');
    await edge.emulator.control('POST', `/zones/${zoneId}/requests`, body);
    const folder = join(edge.emulator.bucketsDir, bucket);
    const [file = '', ...more] = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.log.gz'),
    );
    expect(more).toEqual([]);
    return gunzipSync(readFileSync(join(folder, file))).toString();
  };

  it('make a job write exact csv, and are changed, restored after drift, and removed in place', async () => {
    declare(csv);
    const made = await settle();
    expect(made).toMatchObject({
      logpull_options: null,
      output_options: {
        field_names: ['RayID', 'EdgeStartTimestamp', 'ClientRequestPath'],
        output_type: 'csv',
        batch_prefix: 'RayID;EdgeStartTimestamp;ClientRequestPath\n',
        field_delimiter: ';',
        timestamp_format: 'rfc3339ns',
        'CVE-2021-44228': true,
      },
    });
    const text = await deliver('logs');
    expect(text).toBe(
      [
        'RayID;EdgeStartTimestamp;ClientRequestPath',
        '"ray-0";"2026-01-02T03:04:05.678901234Z";"a,""b"""',
        '"ray-1";"2026-01-02T03:04:05.678901234Z";"plain"',
        '"ray-2";"2026-01-02T03:04:05.678901234Z";"x{jndi:x}"',
        '',
      ].join('\n'),
    );
    expect(text).toBe(writtenBy(made));

    declare({
      ...csv,
      sampleRate: 0.5,
      output: LogOutput.outputOptions({ recordTemplate: '"ray":{{.RayID}}' }),
    });
    const changed = await settle();
    expect(pick(changed, 'id')).toBe(pick(made, 'id'));
    expect(pick(changed, 'output_options')).toEqual({
      field_names: ['RayID', 'EdgeStartTimestamp', 'ClientRequestPath'],
      record_template: '"ray":{{.RayID}}',
      timestamp_format: 'rfc3339ns',
      sample_rate: 0.5,
    });

    // Replaced as a whole out of band: each member shows as drift, and is restored.
    await put({ output_options: { field_names: ['RayID'], output_type: 'csv', record_suffix: '|' } });
    const { action, before, after } = (await edge.terraform.plan()).change();
    expect(action).toBe('update');
    for (const name of [
      'output_type',
      'record_suffix',
      'record_template',
      'sample_rate',
      'timestamp_format',
    ]) {
      const at = (state: unknown) => pick(state, name) ?? pick(state, 'output_options', name);
      expect({ name, value: at(before) }).not.toEqual({ name, value: at(after) });
    }
    expect(pick(await settle(), 'output_options')).toEqual(pick(changed, 'output_options'));

    declare({ timestampFormat: TimestampFormat.RFC3339 });
    const moved = await settle();
    expect(moved).toEqual({
      ...(changed as object),
      logpull_options: 'fields=ClientRequestPath,EdgeStartTimestamp,RayID&timestamps=rfc3339',
      output_options: null,
    });

    declare(csv);
    expect(await settle()).toEqual({ ...(made as object), last_complete: pick(moved, 'last_complete') });
    await edge.terraform.destroy();
  });

  it('of a job created elsewhere are adopted without a change, and keep unknown members', async () => {
    await edge.emulator.control('PUT', '/quirks', everyQuirk);
    await edge.emulator.result('POST', jobsPath, {
      name: 'logs',
      enabled: true,
      destination_conf: 's3://logs/out?endpoint=storage.example',
      output_options: {
        field_names: ['RayID', 'EdgeStartTimestamp', 'ClientRequestPath'],
        output_type: 'ndjson',
        record_prefix: '{',
        record_suffix: '}\n',
        batch_suffix: '',
        record_delimiter: '',
        timestamp_format: 'rfc3339',
        'CVE-2021-44228': false,
        added_tomorrow: 'and kept',
      },
    });
    const same = {
      timestampFormat: TimestampFormat.RFC3339,
      output: LogOutput.outputOptions({ recordPrefix: '{', outputType: OutputType.NDJSON }),
    };
    declare(same, `${zoneId}/logs`);
    expect((await edge.terraform.plan()).counts).toEqual({ import: 1, add: 0, change: 0, destroy: 0 });
    await settle();

    edge.terraform.forget();
    declare(same);
    await edge.terraform.import('edge_logpush_job.logs', `${zoneId}/logs`);
    await edge.terraform.expectNoChanges();

    declare({ ...same, output: LogOutput.outputOptions({ outputType: OutputType.CSV }) });
    await settle();
    await edge.emulator.control('PUT', '/quirks', {});
    expect(pick(await job(), 'output_options')).toEqual({
      field_names: ['RayID', 'EdgeStartTimestamp', 'ClientRequestPath'],
      output_type: 'csv',
      timestamp_format: 'rfc3339',
      added_tomorrow: expect.any(String) as string,
    });
    await edge.terraform.expectNoChanges();

    declare({ timestampFormat: TimestampFormat.RFC3339 });
    expect((await edge.terraform.plan()).diagnostics).toMatchObject([
      { summary: 'Members unknown to this version' },
      {
        summary: expect.stringContaining('Job options are lost') as string,
        detail: expect.stringContaining('added_tomorrow') as string,
      },
    ]);
    expect(pick(await settle(), 'output_options')).toBeNull();
  });

  it('are checked in the plan when they are unknown at synth', async () => {
    edge.declare((stack) => {
      const { stringValue } = new TerraformVariable(stack, 'template', { type: 'string' });
      new LogpushJob(stack, 'logs', {
        zoneId,
        name: 'logs',
        destinationConf: 's3://logs/out?endpoint=storage.example',
        fields: ['RayID'],
        output: LogOutput.outputOptions({ recordTemplate: stringValue }),
      });
    });
    expect(await edge.terraform.validate()).toEqual([]);
    edge.terraform.variables = { template: '{{.RayId}}' };
    expect(await edge.terraform.failedPlan()).toMatchObject([
      {
        attribute: ['output_options', 'record_template'],
        detail: expect.stringContaining('record_template uses "RayId"') as string,
      },
    ]);
  });
});

/** What the library makes of a job, as the service gives it. */
function writtenBy(found: unknown): string {
  const dataset = findDataset('http_requests');
  const { options } = parseOutputOptions(pick(found, 'output_options'));
  if (dataset === undefined || options === undefined) throw new Error('there is nothing to write by');
  const delivery = deliveryOf({ logpull_options: null, output_options: options }, dataset);
  return formatBatch(exchanges.map(recordWriter(delivery, undefined, dataset)), delivery);
}
