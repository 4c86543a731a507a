import { useId, useState } from 'preact/hooks';
import { messageOf } from '../../../../../ground/words';
import type { WorldData } from '../../../model/world';
import { control } from '../../api';
import { announce } from '../../components/announcer';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { Field, TextField } from '../../components/field';
import { Problem } from '../../components/problem';
import { formatSize, summaryOf } from './format';
import { Lost } from './lost';

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
    <section class="card" aria-labelledby="import">
      <h2 id="import">Import</h2>
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
    </section>
  );
}
