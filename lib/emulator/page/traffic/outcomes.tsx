import { countEach, getOrAdd } from '../../../ground/remember';
import { own } from '../../../ground/record';
import {
  deliveryOf,
  describeCondition,
  parseFilter,
  recordMarker,
  whyDropped,
  writeValue,
} from '../../../logs';
import type { Filter } from '../../../logs';
import type { FeedItem } from '../../products/logpush/feed';
import type { Job } from '../../products/logpush/schema';
import { shown } from '../../shape';
import { Badge, Time, type Tone } from '../content';

interface JobExchange {
  readonly item: FeedItem;
  readonly job: Job;
  readonly outcome: FeedItem['outcomes'][number]['outcome'];
  /** The conditions of its filter that were not met. */
  readonly unmet: readonly Condition[];
}

interface Condition {
  readonly condition: string;
  /** `it is 200`, `the line has none` */
  readonly value: string;
}

export function linesOf({ id, enabled, dataset }: Job, items: readonly FeedItem[], isDeliveredOnly: boolean) {
  const filters = new Map<string, Filter | undefined>();
  const reached = items.flatMap((item) =>
    item.outcomes
      .filter(({ job }) => job.id === id)
      .map((each): JobExchange => ({ item, ...each, unmet: unmetOf(item, each, filters) })),
  );
  if (reached.length === 0)
    return (
      <p class="muted">
        {enabled
          ? `No line of ${dataset} has reached the job yet.`
          : 'A disabled job receives no lines. Enable it, and send some.'}
      </p>
    );
  const counts = countEach(reached.map(({ outcome }) => outcome.kind));
  const conditions = countEach(
    reached
      .filter(({ outcome }) => outcome.kind === 'dropped')
      .map(({ unmet }) => unmet.map(({ condition }) => condition).join(' or ')),
  );
  const words = kinds.flatMap(([kind, label]) => {
    const count = counts.get(kind) ?? 0;
    return count > 0 || ['delivered', 'dropped'].includes(kind) ? [`${count} ${label.toLowerCase()}`] : [];
  });
  return (
    <>
      <p>
        Of {reached.length}: {words.join(', ')}
      </p>
      {conditions.size > 0 && (
        <details>
          <summary>Conditions that dropped lines</summary>
          <ul>
            {[...conditions]
              .sort(([, a], [, b]) => b - a)
              .map(([condition, times]) => (
                <li>
                  {condition} <span class="muted">– {times === 1 ? 'one line' : `${times} lines`}</span>
                </li>
              ))}
          </ul>
        </details>
      )}
      <ol class="plain-list ruled">
        {reached
          .filter(({ outcome }) => !isDeliveredOnly || outcome.kind === 'delivered')
          .map((each) => (
            <li id={`line-${id}-${each.item.number}`}>{outcomeOf(each)}</li>
          ))}
      </ol>
    </>
  );
}

const kinds: readonly (readonly [kind: JobExchange['outcome']['kind'], label: string, tone: Tone])[] = [
  ['delivered', 'Delivered', 'good'],
  ['dropped', 'Dropped', 'neutral'],
  ['unsampled', 'Not sampled', 'neutral'],
  ['failed', 'Not written', 'bad'],
];

function outcomeOf(exchange: JobExchange) {
  const { item, outcome } = exchange;
  const [, label, tone] = kinds.find(([kind]) => kind === outcome.kind) ?? [];
  return (
    <>
      <p>
        <Badge {...(tone && { tone })}>{label}</Badge> <Time at={item.at.toISOString()} />{' '}
        <span class="muted">{summarize(item)}</span>
      </p>
      {outcome.kind === 'delivered' && (
        <>
          {markedLine(exchange, outcome.line)}
          <p class="muted small">{outcome.object}</p>
        </>
      )}
      {outcome.kind === 'dropped' && unmetList(exchange.unmet)}
      {outcome.kind === 'failed' && <p class="small">{outcome.error}</p>}
    </>
  );
}

/** Writes the line again, which tells where its custom fields are. Nothing is marked if that is another line. */
function markedLine({ item, job }: JobExchange, line: string) {
  const { exchange, dataset, customFields } = item;
  const record = recordMarker(deliveryOf(job, dataset), customFields, dataset)(exchange);
  const isCut = record.text.length > line.length;
  const text = isCut ? line : line.trimEnd();
  let at = 0;
  const marked = (record.text.startsWith(line) ? record.customFields : []).map(([from, to]) => {
    const before = text.slice(at, from);
    at = to;
    return from < text.length && [before, <mark>{text.slice(from, to)}</mark>];
  });
  return (
    <code class="lines">
      {marked}
      {text.slice(at)}
      {isCut && '…'}
    </code>
  );
}

/** The first condition that was not met, or all of an `or`. Each filter is read once. */
function unmetOf(
  { exchange, dataset }: FeedItem,
  { job, outcome }: Pick<JobExchange, 'job' | 'outcome'>,
  filters: Map<string, Filter | undefined>,
): readonly Condition[] {
  const text = job.filter ?? '';
  const filter = getOrAdd(filters, text, () => parseFilter(text).filter);
  if (outcome.kind !== 'dropped' || filter === undefined) return [];
  return whyDropped(filter, exchange.fields ?? {}, dataset).map(({ condition, value }) => ({
    condition: describeCondition(condition),
    value: writeValue(value),
  }));
}

function unmetList(conditions: readonly Condition[]) {
  const list = conditions.map(({ condition, value }) => (
    <>
      {condition} <span class="muted">({value})</span>
    </>
  ));
  return list.length === 1 ? (
    <p>Not met: {list}</p>
  ) : (
    <div>
      None of these is met:
      <ul>
        {list.map((each) => (
          <li>{each}</li>
        ))}
      </ul>
    </div>
  );
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
