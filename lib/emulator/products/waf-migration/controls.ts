import { badControl, readControlObject } from '../../controls/control';
import type { Control } from '../../controls/control';
import { isInteger } from '../../shape';
import type { Stages } from './stages';

/** The duration of a cutover, in which a zone has both WAFs; a change applies to cutovers that begin later. */
export function cutoverControls(stages: Stages): readonly Control[] {
  const shown = () => ({ ms: stages.cutoverMs });
  return [
    { method: 'GET', path, handle: shown },
    {
      method: 'PUT',
      path,
      handle: ({ bytes }) => {
        const { ms } = readControlObject(bytes, ['ms']);
        if (!isInteger(ms) || ms < 0 || ms > longestMs)
          throw badControl(`ms: must be an integer from 0 to ${longestMs}`);
        stages.cutoverMs = ms;
        return shown();
      },
    },
  ];
}

const path = '/waf-cutover';

const longestMs = 86_400_000;
