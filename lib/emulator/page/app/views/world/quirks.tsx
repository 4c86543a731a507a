import { Card } from '../../components/content';
import { useEffect, useRef, useState } from 'preact/hooks';
import { quirkList } from '../../../model/quirks';
import type { WorldData } from '../../../model/world';
import { control } from '../../api';
import { act } from '../../components/announcer';
import { CheckField } from '../../components/field';
import { own } from '../../../../../ground/record';

/** Variations of replies that the API allows: switched on here, they show what a client takes for granted. */
export function QuirksCard({ quirks }: { readonly quirks: WorldData['quirks'] }) {
  // What was set here, until the data of the page have it: those that arrive first may be from before.
  const [pending, setPending] = useState<WorldData['quirks']>({});
  useEffect(
    () => setPending((before) => without(before, (key) => own(before, key) === own(quirks, key))),
    [quirks],
  );
  const current = { ...quirks, ...pending };
  // A write has all of them, also those set since the last rendering.
  const latest = useRef(current);
  latest.current = current;

  async function set(key: string, title: string, isOn: boolean): Promise<void> {
    setPending((before) => ({ ...before, [key]: isOn }));
    latest.current = { ...latest.current, [key]: isOn };
    const change = () => control('PUT', '/quirks', latest.current);
    const isDone = await act(`${title}: ${isOn ? 'on' : 'off'}.`, change);
    if (!isDone) setPending((before) => without(before, (each) => each === key));
  }

  return (
    <Card title="Variations of replies">
      <p>Replies that the API may give too. Clients must handle all of them.</p>
      {quirkList.map(({ key, title, effect }) => (
        <CheckField
          key={key}
          role="switch"
          isChecked={own(current, key) === true}
          onCheck={(isOn) => void set(key, title, isOn)}
          label={
            <span>
              {title} <code class="muted">{key}</code>
              <br />
              <span class="muted">{effect}</span>
            </span>
          }
        />
      ))}
    </Card>
  );
}

function without(quirks: WorldData['quirks'], isLeftOut: (key: string) => boolean): WorldData['quirks'] {
  return Object.fromEntries(Object.entries(quirks).filter(([key]) => !isLeftOut(key)));
}
