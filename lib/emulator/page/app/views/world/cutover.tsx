import { useState } from 'preact/hooks';
import type { CutoverData } from '../../../model/world';
import { control } from '../../api';
import { act } from '../../components/announcer';
import { TextField } from '../../components/field';
import { ShownView, useView } from '../../use-view';
import { formatDuration } from './format';

/** How long a cutover takes. */
export function CutoverCard() {
  const view = useView<CutoverData>('/waf-cutover', ['world']);
  const [seconds, setSeconds] = useState('');
  const ms = Math.round(Number(seconds) * 1000);
  return (
    <section class="card" aria-labelledby="cutover">
      <h2 id="cutover">WAF cutover</h2>
      <ShownView view={view}>
        {(cutover) => (
          <>
            <p>
              A zone that migrates has the previous and the new WAF managed rules for{' '}
              <strong class="whole">{formatDuration(cutover.ms)}</strong>. A change applies to cutovers that
              begin later.
            </p>
            <form
              class="row toolbar amount"
              onSubmit={(event) => {
                event.preventDefault();
                void act(`Cutovers take ${formatDuration(ms)} now.`, () =>
                  control('PUT', '/waf-cutover', { ms }),
                ).then((done) => {
                  if (done) setSeconds('');
                });
              }}
            >
              <TextField
                label="Duration in seconds"
                type="number"
                min="0"
                step="any"
                value={seconds}
                onText={setSeconds}
              />
              <button type="submit" disabled={seconds === '' || !(ms >= 0)}>
                Set
              </button>
            </form>
          </>
        )}
      </ShownView>
    </section>
  );
}
