import type { Dataset } from './catalogue';
import { customFieldLogFields, type CustomFields } from './custom-fields';
import { parseLogpullOptions } from './logpull-options';
import { outputDefaults, type OutputFormat, type OutputOptions } from './output-options';
import { projectionOf, type Exchange, type LineTimestampFormat } from './projection';
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
  return writerOf(delivery, customFields, dataset);
}

export interface MarkedRecord {
  readonly text: string;
  /** From, and up to but not including: offsets in UTF-16 code units of the values of custom fields that are not empty. */
  readonly customFields: readonly (readonly [from: number, to: number])[];
}

/** Writes records as {@link recordWriter}, and marks the values of `Cookies`, `RequestHeaders` and `ResponseHeaders`. */
export function recordMarker(
  delivery: Delivery,
  customFields: CustomFields | undefined,
  dataset: Dataset,
): (exchange: Exchange) => MarkedRecord {
  const marks: (readonly [number, number])[] = [];
  const write = writerOf(delivery, customFields, dataset, (field, from, to) => {
    if (to - from > emptyCell && customFieldLogFields.some((each) => each === field)) marks.push([from, to]);
  });
  return (exchange) => {
    marks.length = 0;
    const text = write(exchange);
    return { text, customFields: [...marks] };
  };
}

/** `{}`, in quotes in csv. */
const emptyCell = 4;

function writerOf(
  delivery: Delivery,
  customFields: CustomFields | undefined,
  dataset: Dataset,
  onCell?: (field: string, from: number, to: number) => void,
): (exchange: Exchange) => string {
  const layout = layoutOf(delivery);
  const { fields, project } = projectionOf(layout, customFields, dataset);
  const cells = layout.cells.map((cell) => ({ ...cell, place: fields.indexOf(cell.field) }));
  const write = (exchange: Exchange) => {
    const values = project(exchange);
    let text = layout.prefix;
    let skipped = layout.delimiter.length;
    for (const { field, lead, place, absent } of cells) {
      const json = values[place];
      const cell = json === undefined ? absent : layout.spell(json);
      if (cell === undefined) continue;
      text += lead.slice(skipped) + cell;
      skipped = 0;
      onCell?.(field, text.length - cell.length, text.length);
    }
    return text + layout.suffix;
  };
  return delivery['CVE-2021-44228'] ? (exchange) => withoutLookups(write(exchange)) : write;
}

/**
 * Writes one delivered line: a JSON object of the listed fields in their order, without a line break.
 *
 * `Cookies`, `RequestHeaders` and `ResponseHeaders` of `http_requests` are objects of the configured names that the
 * exchange has (specification 4.2, 8): original headers only, the first instance of each, at most 8192 bytes of
 * values over the listed ones of the three, cut in the order request headers, cookies, response headers. What is past
 * the cut is an empty string. With the current limits (`limits: 'current'`) values are not cut, transformed headers are
 * logged, and a header whose duplicates are preserved is an array of all instances. A listed field that the exchange
 * lacks is the zero value of its type; one that neither the exchange nor the dataset has is omitted.
 *
 * @param job the fields in order, and how timestamps are written
 * @param customFields what the zone has configured; without it the three objects are empty
 * @throws TypeError when a value of a timestamp field is not a point in time
 *
 * @example
 * ```ts
 * const dataset = findDataset('http_requests');
 * const exchange = {
 *   request: { headers: [['X-Trace', 'abc']] },
 *   fields: { RayID: '7d3f', EdgeStartTimestamp: '2024-05-01T12:00:00.123456789Z' },
 * } as const;
 * const job = { fields: ['RayID', 'EdgeStartTimestamp', 'RequestHeaders'], timestamps: 'unixnano' } as const;
 * const customFields = { requestHeaders: ['x-trace'], responseHeaders: [], cookies: [] };
 * if (dataset) projectLine(exchange, job, customFields, dataset);
 * // '{"RayID":"7d3f","EdgeStartTimestamp":1714564800123456789,"RequestHeaders":{"x-trace":"abc"}}'
 * ```
 */
export function projectLine(
  exchange: Exchange,
  job: { readonly fields: readonly string[]; readonly timestamps: LineTimestampFormat },
  customFields: CustomFields | undefined,
  dataset: Dataset,
): string {
  const delivery: Delivery = {
    ...outputDefaults('ndjson'),
    field_names: job.fields,
    timestamp_format: job.timestamps,
    record_suffix: '}',
  };
  return recordWriter(delivery, customFields, dataset)(exchange);
}

interface RecordLayout {
  /** The listed fields that the record needs: those of custom fields share a limit, used or not. */
  readonly fields: readonly string[];
  readonly timestamps: LineTimestampFormat;
  readonly prefix: string;
  readonly cells: readonly RecordCell[];
  readonly suffix: string;
  /** Beginning of the leads, except in the first cell of a record. */
  readonly delimiter: string;
  readonly spell: (json: string) => string;
}

interface RecordCell {
  readonly field: string;
  readonly lead: string;
  /** Replaces a value that neither the exchange nor the dataset has; undefined to omit the cell. */
  readonly absent: string | undefined;
}

/** @throws an Error for a template that can't be read */
function layoutOf(delivery: Delivery): RecordLayout {
  const { record_prefix: prefix, record_suffix: suffix, field_delimiter: delimiter } = delivery;
  const isCsv = delivery.output_type === 'csv';
  const listed = [...new Set(delivery.field_names)];
  const shared = {
    timestamps: delivery.timestamp_format,
    spell: isCsv ? csvCell : (json: string) => json,
    prefix,
  };
  const pieces = piecesOf(delivery);
  if (pieces === undefined) {
    const cells = listed.map((field) => ({
      field,
      lead: isCsv ? delimiter : `${delimiter}${JSON.stringify(field)}:`,
      absent: isCsv ? '' : undefined,
    }));
    return { ...shared, fields: listed, cells, suffix, delimiter };
  }
  const cells: RecordCell[] = [];
  let lead = '';
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      lead += piece;
      continue;
    }
    cells.push({ field: piece.field, lead, absent: 'null' });
    lead = '';
  }
  const used = new Set<string>([...customFieldLogFields, ...cells.map(({ field }) => field)]);
  const fields = listed.filter((name) => used.has(name));
  return { ...shared, fields, cells, suffix: lead + suffix, delimiter: '' };
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

function piecesOf({ record_template: template }: Delivery): readonly TemplatePiece[] | undefined {
  if (template === '') return undefined;
  const { pieces, faults } = parseTemplate(template);
  if (pieces === undefined) throw new Error(faults[0]?.message);
  return pieces;
}

/** The cell of csv for a value in JSON. JSON without a backslash in it has nothing to double: it is what csv writes. */
function csvCell(json: string): string {
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
