import type { WorldData } from '../../../model/world';
import { CopyButton } from '../../components/copy-button';
import { Facts } from '../../components/facts';

/** How clients reach the emulator, and where its files are. No token: the command printed it when it started. */
export function ConnectionCard({ world: { stateFile, bucketsDir } }: { readonly world: WorldData }) {
  const url = `${location.origin}/client/v4`;
  const setting = `export EDGE_BASE_URL=${url}`;
  const example = 'curl -H "Authorization: Bearer $EDGE_API_TOKEN" "$EDGE_BASE_URL/zones"';
  const text = `${setting}\n${example}`;
  return (
    <section class="card" aria-labelledby="connection">
      <h2 id="connection">Connection</h2>
      <Facts
        class="facts connection"
        facts={[
          ['Base URL of the API', <code>{url}</code>],
          ['Controls', <code>{location.origin}/__emulator</code>],
          [
            'State',
            stateFile === null ? 'in memory, lost when the emulator stops' : <code>{stateFile}</code>,
          ],
          ['Buckets', <code>{bucketsDir}</code>],
        ]}
      />
      <h3>In a shell</h3>
      <p>
        Set <code>EDGE_API_TOKEN</code> to the token that the emulator printed when it started, or to one of
        your fixture.
      </p>
      <pre tabIndex={0} role="region" aria-label="Commands for a shell">
        {text}
      </pre>
      <div class="row actions">
        <CopyButton text={text} label="Copy" done="The commands were copied." />
      </div>
    </section>
  );
}
