import { capitalize, plural } from '../../../ground/words';
import type { AlertingState } from '../../products/alerting';
import { healthEvents, type HealthEvent } from '../../products/alerting/recipients';
import type { Pool } from '../../products/pools/health';
import type { Account } from '../../world';
import { Badge, Card, Facts, Table, type Column } from '../content';
import { CheckField, ConfirmButton, apiCall, control } from '../forms';
import { notificationFeed } from './notifications';
import { legacySource, lossWithout, policiesByPool, type Source } from './sources';
import { choiceWords, eventWords, healthOf, recipientWords, whenWords } from './words';

export function poolPage(account: Account, pool: Pool, alerting: AlertingState) {
  const { word, tone } = healthOf(pool);
  const { minimum_origins: minimum, description } = pool;
  const policies = policiesByPool(account.id, alerting).get(pool.id) ?? [];
  const legacy = legacySource(pool);
  const sources = [...policies, ...(legacy ? [legacy] : [])];
  const notifications = alerting.outbox.list();
  return (
    <>
      <p>
        <a href="/pools">All pools</a>
      </p>
      <div class="row head">
        <h1>{pool.name}</h1>
        <Badge tone={tone}>{word}</Badge>
      </div>
      <p class="muted">
        {description !== '' && <>{description}. </>}
        Account {account.name}, pool <code>{pool.id}</code>. Healthy while at least{' '}
        {plural(minimum, 'enabled origin')} {minimum === 1 ? 'is' : 'are'}.
      </p>
      <div class="columns">
        {healthCard(account, pool)}
        {notificationFeed(
          notifications.filter((each) => each.pool_id === pool.id && each.account_id === account.id),
        )}
      </div>
      <Card title="Who is notified">
        {gapsOf(sources)}
        {policies.length === 0 && <p class="muted">No policy for pool health lists this pool.</p>}
        {sources.length > 0 && (
          <Table
            caption="Events that each policy and the legacy e-mail report"
            columns={[
              { name: 'Policy', isHeading: true, cell: nameOf },
              {
                name: 'Recipients',
                cell: ({ recipients }) =>
                  recipients.map((each) => recipientWords(each, account.id, alerting)).join(', ') || 'none',
              },
              ...healthEvents.map(answersOf),
            ]}
            rows={sources}
          />
        )}
      </Card>
      {legacyCard(account, pool, legacy, policies)}
    </>
  );
}

function nameOf({ id, name, isEnabled }: Source) {
  return (
    <>
      {name} {id === 'legacy' && <Badge tone="warning">Deprecated</Badge>}
      {!isEnabled && <Badge>Disabled</Badge>}
    </>
  );
}

function answersOf(event: HealthEvent): Column<Source> {
  return {
    name: capitalize(eventWords(event)),
    class: ({ events }) => (events.includes(event) ? 'passing' : 'muted'),
    cell: ({ events }) => (events.includes(event) ? 'Yes' : 'No'),
  };
}

function gapsOf(sources: readonly Source[]) {
  const gaps = healthEvents.filter((event) => !sources.some(({ events }) => events.includes(event)));
  if (gaps.length === 0) return null;
  if (gaps.length === healthEvents.length)
    return <p class="notice bad">Without notifications: nobody is notified of the health of this pool.</p>;
  return <p class="notice warning">Nobody is notified {whenWords(gaps)}.</p>;
}

/** Stands for the health monitors: what its switches say is what the next health check finds. */
function healthCard(account: Account, pool: Pool) {
  const toggle = (label: string, isPassing: boolean, origin?: string) => (
    <CheckField
      label={<span class={isPassing ? 'passing' : 'failing'}>{isPassing ? 'Passing' : 'Failing'}</span>}
      role="switch"
      name="healthy"
      checked={isPassing}
      aria-label={`Health checks of ${origin ?? 'all origins'} pass`}
      {...control(
        'POST',
        `/accounts/${account.id}/pools/${pool.id}/health`,
        `${label}: ${isPassing ? 'unhealthy' : 'healthy'}, notifications: {notifications}.`,
        { origin },
      )}
    />
  );
  const columns: readonly Column<Pool['origins'][number]>[] = [
    { name: 'Origin', isHeading: true, cell: ({ name }) => name },
    { name: 'Address', class: 'mono', cell: ({ address }) => address },
    {
      name: 'Health checks',
      cell: ({ name, enabled }) => (
        <>
          {toggle(`Origin ${name}`, !pool.unhealthy.includes(name), name)}
          {!enabled && <Badge>Disabled, not checked</Badge>}
          {enabled && !pool.enabled && <Badge>Not checked</Badge>}
        </>
      ),
    },
  ];
  return (
    <Card title="Health">
      {!pool.enabled && (
        <p class="notice">
          The pool is disabled: its origins are not checked. Switches take effect when it is enabled.
        </p>
      )}
      <Table
        caption="Origins of the pool"
        columns={columns}
        rows={pool.origins}
        last={
          <tr>
            <th scope="row">All origins</th>
            <td data-label="Health">
              <span class="muted">{healthOf(pool).origins}</span>
            </td>
            <td data-label="Health checks">{toggle('All origins', pool.unhealthy.length === 0)}</td>
          </tr>
        }
      />
    </Card>
  );
}

/** The deprecated e-mail of a pool. Its migration ends when it is cleared. */
function legacyCard(account: Account, pool: Pool, legacy: Source | undefined, policies: readonly Source[]) {
  const { pool: ofPool, origin: ofOrigin } = pool.notification_filter ?? {};
  const loss = legacy && lossWithout(legacy, policies);
  return (
    <Card title="Legacy e-mail">
      {legacy === undefined || loss === undefined ? (
        <p>
          This pool has no <code>notification_email</code>.
        </p>
      ) : (
        <>
          <ul class="plain-list">
            {legacy.recipients.map(({ recipient }) => (
              <li>{recipient}</li>
            ))}
          </ul>
          <Facts
            facts={[
              ['Changes of the pool', choiceWords(ofPool)],
              ['Changes of origins', choiceWords(ofOrigin)],
            ]}
          />
          <ConfirmButton
            id="clear"
            label="Clear legacy e-mail"
            title={`Clear the legacy e-mail of ${pool.name}?`}
            confirm="Clear legacy e-mail"
            acknowledge={
              loss.events.length === 0
                ? undefined
                : `Nobody will be notified ${whenWords(loss.events)}. I accept that.`
            }
            action={apiCall(
              'PATCH',
              `/accounts/${account.id}/load_balancers/pools/${pool.id}`,
              `The legacy e-mail of ${pool.name} is cleared.`,
              { notification_email: '' },
            )}
          >
            {loss.addresses.length === 0 ? (
              <p>Policies notify every address of the same events: no notification is lost.</p>
            ) : (
              <>
                <p>These addresses are no longer notified, because no policy does so:</p>
                <ul>
                  {loss.addresses.map(([address, events]) => (
                    <li>
                      <b>{address}</b>, {whenWords(events)}
                    </li>
                  ))}
                </ul>
              </>
            )}
          </ConfirmButton>
        </>
      )}
    </Card>
  );
}
