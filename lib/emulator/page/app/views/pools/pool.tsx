import { plural, capitalize } from '../../../../../ground/words';
import type { PoolDetail, EventCoverage, LegacyEmail } from '../../../model/pools';
import { Card, Badge, Facts } from '../../components/content';
import { DetailPage, useView } from '../../use-view';
import { NotificationFeed } from './notifications';
import { HealthCard } from './health';
import { healthWords, eventWords, recipientWords, whenWords, choiceWords } from './words';
import type { ComponentChildren } from 'preact';
import { Table, type Column } from '../../components/table';
import { callApi } from '../../api';
import { act } from '../../components/announcer';
import { ConfirmButton } from '../../components/confirm-dialog';

interface PoolPageProps {
  readonly accountId: string;
  readonly poolId: string;
}

export function PoolPage({ accountId, poolId }: PoolPageProps) {
  const view = useView<PoolDetail>(`/pools/${accountId}/${poolId}`);
  return (
    <DetailPage list={['#/pools', 'All pools']} heading="Pool" view={view}>
      {(pool) => (
        <>
          <PoolHead pool={pool} />
          <div class="columns">
            <HealthCard pool={pool} />
            <NotificationFeed accountId={accountId} poolId={poolId} />
          </div>
          <CoverageCard pool={pool} />
          <LegacyCard pool={pool} />
        </>
      )}
    </DetailPage>
  );
}

function PoolHead({ pool }: { readonly pool: PoolDetail }) {
  const { word, tone } = healthWords[pool.health.status];
  return (
    <>
      <div class="row head">
        <h1>{pool.name}</h1>
        <Badge tone={tone}>{word}</Badge>
      </div>
      <p class="muted">
        {pool.description !== '' && <>{pool.description}. </>}
        Account {pool.accountName}, pool <code>{pool.id}</code>. Healthy while at least{' '}
        {plural(pool.minimumOrigins, 'enabled origin')} {pool.minimumOrigins === 1 ? 'is' : 'are'}.
      </p>
    </>
  );
}

/** The policies and the legacy e-mail, and the events that each reports. */
function CoverageCard({ pool }: { readonly pool: PoolDetail }) {
  const { events } = pool;
  return (
    <Card title="Who is notified">
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
    </Card>
  );
}

/** A policy, or the legacy e-mail, as a source of notifications. */
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

/** The deprecated e-mail of a pool. Its migration ends when it is cleared. */
function LegacyCard({ pool }: { readonly pool: PoolDetail }) {
  const { legacy } = pool;
  return (
    <Card title="Legacy e-mail">
      {legacy === undefined ? (
        <p>
          This pool has no <code>notification_email</code>.
        </p>
      ) : (
        <>
          <ul class="plain-list">
            {legacy.addresses.map((address) => (
              <li key={address}>{address}</li>
            ))}
          </ul>
          <Facts
            facts={[
              ['Changes of the pool', choiceWords(legacy.filter.pool)],
              ['Changes of origins', choiceWords(legacy.filter.origin)],
            ]}
          />
          <ClearButton pool={pool} legacy={legacy} />
        </>
      )}
    </Card>
  );
}

interface ClearButtonProps {
  readonly pool: PoolDetail;
  readonly legacy: LegacyEmail;
}

function ClearButton({ pool, legacy: { loss } }: ClearButtonProps) {
  return (
    <ConfirmButton
      label="Clear legacy e-mail"
      title={`Clear the legacy e-mail of ${pool.name}?`}
      action="Clear legacy e-mail"
      {...(loss.events.length === 0
        ? {}
        : { acknowledge: `Nobody will be notified ${whenWords(loss.events)}. I accept that.` })}
      onConfirm={() =>
        act(`The legacy e-mail of ${pool.name} is cleared.`, () =>
          callApi('PATCH', `/accounts/${pool.accountId}/load_balancers/pools/${pool.id}`, {
            notification_email: '',
          }),
        )
      }
    >
      {loss.recipients.length === 0 ? (
        <p>Policies notify every address of the same events: no notification is lost.</p>
      ) : (
        <>
          <p>These addresses are no longer notified, because no policy does so:</p>
          <ul>
            {loss.recipients.map(({ address, events }) => (
              <li key={address}>
                <b>{address}</b>, {whenWords(events)}
              </li>
            ))}
          </ul>
        </>
      )}
    </ConfirmButton>
  );
}
