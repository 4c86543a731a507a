import { useEffect, useRef } from 'preact/hooks';
import type { RequestDetails } from '../../../model/requests';
import { CopyButton } from '../../components/copy-button';
import { Facts } from '../../components/facts';
import { ShownView, useView } from '../../use-view';
import { curlOf } from './curl';
import { formatDuration } from './format';
import { labelOfFault } from './fault-order';
import { Outcome } from './outcome';

/** One call, and the command that repeats it. */
export function CallDetails({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const view = useView<RequestDetails>(`/requests/${id}`, ['requests']);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, [id]);
  return (
    <section
      class="call-details"
      aria-label="Selected request"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <div class="row apart head">
        <h3 ref={heading} tabIndex={-1}>
          Request {id}
        </h3>
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
      <ShownView view={view}>{(call) => <Details call={call} />}</ShownView>
    </section>
  );
}

function Details({ call }: { readonly call: RequestDetails }) {
  const { method, path, query, startedAt, durationMs, fault, isOverLimit, errors, body } = call;
  const command = curlOf(location.origin, call);
  const replaced = body.kind === 'text' ? body.replaced : [];
  return (
    <>
      <Facts
        facts={[
          ['Request', <span class="mono">{`${method} ${path}${query === '' ? '' : `?${query}`}`}</span>],
          [
            'Outcome',
            <>
              <Outcome call={call} />
              {isOverLimit && ' over the request limit'}
            </>,
          ],
          errors.length > 0 && ['Errors', errors.map((error) => <div key={error}>{error}</div>)],
          ['Started', <time dateTime={startedAt}>{startedAt.replace('T', ' ').replace('Z', ' UTC')}</time>],
          ['Duration', durationMs === null ? 'not known yet' : formatDuration(durationMs)],
          ['Fault', fault === null ? 'none' : labelOfFault(fault)],
        ]}
      />
      {command === undefined ? (
        <p class="notice">
          There is no command that repeats this call. {body.kind === 'withheld' && body.reason}
        </p>
      ) : (
        <>
          <pre class="command" tabIndex={0} role="region" aria-label="Command that repeats the call">
            {command}
          </pre>
          {replaced.length > 0 && (
            <p class="small hint">
              Replace the placeholders first: {replaced.map((name) => `<${name}>`).join(', ')}.
            </p>
          )}
          <p class="small hint muted">
            The command reads the token from the environment variable <code>EDGE_API_TOKEN</code>.
          </p>
          <CopyButton text={command} label="Copy as curl" done="The curl command is copied." />
        </>
      )}
    </>
  );
}
