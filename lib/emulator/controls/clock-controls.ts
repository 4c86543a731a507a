import type { Clock } from '../clock';
import { wholeNumber } from '../schema/values';
import { control, readControl, type Control } from './control';

/** The emulator's clock; each PUT moves it on. */
export function clockControls(clock: Clock): readonly Control[] {
  const shown = () => ({ now: clock.now().toISOString(), advancedMs: clock.advancedMs });
  return [
    control.get('/clock', shown),
    control.put('/clock', ({ bytes }) => {
      clock.advance(readControl(bytes, { advanceMs: wholeNumber(0, yearMs).required() }).advanceMs);
      return shown();
    }),
  ];
}

const yearMs = 365 * 86_400_000;
