import type { Dataset } from '../catalogue';
import type { CustomFields } from '../custom-fields';
import { recordWriter, type Delivery } from '../delivery';
import { compileFilter, type CompiledFilter } from '../filter/compile';
import type { Filter } from '../filter/filter';
import type { Exchange } from '../projection';
import { readRecord } from './record';
import { compileWhy, type Unmet } from './why';

/** A job to preview. Sampling is off: every line that matches the filter is delivered. */
export interface PreviewedJob {
  readonly dataset: Dataset;
  /** Undefined for a job that delivers all lines. */
  readonly filter: Filter | undefined;
  readonly delivery: Delivery;
  /** The custom fields of the zone; undefined for none. */
  readonly customFields: CustomFields | undefined;
}

export interface CompiledJob {
  readonly passes: CompiledFilter;
  readonly why: ReturnType<typeof compileWhy>;
  readonly write: (exchange: Exchange) => string;
}

export function compileJob({ filter, dataset, delivery, customFields }: PreviewedJob): CompiledJob {
  return {
    passes: filter === undefined ? () => true : compileFilter(filter, dataset),
    why: filter === undefined ? () => [] : compileWhy(filter, dataset),
    write: recordWriter(delivery, customFields, dataset),
  };
}

export type LineOutcome =
  | { readonly outcome: 'delivered'; readonly record: string }
  | { readonly outcome: 'dropped'; readonly unmet: readonly Unmet[] }
  | { readonly outcome: 'empty' }
  /** The line cannot be read or written as a record; the reason continues "line 7". */
  | { readonly outcome: 'bad'; readonly reason: string };

/**
 * Previews what a job would deliver for sample lines: the exact record, or the conditions that dropped the line. A line
 * is what `readSampleLine` reads. Create the function once per job; `BlockPreview` does the same for the bytes of many lines.
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
  const { passes, why, write } = compileJob(job);
  return (text) => {
    const line = readRecord(text, job.dataset);
    if (line.kind === 'empty') return { outcome: 'empty' };
    if (line.kind === 'bad') return { outcome: 'bad', reason: line.reason };
    const { fields = {} } = line.exchange;
    if (!passes(fields)) return { outcome: 'dropped', unmet: why(fields) };
    return { outcome: 'delivered', record: write(line.exchange) };
  };
}
