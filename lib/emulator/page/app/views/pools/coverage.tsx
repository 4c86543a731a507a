import { capitalize } from '../../../../../ground/words';
import type { EventCoverage, PoolDetail } from '../../../model/pools';
import { Badge } from '../../components/badge';
import { eventWords, recipientWords, whenWords } from './words';

/** The policies and the legacy e-mail, and the events that each reports. */
export function CoverageCard({ pool }: { readonly pool: PoolDetail }) {
  const { events, policies, legacy } = pool;
  return (
    <section class="card" aria-labelledby="coverage">
      <h2 id="coverage">Who is notified</h2>
      <Gaps events={events} />
      {policies.length === 0 && <p class="muted">No policy for pool health lists this pool.</p>}
      {(policies.length > 0 || legacy !== undefined) && (
        <table class="coverage">
          <caption class="hidden">Events that each policy and the legacy e-mail report</caption>
          <thead>
            <tr>
              <th scope="col">Policy</th>
              <th scope="col">Recipients</th>
              {events.map((event) => (
                <th key={eventWords(event)} scope="col">
                  {heading(event)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {policies.map(({ id, name, enabled, recipients }) => (
              <tr key={id}>
                <th scope="row">
                  {name} {!enabled && <Badge>Disabled</Badge>}
                </th>
                <td data-label="Recipients">{recipients.map(recipientWords).join(', ') || 'none'}</td>
                {events.map((event) => (
                  <Answer key={eventWords(event)} event={event} isReported={event.policies.includes(id)} />
                ))}
              </tr>
            ))}
            {legacy !== undefined && (
              <tr>
                <th scope="row">
                  Legacy e-mail <Badge tone="warning">Deprecated</Badge>
                </th>
                <td data-label="Recipients">{legacy.addresses.join(', ')}</td>
                {events.map((event) => (
                  <Answer key={eventWords(event)} event={event} isReported={event.legacy.length > 0} />
                ))}
              </tr>
            )}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Gaps({ events }: { readonly events: readonly EventCoverage[] }) {
  const gaps = events.filter(({ policies, legacy }) => policies.length === 0 && legacy.length === 0);
  if (gaps.length === 0) return null;
  if (gaps.length === events.length)
    return <p class="notice bad">Without notifications: nobody is notified of the health of this pool.</p>;
  return <p class="notice warning">Nobody is notified {whenWords(gaps)}.</p>;
}

function Answer({ event, isReported }: { readonly event: EventCoverage; readonly isReported: boolean }) {
  return (
    <td data-label={heading(event)} class={isReported ? 'yes' : 'no'}>
      {isReported ? 'Yes' : 'No'}
    </td>
  );
}

function heading(event: EventCoverage): string {
  return capitalize(eventWords(event));
}
