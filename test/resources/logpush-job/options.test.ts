import type { LogpushJob } from '../../../lib/client';
import { fromJob, toOptions } from '../../../lib/resources/logpush-job/options';

const job = (options: Partial<LogpushJob>): LogpushJob => ({
  id: 1,
  dataset: 'http_requests',
  enabled: true,
  name: 'job',
  destination_conf: 'r2://bucket',
  logpull_options: null,
  output_options: null,
  filter: null,
  frequency: null,
  kind: '',
  max_upload_bytes: 0,
  max_upload_interval_seconds: 0,
  max_upload_records: 0,
  last_complete: null,
  last_error: null,
  error_message: null,
  ...options,
});

const delivery = { fields: ['RayID', 'ClientIP'], timestamp_format: 'rfc3339', sample_rate: 0.5 };

describe('what a job delivers', () => {
  it.each([
    ['nothing', '', { fields: [], timestamp_format: 'unixnano', sample_rate: 1 }],
    [
      'every option',
      'sample=0.5&timestamps=rfc3339&fields=RayID,ClientIP',
      { fields: ['RayID', 'ClientIP'], timestamp_format: 'rfc3339', sample_rate: 0.5 },
    ],
    [
      'an option of tomorrow',
      'fields=RayID&compress=zstd&flag',
      { fields: ['RayID'], timestamp_format: 'unixnano', sample_rate: 1 },
    ],
    [
      'a field twice',
      'fields=RayID,ClientIP,RayID',
      { fields: ['RayID', 'ClientIP'], timestamp_format: 'unixnano', sample_rate: 1 },
    ],
    [
      'values nobody can read',
      'fields=%ZZ&sample=many&timestamps=rfc9999',
      { fields: ['%ZZ'], timestamp_format: 'rfc9999', sample_rate: 1 },
    ],
  ])('is read from options with %s', (_, text, expected) => {
    expect(fromJob(job({ logpull_options: text }))).toEqual(expected);
  });

  it('is read from output options before logpull options', () => {
    const output = { field_names: ['RayID', 'RayID', 7], timestamp_format: '', sample_rate: 0 };
    expect(fromJob(job({ logpull_options: 'fields=ClientIP', output_options: output }))).toEqual({
      fields: ['RayID'],
      timestamp_format: 'unixnano',
      sample_rate: 1,
    });
  });
});

describe('what is sent to change it', () => {
  it('keeps options that no attribute stands for, also those of tomorrow', () => {
    const text = 'fields=BotScore&compress=zstd&sample=0.1&CVE-2021-44228=true&timestamps=unix';
    expect(toOptions(delivery, job({ logpull_options: text }))).toEqual({
      logpull_options:
        'fields=ClientIP,RayID&timestamps=rfc3339&sample=0.5&compress=zstd&CVE-2021-44228=true',
    });
  });

  it('keeps the rest of output options, and does not touch logpull options then', () => {
    const output = { field_names: ['BotScore'], output_type: 'csv', tomorrow: { a: 1 } };
    expect(toOptions(delivery, job({ logpull_options: 'fields=BotScore', output_options: output }))).toEqual({
      output_options: {
        field_names: ['ClientIP', 'RayID'],
        output_type: 'csv',
        tomorrow: { a: 1 },
        timestamp_format: 'rfc3339',
        sample_rate: 0.5,
      },
    });
  });
});
