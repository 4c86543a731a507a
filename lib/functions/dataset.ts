import {
  checkDatasetName,
  datasetOrUnlisted,
  findDataset,
  isWrong,
  LogScope,
  type Dataset,
  type DatasetScope,
} from '../logs';
import { ArgumentError } from './parameter';
import type { Option } from './options';

export const scopeOption = {
  description:
    '`zone` or `account`: whose fields, for `firewall_events` and `websocket_analytics`, which both have. Defaults to `zone` there',
  values: Object.values(LogScope) as readonly string[],
} as const satisfies Option;

/** The options of a function that can do without a dataset. */
export const checkedDataset = {
  dataset: {
    description:
      'the dataset, whose fields the filter is then checked against. By default it is not checked: the job does that',
  },
  scope: scopeOption,
} as const;

/** The options of a function that has to know the types of fields. */
export const typedDataset = {
  dataset: { description: 'the dataset, which decides the types of fields. Defaults to `http_requests`' },
  scope: scopeOption,
} as const;

interface Named {
  readonly dataset?: string;
  readonly scope?: string;
}

/** A dataset as far as this version knows it: one that the service has added since may have any fields. */
export function namedDataset({ dataset, scope }: Named): Dataset | undefined {
  if (dataset === undefined) return undefined;
  const found = datasetOrUnlisted(dataset, scopeOf(scope) ?? findDataset(dataset)?.scopes[0] ?? 'zone');
  if (found === undefined || checkDatasetName(dataset).some(isWrong))
    throw noDataset('options', dataset, scope);
  return found;
}

/** A dataset with the types of its fields. `parameter` is where the user names it. */
export function knownDataset({ dataset = 'http_requests', scope }: Named, parameter = 'options'): Dataset {
  const found = findDataset(dataset, scopeOf(scope));
  if (found === undefined) throw noDataset(parameter, dataset, scope);
  return found;
}

function noDataset(parameter: string, name: string, scope: string | undefined): ArgumentError {
  const [fault] = checkDatasetName(name);
  if (fault !== undefined) return new ArgumentError(parameter, fault.message);
  return new ArgumentError(
    'options',
    `scope is "${scope ?? ''}", and no ${scope ?? ''} has ${name}. Leave the scope out.`,
  );
}

function scopeOf(scope: string | undefined): DatasetScope | undefined {
  return scope === 'zone' || scope === 'account' ? scope : undefined;
}
