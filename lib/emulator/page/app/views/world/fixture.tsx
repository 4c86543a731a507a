import { useId, useState } from 'preact/hooks';
import { messageOf, plural } from '../../../../../ground/words';
import type { WorldData } from '../../../model/world';
import { control } from '../../api';
import { announce, act } from '../../components/announcer';
import { ConfirmDialog, ConfirmButton } from '../../components/confirm-dialog';
import { Field, TextField } from '../../components/field';
import { Card, Problem, CopyButton } from '../../components/content';
import { formatSize, summaryOf, fileNameAt } from './format';
import { formatJson } from '../../../../../ground/json';

/** Replaces the world by a fixture from a file or a text. */
export function ImportCard({ world }: { readonly world: WorldData }) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  const [fixture, setFixture] = useState<{ readonly value: unknown } | undefined>(undefined);
  const problem = useId();
  const change = (next: string) => {
    setText(next);
    setError(undefined);
  };
  const check = () => {
    try {
      setFixture({ value: JSON.parse(text) as unknown });
    } catch (reason) {
      setError(`The text is not JSON: ${messageOf(reason)}`);
    }
  };
  const run = async (value: unknown) => {
    try {
      await control('POST', '/reset', { fixture: value, keepCredentials: true });
      announce('The fixture was imported.');
      change('');
    } catch (reason) {
      const message = messageOf(reason);
      setError(`${message}. Nothing was changed.`);
    }
  };
  return (
    <Card title="Import">
      <p>
        Replaces the world by that of a fixture. Tokens and keys stay as they are, so that your clients keep
        working.
      </p>
      <Field label="Fixture file">
        {(id) => (
          <input
            id={id}
            type="file"
            accept=".json,application/json"
            onClick={(event) => {
              // So that the same file, edited, can be chosen again.
              event.currentTarget.value = '';
            }}
            onChange={(event) => {
              const [chosen] = event.currentTarget.files ?? [];
              void chosen?.text().then(change);
            }}
          />
        )}
      </Field>
      <TextField
        label={`Or its JSON${text === '' ? '' : `, ${formatSize(text)}`}`}
        rows={5}
        spellcheck={false}
        value={text}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : problem}
        onText={change}
      />
      <Problem id={problem} text={error} />
      <div class="row actions">
        <button type="button" disabled={text.trim() === ''} onClick={check}>
          Import…
        </button>
      </div>
      {fixture !== undefined && (
        <ConfirmDialog
          title="Import this fixture?"
          action="Import"
          onConfirm={() => run(fixture.value)}
          onClose={() => setFixture(undefined)}
        >
          <p>The fixture has {summaryOf(fixture.value)}.</p>
          <Lost world={world} />
        </ConfirmDialog>
      )}
    </Card>
  );
}

/** Returns to the fixture of the start. */
export function ResetCard({ world }: { readonly world: WorldData }) {
  return (
    <Card title="Reset">
      <p>Returns to the fixture that the emulator was started with.</p>
      <div class="row actions">
        <ConfirmButton
          label="Reset…"
          title="Reset the world?"
          action="Reset"
          onConfirm={() =>
            act('The world was reset.', () => control('POST', '/reset', { keepCredentials: true }))
          }
        >
          <Lost world={world} />
        </ConfirmButton>
      </div>
    </Card>
  );
}

/** Lists the objects that a reset or an import removes. */
function Lost({ world }: { readonly world: WorldData }) {
  const { accounts, zones, rulesets, jobs, pools, policies } = world;
  return (
    <>
      <p>This cannot be undone, unless you export the world first. It removes:</p>
      <ul>
        <li>
          {plural(accounts, 'account')} and {plural(zones, 'zone')} with {plural(rulesets, 'ruleset')},{' '}
          {plural(jobs, 'job')}, {plural(pools, 'pool')} and {plural(policies, 'policy', 'policies')}
        </li>
        <li>the progress of WAF migrations, security events, notifications and the list of requests</li>
        <li>faults, the request limit, quirks, the cutover duration, and advances of the clock</li>
      </ul>
      <p>Delivered files and the tokens and keys stay.</p>
    </>
  );
}

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
    <Card title="Export">
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
    </Card>
  );
}

function download({ name, text }: Exported): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has not read it yet when the click returns.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
