import { formatShare } from '../../../../../ground/words';
import type { TrafficExchange, TrafficJob, TrafficOutcome, UnmetCondition } from '../../../model/traffic';
import { Badge, type Tone, Facts, Time } from '../../components/content';
import { countTexts, segmentsOf } from './segments';

interface JobTrafficProps {
  readonly job: TrafficJob;
  readonly exchanges: readonly TrafficExchange[];
  /** Exchanges with a higher number are new. */
  readonly newAfter: number;
  readonly isDeliveredOnly: boolean;
}

/** A job, and what it did with the newest exchanges. */
export function JobTraffic({ job, exchanges, newAfter, isDeliveredOnly }: JobTrafficProps) {
  const own = exchanges.flatMap((exchange) => {
    const outcome = exchange.outcomes.find(({ jobId }) => jobId === job.id);
    return outcome === undefined ? [] : [{ exchange, outcome }];
  });
  const shown = isDeliveredOnly ? own.filter(({ outcome }) => outcome.kind === 'delivered') : own;
  const title = job.name ?? `Job ${job.id}`;
  return (
    <section class="card" aria-label={title}>
      <h2>
        {title}{' '}
        <Badge tone={job.isEnabled ? 'good' : 'neutral'}>{job.isEnabled ? 'Enabled' : 'Disabled'}</Badge>
      </h2>
      <JobSettings job={job} />
      <h3>Lines</h3>
      {own.length === 0 ? (
        <p class="muted">
          {job.isEnabled
            ? `No line of ${job.dataset} has reached the job yet.`
            : 'A disabled job receives no lines. Enable it, and send some.'}
        </p>
      ) : (
        <>
          <Counts outcomes={own.map(({ outcome }) => outcome)} />
          <ol class="plain-list ruled traffic-lines">
            {shown.map(({ exchange, outcome }) => (
              <li key={exchange.number} class={exchange.number > newAfter ? 'fresh' : ''}>
                <Outcome exchange={exchange} outcome={outcome} />
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

function JobSettings({ job }: { readonly job: TrafficJob }) {
  const { lastError, filter, sampleRate, expression, destination, format } = job;
  return (
    <>
      {lastError !== null && (
        <p class="notice bad">
          Last error at <Time at={lastError.at} />: {lastError.message}
        </p>
      )}
      <Facts
        facts={[
          [
            'Delivers',
            <>
              {filter === null ? 'Every line' : `Lines whose ${filter}`}
              {sampleRate < 1 && `, of these ${formatShare(sampleRate)} at random`}
              {expression !== null && (
                <div>
                  <code class="muted">{expression}</code>
                </div>
              )}
            </>,
          ],
          [
            'To',
            <>
              <code>{destination}</code> as {format === 'template' ? 'records of a template' : format}
            </>,
          ],
          ['Fields', <Fields job={job} />],
        ]}
      />
    </>
  );
}

function Fields({ job: { dataset, fields, customFieldLogFields } }: { readonly job: TrafficJob }) {
  const list = fields.map((name, index) => (
    <>
      {index > 0 && ', '}
      {customFieldLogFields.includes(name) ? <mark>{name}</mark> : name}
    </>
  ));
  if (fields.length <= mostFields)
    return (
      <>
        {list} <span class="muted">of {dataset}</span>
      </>
    );
  return (
    <details>
      <summary>
        {fields.length} fields of {dataset}
        {customFieldLogFields.length > 0 && `, with ${customFieldLogFields.join(', ')}`}
      </summary>
      {list}
    </details>
  );
}

const mostFields = 12;

function Counts({ outcomes }: { readonly outcomes: readonly TrafficOutcome[] }) {
  const count = (kind: TrafficOutcome['kind']) => outcomes.filter((each) => each.kind === kind).length;
  const parts = [
    `${count('delivered')} delivered`,
    `${count('dropped')} dropped`,
    ...(count('unsampled') > 0 ? [`${count('unsampled')} not sampled`] : []),
    ...(count('failed') > 0 ? [`${count('failed')} not written`] : []),
  ];
  const reasons = countTexts(
    outcomes.flatMap((each) =>
      each.kind === 'dropped' ? [each.unmet.map(({ condition }) => condition).join(' or ')] : [],
    ),
  );
  return (
    <>
      <p>
        Of {outcomes.length}: {parts.join(', ')}
      </p>
      {reasons.length > 0 && (
        <details>
          <summary>Conditions that dropped lines</summary>
          <ul>
            {reasons.map(([condition, times]) => (
              <li key={condition}>
                {condition} <span class="muted">– {times === 1 ? 'one line' : `${times} lines`}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

interface OutcomeProps {
  readonly exchange: TrafficExchange;
  readonly outcome: TrafficOutcome;
}

function Outcome({ exchange, outcome }: OutcomeProps) {
  const { label, tone } = labels[outcome.kind];
  return (
    <>
      <p>
        <Badge tone={tone}>{label}</Badge> <Time at={exchange.at} />{' '}
        <span class="muted">{exchange.summary}</span>
      </p>
      <Details outcome={outcome} />
    </>
  );
}

const labels: Readonly<Record<TrafficOutcome['kind'], { readonly label: string; readonly tone: Tone }>> = {
  delivered: { label: 'Delivered', tone: 'good' },
  dropped: { label: 'Dropped', tone: 'neutral' },
  unsampled: { label: 'Not sampled', tone: 'neutral' },
  failed: { label: 'Not written', tone: 'bad' },
};

function Details({ outcome }: { readonly outcome: TrafficOutcome }) {
  switch (outcome.kind) {
    case 'delivered':
      return (
        <>
          <code class="traffic-line">
            {segmentsOf(outcome.line, outcome.marks).map(({ text, isCustom }) =>
              isCustom ? <mark>{text}</mark> : text,
            )}
            {outcome.isCut && '…'}
          </code>
          <p class="traffic-object muted">{outcome.object}</p>
        </>
      );
    case 'dropped':
      return <Unmet conditions={outcome.unmet} />;
    case 'failed':
      return <p class="traffic-object">{outcome.error}</p>;
    case 'unsampled':
      return null;
    default:
      return outcome satisfies never;
  }
}

function Unmet({ conditions }: { readonly conditions: readonly UnmetCondition[] }) {
  const list = conditions.map(({ condition, value }) => (
    <>
      {condition} <span class="muted">({value})</span>
    </>
  ));
  if (list.length === 1) return <p>Not met: {list}</p>;
  return (
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
