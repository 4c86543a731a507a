import { checkFields, datasetNames, findDataset, operators, suggest, withFieldsOf } from '../../lib/logs';
import datasets from '../../lib/logs/datasets.json';
import { datasetOf, httpRequests } from './dataset-of';

const zoneDatasets = [
  'account_abuse_protection_events',
  'dns_logs',
  'firewall_events',
  'http_requests',
  'nel_reports',
  'page_shield_events',
  'spectrum_events',
  'websocket_analytics',
  'zaraz_events',
];

describe('the dataset catalogue', () => {
  it.each(Object.entries(datasets))('has all fields of %s with their types', (name, listed) => {
    const dataset = datasetOf(name);
    expect(Object.fromEntries(dataset.fields)).toEqual(listed.fields);
    expect([...dataset.deprecated]).toEqual('deprecated' in listed ? listed.deprecated : []);
    expect(dataset.scopes[0]).toBe(listed.scope);
  });

  it.each(datasetNames)('places %s in its scopes', (name) => {
    const both = name === 'firewall_events' || name === 'websocket_analytics';
    expect(findDataset(name, 'zone') !== undefined).toBe(zoneDatasets.includes(name));
    expect(findDataset(name, 'account') !== undefined).toBe(both || !zoneDatasets.includes(name));
  });

  it('returns the fields of the given scope where they differ, those of the zone without one', () => {
    expect(datasetOf('firewall_events').fields.has('ZoneName')).toBe(false);
    expect(datasetOf('firewall_events', 'account').fields.get('ZoneName')).toBe('string');
    expect(datasetOf('websocket_analytics', 'account').fields.has('clientIP')).toBe(true);
    expect(datasetOf('websocket_analytics', 'zone').fields.has('clientIP')).toBe(false);
    expect(datasetOf('firewall_events', 'account').deprecated.has('FirewallForAITokenCount')).toBe(true);
    expect(datasetOf('firewall_events').scopes).toEqual(['zone', 'account']);
  });

  it('builds a dataset once', () => {
    expect(findDataset('dns_logs')).toBe(findDataset('dns_logs', 'zone'));
  });

  it.each(['http_request', 'constructor', '__proto__', ''])('has no dataset %j', (name) => {
    expect(findDataset(name)).toBeUndefined();
  });
});

describe('suggesting a name', () => {
  const names = operators.map((rule) => rule.operator);

  it.each([
    ['EQ', 'eq'],
    ['neq', '!eq'],
    ['ge', 'geq'],
    ['le', 'leq'],
    ['startswith', 'startsWith'],
    ['contain', 'contains'],
  ])('suggests for %s: %s', (word, meant) => {
    expect(suggest(word, names)).toBe(meant);
  });

  it('prefers the name that differs by case only', () => {
    expect(suggest('RAYID', ['RayIDs', 'RayID'])).toBe('RayID');
  });

  it('does not suggest a name for being longer by two letters', () => {
    expect(suggest('Ray', ['RayID'])).toBeUndefined();
  });

  it.each(['', 'matchesRegularExpression', 'xyz'])('suggests nothing for %j', (word) => {
    expect(suggest(word, names)).toBeUndefined();
  });
});

describe('checking the fields of a job', () => {
  it('fails without any field', () => {
    expect(checkFields([], httpRequests)).toMatchObject([{ code: 'fields.none', path: [] }]);
  });

  it('fails on every unknown and repeated field, each at its index', () => {
    expect(checkFields(['RayID', 'rayId', 'RayID', 'Nonsense'], httpRequests)).toMatchObject([
      {
        code: 'fields.unknown',
        path: [1],
        message:
          '"rayId" is not among the fields of http_requests that this version knows, as of 2026-07. It is a field of websocket_analytics. Did you mean "RayID"?',
      },
      { code: 'fields.duplicate', path: [2] },
      { code: 'fields.unknown', path: [3] },
    ]);
  });

  it.each([
    ['QueryName', 'http_requests', 'It is a field of dns_firewall_logs, dns_logs, gateway_dns.'],
    ['EdgeResponseStatus', 'dns_logs', 'It is a field of firewall_events, http_requests.'],
    [
      'ClientCountry',
      'dns_logs',
      'It is a field of account_abuse_protection_events, firewall_events, http_requests, ',
    ],
    ['Zzzzzzzz', 'dns_logs', 'The service may have added it since.'],
  ])('names the datasets that have %s, which %s lacks', (name, dataset, hint) => {
    const [fault] = checkFields([name], findDataset(dataset) ?? httpRequests);
    expect(fault?.message).toContain(`that this version knows, as of 2026-07. ${hint}`);
  });

  it('names where all fields are, if the service lists others and none is near', () => {
    const [fault] = checkFields(['Zzzzzzzz'], withFieldsOf(httpRequests, new Map()));
    expect(fault?.message).toBe(
      'The dataset http_requests has no field "Zzzzzzzz". `edge-platform logs fields http_requests` lists its fields.',
    );
  });

  it('warns about unknown and retired fields, and fails for those that the service does not list', () => {
    const names = ['SomeNewField', 'WAFAction', 'RayId'];
    expect(checkFields(names, httpRequests).map(({ kind }) => kind)).toEqual([
      'unknown',
      'retired',
      'unknown',
    ]);
    const answered = withFieldsOf(httpRequests, new Map([['SomeNewField', 'int; how many']]));
    expect(checkFields(names, answered)).toMatchObject([
      { code: 'fields.retired' },
      {
        code: 'fields.unknown',
        message: 'The dataset http_requests has no field "RayId". Did you mean "RayID"?',
      },
    ]);
    expect(checkFields(names, answered)[1]?.kind).toBeUndefined();
  });

  it('takes the types that the service says', () => {
    const answered = withFieldsOf(
      httpRequests,
      new Map([
        ['Counted', 'int; how many'],
        ['Listed', 'array[string]'],
        ['Other', 'a text that says no type; int'],
        ['RayID', 'int; not what this version knows'],
      ]),
    );
    expect(['Counted', 'Listed', 'Other', 'RayID'].map((name) => answered.fields.get(name))).toEqual([
      'int',
      'array[string]',
      undefined,
      'string',
    ]);
    expect([...(answered.untyped ?? [])]).toEqual(['Other']);
  });

  it('accepts deprecated fields', () => {
    expect(checkFields(['WAFFlags'], httpRequests)).toEqual([]);
  });
});
