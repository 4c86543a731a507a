import { Token, type TerraformStack } from 'cdktf';
import { LogOutput, LogpushJob, OutputType, TimestampFormat, type LogpushJobProps } from '../../../lib';
import { jobsPath, listOf, zoneId } from '../../support/edge-stack';
import { describeWithNullProvider } from '../../support/null-provider/mirror';
import { saidIn, startProvisionerStack, type ProvisionerStack } from '../../support/provisioner-stack';

describeWithNullProvider('output options through null_resource and local-exec', () => {
  let edge: ProvisionerStack;
  beforeEach(async () => {
    edge = await startProvisionerStack();
  });
  afterEach(() => edge.close());

  const declare = (more: Partial<LogpushJobProps>) => {
    edge.declare((stack: TerraformStack) => {
      new LogpushJob(stack, 'logs', {
        zoneId,
        name: 'logs',
        destinationConf: 'https://logs.example.com/in',
        fields: ['RayID', 'ClientIP'],
        ...more,
      });
    });
  };
  const settle = async () => {
    await edge.dir.apply();
    expect((await edge.dir.plan()).code).toBe(0);
    const [job] = listOf(await edge.emulator.result('GET', jobsPath));
    return job;
  };

  it('are made, changed and taken away in place, also by what only Terraform knows', async () => {
    const suffix = Token.asString('${join("", ["|", "\\n"])}');
    const csv = (recordSuffix: string): Partial<LogpushJobProps> => ({
      timestampFormat: TimestampFormat.RFC3339_MS,
      output: LogOutput.outputOptions({
        outputType: OutputType.CSV,
        batchPrefix: '"RayID",\'ClientIP\' $${a}\n',
        recordSuffix,
        cve202144228: true,
      }),
    });
    declare(csv(suffix));
    await edge.dir.init();
    const made = await settle();
    const options = {
      field_names: ['RayID', 'ClientIP'],
      timestamp_format: 'rfc3339ms',
      sample_rate: 1,
      output_type: 'csv',
      batch_prefix: '"RayID",\'ClientIP\' ${a}\n',
      record_suffix: '|\n',
      'CVE-2021-44228': true,
    };
    expect(made).toMatchObject({ logpull_options: null, output_options: options });
    expect(await edge.writes()).toEqual(['POST logpush/jobs']);

    declare(csv('|\n'));
    await settle();
    expect(await edge.writes()).toEqual([]);

    declare(csv('\r\n'));
    expect(await settle()).toEqual({
      ...(made as object),
      output_options: { ...options, record_suffix: '\r\n' },
    });
    expect(await edge.writes()).toEqual(['PUT logpush/jobs/:id']);

    declare({});
    expect(await settle()).toEqual({
      ...(made as object),
      logpull_options: 'fields=ClientIP,RayID&timestamps=unixnano',
      output_options: null,
    });
    await edge.dir.destroy();
  });

  it('that make no sense are refused', async () => {
    const recordTemplate = Token.asString('${join("", ["{{.Ray", "Id}}"])}');
    declare({ output: LogOutput.outputOptions({ recordTemplate }) });
    await edge.dir.init();
    const ended = await edge.dir.apply([], { expectCode: 1 });
    expect(saidIn(ended)).toContain('record_template uses "RayId"');
    expect(await edge.writes()).toEqual([]);
  });
});
