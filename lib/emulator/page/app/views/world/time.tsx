import { Card } from '../../components/content';
import { useEffect, useState } from 'preact/hooks';
import type { WorldData, CutoverData } from '../../../model/world';
import { control } from '../../api';
import { act } from '../../components/announcer';
import { SelectField, TextField } from '../../components/field';
import { formatDuration } from './format';
import { ShownView, useView } from '../../use-view';

const steps = [
  ['5 minutes', 300_000],
  ['1 hour', 3_600_000],
  ['1 day', 86_400_000],
] as const;

const units = { seconds: 1000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const;
type Unit = keyof typeof units;
const unitNames = Object.keys(units) as Unit[];

/** The emulator's clock, which can be moved on but not back. */
export function ClockCard({ clock: { now, advancedMs } }: { readonly clock: WorldData['clock'] }) {
  const [amount, setAmount] = useState('');
  const [unit, setUnit] = useState<Unit>('minutes');
  const advance = (ms: number) =>
    act(`The clock was moved on by ${formatDuration(ms)}.`, () =>
      control('PUT', '/clock', { advanceMs: ms }),
    );
  const chosen = Math.round(Number(amount) * units[unit]);
  return (
    <Card title="Clock">
      <p class="clock">
        <RunningTime from={now} /> <span class="muted">UTC</span>
      </p>
      <p class="muted">
        {advancedMs === 0
          ? 'Same as the clock of the machine.'
          : `${formatDuration(advancedMs)} ahead of the clock of the machine. A reset takes that back.`}
      </p>
      <div class="row actions" role="group" aria-label="Move the clock on">
        {steps.map(([name, ms]) => (
          <button key={name} type="button" onClick={() => advance(ms)}>
            + {name}
          </button>
        ))}
      </div>
      <form
        class="row toolbar amount"
        onSubmit={(event) => {
          event.preventDefault();
          void advance(chosen).then((done) => {
            if (done) setAmount('');
          });
        }}
      >
        <TextField label="Move on by" type="number" min="0" step="any" value={amount} onText={setAmount} />
        <SelectField label="Unit" value={unit} choices={unitNames} onChoose={setUnit} />
        <button type="submit" disabled={!(chosen > 0)}>
          Move on
        </button>
      </form>
    </Card>
  );
}

/** The emulator's time, which goes on with that of this machine. */
function RunningTime({ from }: { readonly from: string }) {
  const [shown, setShown] = useState(from);
  useEffect(() => {
    const ahead = Date.parse(from) - Date.now();
    const show = () => setShown(new Date(Date.now() + ahead).toISOString());
    show();
    const timer = setInterval(show, 1000);
    return () => clearInterval(timer);
  }, [from]);
  return <time dateTime={shown}>{shown.slice(0, 19).replace('T', ' ')}</time>;
}

/** How long a cutover takes. */
export function CutoverCard() {
  const view = useView<CutoverData>('/waf-cutover');
  const [seconds, setSeconds] = useState('');
  const ms = Math.round(Number(seconds) * 1000);
  return (
    <Card title="WAF cutover">
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
    </Card>
  );
}
