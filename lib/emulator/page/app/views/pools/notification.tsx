import type { NotificationDetail } from '../../../model/notifications';
import { Badge } from '../../components/badge';
import { Facts } from '../../components/facts';
import { ShownView, useView } from '../../use-view';
import { causeWords, mechanismWords, stateWords } from './words';

export function NotificationPage({ id }: { readonly id: string }) {
  const view = useView<NotificationDetail>(`/notifications/${id}`, ['notifications']);
  return (
    <>
      <p>
        <a href="#/pools/notifications">All notifications</a>
      </p>
      {view.data === undefined && <h1>Notification</h1>}
      <ShownView view={view}>{(notification) => <Notification notification={notification} />}</ShownView>
    </>
  );
}

function Notification({ notification }: { readonly notification: NotificationDetail }) {
  const { subject, text, payload, mechanism, recipient, at, attempts, error } = notification;
  const { accountId, poolId, pool } = notification;
  const { word, tone } = stateWords(notification);
  return (
    <>
      <div class="row head">
        <h1>{subject}</h1>
        <Badge tone={tone}>{word}</Badge>
      </div>
      <section class="card" aria-label="Delivery">
        <Facts
          facts={[
            [`${mechanismWords[mechanism]} to`, recipient],
            ['Sent by', causeWords(notification)],
            poolId !== null && ['Pool', <a href={`#/pools/${accountId}/${poolId}`}>{pool ?? poolId}</a>],
            ['Time', <time dateTime={at}>{at}</time>],
            ['Attempts', attempts],
            error !== null && ['Last error', <span class="failing">{error}</span>],
          ]}
        />
      </section>
      <section class="card" aria-labelledby="text">
        <h2 id="text">Text</h2>
        <p>{text}</p>
        {payload !== null && (
          <>
            <h3>Body that the webhook receives</h3>
            <pre tabIndex={0}>{JSON.stringify(payload, null, 2)}</pre>
          </>
        )}
      </section>
    </>
  );
}
