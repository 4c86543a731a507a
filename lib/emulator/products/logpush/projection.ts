import { deliveryOf, compileFilter, parseFilter, recordWriter } from '../../../logs';
import type { CustomFields, Dataset, Delivery, Exchange } from '../../../logs';
import type { Job } from './schema';

export interface Projected {
  readonly records: readonly string[];
  readonly delivery: Delivery;
  /** For each exchange the number of its record, or why it has none. */
  readonly places: readonly (number | 'dropped' | 'unsampled')[];
}

/** The records of the exchanges that a job delivers, filtered before sampled. */
export function projectRecords(
  job: Job,
  exchanges: readonly Exchange[],
  customFields: CustomFields | undefined,
  dataset: Dataset,
  random: () => number,
): Projected {
  const filter = job.filter === null ? undefined : parseFilter(job.filter).filter;
  const passes = filter && compileFilter(filter, dataset);
  const delivery = deliveryOf(job, dataset);
  const { sample_rate: rate } = delivery;
  const write = recordWriter(delivery, customFields, dataset);
  const records: string[] = [];
  const places = exchanges.map((exchange) => {
    if (passes?.(exchange.fields ?? {}) === false) return 'dropped';
    // What 0 delivers is not public: assumed is what a client means by it that sends every zero value, no sampling.
    if (rate > 0 && rate < 1 && random() >= rate) return 'unsampled';
    return records.push(write(exchange)) - 1;
  });
  return { records, delivery, places };
}
