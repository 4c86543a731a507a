import { useId, useState } from 'preact/hooks';
import { plural } from '../../../../../ground/words';
import { announce } from '../../components/announcer';
import { SelectField, TextField } from '../../components/field';
import type { ManagedRuleset, ManagedRule } from '../../../model/zones';
import { effectNames, effectOf, effects, overridesOf, setEffect, type Effect } from './draft';
import type { Draft } from './use-draft';

interface OverrideEditorProps {
  readonly rule: ManagedRule;
  readonly index: number;
  readonly name: string;
  readonly known: ManagedRuleset['rules'];
  readonly draft: Draft;
}

/** Overrides of single rules: another action, or none at all (specification 4.6, rule 3). */
export function OverrideEditor({ rule, index, name, known, draft }: OverrideEditorProps) {
  const overrides = overridesOf(rule);
  const descriptions = new Map(known.map((each) => [each.id, each.description]));
  const set = (id: string, effect: Effect) => draft.change((rules) => setEffect(rules, index, id, effect));
  return (
    <details>
      <summary>
        {plural(overrides.length, 'rule override')}
        <span class="hidden"> of {name}</span>
      </summary>
      {overrides.map((override) => (
        <Override
          key={override.id}
          id={override.id}
          description={descriptions.get(override.id)}
          note={override.score_threshold === undefined ? '' : `score threshold ${override.score_threshold}`}
          effect={effectOf(override)}
          onChange={(effect) => set(override.id, effect)}
        />
      ))}
      <NewOverride
        name={name}
        known={known.filter(({ id }) => !overrides.some((each) => each.id === id))}
        onAdd={(id) => set(id, 'log')}
      />
    </details>
  );
}

interface OverrideProps {
  readonly id: string;
  readonly description: string | undefined;
  readonly note: string;
  readonly effect: Effect;
  readonly onChange: (effect: Effect) => void;
}

function Override({ id, description, note, effect, onChange }: OverrideProps) {
  return (
    <SelectField
      class="override row apart end"
      label={
        <>
          {description !== undefined && <span>{description}</span>}
          <span class="mono">{id}</span>
          {note !== '' && <span class="muted">{note}</span>}
        </>
      }
      value={effect}
      choices={effects.map((each) => [each, effectNames[each]] as const)}
      onChoose={onChange}
    />
  );
}

interface NewOverrideProps {
  readonly name: string;
  readonly known: ManagedRuleset['rules'];
  readonly onAdd: (id: string) => void;
}

/** Any rule can be overridden: the rules of managed rulesets are not all known here. */
function NewOverride({ name, known, onAdd }: NewOverrideProps) {
  const list = useId();
  const [id, setId] = useState('');
  return (
    <form
      class="override row apart end"
      onSubmit={(event) => {
        event.preventDefault();
        const wanted = id.trim().toLowerCase();
        if (!/^[0-9a-f]{32}$/.test(wanted)) {
          announce('The ID of a rule has 32 hexadecimal digits.', 'failed');
          return;
        }
        onAdd(wanted);
        setId('');
      }}
    >
      <TextField
        label={`Override another rule of ${name}, by ID`}
        class="mono"
        list={list}
        value={id}
        onText={setId}
      >
        <datalist id={list}>
          {known.map((each) => (
            <option key={each.id} value={each.id}>
              {each.description}
            </option>
          ))}
        </datalist>
      </TextField>
      <button type="submit">Add override</button>
    </form>
  );
}
