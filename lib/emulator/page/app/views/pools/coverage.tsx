import type { ComponentChildren } from 'preact';
import { capitalize } from '../../../../../ground/words';
import type { EventCoverage, PoolDetail } from '../../../model/pools';
import { Badge } from '../../components/badge';
import { Table, type Column } from '../../components/table';
import { eventWords, recipientWords, whenWords } from './words';

/** The policies and the legacy e-mail, and the events that each reports. */
export function CoverageCard({ pool }: { readonly pool: PoolDetail }) {
  const { events } = pool;
  return (
    <section class="card" aria-labelledby="coverage">
      <h2 id="coverage">Who is notified</h2>
      <Gaps events={events} />
      {pool.policies.length === 0 && <p class="muted">No policy for pool health lists this pool.</p>}
      {(pool.policies.length > 0 || pool.legacy !== undefined) && (
        <Table
          class="coverage"
          caption="Events that each policy and the legacy e-mail report"
          columns={[...columns, ...events.map(answersOf)]}
          rows={sourcesOf(pool)}
          keyOf={({ key }) => key}
        />
      )}
    </section>
  );
}

/** Who notifies somebody. */
interface Source {
  readonly key: string;
  readonly name: string;
  readonly badge?: ComponentChildren;
  readonly recipients: string;
  readonly reports: (event: EventCoverage) => boolean;
}

function sourcesOf({ policies, legacy }: PoolDetail): readonly Source[] {
  const sources = policies.map(({ id, name, enabled, recipients }) => ({
    key: id,
    name,
    badge: !enabled && <Badge>Disabled</Badge>,
    recipients: recipients.map(recipientWords).join(', ') || 'none',
    reports: (event: EventCoverage) => event.policies.includes(id),
  }));
  if (legacy === undefined) return sources;
  return [
    ...sources,
    {
      key: 'legacy',
      name: 'Legacy e-mail',
      badge: <Badge tone="warning">Deprecated</Badge>,
      recipients: legacy.addresses.join(', '),
      reports: (event) => event.legacy.length > 0,
    },
  ];
}

const columns: readonly Column<Source>[] = [
  {
    name: 'Policy',
    isHeading: true,
    cell: ({ name, badge }) => (
      <>
        {name} {badge}
      </>
    ),
  },
  { name: 'Recipients', cell: ({ recipients }) => recipients },
];

function answersOf(event: EventCoverage): Column<Source> {
  return {
    name: capitalize(eventWords(event)),
    class: ({ reports }) => (reports(event) ? 'passing' : 'muted'),
    cell: ({ reports }) => (reports(event) ? 'Yes' : 'No'),
  };
}

function Gaps({ events }: { readonly events: readonly EventCoverage[] }) {
  const gaps = events.filter(({ policies, legacy }) => policies.length === 0 && legacy.length === 0);
  if (gaps.length === 0) return null;
  if (gaps.length === events.length)
    return <p class="notice bad">Without notifications: nobody is notified of the health of this pool.</p>;
  return <p class="notice warning">Nobody is notified {whenWords(gaps)}.</p>;
}
