import fc from 'fast-check';
import {
  Batch,
  defaultFields,
  deliveryOf,
  formatBatch,
  lineTimestampFormats,
  outputDefaults,
  readTimestamp,
  recordMarker,
  recordWriter,
  type Delivery,
  type DeliveredJob,
  type Exchange,
  type OutputOptions,
} from '../../lib/logs';
import { datasetOf, httpRequests } from './dataset-of';

const exchange: Exchange = {
  request: { headers: [['X-Trace', 'a"b']] },
  fields: {
    RayID: 'ray',
    EdgeResponseStatus: 200,
    WorkerSubrequest: true,
    BotTags: ['a', 'b'],
    EdgeStartTimestamp: '2026-01-02T03:04:05.678901234Z',
    ClientRequestBytes: 2n ** 64n - 1n,
  },
};
const customFields = { requestHeaders: ['x-trace'], responseHeaders: [], cookies: [] };
const by = (options: OutputOptions) =>
  deliveryOf({ logpull_options: null, output_options: options }, httpRequests);
const record = (options: OutputOptions, of = exchange) =>
  recordWriter(by(options), customFields, httpRequests)(of);
const file = (options: OutputOptions, of: readonly Exchange[]) => {
  const delivery = by(options);
  return formatBatch(of.map(recordWriter(delivery, customFields, httpRequests)), delivery);
};

describe('what a job writes', () => {
  it.each(
    Object.entries<[DeliveredJob, Partial<Delivery>]>({
      'logpull options': [
        {
          logpull_options: 'fields=RayID,ClientIP&timestamps=rfc3339&sample=0.5&CVE-2021-44228=true',
          output_options: null,
        },
        {
          field_names: ['RayID', 'ClientIP'],
          timestamp_format: 'rfc3339',
          sample_rate: 0.5,
          'CVE-2021-44228': true,
        },
      ],
      'output options before logpull options': [
        { logpull_options: 'fields=ClientIP&sample=0.5', output_options: { field_names: ['RayID'] } },
        { field_names: ['RayID'] },
      ],
      'no fields': [
        { logpull_options: 'timestamps=unix', output_options: null },
        { field_names: defaultFields(httpRequests), timestamp_format: 'unix' },
      ],
      nothing: [
        { logpull_options: null, output_options: null },
        { field_names: defaultFields(httpRequests) },
      ],
      'unreadable options': [
        { logpull_options: 'colour=red', output_options: null },
        { field_names: defaultFields(httpRequests) },
      ],
    }),
  )('comes of %s', (_, [job, expected]) => {
    expect(deliveryOf(job, httpRequests)).toEqual({ ...outputDefaults('ndjson'), ...expected });
  });

  it('has every field by default for a dataset with unknown defaults', () => {
    const events = datasetOf('firewall_events');
    const { field_names: names } = deliveryOf({ logpull_options: null, output_options: {} }, events);
    expect(names).toEqual([...events.fields.keys()]);
  });
});

describe('a record', () => {
  const names = ['RayID', 'EdgeResponseStatus'];

  it.each(
    Object.entries<[OutputOptions, string]>({
      ndjson: [{}, '{"RayID":"ray","EdgeResponseStatus":200}\n'],
      csv: [{ output_type: 'csv' }, '"ray",200\n'],
      'field_names, in their order': [
        { field_names: ['EdgeResponseStatus', 'RayID'] },
        '{"EdgeResponseStatus":200,"RayID":"ray"}\n',
      ],
      record_prefix: [{ record_prefix: '{"info":{' }, '{"info":{"RayID":"ray","EdgeResponseStatus":200}\n'],
      'an empty record_prefix': [{ record_prefix: '' }, '"RayID":"ray","EdgeResponseStatus":200}\n'],
      record_suffix: [{ record_suffix: '}' }, '{"RayID":"ray","EdgeResponseStatus":200}'],
      'record_prefix of csv': [{ output_type: 'csv', record_prefix: '>' }, '>"ray",200\n'],
      field_delimiter: [{ field_delimiter: ' , ' }, '{"RayID":"ray" , "EdgeResponseStatus":200}\n'],
      'field_delimiter of csv': [{ output_type: 'csv', field_delimiter: '\t' }, '"ray"\t200\n'],
      record_template: [
        { record_template: '"ray-id":{{.RayID}},"status":{{ .EdgeResponseStatus }}' },
        '{"ray-id":"ray","status":200}\n',
      ],
      'record_template with a field that is not listed, and a field_delimiter that does nothing': [
        { record_template: '"a":{{.ClientIP}}', field_delimiter: '!' },
        '{"a":null}\n',
      ],
      'record_template of csv': [
        { output_type: 'csv', record_template: '{{.EdgeResponseStatus}};{{.RayID}}' },
        '200;"ray"\n',
      ],
      sample_rate: [{ sample_rate: 0.1 }, '{"RayID":"ray","EdgeResponseStatus":200}\n'],
      merge_subrequests: [{ merge_subrequests: true }, '{"RayID":"ray","EdgeResponseStatus":200}\n'],
      'csv of a flag, a list and an object': [
        { field_names: ['WorkerSubrequest', 'BotTags', 'RequestHeaders'], output_type: 'csv' },
        'true,"[""a"",""b""]","{""x-trace"":""a\\""b""}"\n',
      ],
      'csv of a number beyond 2^53': [
        { field_names: ['ClientRequestBytes'], output_type: 'csv' },
        '18446744073709551615\n',
      ],
      'csv of what the exchange lacks': [
        { field_names: ['ClientIP', 'BotScore', 'BotDetectionIDs'], output_type: 'csv' },
        '"",0,"[]"\n',
      ],
      'csv of an unknown field': [{ field_names: ['Tomorrow', 'RayID'], output_type: 'csv' }, ',"ray"\n'],
      'rfc3339 of csv': [
        { field_names: ['EdgeStartTimestamp'], timestamp_format: 'rfc3339', output_type: 'csv' },
        '"2026-01-02T03:04:05Z"\n',
      ],
    }),
  )('follows %s', (_, [options, text]) => {
    expect(record({ field_names: names, ...options })).toBe(text);
  });

  it.each([
    ['9007199254740993', '9007199254740993'],
    [9007199254740993n, '9007199254740993'],
    ['-18446744073709551615', '-18446744073709551615'],
    [7, '7'],
  ])('writes the int %s as a number with all digits', (value, written) => {
    const fields = { ClientRequestBytes: value };
    expect(record({ field_names: ['ClientRequestBytes'] }, { fields })).toBe(
      `{"ClientRequestBytes":${written}}\n`,
    );
  });

  it('contains no ${ with cve_2021_44228, whatever its source', () => {
    const fields = { ClientRequestPath: '/${jndi:ldap}/$${a}' };
    const options = { field_names: ['ClientRequestPath'], record_prefix: '${', record_suffix: '$' };
    expect(record(options, { fields })).toBe('${"ClientRequestPath":"/${jndi:ldap}/$${a}"$');
    expect(record({ ...options, 'CVE-2021-44228': true }, { fields })).toBe(
      'x{"ClientRequestPath":"/x{jndi:ldap}/$x{a}"$',
    );
  });

  it('of a template has the same limit for custom fields', () => {
    const long = { request: { headers: [['x-trace', 'x'.repeat(8000)] as const] } };
    const both: Exchange = { ...long, response: { headers: [['x-trace', 'y'.repeat(8000)]] } };
    const names = ['RequestHeaders', 'ResponseHeaders'];
    const listed = { requestHeaders: ['x-trace'], responseHeaders: ['x-trace'], cookies: [] };
    const delivery = by({ field_names: names, record_template: '{{.ResponseHeaders}}' });
    expect(recordWriter(delivery, listed, httpRequests)(both)).toBe(`{{"x-trace":"${'y'.repeat(192)}"}}\n`);
  });

  it('fails for an invalid timestamp, and for a template that cannot be read', () => {
    const fields = { EdgeStartTimestamp: 'yesterday' };
    expect(() => record({ field_names: ['EdgeStartTimestamp'], output_type: 'csv' }, { fields })).toThrow(
      /EdgeStartTimestamp is "yesterday"/,
    );
    expect(() => record({ record_template: '{{if}}' })).toThrow(/record_template has \{\{if}}/);
  });
});

describe('a file', () => {
  const field_names = ['RayID'];
  const some = ['a', 'b', 'c'].map((RayID) => ({ fields: { RayID } }));

  it.each<[string, OutputOptions, string]>([
    ['ndjson', {}, '{"RayID":"a"}\n{"RayID":"b"}\n{"RayID":"c"}\n'],
    ['csv', { output_type: 'csv' }, '"a"\n"b"\n"c"\n'],
    ['csv with a header', { output_type: 'csv', batch_prefix: 'RayID\n' }, 'RayID\n"a"\n"b"\n"c"\n'],
    [
      'one JSON document',
      {
        batch_prefix: '{"events":[',
        batch_suffix: '\n]}\n',
        record_prefix: '\n  {"info":{',
        record_suffix: '}}',
        record_delimiter: ',',
      },
      '{"events":[\n  {"info":{"RayID":"a"}},\n  {"info":{"RayID":"b"}},\n  {"info":{"RayID":"c"}}\n]}\n',
    ],
  ])('follows the batch options: %s', (_, options, text) => {
    expect(file({ ...options, field_names }, some)).toBe(text);
  });

  it('contains no ${ across its pieces, and is the same when written in pieces', () => {
    const piece = fc.constantFrom('', '$', '{', '${', '$$', 'a', '}\n', 'x${b}$');
    const options = fc.record({
      batch_prefix: piece,
      batch_suffix: piece,
      record_prefix: piece,
      record_suffix: piece,
      record_delimiter: piece,
    });
    fc.assert(
      fc.property(options, fc.array(piece), (pieces, values) => {
        const of = values.map((RayID) => ({ fields: { RayID } }));
        const plain = file({ ...pieces, field_names }, of);
        expect(file({ ...pieces, field_names, 'CVE-2021-44228': true }, of)).toBe(
          plain.replaceAll('${', 'x{'),
        );

        const delivery = by({ ...pieces, field_names });
        const batch = new Batch(delivery);
        const write = recordWriter(delivery, undefined, httpRequests);
        expect([...of.map((each) => batch.add(write(each))), batch.end()].join('')).toBe(plain);
      }),
    );
  });

  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom('"', ',', ';', '\n', '\r', '\\', 'é', ' ') }),
  );
  const values = fc.record({
    RayID: text,
    ClientRequestBytes: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
    WorkerSubrequest: fc.boolean(),
    BotTags: fc.array(text, { maxLength: 3 }),
    EdgeStartTimestamp: nanosBetween(-(2n ** 60n), 2n ** 62n),
  });
  const columns = ['RayID', 'ClientRequestBytes', 'WorkerSubrequest', 'BotTags', 'EdgeStartTimestamp'];

  it('of csv parses to the values', () => {
    fc.assert(
      fc.property(fc.array(values), fc.constantFrom(',', ';', '\t', '||'), (rows, field_delimiter) => {
        const options = { output_type: 'csv', field_names: columns, field_delimiter } as const;
        const read = readCsv(
          file(
            options,
            rows.map((fields) => ({ fields })),
          ),
          field_delimiter,
        );
        expect(read).toEqual(
          rows.map((row) => [
            row.RayID,
            String(row.ClientRequestBytes),
            String(row.WorkerSubrequest),
            JSON.stringify(row.BotTags),
            String(row.EdgeStartTimestamp),
          ]),
        );
      }),
    );
  });

  it('of ndjson parses to the values, with all digits of numbers', () => {
    fc.assert(
      fc.property(fc.array(values), (rows) => {
        const lines = file(
          { field_names: columns },
          rows.map((fields) => ({ fields })),
        ).split('\n');
        const read = lines.slice(0, -1).map((line) => ({
          ...(JSON.parse(line) as object),
          ClientRequestBytes: BigInt(/"ClientRequestBytes":(\d+),/.exec(line)?.[1] ?? -1),
          EdgeStartTimestamp: BigInt(/"EdgeStartTimestamp":(-?\d+)}$/.exec(line)?.[1] ?? -1),
        }));
        expect(read).toEqual(rows);
      }),
    );
  });

  it('parses to times with the precision of their format', () => {
    const unit = { unixnano: 1n, unix: 10n ** 9n, rfc3339: 10n ** 9n, rfc3339ms: 10n ** 6n, rfc3339ns: 1n };
    const times = nanosBetween(-62_135_596_800n * 10n ** 9n, 253_402_300_799n * 10n ** 9n);
    fc.assert(
      fc.property(times, fc.constantFrom(...lineTimestampFormats), (nanos, timestamp_format) => {
        const options = {
          output_type: 'csv',
          field_names: ['EdgeStartTimestamp'],
          timestamp_format,
        } as const;
        const [[cell = ''] = []] = readCsv(file(options, [{ fields: { EdgeStartTimestamp: nanos } }]), ',');
        const read = timestamp_format === 'unix' ? BigInt(cell) * 10n ** 9n : readTimestamp(cell);
        const step = unit[timestamp_format];
        const below = ((nanos % step) + step) % step;
        expect(read).toBe(nanos - below);
      }),
    );
  });
});

/** Smaller numbers are seconds. */
function nanosBetween(min: bigint, max: bigint): fc.Arbitrary<bigint> {
  const least = 10n ** 11n;
  return fc.oneof(fc.bigInt({ min, max: -least }), fc.bigInt({ min: least, max }), fc.constant(0n));
}

/** A reader of csv that knows nothing of the writer: RFC 4180, with any delimiter. */
function readCsv(csv: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let at = 0;
  while (at < csv.length) {
    if (csv[at] === '"') {
      for (at += 1; !(csv[at] === '"' && csv[at + 1] !== '"'); at += 1) {
        if (csv[at] === '"') at += 1;
        cell += csv[at] ?? '';
      }
      at += 1;
    } else if (csv.startsWith(delimiter, at)) {
      row.push(cell);
      cell = '';
      at += delimiter.length;
    } else if (csv[at] === '\n') {
      rows.push([...row, cell]);
      [row, cell] = [[], ''];
      at += 1;
    } else {
      cell += csv[at] ?? '';
      at += 1;
    }
  }
  return rows;
}

describe('marking the custom fields of a record', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.constantFrom('"', '${a', ',', '\n'),
  );
  const listed = fc.shuffledSubarray(['RayID', 'Cookies', 'BotScore', 'RequestHeaders', 'ResponseHeaders']);
  const format = fc.record({
    output_type: fc.constantFrom('ndjson', 'csv'),
    record_template: fc.constantFrom(
      '',
      '{{.RequestHeaders}}{{.Cookies}}',
      'a {{.RayID}}|{{.RequestHeaders}}',
    ),
    record_prefix: fc.constantFrom('{', '', 'é${'),
    'CVE-2021-44228': fc.boolean(),
  } as const);
  const names = { requestHeaders: ['x-trace'], responseHeaders: ['server'], cookies: ['session'] };

  it('writes what the writer writes, and marks what it wrote for the custom fields that have values', () => {
    fc.assert(
      fc.property(listed, format, text, text, (fields, options, header, rayId) => {
        const delivery = by({
          ...options,
          field_names: ['RayID', ...fields.filter((name) => name !== 'RayID')],
        });
        const of: Exchange = { request: { headers: [['x-trace', header]] }, fields: { RayID: rayId } };
        const marked = recordMarker(delivery, names, httpRequests)(of);
        expect(marked.text).toBe(recordWriter(delivery, names, httpRequests)(of));
        const values = marked.customFields.map(([from, to]) => marked.text.slice(from, to));
        const isWritten =
          fields.includes('RequestHeaders') ||
          (delivery.record_template !== '' && delivery.field_names.includes('RequestHeaders'));
        expect(values).toHaveLength(isWritten ? 1 : 0);
        for (const value of values) {
          const isCsv = value.startsWith('"');
          const json = isCsv ? value.slice(1, -1).replaceAll('""', '"') : value;
          const written = delivery['CVE-2021-44228'] ? header.replaceAll('${', 'x{') : header;
          expect(JSON.parse(json)).toEqual({ 'x-trace': written });
        }
      }),
    );
  });

  it('marks nothing without custom fields', () => {
    const delivery = by({ field_names: ['Cookies', 'RequestHeaders'], output_type: 'csv' });
    expect(recordMarker(delivery, undefined, httpRequests)({})).toEqual({
      text: '"{}","{}"\n',
      customFields: [],
    });
  });
});
