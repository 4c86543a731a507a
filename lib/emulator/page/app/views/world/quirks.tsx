import type { WorldData } from '../../../model/world';
import { control } from '../../api';
import { act } from '../../components/announcer';

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
  return (
    <section class="card" aria-labelledby="quirks">
      <h2 id="quirks">Variations of replies</h2>
      <p>Replies that the API may give too. Clients must handle all of them.</p>
      {quirkTexts.map(([key, title, effect]) => (
        <label key={key} class="check">
          <input
            type="checkbox"
            role="switch"
            checked={quirks[key] === true}
            onChange={(event) => {
              const field = event.currentTarget;
              const isOn = field.checked;
              const change = () => control('PUT', '/quirks', { ...quirks, [key]: isOn });
              void act(`${title}: ${isOn ? 'on' : 'off'}.`, change).then((done) => {
                if (!done) field.checked = !isOn;
              });
            }}
          />
          <span>
            {title} <code class="muted">{key}</code>
            <br />
            <span class="muted">{effect}</span>
          </span>
        </label>
      ))}
    </section>
  );
}
