import { findDataset, type Dataset, type DatasetScope } from '../../lib/logs';

export function datasetOf(name: string, scope?: DatasetScope): Dataset {
  const dataset = findDataset(name, scope);
  if (dataset === undefined) throw new Error(`There is no dataset ${name}.`);
  return dataset;
}

export const httpRequests = datasetOf('http_requests');
