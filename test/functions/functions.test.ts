import { TerraformStack, Testing } from 'cdktf';
import fc from 'fast-check';
import { EdgeProvider, LogFilter, LogpushJob, SqlDialect, SqlSource } from '../../lib';
import { functions } from '../../lib/functions';
import { findDataset, datasetNames } from '../../lib/logs';
import { withCredentials } from '../../lib/resources/logpush-job/destination';
import { unknown, type Value } from '../../lib/schema';
import { startLocalPlugin } from '../support/terraform-client/local';
import { evaluate } from './evaluate';

const plugin = startLocalPlugin({
  description: 'Functions alone.',
  attributes: {},
  resources: [],
  functions,
  configure: () => {
    throw new Error('A function needs no configuration.');
  },
});
const { functions: remote } = plugin;
const call = (name: string, ...values: readonly unknown[]) => remote.call(name, ...values);
const json = (expression: string) => LogFilter.fromExpression(expression).toJson();
const failures = json('EdgeResponseStatus >= 500');

const expressions = [
  'EdgeResponseStatus >= 500 and not ClientCountry in {"nl" "de"}',
  'EdgeResponseStatus in {500 503} or (BotScore < 30 and ClientRequestHost contains "shop")',
  'starts_with(ClientRequestPath, "/api/") and not ends_with(ClientRequestPath, ".css")',
  'ClientRequestPath == "${"',
  'not (ClientTCPRTTMs != 5 or SecurityRuleIDs contains "a\\"b")',
];

describe.each(functions.map((each) => [each.name, each] as const))('%s', (_, { examples }) => {
  it.each(examples.map(({ code, result }) => [code, result] as const))(
    'gives what its docs say: %s',
    async (code, result) => {
      expect(await evaluate(remote, code)).toEqual(result);
    },
  );
});

describe('filter', () => {
  it.each(expressions)('gives what LogFilter.fromExpression reads: %s', async (expression) => {
    expect(await call('filter', expression)).toBe(json(expression));
  });

  it.each(expressions.filter((each) => !each.includes('${')))(
    'gives with a dataset what a construct sends: %s',
    async (expression) => {
      expect(await call('filter', expression, { dataset: 'http_requests' })).toBe(
        sentByConstruct(expression),
      );
    },
  );

  it('shortens a filter beyond the limits for a dataset, as a construct does', async () => {
    const long = Array.from({ length: 40 }, (_, index) => `EdgeResponseStatus == ${500 + index}`).join(
      ' or ',
    );
    const shortened = await call('filter', long, { dataset: 'http_requests' });
    expect(shortened).toBe(sentByConstruct(long));
    expect(shortened).not.toBe(await call('filter', long));
  });

  it('fails for a dataset where no shorter form is within the limits', async () => {
    const long = `ClientRequestPath == "${'a'.repeat(1000)}"`;
    await expect(call('filter', long, { dataset: 'http_requests' })).rejects.toThrow(
      'Invalid value for "expression" parameter: The filter has 2 operators and 1074 bytes, and no shorter form was found.',
    );
  });

  it('takes a field and a dataset that this version does not know', async () => {
    expect(await call('filter', 'NewField == 1', { dataset: 'http_requests' })).toBe(json('NewField == 1'));
    expect(await call('filter', 'NewField == 1', { dataset: 'new_dataset' })).toBe(json('NewField == 1'));
  });

  it('takes the scope of a dataset, and options that are null', async () => {
    const options = { dataset: 'firewall_events', scope: 'account' };
    expect(await call('filter', 'ClientCountry == "de"', options)).toBe(json('ClientCountry == "de"'));
    expect(await call('filter', 'ClientCountry == 5', { dataset: null })).toBe(json('ClientCountry == 5'));
    expect(await call('filter', 'ClientCountry == 5', null)).toBe(json('ClientCountry == 5'));
  });
});

function sentByConstruct(expression: string): unknown {
  const stack = new TerraformStack(Testing.app(), 'stack');
  new EdgeProvider(stack, 'provider');
  new LogpushJob(stack, 'job', {
    zoneId: '0'.repeat(32),
    destinationConf: 's3://bucket/logs?region=eu-central-1',
    where: LogFilter.fromExpression(expression),
  });
  const { resource } = JSON.parse(Testing.synth(stack)) as {
    resource: { edge_logpush_job: Record<string, { filter: string }> };
  };
  return Object.values(resource.edge_logpush_job)[0]?.filter;
}

describe('filter_explain', () => {
  it.each(expressions)('gives an expression that filter reads: %s', async (expression) => {
    const text = json(expression);
    const explained = await call('filter_explain', text);
    expect(explained).toBe(LogFilter.fromJson(text).toExpression());
    expect(await call('filter', explained)).toBe(text);
  });

  it('quotes values by the types of a dataset', async () => {
    const text = json('ClientRequestPath == "404"');
    expect(await call('filter_explain', text)).toBe('ClientRequestPath == 404');
    expect(await call('filter_explain', text, { dataset: 'http_requests' })).toBe(
      'ClientRequestPath == "404"',
    );
  });

  it('is null without a filter', async () => {
    expect(await call('filter_explain', '')).toBeNull();
  });
});

describe('filter_matches', () => {
  const matches = (expression: string, record: unknown, ...options: unknown[]) =>
    call('filter_matches', json(expression), record, ...options);

  it.each<[string, object, boolean]>([
    ['EdgeResponseStatus >= 500', { EdgeResponseStatus: 500 }, true],
    ['EdgeResponseStatus >= 500', { EdgeResponseStatus: '503' }, true],
    ['EdgeResponseStatus >= 500', {}, false],
    ['ClientCountry in {"nl" "de"}', { ClientCountry: 'de', EdgeResponseStatus: 200 }, true],
    ['SecurityRuleIDs contains "b"', { SecurityRuleIDs: ['a', 'b'] }, true],
    ['EdgeResponseBytes == 18446744073709551615', { EdgeResponseBytes: 18446744073709551615n }, true],
    ['EdgeResponseBytes == 18446744073709551614', { EdgeResponseBytes: 18446744073709551615n }, false],
    [
      'ClientCountry == "de"',
      { ClientCountry: 'de', RequestHeaders: { a: 'b', c: null, d: [1.5] }, New: 1 },
      true,
    ],
  ])('compares %s with %p', async (expression, record, expected) => {
    expect(await matches(expression, record)).toBe(expected);
  });

  it('delivers every line without a filter', async () => {
    expect(await call('filter_matches', null, {})).toBe(true);
    expect(await call('filter_matches', '', { ClientCountry: 'de' })).toBe(true);
  });

  it('takes the types of the named dataset', async () => {
    expect(await matches('QueryType == 28', { QueryType: 28 }, { dataset: 'dns_logs' })).toBe(true);
  });

  it('takes a filter beyond the limits, which the job reports', async () => {
    const long = Array.from({ length: 40 }, (_, index) => `EdgeResponseStatus == ${500 + index}`).join(
      ' or ',
    );
    expect(await matches(long, { EdgeResponseStatus: 539 })).toBe(true);
  });

  it('takes a field that the service has retired', async () => {
    expect(await matches('WAFAction == "block"', { WAFAction: 'block' })).toBe(true);
  });
});

describe('filter_sql', () => {
  it.each(['duckdb', 'clickhouse'] as const)('gives for %s what LogFilter.toSql writes', async (dialect) => {
    for (const expression of expressions.filter((each) => !each.includes('${'))) {
      const filter = LogFilter.fromJson(json(expression));
      const named = dialect === 'duckdb' ? SqlDialect.DUCKDB : SqlDialect.CLICKHOUSE;
      expect(await call('filter_sql', filter.toJson(), dialect)).toBe(filter.toSql(named));
      const options = { source: SqlSource.JSON, column: 'line', table: 't' };
      expect(await call('filter_sql', filter.toJson(), dialect, options)).toBe(filter.toSql(named, options));
    }
  });

  it('selects every line without a filter', async () => {
    expect(await call('filter_sql', null, 'duckdb')).toBe('true');
  });
});

describe('log_fields', () => {
  it.each(datasetNames)('has every field of %s', async (name) => {
    const dataset = findDataset(name);
    const fields = (await call('log_fields', name)) as Record<string, { type: string; deprecated: boolean }>;
    expect(Object.entries(fields).map(([field, { type }]) => [field, type])).toEqual([
      ...(dataset?.fields ?? []),
    ]);
    expect(Object.keys(fields).filter((field) => fields[field]?.deprecated)).toEqual(
      [...(dataset?.deprecated ?? [])].sort(),
    );
  });

  it('has the fields of a scope', async () => {
    const [zone, account] = [
      await call('log_fields', 'firewall_events'),
      await call('log_fields', 'firewall_events', { scope: 'account' }),
    ];
    expect(account).not.toEqual(zone);
  });
});

describe('destination', () => {
  it.each<[string, string, Readonly<Record<string, string>> | null]>([
    ['s3://logs/{DATE}?region=eu', 's3://logs/{DATE}?region=eu', null],
    [' https://a.example/x?header_A=%20b%2Bc+d\n', 'https://a.example/x', { header_A: ' b+c d' }],
    [
      'https://user:p%40ss@a.example/x?tags=a%20b',
      'https://a.example/x?tags=a%20b',
      { header_Authorization: 'Basic dXNlcjpwQHNz' },
    ],
    ['https://u:p@a.example/?header_authorization=b', 'https://a.example/', { header_authorization: 'b' }],
    ['https://user@a.example', 'https://a.example', { header_Authorization: 'Basic dXNlcjo=' }],
    ['https://a.example/x@y?api_key=k&b=c', 'https://a.example/x@y?b=c', { api_key: 'k' }],
    [
      'sumo://endpoint.example/receiver/v1/http/SECRET',
      'sumo://endpoint.example/receiver/v1/http/SECRET',
      null,
    ],
    ['carrier://pigeon?Token=a=b', 'carrier://pigeon', { Token: 'a=b' }],
  ])('takes %j apart', async (text, conf, credentials) => {
    expect(await call('destination', text)).toEqual({ conf, credentials });
  });

  it('has null for null', async () => {
    expect(await call('destination', null)).toEqual({ conf: null, credentials: null });
  });

  it('gives back the credentials that a job sends', async () => {
    const credentials = fc.dictionary(
      fc.constantFrom('header_Authorization', 'header_X', 'session-token', 'token'),
      fc.string({ unit: 'grapheme', minLength: 1 }),
      { minKeys: 1 },
    );
    await fc.assert(
      fc.asyncProperty(credentials, fc.constantFrom('', '?b=c%2B+d'), async (given, query) => {
        const conf = `https://a.example/x${query}`;
        expect(await call('destination', withCredentials(conf, given))).toEqual({
          conf,
          credentials: { ...given },
        });
      }),
    );
  });
});

describe('logpull_options', () => {
  it.each<[string | null, object]>([
    [null, { fields: null, timestamp_format: null, sample_rate: null }],
    ['', { fields: null, timestamp_format: null, sample_rate: null }],
    ['fields=A%2CB,A\n', { fields: ['A', 'B'], timestamp_format: null, sample_rate: null }],
    ['sample=0.1&timestamps=unix', { fields: null, timestamp_format: 'unix', sample_rate: 0.1 }],
    ['CVE-2021-44228=true', { fields: null, timestamp_format: null, sample_rate: null }],
  ])('takes %j apart', async (text, expected) => {
    expect(await call('logpull_options', text)).toEqual(expected);
  });
});

describe('a wrong value', () => {
  const filtered = 'provider::edge::filter("EdgeResponseStatus >= 500")';
  const unlisted = 'provider::edge::filter("NewField == 1")';
  it.each<[code: string, parameter: string, text: string]>([
    [
      'filter("Status => 500")',
      'expression',
      'The expression cannot be read: found "=>"; write ">=" (line 1, column 8).',
    ],
    [
      'destination("logs")',
      'text',
      'The destination is not a URL. Write it like s3://<bucket_path>?region=<region>.',
    ],
    [
      'logpull_options("timestamps=rfc")',
      'text',
      '"timestamps" is "rfc"; this version knows unixnano, unix, rfc3339, as of 2026-07.',
    ],
    [
      `filter(${filtered})`,
      'expression',
      'It is JSON, which a job takes as it is. Leave out provider::edge::filter.',
    ],
    ['filter(null)', 'expression', 'argument must not be null.'],
    [
      'filter("ClientCountry > 5", { dataset = "http_requests" })',
      'expression',
      'The operator "gt" does not apply to "ClientCountry", which is of type string.',
    ],
    ['filter("A == 1", { datset = "x" })', 'options', 'There is no option "datset". Did you mean dataset?.'],
    [
      'filter("A == 1", { zone = "x" })',
      'options',
      'There is no option "zone". The options are dataset, scope.',
    ],
    ['filter("A == 1", { dataset = "no name" })', 'options', '"no name" is no name of a dataset'],
    [
      'filter("A == 1", { dataset = "dns_logs", scope = "account" })',
      'options',
      'scope is "account", and no account has dns_logs. Leave the scope out.',
    ],
    ['filter("A == 1", { scope = "zones" })', 'options', 'scope is "zones". It must be "zone" or "account".'],
    ['filter("A == 1", {}, {})', 'options', 'There are 2 values. Put all options into one object.'],
    [
      'filter_explain("A == 1")',
      'filter',
      'It is an expression, and must be the JSON of a filter. Write provider::edge::filter(…) around it.',
    ],
    ['filter_explain("{")', 'filter', 'The filter is not JSON'],
    [
      `filter_matches(${filtered}, "EdgeResponseStatus")`,
      'record',
      'It is the string "EdgeResponseStatus", and must be an object with the fields of one log line. Decode a line of JSON with jsondecode.',
    ],
    [`filter_matches(${filtered}, null)`, 'record', 'argument must not be null.'],
    [
      `filter_matches(${filtered}, { EdgeResponsStatus = 500 })`,
      'record',
      'http_requests has no field "EdgeResponsStatus". Did you mean EdgeResponseStatus?.',
    ],
    [
      `filter_matches(${filtered}, { EdgeResponseStatus = "many" })`,
      'record',
      'EdgeResponseStatus is the string "many", and must be of type int. Correct it, or leave it out.',
    ],
    [`filter_matches(${unlisted}, {})`, 'filter', '"NewField" is not among the fields of http_requests'],
    [
      `filter_matches(${filtered}, {}, { dataset = "new" })`,
      'options',
      '"new" is not among the datasets that this version knows',
    ],
    [`filter_sql(${filtered}, "mysql")`, 'dialect', 'It is "mysql". It must be "duckdb" or "clickhouse".'],
    [
      `filter_sql(${filtered}, "duckdb", { table = "" })`,
      'options',
      'The name "" of a column or table is not possible',
    ],
    [`filter_sql(${unlisted}, "duckdb")`, 'filter', '"NewField" is not among the fields of http_requests'],
    ['log_fields("dns_lags")', 'dataset', '"dns_lags" is not among the datasets that this version knows'],
    ['log_fields("dns_logs", { scope = "account" })', 'options', 'scope is "account"'],
  ])('fails %s, and names the parameter %s', async (code, parameter, text) => {
    await expect(evaluate(remote, `provider::edge::${code}`)).rejects.toThrow(
      `Invalid value for "${parameter}" parameter: ${text}`,
    );
  });

  it('fails for a name that no function has', async () => {
    await expect(call('filters')).rejects.toThrow('There is no function');
    await expect(remote.request('filters', [])).rejects.toThrow('The provider has no function filters.');
  });

  it('fails as a bug where a function has one', async () => {
    const broken = functions.map((each) => ({
      ...each,
      call: () => {
        throw new Error('boom');
      },
    }));
    const { functions: all } = startLocalPlugin({
      description: 'x',
      attributes: {},
      resources: [],
      functions: broken,
      configure: () => ({ isReady: false, unavailable: [], isLater: true }),
    });
    await expect(all.call('filter', 'A == 1')).rejects.toThrow(
      /failed: Unexpected error in the provider: This is a bug/,
    );
  });
});

describe('an unknown value', () => {
  it('gives an unknown result, also inside a record', async () => {
    const unknownRecord: Value = { EdgeResponseStatus: 500, ClientCountry: unknown };
    expect(await call('filter', unknown)).toBe(unknown);
    expect(await call('filter_matches', failures, unknownRecord)).toBe(unknown);
    // What a client sends that lets the provider decide.
    const { parameters } = (await remote.signatures()).filter_matches ?? { parameters: [] };
    expect(parameters.map(({ allowUnknownValues }) => allowUnknownValues)).toEqual([false, false]);
  });
});
