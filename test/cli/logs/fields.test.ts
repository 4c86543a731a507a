import {
  listDataset,
  listDatasets,
  reportDatasets,
  reportFields,
  searchFields,
} from '../../../lib/cli/logs/fields';
import { renderText } from '../../../lib/cli/report/text';
import { datasetNames } from '../../../lib/logs';
import { httpRequests } from '../../logs/dataset-of';
import { runInProcess } from '../support';

const http = listDataset(httpRequests);
const namesIn = (found: ReturnType<typeof searchFields>) =>
  found.flatMap(({ name, fields }) => fields.map((field) => `${name}.${field.name}`));

describe('edge-platform logs fields', () => {
  it('lists the fields of a dataset with type and description', () => {
    expect(http.fields).toHaveLength(108);
    expect(http.fields).toContainEqual({
      name: 'EdgeResponseStatus',
      type: 'int',
      deprecated: false,
      description: 'HTTP status of the response to the client.',
    });
    expect(renderText([reportFields(http)])).toContain(
      'EdgeResponseStatus                     int            HTTP status of the response to the client.\n',
    );
  });

  it('prints those of a dataset, or the datasets', async () => {
    const printed = async (...parameters: string[]) =>
      (await runInProcess(undefined, 'logs', 'fields', ...parameters)).stdout;
    expect(await printed('http_requests')).toBe(renderText([reportFields(http)]));
    expect(await printed()).toBe(renderText([reportDatasets(listDatasets())]));
  });

  it('lists the datasets of accounts with the fields that accounts have', () => {
    const listed = listDatasets('account');
    expect(listed.map(({ name }) => name)).not.toContain('http_requests');
    expect(namesIn(searchFields(listed, 'zonename'))).toContain('firewall_events.ZoneName');
    expect(namesIn(searchFields(listDatasets(), 'zonename'))).not.toContain('firewall_events.ZoneName');
  });

  it('marks deprecated fields', () => {
    expect(renderText([reportFields(http)])).toMatch(/^CacheResponseStatus +int +Deprecated\. HTTP status/m);
  });

  it('lists all datasets with their number of fields', () => {
    const datasets = listDatasets();
    expect(datasets.map(({ name }) => name)).toEqual(datasetNames);
    expect(datasets.filter(({ description }) => description === '')).toEqual([]);
    expect(renderText([reportDatasets(datasets)])).toMatch(/^http_requests +zone +108 +HTTP requests/m);
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
});
