import type { Dataset } from '../catalogue';
import type { CustomFields } from '../custom-fields';
import { recordWriter, type Delivery } from '../delivery';
import { compileFilter } from '../filter/compile';
import type { Filter } from '../filter/filter';
import { readSampleLine } from './record';
import { whyDropped, type Unmet } from './why';

/** What a job does with a line. Sampling is off: every line that the filter passes is delivered. */
export interface PreviewedJob {
  readonly dataset: Dataset;
  /** Undefined for a job that delivers all lines. */
  readonly filter: Filter | undefined;
  readonly delivery: Delivery;
  /** What the zone has configured; undefined for nothing. */
  readonly customFields: CustomFields | undefined;
}

/** What becomes of a line. */
export type LineOutcome =
  | { readonly outcome: 'delivered'; readonly record: string }
  | { readonly outcome: 'dropped'; readonly unmet: readonly Unmet[] }
  | { readonly outcome: 'empty' }
  /** It cannot be read, or made a record of; the reason goes on after "line 7". */
  | { readonly outcome: 'bad'; readonly reason: string };

/**
 * Says of sample lines what a job would deliver of them: the record to the byte, or the conditions that keep the line
 * back. A line is what `readSampleLine` reads. Keep the function for all lines of a job; `BlockPreview` does the same for
 * millions of them.
 *
 * @example
 * ```ts
 * const dataset = findDataset('http_requests');
 * if (dataset) {
 *   const delivery = deliveryOf({ logpull_options: 'fields=RayID', output_options: null }, dataset);
 *   const { filter } = parseExpression('EdgeResponseStatus >= 500');
 *   const preview = linePreviewer({ dataset, filter, delivery, customFields: undefined });
 *   preview('{"RayID":"7d3f","EdgeResponseStatus":503}'); // { outcome: 'delivered', record: '{"RayID":"7d3f"}\n' }
 * }
 * ```
 */
export function linePreviewer(job: PreviewedJob): (line: string) => LineOutcome {
  const { dataset, filter, delivery, customFields } = job;
  const passes = filter === undefined ? () => true : compileFilter(filter, dataset);
  const write = recordWriter(delivery, customFields, dataset);
  return (text) => {
    const line = readSampleLine(text);
    if (line.kind === 'empty') return { outcome: 'empty' };
    if (line.kind === 'bad') return { outcome: 'bad', reason: line.reason };
    const { fields = {} } = line.exchange;
    if (filter !== undefined && !passes(fields))
      return { outcome: 'dropped', unmet: whyDropped(filter, fields, dataset) };
    try {
      return { outcome: 'delivered', record: write(line.exchange) };
    } catch (error) {
      return { outcome: 'bad', reason: whyNoRecord(error) };
    }
  };
}

/** @internal a time that is none is the only thing that a record cannot be made of */
export function whyNoRecord(error: unknown): string {
  if (error instanceof TypeError) return `has a time that is none: ${error.message}`;
  throw error;
}
