import { useState } from 'preact/hooks';
import { formatJson } from '../../../../../ground/json';
import { control } from '../../api';
import { act } from '../../components/announcer';
import { CopyButton } from '../../components/copy-button';
import { fileNameAt, formatSize } from './format';

interface Exported {
  readonly name: string;
  readonly text: string;
}

/** Downloads the world as a fixture. */
export function ExportCard({ now }: { readonly now: string }) {
  const [exported, setExported] = useState<Exported | undefined>(undefined);
  const [isOpen, setOpen] = useState(false);
  const run = () =>
    act('The world was exported.', async () => {
      const text = formatJson(await control('GET', '/fixture'));
      const made = { name: fileNameAt(now), text };
      download(made);
      setExported(made);
    });
  return (
    <section class="card" aria-labelledby="export">
      <h2 id="export">Export</h2>
      <p>
        A fixture: a JSON file with the accounts, zones and all of their objects. Start an emulator with it,
        put it into your tests, or import it here. It has no tokens, keys, webhook secrets or credentials of
        destinations, and no versions, notifications or security events.
      </p>
      <div class="row actions">
        <button type="button" class="primary" onClick={run}>
          Export
        </button>
        {exported !== undefined && (
          <CopyButton text={exported.text} label="Copy the JSON" done="The fixture was copied." />
        )}
      </div>
      {exported !== undefined && (
        <>
          <p>
            <code>{exported.name}</code>, {formatSize(exported.text)}
          </p>
          <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
            <summary>Show the fixture</summary>
            {/* A large world takes long to lay out. */}
            {isOpen && (
              <pre class="fixture" tabIndex={0} role="region" aria-label="Exported fixture">
                {exported.text}
              </pre>
            )}
          </details>
        </>
      )}
    </section>
  );
}

function download({ name, text }: Exported): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has not read it yet when the click returns.
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, 60_000);
}
