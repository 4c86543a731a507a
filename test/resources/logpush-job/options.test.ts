import type { LogpushJob } from '../../../lib/client';
import { job as table } from '../../../lib/client/logpush';
import type { JobOutput } from '../../../lib/resources/logpush-job/output';
import {
  deliveryOf,
  toNewOptions,
  toOptions,
  unmanagedOptions,
} from '../../../lib/resources/logpush-job/options';
import { outputOptions } from './support';

const job = (options: Partial<LogpushJob>): LogpushJob =>
  table.read(
    { id: 1, dataset: 'http_requests', destination_conf: 'r2://bucket', ...options },
    (what) => new Error(what),
  );

const plain = outputOptions();
const nothing = { fields: null, output_options: null };
/** The options whose attributes have their names. */
const everything = {
  ...{ batch_prefix: 'a', batch_suffix: 'b', record_prefix: 'c', record_suffix: 'd', record_delimiter: 'e' },
  ...{ field_delimiter: 'f', record_template: 'g', merge_subrequests: true },
};
const delivery = {
  fields: ['RayID', 'ClientIP'],
  timestamp_format: 'rfc3339',
  sample_rate: 0.5,
  output_options: null,
};

describe('what a job delivers', () => {
  it.each(
    Object.entries<[string, object]>({
      nothing: ['', { fields: null }],
      'every option': [
        'sample=0.5&timestamps=rfc3339&fields=RayID,ClientIP',
        { fields: ['RayID', 'ClientIP'], timestamp_format: 'rfc3339', sample_rate: 0.5 },
      ],
      'an option of tomorrow': ['fields=RayID&compress=zstd&flag', { fields: ['RayID'] }],
      'a field twice': ['fields=RayID,ClientIP,RayID', { fields: ['RayID', 'ClientIP'] }],
      'unreadable values': [
        'fields=%ZZ&sample=many&timestamps=rfc9999',
        { fields: ['%ZZ'], timestamp_format: 'rfc9999' },
      ],
    }),
  )('is read from options with %s', (_, [text, expected]) => {
    const defaults = { timestamp_format: 'unixnano', sample_rate: 1, output_options: null };
    expect(deliveryOf(job({ logpull_options: text }), nothing)).toEqual({ ...defaults, ...expected });
  });

  it('is read from output options before logpull options', () => {
    const output = { field_names: ['RayID', 'RayID', 7], timestamp_format: '', sample_rate: '0' };
    expect(deliveryOf(job({ logpull_options: 'fields=ClientIP', output_options: output }), nothing)).toEqual({
      fields: ['RayID'],
      timestamp_format: 'unixnano',
      sample_rate: 1,
      output_options: { ...plain, field_names: ['RayID'] },
    });
  });

  it.each(
    Object.entries<[object, Partial<JobOutput>]>({
      nothing: [{}, {}],
      'unreadable values': [
        { output_type: 7, batch_prefix: null, record_prefix: [], 'CVE-2021-44228': 'yes' },
        {},
      ],
      'a type of tomorrow': [{ output_type: 'parquet' }, { output_type: 'parquet' }],
      'defaults spelled out': [
        { output_type: 'ndjson', record_prefix: '{', record_suffix: '}\n', field_delimiter: ',' },
        {},
      ],
      'the defaults of csv': [
        { output_type: 'csv', record_prefix: '', record_suffix: '\n' },
        { output_type: 'csv' },
      ],
      'what is a default of the other type': [
        { output_type: 'csv', record_prefix: '{', record_suffix: '}\n' },
        { output_type: 'csv', record_prefix: '{', record_suffix: '}\n' },
      ],
      'no prefix at all': [{ record_prefix: '' }, { record_prefix: '' }],
      everything: [
        { ...everything, 'CVE-2021-44228': true },
        { ...everything, cve_2021_44228: true },
      ],
    }),
  )('is read from output options with %s', (_, [options, expected]) => {
    const { output_options: output } = deliveryOf(job({ output_options: { ...options } }), nothing);
    expect(output).toEqual({ ...plain, ...expected });
  });

  it('keeps its notation: an alphabetical order, and a prefix that equals the default', () => {
    const options = { field_names: ['ClientIP', 'RayID'], record_prefix: '{' };
    const read = (configured: JobOutput | null) =>
      deliveryOf(job({ output_options: options }), { fields: null, output_options: configured })
        .output_options;
    expect(read(null)).toEqual({ ...plain, field_names: ['ClientIP', 'RayID'] });
    expect(read(plain)).toEqual(plain);
    const spelled = { ...plain, field_names: ['ClientIP', 'RayID'], record_prefix: '{' };
    expect(read(spelled)).toEqual(spelled);
    const other = { field_names: ['RayID', 'ClientIP'], record_prefix: '<' };
    expect(
      deliveryOf(job({ output_options: other }), { fields: null, output_options: plain }).output_options,
    ).toEqual({ ...plain, ...other });
  });
});

describe('what an update sends', () => {
  const own = { field_names: ['ClientIP', 'RayID'], timestamp_format: 'rfc3339', sample_rate: 0.5 };
  const withOutput = (output: Partial<JobOutput> = {}) => ({
    ...delivery,
    output_options: { ...plain, ...output },
  });

  it('keeps options without an attribute, also unknown ones', () => {
    const text = 'fields=BotScore&compress=zstd&sample=0.1&CVE-2021-44228=true&timestamps=unix';
    expect(toOptions(delivery, delivery, job({ logpull_options: text }))).toEqual({
      logpull_options:
        'fields=ClientIP,RayID&timestamps=rfc3339&sample=0.5&compress=zstd&CVE-2021-44228=true',
    });
  });

  it('has all configured options of a new job, without defaults', () => {
    expect(toNewOptions(delivery)).toEqual({
      logpull_options: 'fields=ClientIP,RayID&timestamps=rfc3339&sample=0.5',
    });
    expect(toNewOptions(withOutput())).toEqual({ output_options: own });
    const order = ['RayID', 'ClientIP'];
    const given = { field_names: order, output_type: 'csv', record_prefix: '', cve_2021_44228: true };
    expect(toNewOptions(withOutput(given))).toEqual({
      output_options: { ...own, field_names: order, output_type: 'csv', 'CVE-2021-44228': true },
    });
  });

  it('has all current output options of the job, with the changed ones', () => {
    const held = {
      field_names: ['ClientIP', 'RayID'],
      output_type: 'csv',
      field_delimiter: '|',
      batch_suffix: 'set elsewhere since',
      sample_rate: 0.1,
      tomorrow: { a: 1 },
    };
    const before = withOutput({ output_type: 'csv', field_delimiter: '|' });
    const after = {
      ...withOutput({ output_type: 'csv', record_template: '{{.RayID}}' }),
      timestamp_format: 'unix',
    };
    expect(
      toOptions(before, after, job({ logpull_options: 'fields=BotScore', output_options: held })),
    ).toEqual({
      output_options: {
        field_names: ['ClientIP', 'RayID'],
        output_type: 'csv',
        batch_suffix: 'set elsewhere since',
        sample_rate: 0.1,
        tomorrow: { a: 1 },
        record_template: '{{.RayID}}',
        timestamp_format: 'unix',
      },
    });
  });

  it('removes the defaults of the previous type with it, also where they were explicit', () => {
    const held = {
      ...own,
      output_type: 'ndjson',
      record_prefix: '{',
      record_suffix: '}\n',
      batch_prefix: '',
    };
    const change = toOptions(withOutput(), withOutput({ output_type: 'csv' }), job({ output_options: held }));
    expect(change).toEqual({ output_options: { ...own, output_type: 'csv', batch_prefix: '' } });
  });

  it('changes a job to output options, without logpull options', () => {
    const output = { output_options: own };
    expect(toOptions(delivery, withOutput(), job({}))).toEqual(output);
    expect(toOptions(delivery, withOutput(), job({ logpull_options: 'fields=RayID' }))).toEqual({
      ...output,
      logpull_options: null,
    });
  });

  it('changes a job back to logpull options', () => {
    expect(toOptions(withOutput(), delivery, job({ output_options: { field_names: ['RayID'] } }))).toEqual({
      logpull_options: 'fields=ClientIP,RayID&timestamps=rfc3339&sample=0.5',
      output_options: null,
    });
  });
});

describe('options without an attribute', () => {
  it.each<[string, Partial<LogpushJob>, string[]]>([
    ['nothing', {}, []],
    [
      'of logpull options',
      { logpull_options: 'fields=RayID&compress=zstd&CVE-2021-44228=true' },
      ['compress', 'CVE-2021-44228'],
    ],
    ['of logpull options that say what is so anyway', { logpull_options: 'CVE-2021-44228=false' }, []],
    [
      'of output options',
      {
        output_options: { field_names: [], 'CVE-2021-44228': true, tomorrow: 1 },
        logpull_options: 'compress=zstd',
      },
      ['tomorrow'],
    ],
  ])('are reported by name: %s', (_, options, names) => {
    expect(unmanagedOptions(job(options))).toEqual(names);
  });
});

describe('a job without a list of fields', () => {
  const omitted = { ...delivery, fields: null };

  it('is read from options that name none', () => {
    for (const options of [
      { logpull_options: null },
      { logpull_options: 'timestamps=rfc3339' },
      { output_options: {} },
      { output_options: { field_names: [] } },
    ])
      expect(deliveryOf(job(options), nothing).fields).toBeNull();
  });

  it('sends none, and takes a list away again', () => {
    expect(toNewOptions(omitted)).toEqual({ logpull_options: 'timestamps=rfc3339&sample=0.5' });
    expect(toNewOptions({ ...omitted, output_options: plain }).output_options).not.toHaveProperty(
      'field_names',
    );
    const listed = { ...delivery, output_options: plain };
    const current = { field_names: ['ClientIP', 'RayID'], timestamp_format: 'rfc3339', sample_rate: 0.5 };
    expect(toOptions(listed, { ...listed, fields: null }, job({ output_options: current }))).toEqual({
      output_options: { timestamp_format: 'rfc3339', sample_rate: 0.5 },
    });
  });
});
