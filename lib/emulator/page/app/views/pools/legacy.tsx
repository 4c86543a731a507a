import type { LegacyEmail, PoolDetail } from '../../../model/pools';
import { callApi } from '../../api';
import { act } from '../../components/announcer';
import { Facts } from '../../components/facts';
import { ConfirmButton } from '../../components/confirm-dialog';
import { choiceWords, whenWords } from './words';

/** The deprecated e-mail of a pool. Its migration ends when it is cleared. */
export function LegacyCard({ pool }: { readonly pool: PoolDetail }) {
  const { legacy } = pool;
  return (
    <section class="card" aria-labelledby="legacy">
      <h2 id="legacy">Legacy e-mail</h2>
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
    </section>
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
