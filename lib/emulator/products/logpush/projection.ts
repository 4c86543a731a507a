import { deliveryOf, matchesFilter, parseFilter, recordWriter } from '../../../logs';
import type { CustomFields, Dataset, Delivery, Exchange } from '../../../logs';
import type { Job } from './model';

/** The records of the exchanges that a job delivers, filtered before sampled, and the format of their file. */
export function projectRecords(
  job: Job,
  exchanges: readonly Exchange[],
  customFields: CustomFields | undefined,
  dataset: Dataset,
  random: () => number,
): { readonly records: readonly string[]; readonly delivery: Delivery } {
  const filter = job.filter === null ? undefined : parseFilter(job.filter).filter;
  const delivery = deliveryOf(job, dataset);
  const { sample_rate: rate } = delivery;
  const write = recordWriter(delivery, customFields, dataset);
  const records = exchanges
    .filter((exchange) => filter === undefined || matchesFilter(filter, exchange.fields ?? {}, dataset))
    .filter(() => rate >= 1 || random() < rate)
    .map(write);
  return { records, delivery };
}
