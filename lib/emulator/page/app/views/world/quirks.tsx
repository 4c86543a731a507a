import { useEffect, useRef, useState } from 'preact/hooks';
import type { WorldData } from '../../../model/world';
import { control } from '../../api';
import { act } from '../../components/announcer';
import { CheckField } from '../../components/field';
import { own } from '../../../../../ground/record';

/** What each quirk does, in the order in which they are shown. */
const quirkTexts: readonly (readonly [key: string, title: string, effect: string])[] = [
  ['shuffleKeys', 'Other order of keys', 'The keys of every object in a reply are in another order.'],
  ['shuffleArrays', 'Other order of lists', 'Lists without a meaningful order are in another order.'],
  [
    'omitZeroValues',
    'Omit zero values',
    'Resources are shown without members that are "", 0, false, [] or null.',
  ],
  ['unknownFields', 'Unknown fields', 'Every object of a result has a member that no client knows.'],
  [
    'serviceWording',
    'Wording of the service',
    'Members that a request did not have are worded as the service words them. On by default.',
  ],
];

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
    <section class="card" aria-labelledby="quirks">
      <h2 id="quirks">Variations of replies</h2>
      <p>Replies that the API may give too. Clients must handle all of them.</p>
      {quirkTexts.map(([key, title, effect]) => (
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
    </section>
  );
}

function without(quirks: WorldData['quirks'], isLeftOut: (key: string) => boolean): WorldData['quirks'] {
  return Object.fromEntries(Object.entries(quirks).filter(([key]) => !isLeftOut(key)));
}
