import {
  deliveryOf,
  describeCondition,
  parseFilter,
  recordMarker,
  whyDropped,
  writeValue,
  type Filter,
} from '../../../logs';
import { own } from '../../../ground/record';
import type { JobOutcome, FeedItem } from '../../products/logpush/feed';
import type { Job } from '../../products/logpush/schema';
import { shown } from '../../shape';

/** Shows exchanges of the feed with what their jobs did. Filters are read once for all exchanges. */
export function exchangeShower() {
  const filters = new Map<string, Filter | undefined>();
  const filterOf = (text: string) => {
    if (!filters.has(text)) filters.set(text, parseFilter(text).filter);
    return filters.get(text);
  };
  return (item: FeedItem) => ({
    number: item.number,
    at: item.at.toISOString(),
    dataset: item.dataset.name,
    /** A few of its fields, to recognize it by. */
    summary: summarize(item),
    outcomes: item.outcomes.map(({ job, outcome }) => showOutcome(item, job, outcome, filterOf)),
  });
}

/** Shows the outcome of an exchange at a job. */
export function showOutcome(
  item: FeedItem,
  job: Job,
  outcome: JobOutcome,
  filterOf: (text: string) => Filter | undefined,
) {
  const jobId = job.id;
  switch (outcome.kind) {
    case 'delivered':
      return { jobId, kind: outcome.kind, ...markedLine(item, job, outcome.line), object: outcome.object };
    case 'dropped': {
      const filter = filterOf(job.filter ?? '');
      return { jobId, kind: outcome.kind, unmet: filter === undefined ? [] : unmetOf(item, filter) };
    }
    case 'unsampled':
      return { jobId, kind: outcome.kind };
    case 'failed':
      return { jobId, kind: outcome.kind, error: outcome.error };
    default:
      return outcome satisfies never;
  }
}

/** The first condition that was not met, or all of an `or`: `it is 200`, `the line has none`. */
export function unmetOf({ exchange, dataset }: FeedItem, filter: Filter) {
  return whyDropped(filter, exchange.fields ?? {}, dataset).map(({ condition, value }) => ({
    condition: describeCondition(condition),
    value: writeValue(value),
  }));
}

/** Writes the line again, which tells where its custom fields are. Nothing is marked if that is another line. */
function markedLine({ exchange, dataset, customFields }: FeedItem, job: Job, line: string) {
  const record = recordMarker(deliveryOf(job, dataset), customFields, dataset)(exchange);
  const isCut = record.text.length > line.length;
  const marks = record.text.startsWith(line) ? record.customFields : [];
  return {
    line: isCut ? line : line.trimEnd(),
    isCut,
    marks: marks
      .filter(([from]) => from < line.length)
      .map(([from, to]) => [from, Math.min(to, line.length)] as const),
  };
}

/** A request in the order in which people read it; of another dataset the first fields that are brief. */
function summarize({ exchange: { fields = {} }, dataset }: FeedItem): string {
  const text = (name: string) => (Object.hasOwn(fields, name) ? shown(fields[name]) : '');
  const words =
    dataset.name === 'http_requests'
      ? [
          text('ClientRequestMethod'),
          text('ClientRequestHost') + text('ClientRequestPath'),
          text('EdgeResponseStatus'),
          text('ClientCountry'),
        ]
      : [...dataset.fields.keys()]
          .filter((name) => isBrief(own(fields, name)))
          .slice(0, 3)
          .map((name) => `${name} ${text(name)}`);
  return words
    .filter((word) => word !== '')
    .join(' ')
    .slice(0, mostSummary);
}

const mostSummary = 160;

function isBrief(value: unknown): boolean {
  return typeof value !== 'object' && value !== undefined && value !== '' && shown(value).length <= 80;
}
