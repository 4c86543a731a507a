import type { Clock } from '../clock';
import { badControl, readControlObject, readNumber } from './control';
import type { Control } from './control';

/** The emulator's clock; each PUT moves it on. */
export function clockControls(clock: Clock): readonly Control[] {
  const shown = () => ({ now: clock.now().toISOString(), advancedMs: clock.advancedMs });
  return [
    { method: 'GET', path: '/clock', handle: shown },
    {
      method: 'PUT',
      path: '/clock',
      handle: ({ bytes }) => {
        const ms = readNumber(readControlObject(bytes, ['advanceMs']), 'advanceMs', 0, yearMs);
        if (ms === undefined) throw badControl('advanceMs: is required');
        clock.advance(ms);
        return shown();
      },
    },
  ];
}

const yearMs = 365 * 86_400_000;
