import type { Dataset } from './catalogue';
import { customFieldLogFields, type CustomFields } from './custom-fields';
import { parseLogpullOptions } from './logpull-options';
import { outputDefaults, type OutputFormat, type OutputOptions } from './output-options';
import { joinMembers, projectionOf, type Exchange } from './projection';
import { parseTemplate, type TemplatePiece } from './record-template';

/** The output format of a job, from either of its two kinds of options, with all defaults. */
export interface Delivery extends OutputFormat {
  /** Log field names, in the order of delivery. */
  readonly field_names: readonly string[];
}

/** The members of a job that decide what its records look like, as the service stores them. */
export interface DeliveredJob {
  /** See `parseLogpullOptions`. Ignored when there are output options. */
  readonly logpull_options: string | null;
  readonly output_options: OutputOptions | null;
}

/**
 * The output format of a job: `output_options` win, and `logpull_options` mean ndjson with defaults. A job that lists no
 * fields, or whose options can't be read, delivers the default fields of its dataset.
 *
 * @example
 * ```ts
 * const dataset = findDataset('http_requests');
 * const job = { logpull_options: 'fields=RayID&timestamps=rfc3339', output_options: null };
 * if (dataset) deliveryOf(job, dataset).timestamp_format; // 'rfc3339'
 * ```
 */
export function deliveryOf(job: DeliveredJob, dataset: Dataset): Delivery {
  const options = job.output_options ?? fromLogpullOptions(job.logpull_options ?? '');
  const names = options.field_names ?? defaultFields(dataset);
  return { ...outputDefaults(options.output_type ?? 'ndjson'), ...options, field_names: names };
}

/**
 * Returns a function that writes a record with its prefix and suffix, ready for a `Batch`. Create it once per job: work
 * that does not depend on the exchange is done here. Filter and sampling are not applied: call `matchesFilter` before,
 * and deliver the share `sample_rate` of what matches.
 *
 * ndjson writes values as JSON. csv writes texts in quotes, with quotes doubled, objects and arrays as JSON in quotes,
 * and numbers and booleans bare; a field that neither the exchange nor the dataset knows is left out of ndjson, empty in
 * csv and `null` in a template. Integers and times are exact beyond 2^53.
 *
 * The function throws a TypeError when a value of a timestamp field is no point in time, and this one an Error for a
 * template that can't be read.
 *
 * @param customFields what the zone has configured; without it the three objects of custom fields are empty
 *
 * @example
 * ```ts
 * const dataset = findDataset('http_requests');
 * const job = { logpull_options: null, output_options: { output_type: 'csv', field_names: ['RayID', 'BotScore'] } } as const;
 * if (dataset) recordWriter(deliveryOf(job, dataset), undefined, dataset)({ fields: { RayID: 'a"b', BotScore: 7 } });
 * // '"a""b",7\n'
 * ```
 */
export function recordWriter(
  delivery: Delivery,
  customFields: CustomFields | undefined,
  dataset: Dataset,
): (exchange: Exchange) => string {
  const { record_prefix: prefix, record_suffix: suffix } = delivery;
  const pieces = piecesOf(delivery);
  const names = pieces === undefined ? delivery.field_names : delivery.field_names.filter(isUsedIn(pieces));
  const job = { fields: names, timestamps: delivery.timestamp_format };
  const { fields, keys, project } = projectionOf(job, customFields, dataset);
  const write = bodyWriter(delivery, fields, keys, pieces);
  const dress = (exchange: Exchange) => `${prefix}${write(project(exchange))}${suffix}`;
  return delivery['CVE-2021-44228'] ? (exchange) => withoutLookups(dress(exchange)) : dress;
}

/**
 * Writes one file piece by piece, so that it need not fit into memory: concatenate what `add` and `end` return.
 *
 * @example
 * ```ts
 * const batch = new Batch(delivery);
 * for (const record of records) file.write(batch.add(record));
 * file.write(batch.end());
 * ```
 */
export class Batch {
  #isBegun = false;
  /** A `$` at the end of a piece, held back in case the next begins with `{`: lookups are found across pieces. */
  #held = '';

  constructor(private readonly delivery: Delivery) {}

  /** The text of a further record, behind the prefix of the batch or the delimiter. */
  add(record: string): string {
    const { batch_prefix: prefix, record_delimiter: delimiter } = this.delivery;
    const lead = this.#isBegun ? delimiter : prefix;
    this.#isBegun = true;
    return this.#pass(lead === '' ? record : lead + record);
  }

  /** The end of the file. A file without records has its prefix and suffix too. */
  end(): string {
    const { batch_prefix: prefix, batch_suffix: suffix } = this.delivery;
    const last = this.#pass(this.#isBegun ? suffix : prefix + suffix) + this.#held;
    this.#held = '';
    return last;
  }

  #pass(text: string): string {
    if (!this.delivery['CVE-2021-44228']) return text;
    const safe = withoutLookups(this.#held + text);
    this.#held = safe.endsWith('$') ? '$' : '';
    return this.#held === '' ? safe : safe.slice(0, -1);
  }
}

/** A whole file: its records as `recordWriter` wrote them, between prefix, delimiters and suffix. */
export function formatBatch(records: readonly string[], delivery: Delivery): string {
  const batch = new Batch(delivery);
  return records.map((record) => batch.add(record)).join('') + batch.end();
}

/** The fields of a job that lists none. Which the service chooses is not public. */
export function defaultFields(dataset: Dataset): readonly string[] {
  return dataset.name === 'http_requests' ? httpRequestsDefaults : [...dataset.fields.keys()];
}

const httpRequestsDefaults: readonly string[] = [
  'ClientIP',
  'ClientRequestHost',
  'ClientRequestMethod',
  'ClientRequestURI',
  'EdgeEndTimestamp',
  'EdgeResponseBytes',
  'EdgeResponseStatus',
  'EdgeStartTimestamp',
  'RayID',
];

function fromLogpullOptions(text: string): OutputOptions {
  const { options } = parseLogpullOptions(text);
  if (options === undefined) return {};
  return {
    ...(options.fields.length === 0 ? {} : { field_names: options.fields }),
    timestamp_format: options.timestamps,
    sample_rate: options.sample,
    'CVE-2021-44228': options.cve202144228,
  };
}

type Values = readonly (string | undefined)[];

/** The template of a job that has one. */
function piecesOf({ record_template: template }: Delivery): readonly TemplatePiece[] | undefined {
  if (template === '') return undefined;
  const { pieces, faults } = parseTemplate(template);
  if (pieces === undefined) throw new Error(faults[0]?.message);
  return pieces;
}

/** Custom fields share a limit over all that are listed, used or not. */
function isUsedIn(pieces: readonly TemplatePiece[]): (name: string) => boolean {
  const used = new Set<string>(customFieldLogFields);
  for (const piece of pieces) if (typeof piece !== 'string') used.add(piece.field);
  return (name) => used.has(name);
}

/** Writes what is between prefix and suffix of a record. */
function bodyWriter(
  { output_type: type, field_delimiter: delimiter }: Delivery,
  fields: readonly string[],
  keys: readonly string[],
  pieces: readonly TemplatePiece[] | undefined,
): (values: Values) => string {
  const isCsv = type === 'csv';
  if (pieces !== undefined) return templateWriter(pieces, fields, isCsv ? csvCell : (json) => json);
  if (isCsv) return (values) => values.map(csvCell).join(delimiter);
  return (values) => joinMembers(keys, values, delimiter);
}

function templateWriter(
  pieces: readonly TemplatePiece[],
  fields: readonly string[],
  spell: (json: string) => string,
): (values: Values) => string {
  const places = pieces.map((piece) => (typeof piece === 'string' ? piece : fields.indexOf(piece.field)));
  return (values) =>
    places
      .map((place) => {
        if (typeof place === 'string') return place;
        const json = values[place];
        return json === undefined ? 'null' : spell(json);
      })
      .join('');
}

/** JSON without a backslash in it has nothing to double: it is what csv writes. */
function csvCell(json: string | undefined): string {
  if (json === undefined) return '';
  const isText = json.startsWith('"');
  if (isText && !json.includes('\\')) return json;
  if (isText) return quoted(String(JSON.parse(json)));
  return json.startsWith('{') || json.startsWith('[') ? quoted(json) : json;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

function withoutLookups(text: string): string {
  return text.includes('${') ? text.replaceAll('${', 'x{') : text;
}
