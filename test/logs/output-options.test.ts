import {
  checkOutputOptions,
  outputDefaults,
  outputOptionNames,
  parseOutputOptions,
  type OutputOptions,
} from '../../lib/logs';
import { datasetOf, httpRequests } from './dataset-of';

const everything = {
  field_names: ['RayID'],
  output_type: 'csv',
  batch_prefix: 'RayID\n',
  batch_suffix: 'end',
  record_prefix: '<',
  record_suffix: '>',
  record_delimiter: '|',
  field_delimiter: ';',
  record_template: '{{.RayID}}',
  timestamp_format: 'rfc3339ns',
  sample_rate: 0.5,
  'CVE-2021-44228': true,
  merge_subrequests: true,
};

describe('output options', () => {
  it('are read option by option, null as omitted', () => {
    expect(parseOutputOptions(everything)).toEqual({ options: everything, faults: [] });
    expect(Object.keys(everything)).toEqual(outputOptionNames);
    const nothing = Object.fromEntries(outputOptionNames.map((name) => [name, null]));
    expect(parseOutputOptions(nothing)).toEqual({ options: {}, faults: [] });
  });

  it.each([
    ['no object', null, 'not_object', [], 'output_options are null.'],
    ['a list', [], 'not_object', [], 'output_options are [].'],
    ['nothing', undefined, 'not_object', [], 'output_options are nothing.'],
    ['an unknown member', { output_typ: 'csv' }, 'unknown', ['output_typ'], 'Did you mean "output_type"?'],
    [
      'the misspelt option of an older schema',
      { 'CVE-2021-4428': true },
      'unknown',
      ['CVE-2021-4428'],
      'Did you mean "CVE-2021-44228"?',
    ],
    ['a member nothing is like', { colour: 1 }, 'unknown', ['colour'], 'It knows field_names, output_type,'],
    [
      'a number for a text',
      { batch_prefix: 1 },
      'type',
      ['batch_prefix'],
      'batch_prefix is 1; it is a text.',
    ],
    ['a text for a flag', { merge_subrequests: 'yes' }, 'type', ['merge_subrequests'], 'it is true or false'],
    ['fields in one text', { field_names: 'RayID' }, 'type', ['field_names'], 'a list of field names'],
    ['a field that is a number', { field_names: [1] }, 'type', ['field_names'], 'field_names is [1]'],
    [
      'another type',
      { output_type: 'xml' },
      'choice',
      ['output_type'],
      'this version knows ndjson, csv, as of',
    ],
    [
      'another time format',
      { timestamp_format: 'rfc3339us' },
      'choice',
      ['timestamp_format'],
      'Did you mean "rfc3339',
    ],
    ['a sample of more than all', { sample_rate: 1.5 }, 'sample_rate', ['sample_rate'], 'from 0 to 1'],
  ])('fail with %s', (_, value, code, path, message) => {
    const { faults } = parseOutputOptions(value);
    expect(faults).toMatchObject([
      { code: `output_options.${code}`, path, message: expect.stringContaining(message) as string },
    ]);
  });

  it('report all faults at once', () => {
    expect(parseOutputOptions({ output_type: 'x', sample_rate: 2, colour: 1 }).faults).toHaveLength(3);
  });

  it.each<[string, OutputOptions]>([
    ['nothing', {}],
    ['everything', parseOutputOptions(everything).options ?? {}],
    ['a template without a list of fields', { record_template: '{{.RayID}}' }],
    [
      'an unused csv delimiter beside a template',
      { output_type: 'csv', field_delimiter: '', record_template: 'a' },
    ],
    ['an empty delimiter of ndjson', { field_delimiter: '' }],
  ])('accept %s', (_, options) => {
    expect(checkOutputOptions(options, httpRequests)).toEqual([]);
  });

  it.each(
    Object.entries<[OutputOptions, string, (string | number)[], string]>({
      'an unknown field': [
        { field_names: ['RayID', 'RayId'] },
        'fields.unknown',
        ['field_names', 1],
        'Did you mean "RayID"?',
      ],
      'no field': [{ field_names: [] }, 'fields.none', ['field_names'], 'No field is listed'],
      'a field twice': [
        { field_names: ['RayID', 'RayID'] },
        'fields.duplicate',
        ['field_names', 1],
        'more than once',
      ],
      'a template with a loop': [
        { record_template: '{{range .RayID}}' },
        'output_options.template',
        ['record_template'],
        'record_template has {{range .RayID}}, which',
      ],
      'a template with a field that is not listed': [
        { field_names: ['RayID', 'ClientIP'], record_template: '{{.RayID}} {{ .ClientIp }} {{.ClientIp}}' },
        'output_options.template_field',
        ['record_template'],
        'Did you mean "ClientIP"?',
      ],
      'csv without a delimiter': [
        { output_type: 'csv', field_delimiter: '' },
        'output_options.csv_delimiter',
        ['field_delimiter'],
        'is empty',
      ],
      'csv with a quote between columns': [
        { output_type: 'csv', field_delimiter: '"' },
        'output_options.csv_delimiter',
        ['field_delimiter'],
        'is "\\""',
      ],
      'csv with a line between columns': [
        { output_type: 'csv', field_delimiter: '\n' },
        'output_options.csv_delimiter',
        ['field_delimiter'],
        'line break',
      ],
    }),
  )('conflict with %s', (_, [options, code, path, message]) => {
    expect(checkOutputOptions(options, httpRequests)).toMatchObject([
      { code, path, message: expect.stringContaining(message) as string },
    ]);
  });

  it('conflict with merge_subrequests in a dataset without subrequests', () => {
    const [fault] = checkOutputOptions({ merge_subrequests: true }, datasetOf('firewall_events'));
    expect(fault?.code).toBe('output_options.merge_subrequests');
  });

  it('default by output type', () => {
    const common = {
      batch_prefix: '',
      batch_suffix: '',
      record_delimiter: '',
      field_delimiter: ',',
      record_template: '',
      timestamp_format: 'unixnano',
      sample_rate: 1,
      'CVE-2021-44228': false,
    };
    expect(outputDefaults('ndjson')).toEqual({
      ...common,
      output_type: 'ndjson',
      record_prefix: '{',
      record_suffix: '}\n',
    });
    expect(outputDefaults('csv')).toEqual({
      ...common,
      output_type: 'csv',
      record_prefix: '',
      record_suffix: '\n',
    });
  });
});
