import {
  deliveryOf,
  describeCondition,
  parseFilter,
  recordMarker,
  whyDropped,
  writeValue,
  type Filter,
} from '../../../logs';
import type { TrafficExchange, TrafficOutcome, UnmetCondition } from '../../page/model/traffic';
import { shown } from '../../shape';
import { mostLineCharacters, type Fate, type FeedItem } from './feed';
import type { Job } from './model';

/** Shows exchanges of the feed with what their jobs did. Filters are read once for all exchanges. */
export function exchangeShower(): (item: FeedItem) => TrafficExchange {
  const filters = new Map<string, Filter | undefined>();
  const filterOf = (text: string) => {
    if (!filters.has(text)) filters.set(text, parseFilter(text).filter);
    return filters.get(text);
  };
  return (item) => ({
    number: item.number,
    at: item.at.toISOString(),
    dataset: item.dataset.name,
    summary: summarize(item),
    outcomes: item.fates.map(({ job, fate }) => showFate(item, job, fate, filterOf)),
  });
}

function showFate(
  item: FeedItem,
  job: Job,
  fate: Fate,
  filterOf: (text: string) => Filter | undefined,
): TrafficOutcome {
  const jobId = job.id;
  switch (fate.kind) {
    case 'delivered': {
      const isCut = fate.line.length >= mostLineCharacters;
      const line = isCut ? fate.line : fate.line.trimEnd();
      return {
        jobId,
        kind: 'delivered',
        line,
        isCut,
        marks: marksOf(item, job, fate.line),
        object: fate.object,
      };
    }
    case 'dropped': {
      const filter = filterOf(job.filter ?? '');
      return { jobId, kind: 'dropped', unmet: filter === undefined ? [] : unmetOf(item, filter) };
    }
    case 'unsampled':
      return { jobId, kind: 'unsampled' };
    case 'failed':
      return { jobId, kind: 'failed', error: fate.error };
    default:
      return fate satisfies never;
  }
}

function unmetOf({ exchange, dataset }: FeedItem, filter: Filter): readonly UnmetCondition[] {
  return whyDropped(filter, exchange.fields ?? {}, dataset).map(({ condition, value }) => ({
    condition: describeCondition(condition),
    value: writeValue(value),
  }));
}

/** Writes the line again, which tells where its custom fields are. Nothing is marked if that is not the line. */
function marksOf(
  { exchange, dataset, customFields }: FeedItem,
  job: Job,
  line: string,
): readonly (readonly [number, number])[] {
  const record = recordMarker(deliveryOf(job, dataset), customFields, dataset)(exchange);
  if (!record.text.startsWith(line)) return [];
  return record.customFields
    .filter(([from]) => from < line.length)
    .map(([from, to]) => [from, Math.min(to, line.length)] as const);
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
          .filter((name) => isBrief(fields[name]))
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
