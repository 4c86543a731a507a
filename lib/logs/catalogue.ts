import type { distance } from 'fastest-levenshtein';
import datasets from './datasets.json';
import type { Fault } from './fault';
import type { FaultCode } from './fault-codes';
import { fieldTypes, type FieldType } from './field-type';
import { listsAsOf } from '../ground/lists-as-of';
import { retiredField, type RetiredField } from './retired-fields';
import { own } from '../ground/record';
import { listSome } from '../ground/words';
import { quoted } from '../ground/visible';

export type { FieldType };

/** Owner of the jobs of a dataset: under `/zones/{id}` or under `/accounts/{id}`. */
export type DatasetScope = 'zone' | 'account';

/** A dataset that log-delivery jobs can send, as one scope sees it. */
export interface Dataset {
  readonly name: string;
  /** All scopes that have it, the primary scope first. */
  readonly scopes: readonly DatasetScope[];
  /** Field name to type, in alphabetical order. */
  readonly fields: ReadonlyMap<string, FieldType>;
  /** Deprecated fields: still delivered, and not a fault. */
  readonly deprecated: ReadonlySet<string>;
  /** Fields whose type is not known. No operator is wrong for them. */
  readonly untyped?: ReadonlySet<string>;
  /**
   * What a field is that is not listed. `unknown`: the service may have added it since. `wrong`: the service has listed its
   * fields. `any`: nothing is known of the dataset.
   *
   * @default 'unknown'
   */
  readonly others?: 'unknown' | 'wrong' | 'any';
}

interface Listed {
  readonly fields: Readonly<Record<string, string>>;
  readonly deprecated?: readonly string[];
}

interface Entry extends Listed {
  readonly scope: string;
  readonly other_scope?: { readonly account: Listed };
}

/** A program parses the entry of a dataset when it is first read: see `scripts/bundle.mjs`. */
const entries: Readonly<Record<string, Entry>> = datasets;
const built: Readonly<Record<DatasetScope, Map<string, Dataset>>> = { zone: new Map(), account: new Map() };

/** The names of all datasets, in alphabetical order. Source: the public field lists (specification 2.6 names one). */
export const datasetNames: readonly string[] = Object.keys(entries).sort();

/** The datasets whose jobs can leave out attack traffic (`filter_attack_traffic`). Source: public facts, section 2.2. */
export const attackTrafficDatasets: readonly string[] = [
  'http_requests',
  'firewall_events',
  'network_analytics_logs',
];

/**
 * Finds a dataset and its fields.
 *
 * @param name e.g. `http_requests`
 * @param scope the scope of the fields. `firewall_events` and `websocket_analytics` differ between zone and account.
 *   Default: the zone where the dataset has it, else the account.
 * @returns `undefined` when the name is unknown, or when the scope does not have that dataset.
 *
 * @example
 * ```ts
 * findDataset('http_requests')?.fields.get('EdgeResponseStatus'); // 'int'
 * findDataset('http_requests', 'account'); // undefined
 * ```
 */
export function findDataset(name: string, scope?: DatasetScope): Dataset | undefined {
  const ready = scope === undefined ? undefined : built[scope].get(name);
  if (ready !== undefined) return ready;
  const entry = own(entries, name);
  if (entry === undefined) return undefined;
  const scopes = scopesOf(entry);
  const [first] = scopes;
  const requested = scope ?? first;
  if (requested === undefined || !scopes.includes(requested)) return undefined;

  const known = built[requested].get(name);
  if (known !== undefined) return known;
  const listed = requested === first ? entry : (entry.other_scope?.account ?? entry);
  const dataset: Dataset = {
    name,
    scopes,
    fields: new Map(Object.entries(listed.fields).map(([field, type]) => [field, fieldType(type)])),
    deprecated: new Set(listed.deprecated),
  };
  built[requested].set(name, dataset);
  return dataset;
}

/**
 * A dataset of which nothing but its name is known: one that came after this version. Any field is valid, and so is any
 * operator.
 */
export function unlistedDataset(name: string, scope: DatasetScope): Dataset {
  return { name, scopes: [scope], fields: new Map(), deprecated: new Set(), others: 'any' };
}

/** The dataset of a job: as this version lists it for the scope, or of unknown fields. Undefined if only another scope has it. */
export function datasetOrUnlisted(name: string, scope: DatasetScope): Dataset | undefined {
  return (
    findDataset(name, scope) ?? (findDataset(name) === undefined ? unlistedDataset(name, scope) : undefined)
  );
}

/**
 * A dataset with the fields that the service lists. A field that neither this version nor the service lists is wrong.
 *
 * @param answered - field name to description. The service begins it with the type: `array[int]; list of IDs` (public fact)
 */
export function withFieldsOf(dataset: Dataset, answered: ReadonlyMap<string, string>): Dataset {
  const fields = new Map(dataset.fields);
  const untyped = new Set(dataset.untyped);
  for (const [name, description] of answered) {
    const type = readType(description.split(';', 1)[0]?.trim() ?? '');
    if (fields.has(name)) continue;
    if (type === undefined) untyped.add(name);
    else fields.set(name, type);
  }
  return { ...dataset, fields, untyped, others: 'wrong' };
}

/** The question whether the user meant a candidate, or another fix: see {@link suggest}. */
export function didYouMean(word: string, candidates: Iterable<string>, otherwise: string): string {
  const meant = suggest(word, candidates);
  return meant === undefined ? otherwise : `Did you mean "${meant}"?`;
}

/**
 * The candidate that the user probably meant: one that differs only by case, else the nearest one, if at most about a
 * third of the letters differ.
 */
export function suggest(word: string, candidates: Iterable<string>): string | undefined {
  // oxlint-disable-next-line typescript/no-require-imports -- loads when a word is misspelled: it allocates 256 KB
  const library = require('fastest-levenshtein') as { readonly distance: typeof distance };
  const requested = word.toLowerCase();
  const farthest = Math.max(1, Math.floor(requested.length / 3));
  let nearest: { readonly name: string; readonly steps: number } | undefined;
  for (const name of candidates) {
    const lower = name.toLowerCase();
    if (lower === requested) return name;
    // The difference in length is a lower bound of the distance, which is slow to compute for long words.
    if (Math.abs(lower.length - requested.length) > farthest + 1) continue;
    // Between equally near names: `ge` means `geq` rather than `gt`, and `neq` means `!eq` rather than `eq`.
    const closer = lower.startsWith(requested) ? 0.5 : lower.length === requested.length ? 0.25 : 0;
    const steps = library.distance(requested, lower) - closer;
    if (steps <= farthest && steps < (nearest?.steps ?? Infinity)) nearest = { name, steps };
  }
  return requested === '' ? undefined : nearest?.name;
}

/**
 * Checks the name of a dataset.
 *
 * @returns a fault for a name that no dataset has, and of kind `unknown` for one that this version does not know. Codes:
 *   `dataset.name`, `dataset.unknown`. Whether a scope has a dataset is for {@link findDataset}.
 */
export function checkDatasetName(name: string, candidates: readonly string[] = datasetNames): Fault[] {
  if (own(entries, name) !== undefined) return [];
  if (!/^[a-zA-Z0-9_-]{1,256}$/.test(name)) {
    const message = `${quoted(name)} is no name of a dataset: these have 1 to 256 letters, digits, "_" and "-".`;
    return [{ code: 'dataset.name', message, path: [] }];
  }
  const known = `This version knows ${candidates.join(', ')}.`;
  const typo = didYouMean(name, candidates, didYouMean(name, datasetNames, known));
  const message = `${quoted(name)} is not among the datasets that this version knows, as of ${listsAsOf}. The service may have added it since. ${typo}`;
  return [{ code: 'dataset.unknown', message, path: [], kind: 'unknown', isAnswered: true }];
}

/**
 * Checks the list of fields that a job delivers. Paths are `[index]`, or empty for the list as a whole.
 *
 * Codes: `fields.none`, `fields.unknown`, `fields.retired`, `fields.duplicate`. According to a user's report, the service
 * accepts misspelled names and then delivers incomplete lines.
 */
export function checkFields(names: readonly string[], dataset: Dataset): Fault[] {
  if (names.length === 0) {
    const message = `No field is listed. List at least one field of the dataset ${dataset.name}.`;
    return [{ code: 'fields.none', message, path: [] }];
  }
  const seen = new Set<string>();
  return names.flatMap((name, index) => {
    const parts = dataset.fields.has(name) ? [] : name.split(/[\s,]+/).filter((part) => part !== '');
    if (parts.length > 1) {
      const items = parts.map((part) => JSON.stringify(part)).join(', ');
      const message = `${quoted(name)} is several names in one. Write each as an item: ${items}.`;
      return [{ code: 'fields.several', message, path: [index] }];
    }
    if (!seen.has(name)) {
      seen.add(name);
      return fieldFaults(name, dataset, [index], fieldCodes);
    }
    const message = `${quoted(name)} is listed more than once. List it once.`;
    return [{ code: 'fields.duplicate', message, path: [index] }];
  });
}

export interface NameCodes {
  readonly unknown: FaultCode;
  readonly retired: FaultCode;
}

const fieldCodes: NameCodes = { unknown: 'fields.unknown', retired: 'fields.retired' };

/** @internal What is wrong with the name of a field. Shared with the filter, whose keys are such names too. */
export function fieldFaults(name: string, dataset: Dataset, path: Fault['path'], codes: NameCodes): Fault[] {
  if (dataset.fields.has(name) || dataset.others === 'any' || dataset.untyped?.has(name) === true) return [];
  const retired = retiredField(dataset.name, name);
  if (retired !== undefined)
    return [{ code: codes.retired, message: retiredText(name, dataset, retired), path, kind: 'retired' }];
  const isWrong = dataset.others === 'wrong';
  const meant = nearestNames(name, dataset).map((each) => `"${each}"`);
  const owners = datasetsWith(name);
  const hints = [
    ...(owners.length === 0 ? [] : [`It is a field of ${listSome(owners, 5)}.`]),
    ...(meant.length === 0 ? [] : [`Did you mean ${isWrong ? meant.join(' or ') : (meant[0] ?? '')}?`]),
  ];
  if (isWrong) {
    const all = `\`edge-platform logs fields ${dataset.name}\` lists its fields.`;
    const message = `The dataset ${dataset.name} has no field ${quoted(name)}. ${hints.join(' ') || all}`;
    return [{ code: codes.unknown, message, path }];
  }
  const since = owners.length === 0 ? ['The service may have added it since.'] : [];
  const rule = `${quoted(name)} is not among the fields of ${dataset.name} that this version knows, as of ${listsAsOf}.`;
  const message = [rule, ...since, ...hints].join(' ');
  return [{ code: codes.unknown, message, path, kind: 'unknown', isAnswered: true }];
}

export function typeOf(name: string, dataset: Dataset): FieldType | undefined {
  return dataset.fields.get(name) ?? retiredField(dataset.name, name)?.type;
}

function retiredText(name: string, { name: dataset }: Dataset, { successor }: RetiredField): string {
  const fix = successor === undefined ? 'It has no successor.' : `Its successor is "${successor}".`;
  return `The service has retired the field ${quoted(name)} of ${dataset}: existing jobs keep it, and it may stay empty. ${fix}`;
}

function datasetsWith(name: string): string[] {
  const scopes: readonly DatasetScope[] = ['zone', 'account'];
  return datasetNames.filter((each) => scopes.some((scope) => findDataset(each, scope)?.fields.has(name)));
}

/** At most three names that are near a misspelled one, the nearest first. */
function nearestNames(name: string, { fields, untyped = new Set() }: Dataset): string[] {
  const candidates = new Set([...fields.keys(), ...untyped]);
  const found: string[] = [];
  while (found.length < 3) {
    const nearest = suggest(name, candidates);
    if (nearest === undefined) break;
    candidates.delete(nearest);
    found.push(nearest);
  }
  return found;
}

function scopesOf(entry: Entry): readonly DatasetScope[] {
  const scope: DatasetScope = entry.scope === 'zone' ? 'zone' : 'account';
  return entry.other_scope === undefined ? [scope] : [scope, 'account'];
}

function readType(text: string): FieldType | undefined {
  return fieldTypes.find((known) => known === text);
}

function fieldType(text: string): FieldType {
  const type = readType(text);
  if (type === undefined)
    throw new Error(`datasets.json has the type "${text}"; known are ${fieldTypes.join(', ')}.`);
  return type;
}
