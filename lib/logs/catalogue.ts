import type { distance } from 'fastest-levenshtein';
import datasets from './datasets.json';
import type { Fault } from './fault';
import { own } from '../ground/record';

const fieldTypes = [
  'string',
  'int',
  'float',
  'bool',
  /** What the service documents as "int or string": its shape follows the job's timestamp format. */
  'timestamp',
  'object',
  'array[string]',
  'array[int]',
  'array[object]',
] as const;

/** The type of a log field, as the public field lists name it. */
export type FieldType = (typeof fieldTypes)[number];

/** Where jobs of a dataset live: under `/zones/{id}` or under `/accounts/{id}`. */
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
 * Checks the list of fields that a job delivers. Paths are `[index]`, or empty for the list as a whole.
 *
 * Codes: `fields.none`, `fields.unknown`, `fields.duplicate`. According to a user's report, the service accepts
 * misspelled names and then delivers incomplete lines.
 */
export function checkFields(names: readonly string[], dataset: Dataset): Fault[] {
  if (names.length === 0) {
    return [
      {
        code: 'fields.none',
        message: `No field is listed. List at least one field of the dataset ${dataset.name}.`,
        path: [],
      },
    ];
  }
  const seen = new Set<string>();
  return names.flatMap((name, index) => {
    if (!dataset.fields.has(name)) return [unknownField(name, dataset, [index], 'fields.unknown')];
    if (!seen.has(name)) {
      seen.add(name);
      return [];
    }
    return [
      {
        code: 'fields.duplicate',
        message: `"${name}" is listed more than once. List it once.`,
        path: [index],
      },
    ];
  });
}

/** @internal shared with the filter, whose keys are field names too */
export function unknownField(name: string, dataset: Dataset, path: Fault['path'], code: string): Fault {
  const meant = suggest(name, dataset.fields.keys());
  const fix =
    meant === undefined
      ? `It has ${dataset.fields.size} fields, such as ${[...dataset.fields.keys()].slice(0, 3).join(', ')}.`
      : `Did you mean "${meant}"?`;
  return { code, message: `The dataset ${dataset.name} has no field "${name}". ${fix}`, path };
}

function scopesOf(entry: Entry): readonly DatasetScope[] {
  const scope: DatasetScope = entry.scope === 'zone' ? 'zone' : 'account';
  return entry.other_scope === undefined ? [scope] : [scope, 'account'];
}

function fieldType(text: string): FieldType {
  const type = fieldTypes.find((known) => known === text);
  if (type === undefined)
    throw new Error(`datasets.json has the type "${text}"; known are ${fieldTypes.join(', ')}.`);
  return type;
}
