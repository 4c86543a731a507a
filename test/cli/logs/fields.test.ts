import {
  formatDatasets,
  formatFields,
  listDataset,
  listDatasets,
  searchFields,
} from '../../../lib/cli/logs/fields';
import { datasetNames } from '../../../lib/logs';
import { datasetOf, httpRequests } from '../../logs/dataset-of';

const http = listDataset(httpRequests);
const namesIn = (found: ReturnType<typeof searchFields>) =>
  found.flatMap(({ name, fields }) => fields.map((field) => `${name}.${field.name}`));
const widest = (text: string) => Math.max(...text.split('\n').map((line) => line.length));

describe('edge-platform logs fields', () => {
  it('lists the fields of a dataset with type and description', () => {
    expect(http.fields).toHaveLength(108);
    expect(http.fields).toContainEqual({
      name: 'EdgeResponseStatus',
      type: 'int',
      deprecated: false,
      description: 'HTTP status of the response to the client.',
    });
    expect(formatFields([http], undefined)).toContain(
      'EdgeResponseStatus                     int            HTTP status of the response to the client.\n',
    );
  });

  it('lists the datasets of accounts with the fields that accounts have', () => {
    const listed = listDatasets('account');
    expect(listed.map(({ name }) => name)).not.toContain('http_requests');
    expect(namesIn(searchFields(listed, 'zonename'))).toContain('firewall_events.ZoneName');
    expect(namesIn(searchFields(listDatasets(), 'zonename'))).not.toContain('firewall_events.ZoneName');
  });

  it('marks deprecated fields', () => {
    expect(formatFields([http], undefined)).toMatch(/^CacheResponseStatus +int +Deprecated\. HTTP status/m);
  });

  it('lists all datasets with their number of fields', () => {
    const datasets = listDatasets();
    expect(datasets.map(({ name }) => name)).toEqual(datasetNames);
    expect(datasets.filter(({ description }) => description === '')).toEqual([]);
    expect(formatDatasets(datasets, undefined)).toMatch(/^http_requests +zone +108 +HTTP requests/m);
  });

  it('searches names, types and descriptions for all words, in any case', () => {
    expect(namesIn(searchFields([http], 'edge STATUS'))).toEqual([
      'http_requests.EdgePathingStatus',
      'http_requests.EdgeResponseStatus',
    ]);
    expect(namesIn(searchFields([http], 'object header'))).toEqual([
      'http_requests.RequestHeaders',
      'http_requests.ResponseHeaders',
    ]);
    expect(searchFields([http], 'no-such-field')).toEqual([]);
  });

  it('searches all datasets, and leaves out those without a match', () => {
    const found = searchFields(listDatasets(), 'BotScore');
    expect(found.map(({ name }) => name)).toEqual(['account_abuse_protection_events', 'http_requests']);
    expect(formatFields(found, 80)).toMatch(/^account_abuse_protection_events:\n\nFIELD .*\nBotScore /);
  });

  it('keeps names whole on a terminal', () => {
    const datasets = formatDatasets(listDatasets(), 80);
    expect(datasetNames.filter((name) => !datasets.includes(`\n${name} `))).toEqual([]);
    const fields = formatFields([http], 80);
    expect(http.fields.filter(({ name }) => !fields.includes(`\n${name} `))).toEqual([]);
  });

  it('fits the terminal', () => {
    for (const text of [
      formatDatasets(listDatasets(), 80),
      formatFields([http], 80),
      formatFields([listDataset(datasetOf('dex_application_tests'))], 80),
    ])
      expect(widest(text)).toBeLessThanOrEqual(80);
  });
});
