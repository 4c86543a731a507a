import { datasetNames, findDataset, type Dataset, type DatasetScope, type FieldType } from '../../logs';
import { describeDataset, describeField } from '../../logs/descriptions';
import { formatDocument } from '../document';
import { formatTable, joinParagraphs } from '../layout';
import type { OutputOptions } from '../outcome';
import { print, warn, widthOf } from '../terminal';
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
  const format = name === undefined && search === undefined ? formatDatasets : formatFields;
  if (json === true) await print(formatDocument({ datasets: found }));
  else if (found.length > 0) await print(format(found, widthOf(process.stdout)));
  else warn(`no field of ${name ?? 'any dataset'} matches "${search ?? ''}".`);
  process.exitCode = found.length > 0 ? 0 : 1;
}

/** What `--json` prints of a dataset. */
export interface ListedDataset {
  readonly name: string;
  readonly scopes: readonly DatasetScope[];
  readonly description: string;
  readonly fields: readonly ListedField[];
}

export interface ListedField {
  readonly name: string;
  readonly type: FieldType;
  readonly deprecated: boolean;
  /** Null for some fields of datasets of accounts. */
  readonly description: string | null;
}

/** All datasets, or those of a scope, with their fields. */
export function listDatasets(scope?: DatasetScope): readonly ListedDataset[] {
  return datasetNames.flatMap((name) => {
    const dataset = findDataset(name, scope);
    return dataset === undefined ? [] : [listDataset(dataset)];
  });
}

/** A dataset with its fields, in alphabetical order. */
export function listDataset({ name, scopes, fields, deprecated }: Dataset): ListedDataset {
  return {
    name,
    scopes,
    description: describeDataset(name) ?? '',
    fields: [...fields].map(([field, type]) => ({
      name: field,
      type,
      deprecated: deprecated.has(field),
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

export function formatFields(datasets: readonly ListedDataset[], width: number | undefined): string {
  const columns = ['FIELD', 'TYPE', 'DESCRIPTION'];
  return joinParagraphs(
    datasets.flatMap(({ name, fields }) => {
      const rows = fields.map((field) => [field.name, field.type, describe(field)]);
      const table = formatTable([columns, ...rows], { width, unbroken: [0] });
      return datasets.length === 1 ? [table] : [[`${name}:`], table];
    }),
  );
}

/** Datasets as a table with their number of fields. */
export function formatDatasets(datasets: readonly ListedDataset[], width: number | undefined): string {
  const rows = datasets.map(({ name, scopes, fields, description }) => [
    name,
    scopes.join(', '),
    String(fields.length),
    description,
  ]);
  const table = formatTable([['DATASET', 'SCOPE', 'FIELDS', 'DESCRIPTION'], ...rows], {
    width,
    rightAligned: [2],
    unbroken: [0],
  });
  return joinParagraphs([table]);
}

function describe({ deprecated, description }: ListedField): string {
  return [deprecated ? 'Deprecated.' : '', description ?? ''].filter((each) => each !== '').join(' ');
}
