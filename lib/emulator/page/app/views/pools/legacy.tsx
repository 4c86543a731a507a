import { useState } from 'preact/hooks';
import type { LegacyEmail, PoolDetail } from '../../../model/pools';
import { callApi } from '../../api';
import { act } from '../../components/announcer';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { choiceWords, whenWords } from './words';

/** The deprecated e-mail of a pool. Its migration ends when it is cleared. */
export function LegacyCard({ pool }: { readonly pool: PoolDetail }) {
  const [isAsking, setAsking] = useState(false);
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
          <ul class="addresses">
            {legacy.addresses.map((address) => (
              <li key={address}>{address}</li>
            ))}
          </ul>
          <dl class="pool-facts">
            <dt>Changes of the pool</dt>
            <dd>{choiceWords(legacy.filter.pool)}</dd>
            <dt>Changes of origins</dt>
            <dd>{choiceWords(legacy.filter.origin)}</dd>
          </dl>
          <button type="button" class="danger" onClick={() => setAsking(true)}>
            Clear legacy e-mail
          </button>
          {isAsking && <ClearDialog pool={pool} legacy={legacy} onClose={() => setAsking(false)} />}
        </>
      )}
    </section>
  );
}

interface ClearDialogProps {
  readonly pool: PoolDetail;
  readonly legacy: LegacyEmail;
  readonly onClose: () => void;
}

function ClearDialog({ pool, legacy: { loss }, onClose }: ClearDialogProps) {
  return (
    <ConfirmDialog
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
      onClose={onClose}
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
    </ConfirmDialog>
  );
}
