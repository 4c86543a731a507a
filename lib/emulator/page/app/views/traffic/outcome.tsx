import type { TrafficExchange, TrafficOutcome, UnmetCondition } from '../../../model/traffic';
import { Badge, type Tone } from '../../components/badge';
import { Time } from '../../components/time';
import { segmentsOf } from './segments';

interface OutcomeProps {
  readonly exchange: TrafficExchange;
  readonly outcome: TrafficOutcome;
}

/** What a job did with an exchange. */
export function Outcome({ exchange, outcome }: OutcomeProps) {
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
