import * as logs from '../../lib/logs';
import { httpRequests } from './dataset-of';

describe('the examples in the documentation', () => {
  it('show the results of parseFilter', () => {
    const { faults } = logs.parseFilter(
      '{"where":{"and":[{"key":"ClientCountry","operator":"neq","value":"ca"}]}}',
    );
    expect(faults[0]?.message).toBe('There is no operator "neq". Did you mean "!eq"?');
    expect(faults[0]?.position).toEqual({ offset: 51, line: 1, column: 52 });
  });

  it('show the results of checkFilterText', () => {
    const text = '{"where":{"and":[{"key":"EdgeResponseStatus","operator":"geq","value":500}]}}';
    expect(logs.checkFilterText(text, httpRequests)[0]?.message).toBe(
      'The value of "EdgeResponseStatus" is the number 500; "geq" takes its scalar as a string. Write "500".',
    );
  });

  it('show what canonicalFilter writes', () => {
    const { filter } = logs.parseFilter('{"where":{"or":[{"value":30,"key":"BotScore","operator":"lt"}]}}');
    expect(filter && logs.canonicalFilter(filter)).toBe(
      '{"where":{"and":[{"key":"BotScore","operator":"lt","value":"30"}]}}',
    );
  });

  it('show what projectLine writes', () => {
    const exchange = {
      request: { headers: [['X-Trace', 'abc']] },
      fields: { RayID: '7d3f', EdgeStartTimestamp: '2024-05-01T12:00:00.123456789Z' },
    } as const;
    const job = {
      fields: ['RayID', 'EdgeStartTimestamp', 'RequestHeaders'],
      timestamps: 'unixnano',
    } as const;
    const customFields = { requestHeaders: ['x-trace'], responseHeaders: [], cookies: [] };
    expect(logs.projectLine(exchange, job, customFields, httpRequests)).toBe(
      '{"RayID":"7d3f","EdgeStartTimestamp":1714564800123456789,"RequestHeaders":{"x-trace":"abc"}}',
    );
  });

  it('show what output options, templates and records look like', () => {
    expect(logs.parseOutputOptions({ output_type: 'ndjsn' }).faults[0]?.message).toBe(
      'output_type is "ndjsn"; this version knows ndjson, csv, as of 2026-07. Did you mean "ndjson"?',
    );
    const options = { field_names: ['RayID'], record_template: '{{.ClientIP}}' };
    expect(logs.checkOutputOptions(options, httpRequests)[0]?.code).toBe('output_options.template_field');
    expect(logs.parseTemplate('"ray":{{.RayID}}').pieces).toEqual(['"ray":', { field: 'RayID' }]);
    const pulled = { logpull_options: 'fields=RayID&timestamps=rfc3339', output_options: null };
    expect(logs.deliveryOf(pulled, httpRequests).timestamp_format).toBe('rfc3339');
    const job = {
      logpull_options: null,
      output_options: { output_type: 'csv', field_names: ['RayID', 'BotScore'] },
    } as const;
    const write = logs.recordWriter(logs.deliveryOf(job, httpRequests), undefined, httpRequests);
    expect(write({ fields: { RayID: 'a"b', BotScore: 7 } })).toBe('"a""b",7\n');
  });
});
