import { datasetNames, findDataset, type Dataset, type DatasetScope } from '../../logs';
import { describeDataset, describeField } from '../../logs/descriptions';
import { formatDocument } from '../document';
import { printBlocks, type OutputOptions } from '../outcome';
import { table, type Table } from '../report/blocks';
import { print, warn } from '../terminal';
import { datasetCalled } from './filter';

export interface FieldsOptions extends OutputOptions {
  readonly scope?: DatasetScope;
  readonly search?: string;
}

export async function runFields(name: string | undefined, options: FieldsOptions): Promise<void> {
  const { scope, search, json } = options;
  const listed =
    name === undefined ? listDatasets(scope) : [listDataset(datasetCalled(name, 'dataset', scope))];
  const found = search === undefined ? listed : searchFields(listed, search);
  const isList = name === undefined && search === undefined;
  if (json === true) await print(formatDocument({ datasets: found }));
  else if (found.length > 0)
    await printBlocks(
      isList ? [reportDatasets(found)] : found.map((each) => reportFields(each, found.length > 1)),
    );
  else warn(`no field of ${name ?? 'any dataset'} matches "${search ?? ''}".`);
  process.exitCode = found.length > 0 ? 0 : 1;
}

/** A dataset as `--json` prints it. */
type ListedDataset = ReturnType<typeof listDataset>;
type ListedField = ListedDataset['fields'][number];

export function listDatasets(scope?: DatasetScope): readonly ListedDataset[] {
  return datasetNames.flatMap((name) => {
    const dataset = findDataset(name, scope);
    return dataset === undefined ? [] : [listDataset(dataset)];
  });
}

/** A dataset with its fields, in alphabetical order. */
export function listDataset({ name, scopes, fields, deprecated }: Dataset) {
  return {
    name,
    scopes,
    description: describeDataset(name) ?? '',
    fields: [...fields].map(([field, type]) => ({
      name: field,
      type,
      deprecated: deprecated.has(field),
      /** Null for some fields of datasets of accounts. */
      description: describeField(name, field) ?? null,
    })),
  };
}

/** The fields with each word of a text in their name, type or description, in any case. Datasets without any are left out. */
export function searchFields(datasets: readonly ListedDataset[], text: string): readonly ListedDataset[] {
  const words = text.toLowerCase().split(/\s+/);
  const matches = (field: ListedField) => {
    const written = [field.name, field.type, describe(field)].join(' ').toLowerCase();
    return words.every((word) => written.includes(word));
  };
  return datasets
    .map((dataset) => ({ ...dataset, fields: dataset.fields.filter(matches) }))
    .filter(({ fields }) => fields.length > 0);
}

/** @param isNamed - whether it is one of several */
export function reportFields({ name, fields }: ListedDataset, isNamed = false): Table {
  return table({ Field: (field) => field.name, Type: ({ type }) => type, Description: describe }, fields, {
    ...(isNamed && { title: `${name}:` }),
    isForGrep: true,
    unbroken: [0],
  });
}

export function reportDatasets(datasets: readonly ListedDataset[]): Table {
  return table(
    {
      Dataset: ({ name }) => name,
      Scope: ({ scopes }) => scopes,
      Fields: ({ fields }) => fields.length,
      Description: ({ description }) => description,
    },
    datasets,
    { isForGrep: true, unbroken: [0] },
  );
}

function describe({ deprecated, description }: ListedField): string {
  return [deprecated ? 'Deprecated.' : '', description ?? ''].filter((each) => each !== '').join(' ');
}
