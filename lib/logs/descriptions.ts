import descriptions from './descriptions.json';
import { own } from '../ground/record';

type Texts = Readonly<Record<string, string>>;

/** Descriptions by dataset, and under `datasets` and `shared`. */
const texts: ReadonlyMap<string, Texts> = new Map<string, Texts>(Object.entries(descriptions));

/** Describes a dataset in one sentence. */
export function describeDataset(name: string): string | undefined {
  return own(texts.get('datasets'), name);
}

/**
 * Describes a field of a dataset in one sentence. All fields of datasets of zones and of `audit_logs` have a description,
 * those of other datasets only where their name has one meaning in every dataset.
 *
 * Source: the public field lists, in words of this package.
 */
export function describeField(dataset: string, field: string): string | undefined {
  return own(texts.get(dataset), field) ?? own(texts.get('shared'), field);
}
